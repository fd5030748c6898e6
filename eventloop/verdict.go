package eventloop

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// This file is what becomes of a callback that fails: Verdict, the three answers
// there are, and Options.Panic, which is asked for one after a panic of Go's. For
// exceptions of JavaScript the engine's binding asks.
//
// Without Options.Panic nothing of this costs anything. With it each run, and each
// way back from the engine's frame, costs one deferred call.

// Verdict is what a handler decides about an exception or a panic that left a
// callback.
type Verdict uint8

const (
	// VerdictStop ends the run, which returns the error. What is pending stays
	// pending.
	VerdictStop Verdict = iota
	// VerdictContinue goes on with the loop: an interval whose callback failed is
	// called again. After an exception of JavaScript the order is Node's, after a
	// panic it is that of a callback which has returned.
	VerdictContinue
	// VerdictCancel goes on and clears the timer whose callback failed: an interval
	// is not called again, nor is a timer that its callback has started again. For a
	// timer that is over, and for what is no timer, it is VerdictContinue.
	VerdictCancel
)

// String is the name of the verdict: stop, continue or cancel.
func (v Verdict) String() string {
	switch v {
	case VerdictStop:
		return "stop"
	case VerdictContinue:
		return "continue"
	case VerdictCancel:
		return "cancel"
	}
	return "unknown"
}

// PanicError is a panic that left a callback of the Go program, as Options.Panic is
// told of it. Printed with %+v it has the stack, and where the timer was set, below
// its message, as an UncaughtError has.
type PanicError struct {
	// Value is what the callback panicked with. If it is an error, errors.Is and
	// errors.As reach it.
	Value any
	// Stack is the stack of the goroutine at the panic, as debug.Stack gives it.
	Stack string
	// Origin is where the timer or immediate was set whose callback it left, in the
	// form of Pending.Origin; empty if Loop.TrackOrigins was not called, for those
	// that another goroutine set, and for other callbacks.
	Origin string
}

// Error is one line: what the callback panicked with and, if Origin is known, where
// its timer was set.
func (e *PanicError) Error() string {
	if e.Origin == "" {
		return e.message()
	}
	return e.message() + "; set at " + e.Origin
}

func (e *PanicError) message() string {
	return fmt.Sprintf("eventloop: panic in a callback: %v", e.Value)
}

// Format prints Error, and for %+v the stack and the origin too.
func (e *PanicError) Format(s fmt.State, verb rune) {
	format(s, verb, e.Error(), e.message(), e.Stack, e.Origin)
}

// Unwrap is Value if that is an error, else nil.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// turnOrAsk is turn outside the engine's frame for a loop with Options.Panic.
func (l *Loop) turnOrAsk() {
	for !l.tryTurn() {
	}
}

// tryTurn reports whether the turn ended by itself. If a callback panicked, its
// handler was asked, and the turn is to be gone on with.
func (l *Loop) tryTurn() (ended bool) {
	defer func() {
		if ended || l.doing == idle { // a hook or the clock panicked: not ours
			return
		}
		v := recover()
		if v == nil { // runtime.Goexit: the goroutine ends, and with it the run
			return
		}
		l.ask(&PanicError{Value: v, Stack: strings.TrimSuffix(string(debug.Stack()), "\n")})
	}()
	l.turn(outside)
	return true
}

// ask puts the loop in order and does what the handler says. The callback counts as
// having run: its ticks and microtasks come next. A panic of the handler's own passes
// through Run.
func (l *Loop) ask(e *PanicError) {
	var timer *Timer
	var item any
	switch l.doing {
	case doingTimer:
		timer = (*Timer)(l.pass.firing)
		item = timer
	case doingImmediate:
		if l.span.hooks != nil { // as there are if origins are recorded
			item = l.span.item
		}
	}
	if l.origins != nil && item != nil {
		e.Origin = l.origins.of(item)
	}
	l.recoverState()
	if l.drain != drainMicros {
		l.drain = drainDue
	}
	switch l.onPanic(e) {
	case VerdictContinue:
	case VerdictCancel:
		if timer != nil {
			timer.cancel()
		}
	default:
		l.Fail(e)
	}
}

// cancel clears a timer of whatever kind.
func (t *Timer) cancel() {
	if c, ok := t.data().h.(interface{ cancel() }); ok {
		c.cancel()
		return
	}
	t.Clear()
}
