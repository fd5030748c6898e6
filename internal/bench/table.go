package bench

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/stat"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file lays runtimes side by side: a row for each combination, a column for
// each runtime. A cell is the median of the rates; the best of a row is marked,
// and each but the base's has its ratio to the base. It is for a look; whether a
// difference is one is for package compare to say.

// Cell is one runtime's result for one row.
type Cell struct {
	// N is the number of samples. Without any, Note says why: "n/a", "failed" or "-".
	N    int
	Note string
	// Median is in operations a second; Spread is half the distance between the
	// quartiles, as a share of the median, NaN with fewer than three samples.
	Median, Spread float64
	// Ratio is Median by the base's; NaN without either.
	Ratio float64
	// Best says that no other runtime of the row is faster.
	Best bool
}

// TableRow is one combination.
type TableRow struct {
	Name  string
	Cells []Cell // as Table.Runtimes
}

// Table is runtimes side by side.
type Table struct {
	Runtimes []string
	Base     int // in Runtimes
	Rows     []TableRow
	// Geomean is, for each runtime, the geometric mean of the ratios of the rows that
	// it and the base have, and Matched how many those are.
	Geomean []float64
	Matched []int
	// Notes are the reasons for cells without a rate, and failures.
	Notes []string
}

// NewTable makes a table of all that is in the set. Base names the runtime that
// others are divided by; empty means the first. Rows are in the order given, then
// as they come in the set.
func NewTable(set *samples.Set, base string, order []string) (*Table, error) {
	t := &Table{Runtimes: set.Names()}
	if base != "" {
		if t.Base = slices.Index(t.Runtimes, base); t.Base < 0 {
			return nil, fmt.Errorf("there is no runtime %q to compare with, only%s", base, join(" ", t.Runtimes))
		}
	}
	at := map[string]int{}
	row := func(name string) *TableRow {
		i, ok := at[name]
		if !ok {
			i = len(t.Rows)
			at[name] = i
			r := TableRow{Name: name, Cells: make([]Cell, len(t.Runtimes))}
			for j := range r.Cells {
				r.Cells[j] = Cell{Note: "-", Median: math.NaN(), Spread: math.NaN(), Ratio: math.NaN()}
			}
			t.Rows = append(t.Rows, r)
		}
		return &t.Rows[i]
	}
	for _, name := range order {
		row(name)
	}
	rates := map[*Cell][]float64{}
	var cells []*Cell
	for _, s := range set.Samples {
		row(s.Name())
	}
	t.note(set, row) // all rows are there now: their addresses do not change any more
	for _, s := range set.Samples {
		if s.AA != "" {
			continue
		}
		c := &row(s.Name()).Cells[slices.Index(t.Runtimes, s.Binary)]
		if rates[c] == nil {
			cells = append(cells, c)
		}
		rates[c] = append(rates[c], s.Rate)
	}
	for _, c := range cells {
		c.fill(rates[c])
	}
	t.Rows = slices.DeleteFunc(t.Rows, func(r TableRow) bool {
		return !slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.N > 0 || c.Note != "-" })
	})
	t.compare()
	return t, nil
}

// note enters what has no rate, and gathers the reasons, each once with the scripts
// that it is the reason for.
func (t *Table) note(set *samples.Set, row func(string) *TableRow) {
	type note struct {
		text  string
		files []string
		rows  map[string]int
	}
	var notes []*note
	add := func(binary, kind, filename, configuration, reason string) {
		if i := slices.Index(t.Runtimes, binary); i >= 0 {
			row(strings.TrimSpace(filename + " " + configuration)).Cells[i].Note = kind
		}
		text := kind + ": " + binary + ": " + reason
		i := slices.IndexFunc(notes, func(n *note) bool { return n.text == text })
		if i < 0 {
			i = len(notes)
			notes = append(notes, &note{text: text, rows: map[string]int{}})
		}
		n := notes[i]
		if n.rows[filename]++; n.rows[filename] == 1 {
			n.files = append(n.files, filename)
		}
	}
	for _, m := range set.Missing {
		add(m.Binary, "n/a", m.Filename, m.Configuration, m.Reason)
	}
	for _, f := range set.Failures {
		add(f.Binary, "failed", f.Filename, f.Configuration, f.Reason)
	}
	for _, n := range notes {
		for i, f := range n.files {
			if c := n.rows[f]; c > 1 {
				n.files[i] = fmt.Sprintf("%s (%d times)", f, c)
			}
		}
		t.Notes = append(t.Notes, n.text+": "+strings.Join(n.files, ", "))
	}
}

