package eventloop_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Section B of the requirements: stop, terminate, restart. The races are in
// hammer_test.go.

func TestReq09StopOfALoopThatDoesNotRun(t *testing.T) {
	l := eventloop.New(eventloop.Options{})
	l.Stop()
	l.StopNoWait()
	l.Terminate()
	l.Terminate()
	if l.Running() {
		t.Error("running")
	}
	wantErr(t, l.Run(t.Context()), nil) // none of it is kept for a later run
	l.Stop()
}

func TestReq10StopInACallbackDoesNotWait(t *testing.T) {
	s := newScript(t)
	s.AfterFunc(ms, s.do("a", func() { s.Stop(); s.log("goes-on") }))
	s.AfterFunc(ms, s.say("b"))
	wantErr(t, s.Run(t.Context()), eventloop.ErrStopped)
	s.want("a goes-on")
	s.Post(func() {
		if v := panics(s.Terminate); v != "eventloop: Terminate called by a callback of the loop" {
			t.Errorf("Terminate in a callback: %v", v)
		}
	})
	s.run()
	s.want("b")
}

func TestRunTwice(t *testing.T) {
	s := newScript(t)
	s.Post(func() { wantErr(t, s.Run(t.Context()), eventloop.ErrRunning) })
	s.run()
	s.run()
}

// A stop in the middle of anything keeps the rest in order.
func TestReq11StopInTheMiddle(t *testing.T) {
	tasks := func(s *script) {
		s.NextTick(s.say("t1"))
		s.NextTick(s.say("t2"))
		s.QueueMicrotask(s.say("m1"))
		s.QueueMicrotask(s.say("m2"))
	}
	check := func(name, first, rest string, prepare func(s *script)) {
		t.Helper()
		s := newScript(t)
		prepare(s)
		wantErr(t, s.Run(t.Context()), eventloop.ErrStopped)
		t.Log(name)
		s.want(first)
		s.run()
		s.want(rest)
		s.empty()
	}
	check("pass", "a", "t1 t2 m1 m2 b c", func(s *script) {
		s.AfterFunc(ms, s.do("a", func() { tasks(s); s.StopNoWait() }))
		s.AfterFunc(ms, s.say("b"))
		s.AfterFunc(2*ms, s.say("c"))
		s.clock.Advance(5 * ms)
	})
	check("tick", "a stop", "t1 t2 m1 m2 b", func(s *script) {
		s.AfterFunc(ms, s.do("a", func() { s.NextTick(s.do("stop", s.StopNoWait)); tasks(s) }))
		s.AfterFunc(ms, s.say("b"))
	})
	check("microtask", "a t stop", "m1 m2 t1 t2 b", func(s *script) {
		s.AfterFunc(ms, s.do("a", func() {
			s.NextTick(s.say("t"))
			s.QueueMicrotask(s.do("stop", func() { tasks(s); s.StopNoWait() }))
		}))
		s.AfterFunc(ms, s.say("b"))
	})
	check("immediates", "i", "t1 t2 m1 m2 timer j k late", func(s *script) {
		s.SetImmediate(s.do("i", func() {
			tasks(s)
			s.SetImmediate(s.say("late"))
			s.AfterFunc(0, s.say("timer"))
			s.StopNoWait()
		}))
		s.SetImmediate(s.say("j"))
		s.SetImmediate(s.say("k"))
	})
	check("posted", "p", "t1 t2 m1 m2 q r late timer", func(s *script) {
		s.Post(s.do("p", func() { tasks(s); s.Post(s.say("late")); s.StopNoWait() }))
		s.Post(s.say("q"))
		s.Post(s.say("r"))
		s.AfterFunc(0, s.say("timer"))
	})
	exits := 0
	check("interval", "iv iv", "b iv", func(s *script) {
		var iv *eventloop.Timer
		iv = s.Every(2*ms, s.do("iv", func() {
			if exits++; exits == 2 {
				s.StopNoWait()
			} else if exits == 3 {
				iv.Clear()
			}
		}))
		s.AfterFunc(5*ms, s.say("b"))
	})
	n := 0
	s := newScript(t, func(o *eventloop.Options) {
		o.BeforeExit = func() { n++; o.BeforeExit = nil }
	})
	s.Post(func() { s.NextTick(s.StopNoWait) })
	wantErr(t, s.Run(t.Context()), eventloop.ErrStopped)
	s.run()
	if n != 1 {
		t.Errorf("BeforeExit ran %d times", n)
	}
}

