package eventloop_test

import (
	"testing"

	"github.com/nodetimers/nodetimers/eventloop"
)

// The order of phases and of what runs in them; the numbers are those of the
// facts about Node this follows.

func TestOrderOfPhases(t *testing.T) { // 40
	s := newScript(t)
	s.AfterFunc(0, s.do("timer", func() {
		s.SetImmediate(s.say("immediate2"))
		s.Post(s.say("posted2"))
	}))
	s.SetImmediate(s.do("immediate", func() { s.AfterFunc(0, s.say("timer2")) }))
	s.Post(s.say("posted"))
	s.NextTick(s.say("tick"))
	s.QueueMicrotask(s.say("micro"))
	s.run()
	s.want("tick micro posted timer posted2 immediate immediate2 timer2")
	s.empty()
}

func TestOrderOfDrain(t *testing.T) { // 29, 31, 34
	s := newScript(t)
	s.AfterFunc(0, s.do("timer", func() {
		s.QueueMicrotask(s.do("m1", func() { s.NextTick(s.say("t3")); s.QueueMicrotask(s.say("m3")) }))
		s.NextTick(s.do("t1", func() { s.QueueMicrotask(s.say("m2")); s.NextTick(s.say("t2")) }))
	}))
	s.AfterFunc(0, s.do("timer", func() {
		s.QueueMicrotask(s.do("m", func() { s.NextTick(s.say("t")) }))
		s.QueueMicrotask(s.say("m"))
	}))
	s.run()
	s.want("timer t1 t2 m1 m2 m3 t3 timer m m t")
}

func TestDrainBetweenCallbacks(t *testing.T) { // 32, 46, 57
	s := newScript(t)
	tick := func(w string) func() { return s.do(w, func() { s.NextTick(s.say("t" + w)) }) }
	s.Post(tick("p1"))
	s.Post(tick("p2"))
	s.AfterFunc(1*ms, tick("a"))
	s.AfterFunc(1*ms, tick("b"))
	s.AfterFunc(2*ms, tick("c"))
	s.SetImmediate(tick("i"))
	s.SetImmediate(tick("j"))
	s.clock.Advance(5 * ms)
	s.run()
	s.want("p1 tp1 p2 tp2 a ta b tb c tc i ti j tj")
}

func TestRecursiveTicksStarve(t *testing.T) { // 35
	s := newScript(t)
	n := 0
	var f func()
	f = func() {
		if n++; n < 100_000 {
			s.NextTick(f)
		}
	}
	s.AfterFunc(0, f)
	s.AfterFunc(0, func() { s.log("%d", n) })
	s.run()
	s.want("100000")
}

func TestImmediatesWaitATurn(t *testing.T) { // 42-45
	s := newScript(t)
	s.SetImmediate(s.do("i1", func() {
		s.SetImmediate(s.say("late1"))
		s.NextTick(func() { s.SetImmediate(s.say("late2")) })
		s.AfterFunc(0, s.say("timer"))
	}))
	s.SetImmediate(s.say("i2"))
	s.AfterFunc(0, func() {
		s.SetImmediate(s.say("i3"))
		s.QueueMicrotask(func() { s.SetImmediate(s.say("i4")) })
		s.AfterFunc(0, s.say("timer3"))
	})
	s.run()
	s.want("i1 i2 i3 i4 timer late1 late2 timer3")
}

func TestPassHasOneTime(t *testing.T) { // 47
	s := newScript(t)
	s.AfterFunc(1*ms, s.do("a", func() {
		s.clock.Advance(10 * ms)
		s.SetImmediate(s.say("immediate"))
	}))
	s.AfterFunc(5*ms, s.say("b"))
	s.run()
	s.want("a immediate b")
}

// A due list is run to its first timer that is not due before the next list is
// looked at.
func TestListsAreRunWhole(t *testing.T) { // 53
	s := newScript(t)
	s.AfterFunc(20*ms, s.say("a20"))
	s.AfterFunc(90*ms, s.say("b90"))
	s.SetImmediate(func() {
		s.clock.Advance(110 * ms)
		s.AfterFunc(20*ms, s.say("c20"))
		s.clock.Advance(50 * ms)
	})
	s.run()
	// Before the first pass nothing is due; after the immediate all are.
	s.want("a20 c20 b90")
}

// A list that is re-keyed counts as the newest for ties. The same in JavaScript:
//
//	setTimeout(A, 20); at 10: setTimeout(B, 20); at 15: setTimeout(C, 15)
//
// With everything late, B and C are due at 30: C's list was made first, the other
// got its new expiry later.
func TestRekeyedListIsNewest(t *testing.T) { // 55
	s := newScript(t)
	s.AfterFunc(20*ms, s.say("A"))
	s.AfterFunc(10*ms, func() { s.AfterFunc(20*ms, s.say("B")) })
	s.AfterFunc(15*ms, func() { s.AfterFunc(15*ms, s.say("C")) })
	s.run()
	s.want("A C B")
}

