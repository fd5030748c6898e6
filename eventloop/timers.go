package eventloop

import (
	"time"

	"github.com/nodetimers/nodetimers/internal/timerlist"
)

// This file joins the lists of internal/timerlist with callbacks: it makes,
// starts, refreshes and clears timers and runs the timers phase.
//
// A timer is live from its start until it has fired for good or was cleared;
// those that are ref'd are counted and keep the loop alive. All operations take
// constant time; the first and last timer of a duration also make or drop its
// list.

// Expirer is what a caller-owned Timer calls.
type Expirer interface {
	// Expire is called on the loop when t is due. t is not scheduled at that
	// moment and may be started again.
	Expire(t *Timer)
}

// Timer is one timeout or interval. It is either made by Loop.AfterFunc and
// Loop.Every, or embedded in a struct of the caller's, given its loop and its
// Expirer once by Init, and started again and again without allocating.
// It is 64 bytes. It must not be copied after Init.
//
// Its methods may be called on the loop only.
type Timer timerlist.Node[timerData]

type timerData struct {
	loop *Loop
	h    Expirer
	bits uint64 // delay in ticks << flagBits | flags
}

const (
	flagUnref    = 1 << iota // does not keep the loop alive
	flagLive                 // in a list, or its callback runs and it was not cleared
	flagInterval             // starts again after each callback
	flagHosted               // Expire is called inside the Host's frame
	flagBits     = 8
	maxDelay     = 1<<(63-flagBits) - 1
)

func (t *Timer) node() *node      { return (*node)(t) }
func (t *Timer) data() *timerData { return (*node)(t).Payload() }

func (d *timerData) delay() int64     { return int64(d.bits >> flagBits) }
func (d *timerData) setDelay(k int64) { d.bits = d.bits&(1<<flagBits-1) | uint64(k)<<flagBits }
func (d *timerData) is(f uint64) bool { return d.bits&f != 0 }
func (d *timerData) loopOrPanic() *Loop {
	if d.loop == nil {
		misuse("Timer used before Init")
	}
	return d.loop
}

// funcExpirer lets a plain function be an Expirer without an allocation.
type funcExpirer func()

func (f funcExpirer) Expire(*Timer) { f() }

// AfterFunc calls f once on the loop when d has passed, as setTimeout does, in
// the form of time.AfterFunc. The timer starts at the real time of the call and
// never fires before d has passed; it fires in a later pass than the one that
// may be running. See Timer.Start for how late it may be, and for a d of zero or
// less. It panics if f is nil. One allocation.
func (l *Loop) AfterFunc(d time.Duration, f func()) *Timer {
	if f == nil {
		misuse("AfterFunc with a nil function")
	}
	t := l.newTimer(f)
	t.Start(d)
	return t
}

// AfterFuncCached is AfterFunc counted from the loop's cached time (see
// Loop.Now): no clock is read, so the timer may fire early by as much as the
// running callback has taken so far, and the part of a tick Now leaves out. It
// panics if f is nil. One allocation.
func (l *Loop) AfterFuncCached(d time.Duration, f func()) *Timer {
	if f == nil {
		misuse("AfterFuncCached with a nil function")
	}
	t := l.newTimer(f)
	t.StartCached(d)
	return t
}

// Every calls f on the loop each time d has passed, as setInterval does. The
// next turn counts from the time just before the callback (as in listOnTimeout),
// so its running time is not added; missed turns are not made up for. That time
// is rounded down to the tick: two calls may be nearer than d by less than a tick,
// but the n-th is never made before n times d has passed. d is rounded up to
// whole ticks (of one millisecond by default); zero and less are one tick. It
// panics if f is nil. One allocation.
func (l *Loop) Every(d time.Duration, f func()) *Timer {
	if f == nil {
		misuse("Every with a nil function")
	}
	t := l.newTimer(f)
	t.StartInterval(d)
	return t
}

func (l *Loop) newTimer(f func()) *Timer {
	t := &Timer{}
	d := t.data()
	d.loop, d.h = l, funcExpirer(f)
	return t
}

// Init gives t its loop and what to call. It panics if one of them is nil, and on
// a timer that is live.
func (t *Timer) Init(l *Loop, h Expirer) {
	d := t.data()
	if l == nil || h == nil {
		misuse("Timer.Init with a nil loop or Expirer")
	}
	if d.is(flagLive) {
		misuse("Timer.Init on a live timer")
	}
	*d = timerData{loop: l, h: h}
}

// InitHosted is Init for the callbacks of a JavaScript engine: Expire is called
// inside the frame of the loop's Host (see Host.Run). Without a Host it is Init.
func (t *Timer) InitHosted(l *Loop, h Expirer) {
	t.Init(l, h)
	if l.host != nil {
		t.data().bits |= flagHosted
	}
}

