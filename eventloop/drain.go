package eventloop

// This file holds the drain that runs ticks and microtasks after each callback,
// and what follows a callback that panicked. A panic is either one of Go's, which
// leaves Run, or an exception of the engine's, which the Host catches in the
// middle of a batch.
//
// A drain runs ticks until there are none, then microtasks until there are
// none, and again while there are ticks (Node's processTicksAndRejections). A
// task queued meanwhile is part of it.

// drainState tells what is to be done about ticks and microtasks.
type drainState uint8

const (
	drained     drainState = iota
	drainDue               // a callback has ended
	drainMore              // begun, but the engine's frame had to be left or entered
	drainMicros            // begun, and it is at microtasks
)

// doing is the kind of callback that runs. It is not idle in a batch that begins
// or a run that ends only if a panic left that callback.
type doing uint8

const (
	idle doing = iota
	doingTimer
	doingImmediate
	doingTick
	doingMicrotask
	doingPosted
	doingExit
)

// mark follows a callback that has returned: if there is something to drain,
// drain is set. An engine has to be asked, which drainOn does.
func (l *Loop) mark() {
	if l.leftovers() || l.host != nil {
		l.drain = drainDue
	}
}

// leftovers reports whether ticks or microtasks of the loop's own are queued.
func (l *Loop) leftovers() bool { return l.ticks.n|l.micros.n != 0 }

// drainOn drains from the side the caller is on. It returns false when the
// engine's frame must be entered, or left, first. When the loop is halted on the
// way it returns true and leaves the rest to the next run.
func (l *Loop) drainOn(here side) bool {
	if l.host != nil && here == outside {
		if l.leftovers() || l.host.Waiting() || l.host.Unsettled() {
			l.drain = max(l.drain, drainMore)
			return false
		}
		l.drain = drained
		return true
	}
	ticks := l.drain != drainMicros
	l.drain = drained // that is what an exception of a tick leaves
	for ; ; ticks = true {
		if !l.runTasks(ticks) {
			return true
		}
		switch {
		case l.host == nil:
			return true
		case l.host.Waiting(): // the engine's run as soon as its frame is left
			l.drain = drainMore
			return false
		case l.leftovers():
		case l.host.Unsettled():
			l.doing = doingMicrotask
			l.host.Settle()
			l.doing = idle
		default:
			return true
		}
	}
}

// runTasks runs the loop's own ticks and microtasks until there are none, or
// begins with the microtasks; with an engine, until it is the turn of the
// engine's microtasks. It returns false when the loop is halted before that.
func (l *Loop) runTasks(ticks bool) bool {
	for ; ; ticks = true {
		l.doing = doingTick
		for ticks && l.ticks.n > 0 {
			if l.halt.Load() {
				l.doing = idle
				l.drain = drainMore
				return false
			}
			l.runTask(KindTick, l.ticks.pop())
		}
		l.doing = idle
		if l.micros.n > 0 && !l.runMicros() {
			return false
		}
		if l.ticks.n == 0 || l.host != nil {
			return true
		}
	}
}

// runMicros runs microtasks of the loop's own until there are none; false as for
// runTasks.
func (l *Loop) runMicros() bool {
	l.doing = doingMicrotask
	for l.micros.n > 0 {
		if l.halt.Load() {
			l.doing = idle
			l.drain = drainMicros
			return false
		}
		l.runTask(KindMicrotask, l.micros.pop())
	}
	l.doing = idle
	return true
}

func (l *Loop) runTask(k Kind, t Task) {
	if l.hooks != nil {
		l.before(k, t)
	}
	t.RunTask()
	if l.span.hooks != nil {
		l.after()
	}
}

// recoverState puts the loop in order after a panic left a callback. What is to
// be drained then was recorded from Node, where an exception unwinds to the
// function that runs a phase, which then starts again:
//
//   - timer: the next timer of the same list runs first, without a drain;
//   - immediate: the next immediate runs first, and if it was the last of its
//     queue, those queued since;
//   - tick: the next callback, whatever it is, runs first;
//   - microtask: the drain goes on;
//   - a posted function, such as the main script, or BeforeExit: it is drained.
func (l *Loop) recoverState() {
	was := l.doing
	l.doing = idle
	if l.span.hooks != nil {
		l.after()
	}
	switch was {
	case doingTimer:
		l.fired()
		l.pass.threw = true
	case doingImmediate:
		l.queue.threw = true
	case doingTick:
		l.pass.chosen = nil
		l.drain = drained
	case doingMicrotask:
		l.drain = drainMicros
	case doingPosted, doingExit:
		l.drain = drainDue
	}
}

// runBeforeExit calls Options.BeforeExit, inside the Host's frame if there is
// one, and drains. Before it come tasks that an exception left behind; if they
// keep the loop alive, its turn has not come.
func (l *Loop) runBeforeExit(here side) bool {
	r := &l.todo
	for !l.halt.Load() {
		if l.drain != drained {
			if !l.drainOn(here) {
				return false
			}
			continue
		}
		switch {
		case l.leftovers():
			l.drain = drainDue
		case r.dry || l.beforeExit == nil:
			r.dry = false
			return true
		case l.Alive():
			return true
		case l.host != nil && here != inside:
			return false
		default:
			r.dry = true
			l.doing = doingExit
			l.beforeExit()
			l.doing = idle
			l.mark()
		}
	}
	return false
}
