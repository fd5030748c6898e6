package eventloop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"sync"
)

// This file starts and ends a loop: Run, the stops, and what they share. A run
// ends when the loop is dry, when it was asked to stop, when its context is done
// or when it failed; in each case, and also when a callback panics, the loop is
// "not running" afterwards and may be run again.

// life is the state of a loop as other goroutines see it.
type life struct {
	runMu   sync.Mutex
	running bool          // runMu
	stopped bool          // runMu: Stop or the like was called during this run
	run     uint64        // runMu: number of the run
	goid    uint64        // runMu: the goroutine that runs it
	done    chan struct{} // runMu: closed when the run ends
}

func (s *life) init() { s.done = make(chan struct{}) }

// Run runs the loop on the calling goroutine until nothing keeps it alive, and
// then returns nil. Otherwise it returns ErrStopped after a stop, the error of ctx
// (and its cause, if it has another) when ctx is done, what Fail was given, or
// ErrRunning when the loop runs already. Whatever is pending stays pending; Run
// may be called again, from any goroutine.
//
// A panic of a callback passes through Run to its caller. The callback counts as
// having run: an interval goes on, nothing is run twice.
func (l *Loop) Run(ctx context.Context) error { return l.runTo(ctx, l.clockLimits()) }

// runTo is Run up to a limit.
func (l *Loop) runTo(ctx context.Context, to limits) error {
	if ctx == nil {
		misuse("Run with a nil context")
	}
	if ctx.Err() != nil {
		return contextError(ctx)
	}
	run, ok := l.begin()
	if !ok {
		return ErrRunning
	}
	defer l.finish()
	l.to = to
	l.reopen()
	if l.refused {
		l.refused = false
		l.Fail(ErrTooManyTimers)
	}
	l.joinPosted()
	if l.drain == drained && (l.leftovers() || l.host != nil) {
		l.drain = drainDue // what the last run left, or the program did to the engine
	}
	defer context.AfterFunc(ctx, func() { l.cancel(run, contextError(ctx)) })()
	l.spin()
	return l.verdict(ctx)
}

// begin takes the loop for this goroutine; only one at a time has it.
func (l *Loop) begin() (run uint64, ok bool) {
	l.runMu.Lock()
	defer l.runMu.Unlock()
	if l.running {
		return 0, false
	}
	l.running, l.stopped = true, false
	l.run++
	l.goid = goroutineID()
	select {
	case <-l.done:
		l.done = make(chan struct{})
	default: // nobody ran it yet; Done may have been asked for
	}
	l.halt.Store(false)
	l.failure = nil
	l.phase = phaseBegin
	return l.run, true
}

// finish is deferred by Run: it also runs when a callback panics.
func (l *Loop) finish() {
	defer func() {
		l.runMu.Lock()
		l.running, l.goid = false, 0
		close(l.done)
		l.runMu.Unlock()
	}()
	l.side = outside
	l.to.stepping = false
	if l.doing != idle {
		l.recoverState()
	}
	l.span = span{}
	// What is left of a pass is looked for again; the tasks and posted functions
	// of this run come first in the next one.
	if l.pass.running {
		l.alarm, l.known = l.pass.now, l.pass.now
	}
	l.pass = timersPass{}
	l.lists.EndPass()
	l.todo.dry = false
	if l.drain == drainThrew {
		l.drain = drainDue
	}
	l.trimQueues()
	l.lists.Trim(keepLists)
}

// verdict is what Run returns. A stop counts if it came before the end.
func (l *Loop) verdict(ctx context.Context) error {
	if l.failure != nil {
		return l.failure
	}
	if l.phase == phaseEnd || l.to.reached {
		return nil
	}
	l.runMu.Lock()
	defer l.runMu.Unlock()
	if l.stopped {
		return ErrStopped
	}
	return contextError(ctx)
}

// contextError is the error of a context that is done. errors.Is finds both
// context.Canceled or DeadlineExceeded and the cause.
func contextError(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if cause == nil || errors.Is(cause, err) {
		return cause
	}
	return fmt.Errorf("%w: %w", err, cause)
}

