package compare

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nodetimers/nodetimers/internal/samples"
)

func TestMarkdown(t *testing.T) {
	gate := 5.0
	r := reportOf(t, "testdata/timers-seed.csv", Options{MinEffect: 1, Gate: &gate})
	var b bytes.Buffer
	if err := WriteMarkdown(&b, r); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	first, _, _ := strings.Cut(got, "\n")
	if first != "❌ **Gate FAILED: 1 of 22 rows lose more than 5 %.** 22 rows: 1 worse, 5 better, 2 equal, 14 undecided." {
		t.Errorf("first line: %s", first)
	}
	shown, folded, ok := strings.Cut(got, "<details><summary>16 rows without a proven change</summary>")
	if !ok || strings.Count(shown, "\n| `") != 6 || strings.Count(folded, "\n| `") != 16 {
		t.Errorf("rows are not 6 shown and 16 folded:\n%s", got)
	}
	if i, j := strings.Index(shown, "breadth1"), strings.Index(shown, "insert-pooled"); i < 0 || i > j {
		t.Error("the regression is not first")
	}
	for _, want := range []string{"Geometric mean of new against old: +3.37 % over 22 rows", "corrected after Benjamini and Hochberg"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q", want)
		}
	}

	same := sides([]float64{1, 2, 3}, []float64{1, 2, 3})
	same.Failures = []samples.Failure{{Binary: "new", Filename: "a.js", Configuration: "n=1", Reason: "x"}}
	for want, r := range map[string]*Report{
		"⚠️ **One process failed.** ⚪ **No change proven.**": mustNew(t, same, Options{}),
		"🔴 **Slower.**":   mustNew(t, sides([]float64{10, 11, 12}, []float64{1, 2, 3}), Options{}),
		"🟢 **Faster.**":   mustNew(t, sides([]float64{1, 2, 3}, []float64{10, 11, 12}), Options{Correction: None}),
		"✅ **Gate passed": mustNew(t, sides([]float64{1, 2, 3}, []float64{10, 11, 12}), Options{Gate: &gate}),
	} {
		b.Reset()
		if err := WriteMarkdown(&b, r); err != nil || !strings.HasPrefix(b.String(), want) {
			t.Errorf("%v, want %s, got\n%s", err, want, b.String())
		}
	}
}

func TestMarkdownEscapesAndStaysShort(t *testing.T) {
	for s, want := range map[string]string{
		"a|b": "`a\\|b`", "x=`a'b\"c`": "`` x=`a'b\"c` ``", "```": "```` ``` ````", "a\nb": `@a\nb@`,
	} {
		if got := mdCode(s); got != strings.ReplaceAll(want, "@", "`") {
			t.Errorf("%q as code is %s, want %s", s, got, want)
		}
	}
	if got := mdText(`*_<b>|&`); got != `\*\_&lt;b>\|&amp;` {
		t.Errorf("escaped: %s", got)
	}
	set := &samples.Set{}
	for i := range 2000 {
		addRow(set, "some/benchmark/with/a/long/name.js", fmt.Sprintf("parameter=%d", i), []float64{1, 2}, []float64{1, 2})
	}
	var b bytes.Buffer
	if err := WriteMarkdown(&b, mustNew(t, set, Options{})); err != nil {
		t.Fatal(err)
	}
	if n := len([]rune(b.String())); n > 65536 || !strings.Contains(b.String(), " more rows |") {
		t.Errorf("%d characters, a comment takes 65536", n)
	}
}

func TestJSONHoldsEverything(t *testing.T) {
	for _, name := range dataSets(t) {
		r := reportOf(t, name+".csv", Options{})
		var b bytes.Buffer
		if err := WriteJSON(&b, r); err != nil {
			t.Fatal(err)
		}
		// The samples can be compared again.
		set, err := samples.ReadJSON(bytes.NewReader(b.Bytes()), name)
		if err != nil {
			t.Fatal(err)
		}
		again := mustNew(t, set, Options{})
		if text(t, r, TextOptions{Details: true}) != text(t, again, TextOptions{Details: true}) {
			t.Errorf("%s: the samples in the JSON give another table", name)
		}
		var j struct {
			Format      string
			Comparisons []struct {
				GeoMean nullable `json:"geomean_ratio"`
				Rows    []struct {
					Name        string
					Improvement nullable            `json:"improvement_pct"`
					P           nullable            `json:"p"`
					PHolm       nullable            `json:"p_holm"`
					RankP       nullable            `json:"mann_whitney_p"`
					Half        map[string]nullable `json:"half_pct"`
					TestError   string              `json:"test_error"`
				}
			}
		}
		if err := json.Unmarshal(bytes.ReplaceAll(b.Bytes(), []byte("Infinity"), []byte("Inf")), &j); err != nil {
			t.Fatal(name, err)
		}
		ref := readReference(t, name)
		if j.Format != JSONFormat || len(j.Comparisons) != 1 || len(j.Comparisons[0].Rows) != len(ref.Rows) {
			t.Fatalf("%s: %s, %d rows", name, j.Format, len(j.Comparisons[0].Rows))
		}
		for i, want := range ref.Rows {
			got := j.Comparisons[0].Rows[i]
			for what, pair := range map[string][2]nullable{
				"improvement": {got.Improvement, want.Improvement}, "p": {got.P, want.P}, "p Holm": {got.PHolm, want.PHolm},
				"rank p": {got.RankP, want.RankP}, "half": {got.Half["0.01"], want.Half["0.01"]},
			} {
				g, w := pair[0], pair[1]
				if g.na != w.na || !(g.v == w.v || math.IsNaN(g.v) && math.IsNaN(w.v) || math.Abs(g.v-w.v) <= 1e-8*math.Abs(w.v)) {
					t.Errorf("%s: %s: %s is %+v, R has %+v", name, want.Name, what, g, w)
				}
			}
		}
	}
	r := reportOf(t, "testdata/constant-both.csv", Options{})
	var b bytes.Buffer
	if err := WriteJSON(&b, r); err != nil || !strings.Contains(b.String(), `"test_error": "data are essentially constant"`) {
		t.Errorf("test_error: %v", err)
	}
}

