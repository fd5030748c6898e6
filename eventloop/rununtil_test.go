package eventloop_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

func newManual(t *testing.T) *script {
	s := &script{t: t, clock: eventloop.NewManualClock()}
	s.Loop = eventloop.New(eventloop.Options{Clock: s.clock})
	return s
}

func (s *script) runFor(d time.Duration) {
	s.t.Helper()
	wantErr(s.t, s.RunFor(background, d), nil)
}

func TestRunForStepByStep(t *testing.T) {
	for name, s := range map[string]*script{"jumping": newScript(t), "manual": newManual(t)} {
		t.Run(name, func(t *testing.T) {
			s.t = t
			iv := s.Every(10*ms, s.at("i"))
			s.AfterFunc(25*ms, s.at("t"))
			s.runFor(0)
			s.want("")
			s.runFor(9 * ms)
			s.want("")
			s.runFor(ms)
			s.want("i@10")
			s.runFor(20 * ms)
			s.want("i@20 t@25 i@30")
			if s.clock.Now() != 30*ms || s.Now() != 30*ms {
				t.Errorf("stopped at %v, %v", s.clock.Now(), s.Now())
			}
			s.runFor(5500 * time.Microsecond)
			if s.clock.Now() != 35500*time.Microsecond || s.Counts().Timers != 1 {
				t.Errorf("stopped at %v", s.clock.Now())
			}
			wantErr(t, s.RunUntil(background, 20*ms), nil) // has passed
			s.want("")
			wantErr(t, s.RunUntil(background, 41*ms), nil)
			s.want("i@40")
			iv.Clear()
			s.runFor(time.Hour) // nothing to do but to let time pass
			if s.clock.Now() != 41*ms+time.Hour {
				t.Errorf("stopped at %v", s.clock.Now())
			}
			s.run() // dry at once
			s.empty()
		})
	}
}

// What is due at the end itself runs, and what that sets to run at once.
func TestRunUntilRunsAllThatIsDue(t *testing.T) {
	s := newScript(t)
	s.AfterFunc(10*ms, s.do("t", func() {
		s.NextTick(s.say("tick"))
		s.QueueMicrotask(s.say("micro"))
		s.SetImmediate(s.say("immediate"))
		s.SetImmediate(s.say("unref'd")).Unref()
		s.Post(s.say("posted"))
		s.AfterFunc(0, s.at("later")) // a tick later, see Start
	}))
	s.AfterFunc(10*ms, s.say("unref'd-timer")).Unref()
	s.runFor(10 * ms)
	s.want("t tick micro unref'd-timer posted immediate unref'd")
	s.runFor(ms)
	s.want("later@11")
}

// The loop counts as alive, so that BeforeExit comes when Run ends it, and once.
func TestRunUntilKeepsTheLoopAlive(t *testing.T) {
	exits := 0
	s := newScript(t, func(o *eventloop.Options) { o.BeforeExit = func() { exits++ } })
	s.AfterFunc(20*ms, s.at("unref'd")).Unref()
	alive := false
	s.AfterFunc(ms, func() { alive = s.Alive() })
	s.runFor(30 * ms)
	s.want("unref'd@20")
	if !alive || s.Alive() || exits != 0 {
		t.Errorf("alive %v then %v, %d exits", alive, s.Alive(), exits)
	}
	s.run()
	if exits != 1 {
		t.Errorf("%d exits", exits)
	}
}

func TestRunUntilErrors(t *testing.T) {
	s := newScript(t)
	fail := errors.New("fail")
	s.AfterFunc(ms, func() { s.Fail(fail) })
	s.AfterFunc(2*ms, s.StopNoWait)
	s.AfterFunc(4*ms, s.say("late"))
	ctx, cancel := context.WithCancel(background)
	s.AfterFunc(3*ms, func() {
		for cancel(); !s.Halted(); { // the loop hears of it from another goroutine
			runtime.Gosched()
		}
	})
	wantErr(t, s.RunFor(ctx, time.Hour), fail)
	wantErr(t, s.RunFor(ctx, time.Hour), eventloop.ErrStopped)
	wantErr(t, s.RunFor(ctx, time.Hour), context.Canceled)
	s.want("")
	if s.Alive() != true || s.clock.Now() != 3*ms {
		t.Errorf("at %v", s.clock.Now())
	}
	s.runFor(ms)
	s.want("late")
	// A callback that lets time pass beyond the end.
	s.AfterFunc(ms, func() { s.clock.Advance(time.Hour) })
	s.runFor(2 * ms)
	if s.clock.Now() != 5*ms+time.Hour {
		t.Errorf("at %v", s.clock.Now())
	}
	// The end of time.
	s.AfterFunc(math.MaxInt64, s.say("end"))
	s.runFor(math.MaxInt64)
	s.want("end")
}

