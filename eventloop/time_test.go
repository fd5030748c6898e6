package eventloop_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Section D of the requirements: time and order. Each test has the number of the
// line it checks.

func TestReq23EqualDeadlinesKeepTheirOrder(t *testing.T) {
	for round := range 100 {
		s := newScript(t)
		next := 0
		for i := range 1000 {
			s.AfterFunc(time.Duration(1+round)*ms, func() {
				if i != next {
					t.Fatalf("round %d: timer %d ran, want %d", round, i, next)
				}
				next++
			})
		}
		s.run()
		if next != 1000 {
			t.Fatalf("round %d: %d ran", round, next)
		}
	}
}

// Timers of Go and of an engine are in the same lists.
func TestReq24MixedTimersKeepOneOrder(t *testing.T) {
	s, e := newEngine(t)
	e.setTimeout(20, s.say("js20"))
	s.AfterFunc(20*ms, s.say("go20"))
	e.setTimeout(20, s.say("js20b"))
	s.AfterFunc(15*ms, s.say("go15"))
	e.setTimeout(10, s.say("js10"))
	s.AfterFunc(10*ms, s.say("go10"))
	e.setTimeout(15, s.say("js15"))
	s.clock.Advance(100 * ms)
	s.run()
	s.want("js10 go10 go15 js15 js20 go20 js20b")
}

// Set and refreshed at odd fractions of a tick, no timer fires before its
// deadline, nor more than two ticks after it.
func TestReq25NeverEarly(t *testing.T) {
	delays := []time.Duration{1, 1000, 300_000, 999_999, ms, ms + 1, 1_500_000, 2 * ms, 10*ms - 1, 10 * ms,
		333_333_333, time.Second, 10 * time.Second}
	for _, tick := range []time.Duration{ms, time.Microsecond, 10 * ms} {
		r := rand.New(rand.NewPCG(1, 2))
		ran, early, latest := 0, 0, time.Duration(0)
		const n = 2000
		for range n {
			s := newScript(t, func(o *eventloop.Options) { o.Resolution = tick })
			var due time.Duration
			for range 3 {
				s.clock.Advance(time.Duration(r.Int64N(int64(2 * tick))))
				d := delays[r.IntN(len(delays))]
				due = s.clock.Now() + d
				check := func() {
					ran++
					late := s.clock.Now() - due
					if late < 0 {
						early++
						t.Errorf("tick %v, delay %v: fired %v early", tick, d, -late)
					}
					latest = max(latest, late)
				}
				switch r.IntN(3) {
				case 0:
					s.AfterFunc(d, check)
				case 1:
					s.PostAfterFunc(d, check)
				case 2:
					tm := s.AfterFunc(d, check)
					s.clock.Advance(time.Duration(r.Int64N(int64(2 * tick))))
					due = s.clock.Now() + d
					tm.Refresh()
				}
				s.run()
			}
		}
		if ran != 3*n || latest > 2*tick {
			t.Errorf("tick %v: %d of %d ran, the latest %v late", tick, ran, 3*n, latest)
		}
	}
}

// The n-th call of an interval is never before n delays have passed, and it does
// not drift by the roundings.
func TestReq25IntervalNeverEarly(t *testing.T) {
	s := newScript(t)
	s.clock.Advance(300_000)
	from, n := s.clock.Now(), 0
	var iv *eventloop.Timer
	iv = s.Every(10*ms, func() {
		n++
		if at := s.clock.Now(); at < from+time.Duration(n)*10*ms || at > from+time.Duration(n)*10*ms+ms {
			t.Errorf("call %d at %v", n, at-from)
		}
		s.clock.Advance(700_000) // running takes time
		if n == 100 {
			iv.Clear()
		}
	})
	s.run()
}

