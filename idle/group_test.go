package idle

import (
	"encoding/json"
	"expvar"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"go.uber.org/goleak"
)

// Tests of groups, in virtual time. Those named TestReq show what a program may rely on, by its number in
// docs/requirements.md.

const tick = 100 * time.Millisecond

// slack is how late an entry may be, in virtual time, in which goroutines run at once: the stated tick and a sixteenth.
const slack = tick + tick/tickUnits

// bubble runs f in a synctest bubble with a group.
func bubble(t *testing.T, f func(t *testing.T, g *Group)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		g := NewGroup(Options{Tick: tick})
		t.Cleanup(func() { // after the test's own
			g.stopAll()
			time.Sleep(2 * time.Minute) // until its goroutines have noticed
		})
		f(t, g)
	})
}

// stopAll stops what has a limit, so that a failed test ends with its own message.
func (g *Group) stopAll() {
	var left []*Entry
	g.mu.Lock()
	for n := range g.lists.All() {
		left = append(left, *n.Payload())
	}
	g.mu.Unlock()
	for _, e := range left {
		e.Stop()
	}
}

// record notes when it expired.
type record struct {
	Entry
	at time.Time
	n  atomic.Int32
}

func (r *record) Expire(*Entry) { r.at = time.Now(); r.n.Add(1) }

// check waits until r has expired and checks that this came limit after since, and no later than the slack.
func (r *record) check(t *testing.T, since time.Time, limit time.Duration) {
	t.Helper()
	time.Sleep(time.Until(since.Add(limit + slack + time.Nanosecond)))
	synctest.Wait()
	if n := r.n.Load(); n != 1 {
		t.Fatalf("expired %d times by %v after the last touch, want once after %v", n, time.Since(since), limit)
	}
	if late := r.at.Sub(since) - limit; late < 0 || late > slack {
		t.Errorf("expired %v after the limit of %v; the slack is %v", late, limit, slack)
	}
}

func TestReq38TouchAllocatesNothing(t *testing.T) {
	g := NewGroup(Options{Tick: time.Hour})
	e := g.AfterIdle(time.Hour, func() {})
	defer e.Stop()
	c := NewConn(nothing{}, Config{Idle: time.Hour, ReadStall: time.Hour, WriteStall: time.Hour, Group: g})
	defer c.Close()
	p := make([]byte, 1)
	for what, f := range map[string]func(){
		"Touch":            func() { e.Touch() },
		"the first Touch":  func() { g.clock.Add(1 << stampShift); e.Touch() },
		"Hold and Release": func() { e.Hold(); e.Release() },
		"Read":             func() { c.Read(p) },
		"Write":            func() { c.Write(p) },
	} {
		if n := testing.AllocsPerRun(1000, f); n != 0 {
			t.Errorf("%s allocates %v times", what, n)
		}
	}
}

// Whoever has the group's lock, touches go on.
func TestReq38TouchTakesNoLock(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		e := g.AfterIdle(time.Hour, func() {})
		c := NewConn(nothing{}, Config{Idle: time.Hour, ReadStall: time.Hour, Group: g})
		c.Write([]byte("x"))
		done := make(chan bool)
		g.mu.Lock()
		go func() {
			for range 10 {
				g.clock.Add(1 << stampShift)
				e.Touch()
				e.Hold()
				e.Release()
				c.Read(make([]byte, 1))
				c.Write(make([]byte, 1))
			}
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(10 * time.Second): // of real time, as a goroutine waits for a mutex: the test would hang
			t.Error("a touch waits for the lock")
		}
		g.mu.Unlock()
		c.Close()
	})
}

