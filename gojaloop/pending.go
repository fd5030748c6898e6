package gojaloop

import (
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file answers what keeps a program alive: in Go by Engine.Pending, in a
// script by the module nodetimers.

// Pending lists what the loop has to do, timers of Go and of the script, by the
// time they have left; those that differ in nothing else are put together, as by
// eventloop.GroupPending. Promise reactions that wait count as microtasks. Origin
// is the place in the script, if it was recorded: see Options.TrackOrigins.
// eventloop.WritePending writes the list as a table. On the loop, or while it does
// not run; from other goroutines see AskPending of the loop.
func (e *Engine) Pending() []eventloop.Pending {
	list := e.loop.Pending()
	if n := e.host.jobCount(); n > 0 {
		list = append(list, eventloop.Pending{Kind: eventloop.KindMicrotask, Count: n})
	}
	return eventloop.GroupPending(list)
}

// jobCount is the number of promise jobs that wait in the engine, as far as it can
// be seen.
func (h *host) jobCount() int {
	if h.blind {
		return 0
	}
	return h.jobs.Len()
}

// Describe tells Loop.Pending what the loop does not know of a script's timer.
func (t *Timeout) Describe(p *eventloop.Pending) {
	if t.repeats() || t.rare() != nil && t.rare().periodic {
		p.Kind = eventloop.KindInterval
	}
	if x := t.rare(); x != nil {
		p.Origin = originOf(x.origin)
	}
}

// Describe tells Loop.Pending where an immediate of a script was made.
func (im *Immediate) Describe(p *eventloop.Pending) {
	if x := im.rare(); x != nil {
		p.Origin = originOf(x.origin)
	}
}

// NodetimersModule is the exports object of the module nodetimers, which is not
// one of Node's: pending() and trackOrigins(on). docs/why.md describes it.
func (e *Engine) NodetimersModule() *goja.Object {
	if e.own != nil {
		return e.own
	}
	m := e.vm.NewObject()
	e.own = m
	define(m, "pending", e.function("pending", 0, func(goja.FunctionCall) goja.Value {
		list := e.Pending()
		out := make([]any, len(list))
		for i, p := range list {
			out[i] = e.pendingObject(p)
		}
		return e.vm.NewArray(out...)
	}), true)
	define(m, "trackOrigins", e.function("trackOrigins", 0, func(c goja.FunctionCall) goja.Value {
		on := c.Argument(0)
		e.TrackOrigins(on == undefined || on.ToBoolean())
		return undefined
	}), true)
	return m
}

// pendingObject is one entry as a plain object; times are in milliseconds.
func (e *Engine) pendingObject(p eventloop.Pending) *goja.Object {
	o := e.vm.NewObject()
	delay, left, origin := undefined, undefined, undefined
	if p.Kind == eventloop.KindTimer || p.Kind == eventloop.KindInterval {
		delay = e.vm.ToValue(float64(p.Delay) / float64(time.Millisecond))
		left = e.vm.ToValue(float64(p.Left) / float64(time.Millisecond))
	}
	if p.Origin != "" {
		origin = e.vm.ToValue(p.Origin)
	}
	define(o, "kind", e.vm.ToValue(p.Kind.String()), true)
	define(o, "delay", delay, true)
	define(o, "left", left, true)
	define(o, "ref", e.vm.ToValue(p.Ref), true)
	define(o, "count", e.vm.ToValue(p.Count), true)
	define(o, "origin", origin, true)
	return o
}
