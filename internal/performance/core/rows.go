package core

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"

	"github.com/nodetimers/nodetimers/internal/performance/target"
)

// Options are what Run measures, and with what.
type Options struct {
	// Pairs is how often ours and the peer are measured, in turns. Default: 15.
	Pairs int
	// Node is the path of a Node binary, the peer of the chain of 1 ms. Without it
	// those rows have no peer.
	Node string
	// Only chooses rows by their key; nil means all.
	Only *regexp.Regexp
	// Progress gets a line for each row as it is measured, with more numbers than the
	// table has. Default: none.
	Progress io.Writer
}

// spec is a row that has yet to be measured.
type spec struct {
	key, name string
	// goal is in nanoseconds, or how many times the peer's if times is set. With
	// clock it is the goal beside the peer, which is one clock read. Zero is none.
	goal         float64
	times, clock bool
	ours         func() probe
	beside       string
	peer         func() probe
	note         string
}

var specs = []spec{
	{key: "insert", name: "insert pooled, caller-owned, cached time", goal: 8, ours: insertOwned,
		beside: "time.AfterFunc", peer: timeAfterFunc},
	{key: "insert-append", name: "the same beside an append", ours: insertOwned,
		beside: "append of a pointer", peer: appendPointer},
	{key: "refresh", name: "refresh, caller-owned, cached time", goal: 4, ours: refreshOwned,
		beside: "time.Timer.Reset", peer: timeReset},
	{key: "cancel", name: "cancel, caller-owned", goal: 4, ours: cancelOwned,
		beside: "time.Timer.Stop", peer: timeStop},
	{key: "fire", name: "fire, caller-owned", goal: 6, ours: fireOwned,
		beside: "call through an interface", peer: callMethods},
	{key: "insert-clock", name: "insert pooled, caller-owned, with a clock read", goal: 8, clock: true, ours: insertOwnedClock,
		beside: "one clock read", peer: readClock},
	{key: "refresh-clock", name: "refresh, caller-owned, with a clock read", goal: 4, clock: true, ours: refreshOwnedClock,
		beside: "one clock read", peer: readClock},
	{key: "unpooled-ascending", name: "insert unpooled, ascending", goal: 100, ours: unpooledAscending},
	{key: "unpooled-descending", name: "insert unpooled, descending", goal: 100, ours: unpooledDescending},
	{key: "unpooled-cancel-start", name: "cancel unpooled, from the start", goal: 30, ours: unpooledCancelStart},
	{key: "unpooled-cancel-end", name: "cancel unpooled, from the end", goal: 30, ours: unpooledCancelEnd},
	{key: "insert-func", name: "insert with the convenient form, cached time", goal: 1.3, times: true, ours: insertFunc,
		beside: "allocation of 64 bytes", peer: allocate},
	{key: "immediate-depth", name: "immediate depth, caller-owned", goal: 60, ours: immediateDepth,
		note: "Each link is a turn of the loop, with its clock read."},
	{key: "immediate-breadth", name: "immediate breadth, caller-owned", goal: 15, ours: immediateBreadth},
	{key: "immediate-set-clear", name: "immediate set and clear, caller-owned", goal: 15, ours: immediateSetClear},
	{key: "tick-depth", name: "nextTick, a chain", goal: 6, ours: tickDepth},
	{key: "tick-breadth", name: "nextTick, 100,000 queued and run", goal: 6, ours: tickBreadth,
		beside: "a slice of functions", peer: sliceOfFuncs},
	{key: "post-1", name: "Post, one producer", goal: 60, ours: post(1),
		beside: "channel send", peer: channelSend(1), note: "From the first post to the last callback's end; the channel has 1,024 places."},
	{key: "post-2", name: "Post, two producers", goal: 100, ours: post(2),
		beside: "channel send", peer: channelSend(2)},
}

