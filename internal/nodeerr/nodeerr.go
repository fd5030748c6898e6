// Package nodeerr makes the errors that Node's own functions throw: native error classes with a
// `code`, and Node's wording for the two commonest mistakes of callers.
//
// An error made here has the own keys stack, code and message in that order, of which only code is
// enumerable. Its name is the class's, while its toString and the first line of its stack say
// "TypeError [CODE]: message". As in Node two prototypes lie between it and TypeError.prototype:
// their `constructor` answers TypeError, so nothing else gives the error away.
//
// Invariant: prototypes are taken from the engine's own errors when a runtime is first seen here,
// not from globals, which scripts may replace. Cost of an error: about 3 us.
//
// All functions must be called on the runtime's goroutine. Native functions throw what they get:
//
//	panic(nodeerr.InvalidArgType(vm, "callback", "of type function", arg))
package nodeerr

import (
	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/realm"
	"github.com/nodetimers/nodetimers/internal/stack"
)

type stateKey struct{}

// state holds the prototypes of errors with a code, by class name.
type state struct {
	vm     *goja.Runtime
	protos map[string]*goja.Object
}

func of(vm *goja.Runtime) *state {
	return realm.Of(vm).Value(stateKey{}, func(vm *goja.Runtime) any {
		s := &state{vm: vm, protos: map[string]*goja.Object{}}
		typeError := vm.NewTypeError().Prototype()
		s.add("TypeError", typeError)
		s.add("Error", typeError.Prototype())
		for _, class := range []string{"RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError"} {
			if c, ok := vm.GlobalObject().Get(class).(*goja.Object); ok {
				if p, ok := c.Get("prototype").(*goja.Object); ok {
					s.add(class, p)
				}
			}
		}
		return s
	}).(*state)
}

// add puts the two prototypes of errors with a code on top of a class's own.
func (s *state) add(class string, base *goja.Object) {
	vm := s.vm
	constructor := getter(vm, "get constructor", func(goja.FunctionCall) goja.Value { return base.Get("constructor") })
	marked := vm.CreateObject(base)
	must(marked.DefineAccessorProperty("constructor", constructor, nil, goja.FLAG_TRUE, goja.FLAG_FALSE))
	toString := getter(vm, "toString", s.toString)
	must(marked.DefineDataProperty("toString", toString, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	isNode := getter(vm, "get [kIsNodeError]", func(goja.FunctionCall) goja.Value { return vm.ToValue(true) })
	must(marked.DefineAccessorPropertySymbol(stack.NodeError, isNode, nil, goja.FLAG_TRUE, goja.FLAG_FALSE))
	proto := vm.CreateObject(marked)
	must(proto.DefineAccessorProperty("constructor", constructor, nil, goja.FLAG_TRUE, goja.FLAG_FALSE))
	s.protos[class] = proto
}

func getter(vm *goja.Runtime, name string, f func(goja.FunctionCall) goja.Value) *goja.Object {
	o := vm.ToValue(f).(*goja.Object)
	must(o.DefineDataProperty("name", vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	return o
}

// must is for definitions on objects made here, which cannot refuse them.
func must(err error) {
	if err != nil {
		panic("nodeerr: " + err.Error())
	}
}

func (s *state) toString(c goja.FunctionCall) goja.Value {
	o := c.This.ToObject(s.vm)
	return s.vm.ToValue(field(o, "name") + " [" + field(o, "code") + "]: " + field(o, "message"))
}

func field(o *goja.Object, name string) string {
	if v := o.Get(name); v != nil {
		return v.String()
	}
	return "undefined"
}

// New makes an error of a native class ("TypeError", "RangeError", "Error" ...) with a code. An
// unknown class gives an Error.
func New(vm *goja.Runtime, class, code, msg string) *goja.Object {
	s := of(vm)
	proto := s.protos[class]
	if proto == nil {
		proto = s.protos["Error"]
	}
	err := vm.NewTypeError()
	must(err.Delete("message")) // defined below again: its place in the order of keys is after code
	must(err.SetPrototype(proto))
	stack.Attach(vm, err)
	must(err.Set("code", code))
	must(err.DefineDataProperty("message", vm.ToValue(msg), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	return err
}
