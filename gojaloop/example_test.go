package gojaloop_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
)

// newEngine makes an engine on a virtual clock, whose scripts have log.
func newEngine() *gojaloop.Engine {
	vm := goja.New()
	e := gojaloop.New(vm, gojaloop.Options{Clock: eventloop.NewVirtualClock()})
	_ = vm.Set("log", func(args ...any) { fmt.Println(args...) })
	return e
}

// A script runs until nothing is left to wait for. The clock is virtual: a day
// passes in no time.
func Example() {
	e := newEngine()
	err := e.RunScript(context.Background(), "main.js", `
		setTimeout(() => log('a day later'), 24 * 3600e3)
		setTimeout((who) => log('hello', who), 10, 'timers')
		setImmediate(() => log('immediate'))
		Promise.resolve().then(() => log('microtask'))
		log('main')`)
	fmt.Println(err)
	// Output:
	// main
	// microtask
	// immediate
	// hello timers
	// a day later
	// <nil>
}

// Timers of Go and of JavaScript are on one loop, in one order.
func ExampleEngine() {
	e := newEngine()
	loop := e.Loop()
	loop.AfterFunc(20*time.Millisecond, func() { fmt.Println("Go, 20 ms") })
	loop.Post(func() { // as from another goroutine
		v, err := e.Runtime().RunString(`setTimeout(() => log('JavaScript, 10 ms'), 10); 6 * 7`)
		fmt.Println(v, err)
	})
	fmt.Println(e.Run(context.Background()))
	// Output:
	// 42 <nil>
	// JavaScript, 10 ms
	// Go, 20 ms
	// <nil>
}

// An exception that nobody catches ends the run, unless Uncaught says otherwise.
func ExampleOptions() {
	vm := goja.New()
	e := gojaloop.New(vm, gojaloop.Options{
		Clock: eventloop.NewVirtualClock(),
		Uncaught: func(u *eventloop.UncaughtError) eventloop.Verdict {
			fmt.Println("caught:", u.Value, "rejection:", u.Rejection)
			return eventloop.VerdictContinue
		},
		Warn: func(name, message string) { fmt.Println(name) },
	})
	err := e.RunScript(context.Background(), "main.js", `
		setTimeout(() => { throw 'first' }, 1)
		setTimeout(() => Promise.reject('second'), 2)
		setTimeout(() => {}, -5)`)
	fmt.Println(err)
	// Output:
	// TimeoutNegativeWarning
	// caught: first rejection: false
	// caught: second rejection: true
	// <nil>
}

// Handlers are how a module such as process takes part.
func ExampleHandlers() {
	e := newEngine()
	rounds := 0
	e.SetHandlers(gojaloop.Handlers{
		BeforeExit: func() {
			fmt.Println("nothing is left")
			if rounds++; rounds == 1 {
				_, _ = e.Runtime().RunString(`setTimeout(() => log('once more'), 5)`)
			}
		},
		Rejected: func(reason goja.Value, p *goja.Promise) bool {
			fmt.Println("rejected:", reason)
			return true
		},
	})
	_ = e.RunScript(context.Background(), "main.js", `Promise.reject('no')`)
	// Output:
	// rejected: no
	// nothing is left
	// once more
	// nothing is left
}

// A handle of a script is a *Timeout in Go. It may be stored and given back.
func ExampleTimeout() {
	e := newEngine()
	e.PostMain(func() {
		v, _ := e.Runtime().RunString(`setTimeout(() => log('never'), 10)`)
		t := v.Export().(*gojaloop.Timeout)
		fmt.Printf("%T\n", t)
		_ = e.Runtime().Set("handle", v)
		_, _ = e.Runtime().RunString(`log(handle.hasRef()); clearTimeout(handle)`)
	})
	fmt.Println(e.Run(context.Background()), e.Loop().Counts().Timers)
	// Output:
	// *gojaloop.Timeout
	// true
	// <nil> 0
}

// An Immediate likewise.
func ExampleImmediate() {
	e := newEngine()
	e.PostMain(func() {
		v, _ := e.Runtime().RunString(`setImmediate(() => log('immediate'))`)
		fmt.Printf("%T %v\n", v.Export(), e.ActiveResources())
	})
	fmt.Println(e.Run(context.Background()))
	// Output:
	// *gojaloop.Immediate [Immediate]
	// immediate
	// <nil>
}

// AsyncScope, AsyncFrame and AsyncHook are what async_hooks is made of: here, a
// store that follows a script's callbacks.
func ExampleAsyncFrame() {
	e := newEngine()
	vm := e.Runtime()
	key := vm.NewObject()
	_ = vm.Set("run", func(v goja.Value, f goja.Callable) {
		scope := e.Scope()
		e.SetFrame(scope.Frame.With(key, v))
		_, _ = f(goja.Undefined())
		e.SetScope(scope)
	})
	_ = vm.Set("store", func() goja.Value { return e.Scope().Frame.Get(key) })
	_ = e.RunScript(context.Background(), "main.js", `
		run('one', () => setTimeout(() => log('timer', store()), 2))
		run('two', async () => { await null; log('async', store()) })
		log('main', store())`)
	// Output:
	// main <nil>
	// async two
	// timer one
}

// Exit gives the reason to Run.
func ExampleEngine_Exit() {
	e := newEngine()
	errDone := errors.New("done")
	_ = e.Runtime().Set("done", func() { e.Exit(errDone) })
	err := e.RunScript(context.Background(), "main.js", `setInterval(() => { log('tick'); done() }, 1000)`)
	fmt.Println(err == errDone)
	// Output:
	// tick
	// true
}

// The context of the running callback, by its ids.
func ExampleAsyncScope() {
	e := newEngine()
	_ = e.Runtime().Set("ids", func() string {
		s := e.Scope()
		return fmt.Sprintf("id %d, set by %d, on %v", s.ID, s.Trigger, s.Resource() != nil)
	})
	_ = e.RunScript(context.Background(), "main.js", `
		log(ids())
		setTimeout(() => { log(ids()); setImmediate(() => log(ids())) }, 1)`)
	// Output:
	// id 1, set by 0, on false
	// id 2, set by 1, on true
	// id 3, set by 2, on true
}

// A hook is told of what is scheduled and of what runs.
func ExampleAsyncHook() {
	e := newEngine()
	say := func(what string) func(int64) {
		return func(id int64) { fmt.Println(what, id) }
	}
	e.SetAsyncHook(&gojaloop.AsyncHook{
		Init: func(id int64, kind string, trigger int64, _ *goja.Object) {
			fmt.Println("init", id, kind, "by", trigger)
		},
		Before:     say("before"),
		After:      say("after"),
		Destroy:    say("destroy"),
		Immediates: func() {},
	})
	_ = e.RunScript(context.Background(), "main.js", `setTimeout(() => log('callback'), 1)`)
	// Output:
	// init 2 Timeout by 1
	// before 2
	// callback
	// after 2
	// destroy 2
}
