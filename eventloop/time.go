package eventloop

import (
	"math"
	"time"
)

// This file is the loop's time: the cached time, and how durations become whole
// ticks.
//
// The loop counts in ticks since it was made (milliseconds by default). The time
// is rounded down and what a Go program asks for is rounded up, so that a timer
// found due in whole ticks is due in real time as well.

// Now is the loop's cached time since the loop was made, in whole ticks rounded
// down. It moves at the start of each timers pass, after waiting, and whenever a
// timer is started from the real time (uv_now and uv_update_time).
func (l *Loop) Now() time.Duration { return time.Duration(l.now) * l.tick }

// UpdateNow reads the clock, moves the cached time up to it and returns the
// time since the loop was made, not rounded.
func (l *Loop) UpdateNow() time.Duration {
	d := l.clock.Now() - l.origin
	l.setNow(d)
	return d
}

// Elapsed reads the clock and returns the time since the loop was made, not
// rounded. The cached time stays where it is: looking at the time (uv_hrtime) does
// not change when timers run. From any goroutine.
func (l *Loop) Elapsed() time.Duration { return l.clock.Now() - l.origin }

// NowTicks reads the clock, moves the loop's cached time up to it and returns
// it: whole ticks since the loop was made, rounded down (Node's getLibuvNow).
func (l *Loop) NowTicks() int64 {
	l.updateTime()
	return l.now
}

// Clock is the clock the loop runs on. From any goroutine.
func (l *Loop) Clock() Clock { return l.clock }

// Resolution is the length of the loop's tick. From any goroutine.
func (l *Loop) Resolution() time.Duration { return l.tick }

func (l *Loop) updateTime() { l.setNow(l.clock.Now() - l.origin) }

// setNow moves the cached time up to d. It never goes back.
func (l *Loop) setNow(d time.Duration) {
	if t := l.floorTicks(d); t > l.now {
		l.now = t
	}
}

// floorTicks and ceilTicks divide by the tick. The default tick is a constant
// to the compiler, which then multiplies instead of dividing.
func (l *Loop) floorTicks(d time.Duration) int64 {
	if l.tick == time.Millisecond {
		return int64(d / time.Millisecond)
	}
	return int64(d / l.tick)
}

func (l *Loop) ceilTicks(d time.Duration) int64 {
	t := l.floorTicks(d)
	if time.Duration(t)*l.tick < d {
		t++
	}
	return t
}

// untilTick is the time from now to the start of tick t, which is not after the
// horizon.
func (l *Loop) untilTick(t int64) time.Duration {
	return time.Duration(t)*l.tick - (l.clock.Now() - l.origin)
}

// asap is the delay, in ticks, of timers that are due at once. They count from
// that long ago, which makes their deadline the present tick and gives them a
// list of their own: they need not queue behind those of one tick, as JavaScript's
// do, for which 0 means 1. Those set during a timers pass are due a tick after it
// and have another list, so that each list is in order of deadlines.
//
// Both are longer than any real delay: the longest time.Duration has 2^53 ticks.
const (
	asap      = maxDelay
	afterPass = maxDelay - 1
	longest   = maxDelay - 2 // what other delays are limited to
)

// atOnce plans a timer that is due at once. During a timers pass it waits for
// the next one, and by then time has gone on by a tick: a timer that starts
// itself again and again keeps nothing else from running.
func (l *Loop) atOnce(now int64) (start, k int64) {
	if l.pass.running && now <= l.pass.now {
		return l.pass.now + 1 - afterPass, afterPass
	}
	return now - asap, asap
}

// plan turns a duration above zero that begins now into a start tick and a whole
// number of ticks such that start+k is the first tick not before now+d. That is
// what makes Go timers never early while they share lists with JavaScript's. What
// lies beyond the end of the clock is due at the horizon, 292 years from its
// start. It may be called from any goroutine.
func (l *Loop) plan(now, d time.Duration) (start, k int64) {
	k = l.ceilTicks(d)
	return l.dueTicks(now, d) - k, k
}

// dueTicks is the first tick not before now+d, at most the horizon.
func (l *Loop) dueTicks(now, d time.Duration) int64 {
	due := now + d
	if due < 0 { // overflow
		due = math.MaxInt64
	}
	return min(l.ceilTicks(due), l.horizon)
}

// delayTicks rounds a duration above zero up to ticks. A program has few
// different durations, often one: the last is remembered, by the loop alone.
func (l *Loop) delayTicks(d time.Duration) int64 {
	if d != l.last.d {
		l.last = lastDelay{d, l.ceilTicks(d)}
	}
	return l.last.k
}

type lastDelay struct {
	d time.Duration
	k int64
}
