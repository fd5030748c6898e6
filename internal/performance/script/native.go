package script

import (
	"context"

	"github.com/nodetimers/nodetimers/internal/performance/target"
)

// This file is group native: each of the 22 rows in Go, in both forms, beside the best
// JavaScript runtime of that row. The best is the one with the lowest median; all
// ratios of a row are with that one.

// forms are the runtimes in Go and the goals of their geometric means.
var forms = []struct {
	binary, name string
	mean         float64
}{
	{"native", "convenient form", 3},
	{"native-owned", "caller-owned", 10},
}

func (o *Options) native(ctx context.Context) ([]target.Row, error) {
	runtimes := append([]string{"native", "native-owned"}, scripted...)
	t, err := o.table(ctx, "native", runtimes, false, nil)
	if err != nil {
		return nil, err
	}
	return o.nativeRows(t, runtimes), nil
}

func (o *Options) nativeRows(t *table, runtimes []string) []target.Row {
	var rows []target.Row
	for _, f := range forms {
		var m mean
		for _, r := range o.required() {
			name := t.name(r)
			ours := key{f.binary, name}
			best, c, reason := t.best(ours)
			g := faster
			if waits(r) {
				g = asFast
			}
			row := line("native", o.label(name+", "+f.name), g, best, c)
			row.Note = join(reason, t.failures(ours))
			row.Command = o.benchShell(runtimes, &r, false)
			rows = append(rows, row)
			m.add(name, c, reason)
		}
		row := meanLine("native", o.label("geometric mean, "+f.name), atLeast(f.mean), "best of each row", m.ratios, m.in, m.out)
		row.Command = o.benchShell(runtimes, nil, false)
		rows = append(rows, row)
	}
	return rows
}

// best pairs a row with the fastest of the scripted runtimes. reason says why there is
// no pair.
func (t *table) best(ours key) (binary string, c comparison, reason string) {
	binary = noPeer
	c = compare(t.ns[ours], nil)
	c.ours = t.ns[ours].median()
	if len(t.ns[ours].numbers()) == 0 {
		return binary, c, "native n/a: " + t.why(ours)
	}
	lowest := 0.0
	for _, name := range scripted {
		peer := t.ns[key{name, ours.row}]
		with := compare(t.ns[ours], peer)
		if with.pairs > 0 && (binary == noPeer || peer.median() < lowest) {
			binary, c, lowest = name, with, peer.median()
		}
	}
	if binary == noPeer {
		reason = "no JavaScript runtime has the row"
	}
	return binary, c, reason
}