func TestReq39NeverEarlyAndLittleLate(t *testing.T) {
	for _, limit := range []time.Duration{1, time.Millisecond, tick, 10 * time.Second, 3*time.Minute + 7*time.Millisecond, 40 * time.Minute} {
		for _, touched := range []time.Duration{0, 1, 3 * time.Millisecond, tick/2 + 1, tick, 7*time.Second + 333*time.Microsecond} {
			if touched >= limit {
				continue
			}
			t.Run(fmt.Sprintf("%v touched after %v", limit, touched), func(t *testing.T) {
				bubble(t, func(t *testing.T, g *Group) {
					time.Sleep(1234567)
					var r record
					since := time.Now()
					g.Add(&r.Entry, &r, limit)
					if touched > 0 {
						time.Sleep(touched)
						since = time.Now()
						if !r.Touch() {
							t.Fatal("Touch before the limit is false")
						}
					}
					r.check(t, since, limit)
					if r.Touch() || r.Hold() || r.Stop() || r.SetLimit(limit) || !r.Expired() || r.Live() {
						t.Error("an expired entry can be used")
					}
				})
			})
		}
	}
}

// Touches that keep an entry alive come at every place within a tick.
func TestReq39TouchesKeepItAlive(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		const limit = time.Second
		var r record
		g.Add(&r.Entry, &r, limit)
		for i := range 2000 {
			time.Sleep(limit - time.Duration(i)*time.Microsecond*100)
			if !r.Touch() || r.n.Load() != 0 {
				t.Fatalf("touch %d in time was refused", i)
			}
		}
		r.check(t, time.Now(), limit)
		if s := g.Stats(); s.Touched == 0 || s.Expired != 1 || s.Live != 0 {
			t.Errorf("%+v", s)
		}
	})
}

// A clock that stands still does not make a touch count as earlier than it was: neither the one in that time, nor does
// the lateness stay afterwards.
func TestReq39LateKeeper(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		const limit, pause = 10 * time.Second, 8 * time.Second
		var during, before record
		g.Add(&during.Entry, &during, limit)
		g.Add(&before.Entry, &before, limit)
		time.Sleep(3 * time.Second)
		before.Touch()
		before3 := time.Now()
		time.Sleep(tick)

		// The keeper does not run for 8 seconds; in a bubble nothing can be made to wait for a processor, so the clock that it
		// reads jumps instead.
		g.mu.Lock()
		g.base = g.base.Add(-pause)
		during.Touch() // late in the pause, noted with a clock from before it
		now := time.Now()
		g.mu.Unlock()

		during.check(t, now, limit)
		if got := before.at.Add(pause).Sub(before3); got < limit || got > limit+slack {
			t.Errorf("touched before the pause, it expired after %v", got)
		}
	})
}

func TestReq39SlowHandlersDelayNoOther(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		const limit = time.Second
		done := make(chan struct{})
		defer close(done)
		for range 600 {
			g.AfterIdle(limit, func() { <-done })
		}
		var last record
		g.Add(&last.Entry, &last, limit)
		since := time.Now()
		var later record
		g.Add(&later.Entry, &later, 10*limit)
		time.Sleep(2 * limit)
		synctest.Wait()
		if last.n.Load() != 1 {
			t.Fatal("it waits for 600 handlers")
		}
		// Goroutines join at one step of the clock by 256 and more, and at the next.
		if late := last.at.Sub(since) - limit; late > slack+4*tick {
			t.Errorf("%v late behind 600 slow handlers", late)
		}
		later.check(t, since, 10*limit)
	})
}

func TestReq41HoldKeepsItAlive(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		const limit = time.Second
		var r record
		g.Add(&r.Entry, &r, limit)
		for range 2 {
			if !r.Hold() {
				t.Fatal("Hold is false")
			}
		}
		time.Sleep(time.Hour)
		if !r.Release() || !r.Touch() {
			t.Fatal("it ended while held")
		}
		time.Sleep(time.Hour)
		if !r.Release() {
			t.Fatal("it ended while held once")
		}
		r.check(t, time.Now(), limit)
		if r.Release() {
			t.Error("Release of what has expired is true")
		}
	})
}

