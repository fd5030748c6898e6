package eventloop_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// At every resolution a timer fires in the first tick that is not before its
// deadline, or the one after, whenever within a tick it was set. Timers of one
// duration fire in the order they were set, and no timer comes before another that
// was due a tick earlier.
func TestReq25NeverEarlyAtEveryResolution(t *testing.T) {
	for _, tick := range []time.Duration{time.Microsecond, 50 * time.Microsecond, 333 * time.Microsecond, ms, 10 * ms} {
		random := rand.New(rand.NewPCG(1, uint64(tick)))
		s := newScript(t, func(o *eventloop.Options) { o.Resolution = tick })
		type fired struct {
			d, deadline, at time.Duration
			set             int
		}
		var all []fired
		n := 0
		set := func() {
			d := time.Duration(random.Int64N(int64(20*tick))) + 1
			if random.IntN(2) == 0 {
				d = d.Round(max(tick, time.Microsecond)) + tick // the same lists again and again
			}
			i, deadline := n, s.clock.Now()+d
			n++
			s.AfterFunc(d, func() {
				at := s.clock.Now()
				if at < deadline || at-deadline >= 2*tick {
					t.Errorf("tick %v: due %v, fired %v", tick, deadline, at)
				}
				all = append(all, fired{d, deadline, at, i})
			})
		}
		for range 100 {
			for range 10 {
				set()
				s.clock.Advance(time.Duration(random.Int64N(int64(tick/3) + 1)))
			}
			all = all[:0]
			s.run()
			for j, b := range all {
				for _, a := range all[:j] { // a came before b
					switch {
					case a.d == b.d && a.set > b.set:
						t.Errorf("tick %v: two of %v in the wrong order", tick, a.d)
					case a.deadline >= b.deadline+tick && a.at > b.deadline:
						t.Errorf("tick %v: due %v came before due %v", tick, a.deadline, b.deadline)
					}
				}
			}
		}
		if n != 1000 {
			t.Errorf("%d timers", n)
		}
	}
}

// In real time too, with a resolution finer than the sleep of most systems.
func TestRealNeverEarlyAtFineResolution(t *testing.T) {
	for _, tick := range []time.Duration{time.Microsecond, 50 * time.Microsecond} {
		l := eventloop.New(eventloop.Options{Resolution: tick})
		for _, d := range []time.Duration{1, time.Microsecond, 70 * time.Microsecond, 333 * time.Microsecond, 1700 * time.Microsecond} {
			from := time.Now()
			l.AfterFunc(d, func() {
				if got := time.Since(from); got < d {
					t.Errorf("tick %v: %v fired after %v", tick, d, got)
				}
			})
		}
		n, from := 0, time.Now()
		var iv *eventloop.Timer
		iv = l.Every(300*time.Microsecond, func() {
			if n++; time.Since(from) < time.Duration(n)*300*time.Microsecond {
				t.Errorf("tick %v: call %d early", tick, n)
			}
			if n == 5 {
				iv.Clear()
			}
		})
		wantErr(t, l.Run(background), nil)
	}
}
