package bench

import (
	"math"
	"strings"
	"testing"

	"github.com/nodetimers/nodetimers/internal/samples"
)

func tableSet() *samples.Set {
	set := &samples.Set{Binaries: []samples.Binary{{Name: "node"}, {Name: "native"}, {Name: "bun"}}}
	add := func(binary, file string, rates ...float64) {
		for _, r := range rates {
			set.Samples = append(set.Samples, samples.Sample{Binary: binary, Filename: file, Rate: r})
		}
	}
	add("node", "a.js", 96, 104, 106, 114)
	add("native", "a.js", 420)
	add("bun", "a.js", 26.25)
	add("node", "b.js", 2e6)
	add("native", "b.js", 5e5)
	add("node", "c.js", 872.25)
	set.Samples = append(set.Samples, samples.Sample{Binary: "node", Filename: "a.js", Rate: 1, AA: "a"})
	set.Missing = []samples.Missing{
		{Binary: "bun", Filename: "b.js", Configuration: "", Reason: "no such timers"},
		{Binary: "bun", Filename: "c.js", Configuration: "n=1", Reason: "no such timers"},
		{Binary: "bun", Filename: "c.js", Configuration: "n=2", Reason: "no such timers"},
	}
	set.Failures = []samples.Failure{{Binary: "native", Filename: "c.js", Configuration: "n=1", Reason: "exited with code 3"}}
	return set
}

func TestTable(t *testing.T) {
	table, err := NewTable(tableSet(), "", []string{"b.js", "never-run.js"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := table.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"                                             node       native         bun",
		"b.js                                       *2.00M   500k 0.25x         n/a",
		"a.js                          105 ±5%    *420 4.00x  26.2 0.25x",
		"c.js                                         *872            -           -",
		"c.js n=1                                        -       failed         n/a",
		"c.js n=2                                        -            -         n/a",
		"geometric mean of the ratios                       1.00x of 2  0.25x of 1",
		"",
		"Operations a second, medians ± half the distance between the quartiles; * is the best of the row; x is the ratio to node.",
		"n/a: bun: no such timers: b.js, c.js (2 times)",
		"failed: native: exited with code 3: c.js",
		"",
	}, "\n")
	if got := squeeze(b.String()); got != squeeze(want) {
		t.Errorf("printed\n%s\nwant\n%s", b.String(), want)
	}
}

// squeeze makes one blank of several: columns have a test of their own.
func squeeze(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), " ")
	}
	return strings.Join(lines, "\n")
}

func TestTableOfAnotherBase(t *testing.T) {
	table, err := NewTable(tableSet(), "native", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := table.Rows[0].Cells[2].Ratio; got != 26.25/420 {
		t.Errorf("ratio %v", got)
	}
	if got := table.Geomean[0]; math.Abs(got-1) > 1e-12 { // a quarter and four times
		t.Errorf("geometric mean %v", got)
	}
	if _, err := NewTable(tableSet(), "deno", nil); err == nil || err.Error() != `there is no runtime "deno" to compare with, only node native bun` {
		t.Errorf("error %v", err)
	}
}

func TestColumnsStandUnderEachOther(t *testing.T) {
	table, err := NewTable(tableSet(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := table.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	for i, l := range lines[:7] {
		if n := len([]rune(l)); n != len([]rune(lines[0])) {
			t.Errorf("line %d has %d columns, not %d: %q", i, n, len([]rune(lines[0])), l)
		}
	}
}

func TestSpreadAndRates(t *testing.T) {
	var c Cell
	c.fill([]float64{40, 10, 30, 20, 50})
	if c.N != 5 || c.Median != 30 || c.Spread <= 0.2 || c.Spread > 0.5 {
		t.Errorf("%+v", c)
	}
	for f, want := range map[float64]string{
		0: "0.00", 0.1234: "0.12", 9.994: "9.99", 9.996: "10.0", 99.94: "99.9", 99.96: "100", 872.4: "872",
		999.4: "999", 999.6: "1.00k", 80080: "80.1k", 6.04e6: "6.04M", 999999: "1.00M", 2.5e9: "2.50G", 1e13: "10000G",
	} {
		if got := Rate(f); got != want {
			t.Errorf("%v: %s, want %s", f, got, want)
		}
	}
}