func TestReq45LimitsChangeAtOnce(t *testing.T) {
	for _, x := range []struct{ before, after time.Duration }{
		{time.Hour, 5 * time.Second}, {5 * time.Second, time.Hour}, {10 * time.Second, 11 * time.Second}, {0, 5 * time.Second},
	} {
		t.Run(fmt.Sprint(x.before, " to ", x.after), func(t *testing.T) {
			bubble(t, func(t *testing.T, g *Group) {
				var r record
				since := time.Now()
				g.Add(&r.Entry, &r, x.before)
				time.Sleep(3 * time.Second)
				if x.before == 0 {
					since = time.Now() // leaving "no limit" counts from now
				}
				if !r.SetLimit(x.after) {
					t.Fatal("SetLimit is false")
				}
				r.check(t, since, x.after)
			})
		})
	}
	t.Run("shorter than what has passed", func(t *testing.T) {
		for _, beside := range []time.Duration{0, 1, time.Second} { // another of the same limit, that is not due
			bubble(t, func(t *testing.T, g *Group) {
				var r, other record
				g.Add(&other.Entry, &other, beside)
				other.Hold()
				g.Add(&r.Entry, &r, time.Hour)
				time.Sleep(time.Minute)
				r.SetLimit(max(beside, 1))
				synctest.Wait()
				if r.n.Load() != 1 {
					t.Error("it did not expire at once")
				}
			})
		}
	})
	t.Run("much shorter than a tick", func(t *testing.T) {
		bubble(t, func(t *testing.T, g *Group) {
			e := g.AfterIdle(time.Hour, func() {})
			time.Sleep(time.Second + tick/3)
			var r record
			since := time.Now()
			g.Add(&r.Entry, &r, time.Millisecond)
			r.check(t, since, time.Millisecond)
			if late := r.at.Sub(since); late > tick/4 {
				t.Errorf("the keeper was not woken for it: %v", late)
			}
			e.Stop()
		})
	})
	t.Run("to none and back, after a touch", func(t *testing.T) {
		bubble(t, func(t *testing.T, g *Group) {
			var r record
			g.Add(&r.Entry, &r, time.Second)
			r.SetLimit(0)
			time.Sleep(time.Hour)
			if !r.Touch() {
				t.Fatal("it expired without a limit")
			}
			time.Sleep(time.Hour)
			r.SetLimit(time.Second)
			r.SetLimit(2 * time.Second)
			r.check(t, time.Now(), 2*time.Second)
		})
	})
	t.Run("while held", func(t *testing.T) {
		bubble(t, func(t *testing.T, g *Group) {
			var r record
			g.Add(&r.Entry, &r, time.Hour)
			r.Hold()
			time.Sleep(time.Minute)
			r.SetLimit(time.Second)
			time.Sleep(time.Minute)
			if !r.Release() {
				t.Fatal("it expired while held")
			}
			r.check(t, time.Now(), time.Second)
		})
	})
}

func TestAddAgain(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		var n atomic.Int32
		var e Entry
		var again Func
		again = func() {
			if n.Add(1) < 3 {
				g.Add(&e, again, time.Second) // from its own handler
			}
		}
		g.Add(&e, again, time.Second)
		time.Sleep(time.Minute)
		synctest.Wait()
		if n.Load() != 3 {
			t.Errorf("ran %d times, want 3", n.Load())
		}
		g.Add(&e, again, time.Second)
		if !e.Stop() || e.Stop() || e.Touch() {
			t.Error("Stop")
		}
		time.Sleep(time.Minute)
		if n.Load() != 3 {
			t.Error("ran after Stop")
		}
	})
}

