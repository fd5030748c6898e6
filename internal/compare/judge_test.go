package compare

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/samples"
)

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		lo, hi, margin float64
		want           Verdict
	}{
		{0.1, 5, 0, Better}, {-5, -0.1, 0, Worse}, {-1, 1, 0, Undecided}, {0, 0, 0, Equal},
		{0.1, 5, 2, Undecided}, {2.1, 5, 2, Better}, {-5, -2.1, 2, Worse}, {-2, 2, 2, Equal}, {-1.5, 2.1, 2, Undecided},
		{math.Inf(-1), math.Inf(1), 2, Undecided}, {math.NaN(), math.NaN(), 2, Undecided},
	} {
		if got := Judge(c.lo, c.hi, c.margin); got != c.want {
			t.Errorf("[%v, %v] with margin %v is %s, want %s", c.lo, c.hi, c.margin, got, c.want)
		}
	}
}

// around draws n rates with the given relative spread.
func around(rng *rand.Rand, n int, mean, spread float64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = mean * (1 + spread*rng.NormFloat64())
	}
	return list
}

func TestGate(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	set := &samples.Set{}
	before, after := around(rng, 30, 100, 0.01), around(rng, 30, 90, 0.01)
	addRow(set, "lost.js", "", before, after)
	addRow(set, "same.js", "", around(rng, 30, 100, 0.01), around(rng, 30, 100, 0.01))
	addRow(set, "near.js", "", around(rng, 30, 100, 0.05), around(rng, 30, 94.5, 0.05))
	addRow(set, "counted.js", "", []float64{7, 7}, []float64{6, 6})
	addRow(set, "alone.js", "", []float64{7}, []float64{1})
	allowed := 5.0
	r := mustNew(t, set, Options{Gate: &allowed})
	var failed []string
	r.each(func(row *Row) {
		if row.Regression {
			failed = append(failed, row.Filename)
		}
	})
	if d := cmp.Diff([]string{"counted.js", "lost.js"}, failed); d != "" || r.Gate.Failed != 2 || r.Gate.Judged != 4 || r.Gate.Unjudged != 1 {
		t.Errorf("gate %+v: %s", r.Gate, d)
	}
	// A row that lost as much, but with samples that cannot prove it.
	noisy := mustNew(t, sides([]float64{100, 140, 60}, []float64{90, 50, 120}), Options{Gate: &allowed})
	if noisy.Gate.Failed != 0 {
		t.Error("noise fails the gate")
	}
	// The gate goes with the interval: a row fails at N exactly if the interval at
	// its risk is beyond -N.
	for _, n := range []float64{0, 5, 9, 9.9, 10.5} {
		one := mustNew(t, sides(before, after), Options{Gate: &n, Correction: None})
		row := one.Comparisons[0].Rows[0]
		if row.Regression != (row.Hi < -n) {
			t.Errorf("gate at %v: regression %v, interval [%v, %v]", n, row.Regression, row.Lo, row.Hi)
		}
	}
}

func TestNoiseFloor(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	set := &samples.Set{}
	for i := range 40 {
		conf := fmt.Sprintf("n=%d", i)
		addRow(set, "a.js", conf, around(rng, 10, 100, 0.001), around(rng, 10, 101, 0.001))
		for _, side := range []string{"a", "b"} {
			drift := rng.NormFloat64() // of a whole side: what no test of samples sees
			for range 10 {
				set.Samples = append(set.Samples, samples.Sample{Binary: "old", Filename: "a.js", Configuration: conf,
					Rate: 100 + drift + 0.1*rng.NormFloat64(), AA: side})
			}
		}
	}
	r := mustNew(t, set, Options{})
	n := r.Noise
	if n == nil || n.Rows != 40 || n.Samples != 10 || n.Starred < 30 || n.Floor < 1.5 || n.Floor > 5 || n.Largest < n.Floor {
		t.Fatalf("noise %+v", n)
	}
	for _, row := range r.Comparisons[0].Rows {
		if row.Old.N != 10 {
			t.Fatalf("A/A samples count as samples: %d", row.Old.N)
		}
		if row.Stars != "***" || !strings.Contains(strings.Join(row.Warnings, ";"), "below the noise floor") {
			t.Errorf("%s %s %v", row.Name, row.Stars, row.Warnings)
		}
	}
	// The same from a file of its own.
	noise := &samples.Set{}
	for _, s := range set.Samples {
		if s.AA != "" {
			s.Binary, s.AA = map[string]string{"a": "old", "b": "new"}[s.AA], ""
			noise.Samples = append(noise.Samples, s)
		}
	}
	plain := &samples.Set{}
	addRow(plain, "a.js", "n=0", []float64{100, 101}, []float64{102, 103})
	if again := mustNew(t, plain, Options{Noise: noise}).Noise; again == nil || *again != *n {
		t.Errorf("noise from a file: %+v, want %+v", again, n)
	}
	if mustNew(t, plain, Options{}).Noise != nil {
		t.Error("noise without A/A samples")
	}
}

