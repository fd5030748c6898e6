package eventloop

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// This file answers what keeps a program alive: Pending lists what a loop has to
// do, one entry for each timer and immediate. Nothing is recorded for it while the
// loop runs; it walks the lists when it is asked.

// Pending is one thing that a loop has to do, or several that are alike.
type Pending struct {
	// Kind is what it is: KindTimer, KindInterval, KindImmediate, KindTick,
	// KindMicrotask, KindPosted or KindHold.
	Kind Kind
	// Delay is what a timer or interval was set to, in whole ticks.
	Delay time.Duration
	// Left is the time until a timer or interval expires, negative if it is
	// overdue. It is zero for what has no time, and for a timer whose callback
	// runs.
	Left time.Duration
	// Ref tells whether it keeps the loop alive.
	Ref bool
	// Count is how many there are: one timer or immediate, or all ticks, all
	// microtasks, all posted functions, all holds, or those that Group put
	// together.
	Count int
	// Origin is where it was made, such as "main.js:3:1 (poll)". It is empty when
	// that was not recorded: see Loop.TrackOrigins.
	Origin string
	// Item is the *Timer or *Immediate, which may be used on the loop only; nil
	// for others.
	Item any
}

// Describer may be implemented by an Expirer or an ImmediateHandler that knows
// more of its timer or immediate than the loop does, such as that it is an
// interval, or where it was made.
type Describer interface {
	// Describe is called on the loop and may change Kind, Delay and Origin.
	Describe(p *Pending)
}

// Pending lists what the loop has to do: timers and intervals by the time they
// have left, then immediates in their order, ticks, microtasks, posted functions
// and holds. A timer counts while its own callback runs. The promise jobs of a
// JavaScript engine are not seen. On the loop, or while it does not run.
func (l *Loop) Pending() []Pending {
	var list []Pending
	now := l.clock.Now() - l.origin
	timer := func(t *Timer) {
		if p, ok := t.Expirer().(*postedTimer); ok && p.state.Load() == over {
			return // cancelled, and not yet forgotten
		}
		d := t.data()
		p := Pending{Kind: KindTimer, Delay: t.Delay(), Ref: t.HasRef(), Count: 1, Item: t}
		if d.is(flagInterval) {
			p.Kind = KindInterval
		}
		if t.Scheduled() {
			p.Left = time.Duration(t.StartedAt()+t.node().Duration())*l.tick - now
		}
		l.describe(&p, d.h)
		list = append(list, p)
	}
	if l.inFire() {
		timer((*Timer)(l.pass.firing))
	}
	l.Timers(func(t *Timer) bool { timer(t); return true })
	slices.SortStableFunc(list, func(a, b Pending) int { return cmp.Compare(a.Left, b.Left) })
	l.Immediates(func(im *Immediate) bool {
		p := Pending{Kind: KindImmediate, Ref: im.HasRef(), Count: 1, Item: im}
		l.describe(&p, im.h)
		list = append(list, p)
		return true
	})
	c := l.Counts()
	for _, p := range []Pending{
		{Kind: KindTick, Count: c.Ticks}, {Kind: KindMicrotask, Count: c.Microtasks},
		{Kind: KindPosted, Count: c.Posted, Ref: true}, {Kind: KindHold, Count: c.Holds, Ref: true},
	} {
		if p.Count > 0 {
			list = append(list, p)
		}
	}
	return list
}

func (l *Loop) describe(p *Pending, h any) {
	if l.origins != nil {
		p.Origin = l.origins.of(p.Item)
	}
	if d, ok := h.(Describer); ok {
		d.Describe(p)
	}
}

// AskPending is Pending for other goroutines: it asks the loop and waits for the
// answer, which comes when the running callback has returned and the loop comes to
// its poll phase. The items are left out. The error is that of ctx, or ErrStopped
// when the loop was terminated. A loop that is not running answers when it is run.
// From any goroutine.
func (l *Loop) AskPending(ctx context.Context) ([]Pending, error) {
	if l.OnLoop() {
		return withoutItems(l.Pending()), nil
	}
	answer := make(chan []Pending, 1) // never blocks the loop
	if !l.Post(func() { answer <- withoutItems(l.Pending()) }) {
		return nil, ErrStopped
	}
	select {
	case list := <-answer:
		return list, nil
	case <-ctx.Done():
		return nil, contextError(ctx)
	}
}

func withoutItems(list []Pending) []Pending {
	for i := range list {
		list[i].Item = nil
	}
	return list
}

// GroupPending puts entries together that differ in nothing but the time left: the
// counts are added, the least Left is kept, and Item is nil where there is more
// than one. The order is that of the first of each.
func GroupPending(list []Pending) []Pending {
	var groups []Pending
	at := map[Pending]int{}
	for _, p := range list {
		key := Pending{Kind: p.Kind, Delay: p.Delay, Ref: p.Ref, Origin: p.Origin}
		i, ok := at[key]
		if !ok {
			at[key] = len(groups)
			groups = append(groups, p)
			continue
		}
		g := &groups[i]
		g.Count += p.Count
		g.Left = min(g.Left, p.Left)
		g.Item = nil
	}
	return groups
}
