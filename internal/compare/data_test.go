package compare

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// testdata/NAME.csv are simulated samples, NAME.expected.txt what R printed for them,
// NAME.json the numbers with 17 digits.

func dataSets(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.csv")
	if err != nil || len(files) != 8 {
		t.Fatalf("data sets: %v, %v; want 8", files, err)
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f, ".csv"))
	}
	return names
}

func reportOf(t *testing.T, file string, o Options) *Report {
	t.Helper()
	set, err := samples.ReadOptions{}.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(set, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTextIsRs(t *testing.T) {
	for _, name := range dataSets(t) {
		want, err := os.ReadFile(name + ".expected.txt")
		if err != nil {
			t.Fatal(err)
		}
		r := reportOf(t, name+".csv", Options{})
		if len(want) == 0 {
			continue // TestConstantBoth
		}
		var compat, plain bytes.Buffer
		if err := CompatError(r); err != nil {
			t.Errorf("%s: R printed a table, but: %v", name, err)
		}
		if err := WriteText(&compat, r, TextOptions{Compat: true}); err != nil {
			t.Fatal(err)
		}
		if err := WriteText(&plain, r, TextOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, got := range []string{compat.String(), plain.String()} {
			if d := cmp.Diff(string(want), got); d != "" {
				t.Errorf("%s (-R +ours):\n%s", name, d)
			}
		}
	}
}

func TestConstantBoth(t *testing.T) {
	r := reportOf(t, "testdata/constant-both.csv", Options{})
	if err := CompatError(r); err == nil || err.Error() != "data are essentially constant" {
		t.Errorf("compat: %v", err)
	}
	var b bytes.Buffer
	if err := WriteText(&b, r, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	want := `                                   confidence improvement accuracy (*)    (**)   (***)
timers/timers-breadth.js n=5000000                 7.18 %       ±7.74% ±11.41% ±17.53%
timers/timers-depth.js n=1000              NA      0.11 %           NA      NA      NA

Be aware that when doing many comparisons the risk of a false-positive
result increases. In this case, there are 2 comparisons, you can thus
expect the following amount of false-positive results:
  0.10 false positives, when considering a   5% risk acceptance (*, **, ***),
  0.02 false positives, when considering a   1% risk acceptance (**, ***),
  0.00 false positives, when considering a 0.1% risk acceptance (***)

Note: no test for timers/timers-depth.js n=1000: both sides are constants, which differ.
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
}

// nullable is a number of the reference files: null is "not available".
type nullable struct {
	v  float64
	na bool
}

func (n *nullable) UnmarshalJSON(data []byte) error {
	switch text := strings.Trim(string(data), `"`); text {
	case "null":
		n.na, n.v = true, math.NaN()
	case "NaN":
		n.v = math.NaN()
	case "Inf":
		n.v = math.Inf(1)
	case "-Inf":
		n.v = math.Inf(-1)
	default:
		return json.Unmarshal(data, &n.v)
	}
	return nil
}

type reference struct {
	Comparisons int
	GeoMean     nullable `json:"geomean_ratio_new_over_old"`
	GeoMeanRows int      `json:"geomean_rows"`
	Rows        []struct {
		Name        string
		NOld        int      `json:"n_old"`
		NNew        int      `json:"n_new"`
		MeanOld     nullable `json:"mean_old"`
		MeanNew     nullable `json:"mean_new"`
		SDOld       nullable `json:"sd_old"`
		SDNew       nullable `json:"sd_new"`
		MedianOld   nullable `json:"median_old"`
		MedianNew   nullable `json:"median_new"`
		Improvement nullable `json:"improvement_pct"`
		Confidence  string
		T, DF, P    nullable
		SE          nullable
		Half        map[string]nullable `json:"half_pct"`
		PHolm       nullable            `json:"p_holm"`
		PBH         nullable            `json:"p_bh"`
		RankP       nullable            `json:"mann_whitney_p"`
		RankMethod  *string             `json:"mann_whitney_method"`
		TestError   string              `json:"t_test_error"`
	}
}

func readReference(t *testing.T, name string) reference {
	t.Helper()
	data, err := os.ReadFile(name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var ref reference
	if err := json.Unmarshal(data, &ref); err != nil {
		t.Fatal(name, err)
	}
	return ref
}

func TestNumbersAreRs(t *testing.T) {
	const value, probability = 1e-9, 1e-8
	compared := 0
	for _, name := range dataSets(t) {
		ref := readReference(t, name)
		r := reportOf(t, name+".csv", Options{})
		c := r.Comparisons[0]
		if len(c.Rows) != len(ref.Rows) || len(c.Rows) != ref.Comparisons {
			t.Fatalf("%s: %d rows, want %d", name, len(c.Rows), ref.Comparisons)
		}
		check := func(what string, got float64, want nullable, tolerance float64) {
			t.Helper()
			compared++
			ok := got == want.v || math.IsNaN(got) && math.IsNaN(want.v) ||
				math.Abs(got-want.v) <= tolerance*math.Abs(want.v)
			if !ok {
				t.Errorf("%s: %s = %.17g, R has %.17g", name, what, got, want.v)
			}
		}
		check("geomean", c.GeoMean, ref.GeoMean, value)
		if c.GeoMeanRows != ref.GeoMeanRows {
			t.Errorf("%s: geomean over %d rows, want %d", name, c.GeoMeanRows, ref.GeoMeanRows)
		}
		for i, want := range ref.Rows {
			got := c.Rows[i]
			if got.RawName != want.Name || got.Old.N != want.NOld || got.New.N != want.NNew || got.Stars != want.Confidence {
				t.Errorf("%s: row %d is %q %d+%d %q, want %q %d+%d %q", name, i, got.RawName, got.Old.N, got.New.N, got.Stars,
					want.Name, want.NOld, want.NNew, want.Confidence)
			}
			at := func(what string) string { return want.Name + ": " + what }
			check(at("mean old"), got.Old.Mean, want.MeanOld, value)
			check(at("mean new"), got.New.Mean, want.MeanNew, value)
			check(at("sd old"), got.Old.SD, want.SDOld, value)
			check(at("sd new"), got.New.SD, want.SDNew, value)
			check(at("median old"), got.Old.Median, want.MedianOld, value)
			check(at("median new"), got.New.Median, want.MedianNew, value)
			check(at("improvement"), got.Improvement, want.Improvement, value)
			check(at("t"), got.Test.T, nullable{v: math.Abs(want.T.v) * sign(got.Test.T)}, value)
			check(at("df"), got.Test.DF, want.DF, value)
			check(at("p"), got.Test.P, want.P, probability)
			check(at("se"), got.Test.SE, want.SE, value)
			check(at("half 5 %"), got.Half[0], want.Half["0.05"], value)
			check(at("half 1 %"), got.Half[1], want.Half["0.01"], value)
			check(at("half 0.1 %"), got.Half[2], want.Half["0.001"], value)
			check(at("p Holm"), got.HolmP, want.PHolm, probability)
			check(at("p BH"), got.BHP, want.PBH, probability)
			check(at("rank p"), got.Rank.P, want.RankP, probability)
			if want.RankMethod != nil && got.Rank.Method != *want.RankMethod {
				t.Errorf("%s: %s: rank method %q, want %q", name, want.Name, got.Rank.Method, *want.RankMethod)
			}
			if want.TestError != "" && (got.Test.Err == nil || got.Test.Err.Error() != want.TestError) {
				t.Errorf("%s: %s: error %v, want %s", name, want.Name, got.Test.Err, want.TestError)
			}
		}
	}
	if compared < 1000 {
		t.Errorf("only %d numbers were compared", compared)
	}
}

func sign(v float64) float64 {
	if v < 0 {
		return -1
	}
	return 1
}
