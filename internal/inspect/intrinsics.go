package inspect

import (
	"github.com/dop251/goja"
)

// native is a builtin of the engine as Go calls it: without a call frame, at the cost of a Go call.
type native = func(goja.FunctionCall) goja.Value

// intrinsics are the builtins that the printer works with, captured before scripts can replace them.
type intrinsics struct {
	getOwnPropertyDescriptor, getOwnPropertySymbols native
	hasOwn, isEnumerable, objectToString            native
	functionToString, errorToString, regexpToString native
	dateToISO, dateToString, dateGetTime            native
	mapForEach, mapSize, setForEach, setSize        native
	weakMapHas, weakSetHas, viewByteLength          native
	typedTag, typedLength                           native
	numberValue, stringValue, booleanValue          native
	symbolValue, bigintValue                        native
	numberOf, parseInt, parseFloat, stringify, sort native

	proto     map[string]*goja.Object // by class: "Map" is Map.prototype
	known     map[*goja.Object]string // prototypes whose instances have that constructor name
	regexp    *goja.Object
	generator *goja.Object // prototype of generator functions
	async     *goja.Object // prototype of async functions

	generatorObject          *goja.Object // what generators inherit from
	mapIterator, setIterator *goja.Object
	custom                   *goja.Symbol // Symbol.for('nodejs.util.inspect.custom')
}

// knownClasses are those whose name is printed even if a script tampered with `constructor`.
var knownClasses = []string{
	"Array", "ArrayBuffer", "Function", "Map", "Set", "Object", "RegExp", "Date", "DataView", "Error",
	"AggregateError", "RangeError", "TypeError", "Boolean", "Number", "String", "Promise", "WeakMap", "WeakSet",
}

func (in *intrinsics) capture(vm *goja.Runtime) {
	global := vm.GlobalObject()
	method := func(o *goja.Object, name string) native {
		return o.Get(name).(*goja.Object).Export().(native)
	}
	object := global.Get("Object").(*goja.Object)
	in.getOwnPropertyDescriptor = method(object, "getOwnPropertyDescriptor")
	in.getOwnPropertySymbols = method(object, "getOwnPropertySymbols")

	in.proto, in.known = map[string]*goja.Object{}, map[*goja.Object]string{}
	proto := func(class string) *goja.Object {
		p := global.Get(class).(*goja.Object).Get("prototype").(*goja.Object)
		in.proto[class] = p
		return p
	}
	for _, class := range knownClasses {
		in.known[proto(class)] = class
	}
	in.hasOwn = method(in.proto["Object"], "hasOwnProperty")
	in.isEnumerable = method(in.proto["Object"], "propertyIsEnumerable")
	in.objectToString = method(in.proto["Object"], "toString")
	in.functionToString = method(in.proto["Function"], "toString")
	in.errorToString = method(in.proto["Error"], "toString")
	in.regexpToString = method(in.proto["RegExp"], "toString")
	in.dateToISO = method(in.proto["Date"], "toISOString")
	in.dateToString = method(in.proto["Date"], "toString")
	in.dateGetTime = method(in.proto["Date"], "getTime")
	in.mapForEach = method(in.proto["Map"], "forEach")
	in.setForEach = method(in.proto["Set"], "forEach")
	in.weakMapHas = method(in.proto["WeakMap"], "has")
	in.weakSetHas = method(in.proto["WeakSet"], "has")
	in.sort = method(in.proto["Array"], "sort")

	in.numberValue = method(in.proto["Number"], "valueOf")
	in.stringValue = method(in.proto["String"], "valueOf")
	in.booleanValue = method(in.proto["Boolean"], "valueOf")
	in.symbolValue = method(proto("Symbol"), "valueOf")
	in.bigintValue = method(proto("BigInt"), "valueOf")
	in.numberOf = method(global, "Number")
	in.parseInt = method(global, "parseInt")
	in.parseFloat = method(global, "parseFloat")
	in.stringify = method(global.Get("JSON").(*goja.Object), "stringify")
	in.regexp = global.Get("RegExp").(*goja.Object)

	getter := func(o *goja.Object, key goja.Value) native {
		d := in.getOwnPropertyDescriptor(goja.FunctionCall{Arguments: []goja.Value{o, key}}).(*goja.Object)
		return d.Get("get").(*goja.Object).Export().(native)
	}
	size := vm.ToValue("size")
	in.mapSize = getter(in.proto["Map"], size)
	in.setSize = getter(in.proto["Set"], size)
	in.viewByteLength = getter(in.proto["DataView"], vm.ToValue("byteLength"))
	typedArray := global.Get("Uint8Array").(*goja.Object).Prototype().Get("prototype").(*goja.Object)
	in.typedTag = getter(typedArray, goja.SymToStringTag)
	in.typedLength = getter(typedArray, vm.ToValue("length"))
	in.known[typedArray] = "TypedArray"

	in.generator = evaluated(vm, "(function*(){})").Prototype()
	in.async = evaluated(vm, "(async function(){})").Prototype()
	in.generatorObject = in.generator.Get("prototype").(*goja.Object)
	in.mapIterator = evaluated(vm, "new Map().entries()").Prototype()
	in.setIterator = evaluated(vm, "new Set().values()").Prototype()
	symbolFor := method(global.Get("Symbol").(*goja.Object), "for")
	in.custom = symbolFor(goja.FunctionCall{Arguments: []goja.Value{vm.ToValue("nodejs.util.inspect.custom")}}).(*goja.Symbol)
}

