package trace_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/trace"
)

// script runs JavaScript on a virtual clock and records it.
func script(t *testing.T, source string) (*gojaloop.Engine, *trace.Recorder, error) {
	t.Helper()
	e := gojaloop.New(goja.New(), gojaloop.Options{Clock: eventloop.NewVirtualClock()})
	_ = e.Runtime().Set("nextTick", e.NextTickFunction(nil))
	r := trace.New(e.Loop(), trace.Options{Engine: e, Main: "main.js"})
	r.Start()
	err := e.RunScript(t.Context(), "main.js", source)
	r.Stop()
	return e, r, err
}

func TestScript(t *testing.T) {
	_, r, err := script(t, `
function outer() {
  setImmediate(function soon() { nextTick(() => {}) })
  queueMicrotask(function micro() {})
}
setTimeout(outer, 5)
const bound = function named() {}.bind(null)
setTimeout(bound, 6)
async function wait() {
  await null
  await null
}
setTimeout(wait, 7)
Promise.resolve().then(() => queueMicrotask(function inside() {}))
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range r.Timeline().Callbacks {
		got = append(got, fmt.Sprintf("%v %s | %s | %s | %d", c.Kind, c.Name, c.Source, c.Origin, c.By))
	}
	want := `posted main.js |  |  | 0
microtask promise reaction | main.js:14:23 | main.js:14:23 | 1
microtask inside | main.js:14:45 | main.js:14:44 | 2
timer outer | main.js:2:1 | main.js:6:11 | 1
microtask micro | main.js:4:18 | main.js:4:17 (outer) | 4
immediate soon | main.js:3:16 | main.js:3:15 (outer) | 4
tick  | main.js:3:43 | main.js:3:42 (soon) | 6
timer named | main.js:7:15 | main.js:8:11 | 1
timer wait | main.js:9:1 | main.js:13:11 | 1
microtask promise reaction in wait | main.js:9:1 | main.js:9:1 (wait) | 9
microtask promise reaction in wait | main.js:9:1 |  | 10`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("recorded\n%s\nwant\n%s", text, want)
	}
}

// An uncaught exception finds the callbacks that led to it.
func TestChainOfAnUncaughtException(t *testing.T) {
	e := gojaloop.New(goja.New(), gojaloop.Options{Clock: eventloop.NewVirtualClock()})
	r := trace.New(e.Loop(), trace.Options{Engine: e})
	r.Start()
	var chain trace.Chain
	e.WatchUncaught(func(*eventloop.UncaughtError) { chain = r.Chain() })
	err := e.RunScript(t.Context(), "main.js", `
setTimeout(function first() {
  setImmediate(function second() {
    Promise.resolve().then(function third() { throw new Error('broken') })
  })
}, 10)`)
	var u *eventloop.UncaughtError
	if !errors.As(err, &u) {
		t.Fatal(err)
	}
	got := chain.String()
	for _, part := range []string{"in immediate second (main.js:3:16), set at main.js:3:15 (first)\n", "in timer first (main.js:2:12), set at main.js:2:11\n"} {
		if !strings.Contains(got, part) {
			t.Errorf("the chain is\n%s\nwithout %s", got, part)
		}
	}
}

// What observers ask for a name may not run the script's code.
func TestDescribingCallsNoScript(t *testing.T) {
	_, r, err := script(t, `
let asked = 0
const f = function () {}
Object.defineProperty(f, 'name', { get() { asked++; return 'no' } })
setTimeout(f, 1)
setTimeout(new Proxy(function () {}, { get() { asked++ } }), 2)
setTimeout(function () { if (asked) throw new Error('asked ' + asked) }, 3)
setTimeout(Math.random, 4)
`)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(r.Timeline().Callbacks); n != 5 {
		t.Errorf("%d callbacks", n)
	}
}

// An engine that was interrupted leaves callbacks without an end.
func TestInterruptedScript(t *testing.T) {
	e := gojaloop.New(goja.New(), gojaloop.Options{Clock: eventloop.NewVirtualClock()})
	r := trace.New(e.Loop(), trace.Options{Engine: e})
	r.Start()
	_ = e.Runtime().Set("stop", func() { e.Exit(errors.New("over")) })
	err := e.RunScript(t.Context(), "main.js", `setTimeout(() => Promise.resolve().then(() => stop()), 1); setTimeout(() => {}, 5)`)
	if err == nil || !strings.Contains(err.Error(), "over") {
		t.Fatal(err)
	}
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.Stop()
	c := r.Timeline().Callbacks
	if len(c) != 4 || c[3].Kind != eventloop.KindTimer || c[3].Start < c[2].End {
		t.Errorf("%+v", c)
	}
}

// Recording twice and side by side.
func TestTwoRecorders(t *testing.T) {
	e := gojaloop.New(goja.New(), gojaloop.Options{Clock: eventloop.NewVirtualClock()})
	a := trace.New(e.Loop(), trace.Options{Engine: e})
	a.Start()
	b := trace.New(e.Loop(), trace.Options{})
	b.Start()
	if err := e.RunScript(t.Context(), "main.js", `setTimeout(() => setImmediate(() => {}), 1)`); err != nil {
		t.Fatal(err)
	}
	a.Stop()
	if err := e.RunScript(t.Context(), "more.js", `setTimeout(() => {}, 1)`); err != nil {
		t.Fatal(err)
	}
	b.Stop()
	if n, m := len(a.Timeline().Callbacks), len(b.Timeline().Callbacks); n != 3 || m != 5 {
		t.Errorf("%d and %d callbacks", n, m)
	}
	if e.TracksOrigins() {
		t.Error("places are still recorded")
	}
	if c := b.Timeline().Callbacks; !c[2].IsSet || c[2].By != 2 {
		t.Errorf("%+v", c[2])
	}
}