// Start lets t expire once, d from now, by the real time of the call. A live
// timer is moved. It never fires before d has passed, and by rounding at most two
// ticks later. A d of zero or less means as soon as possible:
// in the next timers pass, and if one is running, a tick later than that.
func (t *Timer) Start(d time.Duration) {
	x := t.data()
	l := x.loopOrPanic()
	x.bits &^= flagInterval
	now := l.UpdateNow()
	if d > 0 {
		k := l.delayTicks(d)
		t.arm(l, l.dueTicks(now, d)-k, k)
	} else {
		start, k := l.atOnce(l.now)
		t.arm(l, start, k)
	}
}

// StartCached is Start counted from the loop's cached time: no clock is read.
// See AfterFuncCached for the price.
func (t *Timer) StartCached(d time.Duration) {
	x := t.data()
	l := x.loopOrPanic()
	x.bits &^= flagInterval
	if d > 0 {
		t.arm(l, l.now, l.delayTicks(d))
	} else {
		start, k := l.atOnce(l.now)
		t.arm(l, start, k)
	}
}

// StartInterval lets t expire each time d has passed, until it is cleared or
// started otherwise. See Loop.Every.
func (t *Timer) StartInterval(d time.Duration) {
	l := t.data().loopOrPanic()
	t.data().bits |= flagInterval
	start, k := l.plan(l.UpdateNow(), max(d, l.tick))
	t.arm(l, start, k)
}

// StartTicks starts t once, at a given tick with a delay of k ticks (at least
// one), as Node's insert does: a live timer is moved. It is for engine bindings,
// which keep Node's own rounding (see Loop.NowTicks); a start that lies back makes
// t due in the running pass.
func (t *Timer) StartTicks(start, k int64) {
	l := t.data().loopOrPanic()
	t.data().bits &^= flagInterval
	t.arm(l, start, min(max(k, 1), longest))
}

// arm puts t into the list of k ticks, taking it out of the list it is in.
func (t *Timer) arm(l *Loop, start, k int64) {
	n, d := t.node(), t.data()
	if !n.Scheduled() {
		if l.maxTimers != 0 && l.refuses(t) {
			return
		}
		t.come(l, k)
		if !l.lists.Append(n, start, k) {
			l.lists.Insert(n, start, k)
		}
		l.alarmBy(n, start+k)
	} else if d.delay() == k {
		l.lists.Rearm(n, start)
	} else {
		if d.is(flagHosted) {
			l.lists.Detach(n) // Node's insert leaves the old list where it is
		} else {
			l.lists.Remove(n)
		}
		d.setDelay(k)
		l.lists.Insert(n, start, k)
		l.alarmBy(n, start+k)
	}
	if l.hooks != nil {
		l.hooks.set(KindTimer, t)
	}
}

// armSorted is arm for a timer that is in no list and whose start may lie before
// those of its list.
func (t *Timer) armSorted(l *Loop, start, k int64) {
	if l.maxTimers != 0 && l.refuses(t) {
		return
	}
	t.come(l, k)
	n := t.node()
	l.lists.InsertSorted(n, start, k)
	l.alarmBy(n, start+k)
	if l.hooks != nil {
		l.hooks.set(KindTimer, t)
	}
}

// come takes a timer into the counts.
func (t *Timer) come(l *Loop, k int64) {
	d := t.data()
	bits := d.bits
	d.bits = bits&(1<<flagBits-1) | flagLive | uint64(k)<<flagBits
	if bits&(flagLive|flagUnref) == 0 {
		l.refd++
	}
}

// Refresh starts t again with the delay it had, from the real time of the call:
// a scheduled timer goes to the end of its list, a fired one is scheduled anew,
// a cleared one stays cleared (Timeout.prototype.refresh). It reports whether t is
// scheduled now; a fired one is not if Options.MaxTimers are pending. The delay is
// in whole ticks, rounded up when it was started.
func (t *Timer) Refresh() bool {
	d := t.data()
	l, k := d.loop, d.delay()
	if k == 0 || l.maxTimers != 0 && !d.is(flagLive) && l.Full() {
		return false
	}
	start := l.ceilTicks(l.UpdateNow())
	if k > longest {
		start, k = l.atOnce(l.now)
	}
	t.arm(l, start, k)
	return true
}

// RefreshCached is Refresh counted from the loop's cached time: no clock is
// read. It is what an idle timer wants on every packet.
func (t *Timer) RefreshCached() bool {
	n, d := t.node(), t.data()
	l, k := d.loop, d.delay()
	if n.Scheduled() && k <= longest && l.hooks == nil { // the usual case, arm by hand
		l.lists.Rearm(n, l.now)
		return true
	}
	if k == 0 || l.maxTimers != 0 && !d.is(flagLive) && l.Full() {
		return false
	}
	start := l.now
	if k > longest {
		start, k = l.atOnce(start)
	}
	t.arm(l, start, k)
	return true
}

