package gojaloop

import (
	"slices"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file is the module nodetimers/timers, what Node's timers do not have:
// callbacks that a signal or a group clears, intervals on fixed points in time, and
// asynchronous intervals. Its handles are Node's Timeout and Immediate, so that the
// clears of timers take them, but for AsyncInterval.
//
// Options come before the arguments of the callback: setTimeout(fn, ms, options,
// ...args). Beyond that of a timer, a signal costs a listener, which is taken off
// when the timer is over, and a group an entry in a map.

// BeyondModule is the exports object of the module nodetimers/timers.
func (e *Engine) BeyondModule() *goja.Object {
	if e.beyond != nil {
		return e.beyond
	}
	m := e.vm.NewObject()
	for _, f := range []struct {
		name   string
		length int
		f      func(goja.FunctionCall) goja.Value
	}{
		{"setTimeout", 3, func(c goja.FunctionCall) goja.Value { return e.setWith(c, false) }},
		{"setInterval", 3, func(c goja.FunctionCall) goja.Value { return e.setWith(c, true) }},
		{"setImmediate", 2, e.setImmediateWith},
		{"setFixedInterval", 3, e.setFixedInterval},
		{"setAsyncInterval", 3, e.setAsyncInterval},
		{"group", 0, func(goja.FunctionCall) goja.Value { return e.newGroup() }},
	} {
		define(m, f.name, e.function(f.name, f.length, f.f), true)
	}
	for _, name := range []string{"clearTimeout", "clearImmediate", "clearInterval"} {
		define(m, name, e.timers.Get(name), true)
	}
	e.beyond = m
	return m
}

// endings are functions that are called once, when a timer is over.
type endings []func()

func (f *endings) tell() {
	if list := *f; len(list) > 0 {
		*f = nil
		for _, f := range list {
			f()
		}
	}
}

// member is a handle that a signal or a group can clear.
type member interface {
	clearBy()
	isOver() bool
	// whenOver calls f once when it is over.
	whenOver(f func())
}

func (t *Timeout) isOver() bool         { return t.is(bitDestroyed) }
func (t *Timeout) whenOver(f func())    { x := t.more(); x.over = append(x.over, f) }
func (im *Immediate) clearBy()          { im.clear() }
func (im *Immediate) isOver() bool      { return im.is(bitDestroyed) }
func (im *Immediate) whenOver(f func()) { x := im.more(); x.over = append(x.over, f) }

// beyondOptions are the options of this module's functions.
type beyondOptions struct {
	signal    *goja.Object
	group     *timerGroup
	unref     bool
	missed    eventloop.Missed
	hasMissed bool
}

// beyondOptions throws what is wrong with v.
func (e *Engine) beyondOptions(v goja.Value) (o beyondOptions) {
	if v == undefined {
		return o
	}
	given, ok := v.(*goja.Object)
	if !ok || isFunction(v) || given.ClassName() == "Array" {
		panic(nodeerr.InvalidArgType(e.vm, "options", "of type object", v))
	}
	get := func(name string) (goja.Value, bool) {
		v := given.Get(name)
		return v, v != nil && v != undefined
	}
	if s, ok := get("signal"); ok {
		if e.web == nil || !e.isSignal(s) {
			panic(nodeerr.InvalidArgType(e.vm, "options.signal", "an instance of AbortSignal", s))
		}
		o.signal = s.(*goja.Object)
	}
	if g, ok := get("group"); ok {
		if o.group = groupBehind(g); o.group == nil {
			panic(nodeerr.InvalidArgType(e.vm, "options.group", "an instance of TimerGroup", g))
		}
	}
	if u, ok := get("unref"); ok {
		if o.unref, ok = u.Export().(bool); !ok {
			panic(nodeerr.InvalidArgType(e.vm, "options.unref", "of type boolean", u))
		}
	}
	if m, ok := get("missed"); ok {
		o.hasMissed = true
		for o.missed = eventloop.MissedSkip; !goja.IsString(m) || m.String() != o.missed.String(); o.missed++ {
			if o.missed == eventloop.MissedDelay {
				panic(nodeerr.New(e.vm, "TypeError", "ERR_INVALID_ARG_VALUE",
					"The property 'options.missed' must be one of: 'skip', 'catch-up', 'delay'. Received "+nodeerr.Received(e.vm, m)))
			}
		}
	}
	return o
}

// join lets the signal and the group of the options clear m. A signal that is
// aborted already does so at once.
func (e *Engine) join(m member, o beyondOptions) {
	if o.signal != nil {
		if e.aborted(o.signal) {
			m.clearBy()
			return
		}
		m.whenOver(e.web.AddAbortListener(o.signal, m.clearBy))
	}
	if o.group != nil {
		o.group.add(m)
	}
}

// rest copies the arguments from the n-th on: they alias goja's stack.
// rest are the arguments from n on. They are on goja's stack: who keeps them copies them.
func rest(c goja.FunctionCall, n int) []goja.Value { return c.Arguments[min(n, len(c.Arguments)):] }

// setWith is setTimeout and setInterval with options.
func (e *Engine) setWith(c goja.FunctionCall, interval bool) goja.Value {
	fn := e.callback(c.Argument(0))
	ms, o := e.delay(c.Argument(1)), e.beyondOptions(c.Argument(2))
	e.checkRoom()
	t := e.newTimeout(fn, ms, interval)
	if len(c.Arguments) > 3 {
		t.room().set(c.Arguments[3:])
	}
	obj := t.object()
	e.initialized(t.id(), kindTimeout, t.trigger, t)
	t.start(e.now())
	e.joinTimeout(t, o)
	return obj
}

func (e *Engine) joinTimeout(t *Timeout, o beyondOptions) {
	if o.unref {
		t.timer.Unref()
	}
	e.join(t, o)
}

func (e *Engine) setImmediateWith(c goja.FunctionCall) goja.Value {
	fn, o := e.callback(c.Argument(0)), e.beyondOptions(c.Argument(1))
	im := e.newImmediate(fn, rest(c, 2))
	obj := im.object()
	if o.unref {
		im.im.Unref()
	}
	e.setNew(im)
	e.join(im, o)
	return obj
}

// setFixedInterval is eventloop.Loop.EveryFixed in milliseconds. The handle is a
// Timeout that is started again before each call; refresh lets the next call come
// after the delay and leaves the points where they are.
func (e *Engine) setFixedInterval(c goja.FunctionCall) goja.Value {
	fn := e.callback(c.Argument(0))
	ms, o := e.delay(c.Argument(1)), e.beyondOptions(c.Argument(2))
	e.checkRoom()
	t, args := e.newTimeout(nil, ms, false), slices.Clone(rest(c, 3))
	obj := t.object()
	g := grid{t: t, period: int64(ms), missed: o.missed, next: e.now() + int64(ms)}
	t.more().periodic = true
	t.more().native = func() {
		g.take()
		g.start()
		e.callable(fn)(goja.FunctionCall{This: obj, Arguments: args})
	}
	e.initialized(t.id(), kindTimeout, t.trigger, t)
	g.start()
	e.joinTimeout(t, o)
	return obj
}

// grid is points in time, in milliseconds of the loop, at which a timer fires.
type grid struct {
	t            *Timeout
	period, next int64
	missed       eventloop.Missed
}

// take plans the point after the one that is called for now.
func (g *grid) take() {
	_, next, _ := g.missed.Next(time.Duration(g.next), time.Duration(g.t.e.now()), time.Duration(g.period))
	g.next = int64(next)
}

// start lets the timer fire at the next point.
func (g *grid) start() {
	e := g.t.e
	next := min(g.next, never)
	k := min(g.period, never)
	g.t.timer.StartTicksSorted((next-k)*e.perMS, k*e.perMS)
}
