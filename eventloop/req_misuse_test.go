package eventloop_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Every call that breaks a rule has its own message, and leaves the loop as it was.
func TestBadCalls(t *testing.T) {
	type call struct {
		name string
		f    func(l *eventloop.Loop)
		want string // without the prefix; empty: no panic
	}
	f := func() {}
	work := func(context.Context) error { return nil }
	var none context.Context
	var zero eventloop.Timer
	var zeroFixed eventloop.FixedTimer
	var zeroImmediate eventloop.Immediate
	for _, c := range []call{
		{"AfterFunc nil", func(l *eventloop.Loop) { l.AfterFunc(1, nil) }, "AfterFunc with a nil function"},
		{"TryAfterFunc nil", func(l *eventloop.Loop) { _, _ = l.TryAfterFunc(1, nil) }, "TryAfterFunc with a nil function"},
		{"AfterFuncCached nil", func(l *eventloop.Loop) { l.AfterFuncCached(1, nil) }, "AfterFuncCached with a nil function"},
		{"Every nil", func(l *eventloop.Loop) { l.Every(1, nil) }, "Every with a nil function"},
		{"SetImmediate nil", func(l *eventloop.Loop) { l.SetImmediate(nil) }, "SetImmediate with a nil function"},
		{"NextTick nil", func(l *eventloop.Loop) { l.NextTick(nil) }, "NextTick with a nil function"},
		{"QueueMicrotask nil", func(l *eventloop.Loop) { l.QueueMicrotask(nil) }, "QueueMicrotask with a nil function"},
		{"Post nil", func(l *eventloop.Loop) { l.Post(nil) }, "Post with a nil function"},
		{"PostHosted nil", func(l *eventloop.Loop) { l.PostHosted(nil) }, "PostHosted with a nil function"},
		{"PostAfterFunc nil", func(l *eventloop.Loop) { l.PostAfterFunc(1, nil) }, "PostAfterFunc with a nil function"},
		{"PostEvery nil", func(l *eventloop.Loop) { l.PostEvery(1, nil) }, "PostEvery with a nil function"},
		{"EveryFixed nil", func(l *eventloop.Loop) { l.EveryFixed(1, eventloop.MissedSkip, nil) }, "FixedTimer.Init with a nil loop or function"},
		{"EveryFixed choice", func(l *eventloop.Loop) { l.EveryFixed(1, 3, f) }, "FixedTimer.Start with Missed(3)"},
		{"AfterFuncContext nil", func(l *eventloop.Loop) { l.AfterFuncContext(background, 1, nil) }, "AfterFuncContext with a nil context or function"},
		{"AfterFuncContext no context", func(l *eventloop.Loop) { l.AfterFuncContext(none, 1, f) }, "AfterFuncContext with a nil context or function"},
		{"EveryContext nil", func(l *eventloop.Loop) { l.EveryContext(background, 1, nil) }, "EveryContext with a nil context or function"},
		{"EveryAsync nil", func(l *eventloop.Loop) { l.EveryAsync(background, 1, nil, nil) }, "EveryAsync with a nil context or function"},
		{"EveryAsync no context", func(l *eventloop.Loop) { l.EveryAsync(none, 1, work, nil) }, "EveryAsync with a nil context or function"},
		{"Group.Add nil", func(l *eventloop.Loop) { l.NewGroup().Add(nil) }, "Group.Add of nil"},
		{"Group without a loop", func(*eventloop.Loop) { new(eventloop.Group).AfterFunc(1, f) }, "Group without a loop; use Loop.NewGroup"},
		{"Group.ClearWhenDone nil", func(l *eventloop.Loop) { l.NewGroup().ClearWhenDone(none) }, "Group.ClearWhenDone with a nil context"},
		{"Fail nil", func(l *eventloop.Loop) { l.Fail(nil) }, "Fail with a nil error"},
		{"Run nil", func(l *eventloop.Loop) { _ = l.Run(none) }, "Run with a nil context"},
		{"Init nil", func(l *eventloop.Loop) { new(eventloop.Timer).Init(l, nil) }, "Timer.Init with a nil loop or Expirer"},
		{"Init of a live timer", func(l *eventloop.Loop) { l.AfterFunc(time.Hour, f).Init(l, quietExpirer{}) }, "Timer.Init on a live timer"},
		{"Init of a live interval in its callback", func(l *eventloop.Loop) {
			var iv *eventloop.Timer
			iv = l.Every(1, func() { l.StopNoWait(); iv.Init(l, quietExpirer{}) })
			_ = l.Run(background)
		}, "Timer.Init on a live timer"},
		{"FixedTimer.Init of a live timer", func(l *eventloop.Loop) { l.EveryFixed(1, 0, f).Init(l, f) }, "Timer.Init on a live timer"},
		{"Immediate.Init nil", func(l *eventloop.Loop) { new(eventloop.Immediate).Init(l, nil) }, "Immediate.Init with a nil loop or handler"},
		{"Init of a queued immediate", func(l *eventloop.Loop) { l.SetImmediate(f).Init(l, emptyImmediate{}) }, "Immediate.Init on a queued immediate"},
		{"Start before Init", func(*eventloop.Loop) { zero.Start(1) }, "Timer used before Init"},
		{"TryStart before Init", func(*eventloop.Loop) { _ = zero.TryStart(1) }, "Timer used before Init"},
		{"StartCached before Init", func(*eventloop.Loop) { zero.StartCached(1) }, "Timer used before Init"},
		{"StartInterval before Init", func(*eventloop.Loop) { zero.StartInterval(1) }, "Timer used before Init"},
		{"StartTicks before Init", func(*eventloop.Loop) { zero.StartTicks(0, 1) }, "Timer used before Init"},
		{"StartTicksSorted before Init", func(*eventloop.Loop) { zero.StartTicksSorted(0, 1) }, "Timer used before Init"},
		{"FixedTimer.Start before Init", func(*eventloop.Loop) { zeroFixed.Start(0, 1, 0) }, "Timer used before Init"},
		{"Set before Init", func(*eventloop.Loop) { zeroImmediate.Set() }, "Immediate used before Init"},
		{"Advance back", func(*eventloop.Loop) { eventloop.NewVirtualClock().Advance(-1) }, "VirtualClock.Advance by a negative duration"},
		{"EndAt back", func(*eventloop.Loop) { eventloop.NewVirtualClock().EndAt(-1) }, "VirtualClock.EndAt a negative time"},
		{"RunUntil in real time", func(*eventloop.Loop) { _ = eventloop.New(eventloop.Options{}).RunUntil(background, 1) }, "RunUntil on a loop without a VirtualClock"},
		{"RunFor in real time", func(*eventloop.Loop) { _ = eventloop.New(eventloop.Options{}).RunFor(background, 1) }, "RunFor on a loop without a VirtualClock"},
		{"RunFor back", func(l *eventloop.Loop) { _ = l.RunFor(background, -1) }, "RunFor a negative duration"},
		{"Terminate in a callback", func(l *eventloop.Loop) {
			l.Post(l.Terminate)
			_ = l.Run(background)
		}, "Terminate called by a callback of the loop"},

		// What is no misuse.
		{"negative durations are as soon as possible", func(l *eventloop.Loop) {
			n := 0
			count := func() { n++ }
			l.AfterFunc(-1, count)
			l.AfterFuncCached(-1, count)
			l.PostAfterFunc(-1, count)
			l.AfterFuncContext(background, -1, count)
			iv := l.Every(-1, count)
			fixed := l.EveryFixed(-1, 0, count)
			l.AfterFunc(time.Second+1, func() { iv.Clear(); fixed.Clear() })
			wantErr(t, l.Run(background), nil)
			if want := 4 + 2*1001; n < want-3 || n > want { // one each tick, for what is zero or less
				t.Errorf("%d calls, want %d", n, want)
			}
		}, ""},
		{"Release twice", func(l *eventloop.Loop) {
			h, other := l.Hold(), l.Hold()
			h.Release()
			h.Release()
			if l.Counts().Holds != 1 || !l.Alive() {
				t.Error("Release counted twice")
			}
			other.Release()
		}, ""},
		{"Run in a callback", func(l *eventloop.Loop) {
			l.Post(func() { wantErr(t, l.Run(background), eventloop.ErrRunning) })
			wantErr(t, l.Run(background), nil)
		}, ""},
		{"Stop in a callback does not wait", func(l *eventloop.Loop) {
			l.Post(l.Stop)
			wantErr(t, l.Run(background), eventloop.ErrStopped)
		}, ""},
		{"Stop and Terminate of a loop that does not run", func(l *eventloop.Loop) {
			l.Stop()
			l.StopNoWait()
			l.Terminate()
			l.Terminate()
		}, ""},
		{"use after Terminate", func(l *eventloop.Loop) {
			l.Terminate()
			if l.Post(f) || l.PostHosted(f) || l.PostAfterFunc(1, f) != nil || l.PostEvery(1, f) != nil {
				t.Error("a terminated loop took something")
			}
			l.AfterFunc(1, f) // on the loop it is as before a first run
			if !l.Alive() {
				t.Error("a timer after Terminate is lost")
			}
			wantErr(t, l.Run(background), nil)
			if !l.Post(f) {
				t.Error("Run did not reopen the loop")
			}
		}, ""},
		{"nonsense in Options", func(*eventloop.Loop) {
			l := eventloop.New(eventloop.Options{Resolution: -time.Hour, MaxTimers: -5, Starvation: eventloop.Starvation{Late: -1, Tasks: -1}})
			if l.Resolution() != ms || l.Full() {
				t.Errorf("resolution %v, full %v", l.Resolution(), l.Full())
			}
			if l = eventloop.New(eventloop.Options{Resolution: 1}); l.Resolution() != time.Microsecond {
				t.Errorf("resolution %v", l.Resolution())
			}
		}, ""},
	} {
		l := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
		v := panics(func() { c.f(l) })
		got, _ := v.(string)
		if want := "eventloop: " + c.want; c.want == "" && v != nil || c.want != "" && got != want {
			t.Errorf("%s: panic %q, want %q", c.name, v, want)
		}
		l.Terminate() // never hangs
	}
}