// cancel ends a run because its context is done; a script is interrupted.
func (l *Loop) cancel(run uint64, cause error) {
	l.runMu.Lock()
	defer l.runMu.Unlock()
	if !l.running || l.run != run {
		return
	}
	l.halt.Store(true)
	if l.host != nil {
		l.host.Interrupt(cause)
	}
	l.wakeUp()
}

// Running reports whether the loop is running. From any goroutine.
func (l *Loop) Running() bool {
	l.runMu.Lock()
	defer l.runMu.Unlock()
	return l.running
}

// Done gives a channel that is closed when the present run ends, or the next one
// if the loop is not running and never was. From any goroutine.
func (l *Loop) Done() <-chan struct{} {
	l.runMu.Lock()
	defer l.runMu.Unlock()
	return l.done
}

// Stop ends the run after the running callback and waits for that: when it
// returns, no callback runs and none starts. Pending work is kept for the next
// Run, and Counts tells how much it is. On a loop that is not running it does nothing. Called by a callback of the
// loop itself it does not wait. From any goroutine.
func (l *Loop) Stop() {
	if done := l.askStop(); done != nil {
		<-done
	}
}

// StopNoWait is Stop without waiting. From any goroutine.
func (l *Loop) StopNoWait() { l.askStop() }

// askStop returns what to wait for, nil if there is nothing to wait for.
func (l *Loop) askStop() <-chan struct{} {
	l.runMu.Lock()
	defer l.runMu.Unlock()
	if !l.running {
		return nil
	}
	l.stopped = true
	l.halt.Store(true)
	l.wakeUp()
	if l.goid == goroutineID() {
		return nil
	}
	return l.done
}

// Terminate is Stop, and then drops everything that is pending: timers,
// immediates, ticks, microtasks of the loop's own, and posted functions. None of
// them ever runs. Post returns false until the loop is run again. Holds are kept.
// A Run that comes meanwhile returns ErrRunning. Terminate panics when a callback
// of the loop calls it. From any goroutine but the loop's.
func (l *Loop) Terminate() {
	for {
		if l.OnLoop() {
			misuse("Terminate called by a callback of the loop")
		}
		l.Stop()
		if _, ok := l.begin(); ok {
			break
		}
	}
	defer l.finish()
	l.dropPosted()
	l.todo = postedRun{}
	l.ticks, l.micros, l.drain = taskQueue{}, taskQueue{}, drained
	for im := range l.Immediates {
		im.Clear()
	}
	l.queue.running, l.queue.at, l.queue.taken = nil, 0, false
	var timers []*Timer
	for t := range l.Timers {
		timers = append(timers, t)
	}
	for _, t := range timers {
		t.Clear()
		if p, ok := t.Expirer().(interface{ drop() }); ok {
			p.drop()
		}
	}
}

// OnLoop reports whether the calling goroutine is the one that runs the loop. It
// costs about a microsecond. From any goroutine.
func (l *Loop) OnLoop() bool {
	l.runMu.Lock()
	defer l.runMu.Unlock()
	return l.running && l.goid == goroutineID()
}

// checkGoroutine panics when the loop runs on another goroutine than the caller's.
// It costs as much as OnLoop, and is for methods that are called now and then.
func (l *Loop) checkGoroutine(method string) {
	l.runMu.Lock()
	other := l.running && l.goid != goroutineID()
	l.runMu.Unlock()
	if other {
		misuse("%s called by another goroutine than the loop's, which runs", method)
	}
}

// goroutineID reads the number of the calling goroutine from its stack trace,
// the only place where Go shows it. It costs about a microsecond and is used
// where a loop starts and is stopped, to tell a callback of the loop from others.
func goroutineID() uint64 {
	var buf [64]byte
	b := buf[:runtime.Stack(buf[:], false)]
	b = bytes.TrimPrefix(b, []byte("goroutine "))
	if i := bytes.IndexByte(b, ' '); i > 0 {
		b = b[:i]
	}
	id, _ := strconv.ParseUint(string(b), 10, 64)
	return id
}
