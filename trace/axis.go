package trace

import (
	"cmp"
	"slices"
	"time"
)

// This file puts what happened on a virtual clock on one axis for viewers that know
// nothing of it. There callbacks take no time: all that a program does at one instant has
// the same time, and a viewer that nests the slices of a lane by their times would pile
// them up, and drop what is too deep. So within an instant real time goes on: the first
// thing of an instant is where the virtual clock says, the others are as much later as
// they really were. An instant that takes longer than until the next pushes that back; the
// times that callbacks have by the virtual clock are among their args.
//
// Invariant: what is later by the real clock is not earlier on the axis. A place costs a
// binary search; making the axis sorts all instants.

// axis is the instants of a timeline, in their order.
type axis []instant

type instant struct {
	at       time.Duration // by the virtual clock
	from, to time.Duration // by the real clock
	place    time.Duration // of from, on the axis
}

// newAxis is nil for a system clock, where place gives the time itself.
func newAxis(t *Timeline) axis {
	if !t.Virtual {
		return nil
	}
	var a axis
	add := func(start, end, wall, took time.Duration) {
		a = append(a, instant{at: start, from: wall, to: wall}, instant{at: end, from: wall + took, to: wall + took})
	}
	for i := range t.Callbacks {
		c := &t.Callbacks[i]
		add(c.Start, c.End, c.Wall, c.Took)
	}
	for _, list := range [][]Span{t.Phases, t.Waits} {
		for _, s := range list {
			add(s.Start, s.End, s.Wall, s.Took)
		}
	}
	slices.SortFunc(a, func(x, y instant) int { return cmp.Compare(x.at, y.at) })
	n := 0
	for _, i := range a {
		if n > 0 && a[n-1].at == i.at {
			a[n-1].from, a[n-1].to = min(a[n-1].from, i.from), max(a[n-1].to, i.to)
			continue
		}
		a[n] = i
		n++
	}
	a = a[:n]
	for i := range a {
		x := &a[i]
		x.place = x.at
		if i > 0 {
			before := &a[i-1]
			x.place = max(x.at, before.place+x.from-before.from)
		}
	}
	return a
}

// place is where something is that happened at a time by the loop's clock and by the
// real one.
func (a axis) place(at, wall time.Duration) time.Duration {
	i, ok := slices.BinarySearchFunc(a, at, func(x instant, at time.Duration) int { return cmp.Compare(x.at, at) })
	if !ok {
		return at
	}
	return a[i].place + min(max(wall, a[i].from), a[i].to) - a[i].from
}

// span is where something begins, and how long it is.
func (a axis) span(start, end, wall, took time.Duration) (from, length time.Duration) {
	from = a.place(start, wall)
	return from, a.place(end, wall+took) - from
}
