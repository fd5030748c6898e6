package idle

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// Tests of what happens at the same moment, in real time; they are for the race detector too.

// One winner: a touch that returned true is followed by the whole limit, and one that returned false by exactly one
// call of the handler. Real time, because it is about what runs at the same moment.
func TestHammerReq40OneWinner(t *testing.T) {
	defer goleak.VerifyNone(t)
	g := NewGroup(Options{Tick: time.Millisecond})
	const entries, limit = 200, 3 * time.Millisecond
	var wg sync.WaitGroup
	for i := range entries {
		wg.Go(func() {
			var touched atomic.Int64 // when a touch last began, of those that were true
			var handled atomic.Int32
			base := time.Now()
			e := g.AfterIdle(limit, func() {
				if idle := time.Since(base) - time.Duration(touched.Load()); idle < limit {
					t.Errorf("entry %d expired %v after a touch", i, idle)
				}
				handled.Add(1)
			})
			for n := 0; ; n++ {
				began := time.Since(base)
				var ok bool
				switch n % 3 {
				case 0:
					ok = e.Touch()
				case 1:
					ok = e.Hold() && e.Release()
				case 2:
					ok = e.SetLimit(limit) && e.Touch()
				}
				if !ok {
					break
				}
				touched.Store(int64(began))
				// Near the limit, so that both come at once.
				time.Sleep(limit + time.Duration(n%5)*300*time.Microsecond)
			}
			for range 1000 {
				if handled.Load() > 0 {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			if e.Touch() || e.Stop() || handled.Load() != 1 {
				t.Errorf("entry %d: handled %d times", i, handled.Load())
			}
		})
	}
	wg.Wait()
	if s := g.Stats(); s.Live != 0 || s.Expired != entries {
		t.Errorf("%+v", s)
	}
}

func TestHammerAddStopTouch(t *testing.T) {
	defer goleak.VerifyNone(t)
	g := NewGroup(Options{Tick: time.Millisecond})
	var stopped, expired atomic.Int64
	var wg sync.WaitGroup
	const goroutines, rounds = 8, 300
	for i := range goroutines {
		wg.Go(func() {
			for n := range rounds {
				e := g.AfterIdle(time.Duration(1+(i+n)%4)*time.Millisecond, func() { expired.Add(1) })
				var both sync.WaitGroup
				for range 2 { // two goroutines stop it, and one of them, or the keeper, wins
					both.Go(func() {
						for range n % 50 {
							e.Touch()
						}
						if n%3 == 0 {
							time.Sleep(2 * time.Millisecond)
						}
						if e.Stop() {
							stopped.Add(1)
						}
					})
				}
				both.Wait()
			}
		})
	}
	wg.Wait()
	for range 1000 {
		if stopped.Load()+expired.Load() == goroutines*rounds {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	s := g.Stats()
	if s.Live != 0 || int64(s.Expired) != expired.Load() || stopped.Load()+expired.Load() != goroutines*rounds {
		t.Errorf("%+v, stopped %d, expired %d, of %d", s, stopped.Load(), expired.Load(), goroutines*rounds)
	}
}