// The keeper is there while something has a limit, and only then.
func TestReq44NothingIsLeft(t *testing.T) {
	defer goleak.VerifyNone(t)
	g := NewGroup(Options{Tick: time.Millisecond})
	entries := make([]*Entry, 10_000)
	forgotten := make([]weak.Pointer[Entry], len(entries))
	for i := range entries {
		entries[i] = g.AfterIdle(time.Duration(1+i%7)*time.Hour, func() { t.Error("expired") })
		entries[i].Touch()
		forgotten[i] = weak.Make(entries[i])
	}
	for _, e := range entries {
		e.Stop()
	}
	if s := g.Stats(); s != (Stats{}) {
		t.Errorf("%+v is left", s)
	}
	g.mu.Lock()
	if n := g.lists.Len(); n != 0 {
		t.Errorf("%d nodes are left", n)
	}
	g.mu.Unlock()
	clear(entries)
	runtime.GC()
	for i, p := range forgotten {
		if p.Value() != nil {
			t.Fatalf("entry %d is still referred to", i)
		}
	}
	runtime.KeepAlive(g)
}

func TestKeeperComesAndGoes(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		running := func() bool {
			synctest.Wait()
			g.mu.Lock()
			defer g.mu.Unlock()
			return g.running
		}
		free := g.AfterIdle(0, func() {})
		if running() {
			t.Error("a keeper for what has no limit")
		}
		for range 3 {
			e := g.AfterIdle(time.Minute, func() {})
			if !running() {
				t.Error("no keeper")
			}
			time.Sleep(time.Second)
			e.Stop()
			time.Sleep(tick)
			if running() {
				t.Error("a keeper with nothing to keep")
			}
			time.Sleep(time.Hour)
		}
		free.Stop()
	})
}

func TestStatsAreAnExpvar(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		var v expvar.Var = g
		a := g.AfterIdle(time.Second, func() {})
		g.AfterIdle(time.Second, func() {})
		b := g.AfterIdle(time.Hour, func() {})
		time.Sleep(500 * time.Millisecond)
		a.Touch()
		time.Sleep(800 * time.Millisecond)
		var s Stats
		if err := json.Unmarshal([]byte(v.String()), &s); err != nil {
			t.Fatal(err)
		}
		if want := (Stats{Live: 2, Expired: 1, Touched: 1}); s != want {
			t.Errorf("%+v, want %+v", s, want)
		}
		a.Stop()
		b.Stop()
	})
}

func TestMisusePanics(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		e := g.AfterIdle(time.Hour, func() {})
		out := g.AfterIdle(time.Hour, func() {})
		out.Stop()
		var zero Entry
		func() {
			defer func() {
				if recover() == nil {
					t.Error("Touch of an entry that was never added does not panic")
				}
			}()
			zero.Touch()
		}()
		if zero.Release() || zero.Stop() || zero.Hold() || zero.SetLimit(1) || zero.Live() || zero.Expired() {
			t.Error("an entry that was never added can be used")
		}
		for name, f := range map[string]func(){
			"Add of a live Entry":                  func() { g.Add(e, Func(func() {}), 1) },
			"Add without an Expirer":               func() { g.Add(new(Entry), nil, 1) },
			"Release of an Entry that is not held": func() { e.Release() },
			"Add to another Group":                 func() { NewGroup(Options{}).Add(out, Func(func() {}), 1) },
			"more than 65535 holds": func() {
				x := g.AfterIdle(0, func() {})
				for range 1 << 16 {
					x.Hold()
				}
			},
		} {
			func() {
				defer func() {
					if got := recover(); got != "idle: "+name {
						t.Errorf("%s: panic %v", name, got)
					}
				}()
				f()
			}()
		}
	})
}

func TestEntryString(t *testing.T) {
	bubble(t, func(t *testing.T, g *Group) {
		var e Entry
		if s := e.String(); s != "idle.Entry(out)" {
			t.Error(s)
		}
		g.Add(&e, Func(func() {}), time.Second)
		e.Touch()
		e.Hold()
		if s := e.String(); s != fmt.Sprintf("idle.Entry(live, touched at %d, holds 1)", origin) {
			t.Error(s)
		}
		e.Release()
		time.Sleep(time.Minute)
		if s := e.String(); s != "idle.Entry(expired)" {
			t.Error(s)
		}
	})
}
