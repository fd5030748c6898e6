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
	l.NextTickTask(funcTask(f))
}

// NextTickTask is NextTick for a Task, which must not be nil.
func (l *Loop) NextTickTask(t Task) {
	l.ticks.push(t)
	l.queued(KindTick, t)
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
	l.queued(KindMicrotask, t)
}

// queued follows a task that was queued. Inside a callback or a drain that is
// all; queued by nobody the loop runs, it has to be seen to.
func (l *Loop) queued(k Kind, t Task) {
	if l.doing == idle && l.drain == drained {
		l.drain = drainMore
	}
	if l.hooks != nil {
		l.hooks.set(k, t)
	}
}

// taskQueue is a growing ring. A popped place is emptied at once; a ring that
// grew in a burst is given back when it runs empty.
type taskQueue struct {
	ring []Task // length a power of two
	head int
	n    int
}

const keepTasks = 1 << 13

func (q *taskQueue) push(t Task) {
	if q.n == len(q.ring) {
		q.grow()
	}
	q.ring[(q.head+q.n)&(len(q.ring)-1)] = t
	q.n++
}

func (q *taskQueue) pop() Task {
	t := q.ring[q.head]
	q.ring[q.head] = nil
	q.head = (q.head + 1) & (len(q.ring) - 1)
	q.n--
	if q.n == 0 && len(q.ring) > keepTasks {
		q.ring, q.head = nil, 0
	}
	return t
}

func (q *taskQueue) grow() {
	ring := make([]Task, max(16, 2*len(q.ring)))
	for i := range q.n {
		ring[i] = q.ring[(q.head+i)&(len(q.ring)-1)]
	}
	q.ring, q.head = ring, 0
}
