package core

import "github.com/nodetimers/nodetimers/eventloop"

// This file has immediates and ticks, on the system clock. Depth is a chain, in
// which each callback queues the next; breadth is 100,000 queued and then run.

// link is a callback that sets itself again until it has run n times.
type link struct {
	im eventloop.Immediate
	n  int
}

func (c *link) RunImmediate(*eventloop.Immediate) {
	if c.n--; c.n > 0 {
		c.im.Set()
	}
}

func immediateDepth() probe {
	l, c := eventloop.New(eventloop.Options{}), new(link)
	c.im.Init(l, c)
	return batches(func() { c.n = batch; c.im.Set() }, func() { runLoop(l) })
}

func runLoop(l *eventloop.Loop) {
	if err := l.Run(background); err != nil {
		panic(err)
	}
}

// owner owns an immediate.
type owner struct {
	im eventloop.Immediate
	n  int
	_  [24]byte
}

func (o *owner) RunImmediate(*eventloop.Immediate) { o.n++ }

func owners(l *eventloop.Loop) []owner {
	all := make([]owner, batch)
	for i := range all {
		all[i].im.Init(l, &all[i])
	}
	return all
}

func immediateBreadth() probe {
	l := eventloop.New(eventloop.Options{})
	all := owners(l)
	return bursts(l, func() {
		for i := range all {
			all[i].im.Set()
		}
	})
}

func immediateSetClear() probe {
	l := eventloop.New(eventloop.Options{})
	all := owners(l)
	return bursts(l, func() {
		for i := range all {
			all[i].im.Set()
			all[i].im.Clear()
		}
	})
}

// bursts is a probe of callbacks that are queued 100,000 at a time and run in the same
// turn of the loop. All are in one run, since a loop gives back room at its end; the
// first bursts, which make it, are not timed.
func bursts(l *eventloop.Loop, queue func()) probe {
	return probe{sample: func(w *watch) {
		warm, timed := 2, false
		var turn func()
		turn = func() { // runs after all that the turn before has queued
			if timed {
				w.stop(batch)
			}
			if timed && w.full() {
				return
			}
			if warm > 0 {
				warm--
			} else {
				timed = true
				w.start()
			}
			queue()
			l.SetImmediate(turn)
		}
		l.SetImmediate(turn)
		runLoop(l)
	}}
}

func tickDepth() probe {
	l, n := eventloop.New(eventloop.Options{}), 0
	var f func()
	f = func() {
		if n--; n > 0 {
			l.NextTick(f)
		}
	}
	return batches(func() { n = batch; l.NextTick(f) }, func() { runLoop(l) })
}

func tickBreadth() probe {
	l, n := eventloop.New(eventloop.Options{}), 0
	f := func() { n++ }
	return bursts(l, func() {
		for range batch {
			l.NextTick(f)
		}
	})
}

// sliceOfFuncs is the least that a queue of functions costs: each is appended to a
// slice with room and called from there.
func sliceOfFuncs() probe {
	n := 0
	f := func() { n++ }
	queue := make([]func(), 0, batch)
	return batches(nil, func() {
		queue = queue[:0]
		for range batch {
			queue = append(queue, f)
		}
		for i, f := range queue {
			f()
			queue[i] = nil
		}
	})
}
