package webapi

import (
	"github.com/dop251/goja"
)

// Lazy globals. Invariant: a global is an accessor until it is first read or written, and then a
// data property with the attributes Node gives it. About a microsecond each to define.

// defineLazy defines the globals of one file.
func (a *API) defineLazy(id fileID) {
	for _, name := range files[id].globals {
		a.lazyGlobal(name, func() goja.Value { return a.load(id).Get(name) })
	}
}

func (a *API) lazyGlobal(name string, value func() goja.Value) {
	global := a.vm.GlobalObject()
	a.lazy = append(a.lazy, name)
	settle := func(v goja.Value) {
		// An error means that the program has put something of its own there, which stays.
		_ = global.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	get := func(goja.FunctionCall) goja.Value {
		v := value()
		settle(v)
		return v
	}
	set := func(call goja.FunctionCall) goja.Value {
		settle(call.Argument(0))
		return goja.Undefined()
	}
	a.accessor(global, name, get, set, goja.FLAG_FALSE)
}

// definePerformance defines the global performance, which is an accessor for good: in Node too it
// can be replaced by assignment and stays one.
func (a *API) definePerformance() {
	var replaced goja.Value
	get := func(goja.FunctionCall) goja.Value {
		if replaced != nil {
			return replaced
		}
		return a.Performance()
	}
	set := func(call goja.FunctionCall) goja.Value {
		replaced = call.Argument(0)
		return goja.Undefined()
	}
	a.accessor(a.vm.GlobalObject(), "performance", get, set, goja.FLAG_TRUE)
}

func (a *API) accessor(object *goja.Object, name string,
	get, set func(goja.FunctionCall) goja.Value, enumerable goja.Flag) {
	// An error means that the property is not configurable; see Install.
	_ = object.DefineAccessorProperty(name,
		a.function("get "+name, 0, get), a.function("set "+name, 1, set), goja.FLAG_TRUE, enumerable)
}

// function makes a native function with a name and a length as JavaScript sees them.
func (a *API) function(name string, length int, f func(goja.FunctionCall) goja.Value) *goja.Object {
	object := a.vm.ToValue(f).(*goja.Object)
	_ = object.DefineDataProperty("name", a.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	if length != 0 {
		_ = object.DefineDataProperty("length", a.vm.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return object
}
