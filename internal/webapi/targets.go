package webapi

import (
	"github.com/dop251/goja"
)

// Event targets as the module events sees them. They are about objects of the class, so none of
// these loads it: where it was never made there is no target.

// IsEventTarget reports whether v is an EventTarget of this runtime, or of a class that extends it.
func (a *API) IsEventTarget(v goja.Value) bool {
	if _, ok := v.(*goja.Object); !ok || a.loaded[fileEvents] == nil {
		return false
	}
	return a.callEvents("isEventTarget", v).ToBoolean()
}

// EventListeners returns a new array of the listeners that an event target has for a type.
func (a *API) EventListeners(target *goja.Object, eventType goja.Value) *goja.Object {
	return a.callEvents("getEventListeners", target, eventType).(*goja.Object)
}

// MaxListeners returns the number of listeners from which on an event target warns.
func (a *API) MaxListeners(target *goja.Object) goja.Value {
	return a.callEvents("getMaxListeners", target)
}

// SetMaxListeners sets that number for one target.
func (a *API) SetMaxListeners(target *goja.Object, n goja.Value) {
	a.callEvents("setMaxListeners", target, n)
}

// SetDefaultMaxListeners sets that number for targets made from now on.
func (a *API) SetDefaultMaxListeners(n goja.Value) {
	a.defaultMaxListeners = n
	if a.loaded[fileEvents] != nil {
		a.callEvents("setDefaultMaxListeners", n)
	}
}

func (a *API) callEvents(name string, args ...goja.Value) goja.Value {
	f, _ := goja.AssertFunction(a.load(fileEvents).Get(name))
	return must(f(goja.Undefined(), args...))
}