func TestStopInBeforeExit(t *testing.T) {
	var s *script
	n := 0
	s = newScript(t, func(o *eventloop.Options) {
		o.BeforeExit = func() {
			if n++; n == 1 {
				s.NextTick(s.say("tick"))
				s.StopNoWait()
			}
		}
	})
	wantErr(t, s.Run(t.Context()), eventloop.ErrStopped)
	s.want("")
	s.run()
	s.want("tick")
	if n != 2 {
		t.Errorf("BeforeExit ran %d times", n)
	}
}

func TestReq11OverdueAfterRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		from := time.Now()
		var got []int
		note := func() { got = append(got, int(time.Since(from)/ms)) }
		l.AfterFunc(30*ms, note)
		l.AfterFunc(10*ms, note)
		l.AfterFunc(200*ms, note)
		l.AfterFunc(5*ms, func() { l.StopNoWait() })
		wantErr(t, l.Run(t.Context()), eventloop.ErrStopped)
		if c := l.Counts(); c.Timers != 3 { // how many live items remain
			t.Errorf("counts %+v", c)
		}
		time.Sleep(95 * ms)
		wantErr(t, l.Run(t.Context()), nil)
		if len(got) != 3 || got[0] != 100 || got[1] != 100 || got[2] != 200 {
			t.Errorf("fired at %v", got)
		}
	})
}

func TestReq12TerminateDropsEverything(t *testing.T) {
	s := newScript(t)
	freed := make(chan bool, 8)
	callback := func() func() { // frees a signal when it goes
		x := new([1 << 10]byte)
		runtime.AddCleanup(x, func(c chan bool) { c <- true }, freed)
		return func() { x[0]++; s.log("ran") }
	}
	s.AfterFunc(ms, callback())
	s.Every(ms, callback())
	s.SetImmediate(callback())
	s.Post(callback())
	s.NextTick(callback())
	s.QueueMicrotask(callback())
	s.PostAfterFunc(ms, callback())
	s.Hold().Release()
	s.Terminate()
	s.empty()
	s.run()
	s.clock.Advance(time.Hour)
	s.run()
	s.want("")
	for i := range 7 {
		runtime.GC()
		select {
		case <-freed:
		case <-time.After(5 * time.Second):
			t.Fatalf("%d of 7 callbacks were freed", i)
		}
	}
	// The middle of a phase is dropped as well.
	s.SetImmediate(s.do("i", s.StopNoWait))
	s.SetImmediate(s.say("j"))
	s.Post(s.say("p"))
	wantErr(t, s.Run(t.Context()), eventloop.ErrStopped)
	s.want("p i")
	s.Terminate()
	s.empty()
	s.SetImmediate(s.say("k"))
	s.run()
	s.want("k")
}

func TestReq13NoGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 50 {
		l := eventloop.New(eventloop.Options{})
		for i := range 10 {
			l.AfterFunc(time.Hour+time.Duration(i), func() {})
		}
		l.Every(time.Hour, func() {})
		ready := make(chan bool)
		l.Post(func() { close(ready) })
		end := start(l)
		<-ready
		l.Stop()
		<-end
	}
	for until := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(until) { // the goroutines of the test itself need a moment to end
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}

func TestReq14StoppedLoopIsCollected(t *testing.T) {
	gone := make(chan bool)
	func() {
		l := eventloop.New(eventloop.Options{})
		x := new([1 << 10]byte)
		runtime.AddCleanup(x, func(c chan bool) { close(c) }, gone)
		l.AfterFunc(time.Hour, func() { x[0]++ })
		l.Every(time.Hour, func() {})
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		l.AfterFunc(ms, l.StopNoWait)
		wantErr(t, l.Run(ctx), eventloop.ErrStopped)
		if !l.Post(func() {}) { // a late goroutine is told, and goes on
			t.Error("Post to a stopped loop gave false")
		}
	}()
	runtime.GC()
	select {
	case <-gone:
	case <-time.After(5 * time.Second):
		t.Error("the loop is still referred to")
	}
}

