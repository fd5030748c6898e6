package gojaloop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
)

var errOwn = errors.New("an error of the program's")

// ownError is a type that errors.As must find.
type ownError struct{ code int }

func (e *ownError) Error() string { return fmt.Sprintf("own error %d", e.code) }

// throwers gives a script functions that throw Go errors, in the ways goja has.
func throwers(s *script) {
	vm := s.Runtime()
	_ = vm.Set("returnsError", func() error { return &ownError{1} })
	_ = vm.Set("returnsValueAndError", func() (int, error) { return 0, errOwn })
	s.set("throwsGoError", func(goja.FunctionCall) goja.Value { panic(vm.NewGoError(&ownError{2})) })
	s.set("goPanic", func(goja.FunctionCall) goja.Value { panic("a Go panic") })
}

// Req 18: an exception in any callback comes out of Run as an UncaughtError with
// the stack of JavaScript, and a Go error that was thrown through JavaScript is
// found in it.
func TestExceptionsComeOutOfRun(t *testing.T) {
	for _, place := range []struct{ name, before, after string }{
		{"main", "", ""},
		{"timer", "setTimeout(function callback() { ", " }, 1)"},
		{"interval", "setInterval(function callback() { ", " }, 1)"},
		{"immediate", "setImmediate(function callback() { ", " })"},
		{"tick", "nextTick(function callback() { ", " })"},
		{"microtask", "queueMicrotask(function callback() { ", " })"},
		{"reaction", "Promise.resolve().then(function callback() { ", " })"},
		{"async", "(async function callback() { await null; ", " })()"},
	} {
		t.Run(place.name, func(t *testing.T) {
			inBothModes(t, func(t *testing.T, mode func(*Options)) {
				try := func(code string) (*script, error) {
					s := newScript(t, mode)
					throwers(s)
					_ = s.Runtime().Set("nextTick", s.NextTickFunction(nil))
					return s, s.try(place.before + code + place.after)
				}
				rejection := place.name == "reaction" || place.name == "async"
				_, err := try(`throw new TypeError('broken')`)
				var u *eventloop.UncaughtError
				if !errors.As(err, &u) {
					t.Fatalf("%T: %v", err, err)
				}
				if u.Rejection != rejection {
					t.Errorf("Rejection is %v", u.Rejection)
				}
				if !strings.Contains(err.Error(), "TypeError: broken") || !strings.Contains(err.Error(), "main.js:1:") {
					t.Errorf("no stack: %v", err)
				}
				var ex *goja.Exception
				if !rejection && !errors.As(err, &ex) {
					t.Errorf("no goja.Exception in %v", err)
				}
				var own *ownError
				if _, err := try(`returnsError()`); !errors.As(err, &own) || own.code != 1 {
					t.Errorf("returnsError: %v", err)
				}
				if _, err := try(`throwsGoError()`); !errors.As(err, &own) || own.code != 2 {
					t.Errorf("throwsGoError: %v", err)
				}
				if _, err := try(`returnsValueAndError()`); !errors.Is(err, errOwn) {
					t.Errorf("returnsValueAndError: %v", err)
				}
				if _, err := try(`throw 'text'`); !errors.As(err, &u) || u.Value.(goja.Value).String() != "text" {
					t.Errorf("a string: %v", err)
				}
				if _, err := try(`throw undefined`); !errors.As(err, &u) || !goja.IsUndefined(u.Value.(goja.Value)) {
					t.Errorf("undefined: %v", err)
				}
			})
		})
	}
}