func TestWarnings(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	set := &samples.Set{Machine: &samples.Machine{Cores: 1, Governor: "powersave"}, Notes: []string{"2 lines skipped"}}
	addRow(set, "few.js", "", []float64{1, 2, 3}, []float64{4, 5, 6.5})
	addRow(set, "outlier.js", "", append(around(rng, 19, 100, 0.001), 100000), around(rng, 20, 103, 0.001))
	two := around(rng, 30, 100, 0.001)
	for i := range two {
		two[i] += float64(i % 2 * 20)
	}
	addRow(set, "clumps.js", "", two, around(rng, 30, 100, 0.01))
	r := mustNew(t, set, Options{})
	all := strings.Join(r.allWarnings(), "\n")
	for _, want := range []string{"powersave", "2 lines skipped", "only one processor",
		"few.js: with 3 and 3 samples the rank test cannot go below p = 0.1",
		"outlier.js: t test and rank test disagree", "outlier.js: the old rates are skewed",
		"clumps.js: the old rates fall into two clumps"} {
		if !strings.Contains(all, want) {
			t.Errorf("no warning %q in\n%s", want, all)
		}
	}
}

func TestFailuresMarkTheirRows(t *testing.T) {
	set := sides([]float64{1, 2, 3}, []float64{1, 2, 4})
	set.Failures = []samples.Failure{{Binary: "new", Filename: "a.js", Configuration: "n=1", Round: 2, Reason: "killed by signal 9"},
		{Binary: "new", Filename: "z.js", Configuration: "", Round: 0, Reason: "exit status 1"}}
	set.Missing = []samples.Missing{{Binary: "old", Filename: "m.js", Reason: "no _idlePrev"}}
	r := mustNew(t, set, Options{})
	rows := r.Comparisons[0].Rows
	if len(rows) != 3 || r.Failed() != 2 {
		t.Fatalf("%d rows, %d failed", len(rows), r.Failed())
	}
	got := text(t, r, TextOptions{})
	want := "Failures:\n  a.js n=1: new: round 3: killed by signal 9\n  m.js: old: no _idlePrev\n  z.js: new: round 1: exit status 1\n"
	if !strings.HasSuffix(got, want) {
		t.Errorf("the text ends otherwise:\n%s", got)
	}
}

