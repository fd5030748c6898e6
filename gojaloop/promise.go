package gojaloop

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is where promises of scripts and goroutines of Go meet: a promise that
// a goroutine settles, blocking work that becomes a promise, and a goroutine that
// waits for a promise. The loop is not polled, and does not end while a promise of
// these is on its way.

// Deferred is a promise that Go settles.
type Deferred struct {
	e       *Engine
	s       *settler
	hold    *eventloop.Hold
	settled atomic.Bool
}

// NewDeferred makes a promise that is settled by Resolve or Reject, from any
// goroutine. Until then it keeps the loop alive, so that Run does not return
// before. It is called on the loop.
func (e *Engine) NewDeferred() *Deferred {
	e.checkGoroutine("NewDeferred")
	return &Deferred{e: e, s: e.newSettler(), hold: e.loop.Hold()}
}

// Promise is what the script gets. On the loop only.
func (d *Deferred) Promise() goja.Value { return d.s.value() }

// Resolve fulfils the promise with v, which is converted on the loop as
// goja.Runtime.ToValue does. Only the first call of Resolve or Reject counts. It
// returns false if it was not that, or if the loop was terminated: nobody will see
// v then. From any goroutine; it never blocks.
func (d *Deferred) Resolve(v any) bool {
	return d.settle(func() { d.s.settle(d.s.resolve, d.e.vm.ToValue(v)) })
}

// Reject rejects the promise: a script catches err as an Error whose message is
// err's, and errors.As finds err in what comes out of the script. See Resolve.
func (d *Deferred) Reject(err error) bool {
	return d.settle(func() { d.s.settle(d.s.reject, d.e.errorValue(err)) })
}

func (d *Deferred) settle(f func()) bool {
	if d.settled.Swap(true) {
		return false
	}
	ok := d.e.loop.PostHosted(f)
	d.hold.Release()
	return ok
}

// errorValue is the JavaScript form of a Go error. An exception that came out of a
// script goes back in as what it was.
func (e *Engine) errorValue(err error) goja.Value {
	var ex *goja.Exception
	if errors.As(err, &ex) {
		return ex.Value()
	}
	return e.vm.NewGoError(err)
}

// Go runs work in a goroutine and returns a promise of what it returns. ctx ends
// when work has returned; the loop stays alive until then. It is called on the
// loop; work must not touch the runtime.
func (e *Engine) Go(ctx context.Context, work func(ctx context.Context) (any, error)) goja.Value {
	e.checkGoroutine("Go")
	if ctx == nil || work == nil {
		misuse("Go with a nil context or function")
	}
	d := e.NewDeferred()
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		v, err := work(ctx)
		if err != nil {
			d.Reject(err)
		} else {
			d.Resolve(v)
		}
	}()
	return d.Promise()
}

// RejectedError is what Await returns for a promise that was rejected, and for an
// exception.
type RejectedError struct {
	// Value is the reason, exported to Go.
	Value any
	// Message is the reason as a string, Stack the stack trace of an Error.
	Message, Stack string
	err            error
}

// Error is the reason as a string.
func (r *RejectedError) Error() string { return r.Message }

// Unwrap is the Go error that was thrown through JavaScript, if it was one.
func (r *RejectedError) Unwrap() error { return r.err }

// ErrTerminated is what Await returns when the loop was terminated.
var ErrTerminated = errors.New("gojaloop: the loop was terminated")

// Await calls f on the loop, waits until the promise it returns is settled, and
// returns its value exported to Go; a value that is no promise is returned as it
// is. It is for goroutines other than the loop's, which has to be running or be run
// by somebody: called by a callback of the loop it would wait for itself, and
// panics. The error is a *RejectedError, the context's error, or ErrTerminated.
// When ctx ends, the promise goes on without anybody waiting.
func (e *Engine) Await(ctx context.Context, f func(vm *goja.Runtime) (goja.Value, error)) (any, error) {
	if ctx == nil || f == nil {
		misuse("Await with a nil context or function")
	}
	if e.loop.OnLoop() {
		misuse("Await called by a callback of the loop")
	}
	type outcome struct {
		v   any
		err error
	}
	result := make(chan outcome, 1) // never blocks the loop
	hold := e.loop.Hold()
	defer hold.Release()
	rejected := func(reason goja.Value, err error) {
		result <- outcome{err: e.rejectedError(reason, err)}
	}
	posted := e.loop.Post(func() {
		v, err := f(e.vm)
		var ex *goja.Exception
		switch {
		case errors.As(err, &ex):
			rejected(ex.Value(), ex)
		case err != nil:
			result <- outcome{err: err}
		case v == nil:
			result <- outcome{}
		default:
			p, ok := v.Export().(*goja.Promise)
			if !ok {
				result <- outcome{v: v.Export()}
				return
			}
			e.Then(p, func(v goja.Value) { result <- outcome{v: v.Export()} },
				func(reason goja.Value) { rejected(reason, errNoText) })
		}
	})
	if !posted {
		return nil, ErrTerminated
	}
	select {
	case r := <-result:
		return r.v, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// rejectedError takes what is to be known of a reason while on the loop.
func (e *Engine) rejectedError(reason goja.Value, err error) *RejectedError {
	r := &RejectedError{}
	if ex := e.vm.Try(func() {
		r.Message = reason.String()
		r.Value = reason.Export()
		if o, ok := reason.(*goja.Object); ok {
			if s := o.Get("stack"); s != nil {
				r.Stack = s.String()
			}
			if v := o.Get("value"); v != nil {
				r.err, _ = v.Export().(error)
			}
		}
	}); ex != nil {
		r.Message = fmt.Sprint(err)
	}
	return r
}
