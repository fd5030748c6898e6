package nodeapi

import (
	_ "embed"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/internal/inspect"
	"github.com/nodetimers/nodetimers/internal/stack"
)

// This file is the native half of the module node:test. testmodule.js is the
// module, testmodule_run.js and testmodule_suite.js run tests and suites,
// testmodule_context.js is what they are given, testmodule_mock.js, mocktimers.js
// and mocktimers_ticks.js are mocks, testmodule_tools.js what these share, and
// testmodule_report.go prints.
//
// Which test runs is a store of the async context, like those of
// AsyncLocalStorage: it follows timers and promises, so that a test declared in
// another one becomes its subtest, and an exception finds the test it belongs to.
// The other stores a test sees are those of the place it was declared in.

//go:embed testmodule.js
var testSource string

//go:embed testmodule_tools.js
var testToolsSource string

//go:embed testmodule_run.js
var testRunSource string

//go:embed testmodule_suite.js
var testSuiteSource string

//go:embed testmodule_context.js
var testContextSource string

//go:embed testmodule_mock.js
var testMockSource string

//go:embed mocktimers.js
var mockTimersSource string

//go:embed mocktimers_ticks.js
var mockTicksSource string

// testProgram compiles a file of the module once.
func testProgram(name string, source *string) func() *goja.Program {
	return sync.OnceValue(func() *goja.Program {
		return goja.MustCompile("node:internal/test_runner/"+name, *source, true)
	})
}

var (
	testProgramMain    = testProgram("test", &testSource)
	testProgramTools   = testProgram("tools", &testToolsSource)
	testProgramRun     = testProgram("run", &testRunSource)
	testProgramSuite   = testProgram("suite", &testSuiteSource)
	testProgramContext = testProgram("context", &testContextSource)
	testProgramMock    = testProgram("mock", &testMockSource)
	testProgramTimers  = testProgram("mock_timers", &mockTimersSource)
	testProgramTicks   = testProgram("mock_timers_ticks", &mockTicksSource)
)

// testModule is the exports of node:test.
func (n *Node) testModule() *goja.Object {
	return n.module("test", func() *goja.Object {
		vm := n.vm
		native, errors := vm.NewObject(), n.argumentErrors()
		set(native, "errors", errors)
		n.testNatives(native)
		set(native, "report", n.testReport())
		tools := n.load(testProgramTools(), native, errors)
		source := vm.NewObject()
		file := func(name string, program func() *goja.Program) {
			n.method(source, name, 0, func(c goja.FunctionCall) goja.Value {
				return n.load(program(), append([]goja.Value{native}, c.Arguments...)...)
			})
		}
		file("contexts", testProgramContext)
		file("run", testProgramRun)
		file("suite", testProgramSuite)
		n.method(source, "mock", 0, func(goja.FunctionCall) goja.Value {
			return n.load(testProgramMock(), errors, tools, n.function("MockTimers", 0, func(goja.FunctionCall) goja.Value {
				return n.load(testProgramTimers(), n.mockNatives(), errors, tools, n.load(testProgramTicks(), tools))
			}))
		})
		return n.load(testProgramMain(), native, tools, source, n.assert()).(*goja.Object)
	})
}

