package nodeapi

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/inspect"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
	"github.com/nodetimers/nodetimers/internal/stack"
)

// This file is what process makes of exceptions and rejections nobody caught:
// the events, the capture callback, and the text on stderr at the end.

func (n *Node) installUncaught() {
	p, vm := n.process, n.vm
	n.method(p, "setUncaughtExceptionCaptureCallback", 1, func(c goja.FunctionCall) goja.Value {
		fn := c.Argument(0)
		if goja.IsNull(fn) {
			n.capture = nil
			return goja.Undefined()
		}
		if _, ok := goja.AssertFunction(fn); !ok {
			panic(nodeerr.InvalidArgType(vm, "fn", "of type function or null", fn))
		}
		if n.capture != nil {
			panic(nodeerr.New(vm, "Error", "ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET",
				"`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active"))
		}
		n.capture = fn.(*goja.Object)
		return goja.Undefined()
	})
	n.method(p, "hasUncaughtExceptionCaptureCallback", 0, func(goja.FunctionCall) goja.Value {
		return vm.ToValue(n.capture != nil)
	})
}

// onUncaught is asked about each exception that left a callback.
func (n *Node) onUncaught(value goja.Value, rejection bool) eventloop.Verdict {
	handled, origin := false, "uncaughtException"
	if rejection {
		origin = "unhandledRejection"
		value = n.rejectionError(value)
	}
	stack.Normalize(n.vm, value)
	n.fatalErr = value
	ex := n.vm.Try(func() {
		args := []goja.Value{value, n.vm.ToValue(origin)}
		n.emitEvent("uncaughtExceptionMonitor", args...)
		if n.capture != nil {
			call, _ := goja.AssertFunction(n.capture)
			if _, err := call(goja.Undefined(), value); err != nil {
				panic(err)
			}
			handled = true
			return
		}
		handled = n.emitEvent("uncaughtException", args...)
	})
	if ex != nil {
		// A failure while a failure is handled.
		n.fatal = 7
		stack.Normalize(n.vm, ex.Value())
		n.fatalErr = ex.Value()
		n.exiting = true
		n.engine.Loop().Fail(&eventloop.UncaughtError{Value: ex.Value(), Err: ex})
		return eventloop.VerdictContinue
	}
	if handled {
		return eventloop.VerdictContinue
	}
	if !n.exiting {
		n.exiting = true
		n.exitCode = n.vm.ToValue(1)
		n.vm.Try(func() { n.emitEvent("exit", n.vm.ToValue(1)) })
	}
	return eventloop.VerdictStop
}

// onRejected emits 'unhandledRejection'.
func (n *Node) onRejected(reason goja.Value, p *goja.Promise) (handled bool) {
	stack.Normalize(n.vm, reason)
	return n.emitEvent("unhandledRejection", reason, n.vm.ToValue(p))
}

func (n *Node) onHandledLate(p *goja.Promise) {
	n.emitEvent("rejectionHandled", n.vm.ToValue(p))
}

