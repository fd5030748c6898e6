package core

import (
	"context"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file has the operations on timers.

var background = context.Background()

// conn owns a timer, as a connection with an idle timeout does. It is 72 bytes, so
// that most timers lie across two cache lines, as they do in other structs.
type conn struct {
	idle eventloop.Timer
	x    *bed
}

func (c *conn) Expire(*eventloop.Timer) { c.x.fired++ }

// bed is a loop with 100,000 owners of timers, and room for as many timers that the
// loop allocates.
type bed struct {
	l     *eventloop.Loop
	clock *eventloop.VirtualClock // nil on the system clock
	conns []conn
	made  []*eventloop.Timer
	fired int
}

func newBed(clock *eventloop.VirtualClock) *bed {
	x := &bed{clock: clock, conns: make([]conn, batch), made: make([]*eventloop.Timer, batch)}
	var o eventloop.Options
	if clock != nil {
		o.Clock = clock
	}
	x.l = eventloop.New(o)
	for i := range x.conns {
		x.conns[i].x = x
		x.conns[i].idle.Init(x.l, &x.conns[i])
	}
	return x
}

// virtualBed is on a clock that the measurement moves; a systemBed reads the
// machine's.
func virtualBed() *bed { return newBed(eventloop.NewVirtualClock()) }
func systemBed() *bed  { return newBed(nil) }

func (x *bed) clear() {
	for i := range x.conns {
		x.conns[i].idle.Clear()
	}
}

func (x *bed) clearMade() {
	for i, t := range x.made {
		if t != nil {
			t.Clear()
			x.made[i] = nil
		}
	}
}

// ticking does something to the owners, a thousand at a time; after each thousand
// the virtual clock moves on by a millisecond.
func (x *bed) ticking(f func(conns []conn)) {
	for from := 0; from < batch; from += 1000 {
		f(x.conns[from : from+1000])
		x.clock.Advance(time.Millisecond)
		x.l.UpdateNow()
	}
}

func (x *bed) insert() {
	x.ticking(func(conns []conn) {
		for i := range conns {
			conns[i].idle.StartCached(time.Second)
		}
	})
}

func (x *bed) run() {
	if err := x.l.Run(background); err != nil {
		panic(err)
	}
}

func insertOwned() probe {
	x := virtualBed()
	return batches(x.clear, x.insert)
}

func insertOwnedClock() probe {
	x := systemBed()
	return batches(x.clear, func() {
		for i := range x.conns {
			x.conns[i].idle.Start(time.Hour)
		}
	})
}

func refreshOwned() probe {
	x := virtualBed()
	x.insert()
	return batches(nil, func() {
		x.ticking(func(conns []conn) {
			for i := range conns {
				conns[i].idle.RefreshCached()
			}
		})
	})
}

func refreshOwnedClock() probe {
	x := systemBed()
	for i := range x.conns {
		x.conns[i].idle.Start(time.Hour)
	}
	return batches(nil, func() {
		for i := range x.conns {
			x.conns[i].idle.Refresh()
		}
	})
}

func readClock() probe {
	l := eventloop.New(eventloop.Options{})
	return batches(nil, func() {
		for range batch {
			l.NowTicks()
		}
	})
}

func cancelOwned() probe {
	x := virtualBed()
	return batches(x.insert, x.clear)
}

func fireOwned() probe {
	x := virtualBed()
	return batches(func() {
		x.insert()
		x.clock.Advance(2 * time.Second)
	}, x.run)
}

func nothing() {}

func insertFunc() probe {
	x := virtualBed()
	return batches(x.clearMade, func() {
		for i := range x.made {
			x.made[i] = x.l.AfterFuncCached(time.Second, nothing)
		}
	})
}

// Every timer with a duration of its own, that is a list each.

func (x *bed) insertAscending() {
	for i := range x.conns {
		x.conns[i].idle.StartCached(time.Duration(i+1) * time.Millisecond)
	}
}

func unpooledAscending() probe {
	x := virtualBed()
	return batches(x.clear, x.insertAscending)
}

func unpooledDescending() probe {
	x := virtualBed()
	return batches(x.clear, func() {
		for i := range x.conns {
			x.conns[i].idle.StartCached(time.Duration(batch-i) * time.Millisecond)
		}
	})
}

func unpooledCancelStart() probe {
	x := virtualBed()
	return batches(x.insertAscending, x.clear)
}

func unpooledCancelEnd() probe {
	x := virtualBed()
	return batches(x.insertAscending, func() {
		for i := len(x.conns) - 1; i >= 0; i-- {
			x.conns[i].idle.Clear()
		}
	})
}

// unpooledBoth is an insert and a cancel for each timer.
func unpooledBoth() probe {
	x := virtualBed()
	return batches(nil, func() {
		x.insertAscending()
		x.clear()
	})
}
