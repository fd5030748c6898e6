package eventloop_test

import (
	"errors"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Section C of the requirements: errors and panics.

// An exception nobody handled ends the run with an error, whichever callback it
// left; whoever handles it lets the loop go on. What runs then, and in which
// order, is in throw_test.go.
func TestReq18ExceptionReachesTheCaller(t *testing.T) {
	for name, set := range map[string]func(s *script, e *engine, throw func()){
		"main":      func(s *script, e *engine, throw func()) { e.main(throw) },
		"timer":     func(s *script, e *engine, throw func()) { e.setTimeout(1, throw) },
		"immediate": func(s *script, e *engine, throw func()) { e.setImmediate(throw) },
		"tick":      func(s *script, e *engine, throw func()) { e.main(func() { s.NextTick(throw) }) },
		"microtask": func(s *script, e *engine, throw func()) { e.main(func() { s.QueueMicrotask(throw) }) },
		"rejection": func(s *script, e *engine, throw func()) { e.main(func() { e.reject("!") }) },
	} {
		t.Run(name, func(t *testing.T) {
			s, e := newEngine(t)
			f := &failing{engine: e}
			s.Loop = eventloop.New(eventloop.Options{Clock: s.clock, Host: f})
			set(s, e, func() { e.throw("!") })
			e.setTimeout(2, s.say("later"))
			err := s.Run(t.Context())
			var u *eventloop.UncaughtError
			if !errors.As(err, &u) || u.Value != "!" || u.Rejection != (name == "rejection") || !errors.Is(err, errThrown) {
				t.Fatalf("Run gave %v", err)
			}
			s.want("")
			s.run() // usable again
			s.want("later")
			s.empty()
		})
	}
}

// failing is an engine whose exceptions nobody handles.
type failing struct{ *engine }

var errThrown = errors.New("thrown")

func (f *failing) Run(batch func()) {
	f.engine.Run(func() {
		if x, threw := f.try(batch); threw {
			f.s.Fail(&eventloop.UncaughtError{Value: x.v, Err: errThrown})
		}
	})
}

func (f *failing) Settle() {
	v := f.rejects[0]
	f.rejects = nil
	f.s.Fail(&eventloop.UncaughtError{Value: v, Err: errThrown, Rejection: true})
}

func TestUncaughtErrorMessage(t *testing.T) {
	e := &eventloop.UncaughtError{Err: errThrown}
	if got := e.Error(); got != "eventloop: uncaught exception: thrown" {
		t.Error(got)
	}
	e.Rejection = true
	if got := e.Error(); got != "eventloop: unhandled rejection: thrown" {
		t.Error(got)
	}
	if got := (&eventloop.UncaughtError{Value: 7}).Error(); got != "eventloop: uncaught exception: 7" {
		t.Error(got)
	}
}

// A Go panic in any callback reaches the caller of Run. The loop is not running
// then, Stop returns, and the next Run goes on with exactly what was left.
func TestReq19GoPanic(t *testing.T) {
	tasks := func(s *script) {
		s.NextTick(s.say("t"))
		s.QueueMicrotask(s.say("m"))
	}
	boom := func() { panic("boom") }
	var exit func()
	for _, c := range []struct {
		name        string
		set         func(s *script)
		first, rest string
		left        eventloop.Counts // after the panic
	}{
		{"timer", func(s *script) {
			s.AfterFunc(ms, s.do("a", func() { tasks(s); boom() }))
			s.AfterFunc(ms, s.say("b"))
		}, "a", "t m b", eventloop.Counts{Timers: 1, RefTimers: 1, Ticks: 1, Microtasks: 1}},
		{"timer that started itself again", func(s *script) {
			var a *eventloop.Timer
			n := 0
			a = s.AfterFunc(ms, func() {
				s.at("a")()
				if n++; n == 1 {
					a.Start(2 * ms)
					boom()
				}
			})
		}, "a@1", "a@3", eventloop.Counts{Timers: 1, RefTimers: 1}},
		{"timer that cleared itself", func(s *script) {
			var a *eventloop.Timer
			a = s.AfterFunc(ms, s.do("a", func() { a.Clear(); boom() }))
		}, "a", "", eventloop.Counts{}},
		{"unref'd timer", func(s *script) {
			s.AfterFunc(ms, s.do("a", boom)).Unref()
			s.AfterFunc(ms, s.say("b"))
		}, "a", "b", eventloop.Counts{Timers: 1, RefTimers: 1}},
		{"interval", func(s *script) {
			var iv *eventloop.Timer
			n := 0
			iv = s.Every(2*ms, func() {
				s.at("iv")()
				if n++; n == 1 {
					s.clock.Advance(ms)
					boom()
				}
				iv.Clear()
			})
		}, "iv@2", "iv@4", eventloop.Counts{Timers: 1, RefTimers: 1}},
		{"immediate", func(s *script) {
			s.SetImmediate(s.do("i", func() { tasks(s); s.SetImmediate(s.say("late")); boom() }))
			s.SetImmediate(s.say("j"))
		}, "i", "t m j late", eventloop.Counts{Immediates: 2, RefImmediates: 2, Ticks: 1, Microtasks: 1}},
		{"last immediate", func(s *script) {
			s.SetImmediate(s.do("i", func() { tasks(s); s.SetImmediate(s.say("late")); boom() }))
		}, "i", "t m late", eventloop.Counts{Immediates: 1, RefImmediates: 1, Ticks: 1, Microtasks: 1}},
		{"tick", func(s *script) {
			s.NextTick(s.do("x", func() { tasks(s); boom() }))
			s.NextTick(s.say("y"))
			s.AfterFunc(ms, s.say("a"))
		}, "x", "y t m a", eventloop.Counts{Timers: 1, RefTimers: 1, Ticks: 2, Microtasks: 1}},
		{"tick, and nothing else", func(s *script) {
			s.NextTick(boom)
			s.NextTick(s.say("y"))
		}, "", "y", eventloop.Counts{Ticks: 1}},
		{"microtask", func(s *script) {
			s.QueueMicrotask(s.do("x", func() { tasks(s); boom() }))
			s.QueueMicrotask(s.say("y"))
		}, "x", "y m t", eventloop.Counts{Ticks: 1, Microtasks: 2}},
		{"posted", func(s *script) {
			s.Post(s.do("p", func() { tasks(s); boom() }))
			s.Post(s.say("q"))
		}, "p", "t m q", eventloop.Counts{Posted: 1, Ticks: 1, Microtasks: 1}},
		{"posted timer", func(s *script) {
			s.PostAfterFunc(ms, s.do("a", boom))
			s.PostAfterFunc(ms, s.say("b"))
		}, "a", "b", eventloop.Counts{Timers: 1, RefTimers: 1}},
		{"BeforeExit", func(s *script) {
			n := 0
			exit = func() {
				if n++; n == 1 {
					s.log("exit")
					s.NextTick(s.say("t"))
					boom()
				}
				s.log("exit")
			}
		}, "exit", "t exit", eventloop.Counts{Ticks: 1}},
		{"Goexit", func(s *script) {
			s.AfterFunc(ms, s.do("a", runtime.Goexit))
			s.AfterFunc(ms, s.say("b"))
		}, "a", "b", eventloop.Counts{Timers: 1, RefTimers: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			exit = func() {}
			s := newScript(t, func(o *eventloop.Options) { o.BeforeExit = func() { exit() } })
			c.set(s)
			left := make(chan any, 1)
			go func() {
				defer func() { left <- recover() }()
				s.Run(t.Context())
			}()
			if v := <-left; v != "boom" && c.name != "Goexit" {
				t.Fatalf("panic %v", v)
			}
			if s.Running() {
				t.Error("still running")
			}
			s.Stop()
			<-s.Done()
			s.want(c.first)
			if d := cmp.Diff(c.left, s.Counts()); d != "" {
				t.Errorf("counts after the panic (-want +got):\n%s", d)
			}
			s.run()
			s.want(c.rest)
			s.empty()
		})
	}
}

// A handled exception does not cost the other timers of the pass anything.
func TestReq20TheRestOfThePassRuns(t *testing.T) {
	s, e := newEngine(t)
	for i := range 3 {
		for d := range int64(3) {
			e.setTimeout(d+1, func() {
				s.log("%d%d", d, i)
				if i != 1 {
					e.throw("!")
				}
			})
		}
	}
	s.clock.Advance(10 * ms)
	s.run()
	s.want("00 E! 01 02 E! 10 E! 11 12 E! 20 E! 21 22 E!")
	s.empty()
}
