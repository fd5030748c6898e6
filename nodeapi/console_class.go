package nodeapi

import (
	"io"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file is where a console writes to, and the class Console, which writes
// to streams of scripts.

// A sink takes the lines of a console.
type sink interface {
	write(text string)
	stream() *goja.Object // the script's stream; nil when there is none
}

// processSink is process.stdout or process.stderr. As long as its write is
// native the Go writer is called directly; a script that replaces it, to catch
// output in a test, sees every line.
type processSink struct {
	vm     *goja.Runtime
	insp   *inspect.Inspector
	name   string
	w      io.Writer
	direct *goja.Object // a write that was found to be native
}

func (p *processSink) stream() *goja.Object {
	process, ok := p.vm.GlobalObject().Get("process").(*goja.Object)
	if !ok {
		return nil
	}
	s, _ := process.Get(p.name).(*goja.Object)
	return s
}

func (p *processSink) write(text string) {
	if s := p.stream(); s != nil {
		if f, ok := s.Get("write").(*goja.Object); ok && f != p.direct {
			if !p.insp.IsNative(f) {
				callWrite(p.vm, s, text)
				return
			}
			p.direct = f
		}
	}
	_, _ = io.WriteString(p.w, text) // as in Node, the global console ignores errors
}

// streamSink is a stream given to new Console.
type streamSink struct {
	vm     *goja.Runtime
	object *goja.Object
}

func (s *streamSink) stream() *goja.Object { return s.object }
func (s *streamSink) write(text string)    { callWrite(s.vm, s.object, text) }

func callWrite(vm *goja.Runtime, stream *goja.Object, text string) {
	f, ok := goja.AssertFunction(orUndefined(stream.Get("write")))
	if !ok {
		panic(vm.NewTypeError("stream.write is not a function"))
	}
	if _, err := f(stream, vm.ToValue(text)); err != nil {
		panic(err)
	}
}

// consoleMark is on every console and holds its state; instanceof Console looks
// for it.
var consoleMark = goja.NewSymbol("kIsConsole")

// newConsoleClass makes Console: new Console(stdout[, stderr]) or new
// Console({ stdout, stderr, colorMode, inspectOptions, groupIndentation }).
func newConsoleClass(vm *goja.Runtime, insp *inspect.Inspector, now func() float64) *goja.Object {
	var class *goja.Object
	class = vm.ToValue(func(call goja.ConstructorCall) *goja.Object {
		c := newConsoleState(vm, insp, now)
		c.class = class
		c.configure(call.Argument(0), call.Argument(1))
		of := class // also when it is called without new
		if call.NewTarget != nil {
			of = call.NewTarget
		}
		proto, _ := of.Get("prototype").(*goja.Object)
		c.fill(vm.CreateObject(proto))
		return c.object
	}).(*goja.Object)
	must(class.DefineDataProperty("name", vm.ToValue("Console"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	must(class.DefineDataProperty("length", vm.ToValue(1), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	is := native(vm, "[Symbol.hasInstance]", 1, func(call goja.FunctionCall) goja.Value {
		return vm.ToValue(consoleOf(call.Argument(0)) != nil)
	})
	must(class.DefineDataPropertySymbol(goja.SymHasInstance, is, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
	proto := class.Get("prototype").(*goja.Object)
	for _, m := range consoleMethods { // for calls by super
		set(proto, m.name, native(vm, m.name, 0, func(call goja.FunctionCall) goja.Value {
			c := consoleOf(call.This)
			if c == nil {
				panic(vm.NewTypeError("Console.prototype.%s called on incompatible receiver", m.name))
			}
			return m.f(c, call)
		}))
	}
	return class
}

// consoleOf finds the state of a console; nil when the value is none.
func consoleOf(v goja.Value) *console {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	mark := o.GetSymbol(consoleMark)
	if mark == nil {
		return nil
	}
	c, _ := mark.Export().(*console)
	return c
}

// configure reads the arguments of Console.
func (c *console) configure(first, second goja.Value) {
	options, ok := first.(*goja.Object)
	if !ok || isFunction(orUndefined(options.Get("write"))) {
		options = c.vm.NewObject()
		set(options, "stdout", first)
		set(options, "stderr", second)
	}
	get := func(name string) goja.Value { return orUndefined(options.Get(name)) }
	stdout := get("stdout")
	stderr := get("stderr")
	if goja.IsUndefined(stderr) {
		stderr = stdout
	}
	c.stdout = c.needStream("stdout", stdout)
	c.stderr = c.needStream("stderr", stderr)
	if mode := get("colorMode"); !goja.IsUndefined(mode) {
		if _, isBool := mode.Export().(bool); !isBool && mode.String() != "auto" {
			panic(nodeerr.InvalidArgValue(c.vm, "colorMode", mode, "must be one of: 'auto', true, false"))
		}
		c.colors = mode
	}
	if width := get("groupIndentation"); !goja.IsUndefined(width) {
		switch {
		case !goja.IsNumber(width):
			panic(nodeerr.InvalidArgType(c.vm, "groupIndentation", "of type number", width))
		case width.ToFloat() != float64(width.ToInteger()):
			panic(nodeerr.OutOfRange(c.vm, "groupIndentation", "an integer", width))
		case width.ToInteger() < 0 || width.ToInteger() > 1000:
			panic(nodeerr.OutOfRange(c.vm, "groupIndentation", ">= 0 && <= 1000", width))
		}
		c.groupWidth = int(width.ToInteger())
	}
	if o := get("inspectOptions"); !goja.IsUndefined(o) {
		if c.options, ok = o.(*goja.Object); !ok {
			panic(nodeerr.InvalidArgType(c.vm, "options.inspectOptions", "of type object", o))
		}
	}
}

func (c *console) needStream(name string, v goja.Value) sink {
	if o, ok := v.(*goja.Object); ok && isFunction(orUndefined(o.Get("write"))) {
		return &streamSink{vm: c.vm, object: o}
	}
	panic(nodeerr.New(c.vm, "TypeError", "ERR_CONSOLE_WRITABLE_STREAM",
		"Console expects a writable stream instance for "+name))
}
