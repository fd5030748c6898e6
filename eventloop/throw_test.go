package eventloop_test

import (
	"testing"

	"github.com/nodetimers/nodetimers/eventloop"
)

// What runs after an exception, case by case as Node 26 does it (recorded by the
// same programs in JavaScript, with an 'uncaughtException' handler). The words of
// the handler begin with E. Every program is run by an engine that queues an
// empty immediate after an exception, as Node does, and by one that does not.
func TestThrow(t *testing.T) {
	type world struct {
		*script
		e       *engine
		tk, mq  func(string)
		timer   func(int64, string, ...func())
		imm     func(string, ...func())
		throw   func()
		badTick func()
	}
	for _, c := range []struct {
		name string
		main func(w world)
		want string
	}{
		{name: "timer, next of the same list at once", main: func(w world) {
			w.timer(1, "A", func() { w.tk("at"); w.mq("am") }, w.throw)
			w.timer(1, "B", func() { w.tk("bt") }, w.throw)
			w.timer(5, "C", func() { w.tk("ct") }, w.throw)
			w.timer(6, "D")
			w.imm("I")
			w.clock.Advance(50 * ms)
		}, want: "A E! B E! at bt am C E! ct D I"},
		{name: "timer, the rest of its list is not due", main: func(w world) {
			w.timer(40, "A", func() { w.tk("at") }, w.throw)
			w.clock.Advance(20 * ms)
			w.timer(40, "B")
			w.timer(25, "C")
			w.imm("I")
			w.clock.Advance(30 * ms)
		}, want: "A E! at C I B"},
		{name: "timer, none is left: a drain at the end of the pass", main: func(w world) {
			w.timer(1, "A", func() { w.tk("at"); w.mq("am"); w.imm("I") }, w.throw)
			w.timer(200, "L")
			w.clock.Advance(100 * ms)
		}, want: "A E! at am I L"},
		{name: "timer, having cleared the rest of its list", main: func(w world) {
			var b *eventloop.Timer
			w.timer(1, "A", func() { w.tk("at"); b.Clear() }, w.throw)
			b = w.e.setTimeout(1, w.say("B"))
			w.timer(1, "B2", func() { w.tk("bt") })
			w.timer(5, "C")
			w.clock.Advance(50 * ms)
		}, want: "A E! B2 at bt C"},
		{name: "tick, then the next list at once", main: func(w world) {
			w.timer(1, "A", w.badTick, func() { w.imm("I") })
			w.timer(5, "B")
			w.timer(6, "C")
			w.clock.Advance(50 * ms)
		}, want: "A t! E! B t2 m C I"},
		{name: "tick, then the next timer at once", main: func(w world) {
			w.timer(1, "A", w.badTick, func() { w.imm("I") })
			w.timer(1, "B")
			w.timer(6, "C")
			w.clock.Advance(50 * ms)
		}, want: "A t! E! B t2 m C I"},
		{name: "tick of the last timer, then an immediate", main: func(w world) {
			w.timer(1, "A", w.badTick, func() { w.imm("I") })
			w.clock.Advance(50 * ms)
		}, want: "A t! E! I t2 m"},
		{name: "tick that had refreshed the next timer", main: func(w world) {
			var b *eventloop.Timer
			w.timer(1, "A", func() {
				w.NextTick(func() { b.StartTicks(w.NowTicks(), 1); w.e.throw("!") })
			})
			b = w.e.setTimeout(1, w.say("B"))
			w.timer(5, "C")
			w.imm("I")
			w.clock.Advance(50 * ms)
		}, want: "A E! C I B"},
		{name: "tick of the main script, a timer is due", main: func(w world) {
			w.badTick()
			w.timer(1, "A")
			w.timer(5, "B")
			w.imm("I")
			w.clock.Advance(50 * ms)
		}, want: "t! E! A t2 m B I"},
		{name: "tick of the main script, no timer", main: func(w world) {
			w.badTick()
			w.imm("I")
			w.imm("J")
		}, want: "t! E! I t2 m J"},
		{name: "tick of the main script, nothing else", main: func(w world) {
			w.badTick()
		}, want: "t! E! t2 m"},
		{name: "tick, and a far timer", main: func(w world) {
			w.badTick()
			w.timer(100, "A")
		}, want: "t! E! t2 m A"},
		{name: "main script", main: func(w world) {
			w.tk("t")
			w.mq("m")
			w.timer(1, "A")
			w.imm("I")
			w.clock.Advance(20 * ms)
			w.throw()
		}, want: "E! t m A I"},
		{name: "immediate, the last: those queued since at once", main: func(w world) {
			w.imm("i1", func() { w.tk("t"); w.mq("m"); w.imm("n"); w.timer(1, "T"); w.clock.Advance(5 * ms) }, w.throw)
		}, want: "i1 E! n t m T"},
		{name: "immediate, the last, and nothing queued", main: func(w world) {
			w.imm("i1", func() { w.tk("t"); w.mq("m"); w.timer(1, "T"); w.clock.Advance(5 * ms) }, w.throw)
		}, want: "i1 E! t m T"},
		{name: "immediate, the next at once", main: func(w world) {
			w.imm("i1", func() { w.tk("t1"); w.imm("n") }, w.throw)
			w.imm("i2", func() { w.tk("t2"); w.mq("m") })
			w.imm("i3")
		}, want: "i1 E! i2 t1 t2 m i3 n"},
		{name: "tick of the last immediate", main: func(w world) {
			w.imm("i1", w.badTick, func() { w.imm("n"); w.timer(1, "T"); w.clock.Advance(5 * ms) })
		}, want: "i1 t! E! T t2 m n"},
		{name: "tick of an immediate", main: func(w world) {
			w.imm("i1", w.badTick, func() { w.imm("n"); w.timer(1, "T"); w.clock.Advance(5 * ms) })
			w.imm("i2")
		}, want: "i1 t! E! i2 t2 m T n"},
		{name: "microtask of the loop's own, the drain goes on", main: func(w world) {
			w.timer(1, "A", func() {
				w.QueueMicrotask(w.do("m!", func() { w.tk("t"); w.e.throw("!") }))
				w.mq("m2")
				w.imm("I")
			})
			w.timer(1, "B")
			w.timer(5, "C")
			w.clock.Advance(20 * ms)
		}, want: "A m! E! m2 t B C I"},
		{name: "microtask of the loop's own, before one of the engine's", main: func(w world) {
			w.timer(1, "A", func() {
				w.QueueMicrotask(w.do("m!", func() { w.tk("t"); w.e.throw("!") }))
				w.e.then(w.say("p"))
				w.mq("m2")
			})
			w.timer(1, "B")
			w.clock.Advance(20 * ms)
		}, want: "A m! E! p m2 t B"},
		{name: "microtask of the engine's", main: func(w world) {
			w.imm("i1", func() {
				w.e.then(w.do("m!", func() { w.tk("t"); w.e.throw("!") }))
				w.mq("m2")
				w.imm("n")
			})
			w.imm("i2")
		}, want: "i1 m! E! m2 t i2 n"},
		{name: "microtask keeps the timer that was chosen", main: func(w world) {
			var b *eventloop.Timer
			w.timer(1, "A", func() {
				w.QueueMicrotask(func() { b.StartTicks(w.NowTicks(), 1); w.e.throw("!") })
			})
			b = w.e.setTimeout(1, w.say("B"))
			w.timer(5, "C")
			w.clock.Advance(20 * ms)
		}, want: "A E! B C"},
		{name: "a Go timer next in the list: there is no frame to share", main: func(w world) {
			w.timer(1, "A", func() { w.tk("at") }, w.throw)
			w.AfterFunc(1*ms, w.say("go"))
			w.timer(1, "B")
			w.clock.Advance(20 * ms)
		}, want: "A E! at go B"},
		{name: "a Go immediate next", main: func(w world) {
			w.imm("i1", func() { w.tk("t") }, w.throw)
			w.SetImmediate(w.say("go"))
			w.imm("i2")
		}, want: "i1 E! t go i2"},
	} {
		for _, bare := range []bool{false, true} {
			name := c.name
			if bare {
				name += ", no empty immediate"
			}
			t.Run(name, func(t *testing.T) {
				s, e := newEngine(t)
				e.bare = bare
				w := world{script: s, e: e}
				w.tk = func(x string) { s.NextTick(s.say(x)) }
				w.mq = func(x string) { s.QueueMicrotask(s.say(x)) }
				all := func(x string, f []func()) func() {
					return s.do(x, func() {
						for _, f := range f {
							f()
						}
					})
				}
				w.timer = func(d int64, x string, f ...func()) { e.setTimeout(d, all(x, f)) }
				w.imm = func(x string, f ...func()) { e.setImmediate(all(x, f)) }
				w.throw = func() { e.throw("!") }
				w.badTick = func() {
					s.NextTick(s.do("t!", w.throw))
					w.tk("t2")
					w.mq("m")
				}
				e.main(func() { c.main(w) })
				s.run()
				s.want(c.want)
				s.empty()
			})
		}
	}
}

