package eventloop

// This file is the timers phase: one pass over the timers that are due, with a
// drain between any two callbacks. It is Node's processTimers and listOnTimeout.

// timersPass is the state of a pass. It survives leaving the engine's frame and
// an exception in a callback.
type timersPass struct {
	running bool
	threw   bool  // the callback that has just run threw an exception
	now     int64 // the one time of the pass, in ticks
	last    int64 // the duration of the list that ran last; 0: none yet
	chosen  *node // the timer that runs next whatever the drain before it does, but for Clear
	firing  *node // its callback runs
	rearm   int64 // the tick from which an interval that is firing goes on; notInterval
}

// notInterval is the rearm of a timer that was no interval when it fired.
const notInterval = -1

// runTimers is the phase. The pass has one time, read before it; lists are taken
// by expiry, each run to its first timer that is not due.
func (l *Loop) runTimers(here side) bool {
	p := &l.pass
	if !p.running {
		*p = timersPass{running: true, now: l.now}
	}
	for !l.halt.Load() {
		if p.threw {
			l.afterThrow(here)
		}
		if l.drain != drained {
			if l.drain == drainDue {
				l.choose()
			}
			if !l.drainOn(here) {
				return false
			}
			continue
		}
		n := p.chosen
		if n == nil || !n.Payload().is(flagLive) {
			p.chosen = nil
			if n = l.lists.Due(p.now); n == nil {
				p.running = false
				l.lists.EndPass()
				return true
			}
		}
		if l.host != nil && n.Payload().is(flagHosted) != (here == inside) {
			return false
		}
		l.fire(n)
	}
	return false
}

// choose looks for the next timer before a drain, as Node does: lists are
// re-keyed before it, and in the list that is being run the timer stays chosen.
// Refreshed by the drain it still runs in this pass (cleared, not). A timer of a
// Go program is looked for again, so that it is never early.
func (l *Loop) choose() {
	n := l.lists.Due(l.pass.now)
	if n != nil && n.Duration() == l.pass.last && n.Payload().is(flagHosted) {
		l.pass.chosen = n
	}
}

// afterThrow follows a callback that threw. Node finds its list again and runs
// the next timer of it at once; a timer of another list comes after a drain, and
// if there is none, the drain comes at the end of the pass.
func (l *Loop) afterThrow(here side) {
	p := &l.pass
	p.threw = false
	n := l.lists.Due(p.now)
	if n == nil || n.Duration() != p.last || n.Payload().is(flagHosted) != (here == inside) {
		l.drain = drainDue
	}
}

// fire runs one timer. If its callback panics, fired is called by whoever
// catches that: the next batch, or Run.
func (l *Loop) fire(n *node) {
	d := n.Payload()
	p := &l.pass
	p.last = d.delay()
	l.lists.Take(n)
	p.chosen, p.firing = nil, n
	if d.is(flagInterval) {
		p.rearm = l.NowTicks()
	} else {
		p.rearm = notInterval
	}
	if l.hooks != nil {
		l.before(KindTimer, (*Timer)(n))
	}
	l.doing = doingTimer
	d.h.Expire((*Timer)(n))
	l.doing = idle
	if l.span.hooks != nil {
		l.after()
	}
	l.fired()
	l.mark()
}

// fired is the end of a timer's callback: an interval is queued again, unless
// the callback has done so; a timer that was not started again is over.
func (l *Loop) fired() {
	p := &l.pass
	n := p.firing
	p.firing = nil
	d := n.Payload()
	switch {
	case !d.is(flagLive) || n.Scheduled():
	case d.is(flagInterval) && p.rearm != notInterval:
		(*Timer)(n).arm(l, p.rearm, d.delay())
	default:
		l.end(d)
	}
}
