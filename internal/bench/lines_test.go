package bench

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/internal/samples"
)

func TestRatesAsPrinted(t *testing.T) {
	for _, c := range []struct {
		rate float64
		want string
	}{
		{5416803.123456789, "5,416,803.123456789"},
		{1234567, "1,234,567"},
		{0.0000001234, "1.234e-7"},
		{1e21, "1e+21"},
		{999, "999"},
		{1000, "1,000"},
		{123456789012345680000, "123,456,789,012,345,680,000"},
		{-1234.5, "-1,234.5"},
		{0.1, "0.1"},
		{math.Inf(1), "Infinity"},
		{math.NaN(), "NaN"},
	} {
		if got := GroupDigits(c.rate); got != c.want {
			t.Errorf("%v: %s, want %s", c.rate, got, c.want)
		}
	}
}

func three() []samples.Sample {
	conf := samples.Conf{{Key: "type", Value: `a"b`}, {Key: "n", Value: 5e6}, {Key: "on", Value: true}}
	return []samples.Sample{
		{Binary: "node", Filename: "timers/immediate.js", Configuration: conf.Inspect(), Conf: conf, Rate: 1234567.5, Time: 0.25},
		{Binary: "bun", Filename: "timers/immediate.js", Configuration: conf.Inspect(), Conf: conf, Rate: 1e-7, Time: math.NaN()},
		{Binary: "node", Filename: "settimeout.js", Conf: samples.Conf{}, Rate: 3, Time: 1},
	}
}

func TestSimpleLines(t *testing.T) {
	var b strings.Builder
	w := NewSimpleWriter(&b, false)
	named := NewSimpleWriter(&b, true)
	for _, s := range three() {
		if err := w.Write(s); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range three()[1:2] {
		if err := named.Write(s); err != nil {
			t.Fatal(err)
		}
	}
	want := `
timers/immediate.js
timers/immediate.js type="a\"b" n=5000000 on=true: 1,234,567.5
timers/immediate.js type="a\"b" n=5000000 on=true: 1e-7

settimeout.js
settimeout.js: 3

timers/immediate.js
bun: timers/immediate.js type="a\"b" n=5000000 on=true: 1e-7
`
	if b.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", b.String(), want)
	}
}

func TestRunCSV(t *testing.T) {
	var b strings.Builder
	w := NewRunCSVWriter(&b)
	for _, s := range three() {
		if err := w.Write(s); err != nil {
			t.Fatal(err)
		}
	}
	want := `"filename", "configuration", "rate", "time"
"timers/immediate.js", "type=""a\""b"" n=5000000 on=true", 1234567.5, 0.25
"timers/immediate.js", "type=""a\""b"" n=5000000 on=true", 1e-7, 
"settimeout.js", "", 3, 1
`
	if b.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", b.String(), want)
	}
}

func TestProgressLine(t *testing.T) {
	for _, c := range []struct {
		p       Progress
		elapsed time.Duration
		want    string
	}{
		{Progress{0, 16, 0, 60, 0, 6, 0, "timers/immediate.js"}, 0,
			"[00:00:00|%   0|  0/16 files |  0/60 runs | 0/6 configs]: timers/immediate.js "},
		{Progress{3, 16, 12, 60, 2, 2, 0.1999, "timers/timers-depth.js"}, 3661*time.Second + 1,
			"[01:01:02|%  19|  3/16 files | 12/60 runs | 2/2 configs]: timers/timers-depth.js "},
		{Progress{16, 16, 60, 60, 6, 6, 1, "Done"}, 100 * time.Hour,
			"[100:00:00|% 100| 16/16 files | 60/60 runs | 6/6 configs]: Done "},
	} {
		if got := c.p.Line(c.elapsed); got != c.want {
			t.Errorf("%+v:\n%q\n%q", c.p, got, c.want)
		}
	}
}

// The percents are those of the original: done runs and the share of the current
// one's combinations, of all runs.
func TestProgressCounts(t *testing.T) {
	p := planOf("A B", 1, 2, 3)
	p.Runs = 2
	var got []string
	_, err := Run(t.Context(), p, Options{
		Skip:     func(Row, string, int, string) bool { return true },
		Progress: func(p Progress) { got = append(got, strings.TrimPrefix(p.Line(0), "[00:00:00|")) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 25 {
		t.Fatalf("%d events: %q", len(got), got)
	}
	for i, want := range map[int]string{
		0:  "%   0| 0/2 files | 0/4 runs | 0/3 configs]: x.js ",
		1:  "%   4| 0/2 files | 0/4 runs | 1/3 configs]: x.js ",
		5:  "%  20| 0/2 files | 1/4 runs | 2/3 configs]: x.js ",
		12: "%  50| 1/2 files | 0/4 runs | 0/3 configs]: y.js ",
		23: "%  95| 1/2 files | 3/4 runs | 2/3 configs]: y.js ",
		24: "% 100| 2/2 files | 4/4 runs | 3/3 configs]: Done ",
	} {
		if got[i] != want {
			t.Errorf("event %d: %q, want %q", i, got[i], want)
		}
	}
}

func TestProgressIsDrawnInPlace(t *testing.T) {
	var b strings.Builder
	l := NewProgressLine(&b)
	l.Set(Progress{0, 1, 0, 1, 0, 1, 0, "a-long-name.js"})
	l.Println("said")
	l.Set(Progress{0, 1, 0, 1, 0, 1, 0, "b.js"})
	l.Set(Progress{1, 1, 1, 1, 1, 1, 1, "Done"})
	l.Set(Progress{0, 1, 0, 1, 0, 1, 0, "again.js"}) // a second run
	l.Set(Progress{1, 1, 1, 1, 1, 1, 1, "Done"})
	text := b.String()
	for _, part := range []string{"\r[00:00:0", "]: a-long-name.js ", "\rsaid\n\r[", "]: b.js           \r", "]: Done \n"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %q", part, text)
		}
	}
	if !strings.HasSuffix(strings.TrimRight(text, " \n"), "]: Done") || !strings.HasSuffix(text, "\n") {
		t.Errorf("ends with %q", text[len(text)-20:])
	}
}

// The terminal would wrap a longer line, and its first row could not be drawn over.
func TestProgressFitsTheTerminal(t *testing.T) {
	var b strings.Builder
	l := NewProgressLine(&b)
	l.columns = func() int { return 20 }
	l.Set(Progress{0, 1, 0, 1, 0, 1, 0, "a-long-name.js"})
	l.Set(Progress{1, 1, 1, 1, 1, 1, 1, "Done"})
	for line := range strings.FieldsFuncSeq(b.String(), func(r rune) bool { return r == '\r' || r == '\n' }) {
		if len(line) != 19 || !strings.HasPrefix(line, "[00:00:0") {
			t.Errorf("%q", line)
		}
	}
}
