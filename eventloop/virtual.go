package eventloop

import (
	"math"
	"sync/atomic"
	"time"
)

// VirtualClock is a clock that stands still while the loop has something to run
// and jumps to the next expiry when it has not: a day of intervals takes
// milliseconds, and each run is the same. With nothing to jump to, the loop waits
// for a post or a stop in real time. While a Hold is out the clock does not jump,
// since work elsewhere may still post at the present virtual time.
//
// One clock serves one loop.
type VirtualClock struct {
	now atomic.Int64
}

// NewVirtualClock makes a virtual clock that stands at zero.
func NewVirtualClock() *VirtualClock { return &VirtualClock{} }

// Now is the virtual time. From any goroutine.
func (c *VirtualClock) Now() time.Duration { return time.Duration(c.now.Load()) }

// Advance moves the clock forward by d, as work that takes d would. It wakes
// nobody: called by a callback, it makes timers due for the next pass. It panics
// if d is negative.
func (c *VirtualClock) Advance(d time.Duration) {
	if d < 0 {
		misuse("VirtualClock.Advance by a negative duration")
	}
	c.move(d)
}

// move goes forward by d, at most to the end of time.Duration.
func (c *VirtualClock) move(d time.Duration) {
	for {
		now := c.now.Load()
		next := now + int64(d)
		if next < now {
			next = math.MaxInt64
		}
		if c.now.CompareAndSwap(now, next) {
			return
		}
	}
}

// Wait jumps forward by d, unless wake has a value. A negative d waits for wake.
func (c *VirtualClock) Wait(d time.Duration, wake <-chan struct{}) {
	if d < 0 {
		<-wake
		return
	}
	select {
	case <-wake:
	default:
		c.move(d)
	}
}
