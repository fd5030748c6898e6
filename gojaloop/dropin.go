package gojaloop

import (
	"context"
	"errors"
	"log"
	"sync"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/require"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is the drop-in for goja_nodejs/eventloop: its names, signatures and
// panics, over Engine. A program changes its import line and nothing else.
//
// What it may notice is listed in docs/migration.md. In short: equal deadlines
// fire in order, exceptions are reported, wrong handles are harmless, an interval
// has no goroutine, setImmediate has Node's place.

// EventLoop is an Engine with a runtime of its own and the methods of
// goja_nodejs/eventloop.EventLoop. All of them may be called from any goroutine
// unless their comment says otherwise. The *goja.Runtime that a function is given,
// and values from it, must not be used outside that function.
type EventLoop struct {
	e             *Engine
	registry      *require.Registry
	enableConsole bool
	onError       func(error)
	onPanic       func(any)

	mu      sync.Mutex
	running bool          // mu
	stop    bool          // mu: asked for during this run
	done    chan struct{} // mu: closed at the end of the run
}

// Timer is what SetTimeout returns, and what setTimeout returns to scripts: the
// handle passes between Go and JavaScript.
type Timer = Timeout

// Interval is what SetInterval returns. It is the same type as Timer, as in Node.
type Interval = Timeout

// Option is an option of NewEventLoop.
type Option func(*EventLoop)

// EnableConsole tells whether the script gets a console; it does by default.
func EnableConsole(enable bool) Option {
	return func(l *EventLoop) { l.enableConsole = enable }
}

// WithRegistry sets the registry of modules that require uses; by default it is a
// new one.
func WithRegistry(r *require.Registry) Option {
	return func(l *EventLoop) { l.registry = r }
}

// WithErrorHandler sets what is called on the loop with an exception that no
// script caught and with the reason of a promise whose rejection nobody handled,
// each an *eventloop.UncaughtError. The loop goes on afterwards. By default they
// are written to the standard logger.
func WithErrorHandler(f func(error)) Option {
	return func(l *EventLoop) { l.onError = f }
}

// WithPanicHandler sets what is called with a Go panic of a callback of a loop
// that Start runs in the background; the loop has stopped by then. By default such
// a panic ends the program. A panic under Run or StartInForeground reaches their
// caller.
func WithPanicHandler(f func(recovered any)) Option {
	return func(l *EventLoop) { l.onPanic = f }
}

// NewEventLoop makes a loop with a new runtime that has the timer functions,
// require and console.
func NewEventLoop(opts ...Option) *EventLoop {
	l := &EventLoop{enableConsole: true, onError: func(err error) { log.Print(err) }}
	for _, opt := range opts {
		opt(l)
	}
	l.e = New(goja.New(), Options{
		Registry:         l.registry,
		NoConsole:        !l.enableConsole,
		TimersOnly:       true,
		NeverEarly:       true,
		MaxCallStackSize: -1,
		Uncaught: func(u *eventloop.UncaughtError) eventloop.Verdict {
			l.onError(u)
			return eventloop.VerdictContinue
		},
	})
	return l
}

// Engine is what is behind the loop, for what goja_nodejs does not have.
func (l *EventLoop) Engine() *Engine { return l.e }

// begin panics when the loop is running already.
func (l *EventLoop) begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running {
		panic("Loop is already started")
	}
	l.running, l.stop, l.done = true, false, make(chan struct{})
	l.e.loop.Reopen()
}

// end is deferred: it runs after a panic too.
func (l *EventLoop) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running = false
	close(l.done)
}

func (l *EventLoop) stopAsked() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stop
}

// Run calls fn in this goroutine, and then runs the loop until no timer, interval
// or immediate is left. It panics if the loop is running.
func (l *EventLoop) Run(fn func(*goja.Runtime)) {
	l.begin()
	defer l.end()
	fn(l.e.vm)
	l.turn()
}

// Start runs the loop in a goroutine until it is stopped, also with nothing to
// do. It panics if the loop is running.
func (l *EventLoop) Start() {
	l.begin()
	hold := l.e.loop.Hold()
	go func() {
		defer l.end()
		defer hold.Release()
		if l.onPanic != nil {
			defer func() {
				if r := recover(); r != nil {
					l.onPanic(r)
				}
			}()
		}
		l.turn()
	}()
}

