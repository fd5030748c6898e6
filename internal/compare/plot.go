package compare

import (
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/nodetimers/nodetimers/internal/stats"
)

// This file is the box plot that compare.R saves: benchmarks along x, rates along y, a
// colour for each binary, 7 by 7 inches.

// PlotFormats are the endings of file names that [SavePlot] knows.
var PlotFormats = []string{"png", "svg", "pdf", "jpg", "eps", "tif"}

// CheckPlotName returns an error for a file name whose ending is no known format.
func CheckPlotName(file string) error {
	ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
	for _, f := range PlotFormats {
		if ending == f {
			return nil
		}
	}
	return fmt.Errorf("--plot %s: the file's name must end in .%s", file, strings.Join(PlotFormats, ", ."))
}

var plotColors = []color.Color{color.RGBA{248, 118, 109, 255}, color.RGBA{0, 191, 196, 255},
	color.RGBA{124, 174, 0, 255}, color.RGBA{199, 124, 255, 255}, color.RGBA{230, 159, 0, 255}}

// SavePlot draws the report into a file; the format is that of its ending.
func SavePlot(file string, r *Report) error {
	if err := CheckPlotName(file); err != nil {
		return err
	}
	p, err := newPlot(r)
	if err != nil {
		return err
	}
	return p.Save(7*vg.Inch, 7*vg.Inch, file)
}

// series is one binary's rates by row name.
type series struct {
	name  string
	rates map[string][]float64
}

func newPlot(r *Report) (*plot.Plot, error) {
	var names []string // of rows, in the table's order
	seen := map[string]bool{}
	list := []series{{r.Baseline, map[string][]float64{}}}
	for _, c := range r.Comparisons {
		s := series{c.New, map[string][]float64{}}
		for _, row := range c.Rows {
			label := row.Filename + "\n" + row.Configuration
			if !seen[label] {
				seen[label] = true
				names = append(names, label)
			}
			list[0].rates[label] = row.Old.Rates
			s.rates[label] = row.New.Rates
		}
		list = append(list, s)
	}
	p := plot.New()
	p.Y.Label.Text = "rate of operations (higher is better)"
	p.X.Label.Text = "benchmark"
	p.X.Tick.Label.Rotation = math.Pi / 2
	p.X.Tick.Label.XAlign = -1
	p.X.Tick.Label.YAlign = -0.5
	p.X.Tick.Label.Font.Size = max(4, min(10, vg.Length(200/len(names))))
	p.Legend.Top = true
	width := vg.Length(330/len(names)) / vg.Length(len(list))
	width = max(1, min(24, width))
	for i, s := range list {
		c := plotColors[i%len(plotColors)]
		for x, name := range names {
			values := finite(s.rates[name])
			if len(values) == 0 {
				continue
			}
			box, err := plotter.NewBoxPlot(width, float64(x), plotter.Values(values))
			if err != nil {
				return nil, err
			}
			q := stats.Describe(values)
			box.Quartile1, box.Median, box.Quartile3 = q.Q1, q.Median, q.Q3
			box.FillColor = c
			box.Offset = (vg.Length(i) - vg.Length(len(list)-1)/2) * width * 1.1
			box.GlyphStyle.Radius = 1
			p.Add(box)
		}
		p.Legend.Add(s.name, swatch{c})
	}
	p.NominalX(names...)
	p.X.Padding, p.Y.Padding = 8, 8
	p.Y.Max += 0.08 * (p.Y.Max - p.Y.Min)
	p.Legend.Padding = 2
	p.Legend.XOffs, p.Legend.YOffs = -6, -6
	return p, nil
}

func finite(list []float64) []float64 {
	var values []float64
	for _, v := range list {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			values = append(values, v)
		}
	}
	return values
}
