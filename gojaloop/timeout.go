package gojaloop

import (
	"math"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is the life of one JavaScript timer: made, started, fired, cleared,
// refreshed. What scripts see of it, its fields and methods, is in fields.go.
//
// The rules are those of Node's listOnTimeout, insert, unenroll and refresh, and
// use the fields as scripts may have changed them. The order of timers is the
// loop's: a Timeout embeds an eventloop.Timer, so timers of Go and of JavaScript
// share the lists. A Timeout is 128 bytes, and the goja object in front of it 56.

// Timeout is a timer of setTimeout or setInterval as it appears in Go: it is
// what Export gives for the object a script has.
type Timeout struct {
	timer   eventloop.Timer
	e       *Engine
	obj     *goja.Object
	fn      *goja.Object // the callback; nil when it is not a function, see more
	frame   *AsyncFrame
	idle    float64 // _idleTimeout as a number
	bits    int64   // async id << 8 | flags
	trigger int64   // async id of the creator
	extra   *timeoutExtra
}

// timeoutExtra is what many timers have none of: arguments. A single one has its place
// here.
type timeoutExtra struct {
	arguments
	rare *timeoutRare
}

// arguments are what a callback is called with.
type arguments struct {
	list []goja.Value // nil: none
	one  [1]goja.Value
}

// set takes them over from goja's stack.
func (a *arguments) set(args []goja.Value) {
	if len(args) == 1 {
		a.one[0] = args[0]
		a.list = a.one[:]
		return
	}
	a.list = append([]goja.Value(nil), args...)
}

// drop lets go of them. While the callback runs it may be reading a single one where it
// is, if it is native; then its reference stays until a later drop.
func (a *arguments) drop(running bool) {
	a.list = nil
	if !running {
		a.one[0] = nil
	}
}

// timeoutRare is what most timers have none of.
type timeoutRare struct {
	argsGiven goja.Value             // what a script wrote to _timerArgs, or the array made of args
	callback  goja.Value             // _onTimeout, when it is not fn
	native    func()                 // a callback of ours
	posted    *eventloop.PostedTimer // the timer of a Go function, see dropin.go
	idle      goja.Value             // _idleTimeout, when it is not a number
	repeat    goja.Value             // _repeat, when it is neither null nor the delay
	start     goja.Value             // _idleStart, when a script wrote something that is no integer
	origin    *goja.StackFrame       // where it was made, if that is tracked
	prev      goja.Value             // _idlePrev and _idleNext, when a script wrote them
	next      goja.Value
	refed     goja.Value // undefined, see refed
	props     properties // what scripts added
	symbols   symbolProperties
	over      endings
	periodic  bool // an interval of nodetimers/timers
}

const kindTimeout = "Timeout" // the type async hooks are told

const (
	bitInterval  = 1 << iota // _repeat is the delay
	bitDestroyed             // _destroyed
	bitPrimitive             // was converted to a number, so it is in Engine.known
	bitRunning               // its callback runs
	bitManual                // made by new Timeout, never scheduled yet
	idShift      = 8
)

func (t *Timeout) id() int64       { return t.bits >> idShift }
func (t *Timeout) is(b int64) bool { return t.bits&b != 0 }
func (t *Timeout) setID(id int64)  { t.bits = t.bits&(1<<idShift-1) | id<<idShift }
func (t *Timeout) room() *timeoutExtra {
	if t.extra == nil {
		t.extra = &timeoutExtra{}
	}
	return t.extra
}

// rare is nil if there is nothing in it.
func (t *Timeout) rare() *timeoutRare {
	if t.extra == nil {
		return nil
	}
	return t.extra.rare
}

func (t *Timeout) more() *timeoutRare {
	x := t.room()
	if x.rare == nil {
		x.rare = &timeoutRare{}
	}
	return x.rare
}

// newTimeout makes a timer that is not started. ms has been through delay.
func (e *Engine) newTimeout(fn *goja.Object, ms float64, interval bool) *Timeout {
	t := &Timeout{e: e, fn: fn, idle: ms, trigger: e.async.ID, frame: e.async.Frame}
	t.bits = e.ids.next() << idShift
	if interval {
		t.bits |= bitInterval
	}
	t.timer.InitHosted(e.loop, t)
	if e.tracking {
		t.madeHere()
	}
	return t
}

// start queues t at a given millisecond with the delay it has: Node's insert.
func (t *Timeout) start(at int64) {
	if t.rare() != nil {
		t.rare().start = nil
	}
	ms := t.idle
	if !(ms >= 1 && ms <= maxDelay) { // a script wrote it, or LongDelays
		if ms = min(ms, t.e.farthest()); !(ms >= 1) {
			ms = 1
		}
	}
	t.timer.StartTicks(at*t.e.perMS, int64(ms)*t.e.perMS)
}

// Expire is called by the loop when the timer is due.
func (t *Timeout) Expire(*eventloop.Timer) {
	x := t.rare()
	if t.fn == nil && (x == nil || x.native == nil) {
		t.expireOther()
		return
	}
	e := t.e
	e.enter(t.id(), t.trigger, t.frame, t)
	at := int64(-1)
	if t.repeats() {
		at = e.now()
	}
	t.bits |= bitRunning
	defer t.after(at)
	switch {
	case t.extra == nil:
		e.callable(t.fn)(goja.FunctionCall{This: t.obj})
	case t.fn == nil:
		x.native()
	default:
		e.callable(t.fn)(goja.FunctionCall{This: t.obj, Arguments: t.arguments()})
	}
	e.leave()
}

// after follows a callback, also one that threw: an interval is queued again
// from the time before its callback; a timer that nothing queued is destroyed.
func (t *Timeout) after(at int64) {
	t.bits &^= bitRunning
	switch {
	case t.repeats() && !t.idleIs(-1):
		if at < 0 { // it became an interval in its callback
			at = t.e.now()
		}
		t.becomeRepeat()
		if t.is(bitDestroyed) {
			t.uncount()
		}
		t.start(at)
	case t.is(bitDestroyed): // cleared in its callback
		t.drop(undefined)
	case !t.timer.Scheduled():
		t.destroy()
	}
}

// uncount is for an interval that was cleared in its callback and got a delay again
// there. Node queues it and does not count it: it keeps nothing alive, whatever
// hasRef says, until refresh makes a timer of it again.
func (t *Timeout) uncount() {
	if t.timer.HasRef() {
		t.more().refed = t.e.vm.ToValue(true)
		t.timer.Unref()
	}
}

// expireOther fires a timer whose callback a script has replaced by something
// that is no function: a falsy value makes it vanish, anything else throws.
func (t *Timeout) expireOther() {
	if x := t.rare(); x != nil && x.callback != nil && x.callback.ToBoolean() {
		defer t.after(-1)
		panic(t.e.vm.NewTypeError("timer._onTimeout is not a function"))
	}
	t.drop(undefined)
	if !t.is(bitDestroyed) {
		t.destroy()
	}
}

// destroy is the end of a timer that was not cleared: refresh may revive it.
func (t *Timeout) destroy() {
	t.forget()
	t.bits |= bitDestroyed
}

// forget takes the timer's id out of those that clear accepts.
func (t *Timeout) forget() {
	t.e.destroyed(t.id())
	if t.is(bitPrimitive) {
		delete(t.e.known, t.id())
	}
	if t.rare() != nil {
		t.rare().over.tell()
	}
}

// clear is clearTimeout for a timer with a callback: Node's unenroll.
func (t *Timeout) clear() {
	if t.is(bitDestroyed) {
		t.drop(undefined) // what it holds is let go, the delay stays
		return
	}
	t.forget()
	t.settleManual()
	t.bits |= bitDestroyed
	queued := t.timer.Scheduled()
	if queued && t.lost() {
		t.timer.ClearAndLeaveList()
	} else {
		t.timer.Clear()
	}
	t.keepRepeat()
	t.idle = -1
	if x := t.rare(); x != nil {
		x.idle = nil
	}
	if t.is(bitRunning) && !queued { // arguments stay until it returns
		t.fn = nil
		x := t.more()
		x.native, x.callback = nil, goja.Null()
		return
	}
	t.drop(undefined)
}

// lost reports whether a script has changed _idleTimeout since the timer was queued:
// Node looks for its list by that, and finds another or none.
func (t *Timeout) lost() bool {
	duration, _, _, _ := t.timer.List()
	if x := t.rare(); x != nil && x.idle != nil {
		return true
	}
	return math.Trunc(t.idle) != float64(duration/t.e.perMS)
}

// drop lets go of callback and arguments; _onTimeout then reads as v.
func (t *Timeout) drop(v goja.Value) {
	t.fn = nil
	if t.extra == nil {
		return
	}
	t.extra.drop(t.is(bitRunning))
	if x := t.extra.rare; x != nil {
		x.native, x.callback, x.argsGiven = nil, v, nil
	}
}

// refresh restarts the delay: Node's insertGuarded. A timer that was destroyed
// is a new one afterwards; one that was cleared has no delay any more.
func (t *Timeout) refresh() {
	if t.idle < 0 || t.rare() != nil && t.rare().idle == undefined {
		return
	}
	if !t.timer.Live() {
		t.e.checkRoom()
	}
	if x := t.rare(); t.is(bitDestroyed) && x != nil && x.refed != nil && x.refed.ToBoolean() {
		t.ref() // see uncount
	}
	t.start(t.e.now())
	t.settleManual()
	if t.is(bitDestroyed) {
		t.setID(t.e.ids.next())
		t.trigger, t.frame = t.e.async.ID, t.e.async.Frame
		t.e.initialized(t.id(), kindTimeout, t.trigger, t)
	}
	t.bits &^= bitDestroyed
}

// refed is what hasRef gives: undefined for a timer made by new Timeout without
// its last argument.
func (t *Timeout) refed() goja.Value {
	if x := t.rare(); x != nil && x.refed != nil {
		return x.refed
	}
	return t.e.vm.ToValue(t.timer.HasRef())
}

// ref and unref also keep the count of timers made by new Timeout.
func (t *Timeout) ref() {
	t.refGiven()
	if t.is(bitManual) && !t.timer.HasRef() {
		t.e.manual++
	}
	t.timer.Ref()
}

func (t *Timeout) unref() {
	t.refGiven()
	if t.is(bitManual) && t.timer.HasRef() {
		t.e.manual--
	}
	t.timer.Unref()
}

func (t *Timeout) refGiven() {
	if t.rare() != nil {
		t.rare().refed = nil
	}
}

// settleManual ends the special count of a timer made by new Timeout, which Node
// lists as active before it was ever scheduled.
func (t *Timeout) settleManual() {
	if t.is(bitManual) {
		t.bits &^= bitManual
		if t.timer.HasRef() {
			t.e.manual--
		}
	}
}

// repeats reports whether _repeat is truthy.
func (t *Timeout) repeats() bool {
	if x := t.rare(); x != nil && x.repeat != nil {
		return x.repeat.ToBoolean()
	}
	return t.is(bitInterval)
}

// becomeRepeat sets _idleTimeout to _repeat.
func (t *Timeout) becomeRepeat() {
	if x := t.rare(); x != nil && x.repeat != nil {
		t.setIdle(x.repeat)
	}
}

// idleIs compares _idleTimeout with a number.
func (t *Timeout) idleIs(v float64) bool {
	if x := t.rare(); x != nil && x.idle != nil {
		return false
	}
	return t.idle == v
}

// number is the number in a field a script has written; NaN if there is none.
func (e *Engine) number(v goja.Value) float64 {
	if goja.IsNumber(v) {
		return v.ToFloat()
	}
	f := math.NaN()
	e.vm.Try(func() { f = v.ToFloat() })
	return f
}

// arguments gives what the callback is called with.
func (t *Timeout) arguments() []goja.Value {
	x := t.rare()
	if x == nil || x.argsGiven == nil {
		return t.extra.list
	}
	if x.argsGiven == undefined {
		return nil
	}
	list, ok := x.argsGiven.(*goja.Object)
	if !ok {
		panic(t.e.vm.NewTypeError("CreateListFromArrayLike called on non-object"))
	}
	return listOf(list) // a script has seen the array, or put one there
}
