package gojaloop

import (
	"context"
	"errors"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/console"
	"github.com/dop251/goja_nodejs/require"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
	"github.com/nodetimers/nodetimers/internal/realm"
	"github.com/nodetimers/nodetimers/internal/webapi"
)

// This file holds Engine: one goja runtime on one event loop, set up on a
// runtime that the program made.

// Engine is a goja runtime with Node's timers, run by an event loop.
//
// Its methods, and the runtime, may be used on the loop only, as the methods of
// eventloop.Loop, unless their comment says otherwise.
type Engine struct {
	vm   *goja.Runtime
	loop *eventloop.Loop
	host *host
	web  *webapi.API
	opts Options

	ids      ids
	async    AsyncScope
	left     *AsyncFrame // what a handler left for the next microtask
	hook     *AsyncHook
	handlers Handlers

	timeoutProto, immediateProto *goja.Object
	instanceOf                   *goja.Object
	known                        map[int64]*Timeout // timers that were converted to a number
	warned                       struct{ negative, nan bool }
	links                        listObjects
	perMS                        int64 // ticks per millisecond

	threw   *Timeout // its callback threw what is being dealt with
	failure error    // ends the run: promise jobs are dropped
	calling bool     // Call runs
	callErr error    // what failed in Call
	manual  int      // ref'd timers made by new Timeout, not scheduled yet

	timers, promises *goja.Object // exports of the modules
	intervalProto    *goja.Object
	kept             struct { // the last callback called
		fn   *goja.Object
		call func(goja.FunctionCall) goja.Value
	}
	virtual  *eventloop.VirtualClock // the loop's clock, if it is one
	epoch    time.Time               // the date at the zero of the loop's time
	tracking bool                    // places of new timers are kept
	frames   []goja.StackFrame       // room for here
	own      *goja.Object            // exports of the module nodetimers

	beyond                         *goja.Object // exports of the module nodetimers/timers
	groupProto, asyncIntervalProto *goja.Object

	fields  fieldSymbols
	symbols struct{ inspect, promisify *goja.Symbol }
}

type engineKey struct{}

// New sets up vm: it gives it Node's timers as globals and modules, and a loop
// that runs them. A program may have several engines side by side, each on a
// runtime of its own; a runtime has one engine, and New panics on a second.
// Nothing runs until Run.
func New(vm *goja.Runtime, opts Options) *Engine {
	e := &Engine{vm: vm, opts: opts, known: map[int64]*Timeout{}, tracking: opts.TrackOrigins}
	if vm == nil {
		misuse("New with a nil runtime")
	}
	if Of(vm) != nil {
		misuse("New on a runtime that has an Engine already")
	}
	realm.Of(vm).Value(engineKey{}, func(*goja.Runtime) any { return e })
	switch size := opts.MaxCallStackSize; {
	case size == 0:
		vm.SetMaxCallStackSize(10000)
	case size > 0:
		vm.SetMaxCallStackSize(size)
	}
	e.host = newHost(e)
	e.loop = eventloop.New(eventloop.Options{
		Clock:      opts.Clock,
		Resolution: opts.Resolution,
		MaxTimers:  opts.MaxTimers,
		Host:       e.host,
		BeforeExit: func() {
			e.host.dirty = true
			if f := e.handlers.BeforeExit; f != nil {
				f()
				e.async = AsyncScope{} // what a listener entered ends with it
			}
		},
	})
	if e.host.blind {
		e.host.noteCallbacks()
	}
	if time.Millisecond%e.loop.Resolution() != 0 {
		misuse("Options.Resolution does not divide a millisecond")
	}
	e.perMS = int64(time.Millisecond / e.loop.Resolution())
	e.SetStarvation(opts.Starvation)
	e.ids.last = mainAsyncID
	vm.SetAsyncContextTracker(reactionTracker{e})
	e.installClock()
	e.symbols.inspect = symbolFor(vm, "nodejs.util.inspect.custom")
	e.symbols.promisify = symbolFor(vm, "nodejs.util.promisify.custom")
	if !opts.TimersOnly {
		e.installWeb()
	}
	e.installClasses()
	e.installFunctions()
	e.installModules()
	e.host.trackRejections()
	return e
}

