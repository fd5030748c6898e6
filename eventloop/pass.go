package eventloop

// This file is the timers phase: one pass over the timers that are due, with a
// drain between any two callbacks. It is Node's processTimers and listOnTimeout.

// timersPass is the state of a pass. It survives leaving the engine's frame and
// an exception in a callback.
type timersPass struct {
	running bool
	over    bool  // the drain after the last callback is left
	now     int64 // the one time of the pass, in ticks
	chosen  *node // the timer that runs next whatever the drain before it does, but for Clear
	firing  *node // its callback runs, or was the last that ran
	rearm   int64 // the tick from which an interval that is firing goes on, or notInterval
}

// notInterval is the rearm of a timer that was no interval when it fired.
const notInterval = -1

// runTimers is the phase. The pass has one time, read before it; lists are taken
// by expiry, each run to its first timer that is not due.
func (l *Loop) runTimers(here side) bool {
	p := &l.pass
	if !p.running && !p.over {
		if l.alarm > l.now {
			return true
		}
		*p = timersPass{running: true, now: l.now, rearm: notInterval}
		l.beginAlarm()
	}
	for !l.halt.Load() {
		if l.drain != drained {
			if !l.drainInPass(here) {
				return false
			}
			continue
		}
		if p.over {
			p.over, p.firing = false, nil
			return true
		}
		n := p.chosen
		if n == nil {
			if n = l.lists.Ready(p.now); n == nil {
				n = l.lists.Due(p.now)
			}
			if n == nil {
				l.endPass()
				if l.host != nil || l.leftovers() {
					l.drain = drainDue // Node drains after a pass without callbacks too
				}
				continue
			}
		} else if !n.Payload().is(flagLive) {
			p.chosen = nil
			continue
		}
		d := n.Payload()
		if l.host == nil {
			l.lists.Shift(n) // nothing is chosen: it came from Ready or Due
		} else {
			if d.is(flagHosted) != (here == inside) {
				return false
			}
			p.chosen = nil
			l.drain = drainDue // whatever the callback does, but for an exception
			l.lists.Take(n)
		}
		p.firing = n
		if d.is(flagInterval) || l.hooks != nil {
			l.fireWatched(n)
			continue
		}
		l.doing = doingTimer
		d.h.Expire((*Timer)(n))
		l.doing = idle
		if n.Scheduled() || d.bits&(flagInterval|flagLive) != flagLive {
			l.fired()
		} else {
			l.end(d)
		}
	}
	return false
}

// endPass comes when nothing more is due. The drain after the last callback comes
// later: Node looks for the next timer first, sets its alarm, and drains when it
// leaves RunTimers.
func (l *Loop) endPass() {
	l.pass.running, l.pass.over = false, true
	l.lists.EndPass()
	l.setAlarm()
}

// drainInPass is the drain between two callbacks. Before it, as in Node, the list
// that is being run is looked at: it is put off if its next timer is not due, and
// if it is, that timer stays chosen; refreshed by the drain it still runs in this
// pass (cleared, not). A timer of a Go program is looked for again, so that it is
// never early. Other lists come after the drain; if there is none, the pass is over
// before it.
//
// After a callback that threw, Node begins with the first list again: it is that
// of the callback, unless that was dropped, as by a clear of its last timer. The
// next timer of it runs at once, without a drain, and all else comes after one.
func (l *Loop) drainInPass(here side) bool {
	p := &l.pass
	if p.running && (l.drain == drainDue || l.drain == drainThrew) {
		if l.drain == drainThrew {
			l.known = never
			l.lists.Enter(p.now)
		}
		n, more := l.lists.Look(p.now)
		if !more {
			l.endPass()
		} else if n != nil && n.Payload().is(flagHosted) {
			if l.drain == drainThrew && here == inside {
				l.drain = drained
				return true
			}
			p.chosen = n
		}
		l.drain = drainDue
	}
	return l.drainOn(here)
}

// fireWatched runs a timer that is an interval or on a loop with hooks. If its
// callback panics, as that of any timer, the rest is done by recoverState.
func (l *Loop) fireWatched(n *node) {
	d := n.Payload()
	if d.is(flagInterval) {
		l.pass.rearm = l.NowTicks()
	}
	hooked := l.hooks != nil
	if hooked {
		l.before(KindTimer, (*Timer)(n))
	}
	l.doing = doingTimer
	d.h.Expire((*Timer)(n))
	l.doing = idle
	if hooked {
		l.after()
	}
	l.fired()
}

// fired is the end of a timer's callback: an interval is queued again, unless
// the callback has done so; a timer that was not started again is over.
func (l *Loop) fired() {
	n, rearm := l.pass.firing, l.pass.rearm
	l.pass.rearm = notInterval
	d := n.Payload()
	switch {
	case n.Scheduled() || !d.is(flagLive):
	case d.is(flagInterval) && rearm != notInterval:
		(*Timer)(n).arm(l, rearm, d.delay())
	default:
		l.end(d)
	}
}

// inFire reports whether the callback of a timer runs that is live and in no
// list.
func (l *Loop) inFire() bool {
	n := l.pass.firing
	return l.doing == doingTimer && n.Payload().is(flagLive) && !n.Scheduled()
}