// Req 19: a Go panic in a callback reaches the caller of Run; the engine is not
// running then, and everything else works in the next run.
func TestGoPanicReachesTheCallerOfRun(t *testing.T) {
	for name, source := range map[string]string{
		"main":      `goPanic()`,
		"timer":     `setTimeout(() => { goPanic() }, 1)`,
		"immediate": `setImmediate(() => { try { goPanic() } catch { log('no') } finally { log('no') } })`,
		"tick":      `nextTick(() => { goPanic() })`,
		"microtask": `queueMicrotask(() => { goPanic() })`,
		"reaction":  `Promise.resolve().then(() => { goPanic() }); queueMicrotask(() => log('kept'))`,
		"async":     `(async () => { await null; goPanic() })()`,
		"nested":    `function* g() { yield 1; goPanic() } (async () => { await null; const f = async () => { for (const x of g()); }; f() })()`,
	} {
		t.Run(name, func(t *testing.T) {
			inBothModes(t, func(t *testing.T, mode func(*Options)) {
				s := newScript(t, mode)
				throwers(s)
				_ = s.Runtime().Set("nextTick", s.NextTickFunction(nil))
				recovered := func() (r any) {
					defer func() { r = recover() }()
					_ = s.try(source + `
						;setTimeout(() => log('timer'), 50); setImmediate(() => { nextTick(() => log('tick')); Promise.resolve().then(() => log('reaction')) })`)
					return nil
				}()
				if recovered != "a Go panic" {
					t.Fatalf("recovered %v", recovered)
				}
				if s.Loop().Running() {
					t.Error("still running")
				}
				s.Loop().Stop()
				if err := s.Run(background); err != nil {
					t.Fatal(err)
				}
				switch name {
				case "main":
					s.want()
				case "reaction":
					s.want("kept", "tick", "reaction", "timer")
				default:
					s.want("tick", "reaction", "timer")
				}
				s.run(`Promise.resolve().then(() => log('usable')); nextTick(() => log('tick'))`)
				s.want("tick", "usable")
			})
		})
	}
}

// Req 20: with somebody who goes on, the rest runs in Node's order.
func TestGoOnAfterExceptions(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"timer", `
			setTimeout(() => { nextTick(() => log('tick a')); Promise.resolve().then(() => log('reaction a')); throw 'a' }, 5)
			setTimeout(() => { log('b'); nextTick(() => log('tick b')) }, 5); setTimeout(() => log('c'), 5)`,
			"exception a, b, tick a, tick b, reaction a, c"},
		{"the last timer of its list", `
			setTimeout(() => { nextTick(() => log('tick a')); throw 'a' }, 5)
			setTimeout(() => { log('b') }, 6); busy(10)`,
			"exception a, tick a, b"},
		{"immediate", `
			setImmediate(() => { nextTick(() => log('tick a')); setImmediate(() => log('nested')); throw 'a' })
			setImmediate(() => { log('b'); Promise.resolve().then(() => log('reaction b')) }); setImmediate(() => log('c'))`,
			"exception a, b, tick a, reaction b, c, nested"},
		{"tick", `
			nextTick(() => { throw 't1' }); nextTick(() => log('t2')); Promise.resolve().then(() => log('reaction'))
			setTimeout(() => log('timer'), 1); setImmediate(() => log('immediate')); busy(2)`,
			"exception t1, timer, t2, reaction, immediate"},
		{"microtask", `
			queueMicrotask(() => { nextTick(() => log('tick')); throw 'm1' }); queueMicrotask(() => log('m2')); Promise.resolve().then(() => log('reaction'))`,
			"exception m1, m2, reaction, tick"},
		{"main", `
			nextTick(() => log('tick')); Promise.resolve().then(() => log('reaction')); setImmediate(() => log('immediate')); throw 'main'`,
			"exception main, tick, reaction, immediate"},
		{"interval", `
			let n = 0; const i = setInterval(() => { if (++n === 3) clearInterval(i); throw n }, 5)`,
			"exception 1, exception 2, exception 3"},
		{"rejections in order, after the drain", `
			Promise.reject('r1'); Promise.reject('r2'); nextTick(() => log('tick')); queueMicrotask(() => log('microtask')); setImmediate(() => log('immediate'))`,
			"tick, microtask, rejection r1, rejection r2, immediate"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBothModes(t, func(t *testing.T, mode func(*Options)) {
				var s *script
				s = newScript(t, mode, func(o *Options) {
					o.Uncaught = func(u *eventloop.UncaughtError) eventloop.Verdict {
						what := "exception"
						if u.Rejection {
							what = "rejection"
						}
						s.log("%s %v", what, u.Value)
						return eventloop.VerdictContinue
					}
				})
				_ = s.Runtime().Set("nextTick", s.NextTickFunction(nil))
				s.run(c.source)
				s.want(c.want)
			})
		})
	}
}

