// Package stack gives the errors of a goja runtime stack traces in Node's form, and its Error V8's
// stack API.
//
// The engine writes a trace as "Error: x\n\tat f (file.js:3:4(12))\n"; Node writes
// "Error: x\n    at f (file.js:3:4)". Node's `stack` is an own accessor of the error whose text is
// made when it is first read, so a name given after construction shows in it. The same is done
// here: an error gets one shared pair of accessor functions, which costs no closure; the first read
// renders the text from the frames the engine kept in the error and replaces the pair by one that
// holds the value.
//
// Three ways lead there. Install wraps the constructors, so that what scripts make has the accessor
// from the start. Attach gives it to an error made in Go. Normalize gives it to an error the engine
// threw by itself, when that comes into view: in a catch clause, a rejection or a report.
//
// Invariant: an error that passed one of the three has an accessor of ours, or a `stack` that a
// script defined over it, which is never touched. Costs: `new Error` about 1.5 us more than the
// engine's own, because defining the accessor makes the engine format its text (once, all frames);
// Normalize of an error that has the accessor about 100 ns; reading a stack is paid by the reader.
//
// What differs from Node, because the engine does not record it: frames have no class in front of a
// method ("m", not "K.m"), none of "new", "async" and "Object.<anonymous>", and no name for a class
// constructor; the column of a call is that of its parenthesis, not of the name before it; the
// function given to captureStackTrace is found by its name; a CallSite knows no this and no
// function. An error of the engine that nobody normalized shows the engine's text.
//
// Reading order: stack.go, install.go, capture.go, frames.go, messages.go, text.go.
package stack

import (
	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/realm"
)

// NodeError is the symbol that errors with a code answer to; their first line is
// "name [code]: message". Package nodeerr puts it on their prototype.
var NodeError = goja.NewSymbol("kIsNodeError")

type stateKey struct{}

// state is what the package keeps for one runtime.
type state struct {
	vm        *goja.Runtime
	error     *goja.Object // the Error that scripts see: ours after Install
	proto     *goja.Object // Error.prototype
	aggregate *goja.Object // AggregateError.prototype
	prepare   *goja.Object // the Error.prepareStackTrace that Install defined
	get, set  goja.Value   // the shared accessor of errors whose stack has not been read yet
	newSite   goja.Callable

	// While probing is set an accessor of ours reports itself in probed and does nothing else.
	// It is how Normalize asks whether an error has one without making a text.
	probing, probed bool
}

func of(vm *goja.Runtime) *state {
	return realm.Of(vm).Value(stateKey{}, func(vm *goja.Runtime) any {
		s := &state{vm: vm}
		s.proto = vm.NewTypeError().Prototype().Prototype()
		s.error, _ = s.proto.Get("constructor").(*goja.Object)
		if c, ok := vm.GlobalObject().Get("AggregateError").(*goja.Object); ok {
			s.aggregate, _ = c.Get("prototype").(*goja.Object)
		}
		s.get = function(vm, "", 0, s.getShared)
		s.set = function(vm, "", 1, s.setShared)
		return s
	}).(*state)
}

// function makes a native function with the name and length that scripts see.
func function(vm *goja.Runtime, name string, length int, f func(goja.FunctionCall) goja.Value) *goja.Object {
	o := vm.ToValue(f).(*goja.Object)
	define(o, "name", vm.ToValue(name), goja.FLAG_FALSE)
	define(o, "length", vm.ToValue(length), goja.FLAG_FALSE)
	return o
}

// define sets a configurable, not enumerable property on an object that is known to take it.
func define(o *goja.Object, name string, v goja.Value, writable goja.Flag) {
	if err := o.DefineDataProperty(name, v, writable, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		panic("stack: " + err.Error())
	}
}

// Attach gives an error made in Go the accessor `stack`. The frames shown are those at the error's
// construction. It must be called on the runtime's goroutine, before a script sees the error.
func Attach(vm *goja.Runtime, err *goja.Object) {
	of(vm).attach(err)
}

func (s *state) attach(err *goja.Object) {
	if limit := s.limit(); limit == DefaultLimit {
		s.accessor(err, s.get, s.set)
	} else {
		s.own(err, &record{limit: limit})
	}
}

