package gojaloop

import (
	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file is timers/promises: setTimeout, setImmediate and scheduler. The
// iterator of setInterval is in interval.go. Bad arguments reject, they never
// throw; a promise settles in the callback of its timer.

func (e *Engine) newPromisesModule() *goja.Object {
	m := e.vm.NewObject()
	define(m, "setTimeout", e.ordinary("setTimeout", 2, func(c goja.FunctionCall) goja.Value {
		return e.promiseTimeout(c.Argument(0), c.Argument(1), c.Argument(2))
	}), true)
	define(m, "setImmediate", e.ordinary("setImmediate", 1, func(c goja.FunctionCall) goja.Value {
		return e.promiseImmediate(c.Argument(0), c.Argument(1))
	}), true)
	e.method(m, "setInterval", 2, true, func(c goja.FunctionCall) goja.Value {
		return e.newIntervalIterator(c.Argument(0), c.Argument(1), c.Argument(2))
	})
	define(m, "scheduler", e.newScheduler(), true)
	return m
}

// newScheduler makes the one instance of class Scheduler.
func (e *Engine) newScheduler() *goja.Object {
	proto := e.class("Scheduler", 0, func([]goja.Value) *goja.Object {
		panic(nodeerr.New(e.vm, "TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor"))
	})
	brand := goja.NewSymbol("kScheduler")
	check := func(c goja.FunctionCall) {
		if c.This == nil || goja.IsUndefined(c.This) || goja.IsNull(c.This) {
			panic(e.vm.NewTypeError("Cannot read properties of undefined (reading 'Symbol(kScheduler)')"))
		}
		if o, ok := c.This.(*goja.Object); ok {
			if v := o.GetSymbol(brand); v != nil && v.ToBoolean() {
				return
			}
		}
		panic(nodeerr.New(e.vm, "TypeError", "ERR_INVALID_THIS", `Value of "this" must be of type Scheduler`))
	}
	e.method(proto, "yield", 0, false, func(c goja.FunctionCall) goja.Value {
		check(c)
		return e.promiseImmediate(undefined, undefined)
	})
	e.method(proto, "wait", 2, false, func(c goja.FunctionCall) goja.Value {
		check(c)
		return e.promiseTimeout(c.Argument(0), undefined, c.Argument(1))
	})
	scheduler := e.vm.CreateObject(proto)
	must(scheduler.DefineDataPropertySymbol(brand, e.vm.ToValue(true), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
	return scheduler
}

// timerOptions are the options of the promise functions.
type timerOptions struct {
	signal *goja.Object
	unref  bool
}

// options checks what was given; it returns an error object if that is wrong.
func (e *Engine) options(v goja.Value) (o timerOptions, wrong *goja.Object) {
	if v == undefined {
		return o, nil
	}
	given, ok := v.(*goja.Object)
	if !ok || isFunction(v) || given.ClassName() == "Array" {
		return o, nodeerr.InvalidArgType(e.vm, "options", "of type object", v)
	}
	if s := given.Get("signal"); s != nil && s != undefined {
		if !e.isSignal(s) {
			return o, nodeerr.InvalidArgType(e.vm, "options.signal", "an instance of AbortSignal", s)
		}
		o.signal = s.(*goja.Object)
	}
	if r := given.Get("ref"); r != nil && r != undefined {
		ref, ok := r.Export().(bool)
		if _, isObject := r.(*goja.Object); !ok || isObject {
			return o, nodeerr.InvalidArgType(e.vm, "options.ref", "of type boolean", r)
		}
		o.unref = !ref
	}
	return o, nil
}

// isSignal takes what Node takes: signals, and objects of other makers that have
// their properties.
func (e *Engine) isSignal(v goja.Value) bool {
	if e.web != nil && e.web.IsAbortSignal(v) {
		return true
	}
	o, ok := v.(*goja.Object)
	return ok && !isFunction(o) && o.Get("aborted") != nil
}

func (e *Engine) aborted(signal *goja.Object) bool {
	if signal == nil {
		return false
	}
	v := signal.Get("aborted")
	return v != nil && v.ToBoolean()
}

// abortError is what an aborted signal rejects with.
func (e *Engine) abortError(signal *goja.Object) *goja.Object {
	reason := signal.Get("reason")
	if reason == nil {
		reason = undefined
	}
	return e.web.AbortError(reason)
}

// delayOption checks the delay of a promise function.
func (e *Engine) delayOption(v goja.Value) (wrong *goja.Object) {
	if v != undefined && !goja.IsNumber(v) {
		return nodeerr.InvalidArgType(e.vm, "delay", "of type number", v)
	}
	return nil
}

// settler is a promise on its way.
type settler struct {
	e       *Engine
	promise *goja.Promise
	resolve func(any) error
	reject  func(any) error
}

func (e *Engine) newSettler() *settler {
	s := &settler{e: e}
	s.promise, s.resolve, s.reject = e.vm.NewPromise()
	return s
}

func (s *settler) value() goja.Value { return s.e.vm.ToValue(s.promise) }

// settle ends it with v; a promise or thenable is adopted.
func (s *settler) settle(f func(any) error, v goja.Value) {
	if err := f(v); err != nil {
		panic(err)
	}
}

// onAbort lets signal, if there is one, reject the promise after cancel has
// stopped its timer. It returns what the script gets: with a signal that is a
// promise which follows five turns of the microtasks later. In Node it is made by
// a finally, which takes the listener off the signal in the second of them.
func (s *settler) onAbort(signal *goja.Object, cancel func()) goja.Value {
	if signal == nil {
		return s.value()
	}
	e := s.e
	ignore := e.web.AddAbortListener(signal, func() {
		cancel()
		s.settle(s.reject, e.abortError(signal))
	})
	last := e.newSettler()
	var follow func(turn int, f func(any) error, v goja.Value)
	follow = func(turn int, f func(any) error, v goja.Value) {
		switch turn {
		case 2:
			ignore()
		case 5:
			last.settle(f, v)
			return
		}
		next := func(goja.Value) { follow(turn+1, f, v) }
		e.await(undefined, next, next)
	}
	e.await(s.value(),
		func(v goja.Value) { follow(1, last.resolve, v) },
		func(v goja.Value) { follow(1, last.reject, v) })
	return last.value()
}

func (e *Engine) rejectedPromise(reason goja.Value) goja.Value {
	s := e.newSettler()
	s.settle(s.reject, reason)
	return s.value()
}

// attempt turns what f throws, such as a getter of the options, into a rejection.
func (e *Engine) attempt(f func() goja.Value) (v goja.Value) {
	if ex := e.vm.Try(func() { v = f() }); ex != nil {
		return e.rejectedPromise(ex.Value())
	}
	return v
}

// promiseTimeout throws what a script's process.emitWarning throws, and nothing
// else.
func (e *Engine) promiseTimeout(delay, value, options goja.Value) goja.Value {
	var o timerOptions
	if p := e.attempt(func() (p goja.Value) {
		wrong := e.delayOption(delay)
		if wrong == nil {
			o, wrong = e.options(options)
		}
		if wrong == nil {
			wrong = e.tooMany()
		}
		return e.refusal(wrong, o.signal)
	}); p != nil {
		return p
	}
	s := e.newSettler()
	t := e.newTimeout(nil, e.delay(delay), false)
	t.more().native = func() { s.settle(s.resolve, value) }
	if o.unref {
		t.timer.Unref()
	}
	e.initialized(t.id(), kindTimeout, t.trigger, t)
	t.start(e.now())
	return s.onAbort(o.signal, t.clear)
}

func (e *Engine) promiseImmediate(value, options goja.Value) goja.Value {
	var o timerOptions
	if p := e.attempt(func() goja.Value {
		var wrong *goja.Object
		o, wrong = e.options(options)
		return e.refusal(wrong, o.signal)
	}); p != nil {
		return p
	}
	s := e.newSettler()
	im := e.newImmediate(nil, nil)
	im.more().native = func() { s.settle(s.resolve, value) }
	if o.unref {
		im.im.Unref()
	}
	e.setNew(im)
	return s.onAbort(o.signal, im.clear)
}

// refusal is the promise of a call that makes no timer, nil if it makes one.
func (e *Engine) refusal(wrong, signal *goja.Object) goja.Value {
	switch {
	case wrong != nil:
		return e.rejectedPromise(wrong)
	case e.aborted(signal):
		return e.rejectedPromise(e.abortError(signal))
	}
	return nil
}

// Then calls one of two functions when p is settled, in the turn in which a
// reaction of JavaScript's would run. The promise counts as handled.
func (e *Engine) Then(p *goja.Promise, fulfilled, rejected func(goja.Value)) {
	if p == nil || fulfilled == nil || rejected == nil {
		misuse("Then with a nil promise or function")
	}
	e.await(e.vm.ToValue(p), fulfilled, rejected)
}

// QueueMicrotask calls f after the running callback and its ticks, inside the
// engine's frame, in order with promise reactions. What f panics with as an
// exception is an uncaught exception.
func (e *Engine) QueueMicrotask(f func()) {
	if f == nil {
		misuse("QueueMicrotask with a nil function")
	}
	from := e.async
	e.loop.QueueMicrotask(func() {
		outer := e.async
		e.async = from
		e.host.runCaught(f)
		e.async = outer
	})
}

// Uncaught treats value as an exception that nobody caught or, if rejection is
// set, as the reason of a promise whose rejection nobody handled.
func (e *Engine) Uncaught(value goja.Value, rejection bool) {
	e.uncaught(value, nil, rejection)
}
