package nodeapi

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/internal/inspect"
	"github.com/nodetimers/nodetimers/internal/nodeevents"
	"github.com/nodetimers/nodetimers/internal/nodepath"

	"github.com/nodetimers/nodetimers/internal/stack"
)

// This file holds Node, what Enable adds to an engine, and its Options: what a
// script may see of the program it runs in.

// Options say what a script sees. The zero value shows it nothing of the
// program but its standard output and error.
type Options struct {
	// Argv is process.argv. Default: the one word "nodetimers".
	Argv []string
	// ExecPath is process.execPath. Default: the first word of Argv.
	ExecPath string
	// ExecArgv is process.execArgv. Default: empty.
	ExecArgv []string
	// Env is process.env, which is a copy: changes stay in the script. Default: empty.
	Env map[string]string
	// Cwd is what process.cwd() returns. Default: "/".
	Cwd string
	// Stdout and Stderr are where console and process.stdout and .stderr write.
	// Default: those of the program.
	Stdout, Stderr io.Writer
	// IsTTY is process.stdout.isTTY and process.stderr.isTTY.
	IsTTY bool
	// Signals lets process.on('SIGINT') and the like, and process.kill, reach the
	// operating system. Default: such listeners are never called and process.kill
	// throws.
	Signals bool
	// Host lets the script load the modules os and tty, which tell it of the
	// machine. Default: it may not.
	Host bool
	// NoWarnings suppresses the printing of warnings, not the event.
	NoWarnings bool
	// TraceWarnings prints a warning's stack.
	TraceWarnings bool
	// TraceUncaught prints where an uncaught exception was thrown, and where the timer,
	// immediate, tick or microtask was set whose callback threw it. For that the engine
	// tracks origins: see gojaloop.Options.TrackOrigins, with which the second is
	// printed too.
	TraceUncaught bool
	// StarvationWarning is how long ticks and promise reactions may keep a due timer
	// waiting before an EventLoopStarvationWarning is printed, at once, and emitted as
	// a warning in the next tick, if there comes one. It takes the place of the
	// engine's Options.Starvation. Default: no such warning.
	StarvationWarning time.Duration
}

// Node is Node's process and modules on an engine. Its methods may be called on
// the loop only, unless their comment says otherwise.
type Node struct {
	engine  *gojaloop.Engine
	vm      *goja.Runtime
	opts    Options
	started time.Time

	inspector *inspect.Inspector
	events    *goja.Object // the exports of events
	emit      goja.Callable
	process   *goja.Object
	console   *goja.Object

	exitCode goja.Value // process.exitCode
	exiting  bool       // process._exiting
	fatal    int        // the exit code of a failure in a failure
	capture  *goja.Object
	fatalErr goja.Value // what was uncaught, as it is to be printed
	warnings warnings
	signals  signals
	times    loopTimes
	children *children // nil: the script may start no processes

	mapClass       *goja.Object // the original Map
	emitterClass   goja.Value   // makes EventEmitterAsyncResource
	flushDestroyed func()       // tells async hooks of ids that are over
	histogram      *goja.Object // Histogram.prototype
	utilizationFn  *goja.Object

	modules map[string]*goja.Object

	original struct { // functions as they were before scripts ran
		functionToString, errorToString, objectToString *goja.Object
	}

	// Source gives the text of a file that an error was thrown in, for the message
	// about it; nil means that the file is read. It may be set before a run.
	Source func(file string) []byte
	// Place gives the file, line, column and length of the text that an error such
	// as a SyntaxError is about, and its source line; ok is false for other errors,
	// which are shown where they were thrown. It may be set before a run.
	Place func(v goja.Value) (file string, line, column, length int, source string, ok bool)
	// Unsettled reports whether the main module is an ES module whose top-level
	// await never ended; the exit code is then 13. It may be set before a run.
	Unsettled func() bool
}

// ExitError is what Engine.Run returns after the script called process.exit.
type ExitError struct {
	// Code is the exit code.
	Code int
}

// Error names the code.
func (e *ExitError) Error() string { return fmt.Sprintf("process.exit(%d)", e.Code) }