// Run measures the rows, and last of all how steady the machine was meanwhile. It
// takes about a minute with the defaults. Rows that cannot be measured here, for want
// of a peer or of the system's help, say so in their note.
func Run(o Options) []target.Row {
	if o.Pairs <= 0 {
		o.Pairs = 15
	}
	if o.Progress == nil {
		o.Progress = io.Discard
	}
	for range 5 {
		Calibrate() // the first walks touch new memory
	}
	var rows []target.Row
	var calibrations []float64
	add := func(r target.Row, p pairs) {
		r.Group = "core"
		calibrations = append(calibrations, p.calibrations...)
		progress(o.Progress, r, p)
		rows = append(rows, r)
	}
	for _, s := range specs {
		if o.wants(s.key) {
			add(s.row(o.Pairs))
		}
	}
	for _, c := range chains {
		if o.wants(c.key) {
			add(c.row(o))
		}
	}
	if o.wants("idle") {
		add(idle())
	}
	if len(calibrations) > 0 {
		q := quartiles(calibrations)
		add(target.Row{Name: "a step of the calibration", Unit: "ns", Ours: q.Median, Peer: math.NaN(), Allocs: math.NaN(),
			Pairs: len(calibrations), Note: fmt.Sprintf("Quartiles %s to %s ns in %d walks between the rows: the same memory and clock, none of the code.",
				target.Number(q.Low), target.Number(q.High), len(calibrations))}, pairs{ours: calibrations})
	}
	return rows
}

func (o *Options) wants(key string) bool { return o.Only == nil || o.Only.MatchString(key) }

// command repeats the row of a key.
func command(key string) string {
	return "go run ./internal/performance core -row '^" + key + "$'"
}

func (s *spec) row(n int) (target.Row, pairs) {
	p, allocs := measure(n, s.ours, s.peer)
	return s.judge(p, allocs), p
}

// judge makes the row of what was measured.
func (s *spec) judge(p pairs, allocs float64) target.Row {
	r := target.Row{Name: s.name, Unit: "ns", Ours: median(p.ours), Beside: s.beside, Peer: median(p.peers),
		Allocs: allocs, Pairs: len(p.ours), Command: command(s.key), Note: s.note}
	if s.beside != "" {
		r.Ratio = quartiles(p.ratios())
	}
	switch {
	case s.clock:
		r.Goal = target.Number(s.goal) + " ns + one clock read"
		above := median(p.less())
		r.Met = target.AtMost(above, s.goal)
		note(&r, fmt.Sprintf("%s ns more than the clock read.", target.Number(above)))
	case s.times:
		r.Goal = fmt.Sprintf("within %sx of its peer", target.Number(s.goal))
		r.Met = target.AtLeast(r.Ratio.Median, 1/s.goal)
	case s.goal > 0:
		r.Goal = target.Number(s.goal) + " ns"
		r.Met = target.AtMost(r.Ours, s.goal)
	}
	if spread := p.spread(); spread > wide {
		note(&r, fmt.Sprintf("Unsteady: the quartiles are %.0f %% apart after %d pairs.", 100*spread, len(p.ours)))
	}
	return r
}

// note adds a sentence to a row's.
func note(r *target.Row, sentence string) {
	r.Note = strings.TrimSpace(r.Note + " " + sentence)
}

// progress writes the line of a row.
func progress(w io.Writer, r target.Row, p pairs) {
	var b strings.Builder
	q := quartiles(p.ours)
	fmt.Fprintf(&b, "%-50s %s (%s to %s)", r.Name, target.Quantity(r.Ours, r.Unit), target.Number(q.Low), target.Number(q.High))
	if len(p.peers) > 0 {
		q := quartiles(p.peers)
		fmt.Fprintf(&b, "; %s %s (%s to %s)", r.Beside, target.Quantity(r.Peer, r.Unit), target.Number(q.Low), target.Number(q.High))
	}
	if r.Ratio != (target.Quartiles{}) {
		fmt.Fprintf(&b, "; %sx (%s to %s)", target.Number(r.Ratio.Median), target.Number(r.Ratio.Low), target.Number(r.Ratio.High))
	}
	if len(p.calibrations) > 0 {
		q := quartiles(p.calibrations)
		fmt.Fprintf(&b, "; calibration %s (%s to %s)", target.Number(q.Median), target.Number(q.Low), target.Number(q.High))
	}
	if r.Goal != "" {
		fmt.Fprintf(&b, "; goal %s: %s", r.Goal, r.Met)
	}
	fmt.Fprintln(w, b.String())
}
