package trace

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is what a Recorder has recorded, as values: a Timeline does not change
// and may be used by any goroutine.

// Timeline is what was recorded of a loop. Times are those of the loop's clock since
// the loop was made.
type Timeline struct {
	// Start and End are when recording began and when the Timeline was made.
	Start, End time.Duration
	// Virtual is set if the loop's clock is virtual: callbacks then take no time, and
	// Real tells how long they took.
	Virtual bool
	// Turns is the number of turns of the loop, Cleared the number of timers and
	// immediates that were cleared, and Lost that of callbacks, phases and waits that
	// did not fit in any more.
	Turns, Cleared, Lost uint64
	// Callbacks are in the order in which they began.
	Callbacks []Callback
	// Phases are those in which a callback ran. Waits are when the loop slept.
	Phases, Waits []Span

	names []described
	busy  time.Duration
}

// Callback is one run of a callback.
type Callback struct {
	// Seq numbers the callbacks of a recording from 1, By is the number of the one in
	// which this one was set, 0 if there was none or it is not known.
	Seq, By uint64
	// Kind is KindTimer, KindImmediate, KindTick, KindMicrotask or KindPosted.
	Kind eventloop.Kind
	eventloop.Callback
	// Start and End are when it ran, Wall is Start by a real clock, since recording
	// began, and Took how long it took by that: with a system clock the same.
	Start, End time.Duration
	Wall, Took time.Duration
	// Set is when it was set, if IsSet.
	Set   time.Duration
	IsSet bool
	// Delay is what a timer was set to, and Due when that had passed.
	Delay, Due time.Duration

	depth uint8
	name  name
	chain chain
}

// Late is how much later than due a timer ran: never negative, and zero for what is
// no timer.
func (c *Callback) Late() time.Duration {
	if c.Kind != eventloop.KindTimer {
		return 0
	}
	return max(0, c.Start-c.Due)
}

// Duration is how long the callback took by the loop's clock.
func (c *Callback) Duration() time.Duration { return c.End - c.Start }

// Span is a phase or a wait.
type Span struct {
	Phase      eventloop.Phase // of a phase
	Start, End time.Duration
	Wall, Took time.Duration
}

// Timeline is what has been recorded so far. Callbacks that run are in it as if they
// ended now.
func (r *Recorder) Timeline() *Timeline {
	now, wall := r.now()
	t := &Timeline{
		Start: r.begun, End: now, Virtual: r.virtual, Turns: r.turns, Cleared: r.cleared,
		Lost: r.ring.lost(), names: slices.Clone(r.names.list),
	}
	add := func(rec *record) {
		switch rec.what {
		case aCallback:
			t.Callbacks = append(t.Callbacks, r.callback(rec))
		case aPhase:
			t.Phases = append(t.Phases, Span{rec.phase, rec.start, rec.end, rec.wall - r.wall0, rec.took})
		case aWait:
			t.Waits = append(t.Waits, Span{0, rec.start, rec.end, rec.wall - r.wall0, rec.took})
		}
	}
	r.ring.each(add)
	for i := range r.open {
		rec := r.open[i].record
		rec.end, rec.took = now, wall-rec.wall
		add(&rec)
	}
	if t.Lost > 0 { // what began before the oldest wait or phase is out of order
		t.Start = now
		for _, c := range t.Callbacks {
			t.Start = min(t.Start, c.Start)
		}
	}
	slices.SortFunc(t.Callbacks, func(a, b Callback) int { return cmp.Compare(a.Seq, b.Seq) })
	for i := range t.Callbacks {
		if c := &t.Callbacks[i]; c.depth == 0 {
			t.busy += c.Took
		}
	}
	return t
}

func (r *Recorder) callback(rec *record) Callback {
	c := Callback{
		Seq: rec.seq, By: rec.by, Kind: rec.kind, Callback: r.names.list[rec.name].Callback,
		Start: rec.start, End: rec.end, Wall: rec.wall - r.wall0, Took: rec.took,
		Delay: rec.delay, depth: rec.depth, name: rec.name, chain: rec.chain,
	}
	if rec.set != unknown {
		c.Set, c.IsSet = rec.set, true
	}
	if rec.due != unknown {
		c.Due = rec.due
	}
	return c
}

// Find gives the callback with a number, nil if it is not there (any more).
func (t *Timeline) Find(seq uint64) *Callback {
	i, ok := slices.BinarySearchFunc(t.Callbacks, seq, func(c Callback, seq uint64) int { return cmp.Compare(c.Seq, seq) })
	if !ok {
		return nil
	}
	return &t.Callbacks[i]
}

// label is what a callback is called in a sentence or on a bar.
func (d *described) label() string {
	switch {
	case d.Name != "" && d.Source != "":
		return d.Name + " " + d.Source
	case d.Name != "":
		return d.Name
	case d.Source != "":
		return d.Source
	case d.Origin != "":
		return "set at " + d.Origin
	}
	return "(" + d.Kind.String() + ")"
}

// Label is the name of the function and where its code begins, as far as they are
// known, with folders left out.
func (c *Callback) Label() string {
	d := described{c.Kind, c.Callback}
	d.Source, d.Origin = short(d.Source), short(d.Origin)
	return d.label()
}

// short is a place without its folders: "main.js:3:1 (f)".
func short(place string) string {
	head, tail := place, ""
	if i := strings.Index(place, " ("); i >= 0 {
		head, tail = place[:i], place[i:]
	}
	if i := strings.LastIndexAny(head, `/\`); i >= 0 && !strings.HasPrefix(head, "node:") {
		head = head[i+1:]
	}
	return head + tail
}

// line is the line of a place, 0 if it has none.
func line(place string) int {
	head, _, _ := strings.Cut(place, " (")
	parts := strings.Split(head, ":")
	for i := 1; i < len(parts); i++ {
		if n, err := strconv.Atoi(parts[i]); err == nil {
			return n
		}
	}
	return 0
}
