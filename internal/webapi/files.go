package webapi

import (
	_ "embed"
	"sync"

	"github.com/dop251/goja"
)

// The embedded files. Invariant: a file comes after those it needs, and is a function of the host
// object and of their exports, in the order of needs.

//go:embed js/form.js
var formSource string

//go:embed js/events.js
var eventsSource string

//go:embed js/domexception.js
var domExceptionSource string

//go:embed js/abort.js
var abortSource string

//go:embed js/performance.js
var performanceSource string

//go:embed js/clone.js
var cloneSource string

//go:embed js/encoding.js
var encodingSource string

//go:embed js/weak.js
var weakSource string

//go:embed js/disposal.js
var disposalSource string

//go:embed js/ecmascript.js
var ecmaScriptSource string

//go:embed js/iterator.js
var iteratorSource string

type fileID int

// A setter sets one native function of the host object.
type setter = func(name string, f func(goja.FunctionCall) goja.Value)

const (
	fileForm fileID = iota
	fileEvents
	fileDOMException
	fileAbort
	filePerformance
	fileClone
	fileEncoding
	fileWeak
	fileDisposal
	fileECMAScript
	fileIterator
	fileCount
)

// A file is one embedded source: what it needs, and the globals it defines.
type file struct {
	program func() *goja.Program
	needs   []fileID
	natives func(a *API, set setter) // adds to the host object what only this file uses
	globals []string                 // classes, so not enumerable
	// functions are globals too: enumerable, and there from the start as native functions that load
	// the file when they are called.
	functions []addition
	extra     bool // in the second group
}

var files = [fileCount]file{
	fileForm: {program: compiled("form", &formSource)},
	fileEvents: {
		program: compiled("events", &eventsSource),
		needs:   []fileID{fileForm},
		globals: []string{"Event", "EventTarget", "CustomEvent"},
	},
	fileDOMException: {
		program: compiled("domexception", &domExceptionSource),
		needs:   []fileID{fileForm},
		globals: []string{"DOMException", "QuotaExceededError"},
	},
	fileAbort: {
		program: compiled("abort", &abortSource),
		needs:   []fileID{fileEvents, fileForm},
		globals: []string{"AbortController", "AbortSignal"},
	},
	filePerformance: {
		program: compiled("performance", &performanceSource),
		needs:   []fileID{fileEvents, fileForm},
		globals: []string{"Performance", "PerformanceEntry", "PerformanceMark", "PerformanceMeasure"},
	},
	fileClone: {
		program:   compiled("clone", &cloneSource),
		needs:     []fileID{fileDOMException, fileForm},
		natives:   (*API).addBuffers,
		functions: []addition{{"structuredClone", 2}},
		extra:     true,
	},
	fileEncoding: {
		program:   compiled("encoding", &encodingSource),
		needs:     []fileID{fileForm},
		natives:   (*API).addEncoding,
		globals:   []string{"TextEncoder", "TextDecoder"},
		functions: []addition{{"atob", 1}, {"btoa", 1}},
		extra:     true,
	},
	fileWeak: {
		program: compiled("weak", &weakSource),
		natives: (*API).addWeak,
		globals: []string{"WeakRef", "FinalizationRegistry"},
		extra:   true,
	},
	fileDisposal: {
		program: compiled("disposal", &disposalSource),
		globals: []string{"SuppressedError", "DisposableStack", "AsyncDisposableStack"},
		extra:   true,
	},
	// The last two define properties of builtins: see ecmascript.go.
	fileECMAScript: {
		program: compiled("ecmascript", &ecmaScriptSource), natives: (*API).addBuffers, extra: true,
	},
	fileIterator: {program: compiled("iterator", &iteratorSource), extra: true},
}

// compiled compiles a source once per process, when it is first asked for, in strict mode.
func compiled(name string, source *string) func() *goja.Program {
	return sync.OnceValue(func() *goja.Program {
		return goja.MustCompile("node:internal/"+name, *source, true)
	})
}

// load returns the exports of a file, running it if this runtime has not yet.
func (a *API) load(id fileID) *goja.Object {
	if a.loaded[id] != nil {
		return a.loaded[id]
	}
	host := a.Host()
	if natives := files[id].natives; natives != nil {
		natives(a, func(name string, f func(goja.FunctionCall) goja.Value) { _ = host.Set(name, f) })
	}
	args := []goja.Value{host}
	for _, need := range files[id].needs {
		args = append(args, a.load(need))
	}
	build, _ := goja.AssertFunction(must(a.vm.RunProgram(files[id].program())))
	exports := must(build(goja.Undefined(), args...)).(*goja.Object)
	a.loaded[id] = exports
	if id == fileEvents && a.defaultMaxListeners != nil {
		a.SetDefaultMaxListeners(a.defaultMaxListeners)
	}
	if id == filePerformance && a.deps.ExtendPerformance != nil {
		class := exports.Get("Performance").(*goja.Object)
		a.deps.ExtendPerformance(class.Get("prototype").(*goja.Object))
	}
	return exports
}
