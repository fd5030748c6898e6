package gojaloop

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
)

// described runs a script and gives what each timer, immediate, tick and microtask is
// described as, in the order they were set.
func described(t *testing.T, source string) []string {
	t.Helper()
	e := New(goja.New(), Options{Clock: eventloop.NewVirtualClock(), TrackOrigins: true})
	_ = e.Runtime().Set("nextTick", e.NextTickFunction(nil))
	var out []string
	e.Loop().AddHooks(eventloop.Hooks{Set: func(k eventloop.Kind, item any) {
		c := eventloop.DescribeCallback(item)
		h := eventloop.HoldCallback(item).Describe()
		if k != eventloop.KindPosted && (h.Name != c.Name && !strings.HasPrefix(c.Name, "(") || h.Source != c.Source) {
			t.Errorf("held it is %+v, else %+v", h, c)
		}
		out = append(out, fmt.Sprintf("%v %s|%s|%s", k, c.Name, c.Source, c.Origin))
	}})
	if err := e.RunScript(t.Context(), "main.js", source); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestDescribeCallback(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{`setTimeout(function f() {}, 1)`, "timer f|main.js:1:12|main.js:1:11"},
		{`setImmediate(() => {})`, "immediate |main.js:1:14|main.js:1:13"},
		{`const f = async () => {}; queueMicrotask(f)`, "microtask f|main.js:1:11|main.js:1:41"},
		{`nextTick(class { static m() {} }.m)`, "tick m|main.js:1:25|main.js:1:9"},
		{`function here() { setTimeout(there) }
function there() {}
here()`, "timer there|main.js:2:1|main.js:1:29 (here)"},
		{`setTimeout(function* g() {}, 1)`, "timer g|main.js:1:12|main.js:1:11"},
		{`setTimeout((function b() {}).bind(null).bind(null), 1)`, "timer b|main.js:1:13|main.js:1:11"},
		{`setTimeout(Math.random, 1)`, "timer (Function not of a script)||main.js:1:11"},
		{`setTimeout(new Proxy(function () {}, {}), 1)`, "timer (Function not of a script)||main.js:1:11"},
		{`/* é */ setTimeout(function ü() {}, 1)`, "timer ü|main.js:1:21|main.js:1:20"},
		// the same text twice: the place tells which
		{`const a = () => {}, b = () => {}; setTimeout(b, 1)`, "timer b|main.js:1:25|main.js:1:45"},
	} {
		if got := strings.Join(described(t, c.source), "\n"); got != c.want {
			t.Errorf("%s\nis described as\n%s\nwant\n%s", c.source, got, c.want)
		}
	}
}

// Keys are equal for equal descriptions, and tell others apart.
func TestCallbackKeys(t *testing.T) {
	e := New(goja.New(), Options{Clock: eventloop.NewVirtualClock(), TrackOrigins: true})
	type keys struct{ code, origin any }
	at := map[keys]eventloop.Callback{}
	e.Loop().AddHooks(eventloop.Hooks{Set: func(_ eventloop.Kind, item any) {
		var k keys
		k.code, k.origin = eventloop.CallbackKeys(item)
		c := eventloop.DescribeCallback(item)
		if old, ok := at[k]; ok && old != c {
			t.Errorf("%+v and %+v have equal keys", old, c)
		}
		at[k] = c
	}})
	if err := e.RunScript(t.Context(), "main.js", `
for (let i = 0; i < 10; i++) setTimeout(() => i, 1)
function f() {}
setTimeout(f, 1); setTimeout(f, 1); setImmediate(f)
`); err != nil {
		t.Fatal(err)
	}
	if len(at) != 4 {
		t.Errorf("%d keys: %v", len(at), at)
	}
}

func TestObserveReactions(t *testing.T) {
	e := New(goja.New(), Options{Clock: eventloop.NewVirtualClock(), TrackOrigins: true})
	var got []string
	e.Loop().AddHooks(eventloop.Hooks{
		Before: func(k eventloop.Kind, item any) {
			if k == eventloop.KindMicrotask {
				c := eventloop.DescribeCallback(item)
				got = append(got, c.Name+" "+c.Origin)
			}
		},
		After: func(k eventloop.Kind, _ any) {
			if k == eventloop.KindMicrotask {
				got = append(got, "end")
			}
		},
	})
	stop := e.ObserveReactions()
	const source = `
Promise.resolve().then(function a() { queueMicrotask(function b() {}) })
queueMicrotask(function c() {})
new Promise(() => {}).then(() => {})
`
	if err := e.RunScript(t.Context(), "main.js", source); err != nil {
		t.Fatal(err)
	}
	want := "promise reaction main.js:2:23|end|c main.js:3:15|end|b main.js:2:53 (a)|end"
	if text := strings.Join(got, "|"); text != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
	other := e.ObserveReactions()
	stop()
	stop()
	got = nil
	if err := e.RunScript(t.Context(), "twice.js", `Promise.resolve().then(() => {})`); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 {
		t.Errorf("when one of two observers is gone: %v", got)
	}
	other()
	got = nil
	if err := e.RunScript(t.Context(), "more.js", `Promise.resolve().then(() => {})`); err != nil {
		t.Fatal(err)
	}
	if len(got) != 0 {
		t.Errorf("when it is over: %v", got)
	}
}

// Stores and hooks of scripts go on as before below the observer.
func TestObserveReactionsKeepsStores(t *testing.T) {
	e := New(goja.New(), Options{Clock: eventloop.NewVirtualClock()})
	e.ObserveReactions()
	key := e.Runtime().NewObject()
	_ = e.Runtime().Set("enter", func() { e.SetFrame((*AsyncFrame)(nil).With(key, e.Runtime().ToValue("kept"))) })
	_ = e.Runtime().Set("store", func() goja.Value { return e.Scope().Frame.Get(key) })
	if err := e.RunScript(t.Context(), "main.js", `
enter()
Promise.resolve().then(() => null).then(() => { if (store() !== 'kept') throw new Error('the store is ' + store()) })
`); err != nil {
		t.Fatal(err)
	}
}
