package gojaloop

import (
	"reflect"

	"github.com/dop251/goja"
)

// This file is how functions of scripts are recognised and called, and how
// functions and properties are made for scripts.

// symbolFor is Symbol.for.
func symbolFor(vm *goja.Runtime, key string) *goja.Symbol {
	f, ok := goja.AssertFunction(vm.Get("Symbol").(*goja.Object).Get("for"))
	if !ok {
		panic("gojaloop: Symbol.for is not a function; set the engine up before scripts run")
	}
	v, err := f(undefined, vm.ToValue(key))
	if err != nil {
		panic("gojaloop: " + err.Error())
	}
	return v.(*goja.Symbol)
}

var (
	typeFunction = reflect.TypeFor[func(goja.FunctionCall) goja.Value]()
	undefined    = goja.Undefined()
)

// isFunction reports whether v can be called. The common case costs a type
// comparison.
func isFunction(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok {
		return false
	}
	if o.ExportType() == typeFunction {
		return true
	}
	_, ok = goja.AssertFunction(o)
	return ok
}

// callable gives what calls fn without leaving the engine's frame. The last one
// is kept, for programs that pass one function again and again.
func (e *Engine) callable(fn *goja.Object) func(goja.FunctionCall) goja.Value {
	if e.kept.fn == fn {
		return e.kept.call
	}
	call, ok := fn.Export().(func(goja.FunctionCall) goja.Value)
	if !ok {
		// A class, a Proxy or a wrapped Go function.
		f, ok := goja.AssertFunction(fn)
		if !ok {
			panic(e.vm.NewTypeError("callback is not a function"))
		}
		call = func(c goja.FunctionCall) goja.Value {
			v, err := f(c.This, c.Arguments...)
			if err != nil {
				panic(err)
			}
			return v
		}
	}
	e.kept.fn, e.kept.call = fn, call
	return call
}

// define puts a writable, configurable property on an object.
func define(o *goja.Object, name string, v goja.Value, enumerable bool) {
	if err := o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.ToFlag(enumerable)); err != nil {
		panic(err)
	}
}

// function makes a native function with a name and a length.
func (e *Engine) function(name string, length int, f func(goja.FunctionCall) goja.Value) *goja.Object {
	o := e.vm.ToValue(f).(*goja.Object)
	e.nameFunction(o, name, length)
	return o
}

func (e *Engine) nameFunction(o *goja.Object, name string, length int) {
	must(o.DefineDataProperty("name", e.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	must(o.DefineDataProperty("length", e.vm.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}
