package trace

import (
	"context"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file records a running loop from outside it.

// graceful is how long Capture waits for a loop that is busy.
const graceful = 5 * time.Second

// Capture records what a running loop does for a while, in real time, and gives the
// timeline. The error is that of ctx, eventloop.ErrStopped if the loop was terminated,
// or context.DeadlineExceeded when the loop did not answer within five seconds,
// because a callback runs or because it is not running. From any goroutine but the
// loop's.
func Capture(ctx context.Context, l *eventloop.Loop, o Options, d time.Duration) (*Timeline, error) {
	var r *Recorder
	if err := onLoop(ctx, l, func() {
		r = New(l, o)
		r.Start()
	}, func() { r.Stop() }); err != nil {
		return nil, err
	}
	wait := time.NewTimer(d)
	defer wait.Stop()
	var ended error
	select {
	case <-wait.C:
	case <-ctx.Done():
		ended = context.Cause(ctx)
	}
	var t *Timeline
	stop := func() { r.Stop(); t = r.Timeline() }
	if ended != nil {
		l.Post(stop) // whenever it comes to it
		return nil, ended
	}
	if err := onLoop(ctx, l, stop, nil); err != nil {
		return nil, err
	}
	return t, nil
}

// onLoop runs f on the loop and waits for it. If nobody waits any more when it has run,
// undo follows, if f is to be undone.
func onLoop(ctx context.Context, l *eventloop.Loop, f, undo func()) error {
	ctx, cancel := context.WithTimeout(ctx, graceful)
	defer cancel()
	done := make(chan struct{})
	if !l.Post(func() {
		f()
		select {
		case done <- struct{}{}:
		case <-ctx.Done():
			if undo != nil {
				undo()
			}
		}
	}) {
		return eventloop.ErrStopped
	}
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
