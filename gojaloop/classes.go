package gojaloop

import (
	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
	"github.com/nodetimers/nodetimers/internal/webapi"
)

// This file makes the classes Timeout and Immediate: constructors, prototypes
// and what util.inspect prints of their objects. The order of the prototype's
// keys and which of them are enumerable are Node's.

func (e *Engine) installClasses() {
	e.instanceOf = e.function("[Symbol.hasInstance]", 1, func(c goja.FunctionCall) goja.Value {
		return e.vm.ToValue(isInstance(c))
	})
	e.fields = newFieldSymbols()
	p := e.class("Timeout", 5, e.constructTimeout)
	e.timeoutProto = e.handles(p)
	e.method(p, "refresh", 0, false, func(c goja.FunctionCall) goja.Value {
		if t := e.thisTimeout(c); t != nil {
			t.refresh()
		}
		return c.This
	})
	e.method(p, "unref", 0, false, func(c goja.FunctionCall) goja.Value {
		if t := e.thisTimeout(c); t != nil {
			t.unref()
		}
		return c.This
	})
	e.method(p, "ref", 0, false, func(c goja.FunctionCall) goja.Value {
		if t := e.thisTimeout(c); t != nil {
			t.ref()
		}
		return c.This
	})
	e.method(p, "hasRef", 0, false, func(c goja.FunctionCall) goja.Value {
		if t := e.thisTimeout(c); t != nil {
			return t.refed()
		}
		return undefined
	})
	e.anonymous(p, "close", func(c goja.FunctionCall) goja.Value {
		if t := e.thisTimeout(c); t != nil {
			t.clearBy()
		}
		return c.This
	})
	e.symbolMethod(p, e.symbols.inspect, "[nodejs.util.inspect.custom]", 2, false, e.inspectTimeout)
	e.symbolMethod(p, webapi.Dispose(), "", 0, true, func(c goja.FunctionCall) goja.Value {
		if t := e.thisTimeout(c); t != nil {
			t.clearBy()
		}
		return undefined
	})
	e.symbolMethod(p, goja.SymToPrimitive, "", 0, true, func(c goja.FunctionCall) goja.Value {
		t := e.thisTimeout(c)
		if t == nil {
			return undefined
		}
		if !t.is(bitPrimitive) {
			t.bits |= bitPrimitive
			e.known[t.id()] = t
		}
		return e.vm.ToValue(t.id())
	})

	p = e.class("Immediate", 2, e.constructImmediate)
	e.immediateProto = e.handles(p)
	e.method(p, "ref", 0, false, func(c goja.FunctionCall) goja.Value {
		if im := e.thisImmediate(c); im != nil {
			im.im.Ref()
		}
		return c.This
	})
	e.method(p, "unref", 0, false, func(c goja.FunctionCall) goja.Value {
		if im := e.thisImmediate(c); im != nil {
			im.im.Unref()
		}
		return c.This
	})
	e.method(p, "hasRef", 0, false, func(c goja.FunctionCall) goja.Value {
		im := e.thisImmediate(c)
		return e.vm.ToValue(im != nil && im.im.Live() && im.im.HasRef())
	})
	e.symbolMethod(p, webapi.Dispose(), "", 0, true, func(c goja.FunctionCall) goja.Value {
		if im := e.thisImmediate(c); im != nil {
			im.clear()
		}
		return undefined
	})
}

// class makes a constructor and gives its prototype.
func (e *Engine) class(name string, length int, construct func(args []goja.Value) *goja.Object) *goja.Object {
	_, proto := e.constructor(name, length,
		func(goja.FunctionCall) goja.Value {
			panic(e.vm.NewTypeError("Class constructor " + name + " cannot be invoked without 'new'"))
		},
		func(args []goja.Value, newTarget *goja.Object) *goja.Object {
			o := construct(args)
			if p, ok := newTarget.Get("prototype").(*goja.Object); ok {
				_ = o.SetPrototype(p)
			}
			return o
		})
	return proto
}

