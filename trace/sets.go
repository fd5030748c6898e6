package trace

import (
	"reflect"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file keeps what was set and has not run: timers and immediates by their
// address, ticks and microtasks in their order, promise reactions in themselves, since
// many of them never run. It is bounded by what the loop has pending; what a
// Terminate dropped is swept when the number has doubled.

// set is what is known of a callback that is to come.
type set struct {
	at    time.Duration
	by    uint64 // the callback in which it was set; 0: outside
	name  name
	chain chain
	task  *task
}

type sets struct {
	timers     map[*eventloop.Timer]set
	immediates map[*eventloop.Immediate]set
	ticks      taskSets
	micros     taskSets
	sweep      int
}

// Noter is an item that keeps a value for its observer, as gojaloop.Reaction does.
type Noter interface {
	Note() any
	SetNote(v any)
}

func (s *sets) init() {
	s.timers = map[*eventloop.Timer]set{}
	s.immediates = map[*eventloop.Immediate]set{}
	s.sweep = 1024
}

// drop forgets everything.
func (s *sets) drop() {
	for _, x := range s.timers {
		endTask(x.task)
	}
	for _, x := range s.immediates {
		endTask(x.task)
	}
	*s = sets{}
	s.init()
}

// notes tells the notes of this Recorder from those of another.
type notes struct {
	owner *sets
	set   set
}

func (s *sets) put(k eventloop.Kind, item any, x set) {
	switch i := item.(type) {
	case *eventloop.Timer:
		if old, ok := s.timers[i]; ok {
			endTask(old.task)
		}
		s.timers[i] = x
		s.tidy()
	case *eventloop.Immediate:
		s.immediates[i] = x
		s.tidy()
	case Noter:
		i.SetNote(&notes{s, x})
	case eventloop.Task:
		if k == eventloop.KindTick {
			s.ticks.push(i, x)
		} else {
			s.micros.push(i, x)
		}
	}
}

func (s *sets) take(k eventloop.Kind, item any) (x set, ok bool) {
	switch i := item.(type) {
	case *eventloop.Timer:
		if x, ok = s.timers[i]; ok {
			delete(s.timers, i)
		}
	case *eventloop.Immediate:
		if x, ok = s.immediates[i]; ok {
			delete(s.immediates, i)
		}
	case Noter:
		if n, is := i.Note().(*notes); is && n.owner == s {
			return n.set, true
		}
	case eventloop.Task:
		if k == eventloop.KindTick {
			return s.ticks.take(i)
		}
		return s.micros.take(i)
	}
	return x, ok
}

// tidy sweeps entries of timers and immediates that are not live any more.
func (s *sets) tidy() {
	if len(s.timers)+len(s.immediates) < s.sweep {
		return
	}
	for t, x := range s.timers {
		if !t.Live() {
			endTask(x.task)
			delete(s.timers, t)
		}
	}
	for im, x := range s.immediates {
		if !im.Live() {
			endTask(x.task)
			delete(s.immediates, im)
		}
	}
	s.sweep = max(1024, 2*(len(s.timers)+len(s.immediates)))
}

// taskSets are those of ticks or of microtasks, which run in the order they were
// queued. Tasks that were queued before recording began are not in it, and those that
// a stopped run dropped are in it for nothing: the address tells.
type taskSets struct {
	queue []taskSet
	at    int
}

type taskSet struct {
	address uintptr // of the task or of its code, 0 if it has none
	set     set
}

// limit is how many tasks are looked at for one that runs, and, in thousands, how
// many are kept.
const limit = 64

func (q *taskSets) push(t eventloop.Task, x set) {
	if len(q.queue)-q.at >= limit<<10 { // nothing takes them
		q.queue, q.at = nil, 0
	}
	if q.at > 64 && q.at*2 > len(q.queue) {
		n := copy(q.queue, q.queue[q.at:])
		clear(q.queue[n:])
		q.queue, q.at = q.queue[:n], 0
	}
	q.queue = append(q.queue, taskSet{address(t), x})
}

func (q *taskSets) take(t eventloop.Task) (set, bool) {
	a := address(t)
	for i := q.at; i < len(q.queue) && i < q.at+limit; i++ {
		if q.queue[i].address == a {
			for ; q.at < i; q.at++ {
				endTask(q.queue[q.at].set.task)
			}
			q.at++
			return q.queue[i].set, true
		}
	}
	return set{}, false
}

// address is that of what a pointer points to, or of a function's code.
func address(v any) uintptr {
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Pointer, reflect.Func, reflect.Map, reflect.Chan, reflect.UnsafePointer:
		return r.Pointer()
	}
	return 0
}

// same reports whether two items are one.
func same(a, b any) bool {
	p := address(a)
	return p != 0 && p == address(b)
}
