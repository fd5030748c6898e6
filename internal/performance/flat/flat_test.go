package flat

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/performance/target"
)

// made are points as Measure gives them, with costs that can be told apart.
func made() []Point {
	var points []Point
	cost := 1.0
	for _, d := range []int{1, 1e6} {
		for _, n := range []int{1e3, 1e6} {
			for _, op := range Operations {
				points = append(points, Point{op, n, d, target.Quartiles{Low: cost - 0.5, Median: cost, High: cost + 2}})
				cost++
			}
		}
	}
	return points
}

func TestMarkdown(t *testing.T) {
	var b strings.Builder
	if err := Markdown(&b, made()); err != nil {
		t.Fatal(err)
	}
	want := `| ns an operation | durations | 1,000 timers | 1,000,000 timers |
|---|---:|---:|---:|
| insert | 1 | 1.0 | 4.0 |
| insert | one each | 7.0 | 10.0 |
| refresh | 1 | 2.0 | 5.0 |
| refresh | one each | 8.0 | 11.0 |
| cancel | 1 | 3.0 | 6.0 |
| cancel | one each | 9.0 | 12.0 |
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
}

// Every operation is measured with every number of timers and durations, and the
// timers are left to nobody.
func TestMeasure(t *testing.T) {
	var log bytes.Buffer
	points := Measure(Options{Timers: []int{10, 2500}, Durations: []int{1, 100}, Passes: 1, Progress: &log})
	var got []Point
	for _, p := range points {
		if p.Cost.Median <= 0 || p.Cost.Low > p.Cost.Median || p.Cost.High < p.Cost.Median {
			t.Errorf("%v", p)
		}
		got = append(got, Point{Operation: p.Operation, Timers: p.Timers, Durations: p.Durations})
	}
	var want []Point
	for _, d := range []int{1, 100} {
		for _, n := range []int{10, 2500} {
			for _, op := range Operations {
				want = append(want, Point{Operation: op, Timers: n, Durations: d})
			}
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if want := "flat: pass 0 of 1\nflat: pass 1 of 1\n"; log.String() != want {
		t.Errorf("the progress is\n%s", &log)
	}
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "flat.svg")
	if err := Save(file, made()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"insert", "refresh", "cancel", "1 duration", "a duration for each timer", "1 million", "ns an operation"} {
		if !strings.Contains(string(text), ">"+want+"<") {
			t.Errorf("the picture does not say %q", want)
		}
	}
	file = filepath.Join(dir, "flat.png")
	if err := Save(file, made()); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := png.DecodeConfig(f); err != nil {
		t.Error(err)
	}
	if err := Save(filepath.Join(dir, "flat.gif"), made()); err == nil || !strings.Contains(err.Error(), "ends in .svg or .png") {
		t.Errorf("flat.gif: %v", err)
	}
}
