package inspect

import (
	"reflect"
	"strings"

	"github.com/dop251/goja"
)

// Kind is what an object is by the data the engine keeps in it, whatever its prototype says.
type Kind int

// The kinds. A proxy is a Proxy, not what it stands for.
const (
	Plain Kind = iota
	Array
	Function
	Error
	Date
	RegExp
	Map
	Set
	WeakMap
	WeakSet
	Promise
	Proxy
	ArrayBuffer
	DataView
	TypedArray
	Arguments
	Generator
	MapIterator
	SetIterator
	NumberObject
	StringObject
	BooleanObject
	SymbolObject
	BigIntObject
)

// The types the engine exports its objects as; comparing them is how most kinds are told apart.
var (
	typeMap         = reflect.TypeOf([][2]any(nil))
	typeSet         = reflect.TypeOf([]any(nil))
	typePlain       = reflect.TypeOf(map[string]any(nil))
	typePromise     = reflect.TypeOf((*goja.Promise)(nil))
	typeProxy       = reflect.TypeOf(goja.Proxy{})
	typeBuffer      = reflect.TypeOf(goja.ArrayBuffer{})
	typeClass       = reflect.TypeOf((func(goja.ConstructorCall) *goja.Object)(nil))
	typeInspectable = reflect.TypeOf((*Inspectable)(nil)).Elem()

	typeNativeHandler = reflect.TypeFor[*goja.ProxyTrapConfig]()
)

// Kind tells what an object is. It costs little for all but the kinds that only a call of their own
// methods tells (WeakMap, WeakSet, DataView, generators): those are tried when the prototypes speak
// for one of them, or when there are none.
func (i *Inspector) Kind(o *goja.Object) Kind {
	t := o.ExportType()
	switch {
	case t == typeProxy:
		return Proxy
	case t.Kind() == reflect.Func:
		return Function
	case t == typePromise:
		return Promise
	case t == typeBuffer:
		return ArrayBuffer
	}
	switch o.ClassName() {
	case "Array":
		return Array
	case "Error":
		return Error
	case "Date":
		return Date
	case "RegExp":
		return RegExp
	case "Arguments":
		return Arguments
	case "Number":
		return NumberObject
	case "String":
		return StringObject
	case "Boolean":
		return BooleanObject
	}
	switch {
	case t == typePlain:
		return i.plainKind(o)
	case t == typeMap && i.accepts(i.in.mapSize, o):
		return Map
	case t == typeSet && i.accepts(i.in.setSize, o):
		return Set
	case t.Kind() == reflect.Slice && goja.IsString(call(i.in.typedTag, o)):
		return TypedArray
	case t.Kind() == reflect.String && i.accepts(i.in.symbolValue, o):
		return SymbolObject
	case t.Kind() == reflect.Pointer && t.String() == "*big.Int" && i.accepts(i.in.bigintValue, o):
		return BigIntObject
	}
	return Plain
}

// plainKind tells the kinds that the engine exports like any object.
func (i *Inspector) plainKind(o *goja.Object) Kind {
	first := o.Prototype()
	if first == i.in.proto["Object"] {
		return Plain
	}
	is := func(class string, f native, args ...goja.Value) bool {
		return (first == nil || inherits(o, i.in.proto[class])) && i.accepts(f, o, args...)
	}
	switch {
	case is("DataView", i.in.viewByteLength):
		return DataView
	case is("WeakMap", i.in.weakMapHas, o):
		return WeakMap
	case is("WeakSet", i.in.weakSetHas, o):
		return WeakSet
	case first == nil:
		return Plain
	case first != i.in.generatorObject && inherits(first, i.in.generatorObject):
		return Generator // the prototype of a generator function inherits directly
	case first == i.in.mapIterator:
		return MapIterator
	case first == i.in.setIterator:
		return SetIterator
	}
	return Plain
}

// TypedArrayClass is the class of a view of numbers, such as "Uint8Array"; "" for anything else.
func (i *Inspector) TypedArrayClass(o *goja.Object) string {
	if t := o.ExportType(); t.Kind() != reflect.Slice {
		return ""
	}
	if tag := call(i.in.typedTag, o); goja.IsString(tag) {
		return tag.String()
	}
	return ""
}

// Unboxed is the primitive in a boxed one, such as new Number(1); nil for anything else.
func (i *Inspector) Unboxed(o *goja.Object) goja.Value {
	f := i.unbox(i.Kind(o))
	if f == nil || !i.accepts(f, o) { // Number.prototype has the class, not the value
		return nil
	}
	return call(f, o)
}

func (i *Inspector) unbox(k Kind) native {
	switch k {
	case NumberObject:
		return i.in.numberValue
	case StringObject:
		return i.in.stringValue
	case BooleanObject:
		return i.in.booleanValue
	case SymbolObject:
		return i.in.symbolValue
	case BigIntObject:
		return i.in.bigintValue
	}
	return nil
}

// IsError is Node's test: an error, or something that inherits from Error.prototype.
func (i *Inspector) IsError(o *goja.Object) bool {
	return o.ExportType() != typeProxy && (o.ClassName() == "Error" || inherits(o, i.in.proto["Error"]))
}

// Each calls f for the entries of a Map, or with nil values for the members of a Set, in order. What
// f does to the collection is seen as by forEach.
func (i *Inspector) Each(o *goja.Object, f func(key, value goja.Value)) {
	switch i.Kind(o) {
	case Map:
		call(i.in.mapForEach, o, i.vm.ToValue(func(c goja.FunctionCall) goja.Value {
			f(c.Argument(1), c.Argument(0))
			return goja.Undefined()
		}))
	case Set:
		call(i.in.setForEach, o, i.vm.ToValue(func(c goja.FunctionCall) goja.Value {
			f(c.Argument(0), nil)
			return goja.Undefined()
		}))
	}
}

// IsNative reports whether a function is not written in JavaScript.
func (i *Inspector) IsNative(f *goja.Object) bool {
	return callable(f) && strings.HasSuffix(call(i.in.functionToString, f).String(), "{ [native code] }")
}
