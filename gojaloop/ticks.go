package gojaloop

import (
	"github.com/dop251/goja"
)

// This file is the tasks of queueMicrotask and process.nextTick. The loop has the
// queue of ticks; microtasks are in one queue with goja's promise jobs.

func (e *Engine) queueMicrotask(c goja.FunctionCall) goja.Value {
	m := &microtask{e: e, fn: e.callback(c.Argument(0)), frame: e.async.Frame}
	if e.hook != nil {
		m.id, m.trigger = e.ids.next(), e.async.ID
		e.initialized(m.id, "Microtask", m.trigger, m)
	}
	if frame := e.tracked(); frame != nil {
		e.loop.QueueMicrotaskTask(&placedMicrotask{m, frame})
	} else {
		e.loop.QueueMicrotaskTask(m)
	}
	return undefined
}

// placedMicrotask and placedTick are those that keep where they were queued, while
// that is tracked.
type placedMicrotask struct {
	*microtask
	origin *goja.StackFrame
}

// RunTask is called by the loop, or by the engine.
func (m *placedMicrotask) RunTask()                 { m.run(m) }
func (m *placedMicrotask) madeAt() *goja.StackFrame { return m.origin }

type placedTick struct {
	*tick
	origin *goja.StackFrame
}

// RunTask is called by the loop.
func (t *placedTick) RunTask()                 { t.run(t) }
func (t *placedTick) madeAt() *goja.StackFrame { return t.origin }

// microtask is a callback of queueMicrotask. What it throws is reported at once
// and the microtasks behind it go on.
type microtask struct {
	e           *Engine
	fn          *goja.Object
	frame       *AsyncFrame
	id, trigger int64 // 0 without hooks
	obj         *goja.Object
}

func (m *microtask) object() *goja.Object {
	if m.obj == nil {
		m.obj = m.e.vm.NewObject()
	}
	return m.obj
}

// RunTask is called by the loop, or by the engine among its promise jobs.
//
// A microtask queued without stores and without hooks has no context of its own.
// In Node it runs with what V8 has in place, which is nothing, but for one case:
// the stores that a handler of uncaught exceptions entered stay for the microtask
// behind the one that threw (case als-entered-by-a-handler-reaches-the-next-microtask).
func (m *microtask) RunTask() { m.run(m) }

func (m *microtask) run(res resource) {
	e := m.e
	outer := e.async
	bare := m.frame == nil && m.id == 0
	frame, left := m.frame, e.takeLeft()
	if bare {
		frame = left
	}
	e.async = AsyncScope{m.id, m.trigger, frame, res}
	hooked := e.hook != nil && m.id != 0
	if hooked {
		e.hook.Before(m.id)
	}
	if ex := e.vm.Try(func() { e.callable(m.fn)(goja.FunctionCall{This: undefined}) }); ex != nil {
		e.uncaught(ex.Value(), ex, false)
		if bare {
			e.left = e.async.Frame
		}
	}
	if hooked && e.hook != nil {
		e.hook.After(m.id)
	}
	if m.id != 0 {
		e.destroyed(m.id)
	}
	e.async = outer
}

// tick is a callback of process.nextTick, or of NextTick.
type tick struct {
	e       *Engine
	fn      *goja.Object
	native  func() // in place of fn
	args    []goja.Value
	id      int64
	trigger int64
	frame   *AsyncFrame
	obj     *goja.Object
}

func (t *tick) object() *goja.Object {
	if t.obj == nil {
		t.obj = t.e.vm.NewObject()
		if t.fn != nil {
			define(t.obj, "callback", t.fn, true)
		}
		args := undefined
		if t.args != nil {
			args = t.e.array(t.args)
		}
		define(t.obj, "args", args, true)
	}
	return t.obj
}

// RunTask is called by the loop.
func (t *tick) RunTask() { t.run(t) }

func (t *tick) run(res resource) {
	e := t.e
	e.enter(t.id, t.trigger, t.frame, res)
	if e.hook != nil {
		defer e.destroyed(t.id)
	}
	if t.native != nil {
		t.native()
	} else {
		e.callable(t.fn)(goja.FunctionCall{This: undefined, Arguments: t.args})
	}
	e.leave()
}

// NextTickFunction is process.nextTick, for a module that defines process.
// exiting, if it is not nil, tells that the process is about to end: nextTick
// then checks its argument and does nothing else.
func (e *Engine) NextTickFunction(exiting func() bool) *goja.Object {
	return e.function("nextTick", 1, func(c goja.FunctionCall) goja.Value {
		fn := e.callback(c.Argument(0))
		if exiting != nil && exiting() {
			return undefined
		}
		t := &tick{e: e, fn: fn}
		if len(c.Arguments) > 1 {
			t.args = append(t.args, c.Arguments[1:]...)
		}
		t.queue()
		return undefined
	})
}

func (t *tick) queue() {
	e := t.e
	t.id, t.trigger, t.frame = e.ids.next(), e.async.ID, e.async.Frame
	e.initialized(t.id, "TickObject", t.trigger, t)
	if frame := e.tracked(); frame != nil {
		e.loop.NextTickTask(&placedTick{t, frame})
	} else {
		e.loop.NextTickTask(t)
	}
}

// NextTick calls f after the running callback, before any microtask, inside the
// engine's frame.
func (e *Engine) NextTick(f func()) {
	if f == nil {
		misuse("NextTick with a nil function")
	}
	(&tick{e: e, native: f}).queue()
}
