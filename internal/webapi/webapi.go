package webapi

import (
	"slices"

	"github.com/dop251/goja"
)

// Deps are what the globals need of their surroundings. Every function is called on the
// goroutine that owns the runtime, but for Post, which is called from others. A nil field is
// replaced as its comment says.
type Deps struct {
	// SetTimeout starts a timer that does not keep the loop alive, for AbortSignal.timeout. f runs
	// JavaScript: call it where the callback of a timer would be called. It may panic the way a
	// native function does, when the runtime was interrupted. Nil: AbortSignal.timeout never fires.
	SetTimeout func(ms float64, f func()) (cancel func())
	// Now is the time in milliseconds since the time origin. Nil: always 0.
	Now func() float64
	// TimeOrigin is the time origin in milliseconds since 1970. Nil: always 0.
	TimeOrigin func() float64
	// ReportError takes an exception thrown by an event listener; Node makes it an uncaught
	// exception in process.nextTick. Nil: it is dropped.
	ReportError func(v goja.Value)
	// EmitWarning is process.emitWarning, given an Error object with the warning's name. Nil:
	// warnings are dropped.
	EmitWarning func(warning *goja.Object)
	// Post runs f on the owner's goroutine, from any goroutine, without keeping the loop alive. It
	// carries the callbacks of FinalizationRegistry. Nil: they are never called.
	Post func(f func())
	// ExtendPerformance is called once, when Performance.prototype is made, to add what belongs to
	// the process (nodeTiming, eventLoopUtilization). Nil: nothing is added.
	ExtendPerformance func(prototype *goja.Object)
}

// API is the Go side of the globals of one runtime.
type API struct {
	vm     *goja.Runtime
	deps   Deps
	kept   intrinsics
	host   *goja.Object
	loaded [fileCount]*goja.Object
	calls  calls
	lazy   []string // names of the globals that Install and InstallExtras made lazy

	performance         *goja.Object // once it was made
	keptAlive           []goja.Value // targets of weak references used in this job
	defaultMaxListeners goja.Value   // nil: what js/events.js says
}

// Install defines Symbol.asyncIterator, Symbol.dispose and Symbol.asyncDispose, and the globals
// Event, CustomEvent, EventTarget, AbortController, AbortSignal, DOMException, QuotaExceededError,
// performance and the Performance classes. It should be called before scripts run; a global that
// was made non-configurable before is left as it is. It panics if the runtime lacks Symbol, Reflect,
// Object or Error.
//
// Cost: about 50 microseconds and 55 KB, two thirds of it for taking builtins that the engine makes
// on first use. A class is made when a program first touches it: 50 to 100 microseconds, and once
// per process half a millisecond for compiling its file.
func Install(vm *goja.Runtime, deps Deps) *API {
	a := &API{vm: vm, deps: deps}
	a.defineSymbols()
	a.kept.capture(vm)
	for file := range files {
		if !files[file].extra {
			a.defineLazy(fileID(file))
		}
	}
	a.definePerformance()
	return a
}

// Export returns a class or function by the name of its global, whether or not a program has
// replaced that global and whichever groups are installed; nil if there is none by that name.
// Iterator is none: it belongs to the engine's iterators.
func (a *API) Export(name string) goja.Value {
	for id := range files {
		names := files[id].globals
		for _, f := range files[id].functions {
			names = append(names[:len(names):len(names)], f.path)
		}
		if slices.Contains(names, name) {
			return a.load(fileID(id)).Get(name)
		}
	}
	return nil
}

// Performance returns the performance object.
func (a *API) Performance() *goja.Object {
	if a.performance == nil {
		a.performance = a.load(filePerformance).Get("performance").(*goja.Object)
	}
	return a.performance
}

// DOMException returns a new DOMException.
func (a *API) DOMException(message, name string) *goja.Object {
	ctor, _ := goja.AssertConstructor(a.load(fileDOMException).Get("DOMException"))
	return must(ctor(nil, a.vm.ToValue(message), a.vm.ToValue(name)))
}

// Materialize makes all classes of the installed groups now. A program that looks at the
// descriptors of the globals then sees data properties from the start.
func (a *API) Materialize() {
	for _, name := range a.lazy {
		a.vm.GlobalObject().Get(name)
	}
}

// must passes an exception on the way goja expects it of native functions: as a panic.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
