package eventloop_test

import (
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// The only file where real time passes. Bounds are in one direction, or so wide
// that only a fault reaches them.

// Req 25 on the machine's clock.
func TestRealNeverEarly(t *testing.T) {
	for _, tick := range []time.Duration{time.Microsecond, ms, 10 * ms} {
		l := eventloop.New(eventloop.Options{Resolution: tick})
		left := 300
		var next func(i int)
		next = func(i int) {
			d := time.Duration(1+i*i) * time.Microsecond / 4
			due := time.Now().Add(d)
			l.AfterFunc(d, func() {
				if early := time.Until(due); early > 0 {
					t.Errorf("tick %v: %v fired %v early", tick, d, early)
				}
				left--
			})
			for time.Since(due.Add(-d)) < 7*time.Microsecond { // the next one at some other fraction
			}
			if i < 299 {
				l.SetImmediate(func() { next(i + 1) })
			}
		}
		l.Post(func() { next(0) })
		wantErr(t, l.Run(t.Context()), nil)
		if left != 0 {
			t.Errorf("%d did not fire", left)
		}
	}
}

// An interval of one tick keeps to it: rounding does not double it.
func TestRealIntervalKeepsItsPeriod(t *testing.T) {
	l := eventloop.New(eventloop.Options{})
	from, n := time.Now(), 0
	var iv *eventloop.Timer
	iv = l.Every(ms, func() {
		if d := time.Since(from); d < time.Duration(n+1)*ms {
			t.Errorf("call %d after %v", n, d)
		}
		if n++; n == 100 {
			iv.Clear()
		}
	})
	wantErr(t, l.Run(t.Context()), nil)
	if d := time.Since(from); d > 5*time.Second { // a wide bound: the machine may be busy
		t.Errorf("100 ms of interval took %v", d)
	}
}

// Req 4: a post wakes a loop that sleeps towards a far timer.
func TestRealReq04PostWakes(t *testing.T) {
	l := eventloop.New(eventloop.Options{})
	l.AfterFunc(time.Hour, func() {})
	asleep := make(chan bool, 100)
	l.AddHooks(eventloop.Hooks{Wait: func(time.Duration) { asleep <- true }})
	end := start(l)
	best := time.Hour
	for range 20 {
		<-asleep
		from, ran := time.Now(), make(chan time.Duration)
		l.Post(func() { ran <- time.Since(from) })
		best = min(best, <-ran)
	}
	l.Stop()
	wantErr(t, <-end, eventloop.ErrStopped)
	if best > 5*ms {
		t.Errorf("the fastest of 20 wake-ups took %v", best)
	}
}

// Req 35, as far as a test can: the figure is a benchmark's.
func TestRealReq35ManyTimersFireSoon(t *testing.T) {
	l := eventloop.New(eventloop.Options{})
	n := 0
	for range 100_000 {
		l.AfterFuncCached(ms, func() { n++ })
	}
	from := time.Now()
	wantErr(t, l.Run(t.Context()), nil)
	if d := time.Since(from); n != 100_000 || d > 5*time.Second { // 200 ms is meant; see the benchmarks
		t.Errorf("%d timers of 1 ms fired within %v", n, d)
	}
}