// A change of the wall clock moves nothing: a Clock has no way to ask for it, and
// the system clock reads the monotonic one only. What is left to check is a clock
// that stands still or, against its contract, goes back.
func TestReq25ClockGoesBack(t *testing.T) {
	c := &crookedClock{VirtualClock: eventloop.NewVirtualClock()}
	l := eventloop.New(eventloop.Options{Clock: c})
	var got []time.Duration
	l.AfterFunc(10*ms, func() {
		c.back = 8 * ms
		l.UpdateNow()
		got = append(got, l.Now())
	})
	l.AfterFunc(12*ms, func() { got = append(got, l.Now()) })
	wantErr(t, l.Run(t.Context()), nil)
	if len(got) != 2 || got[0] != 10*ms || got[1] != 12*ms {
		t.Errorf("fired at %v", got)
	}
}

type crookedClock struct {
	*eventloop.VirtualClock
	back time.Duration
}

func (c *crookedClock) Now() time.Duration { return c.VirtualClock.Now() - c.back }

func TestReq26CancelOfTheEarliest(t *testing.T) {
	s := newScript(t)
	a := s.AfterFunc(10*ms, s.at("a"))
	s.AfterFunc(20*ms, s.at("b"))
	s.AfterFunc(10*ms, s.at("c")).Clear()
	s.SetImmediate(func() { a.Clear() })
	s.run()
	s.want("b@20")
	s.empty()
}

func TestReq27OwnTimerAndSiblings(t *testing.T) {
	s := newScript(t)
	var own, sibling, cleared, again *eventloop.Timer
	own = s.AfterFunc(5*ms, func() {
		s.at("own")()
		if !own.Clear() || own.Clear() {
			t.Error("Clear in the own callback counts once")
		}
		own.Refresh()
		cleared.Clear()
		sibling.Start(3 * ms)
	})
	cleared = s.AfterFunc(5*ms, s.at("cleared"))
	sibling = s.AfterFunc(5*ms, s.at("sibling"))
	again = s.AfterFunc(7*ms, func() {
		s.at("again")()
		if s.Now() < 20*ms {
			again.Start(10 * ms)
		}
	})
	s.run()
	s.want("own@5 again@7 sibling@8 again@17 again@27")
	s.empty()
}

func TestReq28ZeroTimersStarveNothing(t *testing.T) {
	s := newScript(t)
	n := 0
	var zero *eventloop.Timer
	zero = s.AfterFunc(0, func() {
		s.at("zero")()
		n++
		switch n {
		case 1:
			s.Post(s.at("posted"))
			s.SetImmediate(s.at("immediate"))
		case 4:
			return
		}
		zero.Start(0)
	})
	s.AfterFunc(2*ms, s.at("two"))
	s.run()
	s.want("zero@0 posted@0 immediate@0 zero@1 two@2 zero@2 zero@3")
	// The same with the cached time, and by refreshing.
	n = 0
	var cached *eventloop.Timer
	cached = s.AfterFuncCached(0, func() {
		s.at("cached")()
		if n++; n < 3 {
			cached.StartCached(-1)
		} else if n < 6 {
			cached.RefreshCached()
		}
	})
	s.AfterFuncCached(2*ms, s.at("two"))
	s.run()
	s.want("cached@3 cached@4 two@5 cached@5 cached@6 cached@7 cached@8")
	s.empty()
}

