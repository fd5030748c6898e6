package webapi

import (
	"github.com/dop251/goja"
)

// Abort signals as Go code sees them.

// calls are functions of js/abort.js that Go calls, looked up once.
type calls struct {
	isAbortSignal, isAborted, reasonOf, listen, newAbortError goja.Callable
}

func (a *API) abortCalls() *calls {
	if a.calls.listen == nil {
		exports := a.load(fileAbort)
		for name, f := range map[string]*goja.Callable{
			"isAbortSignal": &a.calls.isAbortSignal,
			"isAborted":     &a.calls.isAborted,
			"reasonOf":      &a.calls.reasonOf,
			"newAbortError": &a.calls.newAbortError,
			"listen":        &a.calls.listen,
		} {
			*f, _ = goja.AssertFunction(exports.Get(name))
		}
	}
	return &a.calls
}

// IsAbortSignal reports whether v is an AbortSignal of this runtime: made by the class, not an
// object that looks like one or inherits from its prototype.
func (a *API) IsAbortSignal(v goja.Value) bool {
	if _, ok := v.(*goja.Object); !ok || a.loaded[fileAbort] == nil {
		return false // where the class was never made there is no instance
	}
	return must(a.abortCalls().isAbortSignal(goja.Undefined(), v)).ToBoolean()
}

// Aborted reports whether a signal is aborted, whatever its property says. The object must be one
// for which IsAbortSignal holds.
func (a *API) Aborted(signal *goja.Object) bool {
	return must(a.abortCalls().isAborted(goja.Undefined(), signal)).ToBoolean()
}

// Reason returns the reason of an aborted signal, undefined before. The object must be one for
// which IsAbortSignal holds.
func (a *API) Reason(signal *goja.Object) goja.Value {
	return must(a.abortCalls().reasonOf(goja.Undefined(), signal))
}

// AddAbortListener calls signal.addEventListener once, with a listener that runs f and that other
// listeners cannot keep from running, and returns what calls signal.removeEventListener for it.
// Both go through the properties the signal has at that moment. As in Node's timers/promises the
// listener is not removed by being called: the caller removes it when it is done. Calls of remove
// after the first do nothing.
func (a *API) AddAbortListener(signal *goja.Object, f func()) (remove func()) {
	listener := a.function("", 0, func(goja.FunctionCall) goja.Value {
		f()
		return goja.Undefined()
	})
	undo, _ := goja.AssertFunction(must(a.abortCalls().listen(goja.Undefined(), signal, listener)))
	return func() {
		if undo != nil {
			u := undo
			undo = nil
			must(u(goja.Undefined()))
		}
	}
}

// AbortError returns a new error with the name AbortError and the code ABORT_ERR, as Node's own
// functions reject with. A nil cause gives an error without the property cause.
func (a *API) AbortError(cause goja.Value) *goja.Object {
	v := must(a.abortCalls().newAbortError(goja.Undefined(), a.vm.ToValue(cause != nil), orUndefined(cause)))
	return v.(*goja.Object)
}

// AbortFunctions returns functions on signals for embedded files that extend the host object:
// isAbortSignal, isAborted, reasonOf and newAbortError.
func (a *API) AbortFunctions() map[string]goja.Value {
	exports := a.load(fileAbort)
	functions := make(map[string]goja.Value, 4)
	for _, name := range []string{"isAbortSignal", "isAborted", "reasonOf", "newAbortError"} {
		functions[name] = exports.Get(name)
	}
	return functions
}
