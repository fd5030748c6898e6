package compare

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/nodetimers/nodetimers/internal/stats"
)

// This file is the chart for a terminal: a bar for each row, losses to the left of the
// line and gains to the right, with the corrected interval as a thin line.

// barHalf is the width of one side in cells.
const barHalf = 20

// WriteBars prints the chart. Bars that are longer than the chart end in an arrow;
// the scale is the largest change, but one change in twenty may leave it.
func WriteBars(w io.Writer, r *Report) error {
	for i := range r.Comparisons {
		if err := writeBars(w, &r.Comparisons[i]); err != nil {
			return err
		}
	}
	return nil
}

func writeBars(w io.Writer, c *Comparison) error {
	scale := chartScale(c.Rows)
	t := table{columns: []column{{heading: chartHeading(scale)}, {heading: "change"}, {heading: "verdict"}}}
	for i := range c.Rows {
		row := &c.Rows[i]
		t.names = append(t.names, rowName(row.Name))
		for j, cell := range []string{bar(row, scale), signed(row.Improvement), string(row.Verdict)} {
			t.columns[j].cells = append(t.columns[j].cells, cell)
		}
	}
	if _, err := fmt.Fprintf(w, "\n%s against %s, change in percent:\n", c.New, c.Old); err != nil {
		return err
	}
	return t.writeTo(w)
}

// chartScale is the change that fills one side: the 95th percentile of all finite
// changes, at least 1 %, rounded up to a round number.
func chartScale(rows []Row) float64 {
	var changes []float64
	for _, row := range rows {
		if v := math.Abs(row.Improvement); !math.IsNaN(v) && !math.IsInf(v, 0) {
			changes = append(changes, v)
		}
	}
	most := 1.0
	if len(changes) > 0 {
		most = max(most, stats.Quantile(changes, 0.95))
	}
	power := math.Pow(10, math.Floor(math.Log10(most)))
	for _, f := range []float64{1, 1.5, 2, 3, 4, 5, 7.5} {
		if most <= f*power {
			return f * power
		}
	}
	return 10 * power
}

func chartHeading(scale float64) string {
	text := fmt.Sprintf("%g", scale)
	left := "-" + text
	return left + strings.Repeat(" ", max(1, 2*barHalf+1-len(left)-len(text)-1)) + "+" + text
}

// bar draws the change as a block and the interval as a line.
func bar(row *Row, scale float64) string {
	cells := make([]rune, 2*barHalf+1)
	for i := range cells {
		cells[i] = ' '
	}
	place := func(percent float64) int {
		p := barHalf + int(math.Round(percent/scale*barHalf))
		return max(0, min(2*barHalf, p))
	}
	if !math.IsNaN(row.Lo) && !(math.IsInf(row.Lo, 0) && math.IsInf(row.Hi, 0)) {
		for i := place(max(row.Lo, -2*scale)); i <= place(min(row.Hi, 2*scale)); i++ {
			cells[i] = '─'
		}
	}
	if v := row.Improvement; !math.IsNaN(v) {
		end := place(max(-2*scale, min(2*scale, v)))
		for i := min(end, barHalf); i <= max(end, barHalf); i++ {
			cells[i] = '█'
		}
		switch {
		case v > scale:
			cells[2*barHalf] = '►'
		case v < -scale:
			cells[0] = '◄'
		}
	}
	cells[barHalf] = '│'
	return string(cells)
}
