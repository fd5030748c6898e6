package gojaloop

import (
	"context"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is the time that scripts read. Date, performance.now, process.hrtime
// and the rest are one clock, the loop's, so on a virtual clock they go with its
// timers. Reading a virtual clock moves it on, by eventloop.ReadStep for each reading
// but the first at a time, or a script that waits in a loop for a time to come would
// wait for ever.

// virtualEpoch is what Date shows at the zero of a virtual clock unless
// Options.Epoch says otherwise: the time a testing/synctest bubble begins at.
var virtualEpoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// installClock decides what Date tells, which goja asks for in one place.
func (e *Engine) installClock() {
	c, ok := e.opts.Clock.(*eventloop.VirtualClock)
	if !ok {
		e.epoch = time.Now()
		return
	}
	e.virtual = c
	base := e.opts.Epoch
	if base.IsZero() {
		base = virtualEpoch
	}
	e.epoch = base.Add(c.Now())
	e.vm.SetTimeSource(func() time.Time { return base.Add(c.Read()) })
}

// ReadTime is the time since the loop was made, not rounded, as a script reads it:
// on a virtual clock see eventloop.VirtualClock.Read. It is what performance.now
// and process.hrtime are made of.
func (e *Engine) ReadTime() time.Duration {
	if e.virtual != nil {
		e.virtual.Read()
	}
	return e.loop.Elapsed()
}

// TimeOrigin is the date at which the loop's time was zero, as scripts see dates.
// From any goroutine.
func (e *Engine) TimeOrigin() time.Time { return e.epoch }

// RunUntil runs the loop up to a virtual time and stops there; see
// eventloop.Loop.RunUntil.
func (e *Engine) RunUntil(ctx context.Context, t time.Duration) error {
	return e.run(func() error { return e.loop.RunUntil(ctx, t) })
}

// RunFor is RunUntil for a virtual time from now; see eventloop.Loop.RunFor.
func (e *Engine) RunFor(ctx context.Context, d time.Duration) error {
	return e.run(func() error { return e.loop.RunFor(ctx, d) })
}
