package gojaloop

import (
	"maps"
	"slices"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
	"github.com/nodetimers/nodetimers/internal/webapi"
)

// This file is TimerGroup of nodetimers/timers: timers, intervals and immediates
// that are cleared in one call. A member is in the group until it is over, exactly:
// a timer that has fired has left, also if refresh starts it again.

type timerGroup struct {
	bag
	members map[member]int // by the order in which they were added
	added   int
}

// newGroup makes an instance of TimerGroup.
func (e *Engine) newGroup() *goja.Object {
	if e.groupProto == nil {
		e.groupProto = e.newGroupProto()
	}
	o := e.vm.NewDynamicObject(&timerGroup{members: map[member]int{}})
	_ = o.SetPrototype(e.groupProto)
	return o
}

func groupBehind(v goja.Value) *timerGroup {
	if o, ok := v.(*goja.Object); ok {
		g, _ := o.Export().(*timerGroup)
		return g
	}
	return nil
}

func (e *Engine) newGroupProto() *goja.Object {
	p := e.class("TimerGroup", 0, func([]goja.Value) *goja.Object {
		panic(nodeerr.New(e.vm, "TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor"))
	})
	this := func(c goja.FunctionCall) *timerGroup {
		g := groupBehind(c.This)
		if g == nil {
			panic(nodeerr.New(e.vm, "TypeError", "ERR_INVALID_THIS", `Value of "this" must be of type TimerGroup`))
		}
		return g
	}
	handle := func(c goja.FunctionCall) member {
		if o, ok := c.Argument(0).(*goja.Object); ok {
			if m, ok := o.Export().(member); ok {
				return m
			}
		}
		panic(nodeerr.InvalidArgType(e.vm, "timer", "an instance of Timeout, Immediate, or AsyncInterval", c.Argument(0)))
	}
	e.method(p, "add", 1, false, func(c goja.FunctionCall) goja.Value {
		this(c).add(handle(c))
		return c.Argument(0)
	})
	e.method(p, "delete", 1, false, func(c goja.FunctionCall) goja.Value {
		g, m := this(c), handle(c)
		_, was := g.members[m]
		delete(g.members, m)
		return e.vm.ToValue(was)
	})
	e.method(p, "clear", 0, false, func(c goja.FunctionCall) goja.Value { return e.vm.ToValue(this(c).clear()) })
	e.symbolMethod(p, webapi.Dispose(), "[Symbol.dispose]", 0, false, func(c goja.FunctionCall) goja.Value {
		this(c).clear()
		return undefined
	})
	must(p.DefineAccessorProperty("size", e.function("get size", 0, func(c goja.FunctionCall) goja.Value {
		return e.vm.ToValue(len(this(c).members))
	}), nil, goja.FLAG_TRUE, goja.FLAG_FALSE))
	return p
}

// add takes m in until it is over; one that is over already is not taken.
func (g *timerGroup) add(m member) {
	if _, ok := g.members[m]; ok || m.isOver() {
		return
	}
	g.members[m] = g.added
	g.added++
	m.whenOver(func() { delete(g.members, m) })
}

// clear clears the members in the order they were added, and tells how many.
func (g *timerGroup) clear() int {
	members := g.members
	g.members = map[member]int{}
	list := slices.SortedFunc(maps.Keys(members), func(a, b member) int { return members[a] - members[b] })
	for _, m := range list {
		m.clearBy()
	}
	return len(list)
}

// bag is a DynamicObject without fields of its own; a script may add some.
type bag struct{ props properties }

// Get is called by goja.
func (b *bag) Get(key string) goja.Value { return b.props.values[key] }

// Set is called by goja.
func (b *bag) Set(key string, v goja.Value) bool {
	b.props.set(key, v)
	return true
}

// Has is called by goja.
func (b *bag) Has(key string) bool { _, ok := b.props.values[key]; return ok }

// Delete is called by goja.
func (b *bag) Delete(key string) bool { b.props.delete(key); return true }

// Keys is called by goja.
func (b *bag) Keys() []string { return b.props.keys }
