package eventloop_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Section A of the requirements: getting work onto the loop. Time here is that of
// a synctest bubble, or virtual.

func TestReq01PostFromManyGoroutines(t *testing.T) {
	const producers, each = 8, 10_000
	l := eventloop.New(eventloop.Options{})
	hold := l.Hold()
	var last [producers]int
	total := 0
	var wg sync.WaitGroup
	for p := range producers {
		wg.Go(func() {
			for i := 1; i <= each; i++ {
				ok := l.Post(func() {
					if last[p] != i-1 {
						t.Errorf("producer %d: %d after %d", p, i, last[p])
					}
					last[p] = i
					total++
				})
				if !ok {
					t.Error("Post gave false")
				}
			}
		})
	}
	go func() { wg.Wait(); hold.Release() }()
	wantErr(t, l.Run(context.Background()), nil)
	if total != producers*each {
		t.Errorf("%d ran, want %d", total, producers*each)
	}
	wantCounts(t, l, eventloop.Counts{})
}

func TestReq02PostedBeforeRunComesFirst(t *testing.T) {
	s := newScript(t)
	s.AfterFunc(0, s.say("timer"))
	s.AfterFunc(1*ms, s.say("overdue"))
	s.clock.Advance(5 * ms)
	s.SetImmediate(s.say("immediate"))
	s.Post(s.do("p1", func() { s.Post(s.say("p3")) }))
	s.Post(s.say("p2"))
	s.run()
	s.want("p1 p2 timer overdue p3 immediate")
}

func TestReq03PostToTerminatedAndStopped(t *testing.T) {
	s := newScript(t)
	s.Post(s.do("a", s.StopNoWait))
	s.Post(s.say("b"))
	wantErr(t, s.Run(t.Context()), eventloop.ErrStopped)
	s.AfterFunc(0, s.say("timer"))
	if !s.Post(s.say("c")) {
		t.Error("Post to a stopped loop gave false")
	}
	s.run()
	s.want("a b c timer") // what was left, what came, then timers

	s.Post(s.say("dropped"))
	s.Terminate()
	if s.Post(s.say("never")) || s.PostHosted(s.say("never")) ||
		s.PostAfterFunc(1, s.say("never")) != nil || s.PostEvery(1, s.say("never")) != nil {
		t.Error("a terminated loop took a post")
	}
	s.run() // takes posts again
	if !s.Post(s.say("again")) {
		t.Error("Post to a loop that ran again gave false")
	}
	s.run()
	s.want("again")
	s.empty()
}

func TestReq04PostNeverBlocksAndWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		l.AfterFunc(time.Hour, func() {})
		busy, goOn := make(chan bool), make(chan bool)
		ran := make(chan time.Duration, 1)
		l.Post(func() { close(busy); <-goOn })
		end := start(l)
		<-busy
		for range 1000 { // the loop is inside a callback and stays there
			l.Post(func() {})
		}
		close(goOn)
		synctest.Wait() // asleep, towards the hour
		from := time.Now()
		l.Post(func() { ran <- time.Since(from) })
		if d := <-ran; d != 0 {
			t.Errorf("woken after %v", d)
		}
		l.Stop()
		wantErr(t, <-end, eventloop.ErrStopped)
	})
}

func TestReq05Hold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		h, other := l.Hold(), l.Hold()
		if c := l.Counts(); c.Holds != 2 || !l.Alive() {
			t.Errorf("counts %+v", c)
		}
		settled := false
		end := start(l)
		go func() {
			time.Sleep(time.Hour)
			l.Post(func() { settled = true })
			h.Release()
			h.Release() // harmless
		}()
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		select {
		case err := <-end:
			t.Fatalf("Run returned %v with a Hold out", err)
		default:
		}
		other.Release()
		wantErr(t, <-end, nil)
		if !settled {
			t.Error("posted before the release, and did not run")
		}
		h.Release()
		wantCounts(t, l, eventloop.Counts{})
	})
}

// A token that is never released shows in the counts, and only Stop ends the run.
func TestReq05HoldNeverReleased(t *testing.T) {
	s := newScript(t)
	s.Hold()
	s.AfterFunc(ms, s.say("timer")) // the virtual clock stands while a Hold is out
	began := make(chan bool)
	s.Post(func() {
		wantCounts(t, s.Loop, eventloop.Counts{Timers: 1, RefTimers: 1, Holds: 1})
		close(began)
	})
	end := start(s.Loop)
	<-began
	s.Stop()
	wantErr(t, <-end, eventloop.ErrStopped)
	s.want("")
	wantCounts(t, s.Loop, eventloop.Counts{Timers: 1, RefTimers: 1, Holds: 1})
}

func TestReq06PostedTimerCountsFromCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		from := time.Now()
		var got []time.Duration
		note := func() { got = append(got, time.Since(from)) }
		busy := make(chan bool)
		l.Post(func() { close(busy); time.Sleep(100 * ms) })
		l.AfterFunc(20*ms, func() {}) // its list has later timers than the posted ones
		go func() {
			<-busy
			l.PostAfterFunc(20*ms, note)
			l.PostAfterFunc(200*ms, note)
			time.Sleep(50 * ms)
			l.PostAfterFunc(50*ms, note)
			l.PostAfterFunc(200*ms, note)
		}()
		wantErr(t, l.Run(t.Context()), nil)
		want := []time.Duration{100 * ms, 100 * ms, 200 * ms, 250 * ms}
		if len(got) != len(want) {
			t.Fatalf("fired at %v", got)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("fired at %v, want %v", got, want)
				break
			}
		}
	})
}