func TestReq15Context(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		l.Every(time.Hour, func() {})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		wantErr(t, l.Run(ctx), context.Canceled) // done already: nothing runs

		ctx, cancel = context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		from := time.Now()
		wantErr(t, l.Run(ctx), context.DeadlineExceeded)
		if d := time.Since(from); d != 3*time.Second {
			t.Errorf("ended after %v", d)
		}

		why := errors.New("why")
		ctx2, cancel2 := context.WithCancelCause(t.Context())
		l.AfterFunc(ms, func() { cancel2(why) })
		err := l.Run(ctx2)
		if !errors.Is(err, why) || !errors.Is(err, context.Canceled) {
			t.Errorf("Run gave %v", err)
		}

		// A context that ends after its run does not end the next one.
		ctx3, cancel3 := context.WithCancel(t.Context())
		l.AfterFunc(ms, l.StopNoWait)
		wantErr(t, l.Run(ctx3), eventloop.ErrStopped)
		l.AfterFunc(time.Hour, l.StopNoWait)
		l.AfterFunc(ms, cancel3)
		wantErr(t, l.Run(t.Context()), eventloop.ErrStopped)
	})
}

func TestReq17Done(t *testing.T) {
	s := newScript(t)
	done := s.Done() // of the run to come
	s.Post(func() {
		select {
		case <-done:
			t.Error("done while it runs")
		default:
		}
		if s.Done() != done {
			t.Error("another channel for the same run")
		}
	})
	s.run()
	<-done
	<-s.Done()
	s.Post(func() {
		if s.Done() == done {
			t.Error("the channel of an earlier run")
		}
	})
	s.run()
	<-s.Done()
}

func TestFail(t *testing.T) {
	s := newScript(t)
	first, second := errors.New("first"), errors.New("second")
	s.Post(s.do("a", func() {
		s.Fail(first)
		s.Fail(second)
		s.StopNoWait()
		if !s.Halted() {
			t.Error("not halted")
		}
	}))
	s.Post(s.say("b"))
	wantErr(t, s.Run(t.Context()), first)
	s.want("a")
	s.run()
	s.want("b")
}

// A list that was being run when the loop stopped has no claim to be the next one.
func TestStopForgetsThePass(t *testing.T) {
	s := newScript(t)
	s.Post(func() {
		s.AfterFunc(20*ms, s.do("a20", s.StopNoWait))
		s.AfterFunc(20*ms, s.say("b20"))
		s.PostAfterFunc(10*ms, s.say("p10")) // arrives after the first pass
		s.clock.Advance(50 * ms)
	})
	wantErr(t, s.Run(t.Context()), eventloop.ErrStopped)
	s.want("a20")
	s.run()
	s.want("p10 b20")
}

// meddler is a clock that does something at its n-th reading from now, and that
// nothing but a wake-up ends a wait of. A loop that waits with nothing to wake it
// is heard of by stuck.
type meddler struct {
	*eventloop.VirtualClock
	n, reads int
	f, stuck func()
}

func (m *meddler) Now() time.Duration {
	m.reads++
	if m.n--; m.n == 0 {
		m.f()
	}
	return m.VirtualClock.Now()
}

func (m *meddler) Wait(_ time.Duration, wake <-chan struct{}) {
	select {
	case <-wake:
		return
	default:
	}
	m.stuck()
	<-wake
}

// Whatever comes between the loop's last look and its sleep is not lost. The clock
// is read on the way, and at each reading something may come.
func TestNothingIsLostBeforeSleep(t *testing.T) {
	for name, meddle := range map[string]func(*eventloop.Loop, *eventloop.Hold){
		"Post":    func(l *eventloop.Loop, h *eventloop.Hold) { l.Post(h.Release) },
		"Release": func(l *eventloop.Loop, h *eventloop.Hold) { h.Release() },
		"Stop":    func(l *eventloop.Loop, h *eventloop.Hold) { l.StopNoWait() },
	} {
		meddled := 0
		for n := 1; ; n++ {
			c := &meddler{VirtualClock: eventloop.NewVirtualClock()}
			l := eventloop.New(eventloop.Options{Clock: c})
			h := l.Hold()
			l.AfterFunc(time.Hour, func() {}).Unref()
			came, lost := false, false
			c.f = func() { came = true; meddle(l, h) }
			c.stuck = func() { lost = came; h.Release(); l.StopNoWait() }
			c.n = n
			_ = l.Run(t.Context())
			if lost {
				t.Errorf("%s at reading %d: the loop went to sleep over it", name, n)
			}
			if !came {
				break // it slept before
			}
			meddled++
		}
		if meddled < 2 {
			t.Errorf("%s: the clock was read %d times before the loop slept", name, meddled)
		}
	}
}
