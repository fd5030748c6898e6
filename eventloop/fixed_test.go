package eventloop_test

import (
	"context"
	"math"
	"strconv"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

func TestFixedMissed(t *testing.T) {
	for _, c := range []struct {
		missed eventloop.Missed
		want   string
		lost   int64
	}{
		{eventloop.MissedSkip, "x@10/10 x@20/20 x@55/50 x@60/60 x@70/70", 2},
		{eventloop.MissedCatchUp, "x@10/10 x@20/20 x@55/30 x@55/40 x@55/50", 0},
		{eventloop.MissedDelay, "x@10/10 x@20/20 x@55/50 x@65/65 x@75/75", 2},
	} {
		s := newScript(t)
		n := 0
		var x *eventloop.FixedTimer
		x = s.EveryFixed(10*ms, c.missed, func() {
			s.log("x@%d/%d", s.Now()/ms, x.Point()/ms)
			switch n++; n {
			case 2:
				s.clock.Advance(35 * ms)
			case 5:
				x.Clear()
			}
		})
		s.run()
		s.want(c.want)
		if x.Lost() != c.lost {
			t.Errorf("%v: lost %d", c.missed, x.Lost())
		}
		s.empty()
	}
	if eventloop.Missed(9).String() != "unknown" {
		t.Error("a name for nothing")
	}
}

// A period that is no whole number of ticks does not drift, and no call is early.
func TestFixedDoesNotDrift(t *testing.T) {
	const period = 16*ms + 666667*time.Nanosecond
	for _, tick := range []time.Duration{time.Microsecond, 50 * time.Microsecond, ms, 10 * ms} {
		s := newScript(t, func(o *eventloop.Options) { o.Resolution = tick })
		n := time.Duration(0)
		var x *eventloop.FixedTimer
		x = s.EveryFixed(period, eventloop.MissedSkip, func() {
			n++
			if at := s.clock.Now(); at < n*period || at >= n*period+tick || x.Point() != n*period {
				t.Fatalf("tick %v: call %d at %v, point %v", tick, n, at, x.Point())
			}
			s.clock.Advance(tick / 3)
			if n == 10000 {
				x.Clear()
			}
		})
		s.run()
		if n != 10000 || x.Lost() != 0 {
			t.Errorf("%d calls, %d lost", n, x.Lost())
		}
	}
}

func TestFixedStart(t *testing.T) {
	s := newScript(t)
	var x eventloop.FixedTimer
	n := 0
	x.Init(s.Loop, func() {
		s.at("x" + strconv.Itoa(n))()
		if n++; n%3 == 0 {
			x.Clear()
		}
	})
	x.Start(3*ms, 10*ms, eventloop.MissedSkip)
	x.Start(2*ms, 10*ms, eventloop.MissedSkip) // moved
	s.run()
	s.want("x0@2 x1@12 x2@22")
	// In a pass, now is the next pass; negative is now; a period of nothing is a tick.
	s.AfterFunc(ms, func() { x.Start(-5, -5, eventloop.MissedDelay) })
	s.AfterFunc(ms, s.at("same-pass"))
	s.run()
	s.want("same-pass@23 x3@24 x4@25 x5@26")
}

func TestFixedRefAndLongPeriods(t *testing.T) {
	s := newScript(t)
	x := s.EveryFixed(10*ms, eventloop.MissedSkip, s.at("x"))
	if !x.HasRef() || x.Unref().HasRef() || !x.Live() {
		t.Error("Unref")
	}
	s.AfterFunc(25*ms, s.at("end"))
	s.run()
	s.want("x@10 x@20 end@25")
	x.Ref()
	wantCounts(t, s.Loop, eventloop.Counts{Timers: 1, RefTimers: 1})
	if !x.Clear() || x.Clear() || x.Live() {
		t.Error("Clear")
	}
	s.empty()
	for _, m := range []eventloop.Missed{eventloop.MissedSkip, eventloop.MissedCatchUp, eventloop.MissedDelay} {
		x := s.EveryFixed(math.MaxInt64, m, s.say("never"))
		x.Unref()
		y := &eventloop.FixedTimer{}
		y.Init(s.Loop, s.say("once"))
		y.Start(0, math.MaxInt64, m)
		y.Unref()
		s.AfterFunc(time.Hour, func() {})
		s.run()
		s.want("once")
		x.Clear()
		y.Clear()
	}
}

// A call that panics is over like any other.
func TestFixedPanics(t *testing.T) {
	s := newScript(t)
	n := 0
	var x *eventloop.FixedTimer
	x = s.EveryFixed(10*ms, eventloop.MissedSkip, func() {
		s.at("x")()
		if n++; n == 3 {
			x.Clear()
		}
		panic("thrown")
	})
	for range 3 {
		if v := panics(func() { s.run() }); v != "thrown" {
			t.Fatalf("panic %v", v)
		}
	}
	s.run()
	s.want("x@10 x@20 x@30")
	s.empty()
}

// Fixed timers take their place by deadline, whatever was set before them.
func TestFixedKeepsItsPlace(t *testing.T) {
	s := newScript(t)
	var x *eventloop.FixedTimer
	n := 0
	x = s.EveryFixed(10*ms, eventloop.MissedSkip, s.do("x", func() {
		if n++; n == 2 {
			x.Clear()
		}
	}))
	s.AfterFunc(5*ms, func() {
		s.clock.Advance(7 * ms)
		s.AfterFunc(10*ms, s.say("a")) // due at 22, and x at 20
	})
	s.run()
	s.want("x x a")
}

// Next is checked against points that are counted one by one.
func TestMissedNext(t *testing.T) {
	const period = 7
	for late := time.Duration(-3); late < 40; late++ {
		point, now := time.Duration(100), 100+late
		last := point
		passed := int64(0)
		for last+period <= now {
			last += period
			passed++
		}
		for m, want := range map[eventloop.Missed][3]time.Duration{
			eventloop.MissedSkip:    {last, last + period, time.Duration(passed)},
			eventloop.MissedCatchUp: {point, point + period, 0},
			eventloop.MissedDelay:   {last, map[bool]time.Duration{true: now, false: point}[passed > 0] + period, time.Duration(passed)},
		} {
			call, next, lost := m.Next(point, now, period)
			if got := [3]time.Duration{call, next, time.Duration(lost)}; got != want {
				t.Errorf("%v, late %d: %v, want %v", m, late, got, want)
			}
		}
	}
	if _, next, _ := eventloop.MissedSkip.Next(math.MaxInt64-5, math.MaxInt64-5, 10); next != math.MaxInt64 {
		t.Errorf("overflow: %v", next)
	}
}

// Fixed and asynchronous intervals are listed as intervals.
func TestPendingOfFixed(t *testing.T) {
	s := newScript(t)
	x := s.EveryFixed(10*ms+1, eventloop.MissedSkip, func() {})
	a := s.EveryAsync(background, 20*ms, func(context.Context) error { return nil }, nil)
	p := s.Pending()
	if len(p) != 2 || p[0].Kind != eventloop.KindInterval || p[0].Delay != 10*ms+1 ||
		p[1].Kind != eventloop.KindInterval || p[1].Delay != 20*ms {
		t.Errorf("%+v", p)
	}
	x.Clear()
	a.Clear()
	s.run()
	s.empty()
}
