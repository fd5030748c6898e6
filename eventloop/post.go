package eventloop

import (
	"sync"
	"sync/atomic"
)

// This file is how other goroutines reach a loop: Post puts a function on it and
// Hold keeps it alive. All of it may be called from any goroutine, and only this
// file and run.go have a lock.
//
// The inbox is a slice under a mutex that the loop swaps for an empty one. A
// loop that does not sleep is not woken; it sees the flag posted in its next
// poll phase without taking the lock. No wake-up is lost: whoever changes
// something says so (nudged) under the lock, and the loop goes to sleep under
// the lock, only if nobody has.

// inbox is what other goroutines share with the loop. It has cache lines of its
// own: producers do not slow down what the loop does meanwhile.
type inbox struct {
	_ [64]byte

	mu       sync.Mutex
	queue    []Task // mu
	sleeping bool   // mu: the loop waits, or is about to, and needs a wake-up
	nudged   bool   // mu: something changed since the loop last looked
	closed   bool   // mu: terminated; nothing is taken until the next Run
	gone     int    // mu: posted timers that were cancelled and are still in a list
	wake     chan struct{}

	_ [64]byte

	posted atomic.Bool // queue is not empty
	holds  atomic.Int64
}

// hostedTask is a posted function that runs inside the Host's frame.
type hostedTask func()

func (f hostedTask) RunTask() { f() }

func (in *inbox) init() { in.wake = make(chan struct{}, 1) }

// Post lets the loop call f in its next poll phase, in the order of the calls,
// each followed by a drain. Posted before Run, f runs before any timer. A posted
// function keeps the loop alive until it has run. With a Host, f runs outside its
// frame: promise reactions caused by JavaScript that f runs have run when that
// returns. Post never blocks: the lock it takes is held for a few instructions. It
// returns false if the loop was terminated, and then f is never called; f posted
// to a stopped loop runs after the restart. It panics if f is nil. From any
// goroutine.
func (l *Loop) Post(f func()) bool {
	if f == nil {
		misuse("Post with a nil function")
	}
	return l.put(funcTask(f))
}

// PostHosted is Post for a function that runs inside the frame of the loop's
// Host: ticks come before promise reactions after it. It is for the main script
// and for events of the engine. Without a Host it is Post. From any goroutine.
func (l *Loop) PostHosted(f func()) bool {
	if f == nil {
		misuse("PostHosted with a nil function")
	}
	return l.put(hostedTask(f))
}

func (in *inbox) put(t Task) bool {
	in.mu.Lock()
	if in.closed {
		in.mu.Unlock()
		return false
	}
	in.append(t)
	in.mu.Unlock()
	return true
}

// append is put for who has mu and knows that the inbox is open.
func (in *inbox) append(t Task) {
	in.queue = append(in.queue, t)
	if len(in.queue) == 1 {
		in.posted.Store(true)
	}
	in.nudge()
}

// nudge wakes the loop if it sleeps. The caller has mu.
func (in *inbox) nudge() {
	in.nudged = true
	if in.sleeping {
		in.sleeping = false
		select {
		case in.wake <- struct{}{}:
		default:
		}
	}
}

func (in *inbox) wakeUp() {
	in.mu.Lock()
	in.nudge()
	in.mu.Unlock()
}

// sleep is called by the loop before it waits. It returns false when something
// came up in the meantime.
func (l *Loop) sleep() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.nudged || l.halt.Load() {
		l.nudged = false
		return false
	}
	l.sleeping = true
	return true
}

// asleep reports whether nobody has woken the loop since sleep.
func (in *inbox) asleep() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.sleeping
}

// awake follows a wait, however it ended. A wake-up that came too late for it
// would end the next one early: it is taken back.
func (in *inbox) awake() {
	in.mu.Lock()
	in.sleeping, in.nudged = false, false
	select {
	case <-in.wake:
	default:
	}
	in.mu.Unlock()
}

// forgotten follows when a cancelled timer has left its list.
func (in *inbox) forgotten() {
	in.mu.Lock()
	in.gone--
	in.mu.Unlock()
}

