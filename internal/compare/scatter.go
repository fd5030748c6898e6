package compare

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/nodetimers/nodetimers/internal/samples"
	"github.com/nodetimers/nodetimers/internal/stats"
)

// This file is the other question that samples answer: how a rate depends on one
// parameter. Each line of points is one binary with all other parameters fixed.

// Scatter is rates over one parameter.
type Scatter struct {
	// Key is the parameter.
	Key   string
	Lines []ScatterLine
	// Left counts samples without the parameter.
	Left int
}

// ScatterLine is one binary and one combination of the other parameters.
type ScatterLine struct {
	// Name is the binary, the script and the other parameters.
	Name   string
	Points []ScatterPoint // sorted: numbers by size, then text
}

// ScatterPoint is the rates at one value of the parameter.
type ScatterPoint struct {
	X samples.Value
	stats.Summary
	// Half is half the width of the mean's interval at 5 % risk; NaN with fewer than
	// two samples.
	Half float64
}

// NewScatter sorts the samples into lines. It is an error if no sample has the
// parameter.
func NewScatter(set *samples.Set, key string, f Filter) (*Scatter, error) {
	type place struct{ line, x string }
	s := &Scatter{Key: key}
	rates := map[place][]float64{}
	values := map[place]samples.Value{}
	var lines []string
	known := map[string]bool{}
	for _, x := range set.Samples {
		if x.AA != "" || !f.Keep(x) {
			continue
		}
		conf := x.Conf
		if conf == nil {
			conf, _ = samples.ParseConf(trimmed(x.Configuration))
		}
		v, ok := conf.Get(key)
		if !ok {
			s.Left++
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(conf), func(p samples.Param) bool { return p.Key == key })
		line := strings.TrimSpace(x.Binary + " " + trimmed(x.Filename) + " " + rest.Inspect())
		if !known[line] {
			known[line] = true
			lines = append(lines, line)
		}
		at := place{line, valueText(v)}
		rates[at] = append(rates[at], x.Rate)
		values[at] = v
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("no sample has the parameter %q", key)
	}
	for _, name := range lines {
		l := ScatterLine{Name: name}
		for at, v := range values {
			if at.line == name {
				d := stats.DescribeNumbers(rates[at])
				l.Points = append(l.Points, ScatterPoint{v, d, stats.MeanHalfWidth(d, Risks[0])})
			}
		}
		slices.SortFunc(l.Points, func(a, b ScatterPoint) int {
			x, y := numberOf(a.X), numberOf(b.X)
			switch {
			case !math.IsNaN(x) && !math.IsNaN(y):
				return cmp.Compare(x, y)
			case math.IsNaN(x) != math.IsNaN(y):
				return cmp.Compare(-x, -y) // NaN is below all numbers: numbers first
			}
			return strings.Compare(valueText(a.X), valueText(b.X))
		})
		s.Lines = append(s.Lines, l)
	}
	return s, nil
}

func valueText(v samples.Value) string {
	return strings.TrimPrefix(samples.Conf{{Value: v}}.Inspect(), "=")
}

func numberOf(v samples.Value) float64 {
	if f, ok := v.(float64); ok {
		return f
	}
	return math.NaN()
}

// WriteText prints a table for each line.
func (s *Scatter) WriteText(w io.Writer) error {
	for i, l := range s.Lines {
		t := table{columns: []column{{heading: "rate"}, {heading: "confidence interval"}, {heading: "median"}, {heading: "n"}}}
		for _, p := range l.Points {
			t.names = append(t.names, s.Key+"="+rowName(valueText(p.X)))
			interval := "NA"
			if !math.IsNaN(p.Half) {
				interval = fmt.Sprintf("±%.2f%%", p.Half/p.Mean*100)
			}
			for j, cell := range []string{rateText(p.Mean), interval, rateText(p.Median), fmt.Sprint(p.N)} {
				t.columns[j].cells = append(t.columns[j].cells, cell)
			}
		}
		gap := ""
		if i > 0 {
			gap = "\n"
		}
		if _, err := fmt.Fprintf(w, "%s%s\n", gap, rowName(l.Name)); err != nil {
			return err
		}
		if err := t.writeTo(w); err != nil {
			return err
		}
	}
	return nil
}

// SavePlot draws means with their intervals over the parameter, whose values must be
// numbers. The axes are logarithmic where the numbers span more than a factor of 50.
func (s *Scatter) SavePlot(file string) error {
	if err := CheckPlotName(file); err != nil {
		return err
	}
	p := plot.New()
	p.X.Label.Text = s.Key
	p.Y.Label.Text = "rate of operations (higher is better)"
	p.Legend.Top = true
	var xs, ys []float64
	for i, l := range s.Lines {
		var points scatterXY
		for _, q := range l.Points {
			x := numberOf(q.X)
			if math.IsNaN(x) {
				return fmt.Errorf("a plot needs numbers, and %s is %s", s.Key, valueText(q.X))
			}
			if math.IsNaN(q.Mean) || math.IsInf(q.Mean, 0) {
				continue
			}
			points = append(points, q)
			xs, ys = append(xs, x), append(ys, q.Mean)
		}
		if len(points) == 0 {
			continue
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		bars, err := plotter.NewYErrorBars(points)
		if err != nil {
			return err
		}
		line.Color = plotColors[i%len(plotColors)]
		dots.Color, bars.Color = line.Color, line.Color
		p.Add(line, dots, bars)
		p.Legend.Add(l.Name, line)
	}
	if len(xs) == 0 {
		return errors.New("there is nothing to plot")
	}
	if spread(xs) {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	if spread(ys) {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	// Room for the legend above the points, and for their bars at the edges.
	p.X.Padding, p.Y.Padding = 8, 8
	room := 0.045 * float64(len(s.Lines)+1)
	if _, log := p.Y.Scale.(plot.LogScale); log {
		p.Y.Max *= math.Pow(p.Y.Max/p.Y.Min, room)
	} else {
		p.Y.Max += room * (p.Y.Max - p.Y.Min)
	}
	p.Legend.XOffs, p.Legend.YOffs = -6, -4
	return p.Save(7*vg.Inch, 7*vg.Inch, file)
}

func spread(x []float64) bool {
	least, most := slices.Min(x), slices.Max(x)
	return least > 0 && most/least > 50
}

// scatterXY is points as the plotter wants them.
type scatterXY []ScatterPoint

func (s scatterXY) Len() int                    { return len(s) }
func (s scatterXY) XY(i int) (float64, float64) { return numberOf(s[i].X), s[i].Mean }
func (s scatterXY) YError(i int) (float64, float64) {
	h := s[i].Half
	if math.IsNaN(h) || math.IsInf(h, 0) {
		return 0, 0
	}
	// not down to zero, which a logarithmic axis does not have
	return min(h, s[i].Mean*0.99), h
}