// StartInForeground is Start in this goroutine: it returns when the loop was
// stopped, and a Go panic of a callback reaches the caller, who may recover and
// start the loop again.
func (l *EventLoop) StartInForeground() {
	l.begin()
	defer l.end()
	hold := l.e.loop.Hold()
	defer hold.Release()
	l.turn()
}

// turn runs the loop; a stack overflow, which no script can catch, is reported and
// the loop goes on.
func (l *EventLoop) turn() {
	for !l.stopAsked() {
		err := l.e.Run(context.Background())
		if err == nil || errors.Is(err, eventloop.ErrStopped) {
			return
		}
		l.onError(err)
	}
}

// ask tells the loop to stop and returns what is closed when it has.
func (l *EventLoop) ask() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.running {
		return nil
	}
	l.stop = true
	l.e.loop.StopNoWait()
	return l.done
}

// Stop ends the loop after the running job and waits for that. Timers are kept
// and go on when the loop is started again. It returns how many timers, intervals
// and immediates are left. On a loop that is not running it does nothing. Called
// from a job of the loop it does not wait.
func (l *EventLoop) Stop() int {
	for {
		done := l.ask()
		if done == nil {
			return l.left()
		}
		l.e.loop.Stop() // returns at once when called by a job of the loop
		if l.e.loop.OnLoop() {
			return l.left()
		}
		select {
		case <-done:
			return l.left()
		case <-time.After(time.Millisecond):
			// The loop was between fn and its first turn: ask again.
		}
	}
}

func (l *EventLoop) left() int {
	c := l.e.loop.Counts()
	return c.Timers + c.Immediates
}

// StopNoWait is Stop without waiting. It may be called by a job of the loop.
func (l *EventLoop) StopNoWait() { l.ask() }

// Terminate stops the loop and drops all timers, intervals, immediates and
// posted jobs: none of them runs any more. RunOnLoop, SetTimeout and SetInterval
// fail until the loop is started again. It must not be called together with
// Stop, Start or Run, nor by a job of the loop.
func (l *EventLoop) Terminate() {
	l.Stop()
	l.e.loop.Terminate()
}

// RunOnLoop calls fn on the loop as soon as possible, in the order of the calls.
// It returns false if the loop was terminated.
func (l *EventLoop) RunOnLoop(fn func(*goja.Runtime)) bool {
	if fn == nil {
		misuse("RunOnLoop with a nil function")
	}
	return l.e.loop.Post(func() { fn(l.e.vm) })
}

// SetTimeout calls fn on the loop when timeout has passed since this call. It
// returns nil if the loop was terminated. The handle may be given to a script's
// clearTimeout.
func (l *EventLoop) SetTimeout(fn func(*goja.Runtime), timeout time.Duration) *Timer {
	if fn == nil {
		misuse("SetTimeout with a nil function")
	}
	return l.handle(l.e.loop.PostAfterFunc(timeout, func() { fn(l.e.vm) }))
}

// SetInterval calls fn on the loop each time timeout has passed; one of zero or
// less is a millisecond. It returns nil if the loop was terminated.
func (l *EventLoop) SetInterval(fn func(*goja.Runtime), timeout time.Duration) *Interval {
	if fn == nil {
		misuse("SetInterval with a nil function")
	}
	return l.handle(l.e.loop.PostEvery(max(timeout, time.Millisecond), func() { fn(l.e.vm) }))
}

func (l *EventLoop) handle(p *eventloop.PostedTimer) *Timeout {
	if p == nil {
		return nil
	}
	return &Timeout{e: l.e, extra: &timeoutExtra{rare: &timeoutRare{posted: p}}}
}

// ClearTimeout stops a timer of SetTimeout, or of a script's setTimeout. One of
// SetTimeout's does not run any more once this has returned on the loop; one of a
// script's is cleared when the loop gets to it. Nil is fine.
func (l *EventLoop) ClearTimeout(t *Timer) {
	switch {
	case t == nil:
	case t.rare() != nil && t.rare().posted != nil:
		t.rare().posted.Cancel()
	default:
		l.e.loop.Post(t.clearBy)
	}
}

// ClearInterval is ClearTimeout: the two handles are one type.
func (l *EventLoop) ClearInterval(i *Interval) { l.ClearTimeout(i) }
