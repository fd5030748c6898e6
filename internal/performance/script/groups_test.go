package script

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/performance/target"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// made is a table of three rounds: times of rows by runtime, in nanoseconds. A time of
// two or three rounds is written as such; one is all three rounds.
func made(t *testing.T, ns map[string]map[string]series, missing ...samples.Missing) *table {
	t.Helper()
	set := &samples.Set{Missing: missing}
	for binary, rows := range ns {
		for row, times := range rows {
			file, configuration, _ := strings.Cut(row, " ")
			if len(times) == 1 {
				times = series{times[0], times[0], times[0]}
			}
			for round, v := range times {
				set.Samples = append(set.Samples, samples.Sample{Binary: binary, Filename: file, Configuration: configuration, Rate: 1e9 / v, Round: round})
			}
		}
	}
	table, err := newTable(set)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

const (
	depth  = "timers/immediate.js type='depth' n=400000"
	depth1 = "timers/immediate.js type='depth1' n=400000"
	args   = "timers/set-immediate-depth-args.js n=300000"
	pooled = "timers/timers-timeout-pooled.js n=300000"
	cancel = "timers/timers-cancel-pooled.js n=300000"
)

func find(t *testing.T, rows []target.Row, name string) target.Row {
	t.Helper()
	i := slices.IndexFunc(rows, func(r target.Row) bool { return r.Name == name })
	if i < 0 {
		t.Fatalf("no row %q", name)
	}
	return rows[i]
}

func TestGojaRows(t *testing.T) {
	table := made(t, map[string]map[string]series{
		"nodetimers":  {depth: {100, 100, 200}, depth1: {100}, args: {100}, pooled: {10}},
		"goja_nodejs": {depth: {400, 200, 400}, depth1: {900, 200, 200}, pooled: {140, 140, 150}},
	}, samples.Missing{Binary: "goja_nodejs", Filename: "timers/set-immediate-depth-args.js", Configuration: "n=300000", Reason: "no exit event"})
	o := &Options{Runs: 3, Filter: []string{"immediate.js", "depth-args", "timeout-pooled"}}
	rows := o.gojaRows(table)

	row := find(t, rows, depth)
	if row.Ours != 100 || row.Peer != 400 || row.Ratio.Median != 2 || row.Pairs != 3 || row.Met != target.Met || row.Beside != "goja_nodejs" {
		t.Errorf("%+v", row)
	}
	if want := "nodetimers bench --preset quick --runs 3 --runtime nodetimers,goja_nodejs --set type=depth timers/immediate.js"; row.Command != want {
		t.Errorf("command %q, want %q", row.Command, want)
	}
	row = find(t, rows, args)
	if row.Ours != 100 || !math.IsNaN(row.Peer) || row.Beside != noPeer || row.Met != target.NoGoal || row.Note != "goja_nodejs: no exit event" {
		t.Errorf("n/a: %+v", row)
	}
	// By round 4 and 9, 2 and 2, 2 and 2.
	row = find(t, rows, "chains of immediates, geometric mean")
	if d := cmp.Diff(target.Quartiles{Low: 2, Median: 2, High: 4}, row.Ratio, alike); d != "" || row.Met != target.Missed || row.Unit != "x" {
		t.Errorf("%s %+v", d, row)
	}
	if want := "of " + depth + ", " + depth1 + "; left out: " + args + " (goja_nodejs: no exit event)"; row.Note != want {
		t.Errorf("note %q, want %q", row.Note, want)
	}
	if row = find(t, rows, "firing, geometric mean"); row.Met != target.Met || math.Abs(row.Ratio.Median-14) > 1e-9 {
		t.Errorf("%+v", row)
	}
	if row = find(t, rows, "breadth of timeouts, geometric mean"); row.Met != target.NoGoal || !math.IsNaN(row.Ours) || row.Note != "no row has a pair" {
		t.Errorf("%+v", row)
	}
	row = find(t, rows, "all rows that both have, geometric mean")
	if d := cmp.Diff(math.Cbrt(2*2*15), row.Ours, alike); d != "" {
		t.Errorf("%s %+v", d, row)
	}
}

// With a floor of 40 a peer of 400 would be ten times as slow as timers that cost nothing.
func TestGojaRowsHaveALimit(t *testing.T) {
	floor, floorPooled := strings.Replace(depth, "timers/", "floor/", 1), strings.Replace(pooled, "timers/", "floor/", 1)
	table := made(t, map[string]map[string]series{
		"nodetimers":  {depth: {100}, floor: {40}, depth1: {100}, pooled: {100}, floorPooled: {200}},
		"goja_nodejs": {depth: {400, 200, 400}, depth1: {200}, pooled: {320}},
	})
	o := &Options{Runs: 3, Filter: []string{"immediate.js", "timeout-pooled"}}
	rows := o.gojaRows(table)
	for name, want := range map[string]string{
		depth: "limit 10.0x", depth1: "", pooled: "limit 1.60x",
		"chains of immediates, geometric mean":    "of " + depth + ", " + depth1 + "; limit 10.0x, of 1 rows with a floor",
		"all rows that both have, geometric mean": "limit 4.00x, of 2 rows with a floor",
		"breadth of timeouts, geometric mean":     "no row has a pair",
	} {
		if row := find(t, rows, name); !strings.HasSuffix(row.Note, want) || want == "" && row.Note != "" {
			t.Errorf("%s: note %q, want %q", name, row.Note, want)
		}
	}
}

func TestNativeRowsTakeTheBestPeer(t *testing.T) {
	table := made(t, map[string]map[string]series{
		"native":       {depth: {50}, pooled: {200}},
		"native-owned": {depth: {20, 10, 20}},
		"node26":       {depth: {300}, pooled: {100}},
		"node20":       {depth: {900, 100, 900}}, // once the fastest, and not the best
		"bun":          {depth: {200, 200, 260}},
	})
	o := &Options{Runs: 3, Filter: []string{"immediate.js", "timeout-pooled"}}
	rows := o.nativeRows(table, append([]string{"native", "native-owned"}, scripted...))
	row := find(t, rows, depth+", convenient form")
	if row.Beside != "bun" || row.Peer != 200 || row.Ratio.Median != 4 || row.Met != target.Met {
		t.Errorf("%+v", row)
	}
	if row = find(t, rows, depth+", caller-owned"); row.Beside != "bun" || row.Ratio.Median != 13 {
		t.Errorf("%+v", row)
	}
	if row = find(t, rows, pooled+", convenient form"); row.Beside != "node26" || row.Met != target.Missed {
		t.Errorf("%+v", row)
	}
	if row = find(t, rows, pooled+", caller-owned"); row.Beside != noPeer || row.Met != target.NoGoal || row.Note != "native n/a: not measured" {
		t.Errorf("%+v", row)
	}
	row = find(t, rows, "geometric mean, convenient form")
	if d := cmp.Diff(math.Sqrt(4*0.5), row.Ours, alike); d != "" || row.Goal != "≥ 3x" || row.Met != target.Missed {
		t.Errorf("%s %+v", d, row)
	}
	if row = find(t, rows, "geometric mean, caller-owned"); row.Goal != "≥ 10x" || row.Met != target.Met {
		t.Errorf("%+v", row)
	}
}

func TestNodeRows(t *testing.T) {
	table := made(t, map[string]map[string]series{
		"nodetimers": {depth: {100}, pooled: {180}, cancel: {400}, ownTicks: {90},
			"floor/immediate.js type='depth' n=400000": {60}, "floor/timers-cancel-pooled.js n=300000": {100}},
		"node26": {depth: {310}, pooled: {100}, cancel: {90}, ownTicks: {100}},
	})
	o := &Options{Runs: 3, Filter: []string{"immediate.js", "pooled"}, GOGC: "400"}
	rows := o.nodeRows(table)
	for name, want := range map[string]struct {
		goal   string
		median float64
		met    target.Verdict
	}{
		depth + ", GOGC=400":                                {"≥ 3x", 3.1, target.Met},
		pooled + ", GOGC=400":                               {"within 1.9x", 1 / 1.8, target.Met},
		cancel + ", GOGC=400":                               {"", 0.225, target.NoGoal},
		ownTicks + ", GOGC=400":                             {"faster", 1 / 0.9, target.Met},
		depth + ", the timers' share, GOGC=400":             {"within 3x", 7.75, target.Met},
		cancel + ", the timers' share, GOGC=400":            {"within 3x", 0.3, target.Missed},
		"all rows, geometric mean, GOGC=400":                {"", math.Cbrt(3.1 / 1.8 * 0.225), target.NoGoal},
		pooled + ", the timers' share, GOGC=400":            {"within 3x", 0, target.NoGoal},
		depth1 + ", GOGC=400":                               {"≥ 3x", 0, target.NoGoal},
		"timers/timers-insert-pooled.js n=200000, GOGC=400": {"", 0, target.NoGoal},
	} {
		row := find(t, rows, name)
		if row.Goal != want.goal || row.Met != want.met || math.Abs(row.Ratio.Median-want.median) > 1e-9 {
			t.Errorf("%s: %+v, want %+v", name, row, want)
		}
	}
	row := find(t, rows, depth+", the timers' share, GOGC=400")
	if row.Ours != 40 || row.Note != "the floor takes 60.0 ns" || !strings.HasPrefix(row.Command, "GOGC=400 nodetimers bench ") ||
		!strings.HasSuffix(row.Command, "node26=$NODE26 --set type=depth timers/immediate.js floor/immediate.js") {
		t.Errorf("%+v", row)
	}
	if row = find(t, rows, pooled+", the timers' share, GOGC=400"); row.Note != "no floor: not measured" || row.Beside != noPeer {
		t.Errorf("%+v", row)
	}
}

// A table of the full preset is known by its counts.
func TestRowsOfTheFullPreset(t *testing.T) {
	const full = "timers/timers-timeout-pooled.js n=10000000"
	table := made(t, map[string]map[string]series{"nodetimers": {full: {20}}, "goja_nodejs": {full: {40}}})
	o := &Options{Runs: 3, Filter: []string{"timeout-pooled"}}
	if row := find(t, o.gojaRows(table), full); row.Ratio.Median != 2 {
		t.Errorf("%+v", row)
	}
}

func TestFailedProcessesAreInTheNote(t *testing.T) {
	table := made(t, map[string]map[string]series{"nodetimers": {pooled: {10}}, "goja_nodejs": {pooled: {20, 20}}})
	table.failed[key{"goja_nodejs", pooled}] = []string{"timed out"}
	o := &Options{Runs: 3, Filter: []string{"timeout-pooled"}}
	row := find(t, o.gojaRows(table), pooled)
	if row.Pairs != 2 || row.Note != "1 of 3 processes of goja_nodejs failed: timed out" {
		t.Errorf("%+v", row)
	}
}
