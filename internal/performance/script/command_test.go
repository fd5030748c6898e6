package script

import (
	"math"
	"testing"

	"github.com/nodetimers/nodetimers/internal/performance/target"
)

// jobs of three rounds, in milliseconds and megabytes.
func madeJob(binary, script string, ms [3]float64, mb float64) *job {
	j := &job{binary: binary, script: script}
	for _, v := range ms {
		j.runs = append(j.runs, process{v * 1e6, mb * 1e6})
	}
	return j
}

func TestCommandRows(t *testing.T) {
	o := &Options{Runs: 3}
	jobs := []*job{
		madeJob("nodetimers", "one line", [3]float64{10, 20, 10}, 24),
		madeJob("nodetimers", "empty entry", [3]float64{10, 50, 12}, 24),
		madeJob("nodetimers", "npm program", [3]float64{210, 240, 212}, 90),
		madeJob("node26", "one line", [3]float64{40, 40, 50}, 44),
		madeJob("node26", "empty entry", [3]float64{40, 40, 40}, 44),
		madeJob("node26", "npm program", [3]float64{140, 235, 140}, 90),
	}
	rows := o.commandRows(jobs, npm{"main.mjs", 500, 1_000_000})
	for i, want := range []target.Row{
		{Ours: 10, Peer: 40, Ratio: target.Quartiles{Low: 3, Median: 4, High: 4.5}, Met: target.Met, Unit: "ms"},
		{Ours: 24, Peer: 44, Ratio: target.Quartiles{Low: 44. / 24, Median: 44. / 24, High: 44. / 24}, Met: target.Missed, Unit: "MB"},
		// 200, 190 and 200 more, beside 100, 195 and 100: a bound that is not below.
		{Ours: 200, Peer: 100, Ratio: target.Quartiles{Low: 0.5, Median: 0.5, High: (0.5 + 195./190) / 2}, Met: target.Missed, Unit: "ms"},
	} {
		got := rows[i]
		near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
		if !near(got.Ours, want.Ours) || !near(got.Peer, want.Peer) || got.Met != want.Met || got.Unit != want.Unit || got.Pairs != 3 ||
			!near(got.Ratio.Low, want.Ratio.Low) || !near(got.Ratio.Median, want.Ratio.Median) || !near(got.Ratio.High, want.Ratio.High) {
			t.Errorf("%s: %+v, want %+v", got.Name, got, want)
		}
	}

	rows = o.commandRows(jobs[:3], npm{"main.mjs", 500, 1_000_000})
	for _, r := range rows[:2] {
		if r.Beside != noPeer || r.Met != target.NoGoal || math.IsNaN(r.Ours) {
			t.Errorf("without Node: %+v", r)
		}
	}
	if r := rows[2]; r.Beside != noPeer || r.Ours != 200 || r.Met != target.Missed {
		t.Errorf("without Node: %+v", r)
	}
}
