package gojaloop

import (
	"reflect"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/realm"
)

// This file shows promise reactions to the loop's hooks: without it they know of
// callbacks, ticks and queueMicrotask only, since goja runs its promise jobs by
// itself. goja's one tracker is wrapped for it, and stays so; switched off it costs
// a comparison for each reaction.

// Reaction is the item that hooks get for a promise reaction: what follows a then or
// an await. It can be told where that was, not which function it calls.
type Reaction struct {
	e      *Engine
	inner  any // what the tracker behind grabbed
	origin *goja.StackFrame
	again  bool // an await of the function whose reaction ran; origin is that of the first
	note   any
}

// CallbackKeys are the place of the then or await, twice: it stands for the code.
func (r *Reaction) CallbackKeys() (code, origin any) {
	k := frameKey(r.origin)
	if r.again {
		return reactionKey{k}, nil
	}
	return reactionKey{k}, k
}

type reactionKey struct{ frame any }

// DescribeCallback names the function that waits. When goja resumes an async
// function it has left it before it tells of the next await: of that no more is known
// than the function.
func (r *Reaction) DescribeCallback() eventloop.Callback {
	c := eventloop.Callback{Name: "promise reaction"}
	f := r.origin
	if f == nil {
		return c
	}
	if name := f.FuncName(); name != "" && name != "<anonymous>" {
		c.Name = "promise reaction in " + name
	}
	if r.again {
		if prg := reflect.ValueOf(f).Elem().FieldByName("prg"); isCode(prg) {
			c.Source = placeOf(prg, "")
		}
		return c
	}
	c.Source, c.Origin = f.Position().String(), originOf(f)
	return c
}

// Note is what SetNote was given last. It is for the one observer that follows
// promises; on the loop.
func (r *Reaction) Note() any { return r.note }

// SetNote keeps a value with the reaction for as long as it lives.
func (r *Reaction) SetNote(v any) { r.note = v }

// ObserveReactions lets the loop's hooks see promise reactions as microtasks: Set
// when then or await was called, be the promise settled or not; Before and After
// around the reaction, if the promise is ever settled. With TrackOrigins their
// places are kept. It returns what ends it. On the loop, or while it does not run.
func (e *Engine) ObserveReactions() (stop func()) {
	t := realm.Of(e.vm).Value(observedKey{}, func(vm *goja.Runtime) any {
		t := &observedTracker{e: e, back: reactionTracker{e}, queued: e.host.inQueue()}
		vm.SetAsyncContextTracker(t)
		return t
	}).(*observedTracker)
	t.observers++
	over := false
	return func() {
		if !over {
			over = true
			t.observers--
		}
	}
}

type observedKey struct{}

type observedTracker struct {
	e         *Engine
	observers int
	back      reactionTracker
	queued    int // tasks in goja's queue whose reactions are known or came before
	running   eventloop.ObservedTask
	reaction  *Reaction // that runs
}

// queueReaction is the context of a reaction that runs the next task in goja's queue.
type queueReaction struct{ inner any }

// inQueue is the number of tasks behind reactions in goja's queue.
func (h *host) inQueue() int { return len(h.queue) - h.at }

// Grab is called by goja when a reaction is attached. One of the engine's own is
// that of a task if the queue of tasks has just grown.
func (t *observedTracker) Grab() any {
	inner := t.back.Grab()
	e := t.e
	if e.host.attaching {
		n, was := e.host.inQueue(), t.queued
		if t.queued = n; n == was+1 {
			return queueReaction{inner}
		}
		return inner
	}
	if t.observers == 0 {
		return inner
	}
	r := &Reaction{e: e, inner: inner, origin: e.tracked()}
	if now := t.reaction; r.origin == nil && now != nil {
		r.origin, r.again = now.origin, true
	}
	e.loop.TellSet(eventloop.KindMicrotask, r)
	return r
}

// Resumed is called by goja before a reaction runs. A task of queueMicrotask that
// went through goja's queue is told of as itself.
func (t *observedTracker) Resumed(ctx any) {
	switch r := ctx.(type) {
	case *Reaction:
		ctx, t.reaction = r.inner, r
		if t.observers > 0 {
			t.running = t.e.loop.BeginTask(r)
		}
	case queueReaction:
		ctx = r.inner
		t.queued = max(0, t.queued-1)
		if h := t.e.host; t.observers > 0 && h.at < len(h.queue) {
			t.running = t.e.loop.BeginTask(h.queue[h.at])
		}
	}
	t.back.Resumed(ctx)
}

// Exited is called by goja after it.
func (t *observedTracker) Exited() {
	t.back.Exited()
	t.running.End()
	t.running, t.reaction = eventloop.ObservedTask{}, nil
}

// WatchUncaught lets f be told on the loop of each exception and rejection that
// nobody has handled so far, before Options.Uncaught decides on it and while the
// callback that it left still counts as running. On the loop, or while it does not
// run.
func (e *Engine) WatchUncaught(f func(*eventloop.UncaughtError)) {
	if f == nil {
		misuse("WatchUncaught with a nil function")
	}
	decide := e.opts.Uncaught
	e.opts.Uncaught = func(u *eventloop.UncaughtError) eventloop.Verdict {
		f(u)
		if decide == nil {
			return eventloop.VerdictStop
		}
		return decide(u)
	}
}