// Req 21: a rejection nobody handled is reported once, in its turn; one that is
// handled within its turn is not; one that is handled later is told of.
func TestRejections(t *testing.T) {
	inBothModes(t, func(t *testing.T, mode func(*Options)) {
		s := newScript(t, mode)
		s.SetHandlers(Handlers{
			Rejected:    func(v goja.Value, p *goja.Promise) bool { s.log("rejected %v", v); return true },
			HandledLate: func(p *goja.Promise) { s.log("late %v", p.Result()) },
			Uncaught: func(v goja.Value, _ bool) eventloop.Verdict {
				s.log("uncaught %v", v)
				return eventloop.VerdictContinue
			},
		})
		_ = s.Runtime().Set("nextTick", s.NextTickFunction(nil))
		s.run(`
			const a = Promise.reject('a'), b = Promise.reject('b'), c = Promise.reject('c'), d = Promise.reject('d')
			b.catch(() => log('caught b')); nextTick(() => c.catch(() => log('caught c')))
			Promise.resolve().then(() => nextTick(() => d.catch(() => log('caught d'))))
			setTimeout(() => { a.catch(() => log('caught a')); log('timer') }, 5)`)
		s.want("caught b", "caught c", "caught d", "rejected a", "timer", "caught a", "late a")
		// The next run is not poisoned.
		s.run(`Promise.reject('e')`)
		s.want("rejected e")
		// Rejected may leave it to Uncaught.
		s.SetHandlers(Handlers{
			Rejected: func(goja.Value, *goja.Promise) bool { return false },
			Uncaught: func(v goja.Value, rejection bool) eventloop.Verdict {
				s.log("uncaught %v %v", v, rejection)
				return eventloop.VerdictContinue
			},
		})
		s.run(`Promise.reject('f'); setImmediate(() => log('on'))`)
		s.want("uncaught f true", "on")
	})
}

// A rejection that ends the run takes those behind it along: the next run is not
// poisoned.
func TestFatalRejection(t *testing.T) {
	inBothModes(t, func(t *testing.T, mode func(*Options)) {
		s := newScript(t, mode)
		err := s.try(`Promise.reject(new Error('one')); Promise.reject(new Error('two')); setImmediate(() => log('immediate'))`)
		var u *eventloop.UncaughtError
		if !errors.As(err, &u) || !u.Rejection || !strings.Contains(err.Error(), "Error: one") {
			t.Errorf("Run gave %v", err)
		}
		if err := s.Run(background); err != nil {
			t.Error(err)
		}
		s.want("immediate")
	})
}

// A script that calls itself without end overflows, and that comes out of Run; the
// engine is usable again.
func TestStackOverflow(t *testing.T) {
	for _, size := range []int{0, 200} {
		s := newScript(t, func(o *Options) { o.MaxCallStackSize = size })
		err := s.try(`function f() { f() } setTimeout(() => { try { f() } catch { log('caught') } }, 1); setTimeout(() => log('second'), 2)`)
		var overflow *goja.StackOverflowError
		if !errors.As(err, &overflow) {
			t.Fatalf("Run gave %v", err)
		}
		if err := s.Run(background); err != nil {
			t.Error(err)
		}
		s.want("second")
		s.run(`Promise.resolve().then(() => log('usable'))`)
		s.want("usable")
		if err := s.try(`(async () => { await null; f() })()`); !errors.As(err, &overflow) {
			t.Fatalf("Run gave %v", err)
		}
		s.run(`Promise.resolve().then(() => log('usable'))`)
		s.want("usable")
	}
	deep := newScript(t, func(o *Options) { o.MaxCallStackSize = -1 })
	deep.run(`const f = (n) => n ? f(n - 1) : 'deep'; log(f(20000))`)
	deep.want("deep")
}