// Clear cancels t: it does not fire any more, not even when it is due in the
// running pass (unenroll). It reports whether t was live. Clearing twice, in its
// own callback or after it fired is harmless; Start makes it live again.
func (t *Timer) Clear() bool { return t.clear(flagHosted | flagUnref) }

// ClearAndLeaveList is Clear that leaves the list, even empty, where it is until a
// pass comes to it. It is for engine bindings: Node does this for a timer whose
// _idleTimeout a script has changed, and does not find its list any more.
func (t *Timer) ClearAndLeaveList() bool { return t.clear(0) }

// clear leaves the list of a timer that has all of the flags in leave.
func (t *Timer) clear(leave uint64) bool {
	n, d := t.node(), t.data()
	bits := d.bits
	d.bits = bits & (1<<flagBits - 1) &^ flagLive
	if bits&flagLive == 0 {
		return false
	}
	l := d.loop
	if bits&flagUnref == 0 {
		l.refd--
	}
	// Node keeps the list of a cleared unref'd timer, with its expiry and its
	// place among lists of equal expiry (unenroll); JavaScript's do the same.
	switch {
	case bits&leave == leave || !n.Alone():
		l.lists.Detach(n)
	case n.Scheduled():
		l.lists.Remove(n)
	default: // cleared by its own callback: if its list has just run empty, it goes
		l.lists.DropEmpty(int64(bits >> flagBits))
	}
	if l.hooks != nil {
		l.hooks.cleared(KindTimer, t)
	}
	return true
}

// end takes a timer out of the counts.
func (l *Loop) end(d *timerData) {
	bits := d.bits
	d.bits = bits &^ flagLive
	if bits&flagUnref == 0 {
		l.refd--
	}
}

// Ref lets t keep the loop alive again; a new timer does. It returns t.
func (t *Timer) Ref() *Timer {
	d := t.data()
	if d.is(flagUnref) {
		d.bits &^= flagUnref
		if d.is(flagLive) {
			d.loop.refd++
		}
	}
	return t
}

// Unref lets the loop end although t is pending: it then never fires. While
// something else keeps the loop alive it fires as usual. It returns t.
func (t *Timer) Unref() *Timer {
	d := t.data()
	if !d.is(flagUnref) {
		d.bits |= flagUnref
		if d.is(flagLive) {
			d.loop.refd--
		}
	}
	return t
}

// HasRef reports whether t keeps the loop alive while it is pending.
func (t *Timer) HasRef() bool { return !t.data().is(flagUnref) }

// Live reports whether t is set: it will fire, or its callback runs and it has
// not been cleared.
func (t *Timer) Live() bool { return t.data().is(flagLive) }

// Scheduled reports whether t is in a list, waiting to fire.
func (t *Timer) Scheduled() bool { return t.node().Scheduled() }

// Delay is the delay t was last started with, rounded up to whole ticks; zero
// when it was started with zero or less, was cleared, or never started.
func (t *Timer) Delay() time.Duration {
	d := t.data()
	if d.loop == nil || d.delay() > longest {
		return 0
	}
	return time.Duration(d.delay()) * d.loop.tick
}

// Loop is the loop t was given by Init, or nil.
func (t *Timer) Loop() *Loop { return t.data().loop }

// StartedAt is the tick t counts from. For engine bindings.
func (t *Timer) StartedAt() int64 { return t.node().Start() }

// SetStartedAt changes the tick t counts from without moving it in its list;
// it is read when the list is processed, as Node reads _idleStart. For engine
// bindings.
func (t *Timer) SetStartedAt(tick int64) { t.node().SetStart(tick) }

// Older and Newer are the neighbours of t in the list of its duration: the
// timers started just before and just after it, nil at the ends.
func (t *Timer) Older() *Timer { return (*Timer)(t.node().Older()) }

// Newer is the timer started just after t in the list of its duration.
func (t *Timer) Newer() *Timer { return (*Timer)(t.node().Newer()) }

// Expirer is what Init gave t. For engine bindings, which find their own
// object behind a neighbour this way.
func (t *Timer) Expirer() Expirer { return t.data().h }

// List describes the list t is in: its duration and expiry in ticks, and the
// number that orders lists of equal expiry. ok is false when t is in none.
func (t *Timer) List() (duration, expiry, number int64, ok bool) {
	d := t.data()
	if d.loop == nil {
		return 0, 0, 0, false
	}
	if duration, expiry, number, ok = d.loop.lists.ListOf(t.node()); duration > longest {
		duration = 0
	}
	return duration, expiry, number, ok
}

// Timers calls yield for each scheduled timer, lists by expiry and each list
// oldest first, until yield returns false; for t := range loop.Timers works. No
// timer may be started, refreshed or cleared meanwhile. The lists are sorted for
// it: n log n in the number of durations.
func (l *Loop) Timers(yield func(*Timer) bool) {
	for n := range l.lists.All() {
		if !yield((*Timer)(n)) {
			return
		}
	}
}
