package compare

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// This file prints what compare.R does not have, after its table: failures always,
// the gate and the noise floor where they were asked for, the rest on request.

func writeDetails(w io.Writer, r *Report, all bool) error {
	var b strings.Builder
	if all {
		for i := range r.Comparisons {
			if err := writeVerdicts(&b, r, &r.Comparisons[i]); err != nil {
				return err
			}
		}
	}
	section(&b, "Failures", r.failures())
	if all {
		section(&b, "Rows on one side only", r.oneSided())
		section(&b, "Warnings", r.allWarnings())
	}
	if lines := summaryLines(r, all); len(lines) > 0 {
		b.WriteString("\n" + strings.Join(lines, "\n") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func section(b *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s:\n", title)
	for _, l := range lines {
		fmt.Fprintf(b, "  %s\n", l)
	}
}

func writeVerdicts(b *strings.Builder, r *Report, c *Comparison) error {
	t := table{columns: []column{{heading: "verdict"}, {heading: "interval"}, {heading: "p"},
		{heading: "p (Holm)"}, {heading: "p (BH)"}, {heading: "p (rank)"}, {heading: "n"}}}
	for i := range c.Rows {
		row := &c.Rows[i]
		t.names = append(t.names, rowName(row.Name))
		for j, cell := range []string{string(row.Verdict), row.Interval(), pText(row.Test.P), pText(row.HolmP),
			pText(row.BHP), pText(row.Rank.P), fmt.Sprintf("%d+%d", row.Old.N, row.New.N)} {
			t.columns[j].cells = append(t.columns[j].cells, cell)
		}
	}
	title := "Verdicts"
	if len(r.Comparisons) > 1 {
		title += ", " + c.New + " against " + c.Old
	}
	fmt.Fprintf(b, "\n%s (%s):\n", title, r.intervalText())
	return t.writeTo(b)
}

// Interval is the corrected interval as text, such as -3.1 % to +0.4 %.
func (r *Row) Interval() string {
	if math.IsInf(r.Lo, 0) && math.IsInf(r.Hi, 0) {
		return "unbounded"
	}
	return signed(r.Lo) + " to " + signed(r.Hi)
}

// signed is a percentage with its sign.
func signed(v float64) string {
	text := fmt.Sprintf("%+.2f %%", v)
	switch {
	case math.IsNaN(v):
		return "n/a"
	case math.IsInf(v, 0):
		return fmt.Sprintf("%+.0f %%", v)
	case text == "-0.00 %":
		return "+0.00 %"
	}
	return text
}

// pText is a probability with two digits.
func pText(p float64) string {
	switch {
	case math.IsNaN(p):
		return "-"
	case p == 0:
		return "0"
	case p < 0.0001:
		return fmt.Sprintf("%.0e", p)
	}
	return fmt.Sprintf("%.2g", p)
}

// intervalText says at which risk intervals were taken, and for what.
func (r *Report) intervalText() string {
	text := fmt.Sprintf("%g %% risk", r.Options.Alpha*100)
	switch {
	case r.Input.Plan != nil:
		text = fmt.Sprintf("%g %% risk over all looks at all rows", r.Input.Plan.Alpha*100)
	case r.Options.Correction == BH:
		text += ", corrected after Benjamini and Hochberg"
	case r.Options.Correction == Holm:
		text += ", corrected after Holm"
	default:
		text += " a row, not corrected"
	}
	if r.Options.MinEffect > 0 {
		text += fmt.Sprintf("; less than %g %% is no change", r.Options.MinEffect)
	}
	return text
}

// planNote says what early stopping does to the columns that are compare.R's. Empty
// without a plan.
func (r *Report) planNote() string {
	if r.Input.Plan == nil {
		return ""
	}
	looks := fmt.Sprint(r.Input.Plan.Looks)
	return fmt.Sprintf("Rows could end early, after looks at %s samples: stars, accuracies and p values do not allow for that, verdicts and their intervals do",
		strings.ReplaceAll(strings.Trim(looks, "[]"), " ", ", "))
}

func (r *Report) failures() []string {
	var lines []string
	r.each(func(row *Row) {
		for _, f := range row.Failures {
			lines = append(lines, row.Name+": "+f)
		}
	})
	return lines
}

// FailureSummary is Failures with each reason once, and how often.
func (r *Row) FailureSummary() []string {
	var list []string
	times := map[string]int{}
	for _, f := range r.Failures {
		if binary, rest, ok := strings.Cut(f, ": round "); ok {
			if _, reason, ok := strings.Cut(rest, ": "); ok {
				f = binary + ": " + reason
			}
		}
		if times[f]++; times[f] == 1 {
			list = append(list, f)
		}
	}
	for i, f := range list {
		if times[f] > 1 {
			list[i] = fmt.Sprintf("%s (%d times)", f, times[f])
		}
	}
	return list
}

func (r *Report) oneSided() []string {
	var lines []string
	r.each(func(row *Row) {
		if row.Presence != Both {
			lines = append(lines, string(row.Presence)+": "+row.Name)
		}
	})
	return lines
}

func (r *Report) allWarnings() []string {
	lines := append([]string(nil), r.Warnings...)
	r.each(func(row *Row) {
		for _, w := range row.Warnings {
			lines = append(lines, row.Name+": "+w)
		}
	})
	return lines
}

// summaryLines are single lines about the whole.
func summaryLines(r *Report, all bool) []string {
	var lines []string
	if all {
		for _, c := range r.Comparisons {
			if c.GeoMeanRows > 0 {
				lines = append(lines, fmt.Sprintf("Geometric mean, %s against %s: %s over %d rows",
					c.New, c.Old, signed((c.GeoMean-1)*100), c.GeoMeanRows))
			}
		}
		lines = append(lines, r.VerdictLine())
	}
	if note := r.planNote(); note != "" {
		lines = append(lines, note+".")
	}
	if n := r.Noise; n != nil {
		lines = append(lines, n.String())
	}
	if r.Gate != nil {
		colon := ""
		if r.Gate.Failed > 0 {
			colon = ":"
		}
		lines = append(lines, r.Gate.String()+colon)
		r.each(func(row *Row) {
			if row.Regression {
				lines = append(lines, fmt.Sprintf("  %s: %s, interval %s", row.Name, signed(row.Improvement), row.Interval()))
			}
		})
	}
	return lines
}

// String is one line.
func (n *Noise) String() string {
	return fmt.Sprintf("Noise floor: %.2f %% (95th percentile of the changes in %d rows with one binary on both sides, %d samples a side; largest %.2f %%, %d with a star)",
		n.Floor, n.Rows, n.Samples, n.Largest, n.Starred)
}

// String is one line.
func (g *Gate) String() string {
	rest := ""
	if g.Unjudged > 0 {
		rest = fmt.Sprintf("; %d could not be judged", g.Unjudged)
	}
	switch {
	case g.Judged == 0:
		return "Gate without a say: no row could be judged"
	case g.Failed > 0:
		return fmt.Sprintf("Gate FAILED: %d of %d rows lose more than %g %%%s", g.Failed, g.Judged, g.Allowed, rest)
	}
	return fmt.Sprintf("Gate passed: no row of %d proven to lose more than %g %%%s", g.Judged, g.Allowed, rest)
}

// VerdictLine is the outcome in one line.
func (r *Report) VerdictLine() string {
	var parts []string
	total := 0
	for _, v := range []Verdict{Worse, Better, Equal, Undecided} {
		n := r.Count(v)
		total += n
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	rows := "rows"
	if total == 1 {
		rows = "row"
	}
	return fmt.Sprintf("%d %s: %s", total, rows, strings.Join(parts, ", "))
}
