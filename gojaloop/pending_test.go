package gojaloop_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
)

const pendingScript = `const { setTimeout: sleep, setImmediate: turn } = require('timers/promises')
function poll() { return setInterval(() => {}, 1000) }
poll()
for (let i = 0; i < 3; i++) setTimeout(() => {}, 500).unref()
class Pool { static fill() { setImmediate(() => {}) } }
Pool.fill();
(async function later() { await sleep(20); await sleep(60000) })()
turn()
AbortSignal.timeout(7000)
queueMicrotask(() => {})
`

func TestEnginePending(t *testing.T) {
	l := newTimeline(t, gojaloop.Options{TrackOrigins: true})
	check := func(want ...eventloop.Pending) {
		t.Helper()
		if d := cmp.Diff(want, l.Pending(), cmpopts.IgnoreFields(eventloop.Pending{}, "Item")); d != "" {
			t.Errorf("pending (-want +got):\n%s", d)
		}
	}
	const ms, s = time.Millisecond, time.Second
	l.PostMain(func() {
		if _, err := l.Runtime().RunScript("main.js", pendingScript); err != nil {
			panic(err)
		}
		l.Loop().AfterFunc(2*s, func() {}) // of Go's
		check(
			eventloop.Pending{Kind: eventloop.KindTimer, Delay: 20 * ms, Left: 20 * ms, Ref: true, Count: 1, Origin: "main.js:7:38 (later)"},
			eventloop.Pending{Kind: eventloop.KindTimer, Delay: 500 * ms, Left: 500 * ms, Count: 3, Origin: "main.js:4:39"},
			eventloop.Pending{Kind: eventloop.KindInterval, Delay: s, Left: s, Ref: true, Count: 1, Origin: "main.js:2:37 (poll)"},
			eventloop.Pending{Kind: eventloop.KindTimer, Delay: 2 * s, Left: 2 * s, Ref: true, Count: 1},
			eventloop.Pending{Kind: eventloop.KindTimer, Delay: 7 * s, Left: 7 * s, Count: 1, Origin: "main.js:9:20"},
			eventloop.Pending{Kind: eventloop.KindImmediate, Ref: true, Count: 1, Origin: "main.js:5:42 (fill)"},
			eventloop.Pending{Kind: eventloop.KindImmediate, Ref: true, Count: 1, Origin: "main.js:8:5"},
			eventloop.Pending{Kind: eventloop.KindMicrotask, Count: 1},
		)
	})
	l.runFor(700 * ms)
	check(
		eventloop.Pending{Kind: eventloop.KindInterval, Delay: s, Left: 300 * ms, Ref: true, Count: 1, Origin: "main.js:2:37 (poll)"},
		eventloop.Pending{Kind: eventloop.KindTimer, Delay: 2 * s, Left: 1300 * ms, Ref: true, Count: 1},
		eventloop.Pending{Kind: eventloop.KindTimer, Delay: 7 * s, Left: 6300 * ms, Count: 1, Origin: "main.js:9:20"},
		eventloop.Pending{Kind: eventloop.KindTimer, Delay: 60 * s, Left: 59320 * ms, Ref: true, Count: 1, Origin: "main.js:7:55 (later)"},
	)
	// A timer that is refreshed keeps its origin; new ones have none when it is off.
	l.TrackOrigins(false)
	if _, err := l.Runtime().RunString(`var t = setTimeout(() => {}, 1)`); err != nil {
		t.Fatal(err)
	}
	if p := l.Pending()[0]; p.Origin != "" || p.Delay != ms {
		t.Errorf("%+v", p)
	}
}