func TestPlan(t *testing.T) {
	if d := cmp.Diff([]int{10, 15, 20, 25, 30}, DefaultLooks(30)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]int{2, 3}, DefaultLooks(3)); d != "" {
		t.Error(d)
	}
	p, err := NewPlan(samples.Plan{Looks: []int{10, 20, 30}, Rows: 4})
	if err != nil {
		t.Fatal(err)
	}
	if p.Alpha != 0.05 || p.Risk(9) != p.Risk(10) || p.Risk(19) != p.Risk(10) || !(p.Risk(10) < p.Risk(20) && p.Risk(20) < p.Risk(30) && p.Risk(35) == p.Risk(30)) {
		t.Errorf("risks %v", p.risks)
	}
	if p.Risk(30) > 0.05/4 {
		t.Errorf("the last look has a risk of %v, above the row's share", p.Risk(30))
	}
	rng := rand.New(rand.NewPCG(13, 14))
	old, faster, same := around(rng, 30, 100, 0.01), around(rng, 30, 120, 0.01), around(rng, 30, 100, 0.01)
	if d := p.Decide(old[:10], faster[:10], Goal{MinEffect: 2}); !d.Stop || d.Verdict != Better {
		t.Errorf("a clear gain: %+v", d)
	}
	if d := p.Decide(old[:11], faster[:11], Goal{MinEffect: 2}); d.Stop {
		t.Errorf("not a planned look: %+v", d)
	}
	if d := p.Decide(old[:10], same[:10], Goal{}); d.Stop {
		t.Errorf("nothing is settled: %+v", d)
	}
	if d := p.Decide(old[:20], same[:20], Goal{MinEffect: 3}); !d.Stop || d.Verdict != Equal {
		t.Errorf("within the margin: %+v", d)
	}
	if d := p.Decide(old[:20], same[:20], Goal{Width: 5}); !d.Stop || d.Verdict != Undecided {
		t.Errorf("narrow enough: %+v", d)
	}
	if d := p.Decide(old, same, Goal{}); !d.Stop {
		t.Errorf("the last look: %+v", d)
	}
	for _, bad := range []samples.Plan{{}, {Looks: []int{10, 10}, Rows: 1}, {Looks: []int{10}}, {Looks: []int{10}, Rows: 1, Alpha: 2}} {
		if _, err := NewPlan(bad); err == nil {
			t.Errorf("%+v was accepted", bad)
		}
	}
	// The report takes intervals at the plan's risk.
	set := sides(old[:20], same[:20])
	set.Plan = &samples.Plan{Looks: []int{10, 20, 30}, Rows: 4}
	r := mustNew(t, set, Options{})
	if row := r.Comparisons[0].Rows[0]; row.Risk != p.Risk(20) {
		t.Errorf("the report's risk is %v, want %v", row.Risk, p.Risk(20))
	}
	// What is compare.R's does not allow for the looks: each form says so.
	for name, write := range map[string]func(io.Writer, *Report) error{
		"text":     func(w io.Writer, r *Report) error { return WriteText(w, r, TextOptions{}) },
		"markdown": WriteMarkdown, "html": WriteHTML,
	} {
		var b strings.Builder
		if err := write(&b, r); err != nil || !strings.Contains(b.String(), "after looks at 10, 20, 30 samples: stars, accuracies and p values do not allow for that") {
			t.Errorf("%s does not say what early stopping does: %v", name, err)
		}
	}
	set.Plan.Looks = nil
	if _, err := New(set, Options{}); err == nil {
		t.Error("a plan without looks was accepted")
	}
}

// A benchmark that fails in every process of a side is not removed or added.
func TestFailedSideIsNotRemoved(t *testing.T) {
	set := sides([]float64{1, 2, 3}, nil)
	for round := range 3 {
		set.Failures = append(set.Failures, samples.Failure{Binary: "new", Filename: "a.js", Configuration: "n=1", Round: round, Reason: "exited with code 7"})
	}
	r := mustNew(t, set, Options{})
	if row := r.Comparisons[0].Rows[0]; row.Presence != Both {
		t.Errorf("the row is %s", row.Presence)
	}
	for name, write := range map[string]func(io.Writer, *Report) error{"markdown": WriteMarkdown, "html": WriteHTML} {
		var b strings.Builder
		if err := write(&b, r); err != nil || strings.Count(b.String(), "new: exited with code 7 (3 times)") != 1 {
			t.Errorf("%s does not say why once: %v", name, err)
		}
	}
	set.Failures = nil
	set.Missing = []samples.Missing{{Binary: "new", Filename: "a.js", Configuration: "n=1", Reason: "no longer there"}}
	if row := mustNew(t, set, Options{}).Comparisons[0].Rows[0]; row.Presence != Removed {
		t.Errorf("a row that new lacks is %s", row.Presence)
	}
}