// testNatives defines what the runner needs of the engine. Timers and listeners
// are taken now: a program may mock the ones it sees.
func (n *Node) testNatives(native *goja.Object) {
	vm, e := n.vm, n.engine
	def := func(name string, f func(c goja.FunctionCall) goja.Value) { n.method(native, name, 0, f) }
	test := vm.NewObject() // the key of the store
	def("current", func(goja.FunctionCall) goja.Value { return orUndefined(e.Scope().Frame.Get(test)) })
	def("frame", func(goja.FunctionCall) goja.Value {
		if f := e.Scope().Frame; f != nil {
			return vm.ToValue(f)
		}
		return goja.Undefined()
	})
	def("inTest", func(c goja.FunctionCall) goja.Value {
		f, _ := goja.AssertFunction(c.Argument(1))
		declared, _ := c.Argument(0).(*goja.Object).Get("frame").Export().(*gojaloop.AsyncFrame)
		old := e.Scope().Frame
		e.SetFrame(declared.With(test, c.Argument(0)))
		defer e.SetFrame(old)
		v, err := f(c.Argument(2), elementsOf(c.Argument(3))...)
		if err != nil {
			panic(err)
		}
		return v
	})
	def("now", func(goja.FunctionCall) goja.Value { return vm.ToValue(float64(e.Loop().UpdateNow())) })
	def("location", func(goja.FunctionCall) goja.Value { return n.location() })
	def("relative", func(c goja.FunctionCall) goja.Value { return vm.ToValue(n.relative(c.Argument(0).String())) })
	n.onAbort(native)
	def("abortError", func(c goja.FunctionCall) goja.Value {
		err := e.Web().AbortError(nil)
		must(err.DefineDataProperty("message", c.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
		return err
	})
	n.isKind(native, "isPromise", inspect.Promise)
	n.isKind(native, "isRegExp", inspect.RegExp)
	def("inspect", func(c goja.FunctionCall) goja.Value { return vm.ToValue(n.inspected(c.Argument(0), false)) })
	def("parallelism", func(goja.FunctionCall) goja.Value { return vm.ToValue(runtime.GOMAXPROCS(0)) })
	def("env", func(c goja.FunctionCall) goja.Value { return vm.ToValue(n.opts.Env[c.Argument(0).String()]) })
	def("setExitCode", func(goja.FunctionCall) goja.Value { n.exitCode = vm.ToValue(1); return goja.Undefined() })
	def("nothingPending", func(goja.FunctionCall) goja.Value {
		c := e.Loop().Counts() // one timer is that of the asker
		return vm.ToValue(c.Timers <= 1 && c.Immediates == 0 && c.Posted == 0 && c.Holds == 0)
	})
	listen := func(name, method string) {
		f, _ := goja.AssertFunction(n.events.Get("prototype").(*goja.Object).Get(method))
		def(name, func(c goja.FunctionCall) goja.Value {
			if _, err := f(n.process, c.Arguments...); err != nil {
				panic(err)
			}
			return goja.Undefined()
		})
	}
	listen("onProcess", "on")
	listen("offProcess", "removeListener")
	for _, name := range []string{"setTimeout", "clearTimeout", "setInterval", "clearInterval"} {
		set(native, name, e.TimersModule().Get(name))
	}
	set(native, "queueMicrotask", vm.Get("queueMicrotask"))
	set(native, "Error", vm.Get("Error"))
	set(native, "assertThrows", n.assert().Get("throws"))
	set(native, "failedOk", n.assertParts().Get("failedOk"))
	if len(n.opts.Argv) > 1 {
		set(native, "entryFile", vm.ToValue(n.opts.Argv[1]))
	}
}

// elementsOf lists an array that no script has seen.
func elementsOf(v goja.Value) []goja.Value {
	list := v.(*goja.Object)
	out := make([]goja.Value, int(list.Get("length").ToInteger()))
	for i := range out {
		out[i] = orUndefined(list.Get(indexKey(i).name))
	}
	return out
}

// location is where the innermost function of a script is, undefined if that is
// not known.
func (n *Node) location() goja.Value {
	for _, f := range stack.Frames(n.vm.CaptureCallStack(0, nil), 10) {
		if f.Native || f.File == "" {
			continue
		}
		o := n.vm.NewObject()
		set(o, "file", n.vm.ToValue(strings.TrimPrefix(f.File, "file://")))
		set(o, "line", n.vm.ToValue(f.Line))
		set(o, "column", n.vm.ToValue(f.Column))
		return o
	}
	return goja.Undefined()
}

// relative is a path as seen from the current folder.
func (n *Node) relative(path string) string {
	if rel, err := filepath.Rel(n.opts.Cwd, path); err == nil {
		return rel
	}
	return path
}

// mockNatives is what the mocks need: the modules they replace functions of.
func (n *Node) mockNatives() *goja.Object {
	vm, web := n.vm, n.engine.Web()
	native := vm.NewObject()
	set(native, "timers", n.engine.TimersModule())
	set(native, "promises", n.engine.TimersPromisesModule())
	set(native, "global", vm.GlobalObject())
	n.method(native, "abortError", 1, func(c goja.FunctionCall) goja.Value { return web.AbortError(c.Argument(0)) })
	n.onAbort(native)
	n.isKind(native, "isDate", inspect.Date)
	return native
}

// onAbort defines onAbort(signal, function): the function is called when the
// signal is aborted, in a microtask if it is already. The result takes that back.
func (n *Node) onAbort(native *goja.Object) {
	n.method(native, "onAbort", 2, func(c goja.FunctionCall) goja.Value {
		signal := c.Argument(0).(*goja.Object)
		f, _ := goja.AssertFunction(c.Argument(1))
		call := func() {
			if _, err := f(goja.Undefined()); err != nil {
				panic(err)
			}
		}
		remove := func() {}
		if web := n.engine.Web(); web.IsAbortSignal(signal) && web.Aborted(signal) {
			n.engine.QueueMicrotask(call)
		} else {
			remove = web.AddAbortListener(signal, call)
		}
		return n.function("", 0, func(goja.FunctionCall) goja.Value { remove(); return goja.Undefined() })
	})
}
