package trace

import (
	"fmt"
	"strings"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file tells how a callback came to run: where it was set, where the callback
// that did that was set, and so on. Each callback carries the last eight steps, so it
// costs no memory that grows, and needs no callback that the ring has forgotten.

// Link is a step of a Chain.
type Link struct {
	Kind eventloop.Kind
	eventloop.Callback
}

// Chain is how a callback came to run: the callback itself first, then the one in
// which it was set, and so on, at most eight. A callback that sets itself again, such as
// an interval, is in it once.
type Chain []Link

// Chain is that of the callback that runs, or else of the one that ended last. In
// Options.Uncaught of gojaloop, or in a handler of panics, that is the one that
// failed.
func (r *Recorder) Chain() Chain {
	c := &r.last
	if now := r.current(); now != nil {
		c = now
	}
	return r.names.chain(c.chain)
}

// Chain is that of a callback of the timeline.
func (t *Timeline) Chain(c *Callback) Chain {
	n := names{list: t.names}
	return n.chain(c.chain)
}

func (n *names) chain(c chain) (out Chain) {
	for _, i := range c {
		if i == 0 {
			break
		}
		out = append(out, Link(n.list[i]))
	}
	return out
}

// String is one line for each step whose place is known:
//
//	in timer retry (main.js:9:1), set at main.js:12:3 (retry)
//	in immediate (main.js:20:1), set at main.js:20:1
func (c Chain) String() string {
	var b strings.Builder
	for _, l := range c {
		fmt.Fprintf(&b, "    in %v", l.Kind)
		if l.Name != "" {
			b.WriteString(" " + l.Name)
		}
		if l.Source != "" {
			b.WriteString(" (" + l.Source + ")")
		}
		if l.Origin != "" {
			b.WriteString(", set at " + l.Origin)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