// Of gives the engine of a runtime, or nil if it has none. It must be called on
// the runtime's goroutine.
func Of(vm *goja.Runtime) *Engine {
	e, _ := realm.Of(vm).Peek(engineKey{}).(*Engine)
	return e
}

// Runtime is the goja runtime. It may be used on the loop only.
func (e *Engine) Runtime() *goja.Runtime { return e.vm }

// Loop is the loop: timers of Go and of JavaScript share it.
func (e *Engine) Loop() *eventloop.Loop { return e.loop }

// Web is the web platform's part: events, abort signals, performance.
func (e *Engine) Web() *webapi.API { return e.web }

// Run runs the loop until nothing keeps it alive; see eventloop.Loop.Run. An
// exception that nobody handled comes back as an *eventloop.UncaughtError. When
// ctx ends, a running script is interrupted.
func (e *Engine) Run(ctx context.Context) (err error) {
	return e.run(func() error { return e.loop.Run(ctx) })
}

// run surrounds a run of the loop.
func (e *Engine) run(loop func() error) (err error) {
	defer func() {
		if err != eventloop.ErrRunning && e.host.interrupt.Load() != nil {
			e.host.forgetInterrupt()
		}
	}()
	if e.loop.Running() { // an error, and the runtime is not ours
		return loop()
	}
	e.host.guarded(func() { err = loop() })
	return err
}

// RunScript runs a script as Node runs a main module, and then the loop until
// nothing keeps it alive. name is the file name shown in stack traces.
func (e *Engine) RunScript(ctx context.Context, name, source string) error {
	p, err := goja.Compile(name, source, false)
	if err != nil {
		return err
	}
	return e.RunProgram(ctx, p)
}

// RunProgram is RunScript for a compiled program.
func (e *Engine) RunProgram(ctx context.Context, p *goja.Program) error {
	main := func() {
		if _, err := e.vm.RunProgram(p); err != nil {
			panic(err)
		}
	}
	if !e.PostMain(main) { // the loop was terminated; this run opens it again
		e.loop.Reopen()
		e.PostMain(main)
	}
	return e.Run(ctx)
}

// PostMain lets the loop call f inside the engine's frame, as Node runs a main
// script: ticks come before promise reactions after it, and an exception that f
// panics with (an error of goja's, or a value) is an uncaught exception. From any
// goroutine; false if the loop was terminated.
func (e *Engine) PostMain(f func()) bool {
	if f == nil {
		misuse("PostMain with a nil function")
	}
	return e.loop.PostHosted(func() {
		e.async = AsyncScope{ID: mainAsyncID}
		f()
		e.async = AsyncScope{}
	})
}

// Call runs f inside the engine's frame while the loop is not running, as for the
// event 'exit' at the end of a process: microtasks run when f has returned, and
// rejections that nobody handled are reported; ticks and timers do not run. The error is an exception that left f and that nobody
// handled, or what f gave to Exit.
func (e *Engine) Call(f func()) error {
	if f == nil {
		misuse("Call with a nil function")
	}
	called, returned := false, false
	e.calling, e.callErr = true, nil
	defer func() { e.calling = false }()
	e.host.guarded(func() {
		e.host.Run(func() {
			switch {
			case !called:
				called = true
				f()
				returned = true
			case !returned: // an exception left f, and was handled
				e.fail(errAbandoned)
			}
		})
		for e.callErr == nil && e.host.Unsettled() {
			e.host.Run(e.host.Settle)
		}
	})
	err := e.callErr
	e.callErr = nil
	if err == errAbandoned {
		return nil
	}
	return err
}

// errAbandoned ends a Call whose function threw: as in Node, nothing follows.
var errAbandoned = errors.New("gojaloop: the function threw an exception")

