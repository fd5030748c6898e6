package nodeevents

import (
	"fmt"
	"strconv"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// Adding and removing listeners. Adding one costs a constant, putting it first and removing one a
// walk of the list.

// index is the key of an array element.
func index(i int) string { return strconv.Itoa(i) }

func (m *module) checkListener(v goja.Value) *goja.Object {
	if _, ok := goja.AssertFunction(v); !ok {
		panic(nodeerr.InvalidArgType(m.vm, "listener", "of type function", v))
	}
	return v.(*goja.Object)
}

func (m *module) addListener(this *goja.Object, call goja.FunctionCall) goja.Value {
	return m.add(this, call.Argument(0), call.Argument(1), false)
}

func (m *module) prependListener(this *goja.Object, call goja.FunctionCall) goja.Value {
	return m.add(this, call.Argument(0), call.Argument(1), true)
}

func (m *module) once(this *goja.Object, call goja.FunctionCall) goja.Value {
	eventType, listener := call.Argument(0), m.checkListener(call.Argument(1))
	m.callMethod(this, "on", eventType, m.onceWrapper(this, eventType, listener))
	return this
}

func (m *module) prependOnceListener(this *goja.Object, call goja.FunctionCall) goja.Value {
	eventType, listener := call.Argument(0), m.checkListener(call.Argument(1))
	m.callMethod(this, "prependListener", eventType, m.onceWrapper(this, eventType, listener))
	return this
}

func (m *module) add(this *goja.Object, eventType, v goja.Value, first bool) goja.Value {
	listener := m.checkListener(v)
	table := events(this)
	if table == nil {
		table = m.clear(this)
	} else if !isUndefined(table.Get("newListener")) {
		// Before the listener is there, so that a listener for 'newListener' is not told of itself.
		told := goja.Value(listener)
		if inner := listener.Get("listener"); !isNullish(inner) {
			told = inner
		}
		m.callMethod(this, "emit", m.vm.ToValue("newListener"), eventType, told)
		table = events(this)
	}
	present, ok := m.get(table, eventType).(*goja.Object)
	if !ok {
		m.set(table, eventType, listener)
		check(this.Set("_eventsCount", field(this, "_eventsCount").ToInteger()+1))
		return this
	}
	list, length := present, 2
	if _, single := goja.AssertFunction(present); single {
		pair := []goja.Value{present, listener}
		if first {
			pair[0], pair[1] = listener, present
		}
		list = m.array(pair)
		m.set(table, eventType, list)
	} else {
		length = int(list.Get("length").ToInteger()) + 1
		at := length - 1
		for ; first && at > 0; at-- {
			check(list.Set(index(at), list.Get(index(at-1))))
		}
		check(list.Set(index(at), listener))
	}
	if max := m.limit(this).ToFloat(); max > 0 && float64(length) > max {
		m.warn(this, eventType, list, length)
	}
	return this
}

// warn emits the warning for a list that grew too long, once for each list.
func (m *module) warn(this *goja.Object, eventType goja.Value, list *goja.Object, length int) {
	if warned := list.Get("warned"); warned != nil && warned.ToBoolean() {
		return
	}
	check(list.Set("warned", true))
	if m.deps.EmitWarning == nil {
		return
	}
	name := "Object"
	if class, ok := this.Get("constructor").(*goja.Object); ok {
		name = field(class, "name").String()
	}
	shown := eventType.String()
	if _, ok := eventType.(*goja.Symbol); ok {
		shown = "Symbol(" + shown + ")"
	}
	message := fmt.Sprintf("Possible EventEmitter memory leak detected. %d %s listeners added to [%s]. "+
		"MaxListeners is %s. Use emitter.setMaxListeners() to increase limit", length, shown, name, m.limit(this))
	m.deps.EmitWarning(m.web.Warning("MaxListenersExceededWarning", m.vm.ToValue(message),
		m.vm.NewArray("emitter", this, "type", eventType, "count", length)))
}

// onceWrapper makes a listener for one call. It is taken off before it runs, and fires once even
// when it is called through rawListeners.
func (m *module) onceWrapper(this *goja.Object, eventType goja.Value, listener *goja.Object) *goja.Object {
	f, _ := goja.AssertFunction(listener)
	fired := false
	var wrapper *goja.Object
	wrapper = m.function("wrapper", 0, func(call goja.FunctionCall) goja.Value {
		if fired {
			return goja.Undefined()
		}
		fired = true
		m.callMethod(this, "removeListener", eventType, wrapper)
		return must(f(this, call.Arguments...))
	})
	check(wrapper.Set("listener", listener))
	return wrapper
}

func (m *module) removeListener(this *goja.Object, call goja.FunctionCall) goja.Value {
	eventType, listener := call.Argument(0), m.checkListener(call.Argument(1))
	table := events(this)
	if table == nil {
		return this
	}
	present, ok := m.get(table, eventType).(*goja.Object)
	if !ok {
		return this
	}
	told := goja.Value(listener)
	if _, single := goja.AssertFunction(present); single {
		if !isListener(present, listener) {
			return this
		}
		m.drop(this, table, eventType)
		told = original(present)
	} else if !m.removeFrom(present, table, eventType, listener) {
		return this
	}
	if !isUndefined(table.Get("removeListener")) {
		m.callMethod(this, "emit", m.vm.ToValue("removeListener"), eventType, told)
	}
	return this
}

// drop forgets a name that has no listener left.
func (m *module) drop(this, table *goja.Object, eventType goja.Value) {
	n := field(this, "_eventsCount").ToInteger() - 1
	if n == 0 {
		m.clear(this)
		return
	}
	check(this.Set("_eventsCount", n))
	m.delete(table, eventType)
}

// removeFrom takes the last listener that matches out of a list. A list of one becomes that one.
func (m *module) removeFrom(list, table *goja.Object, eventType goja.Value, listener *goja.Object) bool {
	items := elements(list)
	at := len(items) - 1
	for at >= 0 && !isListener(items[at], listener) {
		at--
	}
	if at < 0 {
		return false
	}
	for i := at; i+1 < len(items); i++ {
		check(list.Set(index(i), items[i+1]))
		items[i] = items[i+1]
	}
	check(list.Set("length", len(items)-1))
	if len(items) == 2 {
		m.set(table, eventType, items[0])
	}
	return true
}

func (m *module) removeAllListeners(this *goja.Object, call goja.FunctionCall) goja.Value {
	table := events(this)
	if table == nil {
		return this
	}
	all := len(call.Arguments) == 0
	if isUndefined(table.Get("removeListener")) { // nobody to tell
		if all {
			m.clear(this)
		} else if !isUndefined(m.get(table, call.Argument(0))) {
			m.drop(this, table, call.Argument(0))
		}
		return this
	}
	if all {
		for _, key := range m.keys(table) {
			if key.String() != "removeListener" {
				m.callMethod(this, "removeAllListeners", key)
			}
		}
		m.callMethod(this, "removeAllListeners", m.vm.ToValue("removeListener"))
		m.clear(this)
		return this
	}
	list := m.listenersOf(this, call.Argument(0))
	for i := len(list) - 1; i >= 0; i-- {
		m.callMethod(this, "removeListener", call.Argument(0), list[i])
	}
	return this
}
