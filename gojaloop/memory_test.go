package gojaloop

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/dop251/goja"
	"go.uber.org/goleak"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Req 14: a stopped engine that nobody refers to is collected, with all its
// timers, promises and callbacks.
func TestStoppedEngineIsCollected(t *testing.T) {
	inBothModes(t, func(t *testing.T, mode func(*Options)) {
		collected := make(chan string, 8)
		func() {
			s := newScript(t, mode)
			err := s.try(`
				const closure = { big: new Array(100) }
				setInterval(() => { void closure }, 1e6).unref(); setTimeout(() => { void closure }, 1e9)
				setImmediate(() => setImmediate(() => stop())); const { setTimeout: later, setInterval: each } = require('timers/promises')
				later(1e9); each(1e9).next(); Promise.reject(1).catch(() => {}); +setTimeout(() => { void closure }, 1e9)
				const ac = new AbortController(); later(1e9, 0, { signal: ac.signal }).catch(() => {})
				globalThis.stop = () => { throw new Error('stop') }`)
			var u *eventloop.UncaughtError
			if !errors.As(err, &u) {
				t.Errorf("Run gave %v", err)
			}
			runtime.AddCleanup(s.Engine, func(name string) { collected <- name }, "engine")
			runtime.AddCleanup(s.Loop(), func(name string) { collected <- name }, "loop")
			runtime.AddCleanup(s.Runtime(), func(name string) { collected <- name }, "runtime")
		}()
		left := map[string]bool{"engine": true, "loop": true, "runtime": true}
		for range 20 {
			runtime.GC()
			for len(collected) > 0 {
				delete(left, <-collected)
			}
			if len(left) == 0 {
				return
			}
			runtime.Gosched()
		}
		t.Errorf("still there: %v", left)
	})
}

// heapOf is the live heap after f.
func heapOf(f func()) int64 {
	f()
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Req 36: rounds of setting and clearing leave nothing behind.
func TestSetAndClearDoesNotGrow(t *testing.T) {
	for name, round := range map[string]string{
		"timeout":   `clearTimeout(setTimeout(() => {}, 3600e3, i))`,
		"interval":  `clearInterval(setInterval(() => {}, 3600e3))`,
		"immediate": `clearImmediate(setImmediate(() => {}, i))`,
		"by number": `clearTimeout(+setTimeout(() => {}, 3600e3))`,
		"unref":     `clearTimeout(setTimeout(() => {}, 3600e3).unref())`,
		"lengths":   `clearTimeout(setTimeout(() => {}, 1000 + i))`,
		"refresh":   `held.refresh()`,
		"abort":     `const ac = new AbortController(); later(3600e3, 0, { signal: ac.signal }).catch(() => {}); ac.abort()`,
		"rejection": `Promise.reject(i).catch(() => {})`,
	} {
		t.Run(name, func(t *testing.T) {
			s, rounds := newScript(t), 1500
			if name == "abort" {
				rounds = 150
			}
			run := func() {
				s.run(`{ const later = require('timers/promises').setTimeout; const held = setTimeout(() => {}, 3600e3)
					for (let i = 0; i < ` + itoa(rounds) + `; i++) { ` + round + ` } clearTimeout(held) }`)
			}
			before := heapOf(run)
			after := heapOf(func() {
				for range 4 {
					run()
				}
			})
			if grown := after - before; grown > int64(4*100*rounds) { // 100 bytes for each
				t.Errorf("grew by %d bytes", grown)
			}
			if c := s.Loop().Counts(); c != (eventloop.Counts{}) {
				t.Errorf("left: %+v", c)
			}
			if n := len(s.known); n != 0 {
				t.Errorf("%d ids are still known", n)
			}
		})
	}
}

// A reported rejection is not held, only remembered in case it is handled late.
func TestReportedRejectionsDoNotPileUp(t *testing.T) {
	s := newScript(t)
	s.SetHandlers(Handlers{Rejected: func(goja.Value, *goja.Promise) bool { return true }})
	for range 5 {
		s.run(`for (let i = 0; i < 2000; i++) Promise.reject(i)`)
		runtime.GC()
	}
	s.run(`for (let i = 0; i < 64; i++) Promise.reject(i)`)
	if n := len(s.host.reported); n > 8192 {
		t.Errorf("%d are remembered", n)
	}
}

// Req 13: nothing belongs to a goroutine, whatever is pending and however a run
// ended.
func TestNoGoroutineIsLeft(t *testing.T) {
	defer goleak.VerifyNone(t)
	for i := range 50 {
		e := New(goja.New(), Options{})
		ctx, cancel := context.WithCancel(background)
		if i%2 == 0 {
			e.Loop().Post(cancel)
		} else {
			e.PostMain(func() { e.Exit(errors.New("exit")) })
		}
		if err := e.RunScript(ctx, "main.js", `
			for (let i = 0; i < 10; i++) setTimeout(() => {}, 1e6); setInterval(() => {}, 1e6); new Promise(() => {})`); err == nil {
			t.Error("Run ended")
		}
		cancel()
	}
}

// The last callback is kept for speed; it must not be the only thing that keeps a
// large closure alive for ever.
func TestLastCallbackIsReplaced(t *testing.T) {
	s := newScript(t)
	collected := make(chan bool, 1)
	s.set("watch", func(c goja.FunctionCall) goja.Value {
		runtime.AddCleanup(c.Argument(0).(*goja.Object), func(int) { collected <- true }, 0)
		return goja.Undefined()
	})
	s.run(`{ const big = { n: 1 }; watch(big); setTimeout(() => { void big }, 1) }`)
	s.run(`setTimeout(() => {}, 1)`)
	for range 20 {
		runtime.GC()
		if len(collected) > 0 {
			return
		}
		runtime.Gosched()
	}
	t.Error("the closure of an earlier run is still there")
}
