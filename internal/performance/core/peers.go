package core

import "time"

// This file has what stands beside the operations on timers: package time's timers
// in the same loops, and the least that any implementation has to do.

func appendPointer() probe {
	conns := make([]conn, batch)
	all := make([]*conn, 0, batch)
	return batches(func() { all = all[:0] }, func() {
		for i := range conns {
			all = append(all, &conns[i])
		}
	})
}

// allocate allocates what is as large as a timer, has pointers as it has, and is
// kept.
func allocate() probe {
	all := make([]*node, batch)
	return batches(func() { clear(all) }, func() {
		for i := range all {
			all[i] = new(node)
		}
	})
}

type expirer interface{ Expire() }

type counter struct {
	n int
	_ [7]uint64
}

func (c *counter) Expire() { c.n++ }

// callMethods calls a method through an interface, which is what firing cannot do
// without.
func callMethods() probe {
	objects := make([]counter, batch)
	all := make([]expirer, batch)
	for i := range all {
		all[i] = &objects[i]
	}
	return batches(nil, func() {
		for _, e := range all {
			e.Expire()
		}
	})
}

// runtimeTimers are timers of package time.
type runtimeTimers []*time.Timer

func (all runtimeTimers) start() {
	for i := range all {
		all[i] = time.AfterFunc(time.Hour, nothing)
	}
}

func (all runtimeTimers) stop() {
	for _, t := range all {
		if t != nil {
			t.Stop()
		}
	}
}

func timeAfterFunc() probe {
	all := make(runtimeTimers, batch)
	p := batches(all.stop, all.start)
	p.close = all.stop
	return p
}

func timeReset() probe {
	all := make(runtimeTimers, batch)
	all.start()
	p := batches(nil, func() {
		for _, t := range all {
			t.Reset(time.Hour)
		}
	})
	p.close = all.stop
	return p
}

func timeStop() probe {
	all := make(runtimeTimers, batch)
	p := batches(all.start, all.stop)
	p.close = all.stop
	return p
}
