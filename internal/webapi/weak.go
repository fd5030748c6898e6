package webapi

import (
	"weak"

	"github.com/dop251/goja"
)

// Weak handles on objects, over Go's weak pointers: every JavaScript object is one Go allocation,
// and the collector is the same for both.

// A handle refers weakly to an object or to a symbol.
type handle struct {
	object weak.Pointer[goja.Object]
	symbol weak.Pointer[goja.Symbol]
}

func newHandle(v goja.Value) *handle {
	switch v := v.(type) {
	case *goja.Object:
		return &handle{object: weak.Make(v)}
	case *goja.Symbol:
		return &handle{symbol: weak.Make(v)}
	}
	return &handle{}
}

// value returns the target, or undefined when it is gone.
func (h *handle) value() goja.Value {
	if o := h.object.Value(); o != nil {
		return o
	}
	if s := h.symbol.Value(); s != nil {
		return s
	}
	return goja.Undefined()
}

// refersTo reports whether v is what the handle was made of.
func (h *handle) refersTo(v goja.Value) bool {
	switch v := v.(type) {
	case *goja.Object:
		return h.object == weak.Make(v)
	case *goja.Symbol:
		return h.symbol == weak.Make(v)
	}
	return false
}

// unwrap returns the Go value behind an object made by ToValue of a pointer.
func unwrap[T any](v goja.Value) (t T, ok bool) {
	if object, isObject := v.(*goja.Object); isObject {
		t, ok = object.Export().(T)
	}
	return t, ok
}

// addWeak adds to the host object what js/weak.js uses.
func (a *API) addWeak(set setter) {
	vm := a.vm
	// keep keeps a value until forget, and reports whether it is the first.
	set("keep", func(call goja.FunctionCall) goja.Value {
		a.keptAlive = append(a.keptAlive, call.Argument(0))
		return vm.ToValue(len(a.keptAlive) == 1)
	})
	set("forget", func(goja.FunctionCall) goja.Value {
		clear(a.keptAlive)
		a.keptAlive = a.keptAlive[:0]
		return goja.Undefined()
	})
	set("isRegisteredSymbol", func(call goja.FunctionCall) goja.Value {
		key := must(a.kept.keyFor(goja.Undefined(), call.Argument(0)))
		return vm.ToValue(!goja.IsUndefined(key))
	})
	set("registry", func(call goja.FunctionCall) goja.Value {
		return vm.ToValue(a.newRegistry(call.Argument(0)))
	})
	set("register", func(call goja.FunctionCall) goja.Value {
		if r, ok := unwrap[*registry](call.Argument(0)); ok {
			r.register(call.Argument(1), call.Argument(2), call.Argument(3))
		}
		return goja.Undefined()
	})
	set("unregister", func(call goja.FunctionCall) goja.Value {
		r, ok := unwrap[*registry](call.Argument(0))
		return vm.ToValue(ok && r.unregister(call.Argument(1)))
	})
}