// constructor makes a function that may be called and constructed. goja's own
// native constructors cannot tell the two apart; a Proxy around one can, and is
// called as fast as a native function.
func (e *Engine) constructor(name string, length int, call func(goja.FunctionCall) goja.Value,
	construct func(args []goja.Value, newTarget *goja.Object) *goja.Object) (f, proto *goja.Object) {
	target := e.vm.ToValue(func(goja.ConstructorCall) *goja.Object { return nil }).(*goja.Object)
	e.nameFunction(target, name, length)
	proto = target.Get("prototype").(*goja.Object)
	f = e.vm.ToValue(e.vm.NewProxy(target, &goja.ProxyTrapConfig{
		Apply: func(_ *goja.Object, this goja.Value, args []goja.Value) goja.Value {
			return call(goja.FunctionCall{This: this, Arguments: args})
		},
		Construct: func(_ *goja.Object, args []goja.Value, newTarget *goja.Object) *goja.Object {
			return construct(args, newTarget)
		},
		GetSym: func(target *goja.Object, s *goja.Symbol, _ goja.Value) goja.Value {
			if s == goja.SymHasInstance {
				return e.instanceOf // goja's own fails on a Proxy
			}
			return target.GetSymbol(s)
		},
	})).(*goja.Object)
	define(proto, "constructor", f, false)
	return f, proto
}

// isInstance is Function.prototype[Symbol.hasInstance].
func isInstance(c goja.FunctionCall) bool {
	class, ok := c.This.(*goja.Object)
	if !ok {
		return false
	}
	o, ok := c.Argument(0).(*goja.Object)
	if !ok {
		return false
	}
	proto := class.Get("prototype")
	for p := o.Prototype(); p != nil; p = p.Prototype() {
		if p == proto {
			return true
		}
	}
	return false
}

// ordinary is a native function that, like one written in JavaScript, may be
// called with new: what it returns is then the result, if it is an object.
func (e *Engine) ordinary(name string, length int, call func(goja.FunctionCall) goja.Value) *goja.Object {
	f, _ := e.constructor(name, length, call, func(args []goja.Value, newTarget *goja.Object) *goja.Object {
		if o, ok := call(goja.FunctionCall{This: undefined, Arguments: args}).(*goja.Object); ok {
			return o
		}
		p, _ := newTarget.Get("prototype").(*goja.Object)
		return e.vm.CreateObject(p)
	})
	return f
}

