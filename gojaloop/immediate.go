package gojaloop

import (
	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is the life of one JavaScript immediate. Its place in the queue and
// its ref are the loop's: it embeds an eventloop.Immediate. 96 bytes, and the
// goja object in front of it 56.

// Immediate is an immediate of setImmediate as it appears in Go: it is what
// Export gives for the object a script has.
type Immediate struct {
	im      eventloop.Immediate
	e       *Engine
	obj     *goja.Object
	fn      *goja.Object // nil: nothing is called
	frame   *AsyncFrame
	bits    int64 // async id << 8 | flags
	trigger int64
	extra   *immediateExtra
}

// immediateExtra is what many immediates have none of.
type immediateExtra struct {
	arguments
	rare *immediateRare
}

// immediateRare is what most immediates have none of.
type immediateRare struct {
	argsGiven goja.Value // what a script wrote to _argv, or the array made of args
	callback  goja.Value // _onImmediate, when it is not fn
	native    func()
	origin    *goja.StackFrame // where it was made, if that is tracked
	props     properties
	symbols   symbolProperties
	over      endings
}

func (im *Immediate) id() int64 { return im.bits >> idShift }

func (im *Immediate) room() *immediateExtra {
	if im.extra == nil {
		im.extra = &immediateExtra{}
	}
	return im.extra
}

// rare is nil if there is nothing in it.
func (im *Immediate) rare() *immediateRare {
	if im.extra == nil {
		return nil
	}
	return im.extra.rare
}

func (im *Immediate) more() *immediateRare {
	x := im.room()
	if x.rare == nil {
		x.rare = &immediateRare{}
	}
	return x.rare
}

// newImmediate makes an immediate that is not queued. The arguments may be on goja's
// stack.
func (e *Engine) newImmediate(fn *goja.Object, args []goja.Value) *Immediate {
	im := &Immediate{e: e, fn: fn, trigger: e.async.ID, frame: e.async.Frame}
	im.bits = e.ids.next() << idShift
	if len(args) > 0 {
		im.room().set(args)
	}
	im.im.InitHosted(e.loop, im)
	if e.tracking {
		im.madeHere()
	}
	return im
}

// setNew queues a new immediate.
func (e *Engine) setNew(im *Immediate) {
	e.initialized(im.id(), "Immediate", im.trigger, im)
	im.im.Set()
}

// RunImmediate is called by the loop. The immediate is destroyed before its
// callback runs.
func (im *Immediate) RunImmediate(*eventloop.Immediate) {
	if im.is(bitDestroyed) { // a script wrote it: Node skips such a one
		return
	}
	e := im.e
	if e.hook != nil {
		e.hook.Immediates()
	}
	im.bits |= bitDestroyed
	fn, x, bare := im.fn, im.rare(), im.extra == nil
	if fn == nil && bare && e.hook == nil { // see afterHandled
		return
	}
	e.enter(im.id(), im.trigger, im.frame, im)
	im.bits |= bitRunning
	defer im.after()
	switch {
	case fn == nil && bare:
	case bare:
		e.callable(fn)(goja.FunctionCall{This: im.obj})
	case x != nil && x.native != nil:
		x.native()
	case fn == nil:
		panic(e.vm.NewTypeError("immediate._onImmediate is not a function"))
	default:
		e.callable(fn)(goja.FunctionCall{This: im.obj, Arguments: im.arguments()})
	}
	e.leave()
}

// after lets go of callback and arguments.
func (im *Immediate) after() {
	im.bits &^= bitRunning
	im.drop()
	im.e.destroyed(im.id())
}

func (im *Immediate) drop() {
	im.fn = nil
	if im.extra == nil {
		return
	}
	im.extra.drop(im.is(bitRunning))
	if x := im.extra.rare; x != nil {
		x.argsGiven, x.callback, x.native = nil, nil, nil
		x.over.tell()
	}
}

func (im *Immediate) clear() {
	if im.is(bitDestroyed) {
		return
	}
	if x := im.rare(); x != nil && x.callback != nil && !x.callback.ToBoolean() {
		return // Node's clearImmediate looks at _onImmediate first; it throws when it runs
	}
	im.bits |= bitDestroyed
	im.im.Clear()
	im.drop()
	im.e.destroyed(im.id())
}

func (im *Immediate) is(b int64) bool { return im.bits&b != 0 }

func (im *Immediate) arguments() []goja.Value {
	x := im.rare()
	if x == nil || x.argsGiven == nil {
		return im.extra.list
	}
	given := x.argsGiven
	switch {
	case !given.ToBoolean():
		return nil
	case !goja.IsString(given):
		if _, ok := given.(*goja.Object); !ok {
			panic(im.e.vm.NewTypeError("Spread syntax requires ...iterable[Symbol.iterator] to be a function"))
		}
	}
	return listOf(given.ToObject(im.e.vm))
}

// listOf gives the elements of an array a script has seen or put into a field,
// by index: no iterator of the script's is called.
func listOf(o *goja.Object) []goja.Value {
	length := o.Get("length")
	if length == nil {
		return nil
	}
	args := make([]goja.Value, max(0, int(length.ToInteger())))
	for i := range args {
		if args[i] = o.Get(itoa(i)); args[i] == nil {
			args[i] = undefined
		}
	}
	return args
}

// SetUnrefImmediate calls f inside the engine's frame in the next immediates
// phase, if there is one: it does not keep the loop alive, and scripts do not see
// it.
func (e *Engine) SetUnrefImmediate(f func()) {
	if f == nil {
		misuse("SetUnrefImmediate with a nil function")
	}
	im := &eventloop.Immediate{}
	im.InitHosted(e.loop, immediateFunc(f))
	im.Unref()
	im.Set()
}

type immediateFunc func()

// RunImmediate is called by the loop.
func (f immediateFunc) RunImmediate(*eventloop.Immediate) { f() }
