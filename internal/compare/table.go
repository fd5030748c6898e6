package compare

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// This file lays a table out as R's print does: row names on the left, cells on the
// right, and further blocks when a line would become too long. Widths are those of a
// terminal.

// lineLimit is what a line must stay below: R's width of 200 columns.
const lineLimit = 200

type table struct {
	names   []string // of the rows
	columns []column
}

type column struct {
	heading string
	cells   []string
}

// writeTo prints the table. At least one column goes into each block, even if the
// names alone are too long.
func (t table) writeTo(w io.Writer) error {
	nameWidth := 0
	for _, n := range t.names {
		nameWidth = max(nameWidth, cellWidth(n))
	}
	widths := make([]int, len(t.columns))
	for i, c := range t.columns {
		widths[i] = cellWidth(c.heading)
		for _, cell := range c.cells {
			widths[i] = max(widths[i], cellWidth(cell))
		}
	}
	for from := 0; from < len(t.columns); {
		to, line := from, nameWidth
		for to < len(t.columns) && (to == from || line+1+widths[to] < lineLimit) {
			line += 1 + widths[to]
			to++
		}
		if err := t.block(w, nameWidth, widths, from, to); err != nil {
			return err
		}
		from = to
	}
	return nil
}

func (t table) block(w io.Writer, nameWidth int, widths []int, from, to int) error {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", nameWidth))
	for i := from; i < to; i++ {
		b.WriteByte(' ')
		right(&b, t.columns[i].heading, widths[i])
	}
	b.WriteByte('\n')
	for row, name := range t.names {
		b.WriteString(name)
		b.WriteString(strings.Repeat(" ", nameWidth-cellWidth(name)))
		for i := from; i < to; i++ {
			b.WriteByte(' ')
			right(&b, t.columns[i].cells[row], widths[i])
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func right(b *strings.Builder, text string, width int) {
	b.WriteString(strings.Repeat(" ", width-cellWidth(text)))
	b.WriteString(text)
}

// cellWidth counts terminal cells: wide characters take two, combining marks none.
// Characters of ambiguous width take one.
func cellWidth(s string) int {
	n := 0
	for _, r := range s {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n += 2
		default:
			if !unicode.In(r, unicode.Mn, unicode.Me) {
				n++
			}
		}
	}
	return n
}

// rowName is how R prints a row's name: backslashes doubled, control characters
// escaped.
func rowName(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r == '\\' || r < ' ' || r == 0x7f }) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\\':
			b.WriteString(`\\`)
		case r >= 7 && r <= 13:
			b.WriteByte('\\')
			b.WriteByte("abtnvfr"[r-7])
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\%03o`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// percent prints with two digits, as C's printf does; R's words for what is no number.
func percent(v float64) string {
	switch {
	case math.IsNaN(v):
		return "NaN"
	case math.IsInf(v, 1):
		return "Inf"
	case math.IsInf(v, -1):
		return "-Inf"
	}
	return fmt.Sprintf("%.2f", v)
}

// accuracy is a cell with half a width.
func accuracy(row *Row, i int) string {
	switch {
	case !row.Tested():
		return "NA"
	case math.IsNaN(row.Half[i]):
		return "±NA%"
	}
	return "±" + percent(row.Half[i]) + "%"
}
