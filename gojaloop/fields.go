package gojaloop

import (
	"math"
	"reflect"
	"slices"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is what scripts see of timers: the fields that programs in the wild
// read and write. Those of immediates are in immediatefields.go, the lists at the
// ends of their links in lists.go.
//
// Timeout and Immediate are DynamicObjects: a fifth of the cost and a quarter of
// the room of plain objects with these fields. The price: they cannot have own
// properties with a symbol for a key, nor accessors, and cannot be frozen.

// properties are what scripts add to a handle, in order.
type properties struct {
	keys   []string
	values map[string]goja.Value
}

func (p *properties) set(key string, v goja.Value) {
	if p.values == nil {
		p.values = map[string]goja.Value{}
	}
	if _, ok := p.values[key]; !ok {
		p.keys = append(p.keys, key)
	}
	p.values[key] = v
}

func (p *properties) delete(key string) {
	if _, ok := p.values[key]; ok {
		delete(p.values, key)
		p.keys = slices.DeleteFunc(p.keys, func(k string) bool { return k == key })
	}
}

var typeInt64 = reflect.TypeFor[int64]()

var timeoutKeys = []string{"_idleTimeout", "_idlePrev", "_idleNext", "_idleStart", "_onTimeout", "_timerArgs", "_repeat", "_destroyed"}

// Get is called by goja for a property of the object.
func (t *Timeout) Get(key string) goja.Value {
	x := t.rare()
	switch key {
	case "_idleTimeout":
		if x != nil && x.idle != nil {
			return x.idle
		}
		return t.e.vm.ToValue(t.idle)
	case "_idlePrev":
		if x != nil && x.prev != nil {
			return x.prev
		}
		return t.link((*eventloop.Timer).Newer)
	case "_idleNext":
		if x != nil && x.next != nil {
			return x.next
		}
		return t.link((*eventloop.Timer).Older)
	case "_idleStart":
		switch {
		case x != nil && x.start != nil:
			return x.start
		case t.is(bitManual):
			return goja.Null()
		}
		return t.e.vm.ToValue(t.timer.StartedAt() / t.e.perMS)
	case "_onTimeout":
		switch {
		case t.fn != nil:
			return t.fn
		case x != nil && x.callback != nil:
			return x.callback
		}
		return undefined
	case "_timerArgs":
		if t.extra == nil {
			return undefined
		}
		if t.extra.list != nil {
			x = t.more()
			x.argsGiven = t.e.array(t.extra.list)
			t.extra.drop(t.is(bitRunning))
		}
		if x == nil || x.argsGiven == nil {
			return undefined
		}
		return x.argsGiven
	case "_repeat":
		switch {
		case x != nil && x.repeat != nil:
			return x.repeat
		case t.is(bitInterval):
			return t.e.vm.ToValue(t.idle)
		}
		return goja.Null()
	case "_destroyed":
		return t.e.vm.ToValue(t.is(bitDestroyed))
	}
	if x != nil {
		return x.props.values[key]
	}
	return nil
}

// link is a neighbour in the list, the list itself at its ends, or null.
func (t *Timeout) link(to func(*eventloop.Timer) *eventloop.Timer) goja.Value {
	switch {
	case t.is(bitManual):
		return t.object()
	case !t.timer.Scheduled():
		return goja.Null()
	}
	n := to(&t.timer)
	if n == nil {
		return t.e.links.of(t)
	}
	return t.e.handleOf(n)
}

// handleOf is the object a script has for a timer in a list.
func (e *Engine) handleOf(n *eventloop.Timer) goja.Value {
	if t, ok := n.Expirer().(*Timeout); ok {
		return t.object()
	}
	return e.vm.ToValue(n) // a timer of the Go program: opaque
}

// object is the script's object for t, made when there was none: timers of
// timers/promises have none to begin with.
func (t *Timeout) object() *goja.Object {
	if t.obj == nil {
		t.obj = t.e.vm.NewDynamicObject(t)
		_ = t.obj.SetPrototype(t.e.timeoutProto)
	}
	return t.obj
}

// Set is called by goja when a script assigns to a property.
func (t *Timeout) Set(key string, v goja.Value) bool {
	switch key {
	case "_idleTimeout":
		t.keepRepeat()
		t.setIdle(v)
	case "_idlePrev":
		t.more().prev = v
	case "_idleNext":
		t.more().next = v
	case "_idleStart":
		t.setStart(v)
	case "_onTimeout":
		if isFunction(v) {
			t.fn = v.(*goja.Object)
			if t.rare() != nil {
				t.rare().callback, t.rare().native = nil, nil
			}
		} else {
			t.fn = nil
			x := t.more()
			x.callback, x.native = v, nil
		}
	case "_timerArgs":
		t.more().argsGiven = v
		t.extra.drop(t.is(bitRunning))
	case "_repeat":
		t.more().repeat = v
	case "_destroyed":
		t.bits &^= bitDestroyed
		if v.ToBoolean() {
			t.bits |= bitDestroyed
		}
	default:
		t.more().props.set(key, v)
	}
	return true
}

// setStart is a write to _idleStart. What is compared with the time when the list
// is processed is its number: rounded up, and long past if it is none.
func (t *Timeout) setStart(v goja.Value) {
	f := t.e.number(v)
	switch {
	case math.IsNaN(f):
		f = -farAway
	default:
		f = max(-farAway, min(math.Ceil(f), farAway))
	}
	if v.ExportType() == typeInt64 && math.Abs(f) < farAway {
		if t.rare() != nil {
			t.rare().start = nil
		}
	} else {
		t.more().start = v
	}
	t.timer.SetStartedAt(int64(f) * t.e.perMS)
}

// farAway is beyond any time of a loop, in milliseconds, and far from overflow.
const farAway = 1 << 42

// setIdle is a write to _idleTimeout.
func (t *Timeout) setIdle(v goja.Value) {
	if goja.IsNumber(v) {
		t.idle = v.ToFloat()
		if t.rare() != nil {
			t.rare().idle = nil
		}
		return
	}
	t.idle = t.e.number(v)
	t.more().idle = v
}

// keepRepeat separates _repeat from _idleTimeout, which are one number as long
// as no script changes one of them.
func (t *Timeout) keepRepeat() {
	if t.is(bitInterval) && (t.rare() == nil || t.rare().repeat == nil) {
		t.more().repeat = t.e.vm.ToValue(t.idle)
	}
}

// Has is called by goja.
func (t *Timeout) Has(key string) bool {
	if slices.Contains(timeoutKeys, key) {
		return true
	}
	if t.rare() == nil {
		return false
	}
	_, ok := t.rare().props.values[key]
	return ok
}

// Delete is called by goja. The fields themselves stay: Node's machinery needs
// them too.
func (t *Timeout) Delete(key string) bool {
	if slices.Contains(timeoutKeys, key) {
		return false
	}
	if t.rare() != nil {
		t.rare().props.delete(key)
	}
	return true
}

// Keys is called by goja.
func (t *Timeout) Keys() []string {
	if t.rare() == nil || len(t.rare().props.keys) == 0 {
		return timeoutKeys
	}
	return append(slices.Clone(timeoutKeys), t.rare().props.keys...)
}

// array makes an array of values.
func (e *Engine) array(values []goja.Value) *goja.Object {
	items := make([]any, len(values))
	for i, v := range values {
		items[i] = v
	}
	return e.vm.NewArray(items...)
}
