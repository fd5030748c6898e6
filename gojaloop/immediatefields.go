package gojaloop

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is the fields of immediates, as fields.go is those of timers. The
// links are the queue's and are not a script's to change.

var immediateKeys = []string{"_idleNext", "_idlePrev", "_onImmediate", "_argv", "_destroyed"}

// Get is called by goja for a property of the object.
func (im *Immediate) Get(key string) goja.Value {
	x := im.rare()
	switch key {
	case "_idleNext":
		return im.link(im.im.Newer())
	case "_idlePrev":
		return im.link(im.im.Older())
	case "_onImmediate":
		switch {
		case im.fn != nil:
			return im.fn
		case x != nil && x.callback != nil:
			return x.callback
		}
		return undefined
	case "_argv":
		if im.extra == nil {
			return undefined
		}
		if im.extra.list != nil {
			x = im.more()
			x.argsGiven = im.e.array(im.extra.list)
			im.extra.drop(im.is(bitRunning))
		}
		if x == nil || x.argsGiven == nil {
			return undefined
		}
		return x.argsGiven
	case "_destroyed":
		return im.e.vm.ToValue(im.is(bitDestroyed))
	}
	if x != nil {
		return x.props.values[key]
	}
	return nil
}

func (im *Immediate) link(n *eventloop.Immediate) goja.Value {
	if n == nil {
		return goja.Null()
	}
	if o, ok := n.Handler().(*Immediate); ok {
		return o.object()
	}
	return im.e.vm.ToValue(n)
}

func (im *Immediate) object() *goja.Object {
	if im.obj == nil {
		im.obj = im.e.vm.NewDynamicObject(im)
		_ = im.obj.SetPrototype(im.e.immediateProto)
	}
	return im.obj
}

// Set is called by goja when a script assigns to a property.
func (im *Immediate) Set(key string, v goja.Value) bool {
	switch key {
	case "_onImmediate":
		if isFunction(v) {
			im.fn = v.(*goja.Object)
			if im.rare() != nil {
				im.rare().callback = nil
			}
		} else {
			im.fn = nil
			im.more().callback = v
		}
	case "_argv":
		im.more().argsGiven = v
		im.extra.drop(im.is(bitRunning))
	case "_destroyed":
		im.bits &^= bitDestroyed
		if v.ToBoolean() {
			im.bits |= bitDestroyed
		}
	case "_idleNext", "_idlePrev": // the queue is not theirs to change
	default:
		im.more().props.set(key, v)
	}
	return true
}

// Has is called by goja.
func (im *Immediate) Has(key string) bool {
	if slices.Contains(immediateKeys, key) {
		return true
	}
	if im.rare() == nil {
		return false
	}
	_, ok := im.rare().props.values[key]
	return ok
}

// Delete is called by goja.
func (im *Immediate) Delete(key string) bool {
	if slices.Contains(immediateKeys, key) {
		return false
	}
	if im.rare() != nil {
		im.rare().props.delete(key)
	}
	return true
}

// Keys is called by goja.
func (im *Immediate) Keys() []string {
	if im.rare() == nil || len(im.rare().props.keys) == 0 {
		return immediateKeys
	}
	return append(slices.Clone(immediateKeys), im.rare().props.keys...)
}