// evaluated runs a constant expression that makes an object.
func evaluated(vm *goja.Runtime, src string) *goja.Object {
	v, err := vm.RunScript("node:internal/inspect", src)
	if err != nil {
		panic("inspect: " + err.Error())
	}
	return v.(*goja.Object)
}

// call calls a captured builtin as a method.
func call(f native, this goja.Value, args ...goja.Value) goja.Value {
	return f(goja.FunctionCall{This: this, Arguments: args})
}

// descriptor is a property as Object.getOwnPropertyDescriptor tells it.
type descriptor struct {
	value      goja.Value // nil for an accessor
	get, set   goja.Value // nil when undefined
	enumerable bool
}

// own reads an own property without running a getter. It makes an object in the engine, which is
// most of what printing a property costs; the API has no cheaper way to see an accessor.
func (i *Inspector) own(o *goja.Object, key goja.Value) (descriptor, bool) {
	v := i.in.getOwnPropertyDescriptor(goja.FunctionCall{Arguments: []goja.Value{o, key}})
	d, ok := v.(*goja.Object)
	if !ok {
		return descriptor{}, false
	}
	// The object inherits from Object.prototype, where scripts may have put anything.
	_ = d.SetPrototype(nil)
	out := descriptor{enumerable: d.Get("enumerable").ToBoolean()}
	if d.Get("writable") != nil {
		out.value = d.Get("value")
		return out, true
	}
	if g := d.Get("get"); g != nil && !goja.IsUndefined(g) {
		out.get = g
	}
	if s := d.Get("set"); s != nil && !goja.IsUndefined(s) {
		out.set = s
	}
	return out, true
}

// ownKey is own for a key, without the descriptor where the property is known to be plain data.
func (i *Inspector) ownKey(o *goja.Object, k key) (descriptor, bool) {
	if k.symbol == nil && i.peek.data(o, k.name) {
		return descriptor{value: o.Get(k.name), enumerable: true}, true
	}
	return i.own(o, k.value(i.vm))
}

// HasOwn reports an own property by its key, a string or symbol.
func (i *Inspector) HasOwn(o *goja.Object, key goja.Value) bool {
	return call(i.in.hasOwn, o, key).ToBoolean()
}

// inherits reports whether proto is in the chain above o.
func inherits(o, proto *goja.Object) bool {
	for o = o.Prototype(); o != nil; o = o.Prototype() {
		if o == proto {
			return true
		}
	}
	return false
}

// accepts reports whether a builtin takes the object as its this: the brand check for classes the
// API does not tell. An exception is what it costs when the answer is no.
func (i *Inspector) accepts(f native, o *goja.Object, args ...goja.Value) bool {
	return i.vm.Try(func() { call(f, o, args...) }) == nil
}

// get reads a property and swallows what its getter throws; nil then.
func (i *Inspector) get(o *goja.Object, name string) (v goja.Value, ok bool) {
	ex := i.vm.Try(func() { v = o.Get(name) })
	if v == nil {
		v = goja.Undefined()
	}
	return v, ex == nil
}
