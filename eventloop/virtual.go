package eventloop

import (
	"errors"
	"math"
	"sync/atomic"
	"time"
)

// VirtualClock is a clock that stands still while the loop has something to run.
// One made by NewVirtualClock jumps to the next expiry when the loop has nothing
// else to do: a day of intervals takes milliseconds, and each run is the same.
// With nothing to jump to, the loop waits for a post or a stop in real time. While
// a Hold is out the clock does not jump, since work elsewhere may still post at
// the present virtual time.
//
// One made by NewManualClock never jumps: the loop waits until another goroutine
// calls Advance or AdvanceTo, or posts.
//
// With either, Loop.RunUntil and Loop.RunFor run a loop to a given time on one
// goroutine.
//
// One clock serves one loop.
type VirtualClock struct {
	now    atomic.Int64
	end    atomic.Int64 // 0: none
	read   atomic.Int64 // 1 + the time at which Read read it last
	steps  atomic.Int64 // how far ReadStep has moved it since it jumped or was moved
	manual bool
	moved  chan struct{} // has a value when the time was moved since it was looked at
}

// NewVirtualClock makes a virtual clock that stands at zero and jumps.
func NewVirtualClock() *VirtualClock { return &VirtualClock{moved: make(chan struct{}, 1)} }

// NewManualClock makes a virtual clock that stands at zero and is moved by
// Advance and AdvanceTo only.
func NewManualClock() *VirtualClock {
	c := NewVirtualClock()
	c.manual = true
	return c
}

// ReadStep is how far a script's reading of a virtual clock moves it: see
// VirtualClock.Read.
const ReadStep = 10 * time.Microsecond

// ErrTimeUp is what Run returns at the time given to VirtualClock.EndAt.
var ErrTimeUp = errors.New("eventloop: the virtual time is up")

// Now is the virtual time. From any goroutine.
func (c *VirtualClock) Now() time.Duration { return time.Duration(c.now.Load()) }

// Read is the virtual time as a script reads it: the first reading at a time is
// exact, and each further one moves it on by ReadStep, the time it takes to look
// at a clock. So no two readings are the same, and a script that waits in a loop
// until it is late enough comes to an end, after a hundred readings for each
// millisecond. A jump goes to the same place whatever was read before. From any
// goroutine.
func (c *VirtualClock) Read() time.Duration {
	now := c.Now()
	if c.read.Load() == int64(now)+1 {
		c.step()
		now = c.Now()
	}
	c.read.Store(int64(now) + 1)
	return now
}

// step moves the clock by ReadStep.
func (c *VirtualClock) step() {
	c.move(ReadStep)
	c.steps.Add(int64(ReadStep))
}

// Advance moves the clock forward by d, as work that takes d would, and wakes a
// loop that waits for it on another goroutine. Called by a callback, it makes
// timers due for the next pass. The clock is moved in one go: an interval that was
// due several times runs once. For each expiry in its turn, see Loop.RunFor. It
// panics if d is negative. From any goroutine.
func (c *VirtualClock) Advance(d time.Duration) {
	if d < 0 {
		misuse("VirtualClock.Advance by a negative duration")
	}
	c.move(d)
	c.steps.Store(0)
	c.tell()
}

// AdvanceTo is Advance up to a virtual time. If that has passed it does nothing.
// From any goroutine.
func (c *VirtualClock) AdvanceTo(t time.Duration) {
	c.moveTo(t)
	c.tell()
}

// EndAt sets a time at which virtual time is up: a run of the loop that would have
// to wait beyond it, or finds itself beyond it, ends there with ErrTimeUp. What is
// due at t itself still runs; what is pending stays pending. Zero means no end. It
// counts for a loop's runs that begin afterwards. From any goroutine.
func (c *VirtualClock) EndAt(t time.Duration) {
	if t < 0 {
		misuse("VirtualClock.EndAt a negative time")
	}
	c.end.Store(int64(t))
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

// moveTo goes forward to t, if it lies ahead.
func (c *VirtualClock) moveTo(t time.Duration) {
	for {
		now := c.now.Load()
		if int64(t) <= now {
			return
		}
		if c.now.CompareAndSwap(now, int64(t)) {
			c.steps.Store(0)
			return
		}
	}
}

// tell wakes a loop that waits for the clock. A value left in moved makes a loop
// look at the time once more than needed.
func (c *VirtualClock) tell() {
	select {
	case c.moved <- struct{}{}:
	default:
	}
}

// Wait returns when d has passed or wake has a value: a clock that jumps goes
// there, unless wake has a value. A negative d waits for wake.
func (c *VirtualClock) Wait(d time.Duration, wake <-chan struct{}) {
	switch now := c.Now(); {
	case d < 0:
		<-wake
	case c.manual:
		c.await(now+min(d, math.MaxInt64-now), wake)
	default:
		c.jump(now+min(d, math.MaxInt64-now), wake)
	}
}

// jump moves the clock to t, unless wake has a value, which it takes.
func (c *VirtualClock) jump(t time.Duration, wake <-chan struct{}) {
	select {
	case <-wake:
	default:
		c.moveTo(t)
	}
}

// await waits until it is t, or wake has a value, which it takes.
func (c *VirtualClock) await(t time.Duration, wake <-chan struct{}) {
	for c.Now() < t {
		select {
		case <-wake:
			return
		case <-c.moved:
		}
	}
}
