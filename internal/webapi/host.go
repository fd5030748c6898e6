package webapi

import (
	"math"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// The host object: what the embedded files may use. It is made with the first file that is
// loaded and is never seen by programs.

// intrinsics are the builtins the embedded files use, taken by Install.
type intrinsics struct {
	values    map[string]goja.Value
	symbolFor goja.Callable
	keyFor    goja.Callable // Symbol.keyFor
}

// capture takes the builtins. Touching one makes the engine build the object it is on, which is
// most of what Install costs; so the list is short, and what is easy in Go is done there.
func (k *intrinsics) capture(vm *goja.Runtime) {
	k.values = make(map[string]goja.Value, 16)
	for _, group := range [...]struct {
		of    string
		names []string
	}{
		{"Reflect", []string{"apply", "construct", "getOwnPropertyDescriptor", "ownKeys"}},
		{"Object", []string{"assign", "defineProperty", "defineProperties", "getPrototypeOf", "setPrototypeOf"}},
	} {
		object := builtin(vm, group.of)
		for _, name := range group.names {
			k.values[name] = object.Get(name)
		}
	}
	k.values["Error"] = builtin(vm, "Error")
	symbol := builtin(vm, "Symbol")
	k.symbolFor, _ = goja.AssertFunction(symbol.Get("for"))
	k.keyFor, _ = goja.AssertFunction(symbol.Get("keyFor"))
}

func builtin(vm *goja.Runtime, name string) *goja.Object {
	object, ok := vm.Get(name).(*goja.Object)
	if !ok {
		panic("webapi: the runtime has no " + name)
	}
	return object
}

// keep adds a builtin to what the embedded files may use, after Install.
func (a *API) keep(name string, v goja.Value) {
	a.kept.values[name] = v
	if a.host != nil {
		_ = a.host.Set(name, v)
	}
}

// Host returns the host object, made on the first call. It is for other embedded files of ours: an
// object that inherits from it has the builtins that Install took.
func (a *API) Host() *goja.Object {
	if a.host != nil {
		return a.host
	}
	vm := a.vm
	host := vm.CreateObject(nil)
	set := func(name string, v any) { _ = host.Set(name, v) }
	for name, v := range a.kept.values {
		set(name, v)
	}
	set("inspectCustom", a.SymbolFor("nodejs.util.inspect.custom"))
	set("eventTargetSymbol", a.SymbolFor("nodejs.event_target"))
	set("resistStop", symResistStop)
	set("iterator", goja.SymIterator)
	set("toStringTag", goja.SymToStringTag)
	set("asyncIterator", symAsyncIterator)
	set("asyncDispose", symAsyncDispose)
	set("dispose", symDispose)

	set("coded", func(call goja.FunctionCall) goja.Value {
		return nodeerr.New(vm, call.Argument(0).String(), call.Argument(1).String(), call.Argument(2).String())
	})
	set("invalidArgType", func(call goja.FunctionCall) goja.Value {
		return nodeerr.InvalidArgType(vm, call.Argument(0).String(), call.Argument(1).String(), call.Argument(2))
	})
	set("newDOMException", func(call goja.FunctionCall) goja.Value {
		return a.DOMException(call.Argument(0).String(), call.Argument(1).String())
	})
	set("checkUint32", func(call goja.FunctionCall) goja.Value {
		return a.checkUint32(call.Argument(0).String(), call.Argument(1))
	})
	set("isArray", func(call goja.FunctionCall) goja.Value {
		object, ok := call.Argument(0).(*goja.Object)
		return vm.ToValue(ok && object.ClassName() == "Array")
	})
	// Where the file that makes such objects was not loaded there are none; it puts its own here.
	no := func(goja.FunctionCall) goja.Value { return vm.ToValue(false) }
	set("isAbortSignal", no)
	set("isWeakObject", no)
	set("ceil", func(call goja.FunctionCall) goja.Value {
		return vm.ToValue(math.Ceil(call.Argument(0).ToFloat()))
	})
	set("now", func(goja.FunctionCall) goja.Value { return vm.ToValue(a.now()) })
	set("timeOrigin", func(goja.FunctionCall) goja.Value {
		if a.deps.TimeOrigin == nil {
			return vm.ToValue(0)
		}
		return vm.ToValue(a.deps.TimeOrigin())
	})
	set("reportError", func(call goja.FunctionCall) goja.Value {
		if a.deps.ReportError != nil {
			a.deps.ReportError(call.Argument(0))
		}
		return goja.Undefined()
	})
	set("setTimeout", func(call goja.FunctionCall) goja.Value {
		if a.deps.SetTimeout != nil {
			f, _ := goja.AssertFunction(call.Argument(1))
			a.deps.SetTimeout(call.Argument(0).ToFloat(), func() { must(f(goja.Undefined())) })
		}
		return goja.Undefined()
	})
	set("warn", func(call goja.FunctionCall) goja.Value {
		if a.deps.EmitWarning != nil {
			properties := call.Argument(2).(*goja.Object)
			a.deps.EmitWarning(a.Warning(call.Argument(0).String(), call.Argument(1), properties))
		}
		return goja.Undefined()
	})
	set("structuredClone", func(call goja.FunctionCall) goja.Value { return a.clone(call.Argument(0)) })
	set("kindOf", func(call goja.FunctionCall) goja.Value { return vm.ToValue(kindOf(call.Argument(0))) })
	set("weak", func(call goja.FunctionCall) goja.Value { return vm.ToValue(newHandle(call.Argument(0))) })
	set("deref", func(call goja.FunctionCall) goja.Value {
		if h, ok := unwrap[*handle](call.Argument(0)); ok {
			return h.value()
		}
		return goja.Undefined()
	})
	set("isDetached", func(call goja.FunctionCall) goja.Value {
		buffer, ok := arrayBuffer(call.Argument(0))
		return vm.ToValue(ok && buffer.Detached())
	})
	a.host = host
	return host
}

func (a *API) now() float64 {
	if a.deps.Now == nil {
		return 0
	}
	return a.deps.Now()
}

// Warning makes the Error object of a warning. properties is an array of names and values, in
// pairs, which become properties of the object after name.
func (a *API) Warning(name string, message goja.Value, properties *goja.Object) *goja.Object {
	ctor, _ := goja.AssertConstructor(a.kept.values["Error"])
	warning := must(ctor(nil, message))
	_ = warning.Set("name", name)
	keys := properties.Keys() // the indices
	for i := 0; i+1 < len(keys); i += 2 {
		_ = warning.Set(properties.Get(keys[i]).String(), properties.Get(keys[i+1]))
	}
	return warning
}

// ErrorClass is Error as it was when Install or InstallExtras was called.
func (a *API) ErrorClass() *goja.Object {
	return a.kept.values["Error"].(*goja.Object)
}

// Builtin returns one of the functions that Install took, by its name: "ownKeys".
func (a *API) Builtin(name string) goja.Callable {
	f, _ := goja.AssertFunction(a.kept.values[name])
	return f
}

// SymbolFor is Symbol.for as it was when Install was called.
func (a *API) SymbolFor(key string) goja.Value {
	return must(a.kept.symbolFor(goja.Undefined(), a.vm.ToValue(key)))
}

// checkUint32 returns the error for a value that is no unsigned 32-bit integer, or undefined.
func (a *API) checkUint32(name string, v goja.Value) goja.Value {
	var n float64
	switch x := v.Export().(type) {
	case int64:
		n = float64(x)
	case float64:
		n = x
	default:
		return nodeerr.InvalidArgType(a.vm, name, "of type number", v)
	}
	if _, ok := v.(*goja.Object); ok {
		return nodeerr.InvalidArgType(a.vm, name, "of type number", v)
	}
	switch {
	case n != math.Trunc(n) || math.IsInf(n, 0):
		return nodeerr.OutOfRange(a.vm, name, "an integer", v)
	case n < 0 || n > math.MaxUint32:
		return nodeerr.OutOfRange(a.vm, name, ">= 0 && <= 4294967295", v)
	}
	return goja.Undefined()
}