func (c *Cell) fill(rates []float64) {
	slices.Sort(rates)
	c.N = len(rates)
	if n := len(rates); n%2 == 0 { // the mean of the two in the middle
		c.Median = (rates[n/2-1] + rates[n/2]) / 2
	} else {
		c.Median = rates[n/2]
	}
	if c.N >= 3 {
		low := stat.Quantile(0.25, stat.LinInterp, rates, nil)
		high := stat.Quantile(0.75, stat.LinInterp, rates, nil)
		c.Spread = (high - low) / 2 / c.Median
	}
}

// compare finds the best of each row, the ratios, and their mean.
func (t *Table) compare() {
	ratios := make([][]float64, len(t.Runtimes))
	for r := range t.Rows {
		cells := t.Rows[r].Cells
		best := math.Inf(-1)
		for _, c := range cells {
			if c.N > 0 {
				best = max(best, c.Median)
			}
		}
		base := cells[t.Base]
		for i := range cells {
			c := &cells[i]
			c.Best = c.N > 0 && c.Median == best
			if c.N > 0 && base.N > 0 && base.Median > 0 {
				c.Ratio = c.Median / base.Median
				if c.Ratio > 0 && !math.IsInf(c.Ratio, 0) {
					ratios[i] = append(ratios[i], c.Ratio)
				}
			}
		}
	}
	for _, list := range ratios {
		mean := math.NaN()
		if len(list) > 0 {
			mean = stat.GeometricMean(list, nil)
		}
		t.Geomean = append(t.Geomean, mean)
		t.Matched = append(t.Matched, len(list))
	}
}

// Rate prints a rate with three digits and k, M or G.
func Rate(f float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(f) >= u.size*0.9995 {
			return digits(f/u.size) + u.name
		}
	}
	return digits(f)
}

// digits prints a number with three digits, or all of a longer integer part.
func digits(f float64) string {
	switch a := math.Abs(f); {
	case a >= 99.95:
		return fmt.Sprintf("%.0f", f)
	case a >= 9.995:
		return fmt.Sprintf("%.1f", f)
	}
	return fmt.Sprintf("%.2f", f)
}

// text is the cell in words: rate, spread, ratio.
func (c Cell) text(isBase bool) string {
	if c.N == 0 {
		return c.Note
	}
	s := Rate(c.Median)
	if c.Best {
		s = "*" + s
	}
	if !math.IsNaN(c.Spread) {
		s += fmt.Sprintf(" ±%.0f%%", c.Spread*100)
	}
	if !isBase && !math.IsNaN(c.Ratio) {
		s += " " + digits(c.Ratio) + "x"
	}
	return s
}

// WriteText prints the table, its legend and its notes.
func (t *Table) WriteText(w io.Writer) error {
	lines := [][]string{append([]string{""}, t.Runtimes...)}
	for _, r := range t.Rows {
		line := []string{r.Name}
		for i, c := range r.Cells {
			line = append(line, c.text(i == t.Base))
		}
		lines = append(lines, line)
	}
	if len(t.Runtimes) > 1 {
		line := []string{"geometric mean of the ratios"}
		for i, g := range t.Geomean {
			switch {
			case i == t.Base:
				line = append(line, "")
			case math.IsNaN(g):
				line = append(line, "-")
			default:
				line = append(line, fmt.Sprintf("%sx of %d", digits(g), t.Matched[i]))
			}
		}
		lines = append(lines, line)
	}
	widths := make([]int, len(t.Runtimes)+1)
	for _, line := range lines {
		for i, text := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	var b strings.Builder
	for _, line := range lines {
		for i, text := range line {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			switch {
			case i == 0 && len(line) > 1:
				b.WriteString(text + pad)
			case i == 0:
				b.WriteString(text)
			default:
				b.WriteString("  " + pad + text)
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("\nOperations a second, medians")
	spread := slices.ContainsFunc(t.Rows, func(r TableRow) bool {
		return slices.ContainsFunc(r.Cells, func(c Cell) bool { return !math.IsNaN(c.Spread) })
	})
	if spread {
		b.WriteString(" ± half the distance between the quartiles")
	}
	if len(t.Runtimes) > 1 {
		fmt.Fprintf(&b, "; * is the best of the row; x is the ratio to %s", t.Runtimes[t.Base])
	}
	b.WriteString(".\n")
	for _, n := range t.Notes {
		b.WriteString(n + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
