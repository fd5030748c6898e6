package nodeevents

import (
	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// Emitting. An emit to one listener copies nothing, to several it takes all of them before the
// first is called, so that listeners may add and remove.

func (m *module) emit(this *goja.Object, call goja.FunctionCall) goja.Value {
	eventType := call.Argument(0)
	var args []goja.Value
	if len(call.Arguments) > 1 {
		args = call.Arguments[1:]
	}
	if s, ok := eventType.(goja.String); ok && s.String() == "error" {
		m.beforeError(this, args)
	}
	table := events(this)
	if table == nil {
		return m.no
	}
	present, ok := m.get(table, eventType).(*goja.Object)
	if !ok {
		return m.no
	}
	if f, ok := goja.AssertFunction(present); ok {
		m.call(this, f, eventType, args)
		return m.yes
	}
	items := elements(present)
	list := make([]goja.Callable, len(items))
	for i, v := range items {
		if list[i], ok = goja.AssertFunction(v); !ok {
			panic(m.vm.NewTypeError("Listener %d is not a function", i))
		}
	}
	for _, f := range list {
		m.call(this, f, eventType, args)
	}
	return m.yes
}

func (m *module) call(this *goja.Object, f goja.Callable, eventType goja.Value, args []goja.Value) {
	result := must(f(this, args...))
	if isNullish(result) {
		return
	}
	if symbol(this, m.capture).ToBoolean() {
		m.watch(this, result, eventType, append([]goja.Value(nil), args...))
	}
}

// beforeError runs before the event 'error': who monitors errors is told, and without a listener
// the error is thrown.
func (m *module) beforeError(this *goja.Object, args []goja.Value) {
	table := events(this)
	if table != nil && !isUndefined(table.GetSymbol(m.errorMonitor)) {
		m.callMethod(this, "emit", append([]goja.Value{m.errorMonitor}, args...)...)
	}
	if table == nil || isUndefined(table.Get("error")) {
		failure := goja.Undefined()
		if len(args) > 0 {
			failure = args[0]
		}
		panic(m.unhandled(failure))
	}
}

// unhandled returns what is thrown for an error that nobody handles: itself, if it is an error.
func (m *module) unhandled(v goja.Value) *goja.Object {
	if o, ok := v.(*goja.Object); ok && m.vm.InstanceOf(o, m.web.ErrorClass()) {
		return o
	}
	text := ""
	if ex := m.vm.Try(func() {
		if m.deps.Inspect != nil {
			text = m.deps.Inspect(v)
		} else {
			text = v.String()
		}
	}); ex != nil {
		text = v.String()
	}
	failure := nodeerr.New(m.vm, "Error", "ERR_UNHANDLED_ERROR", "Unhandled error. ("+text+")")
	check(failure.Set("context", v))
	return failure
}

// watch looks at what a listener returned, with captureRejections: when it is a promise, its
// rejection becomes an 'error'.
func (m *module) watch(this *goja.Object, result, eventType goja.Value, args []goja.Value) {
	if ex := m.vm.Try(func() {
		o, ok := result.(*goja.Object)
		if !ok {
			return
		}
		then, ok := goja.AssertFunction(field(o, "then"))
		if !ok {
			return
		}
		must(then(o, goja.Undefined(), m.function("", 1, func(call goja.FunctionCall) goja.Value {
			reason := call.Argument(0)
			m.nextTick(func() { m.rejected(this, reason, eventType, args) })
			return goja.Undefined()
		})))
	}); ex != nil {
		m.callMethod(this, "emit", m.vm.ToValue("error"), ex.Value())
	}
}

func (m *module) rejected(this *goja.Object, reason, eventType goja.Value, args []goja.Value) {
	if handler, ok := goja.AssertFunction(symbol(this, m.rejection)); ok {
		must(handler(this, append([]goja.Value{reason, eventType}, args...)...))
		return
	}
	before := symbol(this, m.capture)
	// A rejection of the listener for 'error' must not come back here.
	check(this.SetSymbol(m.capture, m.no))
	defer func() { check(this.SetSymbol(m.capture, before)) }()
	m.callMethod(this, "emit", m.vm.ToValue("error"), reason)
}

func (m *module) nextTick(f func()) {
	if m.deps.NextTick == nil {
		f()
		return
	}
	m.deps.NextTick(m.function("", 0, func(goja.FunctionCall) goja.Value {
		f()
		return goja.Undefined()
	}))
}
