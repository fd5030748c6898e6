package eventloop_test

import (
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Benchmarks of timers. Immediates, ticks and microtasks are in benchtask_test.go,
// what several goroutines do in benchpost_test.go. The time is that of one
// operation.
//
// Timers are taken 100,000 at a time, from an array that has been used before,
// while the loop's time moves on by a tick every thousand operations: a timer that
// is re-armed within its tick would not be moved. What has to be done in between
// (clearing what was inserted) is not timed. The peers are the runtime's timers,
// through package time, in the same loops, and the bare cost of what any
// implementation must do: append to a slice, allocate an object.

const benchTimers = 100_000

// bench runs b.N operations in batches of at most benchTimers. prepare(n) is not
// timed, batch(n) is.
func bench(b *testing.B, prepare, batch func(n int)) {
	b.ReportAllocs()
	prepare(benchTimers)
	batch(benchTimers) // warm up
	b.ResetTimer()
	for left := b.N; left > 0; left -= benchTimers {
		n := min(left, benchTimers)
		b.StopTimer()
		prepare(n)
		b.StartTimer()
		batch(n)
	}
}

func nothing(int) {}

// bed is a loop with the owners of timers, as connections would be.
type bed struct {
	l     *eventloop.Loop
	clock *eventloop.VirtualClock // nil on the system clock
	conns []conn
	made  []*eventloop.Timer
	fired int
}

type conn struct {
	idle eventloop.Timer
	x    *bed
}

func (c *conn) Expire(*eventloop.Timer) { c.x.fired++ }

func newBed(clock *eventloop.VirtualClock) *bed {
	x := &bed{clock: clock}
	var o eventloop.Options
	if clock != nil {
		o.Clock = clock
	}
	x.l = eventloop.New(o)
	x.conns = make([]conn, benchTimers)
	x.made = make([]*eventloop.Timer, benchTimers)
	for i := range x.conns {
		x.conns[i].x = x
		x.conns[i].idle.Init(x.l, &x.conns[i])
	}
	return x
}

func virtualBed() *bed { return newBed(eventloop.NewVirtualClock()) }

func (x *bed) clear(int) {
	for i := range x.conns {
		x.conns[i].idle.Clear()
	}
	for i, t := range x.made {
		if t != nil {
			t.Clear()
			x.made[i] = nil
		}
	}
}

// ticking does something to the first n owners; the clock moves on after every
// thousand.
func (x *bed) ticking(n int, f func(conns []conn)) {
	for from := 0; from < n; from += 1000 {
		f(x.conns[from:min(n, from+1000)])
		if x.clock != nil {
			x.clock.Advance(time.Millisecond)
			x.l.UpdateNow()
		}
	}
}

func (x *bed) insert(n int) {
	x.ticking(n, func(conns []conn) {
		for i := range conns {
			conns[i].idle.StartCached(time.Second)
		}
	})
}

// overdue inserts n timers and lets their time pass.
func (x *bed) overdue(n int) {
	x.insert(n)
	x.clock.Advance(2 * time.Second)
}

func (x *bed) run(int) {
	if err := x.l.Run(background); err != nil {
		panic(err)
	}
}

func BenchmarkTimer(b *testing.B) {
	none := func() {}
	peers := make([]*time.Timer, benchTimers)
	stopPeers := func(int) {
		for _, t := range peers {
			if t != nil {
				t.Stop()
			}
		}
	}
	startPeers := func(int) {
		for i := range peers {
			peers[i] = time.AfterFunc(time.Hour, none)
		}
	}

	b.Run("op=insert/form=owned/start=cached/timers=100000", func(b *testing.B) {
		x := virtualBed()
		bench(b, x.clear, x.insert)
	})
	b.Run("op=insert/form=owned/start=clock/timers=100000", func(b *testing.B) {
		x := newBed(nil)
		bench(b, x.clear, func(n int) {
			for i := range n {
				x.conns[i].idle.Start(time.Hour)
			}
		})
	})
	b.Run("op=insert/form=owned/start=zero/timers=100000", func(b *testing.B) {
		x := virtualBed()
		bench(b, x.clear, func(n int) {
			for i := range n {
				x.conns[i].idle.StartCached(0)
			}
		})
	})
	b.Run("op=insert/form=func/start=cached/timers=100000", func(b *testing.B) {
		x := virtualBed()
		bench(b, x.clear, func(n int) {
			for i := range n {
				x.made[i] = x.l.AfterFuncCached(time.Second, none)
			}
		})
	})
	b.Run("op=insert/form=func/start=clock/timers=100000", func(b *testing.B) {
		x := newBed(nil)
		bench(b, x.clear, func(n int) {
			for i := range n {
				x.made[i] = x.l.AfterFunc(time.Hour, none)
			}
		})
	})
	b.Run("op=insert/form=time.AfterFunc/timers=100000", func(b *testing.B) {
		bench(b, stopPeers, func(n int) {
			for i := range n {
				peers[i] = time.AfterFunc(time.Hour, none)
			}
		})
		stopPeers(0)
	})
	b.Run("op=insert/form=allocation/timers=100000", func(b *testing.B) {
		all := make([]*conn, benchTimers)
		bench(b, nothing, func(n int) {
			for i := range n {
				all[i] = new(conn)
			}
		})
	})
	b.Run("op=insert/form=append/timers=100000", func(b *testing.B) {
		x := virtualBed()
		var all []*conn
		bench(b, func(int) { all = all[:0] }, func(n int) {
			for i := range n {
				all = append(all, &x.conns[i])
			}
		})
	})

	b.Run("op=refresh/form=owned/start=cached/timers=100000", func(b *testing.B) {
		x := virtualBed()
		x.insert(benchTimers)
		bench(b, nothing, func(n int) {
			x.ticking(n, func(conns []conn) {
				for i := range conns {
					conns[i].idle.RefreshCached()
				}
			})
		})
	})
	b.Run("op=refresh/form=owned/start=clock/timers=100000", func(b *testing.B) {
		x := newBed(nil)
		x.insert(benchTimers)
		bench(b, nothing, func(n int) {
			for i := range n {
				x.conns[i].idle.Refresh()
			}
		})
	})
	b.Run("op=refresh/form=time.Timer.Reset/timers=100000", func(b *testing.B) {
		startPeers(0)
		bench(b, nothing, func(n int) {
			for i := range n {
				peers[i].Reset(time.Hour)
			}
		})
		stopPeers(0)
	})

	b.Run("op=cancel/form=owned/timers=100000", func(b *testing.B) {
		x := virtualBed()
		bench(b, x.insert, func(n int) {
			for i := range n {
				x.conns[i].idle.Clear()
			}
		})
	})
	b.Run("op=cancel/form=time.Timer.Stop/timers=100000", func(b *testing.B) {
		bench(b, startPeers, func(n int) {
			for i := range n {
				peers[i].Stop()
			}
		})
		stopPeers(0)
	})

	b.Run("op=fire/form=owned/timers=100000", func(b *testing.B) {
		x := virtualBed()
		bench(b, x.overdue, x.run)
	})
	b.Run("op=fire/form=func/timers=100000", func(b *testing.B) {
		x := virtualBed()
		f := func() { x.fired++ }
		bench(b, func(n int) {
			for range n {
				x.l.AfterFuncCached(time.Second, f)
			}
			x.clock.Advance(2 * time.Second)
		}, x.run)
	})
	b.Run("op=fire/form=func,tick/timers=100000", func(b *testing.B) { // a drain after each
		x := virtualBed()
		tick := func() { x.fired++ }
		f := func() { x.l.NextTick(tick) }
		bench(b, func(n int) {
			for range n {
				x.l.AfterFuncCached(time.Second, f)
			}
			x.clock.Advance(2 * time.Second)
		}, x.run)
	})
	b.Run("op=fire/form=interval/timers=1000", func(b *testing.B) { // and start it again
		l := eventloop.New(eventloop.Options{Resolution: time.Microsecond})
		n := 0
		for range 1000 {
			l.Every(time.Microsecond, func() {
				if n++; n == b.N {
					l.StopNoWait()
				}
			})
		}
		b.ReportAllocs()
		b.ResetTimer()
		_ = l.Run(background)
	})
	b.Run("op=fire/form=time.AfterFunc/timers=100000", func(b *testing.B) { // set, and run each on its goroutine
		done := make(chan bool, benchTimers)
		f := func() { done <- true }
		bench(b, nothing, func(n int) {
			for range n {
				time.AfterFunc(0, f)
			}
			for range n {
				<-done
			}
		})
	})
}

// Every timer with a duration of its own: a list each.
func BenchmarkUnpooled(b *testing.B) {
	insert := func(x *bed, n int, duration func(i int) time.Duration) {
		for i := range n {
			x.conns[i].idle.StartCached(duration(i))
		}
	}
	ascending := func(i int) time.Duration { return time.Duration(i+1) * time.Millisecond }
	descending := func(i int) time.Duration { return time.Duration(benchTimers-i) * time.Millisecond }
	b.Run("op=insert/order=ascending/timers=100000", func(b *testing.B) {
		x := virtualBed()
		bench(b, x.clear, func(n int) { insert(x, n, ascending) })
	})
	b.Run("op=insert/order=descending/timers=100000", func(b *testing.B) {
		x := virtualBed()
		bench(b, x.clear, func(n int) { insert(x, n, descending) })
	})
	b.Run("op=cancel/from=start/timers=100000", func(b *testing.B) {
		x := virtualBed()
		bench(b, func(n int) { x.clear(n); insert(x, benchTimers, ascending) }, func(n int) {
			for i := range n {
				x.conns[i].idle.Clear()
			}
		})
	})
	b.Run("op=cancel/from=end/timers=100000", func(b *testing.B) {
		x := virtualBed()
		bench(b, func(n int) { x.clear(n); insert(x, benchTimers, ascending) }, func(n int) {
			for i := range n {
				x.conns[benchTimers-1-i].idle.Clear()
			}
		})
	})
	b.Run("op=fire/timers=100000", func(b *testing.B) {
		x := virtualBed()
		bench(b, func(n int) {
			insert(x, n, ascending)
			x.clock.Advance(benchTimers * time.Millisecond)
		}, x.run)
	})
}
