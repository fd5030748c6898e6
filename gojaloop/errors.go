package gojaloop

import (
	"errors"
	"strings"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/stack"
)

// This file is what happens to exceptions and rejections that no script caught.
//
// Each is offered to Handlers.Uncaught, then to Options.Uncaught, until one says
// something else than VerdictStop; if none does, the run ends. What the callback
// belonged to, its resource, tells where it was set and what VerdictCancel clears. A
// rejection belongs to the callback that ran when the promise was rejected: an async
// function called by a timer and rejected before its first await is that timer's.

// Handlers are functions through which a module such as process takes part in
// what the engine does. Each is optional. They are called on the loop, inside the
// engine's frame, and must catch their own exceptions.
type Handlers struct {
	// Uncaught is asked about an exception that left a callback, or about a rejection
	// that Rejected did not handle. With VerdictStop it is Options.Uncaught that is
	// asked next, and if that is not there or says the same, the run ends.
	Uncaught func(value goja.Value, rejection bool) eventloop.Verdict
	// Rejected is told of a promise whose rejection nobody had handled when its
	// turn ended. Without it, and when it returns false, the rejection is uncaught.
	Rejected func(reason goja.Value, p *goja.Promise) (handled bool)
	// HandledLate is told of a promise that Rejected was told of and that got a
	// handler since.
	HandledLate func(p *goja.Promise)
	// Warn takes Node's warnings about delays in place of Options.Warn. It may
	// panic with an exception, which goes to the caller of setTimeout.
	Warn func(name, message string)
	// WarnError takes warnings that are Error objects already.
	WarnError func(warning *goja.Object)
	// BeforeExit is called when nothing is left to wait for. An exception may
	// leave it: it is then uncaught.
	BeforeExit func()
	// Performance may add to the prototype of performance when it is made, at its
	// first use.
	Performance func(prototype *goja.Object)
}

// SetHandlers puts h in place. An engine has one set of them.
func (e *Engine) SetHandlers(h Handlers) { e.handlers = h }

// warn passes on a warning about a delay.
func (e *Engine) warn(name, message string) {
	switch {
	case e.handlers.Warn != nil:
		e.handlers.Warn(name, message)
	case e.opts.Warn != nil:
		e.opts.Warn(name, message)
	}
}

// exception deals with one that left a callback, inside the engine's frame.
func (e *Engine) exception(ex *goja.Exception) {
	e.threw, _ = e.async.res.(*Timeout)
	e.uncaught(ex.Value(), ex, false)
	e.threw = nil
	e.leave()
}

// uncaught is uncaughtFrom for the running callback.
func (e *Engine) uncaught(value goja.Value, err error, rejection bool) {
	e.uncaughtFrom(e.async.res, value, err, rejection)
}

// uncaughtFrom asks all who may decide, and ends the run if nobody does. from is
// what the callback belonged to, or nil; err is goja's error, nil if there is none.
func (e *Engine) uncaughtFrom(from resource, value goja.Value, err error, rejection bool) {
	if f := e.handlers.Uncaught; f != nil && e.goesOn(f(value, rejection), from) {
		return
	}
	u := e.uncaughtError(value, err, rejection, from)
	if f := e.opts.Uncaught; f != nil && e.goesOn(f(u), from) {
		return
	}
	e.fail(u)
}

// goesOn does what a verdict says and reports whether the loop goes on.
func (e *Engine) goesOn(v eventloop.Verdict, from resource) bool {
	switch v {
	case eventloop.VerdictContinue:
	case eventloop.VerdictCancel:
		if t, ok := from.(*Timeout); ok {
			t.clear()
		}
	default:
		return false
	}
	e.afterHandled()
	return true
}

// uncaughtError is what Run returns; see uncaught.
func (e *Engine) uncaughtError(value goja.Value, err error, rejection bool, from resource) *eventloop.UncaughtError {
	u := &eventloop.UncaughtError{Value: value, Err: err, Rejection: rejection, Origin: originOf(madeAt(from))}
	if err == nil {
		r := e.rejectionError(value)
		u.Err, u.Stack = r, r.frames()
		return u
	}
	u.Stack = framesOf(err)
	return u
}

// framesOf is the stack of goja's error, for UncaughtError.
func framesOf(err error) string {
	var thrown interface{ Stack() []goja.StackFrame }
	if !errors.As(err, &thrown) {
		return ""
	}
	return strings.TrimPrefix(stack.FormatFrames(thrown.Stack()), "\n")
}

// afterHandled queues one empty immediate, as Node does: the loop turns once
// more, so that ticks left behind by the exception run.
func (e *Engine) afterHandled() { e.setNew(e.newImmediate(nil, nil)) }

// rejection deals with a promise nobody handled.
func (e *Engine) rejection(p *goja.Promise, from resource) {
	reason := p.Result()
	if f := e.handlers.Rejected; f != nil && f(reason, p) {
		return
	}
	e.uncaughtFrom(from, reason, nil, true)
}

// fail ends the run, or the Call: nothing of the script runs any more.
func (e *Engine) fail(err error) {
	if e.failure == nil {
		e.failure = err
	}
	if e.calling {
		if e.callErr == nil {
			e.callErr = err
		}
		return
	}
	e.loop.Fail(err)
}

// rejectionError is the Go error of a rejection in an UncaughtError: a
// RejectedError whose text tells, as that of an exception does, where it came from.
type rejectionError struct{ *RejectedError }

func (e *Engine) rejectionError(reason goja.Value) rejectionError {
	return rejectionError{e.rejectedError(reason, errNoText)}
}

var errNoText = errors.New("a value that cannot be converted to a string")

// Error is the reason and the topmost line of its stack.
func (r rejectionError) Error() string {
	frames := r.frames()
	if frames == "" {
		return r.Message
	}
	top, _, _ := strings.Cut(frames, "\n")
	return r.Message + " " + strings.TrimSpace(top)
}

// frames is the part of the stack that has the calls.
func (r rejectionError) frames() string {
	var frames []string
	for line := range strings.Lines(stack.FromText(r.Stack)) {
		if strings.HasPrefix(line, "    at ") {
			frames = append(frames, strings.TrimSuffix(line, "\n"))
		}
	}
	return strings.Join(frames, "\n")
}

// Unwrap is the RejectedError.
func (r rejectionError) Unwrap() error { return r.RejectedError }

// exitSignal unwinds the engine for Exit. It embeds goja's own uncatchable
// error, so no catch and no finally of the script sees it.
type exitSignal struct {
	*goja.InterruptedError
	err error
}

// Error is the reason.
func (x *exitSignal) Error() string { return x.err.Error() }

// Unwrap is the reason.
func (x *exitSignal) Unwrap() error { return x.err }

// Exit ends the run at once, from inside JavaScript: nothing of the script runs
// any more, neither catch nor finally, and Run returns err. It does not return.
// It is what process.exit is made of.
func (e *Engine) Exit(err error) {
	e.fail(err)
	panic(&exitSignal{&goja.InterruptedError{}, err})
}
