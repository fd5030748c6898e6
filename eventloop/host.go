package eventloop

// This file holds Host, through which a JavaScript engine takes part in a loop,
// and the batch that runs inside its frame.

// Host is a JavaScript engine whose callbacks run on the loop.
//
// An engine such as goja runs its own microtasks (promise reactions) when the
// outermost frame of JavaScript returns, before Go gets control. To have ticks
// before them, callbacks and ticks must run inside one such frame. So the loop
// hands the Host a batch: it runs as many callbacks, with their ticks, as it can,
// and returns when microtasks wait, when the loop would sleep, when a callback of
// the Go program is next, or on stop.
//
// The loop calls every method but Interrupt on its own goroutine.
type Host interface {
	// Run calls batch inside a frame of the engine, whose microtasks run when
	// it returns. An exception that leaves batch is a panic in Go: Run catches
	// the engine's own exceptions inside the frame, deals with each (Loop.Fail
	// ends the loop) and calls batch again in the same frame. Any other panic
	// is not caught. If it returns without having called batch again, as after
	// an interrupt, the loop goes on as if it had, unless it was failed.
	//
	// An interrupt that was asked for while no JavaScript ran is forgotten by
	// Run before it enters the frame: the loop is halted in that case, and batch
	// returns at once.
	Run(batch func())
	// Waiting reports whether the engine has microtasks queued. It is asked
	// after each callback. A Host that cannot tell says yes when it may have:
	// after any of its code ran and after Enqueue. It must be false when its
	// frame has just been left and nothing was queued since.
	Waiting() bool
	// Enqueue puts a task at the end of the engine's microtask queue.
	Enqueue(Task)
	// Unsettled reports whether Settle has something to do.
	Unsettled() bool
	// Settle is called inside the frame when both queues are empty; it deals
	// with rejected promises that nobody handled. What it queues is drained.
	Settle()
	// Interrupt makes running JavaScript return to Run soon; the reason is an
	// error of the loop's (the context's error). It is called from any goroutine.
	Interrupt(reason error)
}

// side is where the loop's code runs as seen from the engine.
type side uint8

const (
	outside side = iota // no frame of ours
	inside              // in a batch
	leaving             // the batch has returned, the engine runs its microtasks
)

// runBatch is what the Host runs inside its frame.
func (l *Loop) runBatch() {
	if l.doing != idle {
		l.recoverState()
	}
	l.side = inside
	l.turn(inside)
	l.side = leaving
}
