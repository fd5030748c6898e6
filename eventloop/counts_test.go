package eventloop_test

import (
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

func TestReq37CountsAreExact(t *testing.T) {
	s := newScript(t)
	want := func(timers, refd int) {
		t.Helper()
		if c := s.Counts(); c.Timers != timers || c.RefTimers != refd {
			t.Errorf("%d timers, %d ref'd; want %d, %d", c.Timers, c.RefTimers, timers, refd)
		}
	}
	var a, b, iv *eventloop.Timer
	again := false
	a = s.AfterFunc(ms, func() {
		if again {
			want(1, 1)
			return
		}
		again = true
		want(3, 2) // it counts in its own callback
		a.Refresh()
		a.Refresh()
		want(3, 2)
		a.Clear()
		want(2, 1)
		a.Clear()
		a.Ref()
		a.Unref()
		a.Ref()
		want(2, 1)
		a.Start(5 * ms)
		want(3, 2)
		a.Unref()
		want(3, 1)
	})
	b = s.AfterFunc(2*ms, func() {
		b.Unref()
		want(3, 1)
		b.Ref()
	})
	b.Unref()
	b.Unref()
	want(2, 1)
	iv = s.Every(3*ms, func() {
		want(2, 1)
		iv.Clear()
		iv.Clear()
		want(1, 0)
		iv.Unref()
		iv.Ref()
		want(1, 0)
	})
	want(3, 2)
	s.run()
	want(1, 0) // a was unref'd and never fired again
	a.Ref()
	want(1, 1)
	s.run()
	s.empty()
}

func TestReq37Kinds(t *testing.T) {
	s := newScript(t)
	s.Post(func() {
		s.NextTick(func() {})
		s.QueueMicrotask(func() {})
		s.Post(func() {})
		h := s.Hold()
		s.AfterFunc(ms, h.Release).Unref()
		s.SetImmediate(func() { h.Release() })
		s.PostAfterFunc(time.Hour, func() {}).Cancel()
		wantCounts(t, s.Loop, eventloop.Counts{Timers: 1, Immediates: 1, RefImmediates: 1,
			Ticks: 1, Microtasks: 1, Posted: 2 + 1, Holds: 1})
	})
	s.Post(func() {})
	wantCounts(t, s.Loop, eventloop.Counts{Posted: 2})
	s.run()
	s.Timers(func(tm *eventloop.Timer) bool { tm.Clear(); return false })
	s.empty()
}

func TestTimerAccessors(t *testing.T) {
	s := newScript(t)
	s.clock.Advance(10 * ms)
	a := s.AfterFunc(1500*time.Microsecond, func() {})
	b := s.AfterFunc(2*ms, func() {})
	c := s.AfterFunc(ms, func() {})
	z := s.AfterFunc(0, func() {})
	if a.Delay() != 2*ms || a.Older() != nil || a.Newer() != b || b.Older() != a || b.Newer() != nil {
		t.Error("a and b share a list")
	}
	if a.Loop() != s.Loop || !a.HasRef() || a.StartedAt() != 10 || a.Expirer() == nil {
		t.Errorf("a: started at %d", a.StartedAt())
	}
	if d, e, _, ok := b.List(); d != 2 || e != 12 || !ok {
		t.Errorf("list of b: %d %d %v", d, e, ok)
	}
	if d, e, _, ok := z.List(); d != 0 || e != 10 || !ok {
		t.Errorf("list of z: %d %d %v", d, e, ok)
	}
	var order []*eventloop.Timer
	for tm := range s.Timers {
		order = append(order, tm)
	}
	if len(order) != 4 || order[0] != z || order[1] != c || order[2] != a || order[3] != b {
		t.Error("Timers")
	}
	// The start is read when the list is processed, as Node reads _idleStart.
	b.SetStartedAt(15)
	s.run()
	if s.Now() != 17*ms {
		t.Errorf("b fired at %v", s.Now())
	}
	if _, _, _, ok := b.List(); ok {
		t.Error("b is in no list")
	}
	if _, _, _, ok := new(eventloop.Timer).List(); ok {
		t.Error("the zero Timer is in no list")
	}
}
