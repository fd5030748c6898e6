package eventloop

import (
	"math"
	"time"
)

// This file holds intervals that keep to fixed points in time. Points are counted
// in nanoseconds, so that a period which is no whole number of ticks does not drift
// either; a call comes in the first tick that is not before its point.
//
// The next call is planned before the callback, by the time at that moment, and
// what the callback takes is late like anything else. The costs are those of a
// timer, with one reading of the clock for each call. A timer that is planned for
// an earlier time than others of its duration walks past them to its place.

// Missed says what becomes of the points in time that went by while the loop was
// busy. A point is missed when the next one has come as well.
type Missed uint8

const (
	// MissedSkip makes one call for all of them, as soon as possible, and goes on
	// at the next point: calls keep to the points, and some have none.
	MissedSkip Missed = iota
	// MissedCatchUp makes a call for each, one after the other in one timers pass,
	// with a drain after each: there are as many calls as points. After a long time
	// that is a long pass: immediates and posts wait until it is over.
	MissedCatchUp
	// MissedDelay makes one call for all of them, and the points from then on are
	// counted from that call: two calls are never closer than the period by more
	// than the lateness of the first of them.
	MissedDelay
)

// String is the name of the choice: skip, catch-up or delay.
func (m Missed) String() string {
	switch m {
	case MissedSkip:
		return "skip"
	case MissedCatchUp:
		return "catch-up"
	case MissedDelay:
		return "delay"
	}
	return "unknown"
}

// Next is the arithmetic of fixed points, for engine bindings: a call that was
// planned for point is made at now; it is the one for call, the next is for next,
// and lost points have no call. The unit does not matter.
func (m Missed) Next(point, now, period time.Duration) (call, next time.Duration, lost int64) {
	n := max(now-point, 0) / period
	if m == MissedCatchUp {
		n = 0
	}
	call = point + n*period
	if next = call + period; m == MissedDelay && n > 0 {
		next = now + period
	}
	if next < call { // overflow
		next = math.MaxInt64
	}
	return call, next, int64(n)
}

// StartTicksSorted is StartTicks for a start that may lie before those of other
// timers of this delay: t takes its place among them by its start. The cost is the
// number of timers passed. For engine bindings.
func (t *Timer) StartTicksSorted(start, k int64) {
	l := t.data().loopOrPanic()
	t.data().bits &^= flagInterval
	if n := t.node(); n.Scheduled() {
		l.lists.Remove(n)
	}
	t.armSorted(l, start, min(max(k, 1), longest))
}

// FixedTimer is an interval on fixed points in time. It is made by Loop.EveryFixed,
// or embedded in a struct of the caller's, given its loop and function by Init and
// started without allocating. It must not be copied after Init.
//
// Its methods may be called on the loop only.
type FixedTimer struct {
	t      Timer
	f      func()
	period time.Duration
	point  time.Duration // of the last call
	next   time.Duration
	missed Missed
	lost   int64
}

// EveryFixed calls f on the loop at fixed points in time: when d has passed, when
// twice d has passed, and so on from the real time of the call, however long f
// takes and however late a call is. missed says what becomes of points that went
// by. No call is early; d need not be a whole number of ticks, but is at least one.
// It panics if f is nil or missed is none of the three, and if another goroutine
// than the loop's calls it while the loop runs. One allocation.
func (l *Loop) EveryFixed(d time.Duration, missed Missed, f func()) *FixedTimer {
	l.checkGoroutine("EveryFixed")
	x := &FixedTimer{}
	x.Init(l, f)
	x.Start(max(d, l.tick), d, missed)
	return x
}

// Init gives x its loop and what to call. It panics if one of them is nil, and on
// a timer that is live.
func (x *FixedTimer) Init(l *Loop, f func()) {
	if l == nil || f == nil {
		misuse("FixedTimer.Init with a nil loop or function")
	}
	x.t.Init(l, (*fixedExpirer)(x))
	*x = FixedTimer{t: x.t, f: f}
}

// Start lets x call at the point that is first from now, and then every d; a first
// of zero or less is now, and d is at least one tick. To align points with the wall
// clock, first is what is left of the minute or the hour. A live timer is moved.
func (x *FixedTimer) Start(first, d time.Duration, missed Missed) {
	l := x.t.data().loopOrPanic()
	if missed > MissedDelay {
		misuse("FixedTimer.Start with Missed(%d)", missed)
	}
	now := l.UpdateNow()
	x.period, x.missed, x.lost = max(d, l.tick), missed, 0
	if x.next = now + max(first, 0); x.next < now {
		x.next = math.MaxInt64
	}
	x.point = x.next
	due := l.dueTick(x.next)
	if l.pass.running {
		due = max(due, l.pass.now+1) // not in the pass that runs
	}
	x.arm(l, due)
}

// dueTick is the first tick not before a time, at most the horizon.
func (l *Loop) dueTick(at time.Duration) int64 { return min(l.ceilTicks(at), l.horizon) }

func (x *FixedTimer) arm(l *Loop, due int64) {
	if n := x.t.node(); n.Scheduled() {
		l.lists.Remove(n)
	}
	k := l.ceilTicks(x.period)
	x.t.armSorted(l, due-k, k)
}

// fixedExpirer hides Expire from the users of FixedTimer.
type fixedExpirer FixedTimer

// Expire is called by the loop. The timer is in its list again when f runs, so
// that nothing is left to do after it, also if it panics.
func (e *fixedExpirer) Expire(*Timer) {
	x := (*FixedTimer)(e)
	l := x.t.data().loop
	var lost int64
	x.point, x.next, lost = x.missed.Next(x.next, l.UpdateNow(), x.period)
	x.lost += lost
	x.arm(l, l.dueTick(x.next))
	x.f()
}

// Describe tells Loop.Pending that it is an interval, and its exact period.
func (e *fixedExpirer) Describe(p *Pending) { p.Kind, p.Delay = KindInterval, e.period }

// Clear cancels x and reports whether it was live. Clearing twice or in its own
// callback is harmless.
func (x *FixedTimer) Clear() bool { return x.t.Clear() }

// Live reports whether x was started and not cleared.
func (x *FixedTimer) Live() bool { return x.t.Live() }

// Ref lets x keep the loop alive again; a new timer does. It returns x.
func (x *FixedTimer) Ref() *FixedTimer {
	x.t.Ref()
	return x
}

// Unref lets the loop end although x is pending. It returns x.
func (x *FixedTimer) Unref() *FixedTimer {
	x.t.Unref()
	return x
}

// HasRef reports whether x keeps the loop alive while it is pending.
func (x *FixedTimer) HasRef() bool { return x.t.HasRef() }

// Point is the point in time, as loop time (see Loop.Now), that the running or last
// call is for; before the first, that of the first. UpdateNow less Point is how late
// a call is.
func (x *FixedTimer) Point() time.Duration { return x.point }

// Lost is how many points have had no call since x was started.
func (x *FixedTimer) Lost() int64 { return x.lost }
