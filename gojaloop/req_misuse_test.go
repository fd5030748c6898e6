package gojaloop_test

import (
	"context"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
)

func panicOf(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

// Every call of Go's that breaks a rule has its own message, and the engine goes on.
func TestBadCalls(t *testing.T) {
	type engine = gojaloop.Engine
	bg := context.Background()
	var none context.Context
	quick := func(context.Context) (any, error) { return nil, nil }
	value := func(vm *goja.Runtime) (goja.Value, error) { return goja.Undefined(), nil }
	onLoop := func(e *engine, f func()) { // and the panic comes out of Run
		e.Loop().Post(f)
		_ = e.Run(bg)
	}
	elsewhere := func(e *engine, f func()) {
		hold := e.Loop().Hold()
		entered, done := make(chan struct{}), make(chan struct{})
		e.Loop().Post(func() { close(entered) })
		go func() { defer close(done); _ = e.Run(bg) }()
		<-entered
		defer func() { hold.Release(); <-done }()
		f()
	}
	settled := func(goja.Value) {}
	for _, c := range []struct {
		name string
		f    func(e *engine)
		want string // without the prefix; empty: no panic
	}{
		{"a second engine", func(e *engine) { gojaloop.New(e.Runtime(), gojaloop.Options{}) }, "New on a runtime that has an Engine already"},
		{"no runtime", func(*engine) { gojaloop.New(nil, gojaloop.Options{}) }, "New with a nil runtime"},
		{"a resolution of 3 ms", func(*engine) { gojaloop.New(goja.New(), gojaloop.Options{Resolution: 3 * time.Millisecond}) }, "Options.Resolution does not divide a millisecond"},
		{"a resolution of 300 us", func(*engine) { gojaloop.New(goja.New(), gojaloop.Options{Resolution: 300 * time.Microsecond}) }, "Options.Resolution does not divide a millisecond"},
		{"NextTick nil", func(e *engine) { e.NextTick(nil) }, "NextTick with a nil function"},
		{"QueueMicrotask nil", func(e *engine) { e.QueueMicrotask(nil) }, "QueueMicrotask with a nil function"},
		{"PostMain nil", func(e *engine) { e.PostMain(nil) }, "PostMain with a nil function"},
		{"Call nil", func(e *engine) { _ = e.Call(nil) }, "Call with a nil function"},
		{"SetUnrefImmediate nil", func(e *engine) { e.SetUnrefImmediate(nil) }, "SetUnrefImmediate with a nil function"},
		{"Then nil", func(e *engine) { e.Then(nil, settled, settled) }, "Then with a nil promise or function"},
		{"Go nil", func(e *engine) { e.Go(bg, nil) }, "Go with a nil context or function"},
		{"Go without a context", func(e *engine) { e.Go(none, quick) }, "Go with a nil context or function"},
		{"Await nil", func(e *engine) { _, _ = e.Await(bg, nil) }, "Await with a nil context or function"},
		{"Await without a context", func(e *engine) { _, _ = e.Await(none, value) }, "Await with a nil context or function"},
		{"Await on the loop", func(e *engine) { onLoop(e, func() { _, _ = e.Await(bg, value) }) }, "Await called by a callback of the loop"},
		{"NewDeferred elsewhere", func(e *engine) { elsewhere(e, func() { e.NewDeferred() }) }, "NewDeferred called by another goroutine than the loop's, which runs"},
		{"Go elsewhere", func(e *engine) { elsewhere(e, func() { e.Go(bg, quick) }) }, "Go called by another goroutine than the loop's, which runs"},
		{"RunOnLoop nil", func(*engine) { gojaloop.NewEventLoop().RunOnLoop(nil) }, "RunOnLoop with a nil function"},
		{"SetTimeout nil", func(*engine) { gojaloop.NewEventLoop().SetTimeout(nil, 1) }, "SetTimeout with a nil function"},
		{"SetInterval nil", func(*engine) { gojaloop.NewEventLoop().SetInterval(nil, 1) }, "SetInterval with a nil function"},

		// What is no misuse.
		{"settled twice", func(e *engine) {
			d := e.NewDeferred()
			if !d.Resolve(1) || d.Resolve(2) || d.Reject(errGo) {
				t.Error("more than one call counted")
			}
			if err := e.Run(bg); err != nil {
				t.Error(err)
			}
		}, ""},
		{"Run in a callback", func(e *engine) {
			onLoop(e, func() {
				if err := e.Run(bg); err != eventloop.ErrRunning {
					t.Error(err)
				}
			})
		}, ""},
		{"the drop-in's nil handles and negative durations", func(*engine) {
			l := gojaloop.NewEventLoop(gojaloop.EnableConsole(false))
			l.ClearTimeout(nil)
			l.ClearInterval(nil)
			l.Run(func(*goja.Runtime) {
				n := 0
				l.SetTimeout(func(*goja.Runtime) { n++ }, -time.Hour)
				var iv *gojaloop.Interval
				iv = l.SetInterval(func(*goja.Runtime) {
					if n++; n == 3 {
						l.ClearInterval(iv)
					}
				}, -time.Hour)
			})
			if n := l.Stop(); n != 0 {
				t.Errorf("%d left", n)
			}
		}, ""},
		{"use after Terminate", func(e *engine) {
			d := e.NewDeferred()
			e.Loop().Terminate()
			if e.PostMain(func() {}) || d.Resolve(1) {
				t.Error("a terminated loop took something")
			}
			if _, err := e.Await(bg, value); err != gojaloop.ErrTerminated {
				t.Error(err)
			}
		}, ""},
	} {
		e := gojaloop.New(goja.New(), gojaloop.Options{})
		v := panicOf(func() { c.f(e) })
		got, _ := v.(string)
		if want := "gojaloop: " + c.want; c.want == "" && v != nil || c.want != "" && got != want {
			t.Errorf("%s: panic %v, want %q", c.name, v, want)
		}
		if err := e.RunScript(bg, "x.js", `setTimeout(() => {}, 1)`); err != nil {
			t.Errorf("%s: afterwards %v", c.name, err)
		}
	}
}