// Nothing is recorded, and nothing else changes, when origins are off; with them
// on, what scripts do and see is the same.
func TestOriginsChangeNothing(t *testing.T) {
	run := func(track bool) []string {
		l := newTimeline(t, gojaloop.Options{TrackOrigins: track, Uncaught: func(*eventloop.UncaughtError) eventloop.Verdict { return eventloop.VerdictContinue }})
		l.run(`
			const t = setTimeout((a) => { say('t', a); t._onTimeout = () => say('again'); }, 5, 'arg')
			setTimeout(() => t.refresh(), 10)
			const c = setTimeout(() => say('never'), 5); clearTimeout(c); say(String(c._onTimeout), c._destroyed, c._idleTimeout)
			const i = setImmediate((a, b) => say('i', a, b), 1, 2); say(Object.keys(i).join(), Object.keys(t).join())
			setImmediate(() => { throw new Error('caught by the program') })
			setTimeout(() => { throw new Error('too') }, 1)
			const { Timeout } = { Timeout: t.constructor }; new Timeout(() => say('made'), 3, undefined, false, true).refresh()
			const x = setTimeout(() => {}, 1); x._onTimeout = 5; const y = setTimeout(() => {}, 1); y._onTimeout = null
			const iv = setInterval(() => { say('iv'); clearInterval(iv) }, 2)`)
		return l.lines
	}
	if d := cmp.Diff(run(false), run(true)); d != "" {
		t.Errorf("with origins (+):\n%s", d)
	}
}

func TestNodetimersModule(t *testing.T) {
	l := newTimeline(t, gojaloop.Options{})
	l.run(`
		const { pending, trackOrigins } = require('nodetimers')
		const show = () => { let s = ''; for (const p of pending()) s += (s && '\n') + JSON.stringify(p); say(s) }
		show()
		const iv = setInterval(() => {}, 1000)
		trackOrigins(); for (const i of [1, 2]) setTimeout(() => {}, 20).unref(); trackOrigins(false)
		setImmediate(() => {}); process.nextTick(() => {})
		show()
		say(Object.keys(require('nodetimers')).join(), require('nodetimers') === require('nodetimers'))
		try { require('node:nodetimers') } catch (e) { say('not with node:') }
		setTimeout(() => { show(); clearInterval(iv) }, 5)
		Array.prototype.push = Array.prototype.map = Object.defineProperty = Object.prototype.kind = null`)
	l.want("",
		`{"kind":"timer","delay":20,"left":20,"ref":false,"count":2,"origin":"main.js:6:53"}`+"\n"+
			`{"kind":"interval","delay":1000,"left":1000,"ref":true,"count":1}`+"\n"+
			`{"kind":"immediate","ref":true,"count":1}`+"\n"+`{"kind":"tick","ref":false,"count":1}`,
		"pending,trackOrigins true", "not with node:",
		`{"kind":"timer","delay":5,"left":0,"ref":true,"count":1}`+"\n"+
			`{"kind":"timer","delay":20,"left":15,"ref":false,"count":2,"origin":"main.js:6:53"}`+"\n"+
			`{"kind":"interval","delay":1000,"left":995,"ref":true,"count":1}`)
}

// The drop-in shows scripts what the package it replaces shows them.
func TestNoModuleInTheDropIn(t *testing.T) {
	loop := gojaloop.NewEventLoop()
	loop.Run(func(vm *goja.Runtime) {
		if _, err := vm.RunString(`require('nodetimers')`); err == nil {
			t.Error("the module is there")
		}
	})
}

func ExampleEngine_Pending() {
	js := gojaloop.New(goja.New(), gojaloop.Options{
		Clock: eventloop.NewVirtualClock(), TrackOrigins: true,
	})
	js.PostMain(func() {
		_, _ = js.Runtime().RunScript("server.js", strings.TrimSpace(`
function poll() { setInterval(() => {}, 1000) }
poll()
for (let i = 0; i < 100; i++) setTimeout(() => {}, 30000).unref()`))
	})
	_ = js.RunFor(context.Background(), 0)
	_ = eventloop.WritePending(os.Stdout, js.Pending())
	// Output:
	// kind      delay  left  ref    count  made at
	// interval  1s     1s    ref    1      server.js:1:30 (poll)
	// timer     30s    30s   unref  100    server.js:3:41
}