func TestClearWithinPass(t *testing.T) { // 58
	s := newScript(t)
	var b, c, d, x *eventloop.Timer
	s.AfterFunc(1*ms, s.do("a", func() {
		b.Clear()
		s.NextTick(func() { c.Clear() })
		s.QueueMicrotask(func() { x.Clear() })
	}))
	b = s.AfterFunc(1*ms, s.say("b"))
	c = s.AfterFunc(1*ms, s.say("c"))
	d = s.AfterFunc(1*ms, s.say("d"))
	x = s.AfterFunc(2*ms, s.say("x"))
	s.AfterFunc(3*ms, s.say("y"))
	s.clock.Advance(5 * ms)
	s.run()
	s.want("a d y")
	for _, t := range []*eventloop.Timer{b, c, d, x} {
		if t.Clear() || t.Live() || t.Scheduled() {
			s.t.Error("cleared or fired, and still live")
		}
	}
	s.empty()
}

func TestRefreshWithinPass(t *testing.T) { // 113-117
	s := newScript(t)
	var a, b *eventloop.Timer
	n := 0
	a = s.AfterFunc(1*ms, func() {
		s.at("a")()
		if n++; n < 3 {
			if !a.Refresh() {
				t.Error("not refreshed in its own callback")
			}
		}
		if n == 1 {
			b.Refresh() // leaves the pass
		}
		if n == 3 {
			a.Refresh()
			a.Clear()
		}
	})
	b = s.AfterFunc(1*ms, s.at("b"))
	s.AfterFunc(1*ms, s.at("c"))
	s.clock.Advance(5 * ms)
	s.run()
	s.want("a@5 c@5 a@6 b@6 a@7")
	if a.Refresh() {
		t.Error("a cleared timer was refreshed")
	}
	if !b.Refresh() { // a fired one is scheduled again
		t.Error("a fired timer was not refreshed")
	}
	s.run()
	s.want("b@8")
	s.empty()
}

func TestUnref(t *testing.T) { // 119-126
	check := func(name, want string, prepare func(s *script)) {
		t.Helper()
		s := newScript(t)
		prepare(s)
		s.run()
		t.Log(name)
		s.want(want)
	}
	check("does not accumulate", "", func(s *script) {
		s.AfterFunc(1*ms, s.say("a")).Unref().Unref().Ref().Unref()
	})
	check("fires while others live", "a b", func(s *script) {
		s.AfterFunc(1*ms, s.say("a")).Unref()
		s.AfterFunc(2*ms, s.say("b"))
	})
	check("not even when overdue", "", func(s *script) {
		s.AfterFunc(1*ms, s.say("a")).Unref()
		s.clock.Advance(5 * ms)
	})
	check("but in the first pass if anything else is there", "a immediate", func(s *script) {
		s.AfterFunc(1*ms, s.say("a")).Unref()
		s.SetImmediate(s.say("immediate"))
		s.clock.Advance(5 * ms)
	})
	check("and after a last immediate", "immediate a", func(s *script) {
		s.SetImmediate(s.do("immediate", func() {
			s.AfterFunc(1*ms, s.say("a")).Unref()
			s.clock.Advance(5 * ms)
		}))
	})
	check("ref re-attaches", "a", func(s *script) { s.AfterFunc(1*ms, s.say("a")).Unref().Ref() })
	check("after it fired it keeps nothing alive", "a", func(s *script) {
		var a *eventloop.Timer
		a = s.AfterFunc(1*ms, s.do("a", func() { a.Unref().Ref() }))
	})
	check("an interval that lets go of itself", "a a", func(s *script) {
		n := 0
		var a *eventloop.Timer
		a = s.Every(1*ms, s.do("a", func() {
			if n++; n == 2 {
				a.Unref()
			}
		}))
	})
	check("an immediate alone", "", func(s *script) { s.SetImmediate(s.say("i")).Unref() })
	check("an immediate in company", "i j", func(s *script) {
		s.SetImmediate(s.say("i")).Unref()
		s.SetImmediate(s.say("j"))
	})
	check("an immediate waits with the poll for a timer", "i@1 a@1", func(s *script) {
		s.SetImmediate(s.at("i")).Unref()
		s.AfterFunc(1*ms, s.at("a"))
	})
	check("immediates keep the loop turning", "i i i a i", func(s *script) {
		n := 0
		var f func()
		f = s.do("i", func() {
			s.clock.Advance(1 * ms)
			if n++; n < 4 {
				s.SetImmediate(f)
			}
		})
		s.SetImmediate(f)
		s.AfterFunc(3*ms, s.say("a")).Unref()
	})
	check("queued by the last timer in the first pass it runs", "a i", func(s *script) {
		s.AfterFunc(1*ms, s.do("a", func() { s.SetImmediate(s.say("i")).Unref() }))
		s.clock.Advance(5 * ms)
	})
	check("queued by the last timer in a later pass it does not", "a", func(s *script) {
		s.AfterFunc(1*ms, s.do("a", func() { s.SetImmediate(s.say("i")).Unref() }))
	})
}

func TestBeforeExit(t *testing.T) { // 127, 128
	n := 0
	var s *script
	s = newScript(t, func(o *eventloop.Options) {
		o.BeforeExit = func() {
			n++
			s.log("exit%d", n)
			switch n {
			case 1:
				s.AfterFunc(1*ms, s.say("timer"))
			case 2:
				s.NextTick(func() { s.SetImmediate(s.say("immediate")) })
			case 3:
				s.Post(s.say("posted"))
			case 4:
				s.NextTick(s.say("tick"))
				s.AfterFunc(1*ms, s.say("unref")).Unref()
			}
		}
	})
	s.run()
	s.want("exit1 timer exit2 immediate exit3 posted exit4 tick")
	s.run()
	s.want("exit5")
}
