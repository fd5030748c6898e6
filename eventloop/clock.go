package eventloop

import "time"

// Clock is what a loop tells the time by. A loop reads Now often and calls Wait
// only when it has nothing to run.
type Clock interface {
	// Now is the time since some fixed moment. It never goes back and is not
	// moved by changes of the wall clock. It may be called from any goroutine.
	Now() time.Duration
	// Wait returns when d has passed or wake has a value, which it takes. A
	// negative d never passes. Only the loop that owns wake calls it.
	Wait(d time.Duration, wake <-chan struct{})
}

// systemClock is the monotonic clock of the machine, and one timer that is used
// for every wait. Inside a testing/synctest bubble it is the bubble's clock.
type systemClock struct {
	base  time.Time
	timer *time.Timer
}

// NewSystemClock makes a clock that runs with the machine's monotonic clock,
// the default of Options.Clock. Each loop needs its own.
func NewSystemClock() Clock { return &systemClock{base: time.Now()} }

func (c *systemClock) Now() time.Duration { return time.Since(c.base) }

func (c *systemClock) Wait(d time.Duration, wake <-chan struct{}) {
	if d < 0 {
		<-wake
		return
	}
	if c.timer == nil {
		c.timer = time.NewTimer(d)
	} else {
		c.timer.Reset(d)
	}
	select {
	case <-c.timer.C:
	case <-wake:
		c.timer.Stop()
	}
}
