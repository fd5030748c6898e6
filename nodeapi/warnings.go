package nodeapi

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file is process.emitWarning and the printing of warnings.

type warnings struct {
	printed goja.Value // was printed before its event
	hinted  bool       // the line that tells of --trace-warnings was printed
}

func (n *Node) installWarnings() {
	n.method(n.process, "emitWarning", 4, n.emitWarning)
	must(n.process.DefineDataProperty("noDeprecation", n.vm.ToValue(false), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
	if !n.opts.NoWarnings {
		on, _ := goja.AssertFunction(n.events.Get("prototype").(*goja.Object).Get("on"))
		_, err := on(n.process, n.vm.ToValue("warning"), n.function("onWarning", 1, func(c goja.FunctionCall) goja.Value {
			if c.Argument(0) != n.warnings.printed {
				n.printWarning(c.Argument(0))
			}
			return goja.Undefined()
		}))
		must(err)
	}
}

// emitWarning takes (warning[, type[, code]]), (warning, {type, code, detail})
// or an Error. The event comes in a tick.
func (n *Node) emitWarning(c goja.FunctionCall) goja.Value {
	vm := n.vm
	warning, kind, code := c.Argument(0), c.Argument(1), c.Argument(2)
	var detail goja.Value
	if o, ok := kind.(*goja.Object); ok && o.ClassName() != "Array" {
		if _, isFunction := goja.AssertFunction(o); isFunction {
			kind, code = goja.Undefined(), goja.Undefined()
		} else {
			code = orUndefined(o.Get("code"))
			if d := orUndefined(o.Get("detail")); goja.IsString(d) {
				detail = d
			}
			if kind = orUndefined(o.Get("type")); !kind.ToBoolean() {
				kind = goja.Undefined()
			}
		}
	} else if _, isFunction := goja.AssertFunction(code); isFunction {
		code = goja.Undefined()
	}
	for _, arg := range []struct {
		name string
		v    goja.Value
	}{{"type", kind}, {"code", code}} {
		if arg.v != goja.Undefined() && !goja.IsString(arg.v) {
			panic(nodeerr.InvalidArgType(vm, arg.name, "of type string", arg.v))
		}
	}
	var w *goja.Object
	switch {
	case goja.IsString(warning):
		w = n.newWarning(warning.String(), kind, code, detail)
	case isErrorObject(warning):
		w = warning.(*goja.Object)
	default:
		panic(nodeerr.InvalidArgType(vm, "warning", "of type string or an instance of Error", warning))
	}
	if name := w.Get("name"); name != nil && name.String() == "DeprecationWarning" {
		if nd := n.process.Get("noDeprecation"); nd != nil && nd.ToBoolean() {
			return goja.Undefined()
		}
	}
	n.engine.NextTick(func() { n.emitEvent("warning", w) })
	return goja.Undefined()
}

func orUndefined(v goja.Value) goja.Value {
	if v == nil {
		return goja.Undefined()
	}
	return v
}

func (n *Node) newWarning(message string, kind, code, detail goja.Value) *goja.Object {
	w := nodeerr.New(n.vm, "Error", "", message)
	must(w.Delete("code"))
	name := "Warning"
	if kind.ToBoolean() {
		name = kind.String()
	}
	set(w, "name", n.vm.ToValue(name))
	if s := w.Get("stack"); s != nil {
		text := s.String()
		if rest, ok := strings.CutPrefix(text, name+": "); ok && message == "" {
			text = name + rest
		}
		must(w.DefineDataProperty("stack", n.vm.ToValue(text), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
	if code != goja.Undefined() {
		set(w, "code", code)
	}
	if detail != nil {
		set(w, "detail", detail)
	}
	return w
}

// warn is the engine's warning about a delay: it goes through the emitWarning
// that process has now.
func (n *Node) warn(name, message string) {
	n.callEmitWarning(n.vm.ToValue(message), n.vm.ToValue(name))
}

func (n *Node) emitWarningObject(w *goja.Object) { n.callEmitWarning(w) }

func (n *Node) callEmitWarning(args ...goja.Value) {
	emit, ok := goja.AssertFunction(n.process.Get("emitWarning"))
	if !ok {
		panic(n.vm.NewTypeError("process.emitWarning is not a function"))
	}
	if _, err := emit(n.process, args...); err != nil {
		panic(err)
	}
}

// printWarning writes a warning to stderr in Node's form.
func (n *Node) printWarning(v goja.Value) {
	w, ok := v.(*goja.Object)
	if !ok || w.ClassName() != "Error" {
		return
	}
	text := ""
	if s := w.Get("stack"); n.opts.TraceWarnings && s != nil && s.ToBoolean() {
		text = s.String()
	} else {
		text = n.stringBy(n.original.errorToString, w)
	}
	code := ""
	if c := w.Get("code"); c != nil && c.ToBoolean() {
		code = "[" + c.String() + "] "
	}
	fmt.Fprintf(n.opts.Stderr, "(node:%d) %s%s\n", os.Getpid(), code, text)
	if d := w.Get("detail"); d != nil && goja.IsString(d) {
		io.WriteString(n.opts.Stderr, d.String()+"\n")
	}
	if !n.opts.TraceWarnings && !n.warnings.hinted {
		n.warnings.hinted = true
		io.WriteString(n.opts.Stderr, "(Use `nodetimers run --trace-warnings ...` to show where the warning was created)\n")
	}
}
