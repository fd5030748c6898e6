package eventloop

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// What is made from inside: races of microseconds, and the size of arrays.

// The end of a context that reaches the loop late, in another run, stops nothing.
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

// burst makes all queues of a loop large.
func burst(l *Loop) {
	for range 10 * keep {
		l.SetImmediate(func() {})
		l.NextTick(func() {})
		l.QueueMicrotask(func() {})
		l.Post(func() {})
	}
}

// What a burst needed is kept while the loop is busy, and goes after a pause.
func TestTrimAfterAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{})
		l.Post(func() { burst(l) })
		var first, later bool
		l.AfterFunc(pause/2, func() { first = l.bulky() })
		l.AfterFunc(10*pause, func() { later = l.bulky() })
		if err := l.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !first || later {
			t.Errorf("bulky after half a pause: %v, after a pause: %v", first, later)
		}
	})
}

func TestTrimAtTheEnd(t *testing.T) {
	l := New(Options{Clock: NewVirtualClock()})
	burst(l)
	if err := l.Run(t.Context()); err != nil || l.bulky() {
		t.Errorf("Run gave %v, bulky %v", err, l.bulky())
	}
}

// lastMoment is a clock on which something is posted, and the loop woken, at the
// very end of a wait for a pause.
type lastMoment struct {
	now  time.Duration
	post func()
}

func (c *lastMoment) Now() time.Duration { return c.now }

func (c *lastMoment) Wait(d time.Duration, wake <-chan struct{}) {
	if d == pause && c.post != nil {
		c.now += d
		c.post()
		c.post = nil
		<-wake
		return
	}
	if d < 0 {
		panic("the loop sleeps over what was posted")
	}
	c.now += d
}

func TestTrimLosesNoWakeUp(t *testing.T) {
	c := &lastMoment{}
	l := New(Options{Clock: c})
	h := l.Hold()
	l.Post(func() { burst(l) })
	ran := false
	c.post = func() { l.Post(func() { ran = true; h.Release() }) }
	if err := l.Run(t.Context()); err != nil || !ran {
		t.Errorf("Run gave %v, ran %v", err, ran)
	}
}