// Methods that are for the loop alone and called now and then tell who calls them
// from elsewhere while the loop runs.
func TestBadCallsFromElsewhere(t *testing.T) {
	l := eventloop.New(eventloop.Options{})
	hold := l.Hold()
	entered := make(chan struct{})
	l.Post(func() { close(entered) })
	done := start(l)
	<-entered
	f := func() {}
	for name, call := range map[string]func(){
		"AddHooks":         func() { l.AddHooks(eventloop.Hooks{}) },
		"SetStarvation":    func() { l.SetStarvation(eventloop.Starvation{}) },
		"SetMaxTimers":     func() { l.SetMaxTimers(1) },
		"TrackOrigins":     func() { l.TrackOrigins() },
		"EveryFixed":       func() { l.EveryFixed(1, 0, f) },
		"AfterFuncContext": func() { l.AfterFuncContext(background, 1, f) },
		"EveryContext":     func() { l.EveryContext(background, 1, f) },
		"EveryAsync":       func() { l.EveryAsync(background, 1, func(context.Context) error { return nil }, nil) },
	} {
		v, _ := panics(call).(string)
		if want := "eventloop: " + name + " called by another goroutine than the loop's, which runs"; v != want {
			t.Errorf("panic %q, want %q", v, want)
		}
	}
	l.Post(func() { // on the loop they are fine
		if v := panics(func() {
			l.AddHooks(eventloop.Hooks{})()
			l.SetStarvation(eventloop.Starvation{})
			l.SetMaxTimers(0)
			l.TrackOrigins()()
			l.EveryFixed(1, 0, f).Clear()
			l.AfterFuncContext(background, 1, f).Clear()
		}); v != nil {
			t.Errorf("on the loop: %v", v)
		}
		hold.Release()
	})
	wantErr(t, <-done, nil)
	if s, ok := panics(func() { l.AddHooks(eventloop.Hooks{})() }).(string); ok && strings.Contains(s, "AddHooks") {
		t.Error("a loop that does not run has no goroutine")
	}
}
