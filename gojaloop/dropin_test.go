package gojaloop

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/console"
	peer "github.com/dop251/goja_nodejs/eventloop"
	"github.com/dop251/goja_nodejs/require"
	"go.uber.org/goleak"

	"github.com/nodetimers/nodetimers/eventloop"
)

// methods are those of the peer: both types must have them with these signatures.
type methods[Loop, Timer, Interval any] interface {
	Run(fn func(*goja.Runtime))
	Start()
	StartInForeground()
	Stop() int
	StopNoWait()
	Terminate()
	RunOnLoop(fn func(*goja.Runtime)) bool
	SetTimeout(fn func(*goja.Runtime), timeout time.Duration) *Timer
	SetInterval(fn func(*goja.Runtime), timeout time.Duration) *Interval
	ClearTimeout(t *Timer)
	ClearInterval(i *Interval)
}

var (
	_ methods[peer.EventLoop, peer.Timer, peer.Interval] = peer.NewEventLoop(peer.EnableConsole(true), peer.WithRegistry(nil))
	_ methods[EventLoop, Timer, Interval]                = NewEventLoop(EnableConsole(true), WithRegistry(nil))
	_ peer.Option                                        = peer.EnableConsole(true)
	_ Option                                             = EnableConsole(true)
	_ *Immediate
)

func quiet(t *testing.T) (Option, *[]error) {
	var mu sync.Mutex
	errs := &[]error{}
	return WithErrorHandler(func(err error) {
		mu.Lock()
		defer mu.Unlock()
		*errs = append(*errs, err)
	}), errs
}

func TestDropInHandlesPassBothWays(t *testing.T) {
	loop := NewEventLoop()
	fired := false
	loop.Run(func(vm *goja.Runtime) {
		// A handle made in Go, cleared by a script.
		goTimer := loop.SetTimeout(func(*goja.Runtime) { fired = true }, 20*time.Millisecond)
		goInterval := loop.SetInterval(func(*goja.Runtime) { fired = true }, 20*time.Millisecond)
		_ = vm.Set("goTimer", goTimer)
		_ = vm.Set("goInterval", goInterval)
		// A handle made by a script, cleared in Go.
		v, err := vm.RunString(`
			clearTimeout(goTimer); clearInterval(goInterval)
			setTimeout(() => { throw new Error('cleared in Go') }, 20)`)
		if err != nil {
			t.Fatal(err)
		}
		loop.ClearTimeout(v.Export().(*Timer))
		iv, err := vm.RunString(`setInterval(() => { throw new Error('cleared in Go') }, 20)`)
		if err != nil {
			t.Fatal(err)
		}
		loop.ClearInterval(iv.Export().(*Interval))
		loop.ClearTimeout(nil)
		loop.ClearInterval(nil)
	})
	if fired {
		t.Error("a cleared timer fired")
	}
	if n := loop.Stop(); n != 0 {
		t.Errorf("%d jobs left", n)
	}
}

func TestDropInSeesOnlyWhatThePeerInstalls(t *testing.T) {
	globals := func(vm *goja.Runtime) string {
		return strings.Join(vm.GlobalObject().GetOwnPropertyNames(), " ")
	}
	var ours, theirs string
	NewEventLoop().Run(func(vm *goja.Runtime) { ours = globals(vm) })
	peer.NewEventLoop().Run(func(vm *goja.Runtime) { theirs = globals(vm) })
	set := map[string]bool{}
	for _, k := range strings.Fields(theirs) {
		set[k] = true
	}
	for _, k := range strings.Fields(ours) {
		if !set[k] {
			t.Errorf("the script sees %s", k)
		}
		delete(set, k)
	}
	for k := range set {
		t.Errorf("the script does not see %s", k)
	}
	NewEventLoop(EnableConsole(false)).Run(func(vm *goja.Runtime) {
		if vm.Get("console") != nil {
			t.Error("console, with EnableConsole(false)")
		}
	})
}

func TestDropInRegistry(t *testing.T) {
	var lines []string
	registry := new(require.Registry)
	registry.RegisterNativeModule("console", console.RequireWithPrinter(printer(func(s string) { lines = append(lines, s) })))
	for range 2 {
		NewEventLoop(WithRegistry(registry)).Run(func(vm *goja.Runtime) {
			if _, err := vm.RunString(`
				console.log('hello')
				if (require('timers') !== require('node:timers')) throw new Error('two objects')
				require('timers/promises').setTimeout(5, 'x').then(console.log)`); err != nil {
				t.Fatal(err)
			}
		})
	}
	if got := strings.Join(lines, " "); got != "hello x hello x" {
		t.Errorf("printed %q", got)
	}
}

type printer func(string)

func (p printer) Log(s string)   { p(s) }
func (p printer) Warn(s string)  { p(s) }
func (p printer) Error(s string) { p(s) }

