package gojaloop

import (
	"testing"

	"github.com/dop251/goja"
)

// The order of ticks, promise reactions and callbacks in every phase, as Node has
// it. Each case runs with goja's job queue visible and hidden.
func TestOrder(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"main: ticks before reactions", `
			Promise.resolve().then(() => log('reaction')); nextTick(() => log('tick')); log('main')`,
			"main, tick, reaction"},
		{"main: a queue is emptied before the other begins", `
			nextTick(() => { log('t1'); queueMicrotask(() => log('m of t1')); nextTick(() => log('t of t1')) })
			nextTick(() => log('t2'))
			Promise.resolve().then(() => { log('r1'); nextTick(() => log('t of r1')); queueMicrotask(() => log('m of r1')) })
			queueMicrotask(() => log('m1'))`,
			"t1, t2, t of t1, r1, m1, m of t1, m of r1, t of r1"},
		{"timer: ticks before reactions", `
			setTimeout(() => { Promise.resolve().then(() => log('reaction')); nextTick(() => log('tick')); log('timer') }, 1)
			setTimeout(() => log('next'), 1)`,
			"timer, tick, reaction, next"},
		{"timer: nested", `
			setTimeout(() => {
				nextTick(() => { log('x'); Promise.resolve().then(() => { log('y'); nextTick(() => log('z')) }).then(() => log('y2')) })
				Promise.resolve().then(() => { log('p'); nextTick(() => log('w')) })
			}, 1)`,
			"x, p, y, y2, w, z"},
		{"immediate: ticks before reactions, both before the next", `
			setImmediate(() => { Promise.resolve().then(() => log('reaction')); nextTick(() => log('tick')); log('immediate') })
			setImmediate(() => log('next'))`,
			"immediate, tick, reaction, next"},
		{"immediate: reactions alone", `
			setImmediate(() => Promise.resolve().then(() => { log('r'); nextTick(() => log('t')); queueMicrotask(() => log('m')) }))
			setImmediate(() => log('next'))`,
			"r, m, t, next"},
		{"beforeExit is drained", `
			beforeExit = () => { beforeExit = null; nextTick(() => log('tick')); Promise.resolve().then(() => log('reaction')); log('beforeExit') }`,
			"beforeExit, tick, reaction"},
		{"a reaction that starts a timer", `
			Promise.resolve().then(() => setTimeout(() => log('timer'), 1)); setImmediate(() => log('immediate'))`,
			"immediate, timer"},
		{"await takes one turn", `
			const f = async (n) => { for (let i = 0; i < 3; i++) { log(n + i); await null } }
			f('a'); f('b'); nextTick(() => log('tick'))`,
			"a0, b0, tick, a1, b1, a2, b2"},
		{"an adopted promise takes two turns more", `
			new Promise((r) => r(Promise.resolve())).then(() => log('adopted'))
			Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3))`,
			"1, 2, adopted, 3"},
		{"immediates of immediates wait a turn", `
			setImmediate(() => { log('a'); setImmediate(() => log('of a')); nextTick(() => setImmediate(() => log('of a tick'))) })
			setImmediate(() => log('b'))`,
			"a, b, of a, of a tick"},
		{"a clear between two callbacks counts", `
			setTimeout(() => { nextTick(() => clearTimeout(b)); Promise.resolve().then(() => clearTimeout(c)); log('a') }, 1)
			const b = setTimeout(() => log('b'), 1), c = setTimeout(() => log('c'), 1)
			setTimeout(() => log('d'), 1)`,
			"a, d"},
		{"microtasks from everywhere are one queue", `
			queueMicrotask(() => log('1')); Promise.resolve().then(() => log('2')); queueMicrotask(() => log('3'))
			Promise.resolve().then(() => { queueMicrotask(() => log('5')); Promise.resolve().then(() => log('6')); queueMicrotask(() => log('7')) })
			queueMicrotask(() => log('4'))`,
			"1, 2, 3, 4, 5, 6, 7"},
		{"timers/promises settles in the timer's callback", `
			const { setTimeout: later } = require('timers/promises')
			setTimeout(() => log('a'), 3); later(3).then(() => log('promise')); setTimeout(() => log('b'), 3)`,
			"a, promise, b"},
		{"an iterator of intervals", `
			const it = require('timers/promises').setInterval(5, 'v')
			const next = () => it.next().then(({ value, done }) => { log(value, done); if (!done) (++n < 3 ? next() : it.return('end').then((r) => log(r.value, r.done))) })
			let n = 0; next()`,
			"v false, v false, v false, end true"},
		{"thousands of ticks do not grow the stack", `
			let n = 20000; const f = () => { if (--n) nextTick(f); else log('done') }; nextTick(f)`,
			"done"},
		{"thousands of microtasks do not grow the stack", `
			let n = 20000; const f = () => { if (--n) queueMicrotask(f); else log('done') }; queueMicrotask(f)`,
			"done"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBothModes(t, func(t *testing.T, mode func(*Options)) {
				s := newScript(t, mode)
				_ = s.Runtime().Set("nextTick", s.NextTickFunction(nil))
				s.SetHandlers(Handlers{BeforeExit: func() {
					if f, ok := goja.AssertFunction(s.Runtime().Get("beforeExit")); ok {
						if _, err := f(goja.Undefined()); err != nil {
							panic(err)
						}
					}
				}})
				s.run(c.source)
				s.want(c.want)
			})
		})
	}
}

