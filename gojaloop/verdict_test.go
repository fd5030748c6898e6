package gojaloop

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
)

// With TrackOrigins the error out of Run tells where the timer, immediate, tick or
// microtask was set whose callback threw; without it, and for other callbacks, it
// does not.
func TestUncaughtOrigin(t *testing.T) {
	for _, c := range []struct{ name, source, origin string }{
		{"main", `throw new Error('x')`, ""},
		{"timer", "function start() {\n  setTimeout(function f() { throw new Error('x') }, 1)\n}\nstart()", "main.js:2:13 (start)"},
		{"interval", `setInterval(() => { throw new Error('x') }, 1)`, "main.js:1:12"},
		{"immediate", `setImmediate(() => { throw new Error('x') })`, "main.js:1:13"},
		{"tick", `setTimeout(function f() { nextTick(() => { throw new Error('x') }) }, 1)`, "main.js:1:35 (f)"},
		{"microtask", `queueMicrotask(() => { throw new Error('x') })`, "main.js:1:15"},
		{"microtask behind reactions", `Promise.resolve().then(() => queueMicrotask(() => { throw new Error('x') }))`, "main.js:1:44"},
		{"value", `setTimeout(() => { throw 5 }, 1)`, "main.js:1:11"},
		{"overflow", `setTimeout(function f() { f() }, 1)`, "main.js:1:11"},
		{"rejection in the callback", `setInterval(async () => { throw new Error('x') }, 1)`, "main.js:1:12"},
		{"rejection of the callback's", `setImmediate(() => { Promise.reject(5) })`, "main.js:1:13"},
		{"rejection later", `setTimeout(async () => { await null; throw new Error('x') }, 1)`, ""},
		{"reaction", `setTimeout(() => Promise.resolve().then(() => { throw new Error('x') }), 1)`, ""},
		{"timer of a reaction", `Promise.resolve().then(() => { setTimeout(() => { throw new Error('x') }, 1) })`, "main.js:1:42"},
		{"refreshed", `const t = setTimeout(() => { throw new Error('x') }, 1); t.refresh()`, "main.js:1:21"},
		{"fixed interval", `require('nodetimers/timers').setFixedInterval(() => { throw new Error('x') }, 1)`, "main.js:1:46"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBothModes(t, func(t *testing.T, mode func(*Options)) {
				for _, track := range []bool{true, false} {
					s := newScript(t, mode, func(o *Options) { o.TrackOrigins = track })
					_ = s.Runtime().Set("nextTick", s.NextTickFunction(nil))
					err := s.try(c.source)
					var u *eventloop.UncaughtError
					if !errors.As(err, &u) {
						t.Fatalf("Run gave %v", err)
					}
					want := c.origin
					if !track {
						want = ""
					}
					if u.Origin != want {
						t.Errorf("tracking %v: origin %q, want %q", track, u.Origin, want)
					}
					if told := strings.HasSuffix(err.Error(), "; set at "+want); told != (want != "") {
						t.Errorf("tracking %v: %v", track, err)
					}
					if told := strings.HasSuffix(fmt.Sprintf("%+v", err), "\nset at "+want); told != (want != "") {
						t.Errorf("tracking %v: %+v", track, err)
					}
				}
			})
		})
	}
}

