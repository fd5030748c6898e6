package eventloop

import (
	"errors"
	"fmt"
	"io"
)

// This file holds what Run returns.

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
//
// Printed with %+v it has the stack below its message, and a last line that tells
// where what threw was set, as far as each is known:
//
//	eventloop: uncaught exception: Error: broken at check (main.js:2:9)
//	    at check (main.js:2:9)
//	    at main.js:5:18
//	set at main.js:5:1
type UncaughtError struct {
	// Value is what was thrown, in the engine's form.
	Value any
	// Err is the engine's error; errors.As reaches through it to a Go error
	// that was thrown through JavaScript.
	Err error
	// Rejection is set when it was the reason of a rejected promise.
	Rejection bool
	// Stack is the stack of the exception, a line for each call that begins with
	// "    at "; empty if the engine has none.
	Stack string
	// Origin is where the timer, immediate, tick or microtask was set whose callback
	// it left, in the form of Pending.Origin; empty if that was not recorded, and for
	// what left no such callback.
	Origin string
}

// Error is one line: the message of the exception and, if Origin is known, where
// what threw was set.
func (e *UncaughtError) Error() string {
	if e.Origin == "" {
		return e.message()
	}
	return e.message() + "; set at " + e.Origin
}

func (e *UncaughtError) message() string {
	what := "uncaught exception"
	if e.Rejection {
		what = "unhandled rejection"
	}
	if e.Err == nil {
		return fmt.Sprintf("eventloop: %s: %v", what, e.Value)
	}
	return fmt.Sprintf("eventloop: %s: %v", what, e.Err)
}

// Format prints Error, and for %+v the lines that the comment on the type shows.
func (e *UncaughtError) Format(s fmt.State, verb rune) {
	format(s, verb, e.Error(), e.message(), e.Stack, e.Origin)
}

// format prints an error in one line or, for %+v, in several.
func format(s fmt.State, verb rune, line, message, stack, origin string) {
	if verb != 'v' || !s.Flag('+') {
		fmt.Fprintf(s, fmt.FormatString(s, verb), line)
		return
	}
	if stack != "" {
		message += "\n" + stack
	}
	if origin != "" {
		message += "\nset at " + origin
	}
	_, _ = io.WriteString(s, message)
}

// Unwrap is the engine's error.
func (e *UncaughtError) Unwrap() error { return e.Err }