// counts gives the number of posted functions, and of timers that do not count.
func (in *inbox) counts() (posted, gone int) {
	in.mu.Lock()
	defer in.mu.Unlock()
	return len(in.queue), in.gone
}

// take gives what was posted, and the inbox an empty slice in exchange.
func (in *inbox) take(empty []Task) []Task {
	in.mu.Lock()
	q := in.queue
	in.queue = empty
	in.posted.Store(false)
	in.nudged = false
	in.mu.Unlock()
	return q
}

// reopen begins a run: the inbox takes posts again, and what nudged the last run
// must not cut the first wait of this one short. A stop that comes at this very
// moment is seen by sleep.
func (in *inbox) reopen() {
	in.mu.Lock()
	in.closed, in.nudged = false, false
	in.mu.Unlock()
}

// dropPosted closes the inbox and empties it.
func (in *inbox) dropPosted() {
	in.mu.Lock()
	in.closed = true
	in.queue = nil
	in.posted.Store(false)
	in.gone = 0
	in.mu.Unlock()
}

// Reopen undoes what Terminate did to Post: functions are taken again, to run at
// the next Run, which would reopen the loop too. From any goroutine.
func (l *Loop) Reopen() {
	l.mu.Lock()
	l.closed = false
	l.mu.Unlock()
}

// postedRun is what the loop took from the inbox and runs in a poll phase.
type postedRun struct {
	items []Task
	at    int
	taken bool // the phase has taken its functions
	dry   bool // BeforeExit has run in this phase
}

func (r *postedRun) left() int { return len(r.items) - r.at }

// trim gives back an array that grew in a burst.
func (r *postedRun) trim() {
	if r.left() == 0 && cap(r.items) > keep {
		r.items, r.at = nil, 0
	}
}

func (in *inbox) trim() {
	in.mu.Lock()
	if len(in.queue) == 0 && cap(in.queue) > keep {
		in.queue = nil
	}
	in.mu.Unlock()
}

// joinPosted adds what was posted while the loop was stopped to what the stop left over,
// so that all of it comes before the first timer.
func (l *Loop) joinPosted() {
	if r := &l.todo; r.left() > 0 {
		r.items = append(r.items, l.take(nil)...)
	} else {
		r.taken = false
	}
}

// runPosted runs what was posted before the phase.
func (l *Loop) runPosted(here side) bool {
	r := &l.todo
	for !l.halt.Load() {
		if l.drain != drained {
			if !l.drainOn(here) {
				return false
			}
			continue
		}
		if !r.taken {
			if !l.posted.Load() {
				return true
			}
			r.items, r.at, r.taken = l.take(r.items[:0]), 0, true
		}
		if r.left() == 0 {
			r.items, r.at, r.taken = r.items[:0], 0, false
			return true
		}
		t := r.items[r.at]
		if l.host != nil {
			if _, hosted := t.(hostedTask); hosted != (here == inside) {
				return false
			}
		}
		r.items[r.at] = nil
		r.at++
		hooked := l.hooks != nil
		if hooked {
			l.before(KindPosted, nil)
		}
		l.doing = doingPosted
		t.RunTask()
		l.doing = idle
		if hooked {
			l.after()
		}
		if l.host != nil {
			l.drain = drainDue
		}
	}
	return false
}

// Hold is a token of work that goes on elsewhere and will come back to the loop:
// until it is released, Run does not return for want of something to do.
type Hold struct {
	l        *Loop
	released atomic.Bool
}

// Hold takes a token. From any goroutine; to be sure that the loop has not ended
// before, take it on the loop, or before Run.
func (l *Loop) Hold() *Hold {
	l.holds.Add(1)
	return &Hold{l: l}
}

// Release gives the token back. Only the first call counts. What the work has
// to say to the loop is posted before. From any goroutine.
func (h *Hold) Release() {
	if h.released.Swap(true) {
		return
	}
	if h.l.holds.Add(-1) == 0 {
		h.l.wakeUp()
	}
}
