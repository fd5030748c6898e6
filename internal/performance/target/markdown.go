package target

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Markdown writes the rows as tables, one for each group in the order in which the
// groups first occur. Below a table follow the notes and the commands that repeat
// its rows. An error of w ends it and is returned.
func Markdown(w io.Writer, rows []Row) error {
	var groups []string
	of := make(map[string][]Row)
	for _, r := range rows {
		if of[r.Group] == nil {
			groups = append(groups, r.Group)
		}
		of[r.Group] = append(of[r.Group], r)
	}
	for i, g := range groups {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if _, err := io.WriteString(w, table(g, of[g])); err != nil {
			return err
		}
	}
	return nil
}

func table(group string, rows []Row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n", group)
	b.WriteString("| row | goal | ours | beside | ratio (quartiles) | allocations | met |\n")
	b.WriteString("|---|---|---:|---|---:|---:|---|\n")
	for _, r := range rows {
		cells := []string{r.Name, r.Goal, Quantity(r.Ours, r.Unit), beside(r), ratio(r), allocs(r.Allocs), r.Met.String()}
		for i, c := range cells {
			cells[i] = strings.ReplaceAll(c, "|", `\|`)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}

	notes := false
	for _, r := range rows {
		if r.Note != "" {
			if !notes {
				b.WriteString("\n")
				notes = true
			}
			fmt.Fprintf(&b, "- %s: %s\n", r.Name, r.Note)
		}
	}
	if c := commands(rows); c != "" {
		b.WriteString("\n```\n" + c + "```\n")
	}
	return b.String()
}

// commands lists the rows' commands, each once.
func commands(rows []Row) string {
	var b strings.Builder
	seen := make(map[string]bool)
	for _, r := range rows {
		if r.Command != "" && !seen[r.Command] {
			seen[r.Command] = true
			b.WriteString(r.Command + "\n")
		}
	}
	return b.String()
}

func beside(r Row) string {
	switch {
	case r.Beside == "":
		return ""
	case math.IsNaN(r.Peer):
		return r.Beside
	}
	return r.Beside + " " + Quantity(r.Peer, r.Unit)
}

func ratio(r Row) string {
	q := r.Ratio
	if q == (Quartiles{}) {
		return ""
	}
	return fmt.Sprintf("%s (%s to %s)", Number(q.Median), Number(q.Low), Number(q.High))
}

func allocs(n float64) string {
	if math.IsNaN(n) {
		return ""
	}
	return strconv.FormatFloat(math.Round(n*100)/100, 'f', -1, 64)
}

// Quantity is a number with its unit, or "n/a" for NaN.
func Quantity(f float64, unit string) string {
	switch {
	case math.IsNaN(f):
		return "n/a"
	case unit == "" || unit == "x":
		return Number(f) + unit
	}
	return Number(f) + " " + unit
}

// Number is f with about three digits, and without an exponent.
func Number(f float64) string {
	if a := math.Abs(f); a < 100 {
		decimals := 1
		if a < 10 {
			decimals = 2
		}
		return strconv.FormatFloat(f, 'f', decimals, 64)
	}
	return strconv.FormatFloat(f, 'f', 0, 64)
}
