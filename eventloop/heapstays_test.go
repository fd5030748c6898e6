package eventloop_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// TestHeapStays is about timers alone, and stricter than the test of all that a loop
// queues: after ten million rounds of set and clear, or a million timers that fired
// and were dropped, the heap holds what it held before, to a quarter of a megabyte.
// A million timers are 64 MB, so a loop that kept one in two hundred would fail.
func TestHeapStays(t *testing.T) {
	const slack = 256 << 10
	type owner struct {
		quiet
		duration time.Duration
	}
	set := func(l *eventloop.Loop, n int) []owner {
		all := make([]owner, n)
		for i := range all {
			all[i].duration = time.Duration(1+i%1000) * ms
			all[i].t.Init(l, &all[i])
			all[i].t.StartCached(all[i].duration)
		}
		return all
	}
	fired := 0
	count := func() { fired++ }
	for _, c := range []struct {
		name  string
		n     int
		fires bool
		do    func(l *eventloop.Loop, n int)
	}{
		{"set and clear, owned", 10_000_000, false, func(l *eventloop.Loop, n int) {
			var q quiet
			q.t.Init(l, &q)
			for range n {
				q.t.StartCached(time.Hour)
				q.t.Clear()
			}
		}},
		{"set and clear, convenient", 1_000_000, false, func(l *eventloop.Loop, n int) {
			for range n {
				l.AfterFuncCached(time.Hour, count).Clear()
			}
		}},
		{"fired and dropped, convenient, one duration", 1_000_000, true, func(l *eventloop.Loop, n int) {
			for range n {
				l.AfterFuncCached(ms, count)
			}
		}},
		{"fired and dropped, convenient, a thousand durations", 1_000_000, true, func(l *eventloop.Loop, n int) {
			for i := range n {
				l.AfterFuncCached(time.Duration(1+i%1000)*ms, count)
			}
		}},
		{"fired and dropped, owned, a thousand durations", 1_000_000, true, func(l *eventloop.Loop, n int) {
			all := set(l, n)
			if err := l.Run(background); err != nil {
				t.Error(err)
			}
			for i := range all {
				fired += all[i].n
			}
		}},
		{"fired and dropped, convenient, a duration each", 100_000, true, func(l *eventloop.Loop, n int) {
			for i := range n {
				l.AfterFuncCached(time.Duration(1+i)*ms, count)
			}
			l.AfterFuncCached(time.Hour, func() {}) // lists are given back in a pause
		}},
		{"fired and dropped, convenient, a duration each, to the end of the run", 300_000, true, func(l *eventloop.Loop, n int) {
			for i := range n {
				l.AfterFuncCached(time.Duration(1+i)*ms, count)
			}
		}},
	} {
		n := c.n
		if n >= 1_000_000 {
			n /= slow
		}
		l := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
		l.AfterFuncCached(ms, count) // what a loop makes once is not counted
		if err := l.Run(background); err != nil {
			t.Fatal(err)
		}
		fired = 0
		before := heapInUse()
		c.do(l, n)
		if err := l.Run(background); err != nil {
			t.Error(err)
		}
		if grown := heapInUse() - before; grown > slack {
			t.Errorf("%s: the heap grew by %d bytes", c.name, grown)
		}
		if c.fires && fired != n || !c.fires && fired != 0 {
			t.Errorf("%s: %d fired of %d", c.name, fired, n)
		}
		wantCounts(t, l, eventloop.Counts{})
		runtime.KeepAlive(l)
	}
}
