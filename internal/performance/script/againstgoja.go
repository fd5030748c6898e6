package script

import (
	"context"
	"fmt"
	"math"

	"github.com/nodetimers/nodetimers/internal/bench/programs"
	"github.com/nodetimers/nodetimers/internal/performance/target"
)

// This file is group goja: the same programs on goja_nodejs/eventloop, which has the
// same engine underneath. What that engine takes for the program itself is in both, so
// each row has a limit: the ratio if the timers here cost nothing, which is the peer's
// time through the floor's.

const peerLoop = "goja_nodejs"

// gojaMeans are the classes with a goal of their own.
var gojaMeans = []struct {
	class class
	goal  goal
}{
	{chains, atLeast(2.5)},
	{churn, atLeast(3)},
	{breadth, atLeast(8)},
	{firing, atLeast(14)},
}

func (o *Options) againstGoja(ctx context.Context) ([]target.Row, error) {
	t, err := o.table(ctx, "goja", []string{"nodetimers", peerLoop}, true, o.churnInProcess)
	if err != nil {
		return nil, err
	}
	return o.gojaRows(t), nil
}

// gojaRows makes the rows of a table that may have the set+clear of timeouts.
func (o *Options) gojaRows(t *table) []target.Row {
	runtimes := []string{"nodetimers", peerLoop}
	var rows []target.Row
	var all, limits mean
	of, limitsOf := make([]mean, len(gojaMeans)), make([]mean, len(gojaMeans))
	one := func(name, member string, g goal, inAll bool) *target.Row {
		ours, peer := key{"nodetimers", name}, key{peerLoop, name}
		c, beside, reason := t.pair(ours, peer)
		row := line("goja", o.label(name), g, beside, c)
		row.Note = join(reason, t.failures(ours, peer))
		rows = append(rows, row)
		if inAll {
			all.add(name, c, reason)
		}
		for i := range gojaMeans {
			if gojaMeans[i].class.has(member) {
				of[i].add(name, c, reason)
			}
		}
		return &rows[len(rows)-1]
	}
	for _, r := range o.required() {
		g := notSlower
		if waits(r) {
			g = asFast
		}
		row := one(t.name(r), member(r), g, true)
		row.Command = o.benchShell(runtimes, &r, false)
		if limit, ok := t.limit(r); ok && row.Pairs > 0 {
			row.Note = join(row.Note, "limit "+target.Quantity(limit.ratio.Median, "x"))
			limits.add(t.name(r), limit, "")
			for i := range gojaMeans {
				if gojaMeans[i].class.has(member(r)) {
					limitsOf[i].add(t.name(r), limit, "")
				}
			}
		}
	}
	if t.has(ownChurn) {
		row := one(ownChurn, ownChurn, notSlower, false)
		row.Note = join(row.Note, "in this process; not in the mean of all rows")
		row.Command = o.toolShell("goja", false)
	}
	for i, g := range gojaMeans {
		row := meanLine("goja", o.label(g.class.name+", geometric mean"), g.goal, peerLoop, of[i].ratios, of[i].in, of[i].out)
		row.Note = join(row.Note, limitText(limitsOf[i]))
		row.Command = o.toolShell("goja", false)
		rows = append(rows, row)
	}
	row := meanLine("goja", o.label("all rows that both have, geometric mean"), atLeast(3), peerLoop, all.ratios, all.in, all.out)
	row.Note = join(row.Note, limitText(limits))
	row.Command = o.benchShell(runtimes, nil, false)
	return append(rows, row)
}

// limit compares a program's floor with the program on the peer; false if it has none,
// or none that was measured.
func (t *table) limit(r programs.Row) (comparison, bool) {
	f, ok := r.Floor()
	if !ok {
		return comparison{}, false
	}
	c := compare(t.ns[key{"nodetimers", t.name(f)}], t.ns[key{peerLoop, t.name(r)}])
	return c, c.pairs > 0
}

// limitText is the mean of limits.
func limitText(m mean) string {
	mean := geoMean(m.ratios).median()
	if math.IsNaN(mean) {
		return ""
	}
	return fmt.Sprintf("limit %s, of %d rows with a floor", target.Quantity(mean, "x"), len(m.in))
}

// pair compares a row on two runtimes. Where that cannot be, beside and reason say so,
// and what ours took is there if it was measured.
func (t *table) pair(ours, peer key) (c comparison, beside, reason string) {
	c = compare(t.ns[ours], t.ns[peer])
	if c.pairs > 0 {
		return c, peer.binary, ""
	}
	c.ours, c.peer = t.ns[ours].median(), t.ns[peer].median()
	switch {
	case len(t.ns[ours].numbers()) == 0:
		reason = ours.binary + ": " + t.why(ours)
	case len(t.ns[peer].numbers()) == 0:
		reason = peer.binary + ": " + t.why(peer)
	default:
		reason = "no round has both"
	}
	return c, noPeer, reason
}
