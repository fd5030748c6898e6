package eventloop_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/nodetimers/nodetimers/eventloop"
)

// engine is a Host as small as can be, with the traits of goja that matter: its
// jobs (promise reactions) run when its outermost frame returns, before Go gets
// control; an exception is a panic of a type of its own; rejections are settled
// on request; an interrupt throws the jobs away.
type engine struct {
	s       *script
	depth   int // frames
	jobs    []func()
	frames  int // how often the loop entered it
	rejects []string

	blind bool // it cannot tell whether jobs wait and says yes after any script
	dirty bool

	bare      bool // no empty immediate after an exception, unlike Node
	interrupt atomic.Pointer[error]
}

// exception is what script throws, interrupted what an interrupt unwinds with.
type exception struct{ v string }
type interrupted struct{ reason error }

func newEngine(t *testing.T, options ...func(*eventloop.Options)) (*script, *engine) {
	e := &engine{}
	e.s = newScript(t, append(options, func(o *eventloop.Options) { o.Host = e })...)
	return e.s, e
}

func (e *engine) Run(batch func()) {
	e.frames++
	e.interrupt.Store(nil)
	defer func() {
		e.dirty = false
		switch v := recover().(type) {
		case nil:
		case interrupted:
			e.depth, e.jobs = 0, nil
			e.s.Fail(v.reason)
		default:
			e.depth = 0
			panic(v)
		}
	}()
	e.frame(func() {
		for {
			x, threw := e.try(batch)
			if !threw {
				return
			}
			e.s.log("E%s", x.v)
			if !e.bare {
				im := new(eventloop.Immediate)
				im.InitHosted(e.s.Loop, emptyImmediate{})
				im.Set()
			}
		}
	})
}

type emptyImmediate struct{}

func (emptyImmediate) RunImmediate(*eventloop.Immediate) {}

// try runs f and catches exceptions of the engine's, no other panic.
func (e *engine) try(f func()) (x exception, threw bool) {
	done := false
	defer func() {
		if done {
			return
		}
		v := recover()
		if x, threw = v.(exception); !threw {
			panic(v)
		}
	}()
	f()
	done = true
	return
}

// frame runs f as script; jobs run when the outermost frame returns.
func (e *engine) frame(f func()) {
	e.depth++
	e.dirty = true
	f()
	if e.depth == 1 {
		for len(e.jobs) > 0 {
			job := e.jobs[0]
			e.jobs = e.jobs[1:]
			if x, threw := e.try(job); threw { // a microtask that throws is reported, the rest goes on
				e.s.log("E%s", x.v)
			}
		}
	}
	e.depth--
}

func (e *engine) Waiting() bool {
	if e.blind {
		return e.dirty
	}
	return len(e.jobs) > 0
}

func (e *engine) Enqueue(t eventloop.Task) { e.jobs, e.dirty = append(e.jobs, t.RunTask), true }
func (e *engine) Unsettled() bool          { return len(e.rejects) > 0 }
func (e *engine) Interrupt(reason error)   { e.interrupt.Store(&reason) }
func (e *engine) then(f func())            { e.jobs = append(e.jobs, f) }
func (e *engine) throw(v string)           { panic(exception{v}) }
func (e *engine) reject(v string)          { e.rejects = append(e.rejects, v) }
func (e *engine) Settle() {
	r := e.rejects[0]
	e.rejects = e.rejects[1:]
	e.s.log("R%s", r)
}

// endless is a script that only an interrupt ends.
func (e *engine) endless() {
	for {
		if r := e.interrupt.Load(); r != nil {
			panic(interrupted{*r})
		}
	}
}

// hosted is a callback of the engine's: each counts as JavaScript.
type hosted struct {
	e *engine
	f func()
}

func (h *hosted) Expire(*eventloop.Timer)           { h.call() }
func (h *hosted) RunImmediate(*eventloop.Immediate) { h.call() }
func (h *hosted) call() {
	if h.e.depth == 0 {
		h.e.s.t.Error("a hosted callback ran outside the frame")
	}
	h.e.dirty = true
	h.f()
}

// setTimeout starts a hosted timer with Node's rounding.
func (e *engine) setTimeout(ms int64, f func()) *eventloop.Timer {
	t := new(eventloop.Timer)
	t.InitHosted(e.s.Loop, &hosted{e, f})
	t.StartTicks(e.s.NowTicks(), ms)
	return t
}

