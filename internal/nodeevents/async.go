package nodeevents

import (
	_ "embed"
	"sync"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// once, on and addAbortListener are in js/async.js. It is compiled once per process and run once
// per module, when one of the three is first called.

//go:embed js/async.js
var asyncSource string

var asyncProgram = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("node:internal/events/async", asyncSource, true)
})

// lazy makes a function of the module that calls an export of js/async.js.
func (m *module) lazy(name string, length int) *goja.Object {
	var f goja.Callable
	return m.function(name, length, func(call goja.FunctionCall) goja.Value {
		if f == nil {
			f, _ = goja.AssertFunction(m.loadAsync().Get(name))
		}
		return must(f(goja.Undefined(), call.Arguments...))
	})
}

func (m *module) loadAsync() *goja.Object {
	if m.async == nil {
		build, _ := goja.AssertFunction(must(m.vm.RunProgram(asyncProgram())))
		m.async = must(build(goja.Undefined(), m.host())).(*goja.Object)
	}
	return m.async
}

// host extends the host object of the web globals by what the file needs.
func (m *module) host() *goja.Object {
	vm := m.vm
	host := vm.CreateObject(m.web.Host())
	set := func(name string, v any) { check(host.Set(name, v)) }
	for name, v := range m.web.AbortFunctions() {
		set(name, v)
	}
	set("outOfRange", func(call goja.FunctionCall) goja.Value {
		return nodeerr.OutOfRange(vm, call.Argument(0).String(), call.Argument(1).String(), call.Argument(2))
	})
	if m.deps.QueueMicrotask != nil {
		set("queueMicrotask", func(call goja.FunctionCall) goja.Value {
			m.deps.QueueMicrotask(call.Argument(0).(*goja.Object))
			return goja.Undefined()
		})
	}
	set("deferred", m.deferred)
	return host
}

// deferred makes a promise with its two functions, without looking at the global Promise.
func (m *module) deferred(goja.FunctionCall) goja.Value {
	promise, resolve, reject := m.vm.NewPromise()
	object := m.vm.NewObject()
	settle := func(f func(any) error) func(goja.FunctionCall) goja.Value {
		return func(call goja.FunctionCall) goja.Value {
			check(f(call.Argument(0)))
			return goja.Undefined()
		}
	}
	check(object.Set("promise", promise))
	check(object.Set("resolve", settle(resolve)))
	check(object.Set("reject", settle(reject)))
	return object
}