func TestVirtualMisuse(t *testing.T) {
	real := eventloop.New(eventloop.Options{})
	s := newScript(t)
	for want, f := range map[string]func(){
		"eventloop: RunUntil on a loop without a VirtualClock":   func() { _ = real.RunUntil(background, 0) },
		"eventloop: RunFor on a loop without a VirtualClock":     func() { _ = real.RunFor(background, 0) },
		"eventloop: RunFor a negative duration":                  func() { _ = s.RunFor(background, -1) },
		"eventloop: VirtualClock.Advance by a negative duration": func() { s.clock.Advance(-1) },
		"eventloop: VirtualClock.EndAt a negative time":          func() { s.clock.EndAt(-1) },
		"eventloop: Run with a nil context":                      func() { _ = s.RunFor(noContext, 1) },
	} {
		if got := panics(f); got != want {
			t.Errorf("panic %v, want %q", got, want)
		}
	}
}

// A jumping clock stands while a Hold is out, here too; a manual one goes where it
// was told to.
func TestRunForAndHold(t *testing.T) {
	s := newScript(t)
	h := s.Hold()
	s.AfterFunc(time.Hour, s.at("timer"))
	s.Post(func() {
		go func() {
			s.Post(func() { s.AfterFunc(ms, s.at("early")) })
			h.Release()
		}()
	})
	s.runFor(time.Hour)
	s.want("early@1 timer@3600000")

	s = newManual(t)
	h = s.Hold()
	s.AfterFunc(time.Hour, s.at("timer"))
	s.runFor(2 * time.Hour)
	s.want("timer@3600000")
	h.Release()
	s.run()
}

// Another goroutine moves a manual clock; the loop waits and wakes.
func TestManualClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newManual(t)
		iv := s.Every(time.Minute, s.at("i"))
		s.AfterFunc(90*time.Second, s.at("t"))
		end := start(s.Loop)
		step := func(words string, f func()) {
			t.Helper()
			f()
			synctest.Wait()
			s.want(words)
		}
		step("", func() {})
		step("", func() { s.clock.Advance(time.Minute - 1) })
		step("i@60000", func() { s.clock.Advance(1) })
		step("t@90000", func() { s.clock.AdvanceTo(90 * time.Second) })
		step("", func() { s.clock.AdvanceTo(time.Second) })              // has passed
		step("i@600000", func() { s.clock.AdvanceTo(10 * time.Minute) }) // once, not nine times
		step("posted@600000", func() { s.Post(s.at("posted")) })
		// A Hold does not keep a manual clock from being moved.
		h := s.Hold()
		step("i@660000", func() { s.clock.Advance(time.Minute) })
		h.Release()
		s.Post(func() { iv.Clear() })
		wantErr(t, <-end, nil)
	})
}

// No move of the clock is lost, whenever it comes. The loop ends only if each
// expiry is seen.
func TestHammerManualClock(t *testing.T) {
	s := newManual(t)
	n := 0
	var iv *eventloop.Timer
	iv = s.Every(ms, func() {
		if n++; n == 1000 {
			iv.Clear()
		}
	})
	end := start(s.Loop)
	for {
		select {
		case err := <-end:
			wantErr(t, err, nil)
			return
		default:
			s.clock.Advance(500 * time.Microsecond)
		}
	}
}

func TestClockWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := eventloop.NewManualClock()
		wake := make(chan struct{}, 1)
		back := make(chan struct{})
		go func() { c.Wait(time.Second, wake); close(back) }()
		synctest.Wait()
		c.Advance(time.Second - 1)
		synctest.Wait()
		select {
		case <-back:
			t.Error("Wait returned early")
		default:
		}
		c.Advance(1)
		<-back
		wake <- struct{}{}
		c.Wait(time.Hour, wake)
		c.Wait(0, wake)
	})
}

