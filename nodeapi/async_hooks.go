package nodeapi

import (
	_ "embed"
	"slices"
	"sync"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
	"github.com/nodetimers/nodetimers/internal/webapi"
)

// This file is the native half of async_hooks: the engine keeps the context, the
// classes in async_hooks.js put it in place and read it.

//go:embed async_hooks.js
var asyncHooksSource string

var asyncHooksProgram = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("node:async_hooks", asyncHooksSource, true)
})

// asyncHooks is what createHook has enabled.
type asyncHooks struct {
	n         *Node
	enabled   []*goja.Object
	destroyed []int64
	top       *goja.Object // the resource of the main script
}

func (n *Node) asyncHooks() *goja.Object {
	return n.module("async_hooks", n.loadAsyncHooks)
}

func (n *Node) loadAsyncHooks() *goja.Object {
	vm, e := n.vm, n.engine
	h := &asyncHooks{n: n, top: vm.NewObject()}
	n.flushDestroyed = h.flush
	native := vm.NewObject()
	def := func(name string, f func(goja.FunctionCall) goja.Value) { n.method(native, name, 0, f) }
	// A frame passes through JavaScript as an opaque value.
	wrap := func(f *gojaloop.AsyncFrame) goja.Value {
		if f == nil {
			return goja.Undefined()
		}
		return vm.ToValue(f)
	}
	unwrap := func(v goja.Value) *gojaloop.AsyncFrame {
		f, _ := v.Export().(*gojaloop.AsyncFrame)
		return f
	}
	def("frame", func(goja.FunctionCall) goja.Value { return wrap(e.Scope().Frame) })
	def("setFrame", func(c goja.FunctionCall) goja.Value {
		old := e.Scope().Frame
		e.SetFrame(unwrap(c.Argument(0)))
		return wrap(old)
	})
	def("storeGet", func(c goja.FunctionCall) goja.Value {
		if v := e.Scope().Frame.Get(c.Argument(0).(*goja.Object)); v != nil {
			return v
		}
		return c.Argument(1)
	})
	def("storeSet", func(c goja.FunctionCall) goja.Value {
		e.SetFrame(e.Scope().Frame.With(c.Argument(0).(*goja.Object), c.Argument(1)))
		return goja.Undefined()
	})
	def("storeDelete", func(c goja.FunctionCall) goja.Value {
		e.SetFrame(e.Scope().Frame.Without(c.Argument(0).(*goja.Object)))
		return goja.Undefined()
	})
	def("newId", func(goja.FunctionCall) goja.Value { return vm.ToValue(e.NewAsyncID()) })
	def("currentId", func(goja.FunctionCall) goja.Value { return vm.ToValue(e.Scope().ID) })
	def("currentTrigger", func(goja.FunctionCall) goja.Value { return vm.ToValue(e.Scope().Trigger) })
	def("currentResource", func(goja.FunctionCall) goja.Value {
		s := e.Scope()
		if o := s.Resource(); o != nil {
			return o
		}
		return h.top
	})
	def("inScope", h.inScope(unwrap))
	def("emitInit", func(c goja.FunctionCall) goja.Value {
		h.init(c.Argument(0).ToInteger(), c.Argument(1).String(), c.Argument(2).ToInteger(), c.Argument(3).(*goja.Object))
		return goja.Undefined()
	})
	def("emitDestroy", func(c goja.FunctionCall) goja.Value {
		h.destroy(c.Argument(0).ToInteger())
		return goja.Undefined()
	})
	def("addHook", func(c goja.FunctionCall) goja.Value {
		h.enabled = append(slices.Clip(h.enabled), c.Argument(0).(*goja.Object))
		e.SetAsyncHook(&gojaloop.AsyncHook{Init: h.init, Before: h.before, After: h.after, Destroy: h.destroy, Immediates: h.flush})
		return goja.Undefined()
	})
	def("removeHook", func(c goja.FunctionCall) goja.Value {
		o := c.Argument(0).(*goja.Object)
		h.enabled = slices.DeleteFunc(slices.Clone(h.enabled), func(q *goja.Object) bool { return q == o })
		if len(h.enabled) == 0 {
			e.SetAsyncHook(nil)
		}
		return goja.Undefined()
	})
	set(native, "dispose", webapi.Dispose())
	v, err := vm.RunProgram(asyncHooksProgram())
	must(err)
	load, _ := goja.AssertFunction(v)
	m, err := load(goja.Undefined(), native, n.errorMakers())
	must(err)
	exports := m.(*goja.Object)
	n.emitterClass = exports.Get("emitterClass")
	must(exports.Delete("emitterClass"))
	return exports
}

