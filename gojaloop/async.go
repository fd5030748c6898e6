package gojaloop

import (
	"maps"

	"github.com/dop251/goja"
)

// This file owns the async context: which callback runs now, the stores that
// travel with it, and the hooks that are told of it. goja has one slot for a
// tracker of promise reactions; it is taken here, for all.
//
// A context is captured when something is scheduled and put in place when that
// runs. Without hooks and stores this is a few assignments per callback.

// mainAsyncID is the async id of the main script.
const mainAsyncID = 1

// ids hands out async ids, as Node numbers what runs callbacks.
type ids struct{ last int64 }

func (i *ids) next() int64 {
	i.last++
	return i.last
}

// AsyncFrame is an immutable set of stores, by the object they belong to: what
// an AsyncLocalStorage of a script sees. The nil frame is empty.
type AsyncFrame struct {
	values map[*goja.Object]goja.Value
}

// With is the frame with one more store.
func (f *AsyncFrame) With(key *goja.Object, v goja.Value) *AsyncFrame {
	n := &AsyncFrame{map[*goja.Object]goja.Value{}}
	if f != nil {
		maps.Copy(n.values, f.values)
	}
	n.values[key] = v
	return n
}

// Without is the frame without a store.
func (f *AsyncFrame) Without(key *goja.Object) *AsyncFrame {
	if f == nil || f.values[key] == nil {
		return f
	}
	if len(f.values) == 1 {
		return nil
	}
	n := &AsyncFrame{maps.Clone(f.values)}
	delete(n.values, key)
	return n
}

// Get is the store of key, nil if there is none.
func (f *AsyncFrame) Get(key *goja.Object) goja.Value {
	if f == nil {
		return nil
	}
	return f.values[key]
}

// AsyncScope is the context of the running callback.
type AsyncScope struct {
	// ID is the async id of the callback, Trigger that of what scheduled it; both
	// are 0 outside callbacks.
	ID, Trigger int64
	// Frame holds the stores.
	Frame *AsyncFrame

	res resource
}

// resource is what a callback belongs to.
type resource interface {
	object() *goja.Object
}

// Resource is the object the callback belongs to, such as a Timeout; nil if
// there is none.
func (s *AsyncScope) Resource() *goja.Object {
	if s.res == nil {
		return nil
	}
	return s.res.object()
}

// Scope is the present context.
func (e *Engine) Scope() AsyncScope { return e.async }

// SetScope puts a context in place and returns the one before it. Whoever does
// that inside a callback puts the old one back.
func (e *Engine) SetScope(s AsyncScope) AsyncScope {
	old := e.async
	e.async = s
	return old
}

// ScopeFor is a context with a resource of the caller's.
func ScopeFor(id, trigger int64, f *AsyncFrame, o *goja.Object) AsyncScope {
	return AsyncScope{ID: id, Trigger: trigger, Frame: f, res: (*givenResource)(o)}
}

type givenResource goja.Object

func (g *givenResource) object() *goja.Object { return (*goja.Object)(g) }

// SetFrame replaces the stores of the running callback.
func (e *Engine) SetFrame(f *AsyncFrame) { e.async.Frame = f }

// NewAsyncID takes the next async id.
func (e *Engine) NewAsyncID() int64 { return e.ids.next() }

// AsyncHook is told of the life of what runs callbacks. All functions are set.
// They run on the loop, inside the engine's frame. Immediates is called before an
// immediate runs.
type AsyncHook struct {
	Init          func(id int64, kind string, trigger int64, resource *goja.Object)
	Before, After func(id int64)
	Destroy       func(id int64)
	Immediates    func()
}

// SetAsyncHook sets the one hook, or takes it away with nil. Without it a
// callback pays a comparison.
func (e *Engine) SetAsyncHook(h *AsyncHook) { e.hook = h }

// enter and leave surround a callback.
func (e *Engine) enter(id, trigger int64, f *AsyncFrame, r resource) {
	e.async = AsyncScope{id, trigger, f, r}
	e.takeLeft()
	if e.hook != nil {
		e.hook.Before(id)
	}
}

// takeLeft is what a handler has left for the next microtask or reaction that has no
// stores of its own; see microtask.RunTask. There hardly ever is anything, and a
// pointer that is not written costs no write barrier.
func (e *Engine) takeLeft() *AsyncFrame {
	left := e.left
	if left != nil {
		e.left = nil
	}
	return left
}

func (e *Engine) leave() {
	if e.hook != nil && e.async.ID > mainAsyncID {
		e.hook.After(e.async.ID)
	}
	e.async = AsyncScope{}
}

// destroyed tells the hook of an id that is over.
func (e *Engine) destroyed(id int64) {
	if e.hook != nil {
		e.hook.Destroy(id)
	}
}

// initialized tells the hook of a new id.
func (e *Engine) initialized(id int64, kind string, trigger int64, r resource) {
	if e.hook != nil {
		e.hook.Init(id, kind, trigger, r.object())
	}
}

// reactionTracker carries the stores to promise reactions. While there is a hook
// each reaction also has an async id, that of the promise that then or await made
// in Node; goja tells of reactions only, so other promises have none.
type reactionTracker struct{ e *Engine }

// reaction is what a reaction belongs to while hooks are told of it.
type reaction struct {
	e           *Engine
	frame       *AsyncFrame
	id, trigger int64
	obj         *goja.Object
}

func (r *reaction) object() *goja.Object {
	if r.obj == nil {
		r.obj = r.e.vm.NewObject()
	}
	return r.obj
}

// Grab is called by goja when a reaction is attached.
func (t reactionTracker) Grab() any {
	e := t.e
	if e.hook != nil && !e.host.attaching {
		r := &reaction{e: e, frame: e.async.Frame, id: e.ids.next(), trigger: e.async.ID}
		e.initialized(r.id, "PROMISE", r.trigger, r)
		return r
	}
	if f := e.async.Frame; f != nil {
		return f
	}
	return nil
}

// Resumed is called by goja before a reaction runs.
func (t reactionTracker) Resumed(ctx any) {
	e := t.e
	left := e.takeLeft()
	switch c := ctx.(type) {
	case *reaction:
		e.async = AsyncScope{c.id, c.trigger, c.frame, c}
		t.tell(func(h *AsyncHook) { h.Before(c.id) })
	case *AsyncFrame:
		e.async.Frame = c
	default:
		e.async.Frame = left
	}
	e.loop.TaskRan()
}

// Exited is called by goja after it.
func (t reactionTracker) Exited() {
	e := t.e
	if r, ok := e.async.res.(*reaction); ok {
		t.tell(func(h *AsyncHook) { h.After(r.id) })
		e.destroyed(r.id)
		e.async = AsyncScope{}
		return
	}
	e.async.Frame = nil
}

// tell calls the hook. What it throws has no caller to reach but goja's queue.
func (t reactionTracker) tell(f func(*AsyncHook)) {
	if h := t.e.hook; h != nil {
		if ex := t.e.vm.Try(func() { f(h) }); ex != nil {
			t.e.uncaught(ex.Value(), ex, false)
		}
	}
}
