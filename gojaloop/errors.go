package gojaloop

import (
	"errors"
	"strings"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is what happens to exceptions and rejections that no script caught.

// Handlers are functions through which a module such as process takes part in
// what the engine does. Each is optional. They are called on the loop, inside the
// engine's frame, and must catch their own exceptions.
type Handlers struct {
	// Uncaught is told of an exception that left a callback, or of a rejection
	// that Rejected did not handle; true means it was handled and the loop goes on.
	Uncaught func(value goja.Value, rejection bool) (handled bool)
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

// uncaught tells all who may handle it, and ends the run if nobody does. err is
// goja's error, nil if there is none.
func (e *Engine) uncaught(value goja.Value, err error, rejection bool) {
	if f := e.handlers.Uncaught; f != nil && f(value, rejection) {
		e.afterHandled()
		return
	}
	if err == nil {
		err = e.rejectionError(value)
	}
	u := &eventloop.UncaughtError{Value: value, Err: err, Rejection: rejection}
	if f := e.opts.Uncaught; f != nil && f(u) {
		e.afterHandled()
		return
	}
	e.fail(u)
}

// afterHandled queues one empty immediate, as Node does: the loop turns once
// more, so that ticks left behind by the exception run.
func (e *Engine) afterHandled() { e.setNew(e.newImmediate(nil, nil)) }

// rejection deals with a promise nobody handled.
func (e *Engine) rejection(p *goja.Promise) {
	reason := p.Result()
	if f := e.handlers.Rejected; f != nil && f(reason, p) {
		return
	}
	e.uncaught(reason, nil, true)
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

func (e *Engine) rejectionError(reason goja.Value) error {
	return rejectionError{e.rejectedError(reason, errNoText)}
}

var errNoText = errors.New("a value that cannot be converted to a string")

// Error is the reason and the topmost line of its stack.
func (r rejectionError) Error() string {
	for line := range strings.Lines(r.Stack) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "at ") {
			return r.Message + " " + line
		}
	}
	return r.Message
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
