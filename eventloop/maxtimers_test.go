package eventloop_test

import (
	"context"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

type quietExpirer struct{}

func (quietExpirer) Expire(*eventloop.Timer) {}

func capped(n int) func(*eventloop.Options) {
	return func(o *eventloop.Options) { o.MaxTimers = n }
}

func TestReq36MaxTimers(t *testing.T) {
	s := newScript(t, capped(3))
	a, err := s.TryAfterFunc(ms, s.at("a"))
	wantErr(t, err, nil)
	s.AfterFunc(2*ms, s.at("b")).Unref()
	var owned, other eventloop.Timer
	owned.Init(s.Loop, quietExpirer{})
	other.Init(s.Loop, quietExpirer{})
	wantErr(t, owned.TryStart(time.Hour), nil)
	if !s.Full() {
		t.Error("not full")
	}
	_, err = s.TryAfterFunc(ms, s.say("never"))
	wantErr(t, err, eventloop.ErrTooManyTimers)
	wantErr(t, other.TryStart(ms), eventloop.ErrTooManyTimers)
	wantErr(t, owned.TryStart(30*ms), nil) // pending ones may be moved
	a.Start(3 * ms)
	if !a.Refresh() || !owned.RefreshCached() {
		t.Error("refresh of a pending timer")
	}
	owned.Clear()
	wantErr(t, owned.TryStart(20*ms), nil)
	owned.Clear()
	s.AfterFunc(4*ms, s.at("c"))
	s.run()
	s.want("b@2 a@3 c@4")
	if s.Full() {
		t.Error("full")
	}
	// A fired timer is refreshed only if there is room.
	for range 3 {
		s.AfterFunc(ms, func() {})
	}
	if a.Refresh() || a.RefreshCached() || a.Live() {
		t.Error("refreshed")
	}
	s.run()
	if !a.Refresh() {
		t.Error("not refreshed")
	}
	a.Clear()
	s.empty()
}

// Calls that cannot return an error fail the loop.
func TestReq36MaxTimersFail(t *testing.T) {
	for name, start := range map[string]func(*script){
		"AfterFunc":        func(s *script) { s.AfterFunc(ms, s.say("never")) },
		"AfterFuncCached":  func(s *script) { s.AfterFuncCached(ms, s.say("never")) },
		"Every":            func(s *script) { s.Every(ms, s.say("never")) },
		"EveryFixed":       func(s *script) { s.EveryFixed(ms, eventloop.MissedSkip, s.say("never")) },
		"AfterFuncContext": func(s *script) { s.AfterFuncContext(background, ms, s.say("never")) },
		"EveryAsync": func(s *script) {
			s.EveryAsync(background, ms, func(context.Context) error { return nil }, nil)
		},
		"PostAfterFunc": func(s *script) { s.PostAfterFunc(ms, s.say("never")) },
		"PostEvery":     func(s *script) { s.PostEvery(ms, s.say("never")) },
	} {
		s := newScript(t, capped(1))
		s.AfterFunc(2*ms, s.at("a"))
		start(s)
		if err := s.Run(background); err != eventloop.ErrTooManyTimers {
			t.Errorf("%s before Run: %v", name, err)
		}
		s.run() // and goes on
		s.want("a@2")
		s.Post(func() { s.AfterFunc(2*ms, s.at("a")); start(s) })
		if err := s.Run(background); err != eventloop.ErrTooManyTimers {
			t.Errorf("%s in Run: %v", name, err)
		}
		s.run()
		s.want("a@4")
		s.empty()
	}
}

// A timer counts while its callback runs; intervals go on at the limit.
func TestReq36MaxTimersInACallback(t *testing.T) {
	s := newScript(t, capped(2))
	n := 0
	var iv *eventloop.Timer
	iv = s.Every(10*ms, func() {
		s.at("iv")()
		if n++; n == 3 {
			iv.Clear()
		}
	})
	s.AfterFunc(15*ms, func() {
		_, err := s.TryAfterFunc(ms, s.say("never"))
		s.log("%v", err == eventloop.ErrTooManyTimers)
		iv.Clear()
		_, err = s.TryAfterFunc(ms, s.at("room"))
		s.log("%v", err)
	})
	s.run()
	s.want("iv@10 true <nil> room@16")
	// Cancelled posted timers make room before the loop has heard of it.
	p := s.PostAfterFunc(time.Hour, s.say("never"))
	s.PostAfterFunc(time.Hour, s.say("never"))
	s.Post(func() {
		if !s.Full() || !p.Cancel() || s.Full() {
			t.Error("the cancelled timer counts")
		}
		s.StopNoWait()
	})
	wantErr(t, s.Run(background), eventloop.ErrStopped)
	s.Terminate()
	s.empty()
}

// The cap can be changed; what is pending stays.
func TestSetMaxTimers(t *testing.T) {
	s := newScript(t, capped(1))
	a := s.AfterFunc(ms, s.say("a"))
	s.SetMaxTimers(2)
	_, err := s.TryAfterFunc(2*ms, s.say("b"))
	wantErr(t, err, nil)
	s.SetMaxTimers(1)
	if !s.Full() || s.MaxTimers() != 1 || !a.Refresh() {
		t.Error("two pending timers and a cap of one")
	}
	for _, n := range []int{0, -5} {
		s.SetMaxTimers(n)
		if s.Full() || s.MaxTimers() != 0 {
			t.Errorf("SetMaxTimers(%d) leaves a cap", n)
		}
	}
	s.AfterFunc(3*ms, s.say("c"))
	s.run()
	s.want("a b c")
}
