package eventloop

import (
	"errors"
	"fmt"
)

var (
	// ErrStopped is what Run returns when the loop was ended by Stop,
	// StopNoWait or Terminate.
	ErrStopped = errors.New("eventloop: stopped")
	// ErrRunning is what Run returns when the loop is running already.
	ErrRunning = errors.New("eventloop: already running")
	// ErrTooManyTimers is what Loop.TryAfterFunc and Timer.TryStart return when
	// Options.MaxTimers are pending, and what Run returns after another call has
	// tried to start one more, which then is not started.
	ErrTooManyTimers = errors.New("eventloop: too many timers")
)

// UncaughtError is an exception that left a callback and that nobody handled.
// A Host passes it to Loop.Fail, and Run returns it.
type UncaughtError struct {
	// Value is what was thrown, in the engine's form.
	Value any
	// Err is the engine's error; errors.As reaches through it to a Go error
	// that was thrown through JavaScript.
	Err error
	// Rejection is set when it was the reason of a rejected promise.
	Rejection bool
}

// Error is the message of the exception.
func (e *UncaughtError) Error() string {
	what := "uncaught exception"
	if e.Rejection {
		what = "unhandled rejection"
	}
	if e.Err == nil {
		return fmt.Sprintf("eventloop: %s: %v", what, e.Value)
	}
	return fmt.Sprintf("eventloop: %s: %v", what, e.Err)
}

// Unwrap is the engine's error.
func (e *UncaughtError) Unwrap() error { return e.Err }
