package gojaloop

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/require"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Req 49: an engine is set up on a runtime that the program has already.
func TestNewOnARuntimeOfTheProgram(t *testing.T) {
	vm := goja.New()
	if Of(vm) != nil {
		t.Error("a runtime has an engine before New")
	}
	if _, err := vm.RunString(`globalThis.mine = { n: 1 }; var old = Promise.resolve('old')`); err != nil {
		t.Fatal(err)
	}
	e := New(vm, Options{Clock: eventloop.NewVirtualClock()})
	if Of(vm) != e || e.Runtime() != vm {
		t.Error("Of and Runtime do not agree")
	}
	if err := e.RunScript(background, "main.js", `
		setTimeout(() => { mine.n++ }, 5); old.then((v) => { mine.v = v })`); err != nil {
		t.Fatal(err)
	}
	if v, _ := vm.RunString(`mine.n + mine.v`); v.String() != "2old" {
		t.Errorf("mine is %v", v)
	}
	defer func() {
		if r, ok := recover().(string); !ok || !strings.HasPrefix(r, "gojaloop: ") {
			t.Errorf("a second New: %v", r)
		}
	}()
	New(vm, Options{})
}

// Req 49: several engines in one program, one registry of modules between them;
// a handle belongs to its engine.
func TestEnginesSideBySide(t *testing.T) {
	registry := require.NewRegistry()
	shared := func(o *Options) { o.Registry = registry }
	a, b := newScript(t, shared), newScript(t, shared)
	const source = `
		const timers = require('timers'), promises = require('node:timers/promises')
		log(timers.setTimeout === setTimeout, require('node:timers') === timers, timers.promises === promises)
		var handle = setTimeout(() => log('fired'), 10), id = +handle`
	a.run(source)
	b.run(source)
	a.want("true true true", "fired")
	b.want("true true true", "fired")

	// Foreign handles, as Go values and as numbers, are left alone.
	handles := map[*script]any{}
	for _, s := range []*script{a, b} {
		v, err := s.Runtime().RunString(`handle = setTimeout(() => log('fired again'), 10); handle`)
		if err != nil {
			t.Fatal(err)
		}
		im, err := s.Runtime().RunString(`setImmediate(() => log('immediate'))`)
		if err != nil {
			t.Fatal(err)
		}
		handles[s] = []any{v.Export(), im.Export()}
	}
	_ = a.Runtime().Set("foreign", handles[b])
	_ = b.Runtime().Set("foreign", handles[a])
	const clear = `for (const h of foreign) { clearTimeout(h); clearInterval(h); clearImmediate(h) }`
	a.run(clear)
	b.run(clear)
	a.want("immediate", "fired again")
	b.want("immediate", "fired again")

	// The two are run at the same time, which is for the race detector.
	done := make(chan error)
	for _, s := range []*script{a, b} {
		s.PostMain(func() {
			if _, err := s.Runtime().RunString(`
				let n = 0; const i = setInterval(() => { Promise.resolve().then(() => { if (++n === 500) clearInterval(i) }) }, 1)`); err != nil {
				panic(err)
			}
		})
		go func() { done <- s.Run(background) }()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// A registry whose module is asked for by a runtime without an engine says so in
// JavaScript.
func TestRegistryWithoutEngine(t *testing.T) {
	registry := require.NewRegistry()
	newScript(t, func(o *Options) { o.Registry = registry })
	vm := goja.New()
	registry.Enable(vm)
	_, err := vm.RunString(`require('timers')`)
	if err == nil || !strings.Contains(err.Error(), "No such built-in module: timers") {
		t.Errorf("%v", err)
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		name   string
		set    func(*Options)
		source string
		want   string
	}{
		{"default", func(*Options) {}, `log(typeof require, typeof console, typeof setTimeout, typeof AbortController)`, "function object function function"},
		{"NoRequire", func(o *Options) { o.NoRequire = true }, `log(typeof require, typeof console, typeof setTimeout)`, "undefined undefined function"},
		{"NoConsole", func(o *Options) { o.NoConsole = true }, `log(typeof require, typeof console)`, "function undefined"},
		{"TimersOnly", func(o *Options) { o.TimersOnly = true }, `log(typeof setImmediate, typeof AbortController, typeof queueMicrotask)`, "function undefined undefined"},
		{"Clock", func(*Options) {}, `
			const d = Date.now(), p = performance.now()
			setTimeout(() => log(Math.round((Date.now() - d) / 1000), Math.round((performance.now() - p) / 1000)), 86400e3)`, "86400 86400"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScript(t, c.set)
			s.run(c.source)
			s.want(c.want)
		})
	}
}

func TestWarn(t *testing.T) {
	var got []string
	s := newScript(t, func(o *Options) {
		o.Warn = func(name, message string) { got = append(got, name+": "+message) }
	})
	s.run(`for (const d of [-1, -2, NaN, 'x', 2 ** 31, Infinity, 0, 0.5, '', undefined]) clearTimeout(setTimeout(() => {}, d))`)
	want := []string{
		"TimeoutNegativeWarning: -1 is a negative number.\nTimeout duration was set to 1.",
		"TimeoutNaNWarning: NaN is not a number.\nTimeout duration was set to 1.",
		"TimeoutOverflowWarning: 2147483648 does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.",
		"TimeoutOverflowWarning: Infinity does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	// Without Warn they are dropped.
	quiet := newScript(t)
	quiet.run(`setTimeout(() => log('fired'), 2 ** 31)`)
	quiet.want("fired")
	// A handler goes first, and what it throws goes to the caller.
	h := newScript(t, func(o *Options) { o.Warn = func(string, string) { t.Error("Options.Warn called") } })
	h.SetHandlers(Handlers{Warn: func(name, _ string) { panic(h.Runtime().ToValue(name)) }})
	h.run(`try { setTimeout(() => log('no'), NaN) } catch (e) { log('caught', e) }`)
	h.want("caught TimeoutNaNWarning")
}

func TestRunProgram(t *testing.T) {
	p := goja.MustCompile("again.js", `log('run'); setTimeout(() => log('timer'), 1)`, true)
	a, b := newScript(t), newScript(t)
	for _, s := range []*script{a, b, a} {
		if err := s.RunProgram(background, p); err != nil {
			t.Fatal(err)
		}
	}
	a.want("run", "timer", "run", "timer")
	b.want("run", "timer")

	err := a.RunScript(background, "broken.js", `setTimeout(`)
	var syntax *goja.CompilerSyntaxError
	if !errors.As(err, &syntax) {
		t.Errorf("a syntax error is %T", err)
	}
	a.run(`log('still fine')`)
	a.want("still fine")
}

// PostMain runs Go code as a main script is run; from any goroutine.
func TestPostMain(t *testing.T) {
	s := newScript(t)
	posted := make(chan bool)
	go func() {
		posted <- s.PostMain(func() {
			s.NextTick(s.say("tick"))
			s.QueueMicrotask(s.say("microtask"))
			s.log("main")
			panic(s.Runtime().ToValue("thrown"))
		})
	}()
	if !<-posted {
		t.Fatal("not taken")
	}
	var u *eventloop.UncaughtError
	if err := s.Run(background); !errors.As(err, &u) || u.Value.(goja.Value).String() != "thrown" {
		t.Errorf("Run gave %v", err)
	}
	s.want("main")
	// What it had queued is still there.
	if err := s.Run(background); err != nil {
		t.Error(err)
	}
	s.want("tick", "microtask")
	s.Loop().Terminate()
	if s.PostMain(func() {}) {
		t.Error("a terminated loop took it")
	}
}

// Call runs code at the end, as for the event 'exit': microtasks run, ticks and
// timers do not.
func TestCall(t *testing.T) {
	s := newScript(t)
	js := func(code string) func() {
		return func() {
			if _, err := s.Runtime().RunString(code); err != nil {
				panic(err)
			}
		}
	}
	_ = s.Runtime().Set("nextTick", s.NextTickFunction(func() bool { return true }))
	if err := s.Call(js(`
		Promise.resolve().then(() => log('reaction')); queueMicrotask(() => log('microtask'))
		nextTick(() => log('no')); setTimeout(() => log('no'), 0); setImmediate(() => log('no')); log('called')`)); err != nil {
		t.Fatal(err)
	}
	s.want("called", "reaction", "microtask")
	var u *eventloop.UncaughtError
	if err := s.Call(js(`Promise.resolve().then(() => log('no')); throw 'up'`)); !errors.As(err, &u) || u.Value.(goja.Value).String() != "up" {
		t.Errorf("thrown: %v", err)
	}
	if err := s.Call(js(`Promise.reject('unhandled')`)); !errors.As(err, &u) || !u.Rejection {
		t.Errorf("rejected: %v", err)
	}
	why := errors.New("exit")
	if err := s.Call(func() { s.Exit(why) }); err != why {
		t.Errorf("exit: %v", err)
	}
	if err := s.Call(js(`log('usable')`)); err != nil {
		t.Error(err)
	}
	s.want("usable")

	// With somebody who handles exceptions, one still ends the Call.
	words := []string{}
	h := newScript(t, goOn(&words))
	if err := h.Call(func() {
		h.QueueMicrotask(h.say("no"))
		panic(h.Runtime().ToValue("handled"))
	}); err != nil {
		t.Error(err)
	}
	h.want()
	if !slices.Equal(words, []string{"exception handled"}) {
		t.Errorf("handler saw %q", words)
	}
}

// Exit ends the run at once, from wherever a script is.
func TestExit(t *testing.T) {
	why := errors.New("enough")
	for name, source := range map[string]string{
		"main":      `try { exit() } catch { log('no') } finally { log('no') }`,
		"timer":     `setTimeout(() => { queueMicrotask(() => log('no')); try { exit() } finally { log('no') } }, 1); setTimeout(() => log('no'), 1)`,
		"immediate": `setImmediate(() => exit()); setImmediate(() => log('no'))`,
		"tick":      `nextTick(() => exit()); nextTick(() => log('no'))`,
		"microtask": `queueMicrotask(() => exit()); queueMicrotask(() => log('no'))`,
		"reaction":  `Promise.resolve().then(() => exit()).finally(() => log('no')); Promise.resolve().then(() => log('no'))`,
		"async":     `(async () => { try { await null; exit() } finally { log('no') } })()`,
		"nested":    `const f = async () => { await null; exit() }; (async () => { try { await null; await f() } finally { log('no') } })()`,
	} {
		t.Run(name, func(t *testing.T) {
			inBothModes(t, func(t *testing.T, mode func(*Options)) {
				s := newScript(t, mode)
				_ = s.Runtime().Set("nextTick", s.NextTickFunction(nil))
				s.set("exit", func(goja.FunctionCall) goja.Value { s.Exit(why); return nil })
				if err := s.try(source); err != why {
					t.Fatalf("Run gave %v", err)
				}
				s.want()
				s.Loop().Terminate()
				s.run(`Promise.resolve().then(() => log('usable'))`)
				s.want("usable")
			})
		})
	}
}

// An Exit outside the engine's frame, by a script that a Go function runs, ends
// the run too, and only this one.
func TestExitOutsideTheFrame(t *testing.T) {
	why := errors.New("enough")
	s := newScript(t)
	s.set("exit", func(goja.FunctionCall) goja.Value { s.Exit(why); return nil })
	s.Loop().Post(func() {
		if _, err := s.Runtime().RunString(`exit()`); !errors.Is(err, why) {
			t.Errorf("RunString gave %v", err)
		}
	})
	s.Loop().Post(s.say("no"))
	if err := s.Run(background); err != why {
		t.Errorf("Run gave %v", err)
	}
	s.want()
	s.Loop().Terminate()
	s.run(`log('next')`)
	s.want("next")
}

// Then reacts to a promise in the turn of a reaction.
func TestThen(t *testing.T) {
	inBothModes(t, func(t *testing.T, mode func(*Options)) {
		s := newScript(t, mode)
		s.PostMain(func() {
			v, err := s.Runtime().RunString(`
				Promise.resolve().then(() => log('before'))
				var good = Promise.resolve(1), bad = Promise.reject(2); 0`)
			if err != nil {
				panic(err)
			}
			_ = v
			promise := func(name string) *goja.Promise { return s.Runtime().Get(name).Export().(*goja.Promise) }
			wrong := func(goja.Value) { t.Error("the wrong function was called") }
			s.Then(promise("good"), func(v goja.Value) {
				s.log("good %v", v)
				if _, err := s.Runtime().RunString(`Promise.resolve().then(() => log('of good'))`); err != nil {
					panic(err)
				}
			}, wrong)
			s.Then(promise("bad"), wrong, func(v goja.Value) { s.log("bad %v", v) })
			if _, err := s.Runtime().RunString(`Promise.resolve().then(() => log('after'))`); err != nil {
				panic(err)
			}
		})
		if err := s.Run(background); err != nil {
			t.Fatal(err)
		}
		s.want("before", "good 1", "bad 2", "after", "of good")
	})
}

// What Go queues is called in order with what scripts queue.
func TestNextTickAndQueueMicrotask(t *testing.T) {
	inBothModes(t, func(t *testing.T, mode func(*Options)) {
		s := newScript(t, mode)
		_ = s.Runtime().Set("nextTick", s.NextTickFunction(nil))
		s.PostMain(func() {
			js := func(code string) {
				if _, err := s.Runtime().RunString(code); err != nil {
					panic(err)
				}
			}
			s.QueueMicrotask(func() { s.log("m1"); s.NextTick(s.say("t of m1")); s.QueueMicrotask(s.say("m of m1")) })
			js(`queueMicrotask(() => log('m2')); Promise.resolve().then(() => log('m3')); nextTick(() => log('t1'))`)
			s.QueueMicrotask(s.say("m4"))
			s.NextTick(func() { s.log("t2"); js(`Promise.resolve().then(() => log('m5'))`) })
		})
		if err := s.Run(background); err != nil {
			t.Fatal(err)
		}
		s.want("t1", "t2", "m1", "m2", "m3", "m4", "m5", "m of m1", "t of m1")
	})
}

// Uncaught reports a value as if it had been thrown, or been the reason of a
// rejection.
func TestUncaught(t *testing.T) {
	s := newScript(t)
	s.PostMain(func() { s.Uncaught(s.Runtime().ToValue("why"), true) })
	var u *eventloop.UncaughtError
	if err := s.Run(background); !errors.As(err, &u) || !u.Rejection || u.Value.(goja.Value).String() != "why" {
		t.Errorf("Run gave %v", err)
	}
	var seen []string
	h := newScript(t)
	h.SetHandlers(Handlers{Uncaught: func(v goja.Value, rejection bool) eventloop.Verdict {
		seen = append(seen, v.String())
		return eventloop.VerdictContinue
	}})
	h.PostMain(func() { h.Uncaught(h.Runtime().ToValue("handled"), false); h.log("went on") })
	if err := h.Run(background); err != nil {
		t.Error(err)
	}
	h.want("went on")
	if !slices.Equal(seen, []string{"handled"}) {
		t.Errorf("saw %q", seen)
	}
}

// Req 15: the end of the context ends Run, with its error and its cause.
func TestRunEndsWithItsContext(t *testing.T) {
	s := newScript(t)
	why := errors.New("time is up")
	ctx, cancel := context.WithCancelCause(background)
	s.set("cancel", func(goja.FunctionCall) goja.Value { cancel(why); return goja.Undefined() })
	err := s.RunScript(ctx, "main.js", `let n = 0; setInterval(() => { log(++n); if (n === 3) cancel() }, 10)`)
	if !errors.Is(err, context.Canceled) || !errors.Is(err, why) {
		t.Errorf("Run gave %v", err)
	}
	if len(s.words) < 3 { // it ends soon after the third, in a goroutine's time
		t.Errorf("%q", s.words)
	}
}

// ActiveResources counts what keeps the loop alive.
func TestActiveResources(t *testing.T) {
	s := newScript(t)
	s.run(`var t = setTimeout(() => {}, 5), i = setInterval(() => {}, 5), im = setImmediate(() => {})
		var u = setTimeout(() => {}, 5).unref(), made = new t.constructor(() => {}, 1, undefined, false, true)
		clearInterval(i)`)
	if got := s.ActiveResources(); !slices.Equal(got, []string{"Timeout"}) { // made, which never fires
		t.Errorf("%q", got)
	}
	s.run(`made.unref(); setTimeout(() => {}, 1); setImmediate(() => {})`)
	if got := s.ActiveResources(); len(got) != 0 {
		t.Errorf("%q", got)
	}
}
