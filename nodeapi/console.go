package nodeapi

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
	"github.com/nodetimers/nodetimers/internal/stack"
)

// This file is console: the global one and the class Console. Each call that
// prints is one write with a line break at its end. The methods are bound, so
// they may be called detached; those that print through another one (table
// through log, assert through warn, trace through error) call what is there now.

// console is the state of one console object.
type console struct {
	vm     *goja.Runtime
	insp   *inspect.Inspector
	now    func() float64 // milliseconds, from any start
	object *goja.Object   // where the methods are
	class  *goja.Object   // Console; nil for the global console

	stdout, stderr sink
	indent         string // of the open groups
	groupWidth     int
	options        *goja.Object // inspectOptions, nil for none
	colors         goja.Value   // colorMode: nil or "auto" asks the stream
	counts         map[string]int
	times          map[string]float64

	log, warn, error *goja.Object // as they were made; nil if a subclass has its own
}

// consoleMethods are the methods in Node's order.
var consoleMethods = []struct {
	name string
	f    func(*console, goja.FunctionCall) goja.Value
}{
	{"log", (*console).printOut}, {"info", (*console).printOut}, {"debug", (*console).printOut},
	{"warn", (*console).printErr}, {"error", (*console).printErr}, {"dir", (*console).dir},
	{"time", (*console).time}, {"timeEnd", (*console).timeEnd}, {"timeLog", (*console).timeLog},
	{"trace", (*console).trace}, {"assert", (*console).assert}, {"clear", (*console).clear},
	{"count", (*console).count}, {"countReset", (*console).countReset}, {"group", (*console).group},
	{"groupEnd", (*console).groupEnd}, {"table", (*console).table}, {"dirxml", (*console).printOut},
	{"groupCollapsed", (*console).group},
}

// newConsole makes the global console. Its output goes to process.stdout and
// process.stderr if a script has replaced their write, else straight to the
// writers. now is a clock in milliseconds, for console.time.
func newConsole(vm *goja.Runtime, insp *inspect.Inspector, stdout, stderr io.Writer, now func() float64) *goja.Object {
	c := newConsoleState(vm, insp, now)
	c.stdout = &processSink{vm: vm, insp: insp, name: "stdout", w: stdout}
	c.stderr = &processSink{vm: vm, insp: insp, name: "stderr", w: stderr}
	c.fill(vm.CreateObject(vm.NewObject()))
	set(c.object, "Console", newConsoleClass(vm, insp, now))
	for _, name := range []string{"profile", "profileEnd", "timeStamp"} { // for an inspector, which there is none of
		set(c.object, name, native(vm, name, 0, func(goja.FunctionCall) goja.Value { return goja.Undefined() }))
	}
	return c.object
}

func newConsoleState(vm *goja.Runtime, insp *inspect.Inspector, now func() float64) *console {
	return &console{vm: vm, insp: insp, now: now, groupWidth: 2, counts: map[string]int{}, times: map[string]float64{}}
}

