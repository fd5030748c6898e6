package nodeevents

import (
	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// The functions of the module, which are properties of the class: those that work on emitters and
// event targets alike, and the settings for all emitters.

func (m *module) addStatics() {
	set := func(name string, v any) { check(m.class.Set(name, v)) }
	set("addAbortListener", m.lazy("addAbortListener", 2))
	set("once", m.lazy("once", 2))
	set("on", m.lazy("on", 2))
	set("getEventListeners", m.function("getEventListeners", 2, m.getEventListenersOf))
	set("getMaxListeners", m.function("getMaxListeners", 1, m.getMaxListenersOf))
	set("listenerCount", m.function("listenerCount", 2, m.listenerCountOf))
	set("EventEmitter", m.class)
	set("usingDomains", false)
	set("captureRejectionSymbol", m.rejection)
	m.setting("captureRejections",
		func() goja.Value { return symbol(m.proto, m.capture) },
		func(v goja.Value) {
			check(m.proto.SetSymbol(m.capture, m.boolean("EventEmitter.captureRejections", v)))
		})
	set("errorMonitor", m.errorMonitor)
	m.setting("defaultMaxListeners",
		func() goja.Value { return m.defaultMax },
		func(v goja.Value) { m.setDefaultMax(m.count("defaultMaxListeners", v)) })
	set("setMaxListeners", m.function("", 0, m.setMaxListenersOf))
	set("init", m.function("", 1, func(call goja.FunctionCall) goja.Value {
		m.init(call.This.ToObject(m.vm), call.Argument(0))
		return goja.Undefined()
	}))
}

// setting defines an accessor of the class.
func (m *module) setting(name string, get func() goja.Value, set func(v goja.Value)) {
	check(m.class.DefineAccessorProperty(name,
		m.function("get", 0, func(goja.FunctionCall) goja.Value { return get() }),
		m.function("set", 1, func(call goja.FunctionCall) goja.Value {
			set(call.Argument(0))
			return goja.Undefined()
		}), goja.FLAG_FALSE, goja.FLAG_TRUE))
}

// setDefaultMax sets the limit for emitters that set none, and for event targets made later.
func (m *module) setDefaultMax(n goja.Value) {
	m.defaultMax = n
	m.web.SetDefaultMaxListeners(n)
}

// method returns a method of an object by its name, if it has one.
func method(v goja.Value, name string) (o *goja.Object, f goja.Callable, ok bool) {
	if o, ok = v.(*goja.Object); ok {
		f, ok = goja.AssertFunction(field(o, name))
	}
	return o, f, ok
}

func (m *module) getEventListenersOf(call goja.FunctionCall) goja.Value {
	emitter := call.Argument(0)
	if o, f, ok := method(emitter, "listeners"); ok {
		return must(f(o, call.Argument(1)))
	}
	return m.web.EventListeners(m.target("emitter", emitter), call.Argument(1))
}

func (m *module) getMaxListenersOf(call goja.FunctionCall) goja.Value {
	emitter := call.Argument(0)
	if o, _, ok := method(emitter, "getMaxListeners"); ok {
		return m.limit(o)
	}
	return m.web.MaxListeners(m.target("emitter", emitter))
}

func (m *module) listenerCountOf(call goja.FunctionCall) goja.Value {
	emitter := call.Argument(0)
	if o, f, ok := method(emitter, "listenerCount"); ok {
		return must(f(o, call.Argument(1)))
	}
	return m.web.EventListeners(m.target("emitter", emitter), call.Argument(1)).Get("length")
}

func (m *module) setMaxListenersOf(call goja.FunctionCall) goja.Value {
	n := call.Argument(0)
	if isUndefined(n) {
		n = m.defaultMax
	}
	m.count("setMaxListeners", n)
	if len(call.Arguments) < 2 {
		m.setDefaultMax(n)
		return goja.Undefined()
	}
	for _, v := range call.Arguments[1:] {
		if m.web.IsEventTarget(v) {
			m.web.SetMaxListeners(v.(*goja.Object), n)
		} else if o, f, ok := method(v, "setMaxListeners"); ok {
			must(f(o, n))
		} else {
			m.target("eventTargets", v)
		}
	}
	return goja.Undefined()
}

// target returns v as an event target, or throws as it is none, and no emitter either.
func (m *module) target(name string, v goja.Value) *goja.Object {
	if !m.web.IsEventTarget(v) {
		panic(nodeerr.InvalidArgType(m.vm, name, "an instance of EventEmitter or EventTarget", v))
	}
	return v.(*goja.Object)
}