func (e *engine) setImmediate(f func()) *eventloop.Immediate {
	im := new(eventloop.Immediate)
	im.InitHosted(e.s.Loop, &hosted{e, f})
	im.Set()
	return im
}

// main posts a main script; what it throws is reported like in a callback.
func (e *engine) main(f func()) {
	e.s.PostHosted(func() { (&hosted{e, f}).call() })
}

func TestEngineOrder(t *testing.T) {
	s, e := newEngine(t)
	burst := func(word string) func() {
		return s.do(word, func() {
			e.then(s.say(word + "-promise"))
			s.NextTick(s.say(word + "-tick"))
			s.QueueMicrotask(s.say(word + "-micro"))
		})
	}
	e.main(burst("main"))
	e.setTimeout(1, burst("timer"))
	e.setImmediate(burst("immediate"))
	s.run()
	s.want(`main main-tick main-promise main-micro
		immediate immediate-tick immediate-promise immediate-micro
		timer timer-tick timer-promise timer-micro`)
	s.empty()
}

// What a Go function does to the engine has run when its script returns.
func TestEngineGoFunctionsRunOutside(t *testing.T) {
	s, e := newEngine(t)
	e.setTimeout(1, s.say("js"))
	s.AfterFunc(1*ms, func() {
		e.frame(func() { e.then(s.say("promise")) })
		s.log("go")
		s.NextTick(s.say("tick"))
	})
	e.setTimeout(1, s.say("js"))
	s.Post(func() {
		e.frame(func() { e.then(s.say("early")) })
		s.log("posted")
	})
	s.run()
	s.want("early posted js promise go tick js")
}

func TestEngineMicrotasksAreOneQueue(t *testing.T) {
	s, e := newEngine(t)
	e.main(func() {
		s.QueueMicrotask(s.do("m1", func() {
			s.QueueMicrotask(s.say("m4"))
			e.then(s.do("p5", func() { s.QueueMicrotask(s.say("m7")); s.NextTick(s.say("tick8")) }))
			s.QueueMicrotask(s.say("m6"))
		}))
		e.then(s.say("p2"))
		s.QueueMicrotask(s.say("m3"))
	})
	s.Post(func() { // outside
		e.then(s.say("x1"))
		s.QueueMicrotask(s.say("x2"))
		s.NextTick(s.say("x0"))
	})
	s.run()
	s.want("m1 p2 m3 m4 p5 m6 m7 tick8 x0 x1 x2")
}

// A stop between two microtasks: the next run goes on with microtasks.
func TestEngineStopBetweenMicrotasks(t *testing.T) {
	s, e := newEngine(t)
	e.main(func() {
		s.QueueMicrotask(s.do("m1", func() { s.NextTick(s.say("tick")); s.StopNoWait() }))
		s.QueueMicrotask(s.say("m2"))
		e.then(s.say("p3")) // behind m2, though the engine runs it as the frame is left
	})
	wantErr(t, s.Run(t.Context()), eventloop.ErrStopped)
	s.want("m1 p3")
	s.run()
	s.want("m2 tick")
	s.empty()
}

// Queued while the loop does not run, they are the first thing of a Run, also
// when nothing else is to be done.
func TestEngineTasksQueuedBeforeRun(t *testing.T) {
	s, e := newEngine(t)
	s.QueueMicrotask(s.say("micro"))
	s.run()
	s.want("micro")
	e.reject("!")
	s.NextTick(s.say("tick"))
	s.run()
	s.want("tick R!")
}

func TestEngineSettle(t *testing.T) {
	s, e := newEngine(t)
	e.setTimeout(1, s.do("a", func() {
		e.reject("1")
		e.reject("2")
		s.NextTick(s.say("tick"))
		e.then(s.say("promise"))
	}))
	e.setTimeout(1, s.say("b"))
	s.AfterFunc(2*ms, s.do("go", func() { e.reject("3") }))
	s.AfterFunc(2*ms, s.say("go"))
	s.run()
	s.want("a tick promise R1 R2 b go R3 go")
}

