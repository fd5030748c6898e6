package trace_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/trace"
)

func TestCapture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		iv := l.Every(10*ms, func() {})
		ended := make(chan error)
		go func() { ended <- l.Run(context.Background()) }()
		time.Sleep(35 * ms)
		tl, err := trace.Capture(t.Context(), l, trace.Options{}, 100*ms)
		if err != nil {
			t.Fatal(err)
		}
		timers := 0
		for _, c := range tl.Callbacks {
			if c.Kind == eventloop.KindTimer {
				timers++
			}
		}
		if timers < 9 || timers > 11 {
			t.Errorf("%d timers in 100 ms", timers)
		}
		l.Post(func() { iv.Clear() })
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestCaptureOfALoopThatDoesNotAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		release := make(chan bool)
		l.Post(func() { <-release })
		ended := make(chan error)
		go func() { ended <- l.Run(context.Background()) }()
		if _, err := trace.Capture(t.Context(), l, trace.Options{}, ms); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a busy loop: %v", err)
		}
		close(release)
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if l.TracksOrigins() {
			t.Error("it still records, for nobody")
		}
		l.Terminate()
		if _, err := trace.Capture(t.Context(), l, trace.Options{}, ms); !errors.Is(err, eventloop.ErrStopped) {
			t.Errorf("a terminated loop: %v", err)
		}
	})
}

func TestCaptureIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		hold := l.Hold()
		ended := make(chan error)
		go func() { ended <- l.Run(context.Background()) }()
		ctx, cancel := context.WithTimeout(t.Context(), 20*ms)
		defer cancel()
		if _, err := trace.Capture(ctx, l, trace.Options{}, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		synctest.Wait()
		hold.Release()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if l.TracksOrigins() {
			t.Error("it still records")
		}
	})
}

// TestHammerCapture records a loop that runs at full speed, again and again.
func TestHammerCapture(t *testing.T) {
	l := eventloop.New(eventloop.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	var step func()
	step = func() {
		l.NextTick(func() {})
		l.AfterFunc(0, func() {})
		l.SetImmediate(step)
	}
	l.SetImmediate(step)
	ended := make(chan error)
	go func() { ended <- l.Run(ctx) }()
	for range 20 {
		tl, err := trace.Capture(t.Context(), l, trace.Options{Events: 1000}, 2*ms)
		if err != nil {
			t.Fatal(err)
		}
		if len(tl.Callbacks) == 0 {
			t.Error("nothing was recorded")
		}
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
