package health

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file takes the state of a loop from another goroutine: it asks the loop by
// Post, so that what it reads belongs together, and waits no longer than it is told.
//
// The loop is held up for the time it takes to walk over its timers, about 20 ns each;
// no more than maxScan are looked at.

// Snapshot is the state of a loop and what was counted since Start.
type Snapshot struct {
	eventloop.Stats
	Since     time.Duration // how long the Monitor has watched, by the loop's clock
	Busy      float64       // the share of it that the loop did not sleep
	Timers    uint64        // callbacks that have begun, by kind
	Immediate uint64
	Ticks     uint64
	Microtask uint64
	Posted    uint64
	Late      Histogram // how late timers were
	Took      Histogram // callbacks that lasted two ticks of the Monitor and more
	Slow      uint64    // callbacks that lasted Options.Slow and more
	Longest   Slow

	// Delays are the lists of timers, those with the most timers first.
	Delays []Delay
	// Origins are the places where what is pending was set, as far as they were
	// recorded, those with the most first.
	Origins []Origin
	// Scanned is how many timers Delays and Origins are made from; that is all, unless
	// there are more than a hundred thousand.
	Scanned int
}

// Delay is the timers that are set to one delay.
type Delay struct {
	Delay time.Duration
	Count int
	Ref   int
	// Next is the time until the first of them expires, Oldest how long ago the one
	// that waits longest was started.
	Next, Oldest time.Duration
}

// Origin is a place where timers and immediates were set.
type Origin struct {
	Place string
	Kind  eventloop.Kind
	Count int
}

const (
	maxScan = 100_000
	maxRows = 100
)

// ErrBusy is what Snapshot returns when the loop did not answer in time; Running then
// tells why.
var ErrBusy = errors.New("health: the loop did not answer in time")

// Snapshot asks the loop, which answers in its next poll phase. The error is ErrBusy
// when ctx ends before, and eventloop.ErrStopped when the loop was terminated. A loop
// that is not running answers when it is run. From any goroutine.
func (m *Monitor) Snapshot(ctx context.Context) (*Snapshot, error) {
	if m.loop.OnLoop() {
		return m.snapshot(), nil
	}
	answer := make(chan *Snapshot, 1)
	if !m.loop.Post(func() {
		if ctx.Err() == nil { // else nobody waits any more
			answer <- m.snapshot()
		}
	}) {
		return nil, eventloop.ErrStopped
	}
	select {
	case s := <-answer:
		return s, nil
	case <-ctx.Done():
		return nil, ErrBusy
	}
}

// Running is what runs now: the callback, since when (to the tick), and false if the
// loop sleeps or is not running. From any goroutine.
func (m *Monitor) Running() (s Slow, ok bool) {
	m.mu.Lock()
	c := m.current
	m.mu.Unlock()
	if !c.running || !m.loop.Running() {
		return Slow{}, false
	}
	s = Slow{Kind: c.kind, Callback: c.held.Describe()}
	if moved, seen := m.ticker.last(); moved == c.moved {
		s.Took = m.opts.Wall() - seen
	}
	return s, true
}

// snapshot is taken on the loop.
func (m *Monitor) snapshot() *Snapshot {
	l := m.loop
	s := &Snapshot{
		Stats: l.Stats(), Late: m.late, Took: m.took, Slow: m.slow, Longest: m.longest,
		Timers: m.counts[eventloop.KindTimer], Immediate: m.counts[eventloop.KindImmediate], Ticks: m.counts[eventloop.KindTick],
		Microtask: m.counts[eventloop.KindMicrotask], Posted: m.counts[eventloop.KindPosted],
	}
	s.Turns -= m.turns
	s.Since = s.Elapsed - m.since
	if s.Since > 0 {
		s.Busy = 1 - float64(s.Waited-m.waited)/float64(s.Since)
	}
	lists := map[time.Duration]*Delay{}
	type place struct {
		kind eventloop.Kind
		at   string
	}
	places := map[place]int{}
	note := func(item any, h any, k eventloop.Kind) {
		p := eventloop.Pending{Kind: k}
		if d, ok := h.(eventloop.Describer); ok {
			d.Describe(&p)
		}
		if p.Origin == "" {
			p.Origin = eventloop.DescribeCallback(item).Origin
		}
		if p.Origin != "" {
			places[place{p.Kind, p.Origin}]++
		}
	}
	for t := range l.Timers {
		if s.Scanned++; s.Scanned > maxScan {
			s.Scanned = maxScan
			break
		}
		d := lists[t.Delay()]
		started := time.Duration(t.StartedAt()) * l.Resolution()
		if d == nil { // a timer counts from the next tick, and so may be younger than nothing for a moment
			d = &Delay{Delay: t.Delay(), Next: started + t.Delay() - s.Elapsed, Oldest: max(0, s.Elapsed-started)}
			lists[t.Delay()] = d
		}
		d.Count++
		if t.HasRef() {
			d.Ref++
		}
		if s.Scanned <= maxScan/10 { // a place costs more
			note(t, t.Expirer(), eventloop.KindTimer)
		}
	}
	n := 0
	for im := range l.Immediates {
		if n++; n > maxScan/10 {
			break
		}
		note(im, im.Handler(), eventloop.KindImmediate)
	}
	for _, d := range lists {
		s.Delays = append(s.Delays, *d)
	}
	slices.SortFunc(s.Delays, func(a, b Delay) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Delay, b.Delay))
	})
	s.Delays = s.Delays[:min(len(s.Delays), maxRows)]
	for p, n := range places {
		s.Origins = append(s.Origins, Origin{p.at, p.kind, n})
	}
	slices.SortFunc(s.Origins, func(a, b Origin) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Place, b.Place), cmp.Compare(a.Kind, b.Kind))
	})
	s.Origins = s.Origins[:min(len(s.Origins), maxRows)]
	return s
}
