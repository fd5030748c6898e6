// Package realm keeps Go state that belongs to one goja runtime and lives exactly as long as it.
//
// The packages that build Node's errors, stack traces and printing need the runtime's original
// intrinsics long after a script may have replaced every global, and they are entered with nothing
// but a *goja.Runtime. A map from runtime to state would keep both alive for ever, because the state
// refers back to the runtime. So the map holds weak pointers only, and the state is anchored inside
// the runtime: in a private field of Object.prototype, which no script can see, delete or replace.
//
// Invariant: Of returns the same Realm for a runtime from the first call on, and neither the
// runtime nor its Realm is reachable from here. Cost of Of: one weak pointer and one map lookup,
// less than 100 ns; of the first call: one small program run.
package realm

import (
	_ "embed"
	"runtime"
	"sync"
	"weak"

	"github.com/dop251/goja"
)

//go:embed anchor.js
var anchorSource string

var compileAnchor = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("node:internal/realm", anchorSource, true)
})

// realms maps weak.Pointer[goja.Runtime] to weak.Pointer[Realm].
var realms sync.Map

// Realm holds the values of one runtime. It is used on the runtime's goroutine only.
type Realm struct {
	// VM is the runtime this realm belongs to.
	VM     *goja.Runtime
	values map[any]any
}

// Of returns the realm of vm, made on the first call. That first call should come before scripts
// run, so that what is captured through it is what the engine provides. It must be called on the
// runtime's goroutine; different runtimes may do so at the same time.
func Of(vm *goja.Runtime) *Realm {
	key := weak.Make(vm)
	if w, ok := realms.Load(key); ok {
		if r := w.(weak.Pointer[Realm]).Value(); r != nil {
			return r
		}
	}
	r := &Realm{VM: vm, values: map[any]any{}}
	anchor(vm, r)
	realms.Store(key, weak.Make(r))
	runtime.AddCleanup(vm, func(k weak.Pointer[goja.Runtime]) { realms.Delete(k) }, key)
	return r
}

// Value returns what make returned when it was first called for key in this realm. A key is a
// comparable value of a type private to the caller.
func (r *Realm) Value(key any, make func(*goja.Runtime) any) any {
	v, ok := r.values[key]
	if !ok {
		v = make(r.VM)
		r.values[key] = v
	}
	return v
}

// anchor makes the runtime own its realm. The program defines a class whose constructor stamps a
// private field on the object that its parent constructor returns.
func anchor(vm *goja.Runtime, r *Realm) {
	v, err := vm.RunProgram(compileAnchor())
	if err != nil {
		panic("realm: " + err.Error())
	}
	stamp, _ := goja.AssertFunction(v)
	if _, err := stamp(goja.Undefined(), vm.NewObject().Prototype(), vm.ToValue(r)); err != nil {
		panic("realm: " + err.Error())
	}
}

// Peek is Value for a key that may have none: it returns nil then.
func (r *Realm) Peek(key any) any { return r.values[key] }