func TestCSVOfRows(t *testing.T) {
	r := reportOf(t, "testdata/quoting.csv", Options{})
	var b bytes.Buffer
	if err := WriteCSV(&b, r); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != 15 || len(records[0]) != len(csvColumns) {
		t.Fatalf("%d records of %d", len(records), len(records[0]))
	}
	if r := records[7]; r[2] != "querystring/parse.js" || r[3] != `s="it's" n=10` || r[9] != "*" || !strings.HasPrefix(r[8], "2.857") {
		t.Errorf("row: %q", r)
	}
}

func TestBars(t *testing.T) {
	set := &samples.Set{}
	addRow(set, "gain.js", "", []float64{10, 10.1, 9.9}, []float64{11, 11.1, 10.9})
	addRow(set, "huge.js", "", []float64{1, 1.1, 0.9}, []float64{100, 101, 99})
	addRow(set, "loss.js", "", []float64{10, 10.1, 9.9}, []float64{5, 5.1, 4.9})
	addRow(set, "none.js", "", []float64{10}, nil)
	r := mustNew(t, set, Options{})
	// A scale of 50 %, to see where bars end.
	for name, want := range map[string]string{
		"gain.js": strings.Repeat(" ", barHalf) + "│████",
		"huge.js": strings.Repeat(" ", barHalf) + "│" + strings.Repeat("█", barHalf-1) + "►",
		"none.js": strings.Repeat(" ", barHalf) + "│" + strings.Repeat(" ", barHalf),
	} {
		for _, row := range r.Comparisons[0].Rows {
			if row.Name == name {
				row.Lo, row.Hi = row.Improvement, row.Improvement
				if got := bar(&row, 50); !strings.HasPrefix(got, want) || cellWidth(got) != 2*barHalf+1 {
					t.Errorf("%s is drawn as %q, want %q", name, got, want)
				}
			}
		}
	}
	for most, want := range map[float64]float64{0.2: 1, 1: 1, 1.2: 1.5, 18: 20, 26: 30, 60: 75, 99: 100} {
		if got := chartScale([]Row{{Improvement: most}, {Improvement: math.NaN()}, {Improvement: math.Inf(1)}}); got != want {
			t.Errorf("scale for %v %% is %v, want %v", most, got, want)
		}
	}
}

func TestPlots(t *testing.T) {
	set := &samples.Set{}
	addRow(set, "a.js", "n=1", []float64{1, 2, 3}, []float64{2, 3, math.Inf(1)})
	addRow(set, "b.js", "", nil, []float64{2, math.NaN(), 4})
	r := mustNew(t, set, Options{})
	for _, ending := range PlotFormats {
		file := filepath.Join(t.TempDir(), "plot."+ending)
		if err := SavePlot(file, r); err != nil {
			t.Errorf("%s: %v", ending, err)
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		switch ending {
		case "png":
			img, err := png.Decode(bytes.NewReader(data))
			if err != nil || img.Bounds().Dx() != 672 || img.Bounds().Dy() != 672 {
				t.Errorf("png: %v, %v", err, img.Bounds())
			}
		case "svg":
			for _, want := range []string{"a.js", "b.js", "rate of operations (higher is better)", `width="504pt"`} {
				if !bytes.Contains(data, []byte(want)) {
					t.Errorf("svg has no %q", want)
				}
			}
		case "pdf":
			if !bytes.HasPrefix(data, []byte("%PDF-")) {
				t.Errorf("pdf begins with %q", data[:8])
			}
		}
	}
	for _, bad := range []string{"plot", "plot.txt", "plot."} {
		if err := SavePlot(bad, r); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}

func TestRateText(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 12.345: "12.35", 9999: "9999", 81368.2: "81.37 k", 5036000: "5.036 M",
		2.5e9: "2.5 G", 3e12: "3 T", 4.5e60: "4.500e+60", 1e-9: "1.000e-09", math.Inf(1): "Infinity"} {
		if got := rateText(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}

func Example() {
	set := &samples.Set{}
	for i := range 5 {
		set.Samples = append(set.Samples,
			samples.Sample{Binary: "old", Filename: "timers/immediate.js", Configuration: "n=1000", Rate: 1000 + float64(i)},
			samples.Sample{Binary: "new", Filename: "timers/immediate.js", Configuration: "n=1000", Rate: 1100 + float64(i)})
	}
	report, err := New(set, Options{MinEffect: 1})
	if err != nil {
		panic(err)
	}
	WriteText(os.Stdout, report, TextOptions{Compat: true})
	fmt.Println()
	fmt.Println(report.VerdictLine())
	// Output:
	//                            confidence improvement accuracy (*)   (**)  (***)
	// timers/immediate.js n=1000        ***      9.98 %       ±0.23% ±0.33% ±0.50%
	//
	// Be aware that when doing many comparisons the risk of a false-positive
	// result increases. In this case, there are 1 comparisons, you can thus
	// expect the following amount of false-positive results:
	//   0.05 false positives, when considering a   5% risk acceptance (*, **, ***),
	//   0.01 false positives, when considering a   1% risk acceptance (**, ***),
	//   0.00 false positives, when considering a 0.1% risk acceptance (***)
	//
	// 1 row: 1 better
}
