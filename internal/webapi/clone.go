package webapi

import (
	"math/big"
	"reflect"

	"github.com/dop251/goja"
)

// What structuredClone and ArrayBuffer.prototype.transfer need of Go: the kind of an object, which
// no property of it can fake, and the memory of array buffers.

var (
	bufferType  = reflect.TypeFor[goja.ArrayBuffer]()
	proxyType   = reflect.TypeFor[goja.Proxy]()
	promiseType = reflect.TypeFor[*goja.Promise]()
	plainType   = reflect.TypeFor[map[string]any]()
	mapType     = reflect.TypeFor[[][2]any]()
	setType     = reflect.TypeFor[[]any]()
	bigIntType  = reflect.TypeFor[*big.Int]()
)

// kindOf returns the class of an object: "Array", "Map", "Error", ... "Object" is a plain object, an
// instance of a class, a typed array or a data view, but also an iterator, a generator, a WeakMap or
// a WeakSet, which the engine tells apart for itself only; "Host" is a Go value in JavaScript's dress.
func kindOf(v goja.Value) string {
	object, ok := v.(*goja.Object)
	if !ok {
		return ""
	}
	exported := object.ExportType()
	switch exported {
	case bufferType:
		return "ArrayBuffer"
	case proxyType:
		return "Proxy"
	case promiseType:
		return "Promise"
	}
	class := object.ClassName()
	if class != "Object" || exported == plainType {
		return class
	}
	switch {
	case exported == mapType:
		return "Map"
	case exported == setType:
		return "Set"
	case exported == bigIntType:
		return "BigInt"
	case exported.Kind() == reflect.String:
		return "Symbol"
	case exported.Kind() == reflect.Slice:
		return "Object" // a typed array
	}
	return "Host"
}

func arrayBuffer(v goja.Value) (goja.ArrayBuffer, bool) {
	object, ok := v.(*goja.Object)
	if !ok || object.ExportType() != bufferType {
		return goja.ArrayBuffer{}, false
	}
	buffer, ok := object.Export().(goja.ArrayBuffer)
	return buffer, ok
}

// transferred returns a new buffer with the bytes of v: a copy, or the very memory, which the
// caller then takes from v with detach. A length that differs gives a copy in any case.
func (a *API) transferred(v goja.Value, copied bool, length goja.Value) goja.Value {
	buffer, ok := arrayBuffer(v)
	if !ok {
		return goja.Undefined()
	}
	data := buffer.Bytes()
	size := len(data)
	if !goja.IsUndefined(length) {
		size = int(length.ToInteger()) // checked by the caller
	}
	if copied || size != len(data) {
		made := make([]byte, size)
		copy(made, data)
		data = made
	}
	return a.vm.ToValue(a.vm.NewArrayBuffer(data))
}

// addBuffers adds to the host object what js/clone.js and js/ecmascript.js use.
func (a *API) addBuffers(set setter) {
	vm := a.vm
	set("transferred", func(call goja.FunctionCall) goja.Value {
		return a.transferred(call.Argument(0), call.Argument(1).ToBoolean(), call.Argument(2))
	})
	set("detach", func(call goja.FunctionCall) goja.Value {
		buffer, ok := arrayBuffer(call.Argument(0))
		return vm.ToValue(ok && buffer.Detach())
	})
}

// clone calls structuredClone as it was before a program could replace it.
func (a *API) clone(v goja.Value) goja.Value {
	f, _ := goja.AssertFunction(a.load(fileClone).Get("structuredClone"))
	return must(f(goja.Undefined(), v))
}
