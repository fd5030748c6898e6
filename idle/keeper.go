package idle

import "time"

// This file is the goroutine of a group: it publishes the time once a tick, and comes to each entry when its time would
// have run out. Most entries it comes to have been touched meanwhile; those it puts off until the time after that touch
// has run out. So an entry costs a look per limit, whatever happens on it.
//
// An entry that is put off has less than its whole limit left, and lists hold nodes of one duration in order of their
// start. So it goes, from now, into the list of what is left. Stamps are a step apart at least: of these lists there are
// no more than steps in the longest limit.

// sweepBatch is how many entries are looked at in one go with the lock.
const sweepBatch = 512

// keep is the goroutine. It ends when nothing is left to wait for.
func (g *Group) keep(kick <-chan struct{}) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		sleep, ok := g.sweep()
		if !ok {
			return
		}
		timer.Reset(sleep)
		select {
		case <-timer.C:
		case <-kick:
		}
	}
}

// sweep looks at everything whose time has come, and says how long to sleep; not ok: the keeper's work is done.
func (g *Group) sweep() (sleep time.Duration, ok bool) {
	var batch []due
	for more := true; more; {
		g.mu.Lock()
		now := g.now()
		g.advance(now, step)
		batch, more = g.pass(batch[:0], now)
		g.handlers.push(g, batch)
		if !more {
			g.handlers.nudge(g, now)
			sleep, ok = g.next()
		}
		g.mu.Unlock()
	}
	return sleep, ok
}

// pass looks at no more than sweepBatch entries that are due, and appends those that have expired. More says that it did
// not come to an end.
func (g *Group) pass(batch []due, now int64) (_ []due, more bool) {
	for range sweepBatch {
		n := g.lists.Next(now)
		if n == nil {
			return batch, false
		}
		e := *n.Payload()
		if g.expire(e, now) {
			batch = append(batch, due{e, e.owner, now})
		}
	}
	g.lists.EndPass()
	return batch, true
}

// expire decides about an entry that was taken out of its list: it goes back to wait for what is left, or it has
// expired. The compare-and-swap fails if a touch or a hold came first.
func (g *Group) expire(e *Entry, now int64) bool {
	for {
		w := e.word.Load()
		if w&stateMask != stateLive {
			return false // stopped, and on its way to forget
		}
		if left := g.remaining(w, now, e.limit); left > 0 {
			g.lists.Insert(&e.node, now, left)
			g.renewed++
			return false
		}
		if e.word.CompareAndSwap(w, stateExpired) {
			switch e.owner.(type) {
			case *lookAt, *readEnd:
			case *idleEnd:
				g.live-- // and counts as expired when it is closed
			case *stream:
				g.expired++
			default:
				g.live--
				g.expired++
			}
			return true
		}
	}
}

// next is when to look again: when the clock is due, or earlier for an entry.
func (g *Group) next() (sleep time.Duration, ok bool) {
	if g.lists.Len() == 0 && g.handlers.waiting() == 0 {
		g.running = false
		g.wake = 0
		return 0, false
	}
	g.wake = stampOf(g.clock.Load()) + step
	if first, ok := g.lists.NextExpiry(); ok {
		g.wake = min(g.wake, first)
	}
	return time.Duration(g.wake-origin)*g.unit - time.Since(g.base), true
}
