package nodeapi

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file is the native half of the module assert. The functions are in
// assert.js and the error in assert_error.js; deep comparison is in
// assert_equal.go, the texts of failures in assert_message.go, and the source of
// a call in assert_source.go.

//go:embed assert.js
var assertSource string

//go:embed assert_error.js
var assertErrorSource string

var assertProgram = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("node:assert", assertSource, true)
})

var assertErrorProgram = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("node:internal/assert/assertion_error", assertErrorSource, true)
})

// assert is the exports of assert.
func (n *Node) assert() *goja.Object { return n.assertParts().Get("assert").(*goja.Object) }

// assertStrict is the exports of assert/strict.
func (n *Node) assertStrict() *goja.Object { return n.assertParts().Get("strict").(*goja.Object) }

// assertParts loads the module: assert, strict, and failedOk, which throws for a
// falsy value in the name of an assertion of another module.
func (n *Node) assertParts() *goja.Object {
	return n.module("internal/assert", func() *goja.Object {
		native, errors := n.assertNatives(), n.argumentErrors()
		class := n.load(assertErrorProgram(), native, errors)
		return n.load(assertProgram(), native, errors, class).(*goja.Object)
	})
}

// load runs an embedded source, a function, and calls it.
func (n *Node) load(p *goja.Program, args ...goja.Value) goja.Value {
	v, err := n.vm.RunProgram(p)
	must(err)
	f, _ := goja.AssertFunction(v)
	v, err = f(goja.Undefined(), args...)
	must(err)
	return v
}

func (n *Node) assertNatives() *goja.Object {
	vm, insp := n.vm, n.inspector
	equality := newDeepEquality(vm, insp)
	native := vm.NewObject()
	def := func(name string, f func(c goja.FunctionCall) any) {
		n.method(native, name, 0, func(c goja.FunctionCall) goja.Value { return vm.ToValue(f(c)) })
	}
	n.isKind(native, "isPromise", inspect.Promise)
	n.isKind(native, "isRegExp", inspect.RegExp)
	def("isError", func(c goja.FunctionCall) any {
		o, ok := c.Argument(0).(*goja.Object)
		return ok && insp.IsError(o)
	})
	def("isDeepStrictEqual", func(c goja.FunctionCall) any { return equality.equal(strictMode, c.Argument(0), c.Argument(1)) })
	n.assertionMaker(native, equality)
	def("format", func(c goja.FunctionCall) any { return insp.Format(c.Arguments) })
	def("received", func(c goja.FunctionCall) any { return nodeerr.Received(vm, c.Argument(0)) })
	def("falsyMessage", func(goja.FunctionCall) any { return n.falsy() })
	def("splitLines", func(c goja.FunctionCall) any { return n.strings(strings.Split(c.Argument(0).String(), "\n")) })
	def("failMessage", func(c goja.FunctionCall) any {
		f := assertFailure{
			insp: insp, operator: c.Argument(0).String(), actual: c.Argument(1), expected: c.Argument(2),
			full: c.Argument(4).ToBoolean(), colors: newPalette(n.colored("stderr")), columns: n.stderrColumns(),
		}
		if v := c.Argument(3); v.ToBoolean() {
			f.heading = v.String()
		}
		return f.message()
	})
	set(native, "inspect", insp.Function())
	return native
}

// assertionMaker defines assertion(name, test, failed): it makes a function that
// tests its arguments, and calls failed(this, function, arguments) when they fail
// the test or are too few. A test that holds enters no JavaScript.
func (n *Node) assertionMaker(native *goja.Object, equality *deepEquality) {
	options := goja.NewSymbol("options")
	set(native, "options", options)
	strict := func(c goja.FunctionCall) equalityMode {
		if o, ok := c.This.(*goja.Object); ok {
			if given, ok := o.GetSymbol(options).(*goja.Object); ok && orUndefined(given.Get("skipPrototype")).ToBoolean() {
				return structureMode
			}
		}
		return strictMode
	}
	tests := map[string]func(goja.FunctionCall) bool{
		"truthy": func(c goja.FunctionCall) bool { return c.Argument(0).ToBoolean() },
		"equal": func(c goja.FunctionCall) bool {
			a, b := c.Arguments[0], c.Arguments[1]
			return a.Equals(b) || isNaN(a) && isNaN(b)
		},
		"same":    func(c goja.FunctionCall) bool { return c.Arguments[0].SameAs(c.Arguments[1]) },
		"loose":   func(c goja.FunctionCall) bool { return equality.equal(looseMode, c.Arguments[0], c.Arguments[1]) },
		"partial": func(c goja.FunctionCall) bool { return equality.equal(partialMode, c.Arguments[0], c.Arguments[1]) },
		"strict":  func(c goja.FunctionCall) bool { return equality.equal(strict(c), c.Arguments[0], c.Arguments[1]) },
	}
	n.method(native, "assertion", 3, func(c goja.FunctionCall) goja.Value {
		kind, not := strings.CutPrefix(c.Argument(1).String(), "not ")
		test, operands := tests[kind], 2
		if kind == "truthy" {
			operands = 0
		}
		failed, _ := goja.AssertFunction(c.Argument(2))
		var f *goja.Object
		f = n.function(c.Argument(0).String(), operands, func(c goja.FunctionCall) goja.Value {
			if len(c.Arguments) >= operands && test(c) != not {
				return goja.Undefined()
			}
			items := make([]any, len(c.Arguments))
			for i, v := range c.Arguments {
				items[i] = v
			}
			if _, err := failed(goja.Undefined(), c.This, f, n.vm.NewArray(items...)); err != nil {
				panic(err)
			}
			return goja.Undefined()
		})
		return f
	})
}

// colored reports whether text for a stream of process is coloured: as
// FORCE_COLOR says, or on a terminal that knows colours.
func (n *Node) colored(stream string) bool {
	if force, ok := n.opts.Env["FORCE_COLOR"]; ok {
		return slices.Contains([]string{"", "1", "true", "2", "3"}, force)
	}
	if !n.opts.IsTTY {
		return false
	}
	s, ok := n.process.Get(stream).(*goja.Object)
	if !ok {
		return false
	}
	depth, ok := goja.AssertFunction(s.Get("getColorDepth"))
	if !ok {
		return true
	}
	v, err := depth(s)
	return err == nil && v.ToInteger() > 2
}

func (n *Node) stderrColumns() int {
	s, ok := n.process.Get("stderr").(*goja.Object)
	if !ok || !orUndefined(s.Get("isTTY")).ToBoolean() {
		return 80
	}
	return int(orUndefined(s.Get("columns")).ToInteger())
}

// argumentErrors makes Node's errors about arguments, for embedded sources.
func (n *Node) argumentErrors() *goja.Object {
	errors := n.errorMakers()
	n.method(errors, "invalidArgValue", 3, func(c goja.FunctionCall) goja.Value {
		return nodeerr.InvalidArgValue(n.vm, c.Argument(0).String(), c.Argument(1), c.Argument(2).String())
	})
	n.method(errors, "outOfRange", 3, func(c goja.FunctionCall) goja.Value {
		return nodeerr.OutOfRange(n.vm, c.Argument(0).String(), c.Argument(1).String(), c.Argument(2))
	})
	return errors
}

// isKind defines a function that tells objects of one kind.
func (n *Node) isKind(o *goja.Object, name string, kind inspect.Kind) {
	n.method(o, name, 1, func(c goja.FunctionCall) goja.Value {
		v, ok := c.Argument(0).(*goja.Object)
		return n.vm.ToValue(ok && n.inspector.Kind(v) == kind)
	})
}
