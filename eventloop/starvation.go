package eventloop

import (
	"math"
	"time"
)

// This file tells of ticks and microtasks that keep everything else from running.
// A drain ends when both queues are empty: a tick that queues a tick, or a promise
// reaction that makes another, may go on for ever, and nothing in Node's order ends
// it.
//
// Tasks are counted; after every 32nd the loop looks at the clock and at the timer
// that is due first. Without Options.Starvation a task pays a comparison, with it
// about two nanoseconds.

// Starvation says when ticks and microtasks have kept timers waiting for too long,
// and who is to be told. The zero value tells nobody.
type Starvation struct {
	// Late is how long one drain may keep a timer waiting that is due. What was
	// late before the drain does not count. Default: one second, if Tasks is zero;
	// otherwise lateness does not matter. On a virtual clock, which stands while
	// the loop has something to run, use Tasks.
	Late time.Duration
	// Tasks is how many ticks and microtasks one drain may run, whether timers
	// wait or not. Default: any number.
	Tasks int
	// Report is called on the loop between two tasks, once in a drain at most. It
	// must not run JavaScript. It may call Loop.Fail or Loop.StopNoWait, which end
	// the run before the next task.
	Report func(Starved)
}

// Starved is what a Starvation.Report is told.
type Starved struct {
	// Tasks is how many ticks and microtasks the drain has run so far.
	Tasks int
	// Late is how long the drain has kept a due timer waiting; zero if it is
	// reported for the number of its tasks.
	Late time.Duration
}

// starvation is the running drain.
type starvation struct {
	Starvation
	tasks int
	at    int           // how many tasks there are at the next look
	since time.Duration // when the drain was looked at first
	quiet time.Duration // no timer is looked for before
}

const (
	look   = 32 // tasks from look to look
	ample  = 64 // timers looked at
	unseen = time.Duration(-1)
)

func newStarvation(o Starvation) *starvation {
	if o.Late <= 0 && o.Tasks <= 0 {
		o.Late = time.Second
	}
	s := &starvation{Starvation: o}
	s.begin()
	return s
}

// SetStarvation replaces what Options.Starvation says; the zero Starvation takes it
// away. It panics if another goroutine than the loop's calls it while the loop
// runs.
func (l *Loop) SetStarvation(s Starvation) {
	l.checkGoroutine("SetStarvation")
	if l.starvation = nil; s.Report != nil {
		l.starvation = newStarvation(s)
	}
}

// begin forgets the last drain.
func (s *starvation) begin() {
	s.tasks, s.since, s.quiet = 0, unseen, 0
	s.next()
}

// next plans the next look.
func (s *starvation) next() {
	switch s.at = math.MaxInt; {
	case s.Late > 0:
		s.at = s.tasks + look
		if s.Tasks > s.tasks {
			s.at = min(s.at, s.Tasks)
		}
	case s.Tasks > 0:
		s.at = s.Tasks
	}
}

// endDrain follows the last task of a drain.
func (l *Loop) endDrain() {
	l.drain = drained
	if l.starvation != nil {
		l.starvation.begin()
	}
}

// TaskRan tells the loop that the engine has run a microtask of its own, which
// counts for Options.Starvation. It is for engine bindings.
func (l *Loop) TaskRan() {
	if l.starvation != nil {
		l.starvation.tally(l)
	}
}

// tally counts a task.
func (s *starvation) tally(l *Loop) {
	if s.tasks++; s.tasks >= s.at {
		s.look(l)
	}
}

func (s *starvation) look(l *Loop) {
	starved := Starved{Tasks: s.tasks}
	if s.Tasks <= 0 || s.tasks < s.Tasks {
		if starved.Late = s.late(l); starved.Late == 0 {
			s.next()
			return
		}
	}
	s.at = math.MaxInt // once
	s.Report(starved)
}

// late is how long the drain has kept a timer waiting, zero if it is not too long.
// Timers are looked at in the order of their lists; in the middle of a pass the
// first of them need not be due.
func (s *starvation) late(l *Loop) time.Duration {
	now := l.clock.Now() - l.origin
	if s.since == unseen {
		s.since = now
	}
	if now-s.since < s.Late || now < s.quiet {
		return 0
	}
	last := l.floorTicks(now - s.Late)
	if bound, ok := l.lists.WakeBound(); !ok || bound > last {
		return 0
	}
	n := 0
	for t := range l.lists.All() {
		if due := t.Start() + t.Duration(); due <= last {
			return now - max(time.Duration(due)*l.tick, s.since)
		}
		if n++; n == ample {
			break
		}
	}
	s.quiet = now + s.Late/4
	return 0
}