func TestEndAt(t *testing.T) {
	s := newScript(t)
	s.clock.EndAt(25 * ms)
	s.Every(10*ms, s.at("i"))
	s.AfterFunc(25*ms, s.do("last", func() { s.SetImmediate(s.say("immediate")) }))
	wantErr(t, s.Run(background), eventloop.ErrTimeUp)
	s.want("i@10 i@20 last immediate")
	if s.clock.Now() != 25*ms || s.Counts().Timers != 1 {
		t.Errorf("at %v with %+v", s.clock.Now(), s.Counts())
	}
	wantErr(t, s.Run(background), eventloop.ErrTimeUp) // time is still up
	s.runFor(10 * ms)                                  // which the end is nothing to
	s.want("i@30")
	s.clock.EndAt(0)
	s.AfterFunc(10*ms, s.StopNoWait)
	wantErr(t, s.Run(background), eventloop.ErrStopped)
	s.want("i@40")

	// A loop that runs dry before is not told.
	s = newScript(t)
	s.clock.EndAt(time.Hour)
	s.AfterFunc(ms, s.say("only"))
	s.run()
	s.want("only")
}

// Immediates that wait for a timer see it: turns without end take time. But no
// timer is early, and a loop that rests now and then is exact.
func TestRestlessLoopGoesOn(t *testing.T) {
	s := newScript(t)
	fired := false
	s.AfterFunc(5*ms, func() { fired = true })
	turns := 0
	var spin func()
	spin = func() {
		if turns++; !fired {
			s.SetImmediate(spin)
		} else if s.clock.Now() < 5*ms {
			t.Errorf("early: %v", s.clock.Now())
		}
	}
	s.SetImmediate(spin)
	s.run()
	if turns > 2000 {
		t.Errorf("%d turns", turns)
	}
	// One that never rests comes to the end, too.
	s = newScript(t)
	var ever func()
	ever = func() { s.SetImmediate(ever) }
	ever()
	s.clock.EndAt(ms)
	wantErr(t, s.Run(background), eventloop.ErrTimeUp)
	s.runFor(ms)
	// While a Hold is out the clock stands all the same.
	h := s.Hold()
	before := s.clock.Now()
	n := 0
	s.AddHooks(eventloop.Hooks{Before: func(eventloop.Kind, any) {
		if n++; n == 3000 {
			s.StopNoWait()
		}
	}})
	wantErr(t, s.Run(background), eventloop.ErrStopped)
	if s.clock.Now() != before {
		t.Errorf("moved to %v", s.clock.Now())
	}
	h.Release()
}

func TestRead(t *testing.T) {
	c := eventloop.NewVirtualClock()
	c.Advance(time.Second)
	if a, b := c.Read(), c.Read(); a != time.Second || b != time.Second+eventloop.ReadStep || c.Now() != b {
		t.Errorf("read %v, %v", a, b)
	}
	c.AdvanceTo(2 * time.Second)
	if a := c.Read(); a != 2*time.Second || c.Now() != a {
		t.Errorf("read %v after a jump, now %v", a, c.Now())
	}
	// Steps come to their sum, whatever was read.
	s := newManual(t)
	s.Every(ms, func() {
		for range 7 {
			s.clock.Read()
		}
	})
	for range 10 {
		s.runFor(ms)
	}
	if s.clock.Now() != 10*ms+6*eventloop.ReadStep {
		t.Errorf("at %v", s.clock.Now())
	}
}

// A test that goes through time on one goroutine.
func ExampleLoop_RunFor() {
	loop := eventloop.New(eventloop.Options{Clock: eventloop.NewManualClock()})
	loop.Every(time.Hour, func() { fmt.Println("hour", loop.Now()) })
	ctx := context.Background()
	_ = loop.RunFor(ctx, 59*time.Minute)
	fmt.Println("nothing yet at", loop.Now())
	_ = loop.RunFor(ctx, time.Minute)
	_ = loop.RunFor(ctx, 2*time.Hour)
	fmt.Println("pending:", loop.Counts().Timers)
	// Output:
	// nothing yet at 59m0s
	// hour 1h0m0s
	// hour 2h0m0s
	// hour 3h0m0s
	// pending: 1
}

func ExampleVirtualClock_EndAt() {
	clock := eventloop.NewVirtualClock()
	clock.EndAt(24 * time.Hour)
	loop := eventloop.New(eventloop.Options{Clock: clock})
	n := 0
	loop.Every(time.Second, func() { n++ })
	fmt.Println(loop.Run(context.Background()))
	fmt.Println(n, "seconds at", clock.Now())
	// Output:
	// eventloop: the virtual time is up
	// 86400 seconds at 24h0m0s
}
