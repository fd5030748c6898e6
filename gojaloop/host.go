package gojaloop

import (
	"errors"
	"reflect"
	"sync/atomic"
	"weak"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is the one that knows how goja orders its work.
//
// goja runs its queued promise jobs when the outermost frame of JavaScript
// returns, before Go gets control. So a batch of callbacks runs inside one frame:
// frame is a JavaScript arrow function whose body calls pump, and pump calls the
// batch. Returning from pump lets the promise jobs run.
//
// Whether jobs wait is read from an unexported field of the runtime by
// reflection, which allows to read the length of a slice without unsafe. Should
// that field go away, blind is set and the frame is left after every callback:
// slower by a microsecond each, and as right.

// host is the engine as the loop sees it.
type host struct {
	e     *Engine
	frame goja.Callable
	batch func()

	jobs  reflect.Value // the runtime's job queue
	blind bool          // it cannot be seen
	dirty bool          // blind: JavaScript may have run since the frame was left

	then      func(goja.FunctionCall) goja.Value // the original Promise.prototype.then
	attaching bool                               // see attach
	resolved  *goja.Object                       // a promise that is resolved already
	runNext   goja.Value
	frameOf   func(goja.FunctionCall) goja.Value // see framed
	queue     []eventloop.Task                   // tasks behind the runNext calls in the engine's queue
	at        int

	rejected  []rejection // since the last Settle
	reported  map[weak.Pointer[goja.Promise]]struct{}
	lateCatch []*goja.Promise // handled after they were reported

	interrupt atomic.Pointer[error]
	guard     guard
}

type rejection struct {
	p       *goja.Promise
	id, trg int64
	frame   *AsyncFrame
	from    resource // the callback that ran
}

func newHost(e *Engine) *host {
	vm := e.vm
	h := &host{e: e, guard: newGuard(vm, e.opts.blind)}
	if f := reflect.ValueOf(vm).Elem().FieldByName("jobQueue"); f.IsValid() && f.Kind() == reflect.Slice && !e.opts.blind {
		h.jobs = f
	} else {
		h.blind = true
	}
	pump := vm.ToValue(h.pump)
	wrap, err := vm.RunProgram(frameProgram)
	if err != nil {
		panic("gojaloop: " + err.Error())
	}
	mk, _ := goja.AssertFunction(wrap)
	arrow, err := mk(undefined, pump)
	if err != nil {
		panic("gojaloop: " + err.Error())
	}
	h.frame, _ = goja.AssertFunction(arrow)

	p, resolve, _ := vm.NewPromise()
	_ = resolve(undefined)
	h.resolved = vm.ToValue(p).(*goja.Object)
	h.then = h.resolved.Get("then").Export().(func(goja.FunctionCall) goja.Value)
	// then looks for the class of its result in the promise's constructor; an own
	// undefined one keeps what scripts do to Promise out of it.
	define(h.resolved, "constructor", undefined, false)
	h.runNext = h.framed(h.runQueued)
	return h
}

var frameProgram = goja.MustCompile("node:internal/frame", `(pump) => () => { pump(); }`, true)

var reactionProgram = goja.MustCompile("node:internal/reaction", `(f) => (v) => f(v)`, true)

// framed makes a function that may be a promise reaction. goja calls reactions
// without a frame of JavaScript, and would then run all promise jobs, out of their
// turn, as soon as f calls back into JavaScript; the arrow function is that frame.
func (h *host) framed(f func(goja.FunctionCall) goja.Value) goja.Value {
	if h.frameOf == nil {
		v, err := h.e.vm.RunProgram(reactionProgram)
		if err != nil {
			panic("gojaloop: " + err.Error())
		}
		h.frameOf = v.Export().(func(goja.FunctionCall) goja.Value)
	}
	return h.frameOf(goja.FunctionCall{This: undefined, Arguments: []goja.Value{h.e.vm.ToValue(f)}})
}

// Run is called by the loop. See eventloop.Host.
func (h *host) Run(batch func()) {
	if !h.e.loop.Halted() || h.e.calling {
		if h.interrupt.Load() != nil {
			h.forgetInterrupt()
		}
		h.e.failure = nil // of an earlier run
	} else if h.interrupt.Load() != nil {
		return // it is for this run, and batch would return at once
	}
	h.batch = batch
	panicked := true
	defer func() {
		if panicked {
			h.goPanic()
		}
	}()
	_, err := h.frame(undefined)
	panicked = false
	h.dirty = false
	if err != nil {
		h.stopped(err)
	}
	h.e.failure = nil
}

// goPanic follows a panic of Go code on its way to the caller of Run. If it left a
// promise job, goja has forgotten the jobs behind it; tasks among them are queued
// again.
func (h *host) goPanic() {
	h.dirty = true
	h.e.async = AsyncScope{}
	h.e.threw = nil
	for range h.queue[h.at:] {
		h.attach(h.resolved, h.runNext)
	}
}

// pump runs the batch. An exception that leaves it is dealt with here, inside
// the frame, and the batch goes on: the ticks that remain still come before
// promise jobs.
func (h *host) pump(goja.FunctionCall) goja.Value {
	for {
		ex := h.e.vm.Try(h.batch)
		if ex == nil {
			if f := h.e.failure; f != nil {
				panic(&exitSignal{&goja.InterruptedError{}, f}) // promise jobs must not run
			}
			return undefined
		}
		h.e.exception(ex)
	}
}

// stopped deals with what cannot be caught in JavaScript: an interrupt, a stack
// overflow, process.exit. goja has thrown its queued jobs away.
func (h *host) stopped(err error) {
	h.queue, h.at = h.queue[:0], 0
	h.rejected = h.rejected[:0]
	h.guard.abrupt = true
	from := h.e.async.res
	h.e.async = AsyncScope{}
	if reason := h.interrupt.Load(); reason != nil {
		var interrupted *goja.InterruptedError
		if errors.As(err, &interrupted) && interrupted.Value() == any(*reason) {
			h.e.fail(*reason)
			return
		}
	}
	var exit *exitSignal
	if errors.As(err, &exit) {
		h.e.fail(exit.err)
		return
	}
	h.e.fail(&eventloop.UncaughtError{Err: err, Stack: framesOf(err), Origin: originOf(madeAt(from))})
}

// Waiting reports whether promise jobs are queued. Blind, it says so after every
// callback.
func (h *host) Waiting() bool {
	if h.blind {
		return h.dirty
	}
	return h.jobs.Len() > 0
}

// Enqueue puts a task behind the promise jobs: it goes through a reaction of a
// resolved promise.
func (h *host) Enqueue(t eventloop.Task) {
	h.dirty = true
	h.queue = append(h.queue, t)
	h.attach(h.resolved, h.runNext)
}

// attach gives a promise reactions of the engine's own, of which hooks are not told.
func (h *host) attach(p goja.Value, reactions ...goja.Value) {
	h.attaching = true
	defer func() { h.attaching = false }() // then may run a getter that throws
	h.then(goja.FunctionCall{This: p, Arguments: reactions})
}

func (h *host) runQueued(goja.FunctionCall) goja.Value {
	if h.at == len(h.queue) {
		return undefined // see goPanic
	}
	t := h.queue[h.at]
	h.queue[h.at] = nil
	h.at++
	if h.at == len(h.queue) {
		h.queue, h.at = h.queue[:0], 0
	}
	h.runCaught(t.RunTask)
	return undefined
}

// runCaught runs a microtask: what it throws is reported at once and the
// microtasks behind it go on.
func (h *host) runCaught(f func()) {
	if ex := h.e.vm.Try(f); ex != nil {
		h.e.exception(ex)
	}
}

// Interrupt makes running JavaScript return soon. It is called from any goroutine.
func (h *host) Interrupt(reason error) {
	h.interrupt.Store(&reason)
	h.e.vm.Interrupt(reason)
}

// forgetInterrupt takes back an interrupt that came when no JavaScript ran, and
// whose run is over: goja would end the next script with it. One that comes at
// this very moment is kept.
func (h *host) forgetInterrupt() {
	h.interrupt.Store(nil)
	h.e.vm.ClearInterrupt()
	if reason := h.interrupt.Load(); reason != nil {
		h.e.vm.Interrupt(*reason)
	}
}

// trackRejections takes the runtime's single tracker of rejections.
func (h *host) trackRejections() {
	h.reported = map[weak.Pointer[goja.Promise]]struct{}{}
	h.e.vm.SetPromiseRejectionTracker(func(p *goja.Promise, op goja.PromiseRejectionOperation) {
		if op == goja.PromiseRejectionReject {
			a := &h.e.async
			h.rejected = append(h.rejected, rejection{p, a.ID, a.Trigger, a.Frame, a.res})
			return
		}
		for i, r := range h.rejected {
			if r.p == p {
				h.rejected = append(h.rejected[:i], h.rejected[i+1:]...)
				return
			}
		}
		if w := weak.Make(p); len(h.reported) > 0 {
			if _, ok := h.reported[w]; ok {
				delete(h.reported, w)
				h.lateCatch = append(h.lateCatch, p)
			}
		}
	})
}

// Unsettled reports whether rejections are to be looked at.
func (h *host) Unsettled() bool {
	return (len(h.rejected) > 0 || len(h.lateCatch) > 0) && h.e.failure == nil
}

// noteCallbacks lets a blind host know that a callback ran.
func (h *host) noteCallbacks() {
	note := func(eventloop.Kind, any) { h.dirty = true }
	h.e.loop.AddHooks(eventloop.Hooks{Before: note, After: note})
}

// Settle reports the rejections that nobody has handled, in their order. They are
// taken first, as in Node: a report that handles one behind it comes too late. Those
// that the reports themselves cause come after the ticks and microtasks they cause.
// What is left when one of them ends the run is reported in the next.
func (h *host) Settle() {
	for len(h.lateCatch) > 0 && h.e.failure == nil {
		p := h.lateCatch[0]
		h.lateCatch = h.lateCatch[1:]
		if f := h.e.handlers.HandledLate; f != nil {
			f(p)
		}
	}
	taken := h.rejected
	h.rejected = nil
	defer func() { h.rejected = append(taken, h.rejected...) }() // also after a panic
	for len(taken) > 0 && h.e.failure == nil {
		r := taken[0]
		taken = taken[1:]
		h.remember(r.p)
		h.e.async = AsyncScope{ID: r.id, Trigger: r.trg, Frame: r.frame}
		h.e.rejection(r.p, r.from)
		h.e.async = AsyncScope{}
	}
	h.dirty = true
}

// remember keeps that a rejection was reported, for the case that it is handled
// later. It holds no promise alive.
func (h *host) remember(p *goja.Promise) {
	h.reported[weak.Make(p)] = struct{}{}
	if n := len(h.reported); n >= 64 && n&(n-1) == 0 {
		for w := range h.reported {
			if w.Value() == nil {
				delete(h.reported, w)
			}
		}
	}
}
