package stack

import (
	_ "embed"
	"reflect"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

//go:embed callsite.js
var callSiteSource string

var compileCallSite = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("node:internal/callsite", callSiteSource, true)
})

// classType is what the engine exports a class as, and nothing else.
var classType = reflect.TypeOf((func(goja.ConstructorCall) *goja.Object)(nil))

// addAPI defines V8's stack functions on Error.
func (s *state) addAPI(error *goja.Object) {
	define(error, "captureStackTrace", function(s.vm, "captureStackTrace", 2, s.captureStackTrace), goja.FLAG_TRUE)
	s.prepare = function(s.vm, "ErrorPrepareStackTrace", 2, s.defaultPrepare)
	define(error, "prepareStackTrace", s.prepare, goja.FLAG_TRUE)
}

// captureStackTrace is Error.captureStackTrace(object, function): the object gets the stack of this
// moment, without the frames above and including the innermost call of the function.
func (s *state) captureStackTrace(c goja.FunctionCall) goja.Value {
	o, ok := c.Argument(0).(*goja.Object)
	if !ok {
		panic(s.vm.NewTypeError("invalid_argument"))
	}
	r := &record{limit: s.limit()}
	r.frames = s.cut(s.vm.CaptureCallStack(0, nil), c.Argument(1))
	if r.frames == nil {
		r.frames = []goja.StackFrame{}
	}
	if !s.own(o, r) {
		panic(s.vm.NewTypeError("Cannot define property stack, object is not extensible"))
	}
	return goja.Undefined()
}

// cut drops the frames down to the innermost call of f. The engine gives names of functions, not the
// functions, and none to class constructors: a function is found by its name; for a class the
// calling frame is taken to be its constructor. When nothing matches nothing is dropped.
func (s *state) cut(frames []goja.StackFrame, f goja.Value) []goja.StackFrame {
	if len(frames) > 0 && frames[0].SrcName() == "<native>" { // captureStackTrace itself
		frames = frames[1:]
	}
	fn, ok := f.(*goja.Object)
	if !ok {
		return frames
	}
	if _, ok := goja.AssertFunction(fn); !ok {
		return frames
	}
	if fn.ExportType() == classType {
		if len(frames) > 0 && frames[0].FuncName() == "<anonymous>" {
			return frames[1:]
		}
		return frames
	}
	name := ""
	if v := fn.Get("name"); v != nil {
		name = v.String()
	}
	for i := range frames {
		if name != "" && frames[i].FuncName() == name {
			return frames[i+1:]
		}
	}
	return frames
}

// customPrepare returns Error.prepareStackTrace when a script has put a function of its own there.
func (s *state) customPrepare() (goja.Callable, bool) {
	if s.prepare == nil {
		return nil, false
	}
	v, ok := s.error.Get("prepareStackTrace").(*goja.Object)
	if !ok || v == s.prepare {
		return nil, false
	}
	return goja.AssertFunction(v)
}

func (s *state) callPrepare(f goja.Callable, o *goja.Object, frames []Frame) goja.Value {
	sites := make([]any, len(frames))
	for i, fr := range frames {
		sites[i] = s.callSite(fr)
	}
	v, err := f(s.error, o, s.vm.NewArray(sites...))
	if err != nil {
		panic(err)
	}
	return v
}

// defaultPrepare is the Error.prepareStackTrace that scripts find: it joins what it is given.
func (s *state) defaultPrepare(c goja.FunctionCall) goja.Value {
	o := c.Argument(0).ToObject(s.vm)
	text := s.header(o)
	if list, ok := c.Argument(1).(*goja.Object); ok {
		n := int(list.Get("length").ToInteger())
		for i := range n {
			text += "\n    at " + s.text(list.Get(s.vm.ToValue(i).String()))
		}
	}
	return s.vm.ToValue(text)
}

// callSite makes the object that V8 hands to Error.prepareStackTrace for a frame.
func (s *state) callSite(f Frame) goja.Value {
	if s.newSite == nil {
		v, err := s.vm.RunProgram(compileCallSite())
		if err != nil {
			panic(err)
		}
		s.newSite, _ = goja.AssertFunction(v)
	}
	orNull := func(known bool, v any) goja.Value {
		if !known {
			return goja.Null()
		}
		return s.vm.ToValue(v)
	}
	typeName, method, isMethod := strings.Cut(f.Func, ".")
	if !f.Native || !isMethod {
		typeName, method = "", f.Func
	}
	file := orNull(f.File != "", f.File)
	if f.Eval {
		file = goja.Undefined()
	}
	v, err := s.newSite(goja.Undefined(),
		s.vm.ToValue(f.String()), file, orNull(!f.Native, f.Line), orNull(!f.Native, f.Column),
		orNull(method != "", method), orNull(typeName != "", typeName),
		s.vm.ToValue(f.Eval), s.vm.ToValue(!f.Native))
	if err != nil {
		panic(err)
	}
	return v
}
