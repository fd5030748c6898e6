package flat

import (
	"bytes"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// This file draws the points: a panel for each operation, with the number of timers
// along x, the cost from zero along y on one scale for all, and a line for each number
// of durations. The bars are the quartiles.

const (
	width  = 10.5 * vg.Inch
	height = 4.1 * vg.Inch
)

// Colours that people who do not tell red from green can tell apart.
var lineColors = []color.Color{color.RGBA{0, 114, 178, 255}, color.RGBA{230, 159, 0, 255}, color.RGBA{0, 158, 115, 255},
	color.RGBA{204, 121, 167, 255}, color.RGBA{86, 180, 233, 255}}

var glyphs = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}}

// Save draws the points into a file, which ends in .svg or .png.
func Save(file string, points []Point) error {
	format := strings.TrimPrefix(filepath.Ext(file), ".")
	if format != "svg" && format != "png" {
		return fmt.Errorf("%s: the name of a plot ends in .svg or .png", file)
	}
	canvas, err := draw.NewFormattedCanvas(width, height, format)
	if err != nil {
		return err
	}
	if err := drawAll(draw.New(canvas), points); err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	// A page may be read where the font is not installed.
	image := bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif"))
	return os.WriteFile(file, image, 0o666)
}

func drawAll(c draw.Canvas, points []Point) error {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	style := plot.New().Title.TextStyle
	style.Font.Variant, style.Font.Size = "Sans", 14
	style.XAlign, style.YAlign = draw.XCenter, draw.YTop
	c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y - 3*vg.Millimeter},
		"What an operation on a timer costs, by the number of timers and of durations")
	var panels []*plot.Plot
	for i, op := range Operations {
		p, err := panel(op, points)
		if err != nil {
			return err
		}
		if i > 0 {
			p.Y.Label.Text = ""
		}
		if op != "refresh" { // the cheapest, where there is room
			p.Legend = plot.NewLegend()
		}
		panels = append(panels, p)
	}
	tiles := draw.Tiles{Rows: 1, Cols: len(panels), PadX: 6 * vg.Millimeter,
		PadTop: 11 * vg.Millimeter, PadBottom: 2 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 5 * vg.Millimeter}
	for i, at := range plot.Align([][]*plot.Plot{panels}, tiles, c)[0] {
		panels[i].Draw(at)
	}
	return nil
}

func panel(op string, points []Point) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = op
	p.Title.TextStyle.Font.Size = 13
	p.Title.TextStyle.Font.Variant = "Sans"
	p.Title.Padding = 2 * vg.Millimeter
	p.X.Label.Text = "timers set"
	p.Y.Label.Text = "ns an operation"
	for _, f := range []*font.Font{&p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font, &p.X.Tick.Label.Font,
		&p.Y.Tick.Label.Font, &p.Legend.TextStyle.Font} {
		f.Variant = "Sans"
		f.Size = 11
	}
	p.X.Scale = plot.LogScale{}
	counts := timersOf(points)
	var ticks plot.ConstantTicks
	for _, n := range counts {
		ticks = append(ticks, plot.Tick{Value: float64(n), Label: short(n)})
	}
	p.X.Tick.Marker = ticks
	p.Y.Tick.Marker = plot.TickerFunc(wholeTicks)
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	grid.Horizontal.Color = color.Gray{220}
	p.Add(grid)

	for i, d := range durationsOf(points) {
		var line costs
		for _, q := range points {
			if q.Operation == op && q.Durations == d {
				line = append(line, q)
			}
		}
		l, s, err := plotter.NewLinePoints(line)
		if err != nil {
			return nil, err
		}
		bars, err := plotter.NewYErrorBars(line)
		if err != nil {
			return nil, err
		}
		c := lineColors[i%len(lineColors)]
		l.Color, l.Width = c, 1.8
		s.Color, s.Shape, s.Radius = c, glyphs[i%len(glyphs)], 3.2
		bars.Color, bars.Width, bars.CapWidth = c, 1, 5
		p.Add(l, bars, s)
		p.Legend.Add(legend(d, counts), l, s)
	}
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.XOffs, p.Legend.YOffs = 2*vg.Millimeter, -1*vg.Millimeter
	p.Legend.Padding = 1 * vg.Millimeter

	top := 0.0
	for _, q := range points {
		top = max(top, q.Cost.High)
	}
	p.Y.Min, p.Y.Max = 0, top*1.1
	p.X.Min, p.X.Max = float64(counts[0])/1.5, float64(counts[len(counts)-1])*1.5
	return p, nil
}

// wholeTicks are the default ticks, with no zeros behind the point.
func wholeTicks(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i, t := range ticks {
		if t.Label != "" {
			ticks[i].Label = fmt.Sprintf("%g", t.Value)
		}
	}
	return ticks
}

// short is a number of timers with the word million for the zeros.
func short(n int) string {
	if n >= 1e6 && n%1e6 == 0 {
		return fmt.Sprintf("%d million", n/1e6)
	}
	return grouped(n)
}

func legend(d int, timers []int) string {
	switch text := durationsText(d, timers); {
	case text == "one each":
		return "a duration for each timer"
	case d == 1:
		return "1 duration"
	default:
		return text + " durations"
	}
}

// costs are points of one line, with their quartiles as error bars.
type costs []Point

func (c costs) Len() int { return len(c) }

func (c costs) XY(i int) (x, y float64) { return float64(c[i].Timers), c[i].Cost.Median }

func (c costs) YError(i int) (low, high float64) {
	return c[i].Cost.Median - c[i].Cost.Low, c[i].Cost.High - c[i].Cost.Median
}
