package gojaloop

import (
	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
	"github.com/nodetimers/nodetimers/internal/webapi"
)

// This file is setInterval of timers/promises. In Node it is an async generator;
// goja has none, so the generator is written out here: a queue of requests, and
// a body that waits for a firing, yields the value once for each firing, and
// cleans up at the end. Nothing starts before the first next(). Each step takes
// the turns that the language gives async generators.

type intervalIterator struct {
	e                     *Engine
	delay, value, options goja.Value

	state    iteratorState
	requests []iteratorRequest

	timer   *Timeout
	signal  *goja.Object
	ignore  func()                  // takes the listener off the signal
	fired   int                     // firings that were not yielded yet
	waiting func(reason goja.Value) // the body waits: nil for a firing, or why it ends
	props   properties
}

type iteratorState uint8

const (
	iteratorStart iteratorState = iota
	iteratorRunning
	iteratorYielded
	iteratorDone
)

type requestKind uint8

const (
	requestNext requestKind = iota
	requestReturn
	requestThrow
)

type iteratorRequest struct {
	kind  requestKind
	value goja.Value
	s     *settler
}

func (e *Engine) newIntervalIterator(delay, value, options goja.Value) *goja.Object {
	if e.intervalProto == nil {
		e.intervalProto = e.newIntervalProto()
	}
	o := e.vm.NewDynamicObject(&intervalIterator{e: e, delay: delay, value: value, options: options})
	_ = o.SetPrototype(e.intervalProto)
	return o
}