func TestReq29ZeroAndNegative(t *testing.T) {
	s := newScript(t)
	s.clock.Advance(500_000)
	s.AfterFunc(1*ms, s.at("one"))
	for _, d := range []time.Duration{0, -1, -time.Hour, math.MinInt64} {
		s.AfterFunc(d, s.at("z"))
		s.AfterFuncCached(d, s.at("c"))
		s.PostAfterFunc(d, s.at("p"))
	}
	if d := s.AfterFunc(0, s.at("last")).Delay(); d != 0 {
		t.Errorf("Delay %v", d)
	}
	s.run()
	// At once, in the order they were set; those posted arrive with the Run.
	s.want("z@0 c@0 z@0 c@0 z@0 c@0 z@0 c@0 last@0 p@0 p@0 p@0 p@0 one@2")

	// Set outside a pass they are due in the next one, ahead of what is not.
	s.SetImmediate(func() { s.AfterFunc(1*ms, s.at("one")); s.AfterFunc(0, s.at("z")) })
	s.AfterFunc(0, func() { s.AfterFunc(0, s.at("next")); s.AfterFunc(1*ms, s.at("later")) })
	s.run()
	s.want("z@2 next@3 later@3 one@3")

	for _, d := range []time.Duration{0, -1, math.MinInt64} {
		n := 0
		var iv *eventloop.Timer
		iv = s.Every(d, func() {
			s.at("iv")()
			if n++; n == 2 {
				iv.Clear()
			}
		})
		if iv.Delay() != ms {
			t.Errorf("interval of %v has delay %v", d, iv.Delay())
		}
		s.run()
	}
	s.want("iv@4 iv@5 iv@6 iv@7 iv@8 iv@9")
	s.empty()
}

func TestReq30HugeDurations(t *testing.T) {
	for _, from := range []time.Duration{0, time.Hour, 50 * 365 * 24 * time.Hour} {
		for _, tick := range []time.Duration{0, time.Microsecond, 3 * time.Hour} {
			clock := eventloop.NewVirtualClock()
			clock.Advance(from)
			l := eventloop.New(eventloop.Options{Clock: clock, Resolution: tick})
			var order []int
			for i, d := range []time.Duration{math.MaxInt64, math.MaxInt64 - 1, math.MaxInt64 - ms, 1 << 62} {
				l.AfterFunc(d, func() { order = append(order, i) }).Unref()
				l.AfterFuncCached(d, func() { order = append(order, i) }).Unref()
				l.PostAfterFunc(d, func() { order = append(order, i) })
				l.Every(d, func() { order = append(order, i) }).Unref()
			}
			l.AfterFunc(time.Second, func() {
				if len(order) != 0 {
					t.Errorf("from %v, tick %v: %v ran in the first second", from, tick, order)
				}
				l.StopNoWait()
			})
			wantErr(t, l.Run(t.Context()), eventloop.ErrStopped)
		}
	}
	// On the virtual clock even the end of time can be reached.
	s := newScript(t)
	s.AfterFunc(math.MaxInt64, s.say("end"))
	s.run()
	s.want("end")
}

// Far timers on loops of any age: neither early nor late by a turn of anything.
func TestReq31LongTimers(t *testing.T) {
	const day = 24 * time.Hour
	spans := []time.Duration{time.Second, 63 * ms, 64 * ms, 65 * ms, time.Hour, 25 * day, 1 << 31 * ms, 50 * day, 3 * 365 * day}
	s := newScript(t)
	for _, age := range append([]time.Duration{0}, spans...) {
		s.AfterFunc(age, func() {
			for _, d := range spans {
				for _, d := range []time.Duration{d - ms, d, d + ms} {
					due := s.clock.Now() + d
					s.AfterFunc(d, func() {
						if now := s.clock.Now(); now != due {
							t.Errorf("set at %v for %v: fired at %v", due-d, d, now)
						}
					})
				}
			}
		})
	}
	s.run()
	s.empty()
}

