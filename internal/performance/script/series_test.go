package script

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nodetimers/nodetimers/internal/performance/target"
	"github.com/nodetimers/nodetimers/internal/samples"
)

var (
	nan   = math.NaN()
	alike = cmp.Options{cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-9, 0), cmp.AllowUnexported(comparison{})}
)

func TestCompareTakesRoundsThatBothHave(t *testing.T) {
	ours := series{10, nan, 20, 40, 1000}
	peer := series{30, 50, 20, 400}
	got := compare(ours, peer)
	want := comparison{
		ours: 20, peer: 30, // of rounds 0, 2 and 3
		ratios: series{3, nan, 1, 10, nan},
		ratio:  target.Quartiles{Low: 2, Median: 3, High: 6.5},
		pairs:  3,
	}
	if d := cmp.Diff(want, got, alike); d != "" {
		t.Error(d)
	}
}

func TestCompareWithoutAPair(t *testing.T) {
	got := compare(series{nan, 5}, series{7})
	if got.pairs != 0 || got.ratio != (target.Quartiles{}) || !math.IsNaN(got.ours) || !math.IsNaN(got.peer) {
		t.Errorf("%+v", got)
	}
}

func TestShareIsWithoutTheFloorOfTheRound(t *testing.T) {
	ours := series{100, 200, 300, 90, nan}
	floor := series{40, 100, 60, 100, 40}
	peer := series{120, 50, 60, 80, 10}
	// Shares are 60, 100, 240, nothing (not -10), none; through the peer 0.5, 2, 4, 0.
	got := compareShare(ours, floor, peer)
	want := comparison{
		ours: 80, peer: 70,
		ratios: series{2, 0.5, 0.25, math.Inf(1), nan},
		ratio:  target.Quartiles{Low: 0.4, Median: 0.8, High: 1 / 0.375},
		pairs:  4,
	}
	if d := cmp.Diff(want, got, alike); d != "" {
		t.Error(d)
	}
}

func TestShareWithoutAFloor(t *testing.T) {
	got := compareShare(series{100}, nil, series{120})
	if got.pairs != 0 || !math.IsNaN(got.ours) || got.peer != 120 {
		t.Errorf("%+v", got)
	}
}

func TestGeoMeanLeavesOutRoundsThatLackARow(t *testing.T) {
	got := geoMean([]series{{2, 4, nan, 9}, {8, 1, 5}})
	if d := cmp.Diff(series{4, 2, nan, nan}, got, alike); d != "" {
		t.Error(d)
	}
	if got := geoMean(nil); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

// Rounds pair by their number, whatever the order in the file is.
func TestTableGoesByRounds(t *testing.T) {
	set := &samples.Set{
		Samples: []samples.Sample{
			{Binary: "a", Filename: "timers/x.js", Configuration: "n=1", Rate: 1e9, Round: 2},
			{Binary: "a", Filename: "timers/x.js", Configuration: "n=1", Rate: 1e8, Round: 0},
			{Binary: "a", Filename: "timers/x.js", Configuration: "n=1", Rate: 5, Round: 1, AA: "a"},
			{Binary: "b", Filename: "timers/x.js", Configuration: "n=1", Rate: 0, Round: 0},
			{Binary: "b", Filename: "timers/x.js", Configuration: "n=1", Rate: 5e8, Round: 1},
			{Binary: "c", Filename: "timers/x.js", Configuration: "n=1", Rate: 1e9, Round: -1},
			{Binary: "c", Filename: "timers/x.js", Configuration: "n=1", Rate: 2e9, Round: -1},
		},
		Missing:  []samples.Missing{{Binary: "d", Filename: "timers/x.js", Configuration: "n=1", Reason: "no ticks"}},
		Failures: []samples.Failure{{Binary: "b", Filename: "timers/x.js", Configuration: "n=1", Round: 2, Reason: "signal"}},
	}
	table, err := newTable(set)
	if err != nil {
		t.Fatal(err)
	}
	const row = "timers/x.js n=1"
	want := map[key]series{{"a", row}: {10, nan, 1}, {"b", row}: {nan, 2}, {"c", row}: {1, 0.5}}
	if d := cmp.Diff(want, table.ns, alike); d != "" {
		t.Error(d)
	}
	for binary, want := range map[string]string{"d": "no ticks", "b": "failed: signal", "e": "not measured"} {
		if got := table.why(key{binary, row}); got != want {
			t.Errorf("why %s: %q, want %q", binary, got, want)
		}
	}
	if got, want := table.failures(key{"a", row}, key{"b", row}), "1 of 2 processes of b failed: signal"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if n := table.rounds(7); n != 3 {
		t.Errorf("%d rounds, want 3", n)
	}

	set.Samples = append(set.Samples, samples.Sample{Binary: "a", Filename: "timers/x.js", Configuration: "n=1", Rate: 1, Round: 2})
	if _, err := newTable(set); err == nil || !strings.Contains(err.Error(), "two samples of a timers/x.js n=1 in round 2") {
		t.Errorf("error %v", err)
	}
}