// The frame is entered once for many callbacks, and left only for promise jobs,
// for Go functions and to wait.
func TestEngineBatches(t *testing.T) {
	check := func(name string, want int, prepare func(s *script, e *engine)) {
		t.Helper()
		s, e := newEngine(t)
		prepare(s, e)
		s.run()
		s.empty()
		if e.frames != want {
			t.Errorf("%s: entered %d times, want %d", name, e.frames, want)
		}
	}
	none := func() {}
	check("timers", 1, func(s *script, e *engine) {
		for range 100 {
			e.setTimeout(1, func() { s.NextTick(none); s.QueueMicrotask(none) })
		}
		s.clock.Advance(5 * ms)
	})
	check("timers of many lengths", 1, func(s *script, e *engine) {
		for i := range 100 {
			e.setTimeout(int64(i), none)
		}
		s.clock.Advance(100 * ms)
	})
	check("immediates over many turns", 1, func(s *script, e *engine) {
		n := 0
		var f func()
		f = func() {
			if n++; n < 100 {
				e.setImmediate(f)
			}
		}
		e.main(f)
	})
	check("promises", 10, func(s *script, e *engine) {
		for range 10 {
			e.setImmediate(func() { e.then(none) })
		}
	})
	check("waits", 10, func(s *script, e *engine) {
		for i := range 10 {
			e.setTimeout(int64(i+1), none)
		}
	})
	check("Go in between", 2, func(s *script, e *engine) {
		for range 10 {
			e.setTimeout(1, none)
		}
		s.AfterFunc(1*ms, none)
		for range 10 {
			e.setTimeout(1, none)
		}
		s.clock.Advance(5 * ms)
	})
	check("Go only", 0, func(s *script, e *engine) {
		s.AfterFunc(1*ms, none)
		s.SetImmediate(none)
		s.Post(none)
	})
	check("blind", 10, func(s *script, e *engine) {
		e.blind = true
		for range 10 {
			e.setImmediate(none)
		}
	})
}

// A host that cannot see its jobs gives the same order.
func TestEngineBlind(t *testing.T) {
	s, e := newEngine(t)
	e.blind = true
	e.main(func() {
		s.QueueMicrotask(s.say("m1"))
		e.then(s.say("p2"))
		s.NextTick(s.say("tick0"))
	})
	e.setTimeout(1, s.do("a", func() { e.then(s.say("pa")); s.NextTick(s.say("ta")) }))
	e.setTimeout(1, s.say("b"))
	s.AfterFunc(1*ms, s.say("go"))
	s.run()
	s.want("tick0 m1 p2 a ta pa b go")
	s.empty()
}

func TestEngineBeforeExitRunsInside(t *testing.T) {
	var s *script
	var e *engine
	n := 0
	s, e = newEngine(t, func(o *eventloop.Options) {
		o.BeforeExit = func() {
			s.log("exit%d", n)
			if e.depth == 0 {
				t.Error("outside the frame")
			}
			e.then(s.say("promise"))
			s.NextTick(s.say("tick"))
			if n++; n == 1 {
				e.setImmediate(s.say("immediate"))
			}
			if n == 2 {
				e.throw("!")
			}
		}
	})
	e.setTimeout(1, s.say("a"))
	s.run()
	// The exception queues an empty immediate, so BeforeExit comes once more.
	s.want("a exit0 tick promise immediate exit1 E! tick promise exit2 tick promise")
	s.empty()
}

// Req 15, 16: the end of the context interrupts a script; the loop is usable
// afterwards, and an interrupt that came between callbacks does no harm.
func TestReq16Interrupt(t *testing.T) {
	s, e := newEngine(t)
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("too slow")
	e.main(func() { cancel(why); e.endless() })
	e.setTimeout(1, s.say("timer"))
	err := s.Run(ctx)
	if !errors.Is(err, why) || !errors.Is(err, context.Canceled) {
		t.Errorf("Run gave %v", err)
	}
	s.want("")
	e.Interrupt(why) // left over: nothing ran when it came
	s.run()
	s.want("timer")
	s.empty()
}

// A Go panic in a hosted callback leaves Run like any other.
func TestEngineGoPanic(t *testing.T) {
	s, e := newEngine(t)
	e.setTimeout(1, s.do("a", func() { s.NextTick(s.say("tick")); panic("go") }))
	e.setTimeout(1, s.say("b"))
	if v := panics(s.run); v != "go" {
		t.Fatalf("panic %v", v)
	}
	s.want("a")
	if s.Running() {
		t.Error("still running")
	}
	s.run()
	s.want("tick b")
	s.empty()
}