// A million random steps; on this clock each timer fires exactly at its deadline.
func TestReq32RandomSteps(t *testing.T) {
	steps := 1_000_000
	if testing.Short() {
		steps = 100_000
	}
	r := rand.New(rand.NewPCG(3, 4))
	s := newScript(t)
	timers := make([]deadlineTimer, 2000)
	live, refd, extra := 0, 0, 0 // extra: the timer that steps
	for i := range timers {
		timers[i].s = s
		timers[i].t.Init(s.Loop, &timers[i])
		timers[i].fired = func(d *deadlineTimer) { live--; refd-- }
	}
	var step func()
	step = func() {
		for range 100 {
			steps--
			x := &timers[r.IntN(len(timers))]
			switch op := r.IntN(10); {
			case op < 5:
				if !x.t.Live() {
					live++
					refd++
				}
				d := time.Duration(1+r.IntN(300)) * ms
				if op == 0 {
					d *= 100
				}
				x.due = s.Now() + d
				x.t.StartCached(d)
			case op < 7:
				if x.t.Clear() {
					live--
					refd--
				}
			case x.t.Live():
				x.due = s.Now() + x.t.Delay()
				x.t.RefreshCached()
			}
		}
		if c := s.Counts(); c.Timers != live+extra || c.RefTimers != refd+extra {
			t.Fatalf("%d steps to go: counts %+v, want %d", steps, c, live)
		}
		extra = 0
		switch {
		case steps <= 0:
		case r.IntN(4) == 0: // let time pass, to the next tick
			s.AfterFuncCached(ms, step)
			extra++
		default:
			s.SetImmediate(step)
		}
	}
	s.SetImmediate(step)
	s.run()
	s.empty()
}

type deadlineTimer struct {
	t     eventloop.Timer
	s     *script
	due   time.Duration
	fired func(*deadlineTimer)
}

func (d *deadlineTimer) Expire(*eventloop.Timer) {
	if now := d.s.Now(); now != d.due {
		d.s.t.Errorf("fired at %v, due at %v", now, d.due)
	}
	d.fired(d)
}

func TestReq33IntervalsDoNotBurst(t *testing.T) {
	s := newScript(t)
	n := 0
	var iv *eventloop.Timer
	iv = s.Every(100*ms, func() {
		s.at("iv")()
		switch n++; n {
		case 1:
			s.clock.Advance(60 * ms) // no added sleep
		case 2:
			s.clock.Advance(350 * ms) // late: once, after the immediates
			s.SetImmediate(s.say("immediate"))
		case 5:
			iv.Clear()
		}
	})
	s.run()
	s.want("iv@100 iv@200 immediate iv@550 iv@650 iv@750")
	s.empty()
}

// Started otherwise by its own callback, an interval counts from there.
func TestIntervalRestartedByItself(t *testing.T) {
	s := newScript(t)
	n := 0
	var iv *eventloop.Timer
	iv = s.Every(10*ms, func() {
		s.at("iv")()
		s.clock.Advance(4 * ms)
		switch n++; n {
		case 1:
			iv.StartInterval(20 * ms)
		case 2:
			iv.Refresh()
		case 3:
			iv.Start(5 * ms) // once
		case 4:
			iv.StartInterval(5 * ms) // an interval again
		case 6:
			iv.Clear()
		}
	})
	s.run()
	s.want("iv@10 iv@34 iv@58 iv@67 iv@76 iv@81")
	s.empty()
}

// The same tick is found whatever the resolution.
func TestResolution(t *testing.T) {
	for _, c := range []struct{ option, tick, delay, fires time.Duration }{
		{0, ms, 1500 * time.Microsecond, 2 * ms},
		{-5, ms, 1, ms},
		{1, time.Microsecond, 1500 * time.Microsecond, 1500 * time.Microsecond},
		{time.Microsecond, time.Microsecond, 1, time.Microsecond},
		{10 * ms, 10 * ms, 11 * ms, 20 * ms},
	} {
		s := newScript(t, func(o *eventloop.Options) { o.Resolution = c.option })
		if s.Resolution() != c.tick {
			t.Errorf("Resolution %v: tick %v", c.option, s.Resolution())
		}
		for _, set := range []func(time.Duration, func()) *eventloop.Timer{s.AfterFunc, s.AfterFuncCached} {
			from := s.clock.Now()
			set(c.delay, func() {
				if at := s.clock.Now() - from; at != c.fires {
					t.Errorf("tick %v: delay %v fired at %v, want %v", c.tick, c.delay, at, c.fires)
				}
			})
			s.run()
		}
	}
}
