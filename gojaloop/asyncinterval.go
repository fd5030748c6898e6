package gojaloop

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
	"github.com/nodetimers/nodetimers/internal/webapi"
)

// This file is AsyncInterval of nodetimers/timers: an interval whose callback
// returns a promise, and whose next turn is not started before that is settled. A
// turn is a timer of its own; between the end of a turn and the next timer nothing
// is pending but what the callback itself waits for.
//
// It ends when it is cleared or its signal is aborted, and then finished is
// fulfilled, once the running turn has ended; or when a turn throws or rejects, and
// then finished is rejected with that. Nothing is lost: who does not look at
// finished has an unhandled rejection.

type asyncInterval struct {
	bag
	e        *Engine
	obj      *goja.Object
	fn       *goja.Object
	args     []goja.Value
	grid     grid // of the timer that is set, or was last
	fixed    bool // keep to its points
	unref    bool
	running  bool // a turn
	cleared  bool
	finished *settler
	origin   *goja.StackFrame // where it was made, if that is tracked
	over     endings
}

func (e *Engine) setAsyncInterval(c goja.FunctionCall) goja.Value {
	fn := e.callback(c.Argument(0))
	ms, o := e.delay(c.Argument(1)), e.beyondOptions(c.Argument(2))
	e.checkRoom()
	if e.asyncIntervalProto == nil {
		e.asyncIntervalProto = e.newAsyncIntervalProto()
	}
	a := &asyncInterval{e: e, fn: fn, args: slices.Clone(rest(c, 3)), fixed: o.hasMissed, unref: o.unref, finished: e.newSettler()}
	a.grid = grid{period: int64(ms), missed: o.missed, next: e.now() + int64(ms)}
	a.obj = e.vm.NewDynamicObject(a)
	_ = a.obj.SetPrototype(e.asyncIntervalProto)
	a.set()
	e.join(a, o)
	return a.obj
}

// set sets the timer of the next turn.
func (a *asyncInterval) set() {
	e := a.e
	t := e.newTimeout(nil, float64(a.grid.period), false)
	x := t.more()
	x.native, x.periodic = a.turn, true
	if a.origin == nil {
		a.origin = x.origin
	} else {
		x.origin = a.origin
	}
	if a.unref {
		t.timer.Unref()
	}
	a.grid.t = t
	e.initialized(t.id(), kindTimeout, t.trigger, t)
	if a.fixed {
		a.grid.start()
	} else {
		t.start(e.now())
	}
}

// turn is the callback of the timer.
func (a *asyncInterval) turn() {
	a.grid.take()
	a.running = true
	var v goja.Value
	if ex := a.e.vm.Try(func() {
		v = a.e.callable(a.fn)(goja.FunctionCall{This: a.obj, Arguments: a.args})
	}); ex != nil {
		a.failed(ex.Value())
		return
	}
	if v == nil {
		v = undefined
	}
	a.e.await(v, func(goja.Value) { a.returned() }, a.failed)
}

// returned follows a turn that went well. Points that came while it ran are
// missed, but for catch-up, which goes on with the first of them.
func (a *asyncInterval) returned() {
	a.running = false
	if a.cleared {
		a.finish(a.finished.resolve, undefined)
		return
	}
	if err := a.e.tooMany(); err != nil {
		a.failed(err)
		return
	}
	if g := &a.grid; a.fixed && g.missed != eventloop.MissedCatchUp {
		if now := a.e.now(); g.next <= now {
			if g.missed == eventloop.MissedDelay {
				g.next = now + g.period
			} else {
				g.take()
			}
		}
	}
	a.set()
}

func (a *asyncInterval) failed(reason goja.Value) {
	a.running, a.cleared = false, true
	a.finish(a.finished.reject, reason)
}

func (a *asyncInterval) finish(f func(any) error, v goja.Value) {
	a.over.tell()
	a.finished.settle(f, v)
}

// clearBy lets no turn begin any more.
func (a *asyncInterval) clearBy() {
	if a.cleared {
		return
	}
	a.cleared = true
	if !a.running {
		a.grid.t.clear()
		a.finish(a.finished.resolve, undefined)
		return
	}
	a.over.tell()
}

func (a *asyncInterval) isOver() bool      { return a.cleared }
func (a *asyncInterval) whenOver(f func()) { a.over = append(a.over, f) }

func (e *Engine) newAsyncIntervalProto() *goja.Object {
	p := e.class("AsyncInterval", 0, func([]goja.Value) *goja.Object {
		panic(nodeerr.New(e.vm, "TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor"))
	})
	this := func(c goja.FunctionCall) *asyncInterval {
		if o, ok := c.This.(*goja.Object); ok {
			if a, ok := o.Export().(*asyncInterval); ok {
				return a
			}
		}
		panic(nodeerr.New(e.vm, "TypeError", "ERR_INVALID_THIS", `Value of "this" must be of type AsyncInterval`))
	}
	e.method(p, "clear", 0, false, func(c goja.FunctionCall) goja.Value {
		this(c).clearBy()
		return undefined
	})
	ref := func(name string, unref bool) {
		e.method(p, name, 0, false, func(c goja.FunctionCall) goja.Value {
			a := this(c)
			if a.unref = unref; unref {
				a.grid.t.timer.Unref()
			} else {
				a.grid.t.timer.Ref()
			}
			return c.This
		})
	}
	ref("ref", false)
	ref("unref", true)
	e.method(p, "hasRef", 0, false, func(c goja.FunctionCall) goja.Value { return e.vm.ToValue(!this(c).unref) })
	e.symbolMethod(p, webapi.Dispose(), "[Symbol.dispose]", 0, false, func(c goja.FunctionCall) goja.Value {
		this(c).clearBy()
		return undefined
	})
	e.symbolMethod(p, webapi.AsyncDispose(), "[Symbol.asyncDispose]", 0, false, func(c goja.FunctionCall) goja.Value {
		a := this(c)
		a.clearBy()
		return a.finished.value()
	})
	must(p.DefineAccessorProperty("finished", e.function("get finished", 0, func(c goja.FunctionCall) goja.Value {
		return this(c).finished.value()
	}), nil, goja.FLAG_TRUE, goja.FLAG_FALSE))
	return p
}