// Req 16, 48: the end of the context interrupts a script in an endless loop,
// wherever it is, and the engine is usable again. goja throws away the promise
// jobs that were queued.
func TestInterrupt(t *testing.T) {
	for name, source := range map[string]string{
		"main":        `cancel(); for (;;) {}`,
		"timer":       `setTimeout(() => { cancel(); for (;;) {} }, 1)`,
		"interval":    `setInterval(() => { clearInterval(undefined); cancel(); for (;;) {} }, 1)`,
		"immediate":   `setImmediate(() => { cancel(); for (;;) {} })`,
		"tick":        `nextTick(() => { cancel(); for (;;) {} })`,
		"microtask":   `queueMicrotask(() => { cancel(); for (;;) {} })`,
		"reaction":    `Promise.resolve().then(() => { cancel(); for (;;) {} })`,
		"async":       `(async () => { await null; cancel(); try { for (;;) {} } finally { log('no') } })()`,
		"async start": `(async () => { cancel(); for (;;) {} })()`,
		"nested": `
			function* g() { yield 1; cancel(); for (;;) {} }
			const inner = async () => { for (const x of g()); }, middle = async () => { await inner() }
			;(async () => { await null; await middle() })()`,
		"reactions": `cancel(); const again = () => Promise.resolve().then(again); again()`,
		"ticks":     `cancel(); const again = () => nextTick(again); again()`,
	} {
		t.Run(name, func(t *testing.T) {
			inBothModes(t, func(t *testing.T, mode func(*Options)) {
				s := newScript(t, mode)
				_ = s.Runtime().Set("nextTick", s.NextTickFunction(nil))
				why := errors.New("too slow")
				ctx, cancel := context.WithCancelCause(background)
				s.set("cancel", func(goja.FunctionCall) goja.Value { cancel(why); return goja.Undefined() })
				err := s.RunScript(ctx, "main.js", source)
				if !errors.Is(err, context.Canceled) || !errors.Is(err, why) {
					t.Fatalf("Run gave %v", err)
				}
				s.want()
				s.Loop().Terminate()
				s.run(`Promise.resolve().then(() => log('usable')); setTimeout(() => log('timer'), 1); nextTick(() => log('tick'))`)
				s.want("tick", "usable", "timer")
			})
		})
	}
}

// What an interrupt makes goja throw away is thrown away wherever it came; timers
// stay.
func TestInterruptDropsReactions(t *testing.T) {
	for name, source := range map[string]string{
		"reaction": `Promise.resolve().then(() => { later(); cancel(); for (;;) {} })`,
		"async":    `(async () => { await null; later(); cancel(); for (;;) {} })()`,
	} {
		t.Run(name, func(t *testing.T) {
			s := newScript(t)
			ctx, cancel := context.WithCancel(background)
			s.set("cancel", func(goja.FunctionCall) goja.Value { cancel(); return goja.Undefined() })
			err := s.RunScript(ctx, "main.js", `
				const later = () => { Promise.resolve().then(() => log('dropped')); queueMicrotask(() => log('dropped')); setTimeout(() => log('timer'), 1) }
				`+source)
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("Run gave %v", err)
			}
			s.run(`log('next')`)
			s.want("next", "timer")
		})
	}
}

// An interrupt that lands when no JavaScript runs does not kill what runs next: a
// script that Go runs, a posted function, the next run.
func TestInterruptBetweenCallbacks(t *testing.T) {
	s := newScript(t)
	why := errors.New("late")
	for range 20 {
		s.host.Interrupt(why) // as loop.cancel does
		s.run(`Promise.resolve().then(() => log('run'))`)
		s.want("run")
	}
	ctx, cancel := context.WithCancelCause(background)
	s.Loop().Post(func() { cancel(why) })
	_ = s.Run(ctx)
	if v, err := s.Runtime().RunString(`1 + 1`); err != nil || v.ToInteger() != 2 {
		t.Errorf("RunString after the run: %v, %v", v, err)
	}
	// A context that is cancelled again and again while scripts begin and end.
	for range 200 {
		ctx, cancel := context.WithCancelCause(background)
		go cancel(why)
		if err := s.RunScript(ctx, "main.js", `setImmediate(() => {})`); err != nil && !errors.Is(err, why) {
			t.Fatal(err)
		}
		if _, err := s.Runtime().RunString(`0`); err != nil {
			t.Fatal(err)
		}
	}
	s.Loop().Terminate()
	s.run(`log('end')`)
	s.want("end")
}

