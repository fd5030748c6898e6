package nodeapi

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
)

// This file is util.types: what a value is by the data the engine keeps in it,
// not by its prototype.

// typeChecks are the functions that ask for one of some kinds, in Node's order
// together with typedArrays. Kinds that the engine does not have are never met.
var typeChecks = []struct {
	name  string
	kinds []inspect.Kind
}{
	{"isArgumentsObject", []inspect.Kind{inspect.Arguments}},
	{"isArrayBuffer", []inspect.Kind{inspect.ArrayBuffer}},
	{"isAsyncFunction", nil},
	{"isBigIntObject", []inspect.Kind{inspect.BigIntObject}},
	{"isBooleanObject", []inspect.Kind{inspect.BooleanObject}},
	{"isDate", []inspect.Kind{inspect.Date}},
	{"isExternal", nil},
	{"isGeneratorFunction", nil},
	{"isGeneratorObject", []inspect.Kind{inspect.Generator}},
	{"isMap", []inspect.Kind{inspect.Map}},
	{"isMapIterator", []inspect.Kind{inspect.MapIterator}},
	{"isModuleNamespaceObject", nil},
	{"isNativeError", []inspect.Kind{inspect.Error}},
	{"isNumberObject", []inspect.Kind{inspect.NumberObject}},
	{"isPromise", []inspect.Kind{inspect.Promise}},
	{"isProxy", []inspect.Kind{inspect.Proxy}},
	{"isRegExp", []inspect.Kind{inspect.RegExp}},
	{"isSet", []inspect.Kind{inspect.Set}},
	{"isSetIterator", []inspect.Kind{inspect.SetIterator}},
	{"isSharedArrayBuffer", nil},
	{"isStringObject", []inspect.Kind{inspect.StringObject}},
	{"isSymbolObject", []inspect.Kind{inspect.SymbolObject}},
	{"isWeakMap", []inspect.Kind{inspect.WeakMap}},
	{"isWeakSet", []inspect.Kind{inspect.WeakSet}},
	{"isAnyArrayBuffer", []inspect.Kind{inspect.ArrayBuffer}},
	{"isBoxedPrimitive", boxedKinds},
	{"isArrayBufferView", []inspect.Kind{inspect.TypedArray, inspect.DataView}},
	{"isDataView", []inspect.Kind{inspect.DataView}},
	{"isTypedArray", []inspect.Kind{inspect.TypedArray}},
}

var boxedKinds = []inspect.Kind{
	inspect.NumberObject, inspect.StringObject, inspect.BooleanObject, inspect.SymbolObject, inspect.BigIntObject,
}

var typedArrays = []string{
	"Uint8Array", "Uint8ClampedArray", "Uint16Array", "Uint32Array", "Int8Array", "Int16Array",
	"Int32Array", "Float16Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
}

func (u *utility) types() *goja.Object {
	types := u.vm.NewObject()
	add := func(name string, check func(goja.Value) bool) {
		set(types, name, native(u.vm, name, 1, func(c goja.FunctionCall) goja.Value {
			return u.vm.ToValue(check(c.Argument(0)))
		}))
	}
	for _, t := range typeChecks {
		switch t.name {
		case "isAsyncFunction":
			add(t.name, func(v goja.Value) bool { o, ok := v.(*goja.Object); return ok && u.insp.IsAsyncFunction(o) })
		case "isGeneratorFunction":
			add(t.name, func(v goja.Value) bool { o, ok := v.(*goja.Object); return ok && u.insp.IsGeneratorFunction(o) })
		default:
			add(t.name, func(v goja.Value) bool { return u.is(v, t.kinds...) })
		}
	}
	for _, class := range typedArrays {
		add("is"+class, func(v goja.Value) bool {
			o, ok := v.(*goja.Object)
			return ok && u.insp.TypedArrayClass(o) == class
		})
	}
	return types
}

// is reports whether a value is an object of one of the kinds.
func (u *utility) is(v goja.Value, kinds ...inspect.Kind) bool {
	o, ok := v.(*goja.Object)
	if !ok || len(kinds) == 0 {
		return false
	}
	k := u.insp.Kind(o)
	if slices.Contains(boxedKinds, k) && u.insp.Unboxed(o) == nil {
		return false
	}
	return slices.Contains(kinds, k)
}
