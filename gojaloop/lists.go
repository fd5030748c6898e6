package gojaloop

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file is what a script finds at the ends of the links of timers: an object
// for the list, Node's TimersList. It is made when somebody looks.

// listObjects are what stands for a list of timers at its ends: Node's
// TimersList. One object per list, as long as few lists are looked at.
type listObjects struct {
	byNumber map[int64]*timersList
	proto    *goja.Object
}

const keepLists = 256

func (lo *listObjects) of(t *Timeout) goja.Value {
	duration, expiry, number, ok := t.timer.List()
	if !ok {
		return goja.Null()
	}
	if l := lo.byNumber[number]; l != nil {
		l.t = t
		return l.obj
	}
	if lo.byNumber == nil || len(lo.byNumber) >= keepLists {
		lo.byNumber = map[int64]*timersList{}
	}
	e := t.e
	if lo.proto == nil {
		lo.proto = e.class("TimersList", 3, func([]goja.Value) *goja.Object {
			panic(nodeerr.New(e.vm, "TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor"))
		})
	}
	l := &timersList{t: t, number: number, duration: duration, expiry: expiry}
	l.obj = e.vm.NewDynamicObject(l)
	_ = l.obj.SetPrototype(lo.proto)
	lo.byNumber[number] = l
	return l.obj
}

// timersList shows the list that timers are in. When the member it knows has left it
// looks empty, until a script comes to it from another.
type timersList struct {
	obj                      *goja.Object
	t                        *Timeout // the member it was last reached from
	number, duration, expiry int64
}

var listKeys = []string{"_idleNext", "_idlePrev", "expiry", "id", "msecs", "priorityQueuePosition"}

// Get is called by goja.
func (l *timersList) Get(key string) goja.Value {
	e := l.t.e
	switch key {
	case "_idleNext", "_idlePrev":
		if _, _, number, ok := l.t.timer.List(); !ok || number != l.number {
			return l.obj // an empty list is its own neighbour
		}
		step := (*eventloop.Timer).Newer
		if key == "_idlePrev" {
			step = (*eventloop.Timer).Older
		}
		n := &l.t.timer
		for m := step(n); m != nil; m = step(n) {
			n = m
		}
		return e.handleOf(n)
	case "expiry":
		return e.vm.ToValue(l.expiry / e.perMS)
	case "id":
		return e.vm.ToValue(l.number)
	case "msecs":
		return e.vm.ToValue(l.duration / e.perMS)
	case "priorityQueuePosition":
		return e.vm.ToValue(1)
	}
	return nil
}

// Set is called by goja; the list is not the script's to change.
func (l *timersList) Set(string, goja.Value) bool { return false }

// Has is called by goja.
func (l *timersList) Has(key string) bool { return slices.Contains(listKeys, key) }

// Delete is called by goja.
func (l *timersList) Delete(key string) bool { return !l.Has(key) }

// Keys is called by goja.
func (l *timersList) Keys() []string { return listKeys }
