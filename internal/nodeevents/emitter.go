package nodeevents

import (
	"math"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// The class EventEmitter: its constructor, fields and the methods that only look.

// makeClass makes the constructor and its prototype, with Node's attributes and order of keys.
func (m *module) makeClass() *goja.Object {
	vm := m.vm
	class := vm.ToValue(func(call goja.ConstructorCall) *goja.Object {
		m.init(call.This, call.Argument(0))
		return nil
	}).(*goja.Object)
	check(class.DefineDataProperty("name", vm.ToValue("EventEmitter"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	check(class.DefineDataProperty("length", vm.ToValue(1), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	m.proto = field(class, "prototype").(*goja.Object)
	check(m.proto.Set("_events", goja.Undefined()))
	check(m.proto.Set("_eventsCount", 0))
	check(m.proto.Set("_maxListeners", goja.Undefined()))
	check(m.proto.DefineDataPropertySymbol(m.capture, m.no, goja.FLAG_TRUE, goja.FLAG_FALSE, goja.FLAG_FALSE))
	for _, method := range []struct {
		names  []string
		length int
		f      func(this *goja.Object, call goja.FunctionCall) goja.Value
	}{
		{[]string{"setMaxListeners"}, 1, m.setMaxListeners},
		{[]string{"getMaxListeners"}, 0, m.getMaxListeners},
		{[]string{"emit"}, 1, m.emit},
		{[]string{"addListener", "on"}, 2, m.addListener},
		{[]string{"prependListener"}, 2, m.prependListener},
		{[]string{"once"}, 2, m.once},
		{[]string{"prependOnceListener"}, 2, m.prependOnceListener},
		{[]string{"removeListener", "off"}, 2, m.removeListener},
		{[]string{"removeAllListeners"}, 1, m.removeAllListeners},
		{[]string{"listeners"}, 1, m.listeners},
		{[]string{"rawListeners"}, 1, m.rawListeners},
		{[]string{"listenerCount"}, 2, m.listenerCount},
		{[]string{"eventNames"}, 0, m.eventNames},
	} {
		f := m.function(method.names[0], method.length, func(call goja.FunctionCall) goja.Value {
			this, ok := call.This.(*goja.Object)
			if !ok {
				panic(vm.NewTypeError("Cannot read property '_events' of %s", call.This.String()))
			}
			return method.f(this, call)
		})
		for _, name := range method.names {
			check(m.proto.Set(name, f))
		}
	}
	return class
}

// init makes the fields of an emitter. They may be there: an object can be initialized twice, and
// one whose prototype is an emitter must not share its listeners.
func (m *module) init(this *goja.Object, options goja.Value) {
	events := field(this, "_events")
	shared := false
	if proto := this.Prototype(); proto != nil {
		shared = events.SameAs(field(proto, "_events"))
	}
	if isUndefined(events) || shared {
		m.clear(this)
	}
	if max := field(this, "_maxListeners"); !max.ToBoolean() {
		check(this.Set("_maxListeners", goja.Undefined()))
	} else {
		check(this.Set("_maxListeners", max))
	}
	check(this.SetSymbol(m.shapeMode, m.no))
	captures := symbol(m.proto, m.capture)
	if o, ok := options.(*goja.Object); ok && field(o, "captureRejections").ToBoolean() {
		captures = m.boolean("options.captureRejections", field(o, "captureRejections"))
	}
	check(this.SetSymbol(m.capture, captures))
}

// clear gives an emitter an empty table of listeners, an object without prototype.
func (m *module) clear(this *goja.Object) *goja.Object {
	events := m.vm.CreateObject(nil)
	check(this.Set("_events", events))
	check(this.Set("_eventsCount", 0))
	return events
}

// events returns the table of listeners, nil if the emitter has none yet.
func events(this *goja.Object) *goja.Object {
	o, _ := this.Get("_events").(*goja.Object)
	return o
}

// elements returns the elements of an array.
func elements(list *goja.Object) []goja.Value {
	items := make([]goja.Value, list.Get("length").ToInteger())
	for i := range items {
		items[i] = list.Get(index(i))
		if items[i] == nil {
			items[i] = goja.Undefined()
		}
	}
	return items
}

func (m *module) array(items []goja.Value) *goja.Object {
	list := make([]any, len(items))
	for i, v := range items {
		list[i] = v
	}
	return m.vm.NewArray(list...)
}

func (m *module) setMaxListeners(this *goja.Object, call goja.FunctionCall) goja.Value {
	check(this.Set("_maxListeners", m.count("setMaxListeners", call.Argument(0))))
	return this
}

func (m *module) getMaxListeners(this *goja.Object, _ goja.FunctionCall) goja.Value {
	return m.limit(this)
}

// limit is the number of listeners of one name from which on an emitter warns; 0 is never.
func (m *module) limit(this *goja.Object) goja.Value {
	if own := field(this, "_maxListeners"); !isUndefined(own) {
		return own
	}
	return m.defaultMax
}

func (m *module) listeners(this *goja.Object, call goja.FunctionCall) goja.Value {
	list := m.listenersOf(this, call.Argument(0))
	for i, v := range list {
		list[i] = original(v)
	}
	return m.array(list)
}

func (m *module) rawListeners(this *goja.Object, call goja.FunctionCall) goja.Value {
	return m.array(m.listenersOf(this, call.Argument(0)))
}

// listenersOf returns the listeners of one name, wrappers as they are.
func (m *module) listenersOf(this *goja.Object, eventType goja.Value) []goja.Value {
	table := events(this)
	if table == nil {
		return nil
	}
	present, ok := m.get(table, eventType).(*goja.Object)
	if !ok {
		return nil
	}
	if _, isFunction := goja.AssertFunction(present); isFunction {
		return []goja.Value{present}
	}
	return elements(present)
}

// original returns the listener that a wrapper of once was made for, and any other as it is.
func original(listener goja.Value) goja.Value {
	if o, ok := listener.(*goja.Object); ok {
		if inner := o.Get("listener"); inner != nil && inner.ToBoolean() {
			return inner
		}
	}
	return listener
}

// isListener reports whether present, or what it wraps, is listener.
func isListener(present, listener goja.Value) bool {
	if present.SameAs(listener) {
		return true
	}
	o, ok := present.(*goja.Object)
	if !ok {
		return false
	}
	inner := o.Get("listener")
	return inner != nil && inner.SameAs(listener)
}

func (m *module) listenerCount(this *goja.Object, call goja.FunctionCall) goja.Value {
	list := m.listenersOf(this, call.Argument(0))
	listener := call.Argument(1)
	if isNullish(listener) {
		return m.vm.ToValue(len(list))
	}
	n := 0
	for _, present := range list {
		if isListener(present, listener) {
			n++
		}
	}
	return m.vm.ToValue(n)
}

func (m *module) eventNames(this *goja.Object, _ goja.FunctionCall) goja.Value {
	table := events(this)
	if table == nil || field(this, "_eventsCount").ToInteger() <= 0 {
		return m.vm.NewArray()
	}
	return m.array(m.keys(table))
}

// count checks a number of listeners.
func (m *module) count(name string, v goja.Value) goja.Value {
	if !goja.IsNumber(v) {
		panic(nodeerr.InvalidArgType(m.vm, name, "of type number", v))
	}
	if n := v.ToFloat(); math.IsNaN(n) || n < 0 {
		panic(nodeerr.OutOfRange(m.vm, name, ">= 0", v))
	}
	return v
}

func (m *module) boolean(name string, v goja.Value) goja.Value {
	if v != m.yes && v != m.no {
		panic(nodeerr.InvalidArgType(m.vm, name, "of type boolean", v))
	}
	return v
}
