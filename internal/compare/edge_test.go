package compare

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// sides makes a set of one row.
func sides(old, new []float64) *samples.Set {
	set := &samples.Set{}
	addRow(set, "a.js", "n=1", old, new)
	return set
}

func addRow(set *samples.Set, filename, configuration string, old, new []float64) {
	for _, s := range []struct {
		binary string
		rates  []float64
	}{{"old", old}, {"new", new}} {
		for i, rate := range s.rates {
			set.Samples = append(set.Samples, samples.Sample{Binary: s.binary, Filename: filename,
				Configuration: configuration, Rate: rate, Time: 1, Round: i})
		}
	}
}

func mustNew(t *testing.T, set *samples.Set, o Options) *Report {
	t.Helper()
	r, err := New(set, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func text(t *testing.T, r *Report, o TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteText(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What R does was recorded with package r-base 4.2.2: its reason, or the cells of the
// row.
func TestEdgeCasesNeverLoseTheTable(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name     string
		old, new []float64
		cells    string // confidence, improvement, three accuracies
		abort    string // R's reason
	}{
		{"equal constants", []float64{5, 5}, []float64{5, 5, 5}, "NA 0.00 % NA NA NA", "data are essentially constant"},
		{"different constants", []float64{5, 5}, []float64{6, 6}, "NA 20.00 % NA NA NA", "data are essentially constant"},
		{"constant up to rounding", []float64{1e9, 1e9 + 1e-6}, []float64{1e9, 1e9}, "NA -0.00 % NA NA NA", "data are essentially constant"},
		{"zeros", []float64{0, 0}, []float64{0, 0}, "NA NaN % NA NA NA", "missing value where TRUE/FALSE needed"},
		{"one constant side", []float64{100, 100, 100}, []float64{101, 102, 103}, " 2.00 % ±2.48% ±5.73% ±18.24%", ""},
		{"one sample", []float64{5}, []float64{6, 7}, "NA 30.00 % NA NA NA", ""},
		{"only in new", nil, []float64{6, 7}, "NA NaN % NA NA NA", ""},
		{"only in old", []float64{6, 7}, nil, "NA NaN % NA NA NA", ""},
		{"old mean 0", []float64{0, 0}, []float64{1, 2}, " Inf % ±Inf% ±Inf% ±Inf%", ""},
		{"infinite rate", []float64{1, 2}, []float64{1, inf}, "NA Inf % NA NA NA", "missing value where TRUE/FALSE needed"},
		{"one infinite rate alone", []float64{1, 2}, []float64{inf}, "NA Inf % NA NA NA", ""},
		{"infinite on both sides", []float64{inf}, []float64{inf}, "NA NaN % NA NA NA", ""},
		{"NaN among three", []float64{1, 2, nan}, []float64{1, 2, 4}, " NaN % ±NA% ±NA% ±NA%", ""},
		{"NaN leaves one", []float64{1, 2}, []float64{1, nan}, "NA NaN % NA NA NA", "not enough 'x' observations"},
		{"NaN leaves none", []float64{nan, nan}, []float64{1, 2}, "NA NaN % NA NA NA", "grouping factor must have exactly 2 levels"},
		{"NaN leaves one of old", []float64{1, nan}, []float64{1, 2}, "NA NaN % NA NA NA", "not enough 'y' observations"},
		{"fourth power overflows", []float64{1e90, 2e90}, []float64{1e90, 3e90}, " 33.33 % ±", "missing value where TRUE/FALSE needed"},
		{"fourth power underflows", []float64{1e-90, 2e-90}, []float64{1e-90, 3e-90}, " 33.33 % ±", "missing value where TRUE/FALSE needed"},
		{"squares overflow", []float64{1e200, 2e200}, []float64{1e200, 3e200}, " 33.33 % ±", "missing value where TRUE/FALSE needed"},
		{"largest doubles", []float64{1e308, 1.5e308}, []float64{1e308, 1.7e308}, " 8.00 % ±", "missing value where TRUE/FALSE needed"},
	} {
		r := mustNew(t, sides(c.old, c.new), Options{})
		row := &r.Comparisons[0].Rows[0]
		got := strings.Join([]string{row.Stars, percent(row.Improvement) + " %", accuracy(row, 0), accuracy(row, 1), accuracy(row, 2)}, " ")
		if !strings.HasPrefix(got, c.cells) {
			t.Errorf("%s: cells %q, want %q", c.name, got, c.cells)
		}
		if !strings.Contains(text(t, r, TextOptions{Details: true}), "there are 1 comparisons") {
			t.Errorf("%s: the table is lost", c.name)
		}
		reason := ""
		if err := CompatError(r); err != nil {
			reason = err.Error()
		}
		if reason != c.abort {
			t.Errorf("%s: --compat r aborts with %q, R with %q", c.name, reason, c.abort)
		}
		for name, write := range map[string]func(*bytes.Buffer) error{
			"JSON":     func(b *bytes.Buffer) error { return WriteJSON(b, r) },
			"CSV":      func(b *bytes.Buffer) error { return WriteCSV(b, r) },
			"Markdown": func(b *bytes.Buffer) error { return WriteMarkdown(b, r) },
			"HTML":     func(b *bytes.Buffer) error { return WriteHTML(b, r) },
			"bars":     func(b *bytes.Buffer) error { return WriteBars(b, r) },
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Errorf("%s as %s: %v", c.name, name, err)
			}
			if b.Len() == 0 || strings.Contains(b.String(), "%!") {
				t.Errorf("%s as %s:\n%s", c.name, name, b.String())
			}
		}
	}
}

func TestBinaries(t *testing.T) {
	set := sides([]float64{1, 2, 3}, []float64{2, 3, 4})
	set.Samples = append(set.Samples, samples.Sample{Binary: "third", Filename: "a.js", Configuration: "n=1", Rate: 5})
	if _, err := New(set, Options{}); err == nil || !strings.Contains(err.Error(), `unknown binary "third"`) {
		t.Errorf("a third binary: %v", err)
	}
	r := mustNew(t, set, Options{AllowOthers: true})
	if err := CompatError(r); err == nil || err.Error() != "grouping factor must have exactly 2 levels" {
		t.Errorf("a third binary in R: %v", err)
	}
	if _, err := New(set, Options{Baseline: "fourth"}); err == nil || !strings.Contains(err.Error(), `no sample is of the baseline "fourth"`) {
		t.Errorf("a baseline without samples: %v", err)
	}
	if _, err := New(&samples.Set{}, Options{}); err == nil {
		t.Error("no samples: no error")
	}
	if _, err := New(set, Options{Baseline: "old", Filter: Filter{Where: []string{"n=2"}}}); err == nil || !strings.Contains(err.Error(), "filters") {
		t.Errorf("all filtered away: %v", err)
	}

	// All against the first.
	for i := range 3 {
		set.Samples = append(set.Samples, samples.Sample{Binary: "third", Filename: "b.js", Configuration: "", Rate: 7 + float64(i)})
	}
	r = mustNew(t, set, Options{Baseline: "old"})
	if len(r.Comparisons) != 2 || r.Comparisons[1].New != "third" || len(r.Comparisons[0].Rows) != 1 || len(r.Comparisons[1].Rows) != 2 {
		t.Fatalf("comparisons: %+v", r.Comparisons)
	}
	if row := r.Comparisons[1].Rows[1]; row.Presence != Added || row.Name != "b.js" {
		t.Errorf("a row of one binary: %v %q", row.Presence, row.Name)
	}
	got := text(t, r, TextOptions{})
	for _, want := range []string{"new against old\n\n", "\nthird against old\n\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("the text has no %q:\n%s", want, got)
		}
	}
}

// Files with and without blanks behind commas meet in one row, which keeps the first
// spelling in the table.
func TestOldSeparatorsMeetNewOnes(t *testing.T) {
	set := &samples.Set{}
	addRow(set, " a.js", " n=1", []float64{1, 2, 3}, nil)
	addRow(set, "a.js", "n=1", nil, []float64{2, 3, 4})
	r := mustNew(t, set, Options{})
	rows := r.Comparisons[0].Rows
	if len(rows) != 1 || rows[0].RawName != " a.js  n=1" || rows[0].Filename != "a.js" || rows[0].Configuration != "n=1" {
		t.Errorf("rows: %+v", rows)
	}
}

func TestTableWidths(t *testing.T) {
	for s, want := range map[string]int{"abc": 3, "日本": 4, "🚀": 2, "e\u0301": 1, "±½–": 3, "ａ": 2, "": 0} {
		if got := cellWidth(s); got != want {
			t.Errorf("%q is %d cells wide, want %d", s, got, want)
		}
	}
	for s, want := range map[string]string{`a\b`: `a\\b`, "a\nb\tc": `a\nb\tc`, "\x1b\x7f": `\033\177`, "plain": "plain"} {
		if got := rowName(s); got != want {
			t.Errorf("row name of %q is %q, want %q", s, got, want)
		}
	}
	for v, want := range map[float64]string{0.125: "0.12", 0.375: "0.38", math.Copysign(0.001, -1): "-0.00", 1e22: "10000000000000000000000.00"} {
		if got := percent(v); got != want {
			t.Errorf("%v prints as %s, want %s", v, got, want)
		}
	}
}

func TestFilter(t *testing.T) {
	s := samples.Sample{Filename: "timers/immediate.js", Configuration: "type='depth' n=5000000 on=true"}
	for _, c := range []struct {
		f    Filter
		want bool
	}{
		{Filter{}, true},
		{Filter{Files: []string{"nothing", "immed"}}, true},
		{Filter{Files: []string{"timers"}}, false}, // the category does not count
		{Filter{Exclude: []string{"immed"}}, false},
		{Filter{Files: []string{"immed"}, Exclude: []string{".js"}}, false},
		{Filter{Where: []string{"n=5e6"}}, true},
		{Filter{Where: []string{"n=5000000", "type=depth", "on=true"}}, true},
		{Filter{Where: []string{"type=breadth", "type=depth"}}, true},
		{Filter{Where: []string{"type=breadth"}}, false},
		{Filter{Where: []string{"type=depth", "n=1"}}, false},
		{Filter{Where: []string{"other=1"}}, false},
	} {
		if got := c.f.Keep(s); got != c.want {
			t.Errorf("%+v keeps it: %v", c.f, got)
		}
	}
	if err := (Filter{Where: []string{"n"}}).Check(); err == nil {
		t.Error("a condition without = was accepted")
	}
}