// rejectionError is the reason itself if it is an error, and otherwise an error
// that tells of it.
func (n *Node) rejectionError(reason goja.Value) goja.Value {
	if o, ok := reason.(*goja.Object); ok && !isFunction(o) && (o.ClassName() == "Error" || slices.Contains(o.GetOwnPropertyNames(), "stack")) {
		return reason
	}
	text := n.plainText(reason)
	err := nodeerr.New(n.vm, "Error", "ERR_UNHANDLED_REJECTION",
		"This error originated either by throwing inside of an async function without a catch block, "+
			"or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason \""+text+"\".")
	name := n.vm.ToValue("UnhandledPromiseRejection")
	must(err.DefineDataProperty("name", name, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	if s := err.Get("stack"); s != nil {
		text := s.String()
		if i := strings.Index(text, ": "); i >= 0 {
			must(err.DefineDataProperty("stack", n.vm.ToValue("UnhandledPromiseRejection"+text[i:]), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
		}
	}
	return err
}

// plainText words a value as V8 does where no script may run: an object by its
// class, whatever its toString does.
func (n *Node) plainText(v goja.Value) (text string) {
	o, ok := v.(*goja.Object)
	if !ok {
		if s, ok := v.(*goja.Symbol); ok {
			return "Symbol(" + s.String() + ")"
		}
		return v.String()
	}
	text = "[object Object]"
	n.vm.Try(func() { // a getter may throw
		toString := o.Get("toString")
		switch {
		case isFunction(o):
			text = n.stringBy(n.original.functionToString, o)
		case toString == n.original.errorToString:
			text = n.stringBy(n.original.errorToString, o)
		case toString == n.original.objectToString:
			if name := constructorName(o); name != "" {
				text = "#<" + name + ">"
			}
		default:
			text = n.stringBy(n.original.objectToString, o)
		}
	})
	return text
}

func (n *Node) stringBy(f *goja.Object, this goja.Value) string {
	call, _ := goja.AssertFunction(f)
	v, err := call(this)
	if err != nil {
		panic(err)
	}
	return v.String()
}

func constructorName(o *goja.Object) string {
	if c, ok := o.Get("constructor").(*goja.Object); ok && isFunction(c) {
		if name := c.Get("name"); goja.IsString(name) {
			return name.String()
		}
	}
	return ""
}

// printUncaught writes what Node writes before it exits with code 1: where it
// was thrown, with the source line, and the error.
func (n *Node) printUncaught(u *eventloop.UncaughtError) {
	var b strings.Builder
	value := n.fatalErr
	if value == nil {
		value, _ = u.Value.(goja.Value)
	}
	at := n.SourcePosition(value, u.Err)
	switch {
	case value == nil: // not JavaScript's: a stack overflow
		fmt.Fprintf(&b, "%s%s\n", at, describeEngineError(u.Err))
	case isErrorObject(value):
		fmt.Fprintf(&b, "%s%s\n", at, bare(n.inspector.Inspect(value, uncaughtOptions)))
	default:
		fmt.Fprintf(&b, "\n%s%s\n", strings.TrimSuffix(at, "\n"), n.thrownText(value))
	}
	if thrown := thrownFrames(u.Err); n.opts.TraceUncaught && thrown != "" {
		fmt.Fprintf(&b, "Thrown at:%s\n\n", thrown)
	}
	if u.Origin != "" { // Node has no such line
		fmt.Fprintf(&b, "Set at:\n    at %s\n\n", asFrame(u.Origin))
	}
	fmt.Fprintf(&b, "\nnodetimers %s (as Node.js %s)\n", Version(), NodeVersion)
	fmt.Fprint(n.opts.Stderr, b.String())
}

// uncaughtOptions shows more than console.log does, and asks no script how.
var uncaughtOptions = inspect.Options{Depth: inspect.Number(5), NoCustomInspect: true}

// thrownText words a value that is no error. For primitives the message tells how
// to find out where they come from, since they have no stack.
func (n *Node) thrownText(v goja.Value) string {
	if _, ok := v.(*goja.Object); ok {
		return n.inspector.Inspect(v, uncaughtOptions)
	}
	text := n.plainText(v)
	if !n.opts.TraceUncaught {
		text += "\n(Use `nodetimers run --trace-uncaught ...` to show where the exception was thrown)"
	}
	return text
}

// thrownFrames is where an exception was thrown, as the lines of a stack.
func thrownFrames(err error) string {
	var ex *goja.Exception
	if !errors.As(err, &ex) {
		return ""
	}
	return stack.FormatFrames(ex.Stack())
}

// asFrame turns the form of an origin, "file:1:2 (name)", into that of a stack's
// line, "name (file:1:2)".
func asFrame(origin string) string {
	if i := strings.LastIndex(origin, " ("); i >= 0 && strings.HasSuffix(origin, ")") {
		return origin[i+2:len(origin)-1] + " (" + origin[:i] + ")"
	}
	return origin
}

var bracketed = regexp.MustCompile(`(?s)^\[(.*?)\](?: (\{.*))?$`)

// bare takes the brackets off an error that has no stack frames.
func bare(text string) string {
	m := bracketed.FindStringSubmatch(text)
	switch {
	case m == nil:
		return text
	case m[2] != "":
		return m[1] + " " + m[2]
	}
	return m[1]
}

func isErrorObject(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	return ok && o.ClassName() == "Error"
}

// describeEngineError words what goja reports outside JavaScript.
func describeEngineError(err error) string {
	var so *goja.StackOverflowError
	if errors.As(err, &so) {
		var b strings.Builder
		b.WriteString("RangeError: Maximum call stack size exceeded")
		for i, f := range so.Stack() {
			if i == 10 {
				break
			}
			p := f.Position()
			fmt.Fprintf(&b, "\n    at %s (%s:%d:%d)", f.FuncName(), f.SrcName(), p.Line, p.Column)
		}
		return b.String()
	}
	return err.Error()
}

// SourcePosition is the first part of Node's message about an uncaught error:
// "file:line", the source line and a caret, and an empty line. It is empty when
// the place or its source is not known.
func (n *Node) SourcePosition(value goja.Value, err error) string {
	if n.Place != nil && value != nil {
		if file, line, column, length, source, ok := n.Place(value); ok {
			return pointAt(file, line, column, length, source)
		}
	}
	file, line, column := n.thrownAt(value, err)
	if file == "" || line < 1 {
		return ""
	}
	src, ok := n.sourceLine(file, line)
	if !ok {
		return ""
	}
	return pointAt(file, line, column, 1, src)
}

func pointAt(file string, line, column, length int, source string) string {
	before := max(0, min(column-1, len(source)))
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, source[:before])
	caret := indent + strings.Repeat("^", max(1, min(length, len(source)-before)))
	return fmt.Sprintf("%s:%d\n%s\n%s\n\n", file, line, source, caret)
}

// thrownAt is where an exception was thrown; for a rejection, where its error
// was made.
func (n *Node) thrownAt(value goja.Value, err error) (file string, line, column int) {
	var frames []goja.StackFrame
	var ex *goja.Exception
	var so *goja.StackOverflowError
	switch {
	case errors.As(err, &ex):
		frames = ex.Stack()
	case errors.As(err, &so):
		frames = so.Stack()
	}
	for _, f := range frames {
		if p := f.Position(); p.Filename != "" && !strings.HasPrefix(p.Filename, "node:") {
			return p.Filename, p.Line, p.Column
		}
	}
	o, ok := value.(*goja.Object)
	if !ok {
		return "", 0, 0
	}
	text := o.Get("stack")
	if text == nil {
		return "", 0, 0
	}
	return firstFrame(text.String())
}

var frameLine = regexp.MustCompile(`(?m)^\s+at (?:.* \()?(.+?):(\d+):(\d+)\)?$`)

// firstFrame finds the topmost place in a stack trace that is in a file.
func firstFrame(stack string) (file string, line, column int) {
	for _, m := range frameLine.FindAllStringSubmatch(stack, -1) {
		if strings.HasPrefix(m[1], "node:") {
			continue
		}
		line, _ = strconv.Atoi(m[2])
		column, _ = strconv.Atoi(m[3])
		return m[1], line, column
	}
	return "", 0, 0
}

func (n *Node) sourceLine(file string, line int) (string, bool) {
	var text []byte
	if n.Source != nil {
		text = n.Source(file)
	}
	if text == nil {
		b, err := os.ReadFile(file)
		if err != nil {
			return "", false
		}
		text = b
	}
	lines := strings.Split(string(text), "\n")
	if line > len(lines) {
		return "", false
	}
	return strings.TrimSuffix(lines[line-1], "\r"), true
}
