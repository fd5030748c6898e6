package eventloop

import (
	"context"
	"math"
	"time"
)

// This file runs a loop up to a virtual time: RunUntil and RunFor, which are for
// tests, and the end of VirtualClock.EndAt. In both cases the loop has a limit, in
// its own time, beyond which it does not wait.
//
// What is due at the limit itself still runs, and what that sets to run at once:
// the clock goes to the limit first, the loop takes a turn there, and it ends when
// it would have to wait again.

// limits is how far a run may go.
type limits struct {
	limit    time.Duration // in the loop's time; see noLimit
	stepping bool          // by RunUntil: the loop is alive until then
	reached  bool          // RunUntil has come there
	at       time.Duration // the time of the last turn, on a virtual clock
	turns    int           // that the loop has made without waiting, at that time
}

// noLimit is the limit of a run that has none.
const noLimit = time.Duration(math.MaxInt64)

// RunUntil runs everything that is due up to t, in order, and returns nil with the
// clock standing at t: it jumps from expiry to expiry, whether the clock is one
// that jumps or a manual one. What is due later stays pending. t is the loop's
// time, see Now; if it has passed, what is due already is run, and if a callback
// has moved the clock past it, as reading it twice does, the clock stays there.
//
// Until t the loop counts as alive: unref'd timers fire, and BeforeExit is not
// called. Otherwise it is Run, with Run's errors. While a Hold is out, a clock that
// jumps stands still here too, and RunUntil waits in real time; a manual clock
// goes on, since the caller has said what time it is.
//
// It panics if the loop's clock is not a VirtualClock.
func (l *Loop) RunUntil(ctx context.Context, t time.Duration) error {
	if l.virtual == nil {
		misuse("RunUntil on a loop without a VirtualClock")
	}
	return l.runTo(ctx, limits{limit: t, stepping: true})
}

// RunFor is RunUntil for the virtual time in d from now, not counting how far
// scripts have moved the clock by reading it: a sequence of RunFor comes to the sum
// of its durations. It panics if d is negative or the loop's clock is not a
// VirtualClock.
func (l *Loop) RunFor(ctx context.Context, d time.Duration) error {
	if d < 0 {
		misuse("RunFor a negative duration")
	}
	if l.virtual == nil {
		misuse("RunFor on a loop without a VirtualClock")
	}
	now := l.clock.Now() - l.origin - time.Duration(l.virtual.steps.Load())
	return l.RunUntil(ctx, now+min(d, noLimit-1-now))
}

// clockLimits is the limit that the clock gives a run.
func (l *Loop) clockLimits() limits {
	if l.virtual != nil {
		if end := l.virtual.end.Load(); end > 0 {
			return limits{limit: time.Duration(end) - l.origin}
		}
	}
	return limits{limit: noLimit}
}

// mayJump reports whether the virtual clock goes on by itself where the loop would
// wait.
func (l *Loop) mayJump() bool {
	if l.virtual.manual {
		return l.to.stepping
	}
	return l.holds.Load() == 0 // otherwise work elsewhere may post at this very time
}

// restless is how many turns a loop may make at one virtual time without waiting;
// each further one takes ReadStep. A program that sets immediates until a timer
// fires would otherwise never see it fire.
const restless = 1000

// noWait follows a turn of a loop on a virtual clock that has something to run at
// once.
func (l *Loop) noWait() {
	now := l.virtual.Now()
	if now != l.to.at {
		l.to.at, l.to.turns = now, 0
	}
	if l.to.turns++; l.to.turns <= restless || !l.mayJump() {
		return
	}
	l.virtual.step()
	l.to.at = l.virtual.Now()
	if l.to.at-l.origin > l.to.limit {
		l.atLimit()
	}
}

// waitVirtual waits on a virtual clock until a time of the loop's, negative for
// ever: the clock jumps there, at most to the limit, or is waited for.
func (l *Loop) waitVirtual(until time.Duration) {
	c := l.virtual
	switch {
	case l.mayJump() && (until >= 0 || l.to.limit != noLimit):
		if until < 0 || until > l.to.limit {
			until = l.to.limit
		}
		c.jump(l.origin+until, l.wake)
	case c.manual && until >= 0:
		c.await(l.origin+until, l.wake)
	default:
		<-l.wake
	}
}

// beyond reports whether a loop that would have to wait until then, negative for
// ever, has come to its limit, and ends it.
func (l *Loop) beyond(until time.Duration) bool {
	switch {
	case l.to.limit == noLimit || l.clock.Now()-l.origin < l.to.limit,
		until >= 0 && until <= l.to.limit,
		!l.virtual.manual && l.holds.Load() > 0:
		return false
	}
	l.atLimit()
	return true
}

func (l *Loop) atLimit() {
	if l.to.stepping {
		l.to.reached = true
		l.halt.Store(true)
	} else {
		l.Fail(ErrTimeUp)
	}
}
