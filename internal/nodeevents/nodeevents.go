// Package nodeevents is Node's module `events` for a goja runtime: EventEmitter and the functions
// around it, as Node 26 has them.
//
//	exports := nodeevents.New(vm, nodeevents.Deps{Web: api, ...}) // module.exports, once per runtime
//
// EventEmitter is written in Go: it is on the way of every event of every package, where Go costs a
// fifth of what the interpreter does, and a process that needs no more of it compiles no JavaScript
// at its start. once, on and addAbortListener, which make promises and iterators of events, are
// embedded JavaScript (js/async.js), loaded when one of them is called.
//
// Its fields are ordinary properties, because packages on npm read and write them: `_events` maps a
// name to one listener or to an array of two or more, `_eventsCount` is the number of names,
// `_maxListeners` the limit that setMaxListeners set.
//
// Everything belongs to the goroutine that owns the runtime. Methods throw as native functions do,
// by a panic that goja turns into an exception.
//
// Differences from Node: EventEmitter() without `new` and without a receiver returns an emitter where
// Node throws; there is no EventEmitterAsyncResource, and domains are not known.
//
// Reading order: nodeevents.go, emitter.go (the class), listeners.go (adding and removing), emit.go,
// statics.go (functions of the module), async.go.
package nodeevents

import (
	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/webapi"
)

// Deps are what the module needs of its surroundings. Web must be set; another nil field is
// replaced as its comment says.
type Deps struct {
	// Web is the runtime's web globals: signals, event targets and the builtins they took.
	Web *webapi.API
	// Inspect is util.inspect, for the message of an error event that nobody handles. Nil: the
	// value as a string.
	Inspect func(v goja.Value) string
	// NextTick is process.nextTick for a function without arguments. Nil: the function is called
	// at once.
	NextTick func(f *goja.Object)
	// QueueMicrotask is queueMicrotask. Nil: a promise job calls the function, and what it throws is
	// an unhandled rejection.
	QueueMicrotask func(f *goja.Object)
	// EmitWarning calls process.emitWarning as it is at that moment, with an Error object. Nil:
	// warnings are dropped.
	EmitWarning func(warning *goja.Object)
}

// New makes the module for a runtime and returns module.exports, which is EventEmitter. Each call
// makes another class; a runtime should have one. It costs about 30 microseconds.
func New(vm *goja.Runtime, deps Deps) *goja.Object {
	m := &module{
		vm: vm, web: deps.Web, deps: deps,
		defaultMax:   vm.ToValue(10),
		shapeMode:    goja.NewSymbol("shapeMode"),
		capture:      goja.NewSymbol("kCapture"),
		errorMonitor: goja.NewSymbol("events.errorMonitor"),
		yes:          vm.ToValue(true),
		no:           vm.ToValue(false),
	}
	m.rejection, _ = deps.Web.SymbolFor("nodejs.rejection").(*goja.Symbol)
	m.class = m.makeClass()
	m.addStatics()
	return m.class
}

// module is one instance of the module.
type module struct {
	vm    *goja.Runtime
	web   *webapi.API
	deps  Deps
	class *goja.Object
	proto *goja.Object

	defaultMax goja.Value   // EventEmitter.defaultMaxListeners
	async      *goja.Object // exports of js/async.js, once loaded
	odd        *odd         // access to properties with names that Go's strings cannot hold

	shapeMode    *goja.Symbol // a field without use, which Node prints
	capture      *goja.Symbol // the field that says whether rejections are captured
	errorMonitor *goja.Symbol
	rejection    *goja.Symbol

	yes, no goja.Value
}

// must passes an exception on the way goja expects it of native functions: as a panic.
func must[T any](v T, err error) T {
	check(err)
	return v
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// function makes a native function with a name and a length as JavaScript sees them.
func (m *module) function(name string, length int, f func(goja.FunctionCall) goja.Value) *goja.Object {
	object := m.vm.ToValue(f).(*goja.Object)
	hidden := func(key string, v any) {
		check(object.DefineDataProperty(key, m.vm.ToValue(v), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
	hidden("name", name)
	if length != 0 {
		hidden("length", length)
	}
	return object
}
