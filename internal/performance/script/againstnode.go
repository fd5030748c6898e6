package script

import (
	"context"
	"math"

	"github.com/nodetimers/nodetimers/internal/bench/programs"
	"github.com/nodetimers/nodetimers/internal/performance/target"
)

// This file is group node: the same programs on Node 26, and where there is a floor,
// the timers' share beside Node's whole row.

// nodeGoals are the goals by class; rows of no class have none.
var nodeGoals = []struct {
	class class
	goal  goal
}{
	{chains, atLeast(3)},
	{ticks, faster},
	{insert, within(1.3)},
	{churn, within(1.6)},
	{breadth, within(1.8)},
	{firing, within(1.9)},
}

// shareGoal is that of the timers' share.
var shareGoal = within(3)

func nodeGoal(member string) goal {
	for _, g := range nodeGoals {
		if g.class.has(member) {
			return g.goal
		}
	}
	return goal{}
}

func (o *Options) againstNode(ctx context.Context) ([]target.Row, error) {
	t, err := o.table(ctx, "node", []string{"nodetimers", "node26"}, true, o.ownBesideNode)
	if err != nil {
		return nil, err
	}
	return o.nodeRows(t), nil
}

// nodeRows makes the rows of a table that may have the own programs.
func (o *Options) nodeRows(t *table) []target.Row {
	runtimes := []string{"nodetimers", "node26"}
	var rows, shares []target.Row
	var all mean
	one := func(name, member string) (row *target.Row, c comparison, reason string) {
		ours, peer := key{"nodetimers", name}, key{"node26", name}
		c, beside, reason := t.pair(ours, peer)
		made := line("node", o.label(name), nodeGoal(member), beside, c)
		made.Note = join(reason, t.failures(ours, peer))
		rows = append(rows, made)
		return &rows[len(rows)-1], c, reason
	}
	for _, r := range o.required() {
		name := t.name(r)
		row, c, reason := one(name, member(r))
		row.Command = o.benchShell(runtimes, &r, false)
		all.add(name, c, reason)
		if share, ok := o.share(t, r); ok {
			share.Command = o.benchShell(runtimes, &r, true)
			shares = append(shares, share)
		}
	}
	for _, p := range ownPrograms {
		if t.has(p.name) {
			row, _, _ := one(p.name, p.name)
			row.Note = join(row.Note, "not in the mean of all rows")
			row.Command = o.toolShell("node", true)
		}
	}
	row := meanLine("node", o.label("all rows, geometric mean"), goal{}, "node26", all.ratios, all.in, all.out)
	row.Command = o.benchShell(runtimes, nil, false)
	return append(append(rows, row), shares...)
}

// share makes the row of the timers' share; false if the program has no floor.
func (o *Options) share(t *table, r programs.Row) (target.Row, bool) {
	f, ok := r.Floor()
	if !ok {
		return target.Row{}, false
	}
	name := t.name(r)
	floor := key{"nodetimers", t.name(f)}
	ours, peer := key{"nodetimers", name}, key{"node26", name}
	ns := t.ns[floor].median()
	c, beside, reason := t.pair(ours, peer)
	c = compareShare(t.ns[ours], t.ns[floor], t.ns[peer])
	if c.pairs == 0 {
		beside, c.peer = noPeer, math.NaN()
	}
	if math.IsNaN(ns) {
		reason = "no floor: " + t.why(floor)
	}
	row := line("node", o.label(name+", the timers' share"), shareGoal, beside, c)
	row.Note = reason
	if !math.IsNaN(ns) {
		row.Note = join(row.Note, "the floor takes "+target.Quantity(ns, "ns"))
	}
	return row, true
}