// fill makes the object a console. A method it has already, because it is of a
// class that extends Console, is bound to it and stays.
func (c *console) fill(o *goja.Object) {
	c.object = o
	own := map[string]*goja.Object{}
	for _, m := range consoleMethods {
		f := native(c.vm, m.name, 0, func(call goja.FunctionCall) goja.Value { return m.f(c, call) })
		if v, ok := o.Get(m.name).(*goja.Object); ok && v != c.inherited(m.name) {
			f = native(c.vm, m.name, 0, func(call goja.FunctionCall) goja.Value { return c.call(v, call.Arguments...) })
		} else {
			own[m.name] = f
		}
		set(o, m.name, f)
	}
	c.log, c.warn, c.error = own["log"], own["warn"], own["error"]
	must(o.DefineDataPropertySymbol(goja.SymToStringTag, c.vm.ToValue("console"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	must(o.DefineDataPropertySymbol(consoleMark, c.vm.ToValue(c), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

// inherited is the method of Console.prototype; nil for the global console.
func (c *console) inherited(name string) *goja.Object {
	if c.class == nil {
		return nil
	}
	f, _ := c.class.Get("prototype").(*goja.Object).Get(name).(*goja.Object)
	return f
}

// call calls a function on the console.
func (c *console) call(f goja.Value, args ...goja.Value) goja.Value {
	call, ok := goja.AssertFunction(orUndefined(f))
	if !ok {
		panic(c.vm.NewTypeError("the console's method is not a function"))
	}
	v, err := call(c.object, args...)
	if err != nil {
		panic(err)
	}
	return v
}

func (c *console) printOut(call goja.FunctionCall) goja.Value {
	return c.print(c.stdout, call.Arguments)
}

func (c *console) printErr(call goja.FunctionCall) goja.Value {
	return c.print(c.stderr, call.Arguments)
}

// print formats and writes. A single string is not looked into.
func (c *console) print(s sink, args []goja.Value) goja.Value {
	if len(args) == 1 && goja.IsString(args[0]) {
		return c.write(s, args[0].String())
	}
	if o := c.inspectOptions(s); o != nil {
		return c.write(s, c.insp.FormatOptions(o, args))
	}
	return c.write(s, c.insp.Format(args))
}

// write indents by the open groups and ends the line.
func (c *console) write(s sink, text string) goja.Value {
	if c.indent != "" {
		text = c.indent + strings.ReplaceAll(text, "\n", "\n"+c.indent)
	}
	s.write(text + "\n")
	return goja.Undefined()
}

// inspectOptions are those of the console with colours as the stream takes them;
// nil when there is nothing to say.
func (c *console) inspectOptions(s sink) *goja.Object {
	colors := false
	if c.colors != nil && !goja.IsString(c.colors) {
		colors = c.colors.ToBoolean()
	} else if stream := s.stream(); stream != nil {
		colors = takesColors(stream)
	}
	if c.options == nil && !colors {
		return nil
	}
	o := c.vm.NewObject()
	if c.options != nil {
		for _, name := range c.options.Keys() {
			set(o, name, orUndefined(c.options.Get(name)))
		}
	}
	if v := o.Get("colors"); v == nil || goja.IsUndefined(v) {
		set(o, "colors", c.vm.ToValue(colors))
	}
	return o
}

// through calls a method of the console as it is now; own is the one it was made
// with, which needs no detour.
func (c *console) through(name string, own *goja.Object, s sink, args ...goja.Value) {
	if v := c.object.Get(name); own == nil || v != goja.Value(own) {
		c.call(v, args...)
		return
	}
	c.print(s, args)
}

func (c *console) logText(text string) {
	c.through("log", c.log, c.stdout, c.vm.ToValue(text))
}

// dir inspects without the object's own inspect function.
func (c *console) dir(call goja.FunctionCall) goja.Value {
	o := c.vm.NewObject()
	set(o, "customInspect", c.vm.ToValue(false))
	extra, _ := call.Argument(1).(*goja.Object)
	for _, from := range []*goja.Object{c.inspectOptions(c.stdout), extra} {
		if from == nil {
			continue
		}
		for _, name := range from.Keys() {
			set(o, name, orUndefined(from.Get(name)))
		}
	}
	return c.write(c.stdout, c.insp.InspectOptions(call.Argument(0), o))
}

// label converts an argument as a template string does, "default" without one.
func (c *console) label(v goja.Value) string {
	if goja.IsUndefined(v) {
		return "default"
	}
	if _, ok := v.(*goja.Symbol); ok {
		panic(c.vm.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	return v.String()
}

// emitWarning goes through the process that is there.
func (c *console) emitWarning(message string) {
	process, ok := c.vm.GlobalObject().Get("process").(*goja.Object)
	if !ok {
		return
	}
	if emit, ok := goja.AssertFunction(orUndefined(process.Get("emitWarning"))); ok {
		if _, err := emit(process, c.vm.ToValue(message)); err != nil {
			panic(err)
		}
	}
}

func (c *console) time(call goja.FunctionCall) goja.Value {
	label := c.label(call.Argument(0))
	if _, ok := c.times[label]; ok {
		c.emitWarning(fmt.Sprintf("Label '%s' already exists for console.time()", label))
		return goja.Undefined()
	}
	c.times[label] = c.now()
	return goja.Undefined()
}

func (c *console) timeEnd(call goja.FunctionCall) goja.Value {
	label := c.label(call.Argument(0))
	c.logTime(label, "console.timeEnd()", nil)
	delete(c.times, label)
	return goja.Undefined()
}

func (c *console) timeLog(call goja.FunctionCall) goja.Value {
	c.logTime(c.label(call.Argument(0)), "console.timeLog()", call.Arguments[min(1, len(call.Arguments)):])
	return goja.Undefined()
}

func (c *console) logTime(label, method string, data []goja.Value) {
	start, ok := c.times[label]
	if !ok {
		c.emitWarning(fmt.Sprintf("No such label '%s' for %s", label, method))
		return
	}
	args := []goja.Value{c.vm.ToValue("%s: %s"), c.vm.ToValue(label), c.vm.ToValue(duration(c.now() - start))}
	c.through("log", c.log, c.stdout, append(args, data...)...)
}

// duration prints milliseconds: "1.235ms", "1.235s", "1:02.346 (m:ss.mmm)",
// "1:01:02.346 (h:mm:ss.mmm)".
func duration(ms float64) string {
	const second, minute, hour = 1e3, 60e3, 3600e3
	if ms < second {
		return strconv.FormatFloat(math.Round(ms*1e3)/1e3, 'f', -1, 64) + "ms"
	}
	hours, rest := math.Floor(ms/hour), math.Mod(ms, hour)
	minutes := math.Floor(rest / minute)
	if ms < minute {
		return strconv.FormatFloat(ms/second, 'f', 3, 64) + "s"
	}
	seconds := strconv.FormatFloat(math.Mod(rest, minute)/second, 'f', 3, 64)
	if len(seconds) < len("00.000") {
		seconds = "0" + seconds
	}
	if hours > 0 {
		return fmt.Sprintf("%.0f:%02.0f:%s (h:mm:ss.mmm)", hours, minutes, seconds)
	}
	return fmt.Sprintf("%.0f:%s (m:ss.mmm)", minutes, seconds)
}

// trace prints its arguments and where it was called.
func (c *console) trace(call goja.FunctionCall) goja.Value {
	text := "Trace"
	if len(call.Arguments) > 0 {
		if s := c.insp.Format(call.Arguments); s != "" {
			text += ": " + s
		}
	}
	text += stack.FormatFrames(c.vm.CaptureCallStack(0, nil))
	c.through("error", c.error, c.stderr, c.vm.ToValue(text))
	return goja.Undefined()
}

func (c *console) assert(call goja.FunctionCall) goja.Value {
	if call.Argument(0).ToBoolean() {
		return goja.Undefined()
	}
	args := append([]goja.Value(nil), call.Arguments[min(1, len(call.Arguments)):]...)
	const failed = "Assertion failed"
	if len(args) > 0 && goja.IsString(args[0]) {
		args[0] = c.vm.ToValue(failed + ": " + args[0].String())
	} else {
		args = append([]goja.Value{c.vm.ToValue(failed)}, args...)
	}
	c.through("warn", c.warn, c.stderr, args...)
	return goja.Undefined()
}

// clear moves to the first line of a terminal and clears what follows.
func (c *console) clear(goja.FunctionCall) goja.Value {
	if s := c.stdout.stream(); s != nil {
		if tty := s.Get("isTTY"); tty != nil && tty.ToBoolean() {
			c.stdout.write("\x1b[1;1H\x1b[0J")
		}
	}
	return goja.Undefined()
}

func (c *console) count(call goja.FunctionCall) goja.Value {
	label := c.label(call.Argument(0))
	c.counts[label]++
	c.logText(label + ": " + strconv.Itoa(c.counts[label]))
	return goja.Undefined()
}

func (c *console) countReset(call goja.FunctionCall) goja.Value {
	label := c.label(call.Argument(0))
	if c.counts[label] == 0 {
		c.emitWarning(fmt.Sprintf("Count for '%s' does not exist", label))
		return goja.Undefined()
	}
	delete(c.counts, label)
	return goja.Undefined()
}

func (c *console) group(call goja.FunctionCall) goja.Value {
	if len(call.Arguments) > 0 {
		c.through("log", c.log, c.stdout, call.Arguments...)
	}
	c.indent += strings.Repeat(" ", c.groupWidth)
	return goja.Undefined()
}

func (c *console) groupEnd(goja.FunctionCall) goja.Value {
	c.indent = c.indent[:max(0, len(c.indent)-c.groupWidth)]
	return goja.Undefined()
}
