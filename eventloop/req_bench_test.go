package eventloop_test

import (
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Req 35: 100,000 timers of 1 ms are set on the loop and all fire. 200 ms are meant,
// on one core.
func BenchmarkReq35HundredThousandTimers(b *testing.B) {
	const timers = 100_000
	b.ReportAllocs()
	for b.Loop() {
		l := eventloop.New(eventloop.Options{})
		n := 0
		f := func() { n++ }
		for range timers {
			l.AfterFunc(ms, f)
		}
		if err := l.Run(background); err != nil || n != timers {
			b.Fatal(n, err)
		}
	}
}

// Req 34: how often a loop wakes up while nothing is due, with a far timer and
// without any; none is meant.
func BenchmarkReq34WakeUps(b *testing.B) {
	for name, far := range map[string]bool{"far": true, "none": false} {
		b.Run("timer="+name, func(b *testing.B) {
			l := eventloop.New(eventloop.Options{})
			hold := l.Hold()
			if far {
				l.AfterFunc(time.Hour, func() {}).Unref()
			}
			waits := 0
			l.AddHooks(eventloop.Hooks{Wait: func(time.Duration) { waits++ }})
			done := start(l)
			for b.Loop() {
				time.Sleep(10 * ms)
			}
			b.StopTimer()
			hold.Release()
			wantErrB(b, <-done)
			b.ReportMetric(float64(waits-1)/b.Elapsed().Seconds(), "wakeups/s") // the first is falling asleep
		})
	}
}

func wantErrB(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// What the options beyond Node cost where they are on: a cap, a watch on
// starvation, a fixed interval, a context, a group.
func BenchmarkBeyond(b *testing.B) {
	b.Run("op=insert,clear/cap=none", func(b *testing.B) { benchInsertClear(b, eventloop.Options{}) })
	b.Run("op=insert,clear/cap=1000000", func(b *testing.B) { benchInsertClear(b, eventloop.Options{MaxTimers: 1e6}) })
	for name, s := range map[string]eventloop.Starvation{
		"none": {}, "late": {Late: time.Second, Report: func(eventloop.Starved) {}}, "tasks": {Tasks: 1 << 40, Report: func(eventloop.Starved) {}},
	} {
		b.Run("op=tick/starvation="+name, func(b *testing.B) {
			l := eventloop.New(eventloop.Options{Starvation: s})
			l.AfterFunc(time.Hour, func() {}).Unref()
			n := b.N
			var f func()
			f = func() {
				if n--; n > 0 {
					l.NextTick(f)
				}
			}
			l.NextTick(f)
			b.ResetTimer()
			wantErrB(b, l.Run(background))
		})
	}
	interval := func(set func(*eventloop.Loop, func())) func(*testing.B) {
		return func(b *testing.B) {
			l := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
			n := 0
			set(l, func() {
				if n++; n == b.N {
					l.StopNoWait()
				}
			})
			b.ReportAllocs()
			b.ResetTimer()
			if err := l.Run(background); err != eventloop.ErrStopped {
				b.Fatal(err)
			}
		}
	}
	b.Run("op=interval/form=Every", interval(func(l *eventloop.Loop, f func()) { l.Every(ms, f) }))
	b.Run("op=interval/form=EveryFixed", interval(func(l *eventloop.Loop, f func()) { l.EveryFixed(ms, eventloop.MissedSkip, f) }))
	b.Run("op=interval/form=EveryContext", interval(func(l *eventloop.Loop, f func()) { l.EveryContext(b.Context(), ms, f) }))
	b.Run("op=insert,clear/form=AfterFuncContext", func(b *testing.B) {
		l := eventloop.New(eventloop.Options{})
		f := func() {}
		b.ReportAllocs()
		for b.Loop() {
			l.AfterFuncContext(b.Context(), time.Hour, f).Clear()
		}
	})
	b.Run("op=insert,clear/form=Group", func(b *testing.B) {
		g := eventloop.New(eventloop.Options{}).NewGroup()
		f := func() {}
		b.ReportAllocs()
		for b.Loop() {
			g.AfterFunc(time.Hour, f).Clear()
		}
	})
}

func benchInsertClear(b *testing.B, o eventloop.Options) {
	l := eventloop.New(o)
	var t eventloop.Timer
	t.Init(l, quietExpirer{})
	b.ReportAllocs()
	for b.Loop() {
		t.StartCached(time.Hour)
		t.Clear()
	}
}
