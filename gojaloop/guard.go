package gojaloop

import (
	"errors"
	"reflect"

	"github.com/dop251/goja"
)

// This file keeps a runtime usable after what no script can catch: an interrupt,
// Exit, a stack overflow, a panic of Go code.
//
// Where such a thing leaves an async function or a generator, goja forgets to take
// the function's frames off its stacks. From then on it takes every call for a
// nested one, and never runs a promise job again. There is one way back from
// outside: an exception that meets a try frame of goja's which is older than what
// was left behind. Each such frame takes one of those away, so a run of the loop is
// surrounded by as many of them as async functions and generators may be active at
// one time. They cost about a microsecond for each run.

// guardLevels is how many forgotten frames are found.
const guardLevels = 32

type guard struct {
	calls  reflect.Value // goja's call stack; invalid if it cannot be seen
	abrupt bool          // something no script can catch ended the run
	raised any           // what f panicked with
	unwind goja.Value    // the exception
}

func newGuard(vm *goja.Runtime) guard {
	g := guard{unwind: vm.ToValue("gojaloop: unwinding")}
	if f := reflect.ValueOf(vm).Elem().FieldByName("vm"); f.IsValid() && f.Kind() == reflect.Pointer {
		if calls := f.Elem().FieldByName("callStack"); calls.IsValid() && calls.Kind() == reflect.Slice {
			g.calls = calls
		}
	}
	return g
}

// broken reports whether frames are left on the call stack, outside all calls.
func (g *guard) broken() bool { return g.calls.IsValid() && g.calls.Len() > 0 }

// guarded calls f, which runs the loop, or code in its frame. A panic of f's
// passes through.
func (h *host) guarded(f func()) {
	g := &h.guard
	if g.broken() { // a call from inside JavaScript, which f will refuse
		f()
		return
	}
	g.abrupt, g.raised = false, nil
	h.nest(guardLevels, f)
	if g.abrupt && !h.blind && h.jobs.Len() > 0 {
		h.dropJobs()
	}
	if r := g.raised; r != nil { // an exception, which goja has caught
		panic(r)
	}
}

func (h *host) nest(levels int, f func()) {
	g := &h.guard
	h.e.vm.Try(func() {
		if levels > 1 {
			h.nest(levels-1, f)
		} else {
			h.innermost(f)
		}
		if g.abrupt {
			panic(g.unwind)
		}
	})
}

func (h *host) innermost(f func()) {
	g := &h.guard
	defer func() {
		g.abrupt = g.abrupt || g.broken()
		if r := recover(); r != nil {
			g.raised = r
			panic(r)
		}
	}()
	f()
}

// dropJobs throws promise jobs away that goja has not, because of the frames it
// had forgotten: an interrupt does that.
func (h *host) dropJobs() {
	h.e.vm.Interrupt(errDropped)
	_, _ = h.frame(undefined)
}

var errDropped = errors.New("gojaloop: promise jobs dropped")
