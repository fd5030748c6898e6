package gojaloop

import (
	"errors"
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
)

// This file keeps a runtime usable after what no script can catch: an interrupt,
// Exit, a stack overflow, a panic of Go code.
//
// Where such a thing leaves an async function or a generator, goja forgets to take
// the function's frames off its stacks. From then on it takes every call for a
// nested one, and never runs a promise job again. The way back is an exception that
// meets a try frame of goja's which is older than what was left behind: it puts all
// stacks back to where they were. So a run of the loop is surrounded by one, and in
// front of it the younger ones are cut off. goja has no function for that: the length
// of its stack of try frames is written through unsafe, to what it has been before.
//
// Should that stack not be found in a later goja, a run is surrounded by several try
// frames, of which each takes away one that was left behind. They are not many, for
// their calls are on the stack of the goroutine, and a trace of it with more than a
// hundred has a gap that tools such as goleak do not read.

// guardLevels is how many forgotten frames are found by try frames alone.
const guardLevels = 8

type guard struct {
	calls  reflect.Value // goja's call stack; invalid if it cannot be seen
	tries  reflect.Value // goja's stack of try frames, to be cut; invalid if it cannot be seen
	abrupt bool          // something no script can catch ended the run
	raised any           // what f panicked with
	unwind goja.Value    // the exception
}

func newGuard(vm *goja.Runtime, blind bool) guard {
	g := guard{unwind: vm.ToValue("gojaloop: unwinding")}
	if f := reflect.ValueOf(vm).Elem().FieldByName("vm"); f.IsValid() && f.Kind() == reflect.Pointer {
		if calls := f.Elem().FieldByName("callStack"); calls.IsValid() && calls.Kind() == reflect.Slice {
			g.calls = calls
		}
		if tries := f.Elem().FieldByName("tryStack"); !blind && tries.IsValid() && tries.Kind() == reflect.Slice {
			g.tries = reflect.NewAt(tries.Type(), unsafe.Pointer(tries.UnsafeAddr())).Elem()
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
	if g.tries.IsValid() {
		h.within(f)
	} else {
		h.nest(guardLevels, f)
	}
	if g.abrupt && !h.blind && h.jobs.Len() > 0 {
		h.dropJobs()
	}
	if r := g.raised; r != nil { // an exception, which goja has caught
		panic(r)
	}
}

// within calls f with a try frame around it, which is the youngest when f has
// returned, whatever f left behind.
func (h *host) within(f func()) {
	g := &h.guard
	h.e.vm.Try(func() {
		youngest := g.tries.Len()
		h.innermost(func() {
			defer func() {
				if g.tries.Len() > youngest {
					g.tries.SetLen(youngest)
				}
			}()
			f()
		})
		if g.abrupt {
			panic(g.unwind)
		}
	})
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
