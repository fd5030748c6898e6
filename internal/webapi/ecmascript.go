package webapi

import (
	"strings"

	"github.com/dop251/goja"
)

// Properties of builtins that goja lacks. Each is a native function that is there from the start
// and calls the implementation in js/ecmascript.js or js/iterator.js, loaded with the first call:
// programs see the right attributes, and those that use none pay half a microsecond for each.

// An addition is a function by its path, with its length.
type addition struct {
	path   string
	length int
}

var additions = []addition{
	{"Promise.withResolvers", 0},
	{"Promise.try", 1},
	{"Object.groupBy", 2},
	{"Map.groupBy", 2},
	{"Array.fromAsync", 1},
	{"String.prototype.isWellFormed", 0},
	{"String.prototype.toWellFormed", 0},
	{"RegExp.escape", 1},
	{"Map.prototype.getOrInsert", 2},
	{"Map.prototype.getOrInsertComputed", 2},
	{"WeakMap.prototype.getOrInsert", 2},
	{"WeakMap.prototype.getOrInsertComputed", 2},
	{"ArrayBuffer.prototype.transfer", 0},
	{"ArrayBuffer.prototype.transferToFixedLength", 0},
	{"get ArrayBuffer.prototype.detached", 0},
}

// defineAdditions adds what is missing and leaves what is there.
func (a *API) defineAdditions() {
	for _, add := range additions {
		path, isGetter := strings.CutPrefix(add.path, "get ")
		parts := strings.Split(path, ".")
		owner, ok := a.vm.GlobalObject(), true
		for _, name := range parts[:len(parts)-1] {
			if owner, ok = owner.Get(name).(*goja.Object); !ok {
				break // the program has no such builtin, so it misses nothing
			}
		}
		name := parts[len(parts)-1]
		switch {
		case !ok, owner.Get(name) != nil:
		case isGetter:
			get := a.stub("get "+name, 0, fileECMAScript, add.path)
			_ = owner.DefineAccessorProperty(name, get, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
		default:
			a.method(owner, name, a.stub(name, add.length, fileECMAScript, add.path))
		}
	}
}

// stub makes a native function that calls an export of a file.
func (a *API) stub(name string, length int, id fileID, export string) *goja.Object {
	var f goja.Callable
	return a.function(name, length, func(call goja.FunctionCall) goja.Value {
		if f == nil {
			f, _ = goja.AssertFunction(a.load(id).Get(export))
		}
		return must(f(call.This, call.Arguments...))
	})
}

func (a *API) method(owner *goja.Object, name string, f goja.Value) {
	_ = owner.DefineDataProperty(name, f, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// iteratorMethods are the methods of Iterator.prototype, with their lengths.
var iteratorMethods = []addition{
	{"reduce", 1}, {"toArray", 0}, {"forEach", 1}, {"some", 1}, {"every", 1}, {"find", 1},
	{"map", 1}, {"filter", 1}, {"take", 1}, {"drop", 1}, {"flatMap", 1},
}

// defineIterator makes the prototype that all iterators share the one of a global Iterator.
func (a *API) defineIterator() {
	vm := a.vm
	if vm.Get("Iterator") != nil {
		return
	}
	values, _ := goja.AssertFunction(vm.NewArray().GetSymbol(goja.SymIterator))
	proto := must(values(vm.NewArray())).(*goja.Object).Prototype().Prototype()
	a.keep("iteratorPrototype", proto)

	constructor := a.iteratorConstructor(proto)
	a.method(vm.GlobalObject(), "Iterator", constructor)
	for _, m := range iteratorMethods {
		a.method(proto, m.path, a.stub(m.path, m.length, fileIterator, m.path))
	}
	_ = proto.DefineDataPropertySymbol(symDispose, a.stub("[Symbol.dispose]", 0, fileIterator, "dispose"),
		goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	a.method(constructor, "from", a.stub("from", 1, fileIterator, "Iterator.from"))
	a.method(constructor, "concat", a.stub("concat", 0, fileIterator, "Iterator.concat"))

	// Both are accessors, so that assigning them on an iterator defines an own property: programs
	// that did so before there was an Iterator still work.
	a.overridable(proto, constructor, "get constructor", "set constructor",
		func(o *goja.Object, get, set goja.Value) error {
			return o.DefineAccessorProperty("constructor", get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
		},
		func(o *goja.Object, v goja.Value) error {
			return o.DefineDataProperty("constructor", v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		})
	a.overridable(proto, vm.ToValue("Iterator"), "get [Symbol.toStringTag]", "set [Symbol.toStringTag]",
		func(o *goja.Object, get, set goja.Value) error {
			return o.DefineAccessorPropertySymbol(goja.SymToStringTag, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
		},
		func(o *goja.Object, v goja.Value) error {
			return o.DefineDataPropertySymbol(goja.SymToStringTag, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		})
}

func (a *API) iteratorConstructor(proto *goja.Object) *goja.Object {
	vm := a.vm
	var constructor *goja.Object
	constructor = vm.ToValue(func(call goja.ConstructorCall) *goja.Object {
		if call.NewTarget == nil || call.NewTarget == constructor {
			panic(vm.NewTypeError("Abstract class Iterator not directly constructable"))
		}
		return nil
	}).(*goja.Object)
	_ = constructor.DefineDataProperty("name", vm.ToValue("Iterator"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = constructor.DefineDataProperty("prototype", proto, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return constructor
}

// overridable defines an accessor on Iterator.prototype whose setter defines a data property on
// the object it is used on.
func (a *API) overridable(proto *goja.Object, value goja.Value, getName, setName string,
	define func(o *goja.Object, get, set goja.Value) error, own func(o *goja.Object, v goja.Value) error) {
	get := a.function(getName, 0, func(goja.FunctionCall) goja.Value { return value })
	set := a.function(setName, 1, func(call goja.FunctionCall) goja.Value {
		object, ok := call.This.(*goja.Object)
		if !ok {
			panic(a.vm.NewTypeError("Iterator.prototype is not extensible by a primitive value"))
		}
		if object == proto {
			panic(a.vm.NewTypeError("Cannot assign to a read only property of Iterator.prototype"))
		}
		if err := own(object, call.Argument(0)); err != nil {
			panic(err)
		}
		return goja.Undefined()
	})
	_ = define(proto, get, set)
}
