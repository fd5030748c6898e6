package webapi

import (
	"runtime"
	"weak"

	"github.com/dop251/goja"
)

// FinalizationRegistry over runtime.AddCleanup.
//
// Invariant: what the collector holds until a target is gone are a weak pointer to the registry, a
// number and Deps.Post; neither the target nor the runtime is reachable from there. A registry that
// is collected itself calls nothing, as ECMAScript allows. Cells are touched on the owner's
// goroutine only.

type registry struct {
	api     *API
	cleanup goja.Callable
	cells   map[uint64]*cell
	next    uint64
}

// A cell is one registration.
type cell struct {
	held  goja.Value
	token *handle // nil: cannot be unregistered
	stop  runtime.Cleanup
}

// expiry is what a cleanup knows.
type expiry struct {
	registry weak.Pointer[registry]
	id       uint64
	post     func(f func())
}

func (a *API) newRegistry(cleanup goja.Value) *registry {
	f, _ := goja.AssertFunction(cleanup)
	return &registry{api: a, cleanup: f, cells: map[uint64]*cell{}}
}

func (r *registry) register(target, held, token goja.Value) {
	if r.api.deps.Post == nil {
		return // nothing could ever be called, and unregister finds nothing: see Deps.Post
	}
	r.next++
	c := &cell{held: held}
	if !goja.IsUndefined(token) {
		c.token = newHandle(token)
	}
	e := expiry{registry: weak.Make(r), id: r.next, post: r.api.deps.Post}
	switch target := target.(type) {
	case *goja.Object:
		c.stop = runtime.AddCleanup(target, expire, e)
	case *goja.Symbol:
		c.stop = runtime.AddCleanup(target, expire, e)
	}
	r.cells[r.next] = c
}

// expire runs on a goroutine of the collector.
func expire(e expiry) {
	e.post(func() {
		if r := e.registry.Value(); r != nil {
			r.finalize(e.id)
		}
	})
}

func (r *registry) finalize(id uint64) {
	c, ok := r.cells[id]
	if !ok {
		return // unregistered after the collector found the target gone
	}
	delete(r.cells, id)
	_, err := r.cleanup(goja.Undefined(), c.held)
	if err == nil {
		return
	}
	exception, ok := err.(*goja.Exception)
	if !ok {
		panic(err) // the runtime was interrupted
	}
	if r.api.deps.ReportError != nil {
		r.api.deps.ReportError(exception.Value())
	}
}

func (r *registry) unregister(token goja.Value) bool {
	found := false
	for id, c := range r.cells {
		if c.token != nil && c.token.refersTo(token) {
			c.stop.Stop()
			delete(r.cells, id)
			found = true
		}
	}
	return found
}