// Enable adds process, Node's console, util.inspect, the stack traces of V8 and
// the globals npm packages take for granted to an engine. It does not touch the
// engine's require: Builtins are there to be registered by a module loader.
// Call it before scripts run, once per engine.
func Enable(e *gojaloop.Engine, o Options) *Node {
	vm := e.Runtime()
	if len(o.Argv) == 0 {
		o.Argv = []string{"nodetimers"}
	}
	if o.ExecPath == "" {
		o.ExecPath = o.Argv[0]
	}
	if o.Cwd == "" {
		o.Cwd = "/"
	}
	if o.Stdout == nil {
		o.Stdout = os.Stdout
	}
	if o.Stderr == nil {
		o.Stderr = os.Stderr
	}
	n := &Node{engine: e, vm: vm, opts: o, started: time.Now(), exitCode: goja.Undefined(), modules: map[string]*goja.Object{}}
	stack.Install(vm)
	n.inspector = inspect.New(vm)
	e.Web().InstallExtras()
	n.events = nodeevents.New(vm, nodeevents.Deps{
		Web:     e.Web(),
		Inspect: func(v goja.Value) string { return n.inspector.Inspect(v, inspect.Options{}) },
		NextTick: func(f *goja.Object) {
			call, _ := goja.AssertFunction(f)
			e.NextTick(func() {
				if _, err := call(goja.Undefined()); err != nil {
					panic(err)
				}
			})
		},
		QueueMicrotask: func(f *goja.Object) {
			call, _ := goja.AssertFunction(f)
			e.QueueMicrotask(func() {
				if _, err := call(goja.Undefined()); err != nil {
					panic(err)
				}
			})
		},
		EmitWarning: n.emitWarningObject,
	})
	n.emit, _ = goja.AssertFunction(n.events.Get("prototype").(*goja.Object).Get("emit"))
	n.mapClass = vm.Get("Map").(*goja.Object)
	for class, f := range map[string]**goja.Object{
		"Function": &n.original.functionToString, "Error": &n.original.errorToString, "Object": &n.original.objectToString,
	} {
		*f = vm.Get(class).(*goja.Object).Get("prototype").(*goja.Object).Get("toString").(*goja.Object)
	}
	n.installOwnSymbols()
	n.watchLoop()
	n.installEmitterClass()
	n.installProcess()
	if o.StarvationWarning > 0 {
		n.SetStarvationWarning(o.StarvationWarning)
	}
	if o.TraceUncaught {
		e.TrackOrigins(true)
	}
	n.console = newConsole(vm, n.inspector, o.Stdout, o.Stderr, n.nowMS)
	must(vm.GlobalObject().DefineDataProperty("console", n.console, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	e.SetHandlers(gojaloop.Handlers{
		Uncaught:    n.onUncaught,
		Rejected:    n.onRejected,
		HandledLate: n.onHandledLate,
		Warn:        n.warn,
		WarnError:   n.emitWarningObject,
		BeforeExit:  n.emitBeforeExit,
		Performance: func(proto *goja.Object) { set(proto, "eventLoopUtilization", n.utilization()) },
	})
	return n
}

// Engine is the engine it was enabled on.
func (n *Node) Engine() *gojaloop.Engine { return n.engine }

// Process is the object process.
func (n *Node) Process() *goja.Object { return n.process }

// Inspector prints values as util.inspect does.
func (n *Node) Inspector() *inspect.Inspector { return n.inspector }

func (n *Node) nowMS() float64 { return float64(n.engine.ReadTime()) / 1e6 }

// Builtins are the modules a script may load, by name without "node:". Each
// function gives the one exports object of its module.
func (n *Node) Builtins() map[string]func(*goja.Runtime) goja.Value {
	b := map[string]func() *goja.Object{
		"timers":            n.engine.TimersModule,
		"timers/promises":   n.engine.TimersPromisesModule,
		"nodetimers/timers": n.engine.BeyondModule,
		"nodetimers":        n.engine.NodetimersModule,
		"process":           func() *goja.Object { return n.process },
		"console":           func() *goja.Object { return n.console },
		"events":            func() *goja.Object { return n.events },
		"util":              n.util,
		"util/types":        func() *goja.Object { return n.util().Get("types").(*goja.Object) },
		"path":              func() *goja.Object { return n.path() },
		"path/posix":        func() *goja.Object { return n.path().Get("posix").(*goja.Object) },
		"path/win32":        func() *goja.Object { return n.path().Get("win32").(*goja.Object) },
		"perf_hooks":        n.perfHooks,
		"async_hooks":       n.asyncHooks,
		"assert":            n.assert,
		"assert/strict":     n.assertStrict,
		"test":              n.testModule,
	}
	if n.opts.Host {
		b["os"], b["tty"] = n.osModule, n.ttyModule
	}
	if n.children != nil {
		b["child_process"] = n.ChildProcess
	}
	out := make(map[string]func(*goja.Runtime) goja.Value, len(b))
	for name, f := range b {
		out[name] = func(*goja.Runtime) goja.Value { return f() }
	}
	return out
}

func (n *Node) module(name string, load func() *goja.Object) *goja.Object {
	m := n.modules[name]
	if m == nil {
		m = load()
		n.modules[name] = m
	}
	return m
}

func (n *Node) util() *goja.Object {
	return n.module("util", func() *goja.Object {
		return utilModule(n.vm, n.inspector, func(name string) string { return n.opts.Env[name] })
	})
}

func (n *Node) path() *goja.Object {
	return n.module("path", func() *goja.Object { return nodepath.Builtin(n.vm).(*goja.Object) })
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// set defines an ordinary property.
func set(o *goja.Object, name string, v goja.Value) {
	must(o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
}

// function makes a native function with a name and a length.
func (n *Node) function(name string, length int, f func(goja.FunctionCall) goja.Value) *goja.Object {
	o := n.vm.ToValue(f).(*goja.Object)
	must(o.DefineDataProperty("name", n.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	must(o.DefineDataProperty("length", n.vm.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	return o
}

func (n *Node) method(o *goja.Object, name string, length int, f func(goja.FunctionCall) goja.Value) {
	set(o, name, n.function(name, length, f))
}
