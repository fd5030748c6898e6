package webapi

import (
	"github.com/dop251/goja"
)

// The second group: what a program for Node expects and an embedder may not want. A test lists
// what goja had of it when this was written, so that a newer engine's own is noticed.

// InstallExtras defines structuredClone, TextEncoder, TextDecoder, atob, btoa, global, WeakRef,
// FinalizationRegistry, SuppressedError, DisposableStack, AsyncDisposableStack and Iterator, and
// adds to builtins what they lack of ECMAScript 2024 to 2026. What is there already is kept.
//
// The global Error is taken anew: where error classes with Node's stacks have replaced the engine's
// since Install, the errors made here have such stacks too, unless a program has run in between.
//
// Cost: about 120 microseconds and 110 KB, half of it for touching the builtins that get new
// properties.
func (a *API) InstallExtras() {
	a.keep("Error", builtin(a.vm, "Error"))
	for file := range files {
		if files[file].extra {
			a.defineLazy(fileID(file))
			a.defineFunctions(fileID(file))
		}
	}
	global := a.vm.GlobalObject()
	_ = global.DefineDataProperty("global", global, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	a.defineAdditions()
	a.defineIterator()
}

func (a *API) defineFunctions(id fileID) {
	for _, f := range files[id].functions {
		_ = a.vm.GlobalObject().DefineDataProperty(f.path, a.stub(f.path, f.length, id, f.path),
			goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
}
