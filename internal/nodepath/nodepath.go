// Package nodepath is Node's module path: both of its styles, on whatever system the program runs.
//
// The functions are native and work on Go strings, so nothing that a program does to String.prototype reaches them. A
// lone surrogate in a path, which no file name can have, comes back as U+FFFD.
package nodepath

import (
	"os"
	"runtime"

	"github.com/dop251/goja"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// Builtin makes the exports of the module path for the system's own style and the process's current folder. Call it on
// the runtime's goroutine.
func Builtin(vm *goja.Runtime) goja.Value {
	return New(vm, func() string {
		dir, err := os.Getwd()
		if err != nil {
			return ""
		}
		return dir
	})
}

// New is Builtin with another idea of the current folder, which is asked at each call that needs it.
func New(vm *goja.Runtime, cwd func() string) *goja.Object {
	posix := module(vm, style{sep: "/", delimiter: ":", cwd: cwd})
	win32 := module(vm, style{sep: `\`, delimiter: ";", windows: true, cwd: cwd})
	for _, o := range []*goja.Object{posix, win32} {
		set(o, "win32", win32)
		set(o, "posix", posix)
	}
	if runtime.GOOS == "windows" {
		return win32
	}
	return posix
}

func set(o *goja.Object, name string, v any) {
	if err := o.Set(name, v); err != nil {
		panic(err)
	}
}

// module makes one style's functions, in Node's order.
func module(vm *goja.Runtime, s style) *goja.Object {
	o := vm.NewObject()
	def := func(name string, length int, f func(c goja.FunctionCall) goja.Value) *goja.Object {
		fn := vm.ToValue(f).(*goja.Object)
		_ = fn.DefineDataProperty("name", vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		_ = fn.DefineDataProperty("length", vm.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		set(o, name, fn)
		return fn
	}
	str := func(c goja.FunctionCall, i int, name string) string {
		v := c.Argument(i)
		if !goja.IsString(v) {
			panic(nodeerr.InvalidArgType(vm, name, "of type string", v))
		}
		return v.String()
	}
	all := func(c goja.FunctionCall, name func(i int) string) []string {
		out := make([]string, len(c.Arguments))
		for i := range c.Arguments {
			out[i] = str(c, i, name(i))
		}
		return out
	}
	one := func(f func(string) string) func(c goja.FunctionCall) goja.Value {
		return func(c goja.FunctionCall) goja.Value { return vm.ToValue(f(str(c, 0, "path"))) }
	}
	def("resolve", 0, func(c goja.FunctionCall) goja.Value { return vm.ToValue(s.resolve(s.checked(c, str))) })
	def("normalize", 1, one(s.normalize))
	def("isAbsolute", 1, func(c goja.FunctionCall) goja.Value { return vm.ToValue(s.isAbsolute(str(c, 0, "path"))) })
	def("join", 0, func(c goja.FunctionCall) goja.Value {
		return vm.ToValue(s.join(all(c, func(int) string { return "path" })))
	})
	def("relative", 2, func(c goja.FunctionCall) goja.Value {
		return vm.ToValue(s.relative(str(c, 0, "from"), str(c, 1, "to")))
	})
	long := def("toNamespacedPath", 1, func(c goja.FunctionCall) goja.Value {
		if !s.windows || !goja.IsString(c.Argument(0)) {
			return c.Argument(0)
		}
		return vm.ToValue(s.toNamespacedPath(c.Argument(0).String()))
	})
	def("dirname", 1, one(s.dirname))
	def("basename", 2, func(c goja.FunctionCall) goja.Value {
		suffix := ""
		if !goja.IsUndefined(c.Argument(1)) {
			suffix = str(c, 1, "suffix")
		}
		return vm.ToValue(s.basename(str(c, 0, "path"), suffix))
	})
	def("extname", 1, one(s.extname))
	format := def("format", 1, func(c goja.FunctionCall) goja.Value { return vm.ToValue(s.formatObject(vm, c.Argument(0))) })
	_ = format.DefineDataProperty("name", vm.ToValue("bound _format"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	def("parse", 1, func(c goja.FunctionCall) goja.Value {
		p := s.parse(str(c, 0, "path"))
		out := vm.NewObject()
		set(out, "root", p.root)
		set(out, "dir", p.dir)
		set(out, "base", p.base)
		set(out, "ext", p.ext)
		set(out, "name", p.name)
		return out
	})
	def("matchesGlob", 2, func(c goja.FunctionCall) goja.Value {
		return vm.ToValue(s.matchesGlob(str(c, 0, "path"), str(c, 1, "pattern")))
	})
	set(o, "sep", s.sep)
	set(o, "delimiter", s.delimiter)
	set(o, "win32", goja.Null())
	set(o, "posix", goja.Null())
	set(o, "_makeLong", long)
	return o
}

// checked are the arguments of resolve from the right up to the first that is absolute: Node looks at no others.
func (s style) checked(c goja.FunctionCall, str func(goja.FunctionCall, int, string) string) []string {
	out := make([]string, len(c.Arguments))
	device := false
	for i := len(c.Arguments) - 1; i >= 0; i-- {
		out[i] = str(c, i, "paths["+itoa(i)+"]")
		if !s.windows && s.isAbsolute(out[i]) {
			break
		}
		if s.windows {
			r := s.root(out[i])
			device = device || r.device != ""
			if device && r.absolute {
				break
			}
		}
	}
	return out
}

func itoa(i int) string {
	if i < 10 {
		return string(rune('0' + i))
	}
	return itoa(i/10) + itoa(i%10)
}

func (s style) formatObject(vm *goja.Runtime, v goja.Value) string {
	o, ok := v.(*goja.Object)
	if !ok {
		panic(nodeerr.InvalidArgType(vm, "pathObject", "of type object", v))
	}
	get := func(name string) string {
		if v := o.Get(name); v != nil && v.ToBoolean() {
			return v.String()
		}
		return ""
	}
	return s.format(get("root"), get("dir"), get("base"), get("name"), get("ext"))
}
