package eventloop

import (
	"reflect"
	"sync/atomic"
	"time"
)

// This file holds timers that are set, and may be cancelled, from any goroutine.
// They travel to the loop like a posted function and take their place among its
// timers there, by the time of the call. One allocation each.

// PostedTimer is a timer or interval set by Loop.PostAfterFunc or Loop.PostEvery.
// It may be used from any goroutine.
type PostedTimer struct{ p postedTimer }

type postedTimer struct {
	t        Timer // the loop's
	l        *Loop
	f        func()   // owned by who moves state, see there
	code     heldCode // of f, for observers, who may not look at f
	start, k int64
	interval bool
	state    atomic.Uint32
}

// The states of a postedTimer. Who moves it to over has won and owns f: the loop,
// to call it, or a Cancel, to drop it. An interval that was cancelled keeps f
// until the loop clears it.
const (
	underWay = iota // to the loop
	arrived         // in a list
	calling         // an interval's callback runs
	over            // ran, or was cancelled
)

// PostAfterFunc is AfterFunc from any goroutine. The delay counts from the call,
// not from when the loop gets to see it. It returns nil if the loop was
// terminated. It panics if f is nil.
func (l *Loop) PostAfterFunc(d time.Duration, f func()) *PostedTimer {
	if f == nil {
		misuse("PostAfterFunc with a nil function")
	}
	return l.postTimer(d, f, false)
}

// PostEvery is Every from any goroutine. It returns nil if the loop was
// terminated. It panics if f is nil.
func (l *Loop) PostEvery(d time.Duration, f func()) *PostedTimer {
	if f == nil {
		misuse("PostEvery with a nil function")
	}
	return l.postTimer(max(d, l.tick), f, true)
}

func (l *Loop) postTimer(d time.Duration, f func(), interval bool) *PostedTimer {
	t := &PostedTimer{postedTimer{l: l, f: f, code: heldCode{reflect.ValueOf(f).UnsafePointer()}, interval: interval}}
	p := &t.p
	if d > 0 { // otherwise due when it arrives
		p.start, p.k = l.plan(l.clock.Now()-l.origin, d)
	}
	if !l.put(p) {
		return nil
	}
	return t
}

// RunTask puts the timer into its list, at the place its start gives it. It is
// called by the loop.
func (p *postedTimer) RunTask() {
	if !p.state.CompareAndSwap(underWay, arrived) {
		return
	}
	p.t.Init(p.l, p)
	if p.interval {
		p.t.data().bits |= flagInterval
	}
	if p.k == 0 {
		p.start, p.k = p.l.atOnce(p.l.now)
	}
	p.t.armSorted(p.l, p.start, p.k)
	if !p.t.Live() { // refused
		p.drop()
	}
}

// Expire runs the callback. It is called by the loop.
func (p *postedTimer) Expire(*Timer) {
	switch {
	case p.interval && p.state.CompareAndSwap(arrived, calling):
		defer p.state.CompareAndSwap(calling, arrived)
		p.f()
	case !p.interval && p.state.CompareAndSwap(arrived, over):
		f := p.f
		p.f = nil
		f()
	default:
		p.forget()
	}
}

// Cancel stops the timer and reports whether f will not be called any more
// because of that: true means that no call runs and none begins. It is false when
// f has run or is running, which for an interval was its last time then, and when
// the timer was cancelled before. The loop forgets the timer in its next poll
// phase; it is not counted any more before that.
func (t *PostedTimer) Cancel() bool {
	p := &t.p
	in := &p.l.inbox
	in.mu.Lock()
	defer in.mu.Unlock()
	was := p.state.Swap(over)
	if was == over {
		return false
	}
	if !p.interval || was == underWay {
		p.f = nil
	}
	if was != underWay && !in.closed {
		in.gone++
		in.append(funcTask(p.forget))
	}
	return was != calling
}

// forget takes a cancelled timer out of its list: when the loop hears of it, or
// when it expires before that.
func (p *postedTimer) forget() {
	if p.t.Clear() {
		if p.interval { // otherwise Cancel has done it, or does so at this moment
			p.f = nil
		}
		p.l.forgotten()
	}
}

// drop makes a timer that Terminate has cleared forget its callback.
func (p *postedTimer) drop() {
	if p.state.Swap(over) != over {
		p.f = nil
	}
}

// cancel clears the timer on the loop; one that a Cancel has won is left to it.
func (p *postedTimer) cancel() {
	if p.state.Swap(over) != over {
		p.t.Clear()
		p.f = nil
	}
}
