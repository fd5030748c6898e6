package nodeapi

import (
	"io"
	"math"
	"regexp"
	"strings"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
)

// This file prints what tests did in the form Node calls spec, its default on
// terminals and off. The first lines come in a tick, as from Node's streams, and
// all later ones at once.

// specReport collects the failures for the end.
type specReport struct {
	n       *Node
	failed  []string
	held    strings.Builder
	flowing bool
	pending bool
}

func (n *Node) testReport() *goja.Object {
	r := &specReport{n: n}
	o := n.vm.NewObject()
	n.method(o, "begin", 0, func(goja.FunctionCall) goja.Value { r.begin(); return goja.Undefined() })
	n.method(o, "start", 2, func(c goja.FunctionCall) goja.Value {
		r.write(indentation(c.Argument(0)) + "▶ " + c.Argument(1).String() + "\n")
		return goja.Undefined()
	})
	n.method(o, "log", 2, func(c goja.FunctionCall) goja.Value {
		p := r.palette()
		r.write(p.blue + indentation(c.Argument(0)) + "ℹ " + c.Argument(1).String() + p.white + "\n")
		return goja.Undefined()
	})
	n.method(o, "result", 8, func(c goja.FunctionCall) goja.Value { r.result(c); return goja.Undefined() })
	n.method(o, "end", 0, func(goja.FunctionCall) goja.Value { r.end(); return goja.Undefined() })
	return o
}

// reportPalette is the colours of a report, which Node takes by what stderr
// knows.
type reportPalette struct{ *palette }

func (r *specReport) palette() *palette { return newPalette(r.n.colored("stderr")) }

func (p *reportPalette) yellow() string {
	if p.on {
		return "\x1b[33m"
	}
	return ""
}

func indentation(nesting goja.Value) string { return strings.Repeat("  ", int(nesting.ToInteger())) }

// result prints the line of a test that has ended: (nesting, passed, name,
// duration, directive, message, error, location).
func (r *specReport) result(c goja.FunctionCall) {
	p := &reportPalette{r.palette()}
	passed, directive, message := c.Argument(1).ToBoolean(), c.Argument(4).String(), c.Argument(5)
	color, symbol := p.green, "✔ "
	if !passed {
		color, symbol = p.red, "✖ "
	}
	title := c.Argument(2).String()
	if d := c.Argument(3); d.ToBoolean() {
		title += " " + p.gray + "(" + d.String() + "ms)" + p.white
	}
	word := func(other string) string {
		if goja.IsString(message) && message.String() != "" {
			return message.String()
		}
		return other
	}
	switch directive {
	case "skip":
		title += " # " + word("SKIP")
		color, symbol = p.gray, "﹣ "
	case "todo":
		title += " # " + word("TODO")
		if !passed {
			color, symbol = p.yellow(), "⚠ "
		}
	case "expectFailure":
		title += " # EXPECTED FAILURE"
	}
	line := color + symbol + title + p.white
	r.write(indentation(c.Argument(0)) + line + "\n")
	if passed || r.field(c.Argument(6), "failureType") == "subtestsFailed" {
		return
	}
	text := line + r.errorText(c.Argument(6))
	if loc, ok := c.Argument(7).(*goja.Object); ok {
		text = "test at " + r.n.relative(loc.Get("file").String()) + ":" + loc.Get("line").String() + ":" + loc.Get("column").String() + "\n" + text
	}
	r.failed = append(r.failed, text)
}

func (r *specReport) field(v goja.Value, name string) string {
	if o, ok := v.(*goja.Object); ok {
		if f := o.Get(name); f != nil {
			return f.String()
		}
	}
	return ""
}

var lineEnd = regexp.MustCompile(`\r?\n`)

// errorText prints what made a test fail: for an error of the runner its cause.
func (r *specReport) errorText(v goja.Value) string {
	if !v.ToBoolean() {
		return ""
	}
	if r.field(v, "code") == "ERR_TEST_FAILURE" {
		v = orUndefined(v.(*goja.Object).Get("cause"))
	}
	text := r.n.inspected(v, r.n.colored("stdout"))
	if isErrorObject(v) {
		text = bare(text)
	}
	return "\n  " + lineEnd.ReplaceAllString(text, "\n  ") + "\n"
}

// inspected prints a value on long lines; one whose own inspection fails is
// printed without it.
func (n *Node) inspected(v goja.Value, colors bool) (text string) {
	o := inspect.Options{Colors: colors, BreakLength: inspect.Number(math.Inf(1))}
	if ex := n.vm.Try(func() { text = n.inspector.Inspect(v, o) }); ex != nil {
		o.NoCustomInspect = true
		text = n.inspector.Inspect(v, o)
	}
	return text
}

func (r *specReport) end() {
	if len(r.failed) > 0 {
		p := r.palette()
		r.write("\n" + p.red + "✖ failing tests:" + p.white + "\n\n" + strings.Join(r.failed, "\n"))
	}
	r.failed = nil
}

// begin lets lines through from the next tick on.
func (r *specReport) begin() {
	if r.pending {
		return
	}
	r.pending = true
	r.n.engine.NextTick(func() {
		r.flowing = true
		_, _ = io.WriteString(r.n.opts.Stdout, r.held.String())
		r.held.Reset()
	})
}

func (r *specReport) write(text string) {
	if r.flowing {
		_, _ = io.WriteString(r.n.opts.Stdout, text)
		return
	}
	r.held.WriteString(text)
	r.begin()
}
