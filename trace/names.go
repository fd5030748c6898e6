package trace

import (
	"github.com/nodetimers/nodetimers/eventloop"
)

// This file keeps the description of each callback once: a record has its number.

// name is the number of a description; 0 is that of a callback of which nothing is
// known.
type name uint32

// described is a description.
type described Link

type names struct {
	list []described
	at   map[nameKey]name
}

type nameKey struct {
	kind         eventloop.Kind
	code, origin any
}

// maxNames bounds what a program with ever new functions can take.
const maxNames = 1 << 16

func (n *names) init() {
	n.list = []described{{}}
	n.at = map[nameKey]name{}
}

// of is the number for an item that a hook was told of.
func (n *names) of(k eventloop.Kind, item any) name {
	key := nameKey{kind: k}
	key.code, key.origin = eventloop.CallbackKeys(item)
	if i, ok := n.at[key]; ok {
		return i
	}
	return n.add(key, eventloop.DescribeCallback(item))
}

// main is the number for the main module.
func (n *names) main(text string) name {
	return n.add(nameKey{kind: eventloop.KindPosted, code: text}, eventloop.Callback{Name: text})
}

func (n *names) add(key nameKey, c eventloop.Callback) name {
	if len(n.list) >= maxNames {
		return 0
	}
	i := name(len(n.list))
	n.list = append(n.list, described{key.kind, c})
	n.at[key] = i
	return i
}

// chain is how a callback came to be set: its own description first, then that of
// the callback that set it, and so on; 0 ends it. A function that sets itself again is
// in it once.
type chain [8]name

// under is the chain of what was set by a callback that has the chain c.
func (c chain) under(n name) chain {
	if c[0] == n {
		return c
	}
	var next chain
	next[0] = n
	copy(next[1:], c[:])
	return next
}