// newIntervalProto makes the chain of prototypes that an async generator has.
func (e *Engine) newIntervalProto() *goja.Object {
	base := e.vm.NewObject()
	e.symbolMethod(base, webapi.AsyncIterator(), "[Symbol.asyncIterator]", 0, false, func(c goja.FunctionCall) goja.Value {
		return c.This
	})
	generator := e.vm.CreateObject(base)
	for _, m := range []struct {
		name string
		kind requestKind
	}{{"next", requestNext}, {"return", requestReturn}, {"throw", requestThrow}} {
		e.method(generator, m.name, 1, false, func(c goja.FunctionCall) goja.Value {
			if o, ok := c.This.(*goja.Object); ok {
				if it, ok := o.Export().(*intervalIterator); ok {
					return it.request(m.kind, c.Argument(0))
				}
			}
			return e.rejectedPromise(e.vm.NewTypeError(m.name + " method called on incompatible receiver"))
		})
	}
	must(generator.DefineDataPropertySymbol(goja.SymToStringTag, e.vm.ToValue("AsyncGenerator"),
		goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	e.symbolMethod(base, webapi.AsyncDispose(), "[Symbol.asyncDispose]", 0, false, func(c goja.FunctionCall) goja.Value {
		o, ok := c.This.(*goja.Object)
		if !ok {
			return e.rejectedPromise(nodeerr.New(e.vm, "TypeError", "ERR_INVALID_THIS", `Value of "this" must be of type AsyncGenerator`))
		}
		if it, ok := o.Export().(*intervalIterator); ok {
			return it.request(requestReturn, undefined)
		}
		return e.rejectedPromise(e.vm.NewTypeError("[Symbol.asyncDispose] called on incompatible receiver"))
	})
	return e.vm.CreateObject(generator)
}

func (it *intervalIterator) request(kind requestKind, v goja.Value) goja.Value {
	s := it.e.newSettler()
	it.requests = append(it.requests, iteratorRequest{kind, v, s})
	it.serve()
	return s.value()
}

// serve answers requests until the body runs.
func (it *intervalIterator) serve() {
	for len(it.requests) > 0 && it.state != iteratorRunning {
		r := it.requests[0]
		was := it.state
		if was == iteratorStart && r.kind != requestNext {
			was = iteratorDone
		}
		it.state = iteratorRunning
		switch {
		case was == iteratorStart:
			it.begin()
		case was == iteratorYielded && r.kind == requestNext:
			it.fired--
			it.step()
		case r.kind == requestReturn:
			it.e.await(r.value, it.finish, it.fail)
		case r.kind == requestThrow:
			it.fail(r.value)
		default:
			it.finish(undefined)
		}
	}
}

// begin is the start of the body, with the checks of the arguments.
func (it *intervalIterator) begin() {
	e := it.e
	var wrong goja.Value
	if ex := e.vm.Try(func() {
		w := e.delayOption(it.delay)
		var o timerOptions
		if w == nil {
			o, w = e.options(it.options)
		}
		if w != nil {
			wrong = w
			return
		}
		it.signal = o.signal
		if it.e.aborted(it.signal) {
			wrong = it.e.abortError(it.signal)
			return
		}
		ms := e.delay(it.delay)
		e.checkRoom()
		it.timer = e.newTimeout(nil, ms, true)
		it.timer.more().native = it.fire
		if o.unref {
			it.timer.timer.Unref()
		}
		e.initialized(it.timer.id(), kindTimeout, it.timer.trigger, it.timer)
		it.timer.start(e.now())
		if it.signal != nil {
			it.ignore = e.web.AddAbortListener(it.signal, it.abort)
		}
	}); ex != nil {
		wrong = ex.Value()
	}
	if wrong != nil {
		it.fail(wrong)
		return
	}
	it.step()
}

// fire is the timer's callback.
func (it *intervalIterator) fire() {
	it.fired++
	if w := it.waiting; w != nil {
		it.waiting = nil
		w(nil)
	}
}

// abort is the listener on the signal.
func (it *intervalIterator) abort() {
	it.timer.clear()
	if w := it.waiting; w != nil {
		it.waiting = nil
		w(it.e.abortError(it.signal))
	}
}

// step is the body's loop: yield what has fired, or wait for a firing.
func (it *intervalIterator) step() {
	if it.fired > 0 {
		it.yield()
		return
	}
	if it.e.aborted(it.signal) {
		it.fail(it.e.abortError(it.signal))
		return
	}
	s := it.e.newSettler()
	it.waiting = func(reason goja.Value) {
		if reason == nil {
			s.settle(s.resolve, undefined)
		} else {
			s.settle(s.resolve, it.e.rejectedPromise(reason))
		}
	}
	it.e.await(s.value(), func(goja.Value) {
		if it.fired > 0 {
			it.yield()
		} else {
			it.step()
		}
	}, it.fail)
}

func (it *intervalIterator) yield() {
	it.e.await(it.value, func(v goja.Value) {
		it.state = iteratorYielded
		it.answer(v, false)
	}, it.fail)
}

// finish and fail are the ends of the body, or the answer to a request that
// comes after it.
func (it *intervalIterator) finish(v goja.Value) {
	it.end()
	it.answer(v, true)
}

func (it *intervalIterator) fail(reason goja.Value) {
	it.end()
	r := it.pop()
	r.s.settle(r.s.reject, reason)
	it.serve()
}

func (it *intervalIterator) end() {
	it.state = iteratorDone
	if it.timer != nil {
		it.timer.clear()
		it.timer = nil
	}
	if it.ignore != nil {
		it.ignore()
		it.ignore = nil
	}
}

func (it *intervalIterator) answer(v goja.Value, done bool) {
	o := it.e.vm.NewObject()
	define(o, "value", v, true)
	define(o, "done", it.e.vm.ToValue(done), true)
	r := it.pop()
	r.s.settle(r.s.resolve, o)
	it.serve()
}

func (it *intervalIterator) pop() iteratorRequest {
	r := it.requests[0]
	it.requests = it.requests[1:]
	return r
}

// await goes on with a value as the language's await does: in one turn of the
// microtasks for a promise and for a plain value.
func (e *Engine) await(v goja.Value, then, failed func(goja.Value)) {
	p := v
	if o, ok := v.(*goja.Object); !ok || !isPromise(o) {
		s := e.newSettler()
		s.settle(s.resolve, v)
		p = s.value()
	}
	call := func(f func(goja.Value)) goja.Value {
		return e.host.framed(func(c goja.FunctionCall) goja.Value {
			f(c.Argument(0))
			return undefined
		})
	}
	e.host.attach(p, call(then), call(failed))
}

func isPromise(o *goja.Object) bool {
	_, ok := o.Export().(*goja.Promise)
	return ok
}

// An iterator has no fields of its own; a script may add some.

// Get is called by goja.
func (it *intervalIterator) Get(key string) goja.Value { return it.props.values[key] }

// Set is called by goja.
func (it *intervalIterator) Set(key string, v goja.Value) bool {
	it.props.set(key, v)
	return true
}

// Has is called by goja.
func (it *intervalIterator) Has(key string) bool { _, ok := it.props.values[key]; return ok }

// Delete is called by goja.
func (it *intervalIterator) Delete(key string) bool { it.props.delete(key); return true }

// Keys is called by goja.
func (it *intervalIterator) Keys() []string { return it.props.keys }
