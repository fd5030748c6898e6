package eventloop_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Hammers: everything that several goroutines touch, many short rounds, meant for
// the race detector. A lost wake-up shows as a test that does not end.

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rounds are fewer with -short.
func rounds(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// Req 8: after Stop no callback runs and none starts, with timers that expire and
// posts that arrive at that very moment. Req 9: two goroutines stop it together.
func TestHammerReq08Stop(t *testing.T) {
	l := eventloop.New(eventloop.Options{Resolution: time.Microsecond})
	var stopped, inside atomic.Bool
	callback := func() {
		if stopped.Load() {
			t.Error("a callback started after Stop had returned")
		}
		inside.Store(true)
		inside.Store(false)
	}
	iv := l.Every(2*time.Microsecond, callback)
	l.Every(3*time.Microsecond, func() { callback(); l.SetImmediate(callback); l.NextTick(callback) })
	var wg sync.WaitGroup
	for round := range rounds(1000) {
		stopped.Store(false)
		wg.Go(func() {
			for range 20 {
				l.Post(callback)
				l.PostAfterFunc(time.Microsecond, callback)
			}
		})
		began := make(chan bool)
		l.Post(func() { close(began) })
		end := start(l)
		if round%2 == 0 {
			<-began
		}
		other := make(chan bool)
		go func() { l.Stop(); close(other) }()
		l.Stop()
		<-other
		if round%2 == 0 { // it had begun, so it has ended
			stopped.Store(true)
			if inside.Load() || l.Running() {
				t.Fatal("a callback runs after Stop")
			}
			wantErr(t, <-end, eventloop.ErrStopped)
			continue
		}
		// Stop may have come before Run: then a second one ends it. Req 10.
		select {
		case err := <-end:
			wantErr(t, err, eventloop.ErrStopped)
		case <-began:
			l.Stop()
			wantErr(t, <-end, eventloop.ErrStopped)
		}
	}
	wg.Wait()
	if !iv.Live() {
		t.Error("an interval was lost")
	}
}

// Run, Stop, StopNoWait, a context's end and Terminate against each other: no
// deadlock, no panic, and every Run says why it ended.
func TestHammerRunStopCancelTerminate(t *testing.T) {
	l := eventloop.New(eventloop.Options{})
	hold := l.Hold() // nothing but a stop ends a run
	n := rounds(1000)
	var wg sync.WaitGroup
	quit := make(chan bool)
	runs := 0
	wg.Go(func() {
		defer close(quit)
		for runs < n {
			ctx, cancel := context.WithCancel(context.Background())
			go cancel()
			err := l.Run(ctx)
			cancel()
			if errors.Is(err, eventloop.ErrRunning) { // Terminate had it
				runtime.Gosched()
				continue
			}
			if !errors.Is(err, eventloop.ErrStopped) && !errors.Is(err, context.Canceled) {
				t.Errorf("Run gave %v", err)
			}
			runs++
		}
	})
	for _, f := range []func(){l.Stop, l.StopNoWait, l.Terminate, l.Terminate, func() { <-l.Done() }, func() { l.Running() },
		func() { l.Post(func() {}) }, func() { cancelPosted(l.PostAfterFunc(0, func() {})) }} {
		wg.Go(func() {
			for {
				select {
				case <-quit:
					return
				default:
					f()
					runtime.Gosched()
				}
			}
		})
	}
	wg.Wait()
	hold.Release()
	l.Terminate()
	wantErr(t, l.Run(t.Context()), nil)
	wantCounts(t, l, eventloop.Counts{})
}

// Posts and stops: each posted function runs once, in order, whichever run it is.
func TestHammerPostAcrossRuns(t *testing.T) {
	const producers = 4
	each := rounds(5000)
	l := eventloop.New(eventloop.Options{})
	hold := l.Hold()
	var last [producers]int
	var wg sync.WaitGroup
	for p := range producers {
		wg.Go(func() {
			for i := 1; i <= each; i++ {
				l.Post(func() {
					if last[p] != i-1 {
						t.Errorf("producer %d: %d after %d", p, i, last[p])
					}
					last[p] = i
				})
				if i%50 == 0 {
					l.StopNoWait()
				}
			}
		})
	}
	go func() { wg.Wait(); hold.Release() }()
	for {
		err := l.Run(context.Background())
		if err == nil {
			break
		}
		wantErr(t, err, eventloop.ErrStopped)
	}
	for p := range producers {
		if last[p] != each {
			t.Errorf("producer %d: %d of %d ran", p, last[p], each)
		}
	}
	wantCounts(t, l, eventloop.Counts{})
}

// Two loops send each other a function, asleep in between: no wake-up is lost.
func TestHammerPingPong(t *testing.T) {
	a, b := eventloop.New(eventloop.Options{}), eventloop.New(eventloop.Options{})
	ha, hb := a.Hold(), b.Hold()
	left := rounds(20_000)
	var ping, pong func()
	ping = func() { b.Post(pong) }
	pong = func() {
		if left--; left <= 0 {
			ha.Release()
			hb.Release()
			return
		}
		a.Post(ping)
	}
	a.Post(ping)
	ea, eb := start(a), start(b)
	wantErr(t, <-ea, nil)
	wantErr(t, <-eb, nil)
	if left != 0 {
		t.Errorf("%d left", left)
	}
}

// Req 7: a timer is cancelled or runs, never both, never neither.
func TestHammerReq07Cancel(t *testing.T) {
	l := eventloop.New(eventloop.Options{Resolution: time.Microsecond})
	hold := l.Hold()
	n := rounds(1000)
	var wg sync.WaitGroup
	var wins, ran atomic.Int64
	for range 4 {
		wg.Go(func() {
			for i := range n {
				var fired atomic.Bool
				p := l.PostAfterFunc(time.Duration(i%20)*time.Microsecond, func() {
					if fired.Swap(true) {
						t.Error("ran twice")
					}
					ran.Add(1)
				})
				for range i % 7 {
					l.Post(func() {})
				}
				if p.Cancel() {
					wins.Add(1)
					if fired.Load() {
						t.Error("Cancel won over a timer that ran")
					}
				}
				if p.Cancel() {
					t.Error("Cancel won twice")
				}
			}
		})
	}
	go func() { wg.Wait(); hold.Release() }()
	wantErr(t, l.Run(context.Background()), nil)
	if got := wins.Load() + ran.Load(); got != int64(4*n) {
		t.Errorf("%d cancelled, %d ran, %d set", wins.Load(), ran.Load(), 4*n)
	}
	wantCounts(t, l, eventloop.Counts{})
}

// An interval whose Cancel gave true makes no call after that.
func TestHammerReq07CancelInterval(t *testing.T) {
	l := eventloop.New(eventloop.Options{Resolution: time.Microsecond})
	hold := l.Hold()
	end := start(l)
	for i := range rounds(500) {
		var over atomic.Bool
		called := make(chan bool, 1)
		p := l.PostEvery(time.Microsecond, func() {
			if over.Load() {
				t.Error("a call after Cancel gave true")
			}
			select {
			case called <- true:
			default:
			}
		})
		if i%4 != 0 {
			<-called
		}
		over.Store(p.Cancel())
	}
	l.Post(func() {}) // behind all the cancels
	hold.Release()
	wantErr(t, <-end, nil)
	wantCounts(t, l, eventloop.Counts{})
}

// Req 5: the loop ends when the last token is back, not before; what was posted
// before a release has run.
func TestHammerReq05Hold(t *testing.T) {
	for range rounds(300) {
		l := eventloop.New(eventloop.Options{})
		ran := 0
		for range 4 {
			h := l.Hold()
			go func() {
				l.Post(func() { ran++ })
				inner := l.Hold()
				go func() {
					l.Post(func() { ran++ })
					inner.Release()
				}()
				h.Release()
				h.Release()
			}()
		}
		wantErr(t, l.Run(context.Background()), nil)
		if ran != 8 {
			t.Fatalf("%d of 8 ran", ran)
		}
		wantCounts(t, l, eventloop.Counts{})
	}
}

// Post to a loop that terminates meanwhile: told true, it may be dropped; told
// false, it never runs.
func TestHammerTerminate(t *testing.T) {
	for range rounds(200) {
		l := eventloop.New(eventloop.Options{})
		var refused, ran atomic.Bool
		l.Hold()
		end := start(l)
		done := make(chan bool)
		go func() {
			defer close(done)
			for {
				if !l.Post(func() {
					if refused.Load() {
						ran.Store(true)
					}
				}) {
					refused.Store(true)
					return
				}
				runtime.Gosched()
			}
		}()
		l.Post(func() {})
		for !l.Running() {
			runtime.Gosched()
		}
		l.Terminate()
		wantErr(t, <-end, eventloop.ErrStopped)
		<-done
		if ran.Load() || l.Counts().Posted != 0 {
			t.Error("a function ran or stayed after Terminate")
		}
	}
}

func cancelPosted(p *eventloop.PostedTimer) {
	if p != nil { // nil: terminated
		p.Cancel()
	}
}
