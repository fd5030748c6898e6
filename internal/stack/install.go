package stack

import (
	"github.com/dop251/goja"
)

// classes are the error constructors of a runtime in the order they are wrapped: Error first,
// because the others inherit from it.
var classes = []struct {
	name   string
	length int
}{
	{"Error", 1}, {"AggregateError", 2}, {"EvalError", 1}, {"RangeError", 1}, {"ReferenceError", 1},
	{"SyntaxError", 1}, {"TypeError", 1}, {"URIError", 1},
}

// Install puts constructors in place of the runtime's eight error classes whose errors carry Node's
// `stack`, and gives Error captureStackTrace, prepareStackTrace and stackTraceLimit. The prototypes
// stay the engine's, so instanceof, names and errors made by the engine are as before. It must be
// called once per runtime, before scripts run; a second call does nothing.
func Install(vm *goja.Runtime) {
	s := of(vm)
	if s.prepare != nil {
		return
	}
	global := vm.GlobalObject()
	var base *goja.Object
	for _, c := range classes {
		original, ok := global.Get(c.name).(*goja.Object)
		if !ok {
			continue
		}
		w := s.wrap(original, c.name, c.length)
		if base == nil {
			base = w
			s.error = w
			s.addAPI(w)
			if isError, ok := original.Get("isError").(*goja.Object); ok {
				define(w, "isError", isError, goja.FLAG_TRUE)
			}
			w.Set("stackTraceLimit", DefaultLimit)
		} else if err := w.SetPrototype(base); err != nil {
			panic("stack: " + err.Error())
		}
		define(global, c.name, w, goja.FLAG_TRUE)
	}
	if goError, ok := global.Get("GoError").(*goja.Object); ok { // of the engine, for errors of Go functions
		if err := goError.SetPrototype(base); err != nil {
			panic("stack: " + err.Error())
		}
	}
}

// wrap makes the constructor that scripts see for one class.
func (s *state) wrap(original *goja.Object, name string, length int) *goja.Object {
	proto := original.Get("prototype").(*goja.Object)
	make := original.Export().(func(goja.FunctionCall) goja.Value)
	w := s.vm.ToValue(func(c goja.ConstructorCall) *goja.Object {
		err := make(goja.FunctionCall{Arguments: c.Arguments}).(*goja.Object)
		if c.NewTarget != nil {
			if p, ok := c.NewTarget.Get("prototype").(*goja.Object); ok && p != proto {
				if e := err.SetPrototype(p); e != nil {
					panic(e)
				}
			}
		}
		s.attach(err)
		return err
	}).(*goja.Object)
	define(w, "name", s.vm.ToValue(name), goja.FLAG_FALSE)
	define(w, "length", s.vm.ToValue(length), goja.FLAG_FALSE)
	if err := w.DefineDataProperty("prototype", proto, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
		panic("stack: " + err.Error())
	}
	define(proto, "constructor", w, goja.FLAG_TRUE)
	return w
}
