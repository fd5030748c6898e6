package eventloop

import (
	"errors"
	"testing"
	"time"
)

// The end of a context that reaches the loop late, in another run, stops nothing.
// It is a race of microseconds, so the test is made from inside.
func TestContextOfAnEarlierRun(t *testing.T) {
	l := New(Options{Clock: NewVirtualClock()})
	ran := 0
	l.AfterFunc(time.Millisecond, func() {
		l.cancel(l.life.run-1, errors.New("late"))
		ran++
	})
	l.AfterFunc(time.Second, func() {
		l.cancel(l.life.run, errors.New("in time"))
		ran++
	})
	l.AfterFunc(time.Minute, func() { ran++ })
	_ = l.Run(t.Context())
	if ran != 2 {
		t.Errorf("%d of 3 timers ran, want 2", ran)
	}
	l.cancel(l.life.run, errors.New("after the end"))
	if err := l.Run(t.Context()); err != nil || ran != 3 {
		t.Errorf("Run gave %v after %d timers", err, ran)
	}
}