// installEmitterClass puts EventEmitterAsyncResource on the module events; the
// class is made when it is first asked for.
func (n *Node) installEmitterClass() {
	var class goja.Value
	must(n.events.DefineAccessorProperty("EventEmitterAsyncResource", n.function("get EventEmitterAsyncResource", 0, func(goja.FunctionCall) goja.Value {
		if class == nil {
			n.asyncHooks()
			make, _ := goja.AssertFunction(n.emitterClass)
			v, err := make(goja.Undefined(), n.events)
			must(err)
			class = v
		}
		return class
	}), nil, goja.FLAG_TRUE, goja.FLAG_TRUE))
}

// errorMakers lets embedded sources make Node's errors.
func (n *Node) errorMakers() *goja.Object {
	o := n.vm.NewObject()
	n.method(o, "invalidArgType", 3, func(c goja.FunctionCall) goja.Value {
		return nodeerr.InvalidArgType(n.vm, c.Argument(0).String(), c.Argument(1).String(), c.Argument(2))
	})
	n.method(o, "coded", 3, func(c goja.FunctionCall) goja.Value {
		return nodeerr.New(n.vm, c.Argument(0).String(), c.Argument(1).String(), c.Argument(2).String())
	})
	return o
}

// inScope calls (id, trigger, frame, resource, fn, this, args) in a context.
func (h *asyncHooks) inScope(unwrap func(goja.Value) *gojaloop.AsyncFrame) func(goja.FunctionCall) goja.Value {
	return func(c goja.FunctionCall) goja.Value {
		id := c.Argument(0).ToInteger()
		fn, ok := goja.AssertFunction(c.Argument(4))
		if !ok {
			panic(nodeerr.InvalidArgType(h.n.vm, "fn", "of type function", c.Argument(4)))
		}
		list := c.Argument(6).(*goja.Object)
		args := make([]goja.Value, int(list.Get("length").ToInteger()))
		for i := range args {
			args[i] = list.Get(h.n.vm.ToValue(i).String())
		}
		old := h.n.engine.SetScope(gojaloop.ScopeFor(id, c.Argument(1).ToInteger(), unwrap(c.Argument(2)), c.Argument(3).(*goja.Object)))
		defer h.n.engine.SetScope(old)
		h.before(id)
		v, err := fn(c.Argument(5), args...)
		if err != nil {
			panic(err)
		}
		h.after(id)
		return v
	}
}

// call calls a function of each hook. One that is called around a promise reaction
// has no frame of the engine below it: called through a goja.Callable it would run
// the promise jobs that wait before it returns.
func (h *asyncHooks) call(name string, args ...goja.Value) {
	for _, hook := range h.enabled {
		o, ok := hook.Get(name).(*goja.Object)
		if !ok {
			continue
		}
		if f, ok := o.Export().(func(goja.FunctionCall) goja.Value); ok {
			f(goja.FunctionCall{This: hook, Arguments: args})
		} else if f, ok := goja.AssertFunction(o); ok { // a class or a Proxy
			if _, err := f(hook, args...); err != nil {
				panic(err)
			}
		}
	}
}

func (h *asyncHooks) init(id int64, kind string, trigger int64, resource *goja.Object) {
	if len(h.enabled) > 0 {
		vm := h.n.vm
		h.call("init", vm.ToValue(id), vm.ToValue(kind), vm.ToValue(trigger), resource)
	}
}

func (h *asyncHooks) before(id int64) { h.call("before", h.n.vm.ToValue(id)) }
func (h *asyncHooks) after(id int64)  { h.call("after", h.n.vm.ToValue(id)) }

// destroy collects ids; hooks are told of them in one go, before the next
// immediates or before 'beforeExit'. That does not keep the loop alive.
func (h *asyncHooks) destroy(id int64) {
	if len(h.enabled) == 0 {
		return
	}
	h.destroyed = append(h.destroyed, id)
	if len(h.destroyed) == 1 {
		h.n.engine.SetUnrefImmediate(h.flush)
	}
}

func (h *asyncHooks) flush() {
	for len(h.destroyed) > 0 {
		ids := h.destroyed
		h.destroyed = nil
		for _, id := range ids {
			h.call("destroy", h.n.vm.ToValue(id))
		}
	}
}
