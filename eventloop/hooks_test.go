package eventloop_test

import (
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

func TestHooks(t *testing.T) {
	s, e := newEngine(t)
	item := func(k eventloop.Kind, item any) string {
		switch item.(type) {
		case *eventloop.Timer, *eventloop.Immediate, eventloop.Task, nil:
			return k.String()
		}
		t.Errorf("item %T", item)
		return ""
	}
	remove := s.AddHooks(eventloop.Hooks{
		Set:     func(k eventloop.Kind, i any) { s.log("+%s", item(k, i)) },
		Cleared: func(k eventloop.Kind, i any) { s.log("-%s", item(k, i)) },
		Before:  func(k eventloop.Kind, i any) { s.log("(%s", item(k, i)) },
		After:   func(k eventloop.Kind, i any) { s.log("%s)", item(k, i)) },
		Phase:   func(p eventloop.Phase) { s.log("%s:", p) },
		Wait:    func(d time.Duration) { s.log("wait%d", d/ms) },
		Woke:    func(d time.Duration) { s.log("woke%d", d/ms) },
	})
	tm := s.AfterFunc(5*ms, s.do("f", func() {
		s.NextTick(s.say("tick"))
		s.QueueMicrotask(s.say("micro")) // outside: the engine's own, which runs it unseen
	}))
	tm.Refresh()
	s.Post(s.say("posted"))
	im := s.SetImmediate(s.say("i"))
	im.Clear()
	im.Clear()
	s.AfterFunc(ms, func() {}).Clear()
	s.run()
	s.want(`+timer +timer +immediate -immediate +timer -timer
		(posted posted posted) timers: poll: wait1 woke1 immediates: timers: poll: wait4 woke4 immediates: timers:
		(timer f +tick +microtask timer) (tick tick tick) micro`)

	e.setTimeout(1, s.do("g", func() { s.QueueMicrotask(s.say("own")); e.throw("!") }))
	e.bare = true
	s.run()
	s.want(`+timer timers: poll: wait1 woke1 immediates: timers:
		(timer g +microtask E! timer) (microtask own microtask)`)
	remove()
	remove()
	s.AfterFunc(ms, s.say("h"))
	s.run()
	s.want("h")
}

// Hooks come and go in the middle of a callback; a removed one is not called any
// more, an added one is not told of the end of what it did not see begin.
func TestHooksChangeWithinACallback(t *testing.T) {
	s := newScript(t)
	hooks := func(name string) eventloop.Hooks {
		return eventloop.Hooks{
			Before: func(k eventloop.Kind, _ any) { s.log("%s(%s", name, k) },
			After:  func(k eventloop.Kind, _ any) { s.log("%s)%s", name, k) },
		}
	}
	var removeA, removeB func()
	callback := func() {
		if removeA == nil {
			removeA = s.AddHooks(hooks("a"))
			removeB = s.AddHooks(hooks("b"))
			return
		}
		removeA()
		removeB()
		removeA, removeB = nil, nil
	}
	for _, set := range []func(func()){
		func(f func()) { s.AfterFunc(ms, f) },
		func(f func()) { s.SetImmediate(f) },
		s.NextTick,
		s.QueueMicrotask,
		func(f func()) { s.Post(f) },
	} {
		set(callback)
		s.run()
		s.want("")
		set(callback) // removes them
		s.run()
		if len(s.words) != 2 {
			t.Errorf("hooks that were removed: %v", s.words)
		}
		s.words = nil
	}
	removeA = s.AddHooks(hooks("a"))
	removeB = s.AddHooks(hooks("b"))
	s.AfterFunc(ms, func() { removeA() })
	s.AfterFunc(ms, func() {})
	s.run()
	s.want("a(timer b(timer b)timer b(timer b)timer")
}

func TestNames(t *testing.T) {
	if eventloop.Kind(99).String() != "unknown" || eventloop.Phase(99).String() != "idle" ||
		eventloop.PhaseTimers.String() != "timers" {
		t.Error("names")
	}
}

// The hook of a panic that leaves Run: the callback has ended.
func TestHooksSeeTheEndOfAPanic(t *testing.T) {
	s := newScript(t)
	s.AddHooks(eventloop.Hooks{
		Before: func(k eventloop.Kind, _ any) { s.log("(%s", k) },
		After:  func(k eventloop.Kind, _ any) { s.log("%s)", k) },
	})
	boom := func() { panic("boom") }
	s.AfterFunc(ms, boom)
	panics(s.run)
	s.SetImmediate(boom)
	panics(s.run)
	s.NextTick(boom)
	panics(s.run)
	s.QueueMicrotask(boom)
	panics(s.run)
	s.Post(boom)
	panics(s.run)
	s.want("(timer timer) (immediate immediate) (tick tick) (microtask microtask) (posted posted)")
	s.run()
	s.empty()
}