// What one exception leaves behind is not told of the next.
func TestUncaughtOriginIsForgotten(t *testing.T) {
	for name, source := range map[string]string{
		"exception": `setTimeout(() => { throw 1 }, 1)`,
		"overflow":  `setTimeout(function f() { f() }, 1)`,
	} {
		s := newScript(t, func(o *Options) { o.TrackOrigins = true })
		var u *eventloop.UncaughtError
		if err := s.try(source); !errors.As(err, &u) || u.Origin == "" {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.try(`Promise.resolve().then(() => { throw 2 })`); !errors.As(err, &u) || u.Origin != "" {
			t.Errorf("%s, then: %v", name, err)
		}
	}
}

// The stack of JavaScript, in the lines that Error.prototype.stack has.
func TestUncaughtStack(t *testing.T) {
	const source = "function inner() { throw new Error('x') }\nsetTimeout(function outer() {\n  inner()\n}, 1)"
	s := newScript(t, func(o *Options) { o.TrackOrigins = true })
	err := s.try(source)
	const want = "eventloop: uncaught exception: Error: x at inner (main.js:1:26(3))\n" +
		"    at inner (main.js:1:26)\n    at outer (main.js:3:8)\nset at main.js:2:11"
	if got := fmt.Sprintf("%+v", err); got != want {
		t.Errorf("printed\n%s\nwant\n%s", got, want)
	}
	var u *eventloop.UncaughtError
	if err := s.try(`Promise.reject(5)`); !errors.As(err, &u) || u.Stack != "" {
		t.Errorf("a value: %q", u.Stack)
	}
	s = newScript(t)
	if err := s.try(`function f() { return Promise.reject(new Error('x')) }` + "\nf()"); !errors.As(err, &u) ||
		u.Stack != "    at f (main.js:1:38)\n    at main.js:2:2" {
		t.Errorf("a rejection: %q", u.Stack)
	}
}

// The three verdicts, for what can throw.
func TestUncaughtVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, source string
		want         [3]string // by verdict
	}{
		{"interval", `setInterval(() => { log('i'); throw 1 }, 2)`, [3]string{"i", "i, i, i", "i"}},
		{"interval with arguments", `setInterval((a) => { log(a); throw 1 }, 2, 'i')`, [3]string{"i", "i, i, i", "i"}},
		{"interval whose callback is async", `setInterval(async () => { log('i'); throw 1 }, 2)`, [3]string{"i", "i, i, i", "i"}},
		{"interval that a reaction of ends", `const t = setInterval(() => { log('i'); throw 1 }, 2); setTimeout(() => clearInterval(t), 3)`,
			[3]string{"i", "i", "i"}},
		{"fixed interval", `require('nodetimers/timers').setFixedInterval(() => { log('i'); throw 1 }, 2)`, [3]string{"i", "i, i, i", "i"}},
		{"timer", `setTimeout(() => { log('a'); nextTick(() => log('tick')); throw 1 }, 1); setTimeout(() => log('b'), 1)`,
			[3]string{"a", "a, b, tick", "a, b, tick"}},
		{"timer that starts itself again", `const t = setTimeout(() => { log('t'); t.refresh(); throw 1 }, 2)`, [3]string{"t", "t, t, t", "t"}},
		{"immediate", `setImmediate(() => { log('a'); throw 1 }); setImmediate(() => log('b'))`, [3]string{"a", "a, b", "a, b"}},
		{"tick of an interval", `let n = 0; const t = setInterval(() => { if (++n === 2) clearInterval(t); log('i'); nextTick(() => { throw 1 }) }, 2)`,
			[3]string{"i", "i, i", "i, i"}},
		{"main", `setTimeout(() => log('t'), 1); throw 1`, [3]string{"", "t", "t"}},
		{"rejection", `setTimeout(() => log('t'), 1); Promise.reject(1)`, [3]string{"", "t", "t"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBothModes(t, func(t *testing.T, mode func(*Options)) {
				for verdict := eventloop.VerdictStop; verdict <= eventloop.VerdictCancel; verdict++ {
					for _, byHandler := range []bool{false, true} {
						n := 0
						decide := func() eventloop.Verdict {
							if n++; n == 3 {
								return eventloop.VerdictCancel // it ends some time
							}
							return verdict
						}
						s := newScript(t, mode, func(o *Options) {
							if !byHandler {
								o.Uncaught = func(*eventloop.UncaughtError) eventloop.Verdict { return decide() }
							}
						})
						if byHandler {
							s.SetHandlers(Handlers{Uncaught: func(goja.Value, bool) eventloop.Verdict { return decide() }})
						}
						_ = s.Runtime().Set("nextTick", s.NextTickFunction(nil))
						err := s.try(c.source)
						var u *eventloop.UncaughtError
						if stopped := errors.As(err, &u); stopped != (verdict == eventloop.VerdictStop) || !stopped && err != nil {
							t.Errorf("%v: Run gave %v", verdict, err)
						}
						s.want(c.want[verdict])
						if c := s.Loop().Counts(); verdict != eventloop.VerdictStop && c != (eventloop.Counts{}) {
							t.Errorf("%v: left %+v", verdict, c)
						}
					}
				}
			})
		})
	}
}

// A timer that a verdict cancelled is as one that clearInterval cleared: it says so
// and can be cleared again.
func TestCancelledByVerdict(t *testing.T) {
	s := newScript(t, func(o *Options) {
		o.Uncaught = func(*eventloop.UncaughtError) eventloop.Verdict { return eventloop.VerdictCancel }
	})
	s.run(`
		const t = setInterval(() => { throw 1 }, 2), id = +t
		const u = setInterval(() => {}, 2); clearInterval(u)
		setTimeout(() => {
			for (const k of ['_destroyed', '_idleTimeout', '_onTimeout', '_repeat']) log(k, t[k] === u[k] || k === '_repeat')
			clearInterval(t); clearInterval(id); t.refresh()
		}, 5)`)
	s.want("_destroyed true", "_idleTimeout true", "_onTimeout true", "_repeat true")
}
