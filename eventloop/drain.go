package eventloop

// This file holds the drain that runs ticks and microtasks after each callback,
// and what follows a callback that panicked. A panic is either one of Go's, which
// leaves Run, or an exception of the engine's, which the Host catches in the
// middle of a batch.
//
// A drain runs ticks until there are none, then microtasks until there are
// none, and again while there are ticks (Node's processTicksAndRejections). A
// task queued meanwhile is part of it.

// drainState tells what is to be done about ticks and microtasks. Queueing one
// makes it drainDue, and with an engine, which has to be asked, so does every
// callback.
type drainState uint8

const (
	drained     drainState = iota
	drainDue               // something is, or may be, queued
	drainThrew             // a timer or an immediate threw an exception
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

// leftovers reports whether ticks or microtasks of the loop's own are queued.
func (l *Loop) leftovers() bool {
	return l.ticks.head != l.ticks.tail || l.micros.head != l.micros.tail
}

// drainOn drains from the side the caller is on. It returns false when the
// engine's frame must be entered, or left, first. When the loop is halted on the
// way it returns true and leaves the rest to the next run.
func (l *Loop) drainOn(here side) bool {
	if l.host == nil {
		if l.runTasks(l.drain != drainMicros) {
			l.endDrain()
		}
		return true
	}
	if here == outside {
		if l.leftovers() || l.host.Waiting() || l.host.Unsettled() {
			l.drain = max(l.drain, drainMore)
			return false
		}
		l.endDrain()
		return true
	}
	for ticks := l.drain != drainMicros; ; ticks = true {
		if !l.runTasks(ticks) {
			return true
		}
		switch {
		case l.host.Waiting(): // the engine's run as soon as its frame is left
			l.drain = drainMore
			return false
		case l.leftovers():
		case l.host.Unsettled():
			l.doing = doingTick // an exception of a listener is as that of a tick
			l.host.Settle()
			l.doing = idle
		default:
			l.endDrain()
			return true
		}
	}
}

// runTasks runs the loop's own ticks and microtasks until there are none, or
// begins with the microtasks; with an engine, until it is the turn of the
// engine's microtasks. It returns false when the loop is halted before that.
func (l *Loop) runTasks(ticks bool) bool {
	for ; ; ticks = true {
		if ticks && !l.runQueue(&l.ticks, KindTick, doingTick) {
			l.drain = drainMore
			return false
		}
		if !l.runQueue(&l.micros, KindMicrotask, doingMicrotask) {
			l.drain = drainMicros
			return false
		}
		if l.ticks.len() == 0 || l.host != nil {
			return true
		}
	}
}

// runQueue runs tasks until there are none, or until the loop is halted: then it
// returns false.
func (l *Loop) runQueue(q *taskQueue, k Kind, what doing) bool {
	if q.len() == 0 {
		return true
	}
	l.doing = what
	for q.len() > 0 {
		if l.halt.Load() {
			l.doing = idle
			return false
		}
		t := q.pop()
		if l.hooks != nil {
			l.before(k, t)
			t.RunTask()
			l.after()
		} else if f, ok := t.(funcTask); ok {
			f()
		} else {
			t.RunTask()
		}
		if l.starvation != nil {
			l.starvation.tally(l)
		}
	}
	l.doing = idle
	q.sweep()
	return true
}

// recoverState puts the loop in order after a panic left a callback. What is to
// be drained then was recorded from Node, where an exception unwinds to the
// function that runs a phase, which then starts again:
//
//   - timer: the next timer of the same list runs first, without a drain;
//   - immediate: the next immediate runs first, and if it was the last of its
//     queue, those queued since;
//   - tick, or BeforeExit: the next callback, whatever it is, runs first;
//   - microtask: the drain goes on;
//   - a posted function, such as the main script: it is drained.
func (l *Loop) recoverState() {
	was := l.doing
	l.doing = idle
	if l.span.hooks != nil {
		l.after()
	}
	switch was {
	case doingTimer:
		l.fired()
		l.drain = drainThrew
	case doingImmediate:
		l.drain = drainThrew
	case doingTick, doingExit:
		l.pass.chosen = nil
		l.drain = drained
	case doingMicrotask:
		l.drain = drainMicros
	case doingPosted:
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
		case r.dry && l.Alive():
			r.dry = false
			return true
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
			if l.host != nil {
				l.drain = drainDue
			}
		}
	}
	return false
}
