package compare

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// This file is the filled square of a plot's legend.

type swatch struct{ color color.Color }

// Thumbnail fills the legend's place with the colour.
func (s swatch) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(s.color, c.ClipPolygonXY([]vg.Point{
		{X: c.Min.X, Y: c.Min.Y}, {X: c.Min.X, Y: c.Max.Y}, {X: c.Max.X, Y: c.Max.Y}, {X: c.Max.X, Y: c.Min.Y},
	}))
}
