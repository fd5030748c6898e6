package script

import (
	"math"
	"slices"
	"testing"

	"github.com/nodetimers/nodetimers/internal/performance/target"
)

// Each member of a class is the name of one of the 22 rows, or of an own program.
func TestClassesNameWhatIsThere(t *testing.T) {
	known := []string{}
	for _, r := range (&Options{}).required() {
		known = append(known, member(r))
	}
	if len(known) != 22 {
		t.Errorf("%d rows, want 22", len(known))
	}
	for _, p := range ownPrograms {
		known = append(known, p.name)
	}
	seen := map[string]bool{}
	for _, c := range []class{chains, churn, breadth, firing, insert, ticks} {
		for _, m := range c.members {
			if !slices.Contains(known, m) {
				t.Errorf("%s: there is no %q", c.name, m)
			}
			if seen[m] {
				t.Errorf("%q is in two classes", m)
			}
			seen[m] = true
		}
	}
}

func TestGoals(t *testing.T) {
	with := func(low, median, high float64) comparison {
		return comparison{ratio: target.Quartiles{Low: low, Median: median, High: high}, pairs: 3}
	}
	for _, c := range []struct {
		goal goal
		text string
		got  comparison
		want target.Verdict
	}{
		{atLeast(2.5), "≥ 2.5x", with(1, 2.5, 9), target.Met},
		{atLeast(2.5), "≥ 2.5x", with(1, 2.49, 9), target.Missed},
		{within(1.8), "within 1.8x", with(0, 0.56, 9), target.Met},
		{within(1.8), "within 1.8x", with(0, 0.55, 9), target.Missed},
		{faster, "faster", with(1, 1.01, 2), target.Met},
		{faster, "faster", with(1, 1, 2), target.Missed},
		{notSlower, "not slower", with(1, 1, 2), target.Met},
		{notSlower, "not slower", with(1, 0.99, 2), target.Missed},
		{asFast, "not slower", with(0.9, 0.99, 1), target.Met},
		{asFast, "not slower", with(0.9, 0.98, 0.99), target.Missed},
		{atLeast(3), "≥ 3x", with(math.NaN(), math.NaN(), math.NaN()), target.Missed},
		{atLeast(3), "≥ 3x", comparison{}, target.NoGoal},
		{goal{}, "", with(1, 1, 1), target.NoGoal},
	} {
		if got := c.goal.judge(c.got); got != c.want || c.goal.text != c.text {
			t.Errorf("%q (want %q) of %+v: %v, want %v", c.goal.text, c.text, c.got.ratio, got, c.want)
		}
	}
}