// The posted timer takes its place by the time of its call, between timers that
// the loop has set meanwhile.
func TestReq06PostedTimerTakesItsPlace(t *testing.T) {
	s := newScript(t)
	s.Post(func() {
		s.AfterFunc(10*ms, s.at("a"))
		s.clock.Advance(5 * ms)
		s.PostAfterFunc(10*ms, s.at("posted")) // arrives in the next poll phase
		s.clock.Advance(1 * ms)
		s.AfterFunc(10*ms, s.at("b"))
		s.clock.Advance(1 * ms)
		s.AfterFunc(10*ms, s.at("c"))
	})
	s.run()
	s.want("a@10 posted@15 b@16 c@17")
}

func TestReq07Cancel(t *testing.T) {
	s := newScript(t)
	var p, q, iv *eventloop.PostedTimer
	// Before the loop has seen it.
	p = s.PostAfterFunc(ms, s.say("p"))
	if !p.Cancel() || p.Cancel() {
		t.Error("Cancel wins once")
	}
	// On the loop, with the timer in its list, and due in this pass.
	s.PostAfterFunc(ms, func() {
		if !q.Cancel() || q.Cancel() {
			t.Error("Cancel on the loop wins once")
		}
	})
	q = s.PostAfterFunc(ms, s.say("q"))
	// In its own callback, and after it.
	n := 0
	iv = s.PostEvery(ms, s.do("iv", func() {
		if n++; n == 3 && iv.Cancel() {
			t.Error("Cancel of a running interval reports that it has not run")
		}
	}))
	s.run()
	s.want("iv iv iv")
	if q.Cancel() || iv.Cancel() {
		t.Error("Cancel after the end")
	}
	done := s.PostAfterFunc(ms, s.say("done"))
	s.run()
	s.want("done")
	if done.Cancel() {
		t.Error("Cancel of a timer that ran")
	}
	s.empty()
}

// A panic of its callback does not end an interval that was posted.
func TestPostedIntervalPanics(t *testing.T) {
	s := newScript(t)
	n := 0
	var iv *eventloop.PostedTimer
	iv = s.PostEvery(ms, func() {
		s.at("iv")()
		switch n++; n {
		case 1:
			panic("go")
		case 3:
			iv.Cancel()
		}
	})
	if v := panics(s.run); v != "go" {
		t.Fatalf("panic %v", v)
	}
	s.run()
	s.want("iv@1 iv@2 iv@3")
	s.empty()
}

func TestMisusePanics(t *testing.T) {
	l := eventloop.New(eventloop.Options{})
	var tm eventloop.Timer
	var im eventloop.Immediate
	live := l.AfterFunc(time.Hour, func() {})
	queued := l.SetImmediate(func() {})
	for name, f := range map[string]func(){
		"AfterFunc":       func() { l.AfterFunc(1, nil) },
		"AfterFuncCached": func() { l.AfterFuncCached(1, nil) },
		"Every":           func() { l.Every(1, nil) },
		"SetImmediate":    func() { l.SetImmediate(nil) },
		"NextTick":        func() { l.NextTick(nil) },
		"QueueMicrotask":  func() { l.QueueMicrotask(nil) },
		"Post":            func() { l.Post(nil) },
		"PostHosted":      func() { l.PostHosted(nil) },
		"PostAfterFunc":   func() { l.PostAfterFunc(1, nil) },
		"PostEvery":       func() { l.PostEvery(1, nil) },
		"Timer.Start":     func() { tm.Start(1) },
		"StartCached":     func() { tm.StartCached(1) },
		"StartInterval":   func() { tm.StartInterval(1) },
		"StartTicks":      func() { tm.StartTicks(1, 1) },
		"Immediate.Set":   func() { im.Set() },
		"Timer.Init":      func() { tm.Init(nil, nil) },
		"Init of a live":  func() { live.Init(l, &deadlineTimer{}) },
		"Immediate.Init":  func() { im.Init(l, nil) },
		"Init of queued":  func() { queued.Init(l, emptyImmediate{}) },
		"Fail":            func() { l.Fail(nil) },
		"Advance":         func() { eventloop.NewVirtualClock().Advance(-1) },
		"Run":             func() { l.Run(noContext) },
	} {
		v, ok := panics(f).(string)
		if !ok || len(v) < 11 || v[:11] != "eventloop: " {
			t.Errorf("%s: panic %v", name, v)
		}
	}
	// A timer that was never given a loop is harmless otherwise.
	if tm.Clear() || tm.Refresh() || tm.RefreshCached() || tm.Live() || tm.Scheduled() || tm.Delay() != 0 || tm.Loop() != nil {
		t.Error("the zero Timer is not quiet")
	}
	if im.Clear() || im.Live() || im.Older() != nil || im.Newer() != nil {
		t.Error("the zero Immediate is not quiet")
	}
}