// installWeb defines the web platform's globals that Node has around timers.
func (e *Engine) installWeb() {
	e.web = webapi.Install(e.vm, webapi.Deps{
		SetTimeout: func(ms float64, f func()) (cancel func()) {
			e.checkRoom()
			t := e.newTimeout(nil, ms, false)
			t.more().native = f
			t.timer.Unref()
			e.initialized(t.id(), kindTimeout, t.trigger, t)
			t.start(e.now())
			return t.clear
		},
		Now:        func() float64 { return float64(e.ReadTime()) / 1e6 },
		TimeOrigin: func() float64 { return float64(e.epoch.UnixNano()) / 1e6 },
		Post:       func(f func()) { e.loop.PostHosted(f) },
		ExtendPerformance: func(prototype *goja.Object) {
			if f := e.handlers.Performance; f != nil {
				f(prototype)
			}
		},
		ReportError: func(v goja.Value) { e.NextTick(func() { panic(v) }) },
		EmitWarning: func(w *goja.Object) {
			if f := e.handlers.WarnError; f != nil {
				f(w)
			}
		},
	})
}

// now is the loop's time in whole milliseconds since it was made, read from the
// clock: what Node stamps timers with.
func (e *Engine) now() int64 {
	if e.opts.NeverEarly {
		return int64((e.loop.UpdateNow() + time.Millisecond - 1) / time.Millisecond)
	}
	return e.loop.NowTicks() / e.perMS
}

// installModules registers timers and timers/promises, with and without node:.
// A registry may serve several runtimes, so its loaders look up the engine.
func (e *Engine) installModules() {
	reg := e.opts.Registry
	if reg == nil {
		reg = require.NewRegistry()
		e.opts.Registry = reg
	}
	loader := func(name string, exports func(*Engine) *goja.Object) require.ModuleLoader {
		return func(vm *goja.Runtime, module *goja.Object) {
			e := Of(vm)
			if e == nil {
				panic(nodeerr.New(vm, "Error", "ERR_UNKNOWN_BUILTIN_MODULE", "No such built-in module: "+name))
			}
			define(module, "exports", exports(e), true)
		}
	}
	register := func(name string, exports func(*Engine) *goja.Object) {
		load := loader(name, exports)
		reg.RegisterNativeModule(name, load)
		reg.RegisterNativeModule("node:"+name, load)
	}
	register("timers", (*Engine).TimersModule)
	register("timers/promises", (*Engine).TimersPromisesModule)
	register("nodetimers/timers", (*Engine).BeyondModule)
	if !e.opts.TimersOnly {
		reg.RegisterNativeModule("nodetimers", loader("nodetimers", (*Engine).NodetimersModule))
	}
	if e.opts.NoRequire {
		return
	}
	reg.Enable(e.vm)
	if !e.opts.NoConsole {
		console.Enable(e.vm)
		e.mendConsole()
	}
}

// mendConsole lets the functions of goja_nodejs's console return undefined. They
// return nothing at all, which makes goja crash when one of them is a promise
// reaction: p.then(console.log).
func (e *Engine) mendConsole() {
	c, ok := e.vm.Get("console").(*goja.Object)
	if !ok {
		return
	}
	for _, name := range c.Keys() {
		f, ok := c.Get(name).Export().(func(goja.FunctionCall) goja.Value)
		if !ok {
			continue
		}
		define(c, name, e.function(name, 0, func(call goja.FunctionCall) goja.Value {
			if v := f(call); v != nil {
				return v
			}
			return undefined
		}), true)
	}
}

// TimersModule is the exports object of the module timers.
func (e *Engine) TimersModule() *goja.Object { return e.timers }

// TimersPromisesModule is the exports object of the module timers/promises.
func (e *Engine) TimersPromisesModule() *goja.Object {
	if e.promises == nil {
		e.promises = e.newPromisesModule()
	}
	return e.promises
}