// A timer chosen before a drain of promise jobs runs although they refresh it,
// also when the frame is left for them.
func TestEngineChosenTimer(t *testing.T) {
	s, e := newEngine(t)
	var b, d, x *eventloop.Timer
	e.setTimeout(1, s.do("a", func() { e.then(func() { b.StartTicks(s.NowTicks(), 1) }) }))
	b = e.setTimeout(1, s.say("b"))
	e.setTimeout(1, s.do("w", func() {
		e.then(func() { s.NextTick(func() { e.then(func() { x.StartTicks(s.NowTicks(), 1) }) }) })
	}))
	x = e.setTimeout(1, s.say("x"))
	e.setTimeout(1, s.do("c", func() { e.then(func() { d.Clear() }) }))
	d = e.setTimeout(1, s.say("d"))
	e.setTimeout(1, s.say("e"))
	e.setImmediate(s.say("immediate"))
	s.clock.Advance(5 * ms)
	s.run()
	s.want("a b w x c e immediate")
	s.empty()
}

// A timer of a Go program is never early: refreshed by the drain before it, it
// waits again.
func TestGoTimerIsNotChosen(t *testing.T) {
	s := newScript(t)
	var b *eventloop.Timer
	s.AfterFunc(1*ms, s.do("a", func() { s.NextTick(func() { b.Refresh() }) }))
	b = s.AfterFunc(1*ms, s.at("b"))
	s.SetImmediate(s.say("immediate"))
	s.clock.Advance(5 * ms)
	s.run()
	s.want("a immediate b@6")
}