// Req 24: timers of Go and of JavaScript are on one queue.
func TestGoAndJavaScriptShareOneQueue(t *testing.T) {
	inBothModes(t, func(t *testing.T, mode func(*Options)) {
		s := newScript(t, mode)
		loop := s.Loop()
		s.PostMain(func() {
			js := func(code string) {
				if _, err := s.Runtime().RunString(code); err != nil {
					panic(err)
				}
			}
			js(`setTimeout(() => { log('js 10 a'); Promise.resolve().then(() => log('reaction')) }, 10)`)
			loop.AfterFunc(10*ms, s.say("go 10 b"))
			js(`setTimeout(log, 10, 'js 10 c')`)
			loop.AfterFunc(5*ms, s.say("go 5"))
			loop.SetImmediate(s.say("go immediate"))
			js(`setImmediate(log, 'js immediate'); setTimeout(log, 7, 'js 7')`)
			loop.NextTick(s.say("go tick"))
			s.NextTick(s.say("engine's tick"))
			loop.QueueMicrotask(s.say("go microtask"))
			js(`queueMicrotask(() => log('js microtask'))`)
			s.log("main")
		})
		if err := s.Run(background); err != nil {
			t.Fatal(err)
		}
		s.want("main", "go tick", "engine's tick", "go microtask", "js microtask", "go immediate", "js immediate",
			"go 5", "js 7", "js 10 a", "reaction", "go 10 b", "js 10 c")
	})
}

// A Go function that is posted runs outside the engine's frame: promise reactions
// of a script it runs have run when that returns. Callbacks run inside.
func TestGoFunctionsRunOutsideTheFrame(t *testing.T) {
	inBothModes(t, func(t *testing.T, mode func(*Options)) {
		s := newScript(t, mode)
		js := func(code string) {
			if _, err := s.Runtime().RunString(code); err != nil {
				t.Error(err)
			}
		}
		outside := func(where string) func() {
			return func() {
				js(`Promise.resolve().then(() => log('reaction'))`)
				s.log("%s", where)
			}
		}
		s.Loop().Post(outside("posted"))
		s.Loop().AfterFunc(ms, outside("timer"))
		s.Loop().SetImmediate(outside("immediate"))
		s.PostMain(func() {
			js(`Promise.resolve().then(() => log('late'))`)
			s.log("inside")
		})
		if err := s.Run(background); err != nil {
			t.Fatal(err)
		}
		s.want("reaction", "posted", "inside", "late", "reaction", "immediate", "reaction", "timer")
	})
}

// A promise that Go settles outside the frame is seen to.
func TestPromiseSettledByGo(t *testing.T) {
	inBothModes(t, func(t *testing.T, mode func(*Options)) {
		s := newScript(t, mode)
		p, resolve, _ := s.Runtime().NewPromise()
		_ = s.Runtime().Set("p", p)
		s.Loop().AfterFunc(5*ms, func() {
			if err := resolve("value"); err != nil {
				t.Error(err)
			}
			s.log("settled")
		})
		s.Loop().AfterFunc(5*ms, s.say("next"))
		s.run(`p.then((v) => { log('reaction', v); setTimeout(log, 1, 'timer of it') })`)
		s.want("reaction value", "settled", "next", "timer of it") // goja ran it as resolve returned
	})
}