// limit reads Error.stackTraceLimit. Without a number there V8 makes no stack: -1.
func (s *state) limit() int {
	if s.prepare == nil { // not installed
		return DefaultLimit
	}
	v := s.error.Get("stackTraceLimit")
	if !goja.IsNumber(v) {
		return -1
	}
	if f := v.ToFloat(); f > 1<<20 {
		return 1 << 20
	}
	return int(max(0, v.ToInteger()))
}

// accessor defines the property and says whether the object took it.
func (s *state) accessor(o *goja.Object, get, set goja.Value) bool {
	return o.DefineAccessorProperty("stack", get, set, goja.FLAG_TRUE, goja.FLAG_FALSE) == nil
}

// A record is the stack of one object: how to make it, and what was made or assigned.
type record struct {
	frames []goja.StackFrame // nil: those the engine keeps in the error
	limit  int
	value  goja.Value
}

// own gives the object an accessor of its own, around r.
func (s *state) own(o *goja.Object, r *record) bool {
	get := function(s.vm, "", 0, func(goja.FunctionCall) goja.Value {
		if s.probing {
			s.probed = true
			return goja.Undefined()
		}
		if r.value == nil {
			r.value = s.render(o, r)
			r.frames = nil
		}
		return r.value
	})
	set := function(s.vm, "", 1, func(c goja.FunctionCall) goja.Value {
		r.value = c.Argument(0)
		return goja.Undefined()
	})
	return s.accessor(o, get, set)
}

func (s *state) getShared(c goja.FunctionCall) goja.Value {
	if s.probing {
		s.probed = true
		return goja.Undefined()
	}
	holder := s.holder(c.This)
	if holder == nil {
		return goja.Undefined()
	}
	r := &record{limit: DefaultLimit}
	r.value = s.render(holder, r)
	s.own(holder, r) // a frozen error keeps the shared pair and renders again
	return r.value
}

func (s *state) setShared(c goja.FunctionCall) goja.Value {
	if holder := s.holder(c.This); holder != nil {
		s.own(holder, &record{value: c.Argument(0)})
	}
	return goja.Undefined()
}

// holder finds the error that the accessor was read from: this, or an error it inherits from.
func (s *state) holder(this goja.Value) *goja.Object {
	o, _ := this.(*goja.Object)
	for o != nil && o.ClassName() != "Error" {
		o = o.Prototype()
	}
	return o
}

// frames are those the engine recorded when the error was made. It shows them to Go code only on an
// exception, so the error is thrown and caught here; no script runs in between.
func (s *state) frames(err *goja.Object) []goja.StackFrame {
	if ex := s.vm.Try(func() { panic(err) }); ex != nil {
		return ex.Stack()
	}
	return nil
}

// render makes the value of a stack: the text, or what the script's Error.prepareStackTrace returns.
func (s *state) render(o *goja.Object, r *record) goja.Value {
	if r.limit < 0 {
		return goja.Undefined()
	}
	raw := r.frames
	if raw == nil {
		raw = s.frames(o)
	}
	frames := Frames(raw, r.limit)
	if f, ok := s.customPrepare(); ok {
		return s.callPrepare(f, o, frames)
	}
	return s.vm.ToValue(s.header(o) + lines(frames))
}

// header is the first line: what Error.prototype.toString makes of the object, and for an error
// with a code that code in brackets. Getters and toString methods of scripts may throw from here.
func (s *state) header(o *goja.Object) string {
	name, message := "Error", ""
	if v := o.Get("name"); v != nil && !goja.IsUndefined(v) {
		name = s.text(v)
	}
	if v := o.Get("message"); v != nil && !goja.IsUndefined(v) {
		message = s.text(v)
	}
	if v := o.GetSymbol(NodeError); v != nil && v.ToBoolean() {
		if c := o.Get("code"); c != nil {
			name += " [" + s.text(c) + "]"
		}
		return name + ": " + message
	}
	switch {
	case name == "":
		return message
	case message == "":
		return name
	}
	return name + ": " + message
}

// text converts as a template string does: a symbol throws.
func (s *state) text(v goja.Value) string {
	if _, ok := v.(*goja.Symbol); ok {
		panic(s.vm.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	return v.String()
}
