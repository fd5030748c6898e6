package compare

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nodetimers/nodetimers/internal/samples"
)

func scatterSet() *samples.Set {
	set := &samples.Set{}
	for _, n := range []float64{1000, 100, 10} {
		conf := samples.Conf{{Key: "type", Value: "depth"}, {Key: "n", Value: n}}.Inspect()
		addRow(set, "a.js", conf, []float64{n, n * 1.1, n * 0.9}, []float64{2 * n, 2 * n})
	}
	addRow(set, "b.js", "other=1", []float64{1}, nil)
	return set
}

func TestScatter(t *testing.T) {
	s, err := NewScatter(scatterSet(), "n", Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Lines) != 2 || s.Lines[0].Name != "old a.js type='depth'" || s.Left != 1 || len(s.Lines[0].Points) != 3 {
		t.Fatalf("%+v", s)
	}
	p := s.Lines[0].Points[0]
	// t.test(c(10, 11, 9))$conf.int in R is 10 ± 2.484138
	if p.X != 10. || p.Mean != 10 || math.Abs(p.Half-2.484138) > 1e-6 {
		t.Errorf("first point %+v", p)
	}
	var b bytes.Buffer
	if err := s.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	want := `old a.js type='depth'
       rate confidence interval median n
n=10     10             ±24.84%     10 3
n=100   100             ±24.84%    100 3
n=1000 1000             ±24.84%   1000 3

new a.js type='depth'
       rate confidence interval median n
n=10     20              ±0.00%     20 2
n=100   200              ±0.00%    200 2
n=1000 2000              ±0.00%   2000 2
`
	if b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
	file := filepath.Join(t.TempDir(), "s.svg")
	if err := s.SavePlot(file); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(file); err != nil || !bytes.Contains(data, []byte("depth")) {
		t.Errorf("the plot has no legend: %v", err)
	}
	words, err := NewScatter(scatterSet(), "type", Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if err := words.SavePlot(file); err == nil || !strings.Contains(err.Error(), "needs numbers") {
		t.Errorf("a plot over words: %v", err)
	}
	if _, err := NewScatter(scatterSet(), "none", Filter{}); err == nil {
		t.Error("an unknown parameter: no error")
	}
}