// handles makes a class's prototype one whose objects have fields with symbols.
func (e *Engine) handles(proto *goja.Object) *goja.Object {
	p := e.withSymbols(proto)
	must(proto.Get("constructor").(*goja.Object).DefineDataProperty("prototype", p, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
	return p
}

// constructTimeout is new Timeout(callback, delay, args, isRepeat, isRefed): a
// timer that is not scheduled until it is refreshed.
func (e *Engine) constructTimeout(args []goja.Value) *goja.Object {
	c := goja.FunctionCall{Arguments: args}
	ms := e.delay(c.Argument(1))
	t := e.newTimeout(nil, ms, c.Argument(3).ToBoolean())
	t.bits |= bitManual
	if fn := c.Argument(0); isFunction(fn) {
		t.fn = fn.(*goja.Object)
	} else {
		t.more().callback = fn
	}
	if args := c.Argument(2); args != undefined {
		t.more().argsGiven = args
	}
	if refed := c.Argument(4); !refed.ToBoolean() {
		t.timer.Unref()
		if refed == undefined {
			t.more().refed = undefined
		}
	} else {
		e.manual++
	}
	e.initialized(t.id(), kindTimeout, t.trigger, t)
	return t.object()
}

// constructImmediate is new Immediate(callback, args), which in Node queues it.
func (e *Engine) constructImmediate(args []goja.Value) *goja.Object {
	c := goja.FunctionCall{Arguments: args}
	im := e.newImmediate(nil, nil)
	if fn := c.Argument(0); isFunction(fn) {
		im.fn = fn.(*goja.Object)
	} else {
		im.more().callback = fn
	}
	if args := c.Argument(1); args != undefined {
		im.more().argsGiven = args
	}
	e.setNew(im)
	return im.object()
}

// thisTimeout is what a method of Timeout is called on, nil for any other object:
// Node's methods then do nothing that matters. For what is no object they throw.
func (e *Engine) thisTimeout(c goja.FunctionCall) *Timeout {
	t, _ := e.thisHandle(c, "Timeout").(*Timeout)
	return t
}

func (e *Engine) thisImmediate(c goja.FunctionCall) *Immediate {
	im, _ := e.thisHandle(c, "Immediate").(*Immediate)
	return im
}

func (e *Engine) thisHandle(c goja.FunctionCall, class string) any {
	if o, ok := c.This.(*goja.Object); ok {
		return handleBehind(o)
	}
	panic(nodeerr.New(e.vm, "TypeError", "ERR_INVALID_THIS", `Value of "this" must be of type `+class))
}

// handleBehind is the Go value of an object; that of its target for a Proxy, such
// as those of observers and of tests.
func handleBehind(o *goja.Object) any {
	v := o.Export()
	for {
		p, ok := v.(goja.Proxy)
		if !ok || p.Target() == nil {
			return v
		}
		v = p.Target().Export()
	}
}

func (e *Engine) method(o *goja.Object, name string, length int, enumerable bool, f func(goja.FunctionCall) goja.Value) {
	define(o, name, e.function(name, length, f), enumerable)
}

// anonymous is an enumerable method whose name is empty: Node assigns it to the
// prototype.
func (e *Engine) anonymous(o *goja.Object, key string, f func(goja.FunctionCall) goja.Value) {
	define(o, key, e.function("", 0, f), true)
}

func (e *Engine) symbolMethod(o *goja.Object, s *goja.Symbol, name string, length int, enumerable bool, f func(goja.FunctionCall) goja.Value) {
	must(o.DefineDataPropertySymbol(s, e.function(name, length, f), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.ToFlag(enumerable)))
}

// inspectTimeout is the custom inspection of a Timeout: one level, whatever the
// depth asked for.
func (e *Engine) inspectTimeout(c goja.FunctionCall) goja.Value {
	inspect, ok := goja.AssertFunction(c.Argument(2))
	if !ok {
		return c.This
	}
	opts := e.vm.NewObject()
	if given, ok := c.Argument(1).(*goja.Object); ok {
		for _, k := range given.Keys() {
			define(opts, k, given.Get(k), true)
		}
	}
	define(opts, "depth", e.vm.ToValue(0), true)
	define(opts, "customInspect", e.vm.ToValue(false), true)
	v, err := inspect(undefined, c.This, opts)
	if err != nil {
		panic(err)
	}
	return v
}

// InspectAs gives util.inspect a plain object with the fields of Node's Timeout,
// those with symbols for keys included.
func (t *Timeout) InspectAs(*goja.Runtime) *goja.Object {
	return t.e.snapshot(t.object(), t.Keys(), t.Get, t)
}

// InspectAs gives util.inspect a plain object with the fields of Node's
// Immediate.
func (im *Immediate) InspectAs(*goja.Runtime) *goja.Object {
	return im.e.snapshot(im.object(), im.Keys(), im.Get, im)
}

func (e *Engine) snapshot(of *goja.Object, keys []string, get func(string) goja.Value, f symbolFields) *goja.Object {
	o := e.vm.CreateObject(of.Prototype())
	for _, k := range keys {
		define(o, k, get(k), true)
	}
	for _, s := range f.symbols() {
		must(o.DefineDataPropertySymbol(s, f.symbol(s), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
	}
	return o
}

// ActiveResources is what process.getActiveResourcesInfo lists: "Timeout" for
// each pending timer that keeps the loop alive, then "Immediate" likewise.
func (e *Engine) ActiveResources() []string {
	c := e.loop.Counts()
	timers := c.RefTimers + e.manual
	if t := e.threw; t != nil && t.is(bitDestroyed) && t.timer.Live() && t.timer.HasRef() {
		timers-- // over, although the loop has not been told yet
	}
	var list []string
	for range timers {
		list = append(list, "Timeout")
	}
	for range c.RefImmediates {
		list = append(list, "Immediate")
	}
	return list
}
