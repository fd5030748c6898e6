package gojaloop

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"
	"go.uber.org/goleak"

	"github.com/nodetimers/nodetimers/eventloop"
)

var errGo = errors.New("an error of Go's")

func TestAwait(t *testing.T) {
	defer goleak.VerifyNone(t)
	e := New(goja.New(), Options{})
	hold := e.Loop().Hold()
	ended := make(chan error, 1)
	go func() { ended <- e.Run(context.Background()) }()
	run := func(code string) func(*goja.Runtime) (goja.Value, error) {
		return func(vm *goja.Runtime) (goja.Value, error) { return vm.RunString(code) }
	}
	for code, want := range map[string]string{
		`Promise.resolve(7)`:                            "7",
		`new Promise((r) => setTimeout(r, 2, 'later'))`: "later",
		`(async () => { await require('timers/promises').setTimeout(1); return [1, 2] })()`: "[1 2]",
		`42`:                                  "42",
		`Promise.reject(new TypeError('no'))`: "error TypeError: no",
		`Promise.reject('text')`:              "error text",
		`throw new RangeError('thrown')`:      "error RangeError: thrown",
	} {
		v, err := e.Await(context.Background(), run(code))
		got := fmt.Sprint(v)
		if err != nil {
			got = "error " + err.Error()
			var r *RejectedError
			if !errors.As(err, &r) {
				t.Errorf("%s: %T", code, err)
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", code, got, want)
		}
	}
	if _, err := e.Await(context.Background(), func(vm *goja.Runtime) (goja.Value, error) {
		return vm.RunString(`Promise.reject(new Error('with a stack'))`)
	}); !strings.Contains(err.(*RejectedError).Stack, "at ") {
		t.Errorf("no stack: %+v", err)
	}
	// A Go error that went through JavaScript.
	_, err := e.Await(context.Background(), func(vm *goja.Runtime) (goja.Value, error) {
		return e.Go(context.Background(), func(context.Context) (any, error) { return nil, errGo }), nil
	})
	if !errors.Is(err, errGo) {
		t.Errorf("%v is not the Go error", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errGo)
	if _, err := e.Await(ctx, run(`new Promise(() => {})`)); !errors.Is(err, errGo) {
		t.Errorf("cancelled: %v", err)
	}
	panicked := make(chan any, 1)
	e.Loop().Post(func() {
		defer func() { panicked <- recover() }()
		_, _ = e.Await(context.Background(), run(`1`))
	})
	if <-panicked == nil {
		t.Error("Await on the loop did not panic")
	}
	hold.Release()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	e.Loop().Terminate()
	if _, err := e.Await(context.Background(), run(`1`)); !errors.Is(err, ErrTerminated) {
		t.Errorf("terminated: %v", err)
	}
}

func TestDeferredKeepsTheLoopAlive(t *testing.T) {
	defer goleak.VerifyNone(t)
	vm := goja.New()
	e := New(vm, Options{})
	var got []string
	_ = vm.Set("say", func(s string) { got = append(got, s) })
	_ = vm.Set("read", func(name string) goja.Value {
		return e.Go(context.Background(), func(context.Context) (any, error) {
			if name == "bad" {
				return nil, errGo
			}
			return "text of " + name, nil
		})
	})
	err := e.RunScript(context.Background(), "x.js", `(async () => {
		say(await read('a'))
		try { await read('bad') } catch (err) { say(String(err instanceof Error) + ' ' + err.message) }
		say('end')
	})()`)
	if err != nil {
		t.Fatal(err)
	}
	if s := strings.Join(got, "; "); s != "text of a; true an error of Go's; end" {
		t.Errorf("got %s", s)
	}
}

func TestDeferredIsSettledOnce(t *testing.T) {
	e := New(goja.New(), Options{})
	d := e.NewDeferred()
	var wg sync.WaitGroup
	wins := make(chan bool, 8)
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if i%2 == 0 {
				wins <- d.Resolve(i)
			} else {
				wins <- d.Reject(errGo)
			}
		}()
	}
	wg.Wait()
	close(wins)
	n := 0
	for w := range wins {
		if w {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d calls have won", n)
	}
	e.Then(d.s.promise, func(goja.Value) {}, func(goja.Value) {})
	if err := e.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	late := e.NewDeferred()
	e.Loop().Terminate()
	if late.Resolve(1) {
		t.Error("a terminated loop took a value")
	}
}

func TestUnhandledGoErrorComesOutOfRun(t *testing.T) {
	vm := goja.New()
	e := New(vm, Options{Clock: eventloop.NewVirtualClock()})
	_ = vm.Set("work", func() goja.Value {
		return e.Go(context.Background(), func(context.Context) (any, error) { return nil, errGo })
	})
	err := e.RunScript(context.Background(), "x.js", `work()`)
	var u *eventloop.UncaughtError
	if !errors.As(err, &u) || !u.Rejection || !errors.Is(err, errGo) {
		t.Errorf("%#v", err)
	}
}

func TestHoldStopsTheVirtualClock(t *testing.T) {
	clock := eventloop.NewVirtualClock()
	vm := goja.New()
	e := New(vm, Options{Clock: clock})
	release := make(chan struct{})
	_ = vm.Set("work", func() goja.Value {
		return e.Go(context.Background(), func(context.Context) (any, error) { <-release; return nil, nil })
	})
	_ = vm.Set("at", func() int64 { return int64(clock.Now() / time.Millisecond) })
	time.AfterFunc(10*time.Millisecond, func() { close(release) })
	err := e.RunScript(context.Background(), "x.js", `
		const timer = setTimeout(() => { throw new Error('the clock jumped') }, 60000)
		work().then(() => { if (at() !== 0) throw new Error('at ' + at()); clearTimeout(timer) })`)
	if err != nil {
		t.Fatal(err)
	}
}
