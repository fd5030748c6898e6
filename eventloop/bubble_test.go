package eventloop_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// The loop inside a testing/synctest bubble: it waits on channels and timers
// only, so the bubble's time passes for it as for anybody.

func TestBubbleTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		from := time.Now()
		n := 0
		var iv *eventloop.Timer
		iv = l.Every(time.Hour, func() {
			if n++; n == 1000 {
				iv.Clear()
			}
		})
		wantErr(t, l.Run(t.Context()), nil)
		if d := time.Since(from); d != 1000*time.Hour {
			t.Errorf("took %v", d)
		}
		if l.Waited() != 1000*time.Hour {
			t.Errorf("waited %v", l.Waited())
		}
	})
}

// Req 26: an earlier timer that another goroutine sets wakes the loop in time;
// the far one it slept towards fires at its own.
func TestBubbleReq26EarlierTimerWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		from := time.Now()
		var got []time.Duration
		note := func() { got = append(got, time.Since(from)) }
		l.AfterFunc(time.Hour, note)
		go func() {
			time.Sleep(time.Minute)
			l.PostAfterFunc(time.Second, note)
			time.Sleep(time.Minute)
			l.PostAfterFunc(2*time.Hour, note).Cancel()
		}()
		wantErr(t, l.Run(t.Context()), nil)
		if len(got) != 2 || got[0] != time.Minute+time.Second || got[1] != time.Hour {
			t.Errorf("fired at %v", got)
		}
	})
}

// Req 34: with nothing due the loop sleeps. A loop that did not would keep the
// bubble from ever being idle, and its clock from moving.
func TestBubbleReq34Sleeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		waits := 0
		l.AddHooks(eventloop.Hooks{Wait: func(time.Duration) { waits++ }})
		far := l.AfterFunc(30*24*time.Hour, func() { t.Error("fired") })
		end := start(l)
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		l.Post(func() { far.Clear() })
		wantErr(t, <-end, nil)
		// Once towards the timer, a few times to come nearer to it.
		if waits > 5 {
			t.Errorf("woke %d times in a day", waits)
		}
	})
}

// Several loops in one program, each on its goroutine.
func TestBubbleSeveralLoops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		from := time.Now()
		var ends []<-chan error
		for i := range 5 {
			l := eventloop.New(eventloop.Options{})
			l.AfterFunc(time.Duration(i+1)*time.Hour, func() {
				if d := time.Since(from); d != time.Duration(i+1)*time.Hour {
					t.Errorf("loop %d: %v", i, d)
				}
			})
			ends = append(ends, start(l))
		}
		for _, end := range ends {
			wantErr(t, <-end, nil)
		}
	})
}

func TestBubbleContextDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		l.Every(time.Minute, func() {})
		ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
		defer cancel()
		wantErr(t, l.Run(ctx), context.DeadlineExceeded)
	})
}