func TestDropInReportsExceptionsAndGoesOn(t *testing.T) {
	handler, errs := quiet(t)
	loop := NewEventLoop(handler)
	ran := false
	loop.Run(func(vm *goja.Runtime) {
		_ = vm.Set("done", func() { ran = true })
		if _, err := vm.RunString(`
			setTimeout(() => { throw new TypeError('timer') }, 1)
			setImmediate(() => { throw new Error('immediate') })
			Promise.reject(new Error('rejected'))
			clearTimeout({}); clearInterval(7); clearImmediate('x'); clearTimeout(setImmediate(() => {}))
			try { setTimeout('not a function', 1) } catch (e) { if (e.code !== 'ERR_INVALID_ARG_TYPE') throw e }
			setTimeout(done, 5)`); err != nil {
			t.Fatal(err)
		}
	})
	if !ran || len(*errs) != 3 {
		t.Fatalf("ran %v, errors %v", ran, *errs)
	}
	for _, err := range *errs {
		var u *eventloop.UncaughtError
		if !errors.As(err, &u) {
			t.Errorf("%T is not an UncaughtError", err)
		}
	}
}

func TestDropInPanics(t *testing.T) {
	loop := NewEventLoop()
	for name, start := range map[string]func(){
		"Run":               func() { loop.Run(func(*goja.Runtime) { panic("boom") }) },
		"Run, in a timer":   func() { loop.Run(func(vm *goja.Runtime) { loop.SetTimeout(func(*goja.Runtime) { panic("boom") }, 0) }) },
		"StartInForeground": func() { loop.RunOnLoop(func(*goja.Runtime) { panic("boom") }); loop.StartInForeground() },
		"second start":      func() { loop.Run(func(*goja.Runtime) { loop.Start() }) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s did not panic", name)
				}
			}()
			start()
		}()
		if n := loop.Stop(); n != 0 {
			t.Errorf("%s: %d jobs left", name, n)
		}
	}
	got := make(chan any, 1)
	background := NewEventLoop(WithPanicHandler(func(r any) { got <- r }))
	background.Start()
	background.RunOnLoop(func(*goja.Runtime) { panic("in the background") })
	if r := <-got; fmt.Sprint(r) != "in the background" {
		t.Errorf("recovered %v", r)
	}
	background.Stop()
	ok := make(chan bool, 1)
	background.Start()
	background.RunOnLoop(func(*goja.Runtime) { ok <- true })
	<-ok
	background.Stop()
}

func TestDropInStopAndRestart(t *testing.T) {
	defer goleak.VerifyNone(t)
	loop := NewEventLoop()
	var n atomic.Int32
	loop.SetInterval(func(*goja.Runtime) { n.Add(1) }, time.Millisecond)
	loop.SetTimeout(func(*goja.Runtime) {}, time.Hour)
	tick := make(chan struct{}, 1)
	loop.SetTimeout(func(*goja.Runtime) { tick <- struct{}{} }, 5*time.Millisecond)
	loop.Start()
	<-tick
	if left := loop.Stop(); left != 2 {
		t.Errorf("Stop: %d left, want 2", left)
	}
	was := n.Load()
	loop.Start()
	for n.Load() == was {
		time.Sleep(time.Millisecond)
	}
	loop.RunOnLoop(func(*goja.Runtime) { loop.StopNoWait(); loop.Stop() }) // both allowed here
	loop.Stop()
	loop.Terminate()
	if loop.RunOnLoop(func(*goja.Runtime) {}) || loop.SetTimeout(func(*goja.Runtime) {}, 1) != nil || loop.SetInterval(func(*goja.Runtime) {}, 1) != nil {
		t.Error("a terminated loop took a job")
	}
	ran := false
	loop.Run(func(*goja.Runtime) { ran = true })
	if !ran || loop.Stop() != 0 {
		t.Error("a terminated loop did not run anew and empty")
	}
}

// TestHammerDropIn lets everything that may be called from any goroutine race.
func TestHammerDropIn(t *testing.T) {
	defer goleak.VerifyNone(t)
	handler, _ := quiet(t)
	loop := NewEventLoop(handler)
	rounds := 200
	if testing.Short() {
		rounds = 50
	}
	for range rounds {
		loop.Start()
		var wg sync.WaitGroup
		for range 4 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				timer := loop.SetTimeout(func(*goja.Runtime) {}, time.Microsecond)
				interval := loop.SetInterval(func(*goja.Runtime) {}, time.Millisecond)
				loop.RunOnLoop(func(vm *goja.Runtime) { _, _ = vm.RunString(`setTimeout(() => {}, 1); setImmediate(() => {})`) })
				loop.ClearTimeout(timer)
				loop.ClearInterval(interval)
			}()
		}
		go loop.StopNoWait()
		wg.Wait()
		loop.Stop()
	}
	loop.Terminate()
	if n := loop.Stop(); n != 0 {
		t.Errorf("%d jobs left", n)
	}
}
