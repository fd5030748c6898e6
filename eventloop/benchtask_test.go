package eventloop_test

import (
	"testing"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Benchmarks of immediates, ticks and microtasks, on the system clock. Depth is a
// chain, in which each callback queues the next; breadth is 100,000 queued and
// then run.

// link is a callback that queues itself again until it has run n times.
type link struct {
	im eventloop.Immediate
	n  int
}

func (c *link) RunImmediate(*eventloop.Immediate) {
	if c.n--; c.n > 0 {
		c.im.Set()
	}
}

// chain runs a loop that was given the first of b.N callbacks.
func chain(b *testing.B, l *eventloop.Loop) {
	b.ReportAllocs()
	b.ResetTimer()
	if err := l.Run(background); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkImmediate(b *testing.B) {
	b.Run("op=depth/form=owned", func(b *testing.B) {
		l, c := eventloop.New(eventloop.Options{}), &link{n: b.N}
		c.im.Init(l, c)
		c.im.Set()
		chain(b, l)
	})
	b.Run("op=depth/form=func", func(b *testing.B) {
		l, n := eventloop.New(eventloop.Options{}), b.N
		var f func()
		f = func() {
			if n--; n > 0 {
				l.SetImmediate(f)
			}
		}
		l.SetImmediate(f)
		chain(b, l)
	})
	type owner struct {
		quiet
		_ [8]byte
	}
	owners := make([]owner, benchTimers)
	owned := func(b *testing.B) *eventloop.Loop {
		l := eventloop.New(eventloop.Options{})
		for i := range owners {
			owners[i].im.Init(l, &owners[i])
		}
		return l
	}
	b.Run("op=breadth/form=owned", func(b *testing.B) {
		bursts(b, owned(b), func(n int) {
			for i := range n {
				owners[i].im.Set()
			}
		})
	})
	none := func() {}
	b.Run("op=breadth/form=func", func(b *testing.B) {
		l := eventloop.New(eventloop.Options{})
		bursts(b, l, func(n int) {
			for range n {
				l.SetImmediate(none)
			}
		})
	})
	b.Run("op=set+clear/form=owned", func(b *testing.B) {
		bursts(b, owned(b), func(n int) {
			for i := range n {
				owners[i].im.Set()
				owners[i].im.Clear()
			}
		})
	})
	b.Run("op=set+clear/form=func", func(b *testing.B) {
		l := eventloop.New(eventloop.Options{})
		bursts(b, l, func(n int) {
			for range n {
				l.SetImmediate(none).Clear()
			}
		})
	})
}

// bursts queues b.N callbacks, 100,000 in each turn of the loop.
func bursts(b *testing.B, l *eventloop.Loop, queue func(n int)) {
	b.ReportAllocs()
	left := b.N + 2*benchTimers // the first bursts make room
	var turn func()
	turn = func() {
		n := min(left, benchTimers)
		if left -= n; left == b.N {
			b.ResetTimer()
		}
		queue(n)
		if left > 0 {
			l.SetImmediate(turn)
		}
	}
	l.SetImmediate(turn)
	if err := l.Run(background); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkTask(b *testing.B) {
	none := func() {}
	b.Run("op=tick/shape=depth/form=func", func(b *testing.B) {
		l, n := eventloop.New(eventloop.Options{}), b.N
		var f func()
		f = func() {
			if n--; n > 0 {
				l.NextTick(f)
			}
		}
		l.NextTick(f)
		chain(b, l)
	})
	b.Run("op=microtask/shape=depth/form=func", func(b *testing.B) {
		l, n := eventloop.New(eventloop.Options{}), b.N
		var f func()
		f = func() {
			if n--; n > 0 {
				l.QueueMicrotask(f)
			}
		}
		l.QueueMicrotask(f)
		chain(b, l)
	})
	for _, q := range []struct {
		name string
		f    func(*eventloop.Loop, func())
		task func(*eventloop.Loop, eventloop.Task)
	}{
		{"tick", (*eventloop.Loop).NextTick, (*eventloop.Loop).NextTickTask},
		{"microtask", (*eventloop.Loop).QueueMicrotask, (*eventloop.Loop).QueueMicrotaskTask},
	} {
		b.Run("op="+q.name+"/shape=breadth/form=func", func(b *testing.B) {
			l := eventloop.New(eventloop.Options{})
			bursts(b, l, func(n int) {
				for range n {
					q.f(l, none)
				}
			})
		})
		b.Run("op="+q.name+"/shape=breadth/form=task", func(b *testing.B) {
			l := eventloop.New(eventloop.Options{})
			x := new(quiet)
			bursts(b, l, func(n int) {
				for range n {
					q.task(l, x)
				}
			})
		})
	}
}