// Req 22: a wrong call of a script never becomes a Go panic.
func TestWrongCalls(t *testing.T) {
	s := newScript(t)
	s.SetHandlers(Handlers{
		Uncaught: func(goja.Value, bool) eventloop.Verdict { return eventloop.VerdictContinue },
		Rejected: func(goja.Value, *goja.Promise) bool { return true },
	})
	values := `[undefined, null, true, false, 0, -1, NaN, Infinity, 5, '5', 'x', '', 10n, Symbol('s'), {}, [], () => {}, /x/,
		new Date(), new Map(), Object.create(null), new Proxy({}, {}), new Proxy(() => {}, {}), globalThis, setTimeout, Promise.resolve(),
		{ _onTimeout: 1 }, { _onImmediate: 1 }, { _onTimeout() {}, _idleNext: {}, _idlePrev: 5 }, { get _onTimeout() { throw new Error('getter') } },
		Object.freeze({ _onTimeout: 1 }), Object.create(setTimeout(() => {}, 1)), new Proxy(setTimeout(() => {}, 1), {}), setImmediate(() => {}), setInterval(() => {}, 1),
		{ valueOf() { throw new Error('valueOf') } }, { [Symbol.toPrimitive]: 5 }, { then: 5 }, class {}, function* () {}, async () => {}]`
	s.set("stop", func(goja.FunctionCall) goja.Value { s.Loop().StopNoWait(); return goja.Undefined() })
	err := s.try(`
		const values = ` + values + `
		const tp = require('timers/promises'), T = setTimeout(() => {}, 1).constructor, I = setImmediate(() => {}).constructor
		const functions = [setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate, queueMicrotask,
			tp.setTimeout, tp.setImmediate, tp.scheduler.wait, tp.scheduler.yield, (...a) => tp.setInterval(...a).next(),
			(...a) => new T(...a), (...a) => new I(...a), T, I, (...a) => new setTimeout(...a), (...a) => tp.setInterval(1).throw(...a)]
		for (const P of [T.prototype, I.prototype, Object.getPrototypeOf(tp.setInterval(1)), Object.getPrototypeOf(Object.getPrototypeOf(tp.setInterval(1)))])
			for (const k of Reflect.ownKeys(P)) if (k !== 'constructor' && typeof P[k] === 'function') functions.push(P[k])
		let thrown = 0
		const quiet = (v) => { if (v instanceof Promise) v.catch(() => { thrown++ }); return v }
		for (const f of functions) for (const a of values) for (const args of [[], [a], [() => {}, a], [() => {}, 1, a], [1, 1, a], [1, 1, { signal: a }], [1, 1, { ref: a }], [{ signal: a }]])
			for (const self of [undefined, a]) {
				try { quiet(Reflect.apply(f, self, args)) } catch (e) { thrown++; if (!(e instanceof Error)) throw e }
			}
		// Fields of handles take anything.
		for (const make of [() => setTimeout(() => {}, 1), () => setInterval(() => {}, 1), () => setImmediate(() => {}), () => new T(() => {}, 1)])
			for (const key of ['_idleTimeout', '_idleStart', '_idleNext', '_idlePrev', '_onTimeout', '_timerArgs', '_repeat', '_destroyed', '_onImmediate', '_argv', 'own', Symbol('own')])
				for (const v of values) {
					const h = make()
					try { h[key] = v; void h[key]; h.ref(); h.unref(); h.refresh?.(); h.hasRef(); delete h[key]; Object.keys(h); String(+h) } catch (e) { thrown++ }
					clearTimeout(h); clearImmediate(h)
				}
		log(thrown > 1000)
		setTimeout(() => setTimeout(stop, 5), 5)
	`)
	if !errors.Is(err, eventloop.ErrStopped) {
		t.Errorf("Run gave %v", err)
	}
	s.want("true")
}

// Warnings and handlers of several kinds are called in their places.
func TestHandlersTakePrecedence(t *testing.T) {
	var words []string
	s := newScript(t, goOn(&words))
	s.SetHandlers(Handlers{Uncaught: func(v goja.Value, _ bool) eventloop.Verdict {
		s.log("handler %v", v)
		if v.String() == "mine" {
			return eventloop.VerdictContinue
		}
		return eventloop.VerdictStop
	}})
	s.run(`setTimeout(() => { throw 'mine' }, 1); setTimeout(() => { throw 'yours' }, 2)`)
	s.want("handler mine", "handler yours")
	if !slices.Equal(words, []string{"exception yours"}) {
		t.Errorf("Options.Uncaught saw %q", words)
	}
}
