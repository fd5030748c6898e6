package script

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nodetimers/nodetimers/internal/bench/programs"
	"github.com/nodetimers/nodetimers/internal/performance/target"
)

// This file says which rows are in which class, what a goal is, and how a row of the
// table is made of a comparison.

// class is a kind of work. Members are script names without .js, with the value of
// type or direction behind them.
type class struct {
	name    string
	members []string
}

var (
	chains  = class{"chains of immediates", []string{"immediate depth", "immediate depth1", "set-immediate-depth-args"}}
	churn   = class{"set+clear churn", []string{"immediate clear", ownChurn}}
	breadth = class{"breadth of timeouts", []string{"timers-breadth", "timers-breadth-args"}}
	firing  = class{"firing", []string{"timers-timeout-pooled", "timers-timeout-unpooled"}}
	insert  = class{"unpooled insert", []string{"timers-insert-unpooled start", "timers-insert-unpooled end"}}
	ticks   = class{"nextTick", []string{"timers-timeout-nexttick", ownTicks}}
)

// has tells whether a row is in the class.
func (c class) has(member string) bool { return slices.Contains(c.members, member) }

// member is a row's name among the members of classes.
func member(r programs.Row) string {
	_, name, _ := strings.Cut(r.File, "/")
	name = strings.TrimSuffix(name, ".js")
	if v, ok := r.Full[0].Value.(string); ok {
		name += " " + v
	}
	return name
}

// waits tells whether a row waits for the clock, so that its time is given.
func waits(r programs.Row) bool { return member(r) == "timers-depth" }

// goal is what a ratio has to reach. The zero value is none.
type goal struct {
	text  string
	least float64
	// upper lets the upper quartile decide, for rows where a ratio of 1 is all that
	// there can be.
	upper bool
}

func atLeast(times float64) goal { return goal{fmt.Sprintf("≥ %vx", times), times, false} }
func within(times float64) goal  { return goal{fmt.Sprintf("within %vx", times), 1 / times, false} }

var (
	faster    = goal{"faster", math.Nextafter(1, 2), false}
	notSlower = goal{"not slower", 1, false}
	asFast    = goal{"not slower", 1, true}
)

// judge is the verdict; without a pair there is none.
func (g goal) judge(c comparison) target.Verdict {
	switch {
	case g.text == "" || c.pairs == 0:
		return target.NoGoal
	case g.upper:
		return target.AtLeast(c.ratio.High, g.least)
	}
	return target.AtLeast(c.ratio.Median, g.least)
}

// line makes a row of a comparison of times in nanoseconds.
func line(group, name string, g goal, beside string, c comparison) target.Row {
	return target.Row{Group: group, Name: name, Goal: g.text, Unit: "ns", Ours: c.ours, Beside: beside, Peer: c.peer,
		Ratio: c.ratio, Allocs: math.NaN(), Pairs: c.pairs, Met: g.judge(c)}
}

// meanLine makes a row of the geometric mean of ratios. Rows that are left out are in
// the note.
func meanLine(group, name string, g goal, beside string, ratios []series, in, out []string) target.Row {
	mean := geoMean(ratios)
	c := comparison{ratios: mean, pairs: len(mean.numbers())}
	if c.pairs > 0 {
		c.ratio = mean.quartiles()
	}
	row := target.Row{Group: group, Name: name, Goal: g.text, Unit: "x", Ours: mean.median(), Beside: beside, Peer: math.NaN(),
		Ratio: c.ratio, Allocs: math.NaN(), Pairs: c.pairs, Met: g.judge(c)}
	row.Note = fmt.Sprintf("of %d rows", len(in))
	if len(in) < 10 {
		row.Note = "of " + strings.Join(in, ", ")
	}
	if len(in) == 0 {
		row.Note = "no row has a pair"
	}
	if len(out) > 0 {
		row.Note += "; left out: " + strings.Join(out, "; ")
	}
	return row
}

// mean collects what goes into a geometric mean.
type mean struct {
	ratios  []series
	in, out []string
}

// add takes a row's ratios, or the reason why there are none.
func (m *mean) add(name string, c comparison, reason string) {
	if c.pairs == 0 {
		m.out = append(m.out, name+" ("+reason+")")
		return
	}
	m.ratios, m.in = append(m.ratios, c.ratios), append(m.in, name)
}

// noPeer is what stands in the table where nothing could be measured beside.
const noPeer = "no peer"

// join makes one note of several.
func join(notes ...string) string {
	notes = slices.DeleteFunc(notes, func(s string) bool { return s == "" })
	return strings.Join(notes, "; ")
}
