package compare

import (
	"fmt"
	"html/template"
	"math"
	"strings"
)

// This file draws the two pictures of a row: its rates as two boxes with all their
// points, and its interval beside those of the other rows. Numbers alone get into the
// drawings, so there is nothing to escape.

const (
	boxWidth, boxHeight = 240.0, 46.0
	boxMargin           = 6.0
	boxThick            = 12.0
)

// drawBoxes draws old above new on one scale. The box holds the middle half, the line
// in it is the median, the diamond the mean; points are all rates, in the order of
// measurement from top to bottom of their band, so drift shows as a slope.
func drawBoxes(row pageRow) template.HTML {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, g := range []Group{row.Old, row.New} {
		for _, v := range finite(g.Rates) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if lo > hi {
		return `<span class="none">no rates</span>`
	}
	x := func(v float64) float64 {
		if lo == hi {
			return boxWidth / 2
		}
		return boxMargin + (v/hi-lo/hi)/(1-lo/hi)*(boxWidth-2*boxMargin)
	}
	if hi <= 0 || math.IsInf(hi-lo, 0) {
		x = func(float64) float64 { return boxWidth / 2 }
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="boxes" viewBox="0 0 %g %g" role="img" aria-label="box plot of old and new rates, from %s to %s">`,
		boxWidth, boxHeight, rateText(lo), rateText(hi))
	for i, g := range []Group{row.Old, row.New} {
		drawBox(&b, g, []string{"old", "new"}[i], 11+float64(i)*23, x)
	}
	b.WriteString(`</svg>`)
	fmt.Fprintf(&b, `<div class="scale"><span>%s</span><span>n %d+%d</span><span>%s</span></div>`,
		rateText(lo), row.Old.N, row.New.N, rateText(hi))
	return template.HTML(b.String())
}

func drawBox(b *strings.Builder, g Group, class string, y float64, x func(float64) float64) {
	if g.N == 0 {
		return
	}
	fmt.Fprintf(b, `<g class="%s">`, class)
	if g.NaNs == 0 && g.Infs == 0 {
		left, right := x(g.Q1), x(g.Q3)
		fmt.Fprintf(b, `<path class="whisker" d="M%.1f %gH%.1fM%.1f %gH%.1f"/>`, x(g.Min), y, left, right, y, x(g.Max))
		fmt.Fprintf(b, `<rect x="%.1f" y="%g" width="%.1f" height="%g" rx="1.5"/>`, left, y-boxThick/2, max(right-left, 0.5), boxThick)
	}
	values := finite(g.Rates)
	for i, v := range values {
		// within the band, first sample highest
		dy := (float64(i)+0.5)/float64(len(values)) - 0.5
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="1.4"/>`, x(v), y+dy*(boxThick+6))
	}
	if g.NaNs == 0 && g.Infs == 0 {
		fmt.Fprintf(b, `<path class="median" d="M%.1f %gV%g"/>`, x(g.Median), y-boxThick/2, y+boxThick/2)
		m := x(g.Mean)
		fmt.Fprintf(b, `<path class="mean" d="M%.1f %gl3 3l-3 3l-3 -3z"/>`, m, y-3)
	}
	b.WriteString(`</g>`)
}

const forestWidth, forestHeight = 160.0, 18.0

// drawForest draws the change as a dot and the corrected interval as a line, on the
// scale of all rows; what leaves it ends in an arrow.
func drawForest(row pageRow) template.HTML {
	const middle = forestWidth / 2
	x := func(percent float64) float64 {
		return max(4, min(forestWidth-4, middle+percent/row.Scale*(middle-8)))
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="forest %s" viewBox="0 0 %g %g" role="img" aria-label="interval %s"><path class="zero" d="M%g 0V%g"/>`,
		row.Verdict, forestWidth, forestHeight, row.Interval(), middle, forestHeight)
	if !math.IsNaN(row.Lo) && !(math.IsInf(row.Lo, 0) && math.IsInf(row.Hi, 0)) {
		fmt.Fprintf(&b, `<path class="ci" d="M%.1f 9H%.1f"/>`, x(row.Lo), x(row.Hi))
		if row.Lo < -row.Scale*1.05 {
			b.WriteString(`<path class="arrow" d="M7 5L2 9L7 13"/>`)
		}
		if row.Hi > row.Scale*1.05 {
			fmt.Fprintf(&b, `<path class="arrow" d="M%g 5L%g 9L%g 13"/>`, forestWidth-7, forestWidth-2, forestWidth-7)
		}
	}
	if !math.IsNaN(row.Improvement) {
		fmt.Fprintf(&b, `<circle cx="%.1f" cy="9" r="3.5"/>`, x(row.Improvement))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}
