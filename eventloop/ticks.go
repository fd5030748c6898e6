package eventloop

// This file holds ticks and microtasks as they are queued; drain.go runs them.
// Each of the two is a ring of tasks; queueing and taking one costs a constant.

// Task is what NextTickTask and QueueMicrotaskTask queue.
type Task interface {
	// RunTask is called on the loop.
	RunTask()
}

// funcTask lets a plain function be a Task without an allocation.
type funcTask func()

func (f funcTask) RunTask() { f() }

// NextTick calls f after the running callback, before any microtask, as
// process.nextTick does. Queued while the loop does not run, f is the first thing
// of the next Run. It panics if f is nil. With a Host, ticks run inside its
// frame. No allocation, but for the queue's growth.
func (l *Loop) NextTick(f func()) {
	if f == nil {
		misuse("NextTick with a nil function")
	}
	if !l.ticks.put(funcTask(f)) {
		l.ticks.push(funcTask(f))
	}
	if l.drain == drained || l.hooks != nil {
		l.queued(KindTick, funcTask(f))
	}
}

// NextTickTask is NextTick for a Task, which must not be nil.
func (l *Loop) NextTickTask(t Task) {
	if !l.ticks.put(t) {
		l.ticks.push(t)
	}
	if l.drain == drained || l.hooks != nil {
		l.queued(KindTick, t)
	}
}

// QueueMicrotask calls f after the running callback and its ticks, in the order
// of the engine's own microtasks, as queueMicrotask does. It panics if f is nil.
func (l *Loop) QueueMicrotask(f func()) {
	if f == nil {
		misuse("QueueMicrotask with a nil function")
	}
	l.QueueMicrotaskTask(funcTask(f))
}

// QueueMicrotaskTask is QueueMicrotask for a Task, which must not be nil. The
// loop keeps a queue of its own only while the engine's is empty and not being
// run, so that the two are one queue in order.
func (l *Loop) QueueMicrotaskTask(t Task) {
	if l.host != nil && (l.side != inside || l.host.Waiting()) {
		l.host.Enqueue(t)
	} else {
		l.micros.push(t)
	}
	if l.drain == drained || l.hooks != nil {
		l.queued(KindMicrotask, t)
	}
}

// queued follows a task that was queued, if it is the first, or observed.
func (l *Loop) queued(k Kind, t Task) {
	if l.drain == drained {
		l.drain = drainDue
	}
	if l.hooks != nil {
		l.hooks.set(k, t)
	}
}

// taskQueue is a growing ring. Places are counted from the first task ever and
// taken modulo the length of the ring, which is a power of two. Popped places keep
// their task until the queue runs empty, when they are cleared all at once, or are
// filled again.
type taskQueue struct {
	ring []Task
	head uint // the next to pop
	tail uint // the next to push
	kept uint // the oldest popped place that may still hold its task
}

func (q *taskQueue) len() int { return int(q.tail - q.head) }

func (q *taskQueue) push(t Task) {
	if !q.put(t) {
		q.grow()
		q.put(t)
	}
}

// put is push if there is room, small enough to be inlined.
func (q *taskQueue) put(t Task) bool {
	i := q.tail & uint(len(q.ring)-1)
	if q.tail-q.head >= uint(len(q.ring)) || i >= uint(len(q.ring)) {
		return false
	}
	q.ring[i] = t
	q.tail++
	return true
}

func (q *taskQueue) pop() Task {
	t := q.ring[q.head&uint(len(q.ring)-1)]
	q.head++
	return t
}

// sweep clears the popped places of a queue that has run empty.
func (q *taskQueue) sweep() {
	if n := uint(len(q.ring)); q.head-q.kept >= n {
		clear(q.ring)
	} else if from, to := q.kept&(n-1), q.head&(n-1); from <= to {
		clear(q.ring[from:to])
	} else {
		clear(q.ring[from:])
		clear(q.ring[:to])
	}
	q.kept = q.head
}

func (q *taskQueue) grow() {
	ring := make([]Task, max(16, 2*len(q.ring)))
	n := q.len()
	for i := range n {
		ring[i] = q.ring[(q.head+uint(i))&uint(len(q.ring)-1)]
	}
	*q = taskQueue{ring: ring, tail: uint(n)}
}

// trim gives back a ring that grew in a burst, and tasks that a panic kept.
func (q *taskQueue) trim() {
	switch {
	case q.len() > 0 || len(q.ring) == 0:
	case len(q.ring) > keep:
		*q = taskQueue{}
	case q.kept != q.head:
		q.sweep()
	}
}
