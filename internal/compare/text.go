package compare

import (
	"fmt"
	"io"
	"strings"
)

// This file prints the table of Node.js's compare.R, to the byte. What that script
// does not print comes after its last line, and only where it has something to say.

// TextOptions say what is printed after the table.
type TextOptions struct {
	// Details adds the verdicts, corrected p values, the rank test, the geometric
	// mean and the warnings.
	Details bool
	// Compat prints nothing that compare.R does not print.
	Compat bool
}

// WriteText prints the report as compare.R does. With more than two binaries there is
// a table for each, headed by a line with the names.
func WriteText(w io.Writer, r *Report, o TextOptions) error {
	for i := range r.Comparisons {
		c := &r.Comparisons[i]
		if len(r.Comparisons) > 1 {
			gap := ""
			if i > 0 {
				gap = "\n"
			}
			if _, err := fmt.Fprintf(w, "%s%s against %s\n\n", gap, c.New, c.Old); err != nil {
				return err
			}
		}
		if err := writeTable(w, c); err != nil {
			return err
		}
		if o.Compat {
			continue
		}
		if err := writeNotes(w, c); err != nil {
			return err
		}
	}
	if o.Compat {
		return nil
	}
	return writeDetails(w, r, o.Details)
}

func writeTable(w io.Writer, c *Comparison) error {
	t := table{columns: []column{{heading: "confidence"}, {heading: "improvement"},
		{heading: "accuracy (*)"}, {heading: "(**)"}, {heading: "(***)"}}}
	for i := range c.Rows {
		row := &c.Rows[i]
		t.names = append(t.names, rowName(row.RawName))
		for j, cell := range []string{row.Stars, percent(row.Improvement) + " %",
			accuracy(row, 0), accuracy(row, 1), accuracy(row, 2)} {
			t.columns[j].cells = append(t.columns[j].cells, cell)
		}
	}
	if err := t.writeTo(w); err != nil {
		return err
	}
	n := float64(len(c.Rows))
	_, err := fmt.Fprintf(w, `
Be aware that when doing many comparisons the risk of a false-positive
result increases. In this case, there are %d comparisons, you can thus
expect the following amount of false-positive results:
  %.2f false positives, when considering a   5%% risk acceptance (*, **, ***),
  %.2f false positives, when considering a   1%% risk acceptance (**, ***),
  %.2f false positives, when considering a 0.1%% risk acceptance (***)
`, len(c.Rows), n*0.05, n*0.01, n*0.001)
	return err
}

// writeNotes says where the table could not be what compare.R would have wanted: it
// aborts at such rows.
func writeNotes(w io.Writer, c *Comparison) error {
	var b strings.Builder
	for i := range c.Rows {
		row := &c.Rows[i]
		if row.Tested() || row.Old.N < 2 || row.New.N < 2 {
			continue
		}
		reason := strings.Join(row.Warnings, "; ")
		fmt.Fprintf(&b, "Note: no test for %s: %s.\n", rowName(row.Name), reason)
	}
	if b.Len() == 0 {
		return nil
	}
	_, err := io.WriteString(w, "\n"+b.String())
	return err
}
