package trace_test

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/trace"
)

// On a virtual clock much happens at one time. A viewer still shows one thing after the
// other, in the order in which they ran, and arrows begin in what set them.
func TestChromeOfOneInstant(t *testing.T) {
	l := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
	wall := time.Duration(0)
	r := trace.New(l, trace.Options{NoOrigins: true, Wall: func() time.Duration { wall += 3 * time.Microsecond; return wall }})
	r.Start()
	for range 1000 {
		l.AfterFunc(5*ms, func() { l.QueueMicrotask(func() {}) })
	}
	n := 0
	var again func()
	again = func() {
		if n++; n < 1000 {
			l.SetImmediate(again)
		}
	}
	l.SetImmediate(again) // at the first instant: it takes longer than the five milliseconds until the next
	l.AfterFunc(time.Hour, func() {})
	if err := l.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.Stop()

	events := chrome(t, r.Timeline())
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.Ts, b.Ts) })
	ends := map[int]float64{} // lane -> where its last slice ends
	run := map[float64]event{}
	starts := map[uint64]event{}
	last, arrows := 0.0, 0
	for _, e := range events {
		switch e.Ph {
		case "X":
			if e.Dur <= 0 {
				t.Fatalf("%+v takes no time", e)
			}
			if e.Ts < ends[e.Tid]-0.0005 { // half a nanosecond: these are not whole numbers
				t.Fatalf("%+v begins before the last of its lane has ended at %v", e, ends[e.Tid])
			}
			ends[e.Tid] = e.Ts + e.Dur
			if seq, ok := e.Args["seq"].(float64); ok {
				run[seq] = e
				last = e.Ts
			}
		case "s":
			starts[e.ID] = e
		case "f":
			arrows++
			to := run[float64(e.ID)]
			from := run[to.Args["set in"].(float64)]
			if s := starts[e.ID]; s.Tid != from.Tid || s.Ts < from.Ts || s.Ts > from.Ts+from.Dur || e.Ts != to.Ts {
				t.Fatalf("the arrow from %+v to %+v is from %+v to %+v", from, to, s, e)
			}
		}
	}
	if len(run) != 3001 || arrows != 1999 {
		t.Errorf("%d callbacks, %d arrows", len(run), arrows)
	}
	// What was pushed back is where it belongs again after an hour.
	if last < 3600e6 || last > 3600e6+20 {
		t.Errorf("the last callback is at %v", last)
	}
}
