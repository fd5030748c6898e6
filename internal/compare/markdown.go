package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// This file is the report for a pull request: the outcome in a line, the rows that
// changed, and the rest folded away. A comment on the usual sites ends at 65,536
// characters, so the folded rows stop before that.

const (
	commentLimit = 60000
	moreRows     = "| … | %d more rows | | | | |\n"
)

var marks = map[Verdict]string{Better: "🟢 better", Worse: "🔴 worse", Equal: "⚪ equal", Undecided: "❔ undecided"}

// WriteMarkdown writes the report as GitHub's Markdown.
func WriteMarkdown(w io.Writer, r *Report) error {
	var b strings.Builder
	b.WriteString(headline(r) + "\n")
	budget := commentLimit / len(r.Comparisons)
	for i := range r.Comparisons {
		c := &r.Comparisons[i]
		if len(r.Comparisons) > 1 {
			fmt.Fprintf(&b, "\n### %s against %s\n", mdText(c.New), mdText(c.Old))
		}
		b.WriteString(markdownRows(r, c, budget))
	}
	var lines []string
	for _, c := range r.Comparisons {
		if c.GeoMeanRows > 0 {
			lines = append(lines, fmt.Sprintf("Geometric mean of %s against %s: %s over %d rows.",
				mdText(c.New), mdText(c.Old), signed((c.GeoMean-1)*100), c.GeoMeanRows))
		}
	}
	if r.Noise != nil {
		lines = append(lines, r.Noise.String()+".")
	}
	lines = append(lines, "Intervals: "+r.intervalText()+".")
	if note := r.planNote(); note != "" {
		lines = append(lines, note+".")
	}
	if m := r.Input.Machine; m != nil {
		lines = append(lines, "Measured on "+mdText(m.String())+".")
	}
	for _, warning := range r.Warnings {
		lines = append(lines, "⚠️ "+mdText(warning)+".")
	}
	b.WriteString("\n" + strings.Join(lines, "<br>\n") + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// headline is the outcome in one line.
func headline(r *Report) string {
	line := r.VerdictLine() + "."
	switch {
	case r.Gate != nil && r.Gate.Failed > 0:
		line = "❌ **" + r.Gate.String() + ".** " + line
	case r.Gate != nil && r.Gate.Judged == 0:
		line = "⚠️ **" + r.Gate.String() + ".** " + line
	case r.Gate != nil:
		line = "✅ **" + r.Gate.String() + ".** " + line
	case r.Count(Worse) > 0:
		line = "🔴 **Slower.** " + line
	case r.Count(Better) > 0:
		line = "🟢 **Faster.** " + line
	default:
		line = "⚪ **No change proven.** " + line
	}
	if n := r.Failed(); n == 1 {
		line = "⚠️ **One process failed.** " + line
	} else if n > 1 {
		line = fmt.Sprintf("⚠️ **%d processes failed.** ", n) + line
	}
	return line
}

// markdownRows is a table of the rows that changed or failed, worst first, and a
// folded one of the others.
func markdownRows(r *Report, c *Comparison, budget int) string {
	var changed, rest []*Row
	for i := range c.Rows {
		row := &c.Rows[i]
		if row.Verdict == Better || row.Verdict == Worse || row.Regression || len(row.Failures) > 0 || row.Presence != Both {
			changed = append(changed, row)
		} else {
			rest = append(rest, row)
		}
	}
	rank := func(row *Row) int {
		switch {
		case row.Regression:
			return 0
		case row.Verdict == Worse:
			return 1
		case row.Verdict == Better:
			return 2
		}
		return 3
	}
	slices.SortStableFunc(changed, func(a, b *Row) int {
		switch {
		case rank(a) != rank(b):
			return rank(a) - rank(b)
		case a.Improvement < b.Improvement:
			return -1
		case a.Improvement > b.Improvement:
			return 1
		}
		return 0
	})
	var b strings.Builder
	if len(changed) > 0 {
		b.WriteString("\n")
		markdownTable(&b, changed, budget)
	}
	if len(rest) > 0 {
		fmt.Fprintf(&b, "\n<details><summary>%d rows without a proven change</summary>\n\n", len(rest))
		markdownTable(&b, rest, budget)
		b.WriteString("\n</details>\n")
	}
	return b.String()
}

func markdownTable(b *strings.Builder, rows []*Row, budget int) {
	b.WriteString("| benchmark | verdict | change | interval | stars | p (Holm) |\n|:--|:--|--:|:-:|:-:|--:|\n")
	for i, row := range rows {
		line := fmt.Sprintf("| %s | %s | %s | %s | %s | %s |\n", mdCode(row.Name), mdVerdict(row), signed(row.Improvement),
			row.Interval(), mdText(row.Stars), pText(row.HolmP))
		if utf8.RuneCountInString(b.String()+line) > budget {
			fmt.Fprintf(b, moreRows, len(rows)-i)
			return
		}
		b.WriteString(line)
	}
}

func mdVerdict(row *Row) string {
	text := marks[row.Verdict]
	switch {
	case row.Regression:
		text = "❌ regression"
	case row.Presence != Both:
		text = string(row.Presence)
	}
	if list := row.FailureSummary(); len(list) > 0 {
		text += " ⚠️ " + mdText(strings.Join(list, "; "))
	}
	if n := len(row.Warnings); n > 0 {
		text += " ⚠️ " + mdText(strings.Join(row.Warnings, "; "))
	}
	return text
}

// mdCode is a code span in a table cell: a fence longer than any run of backticks in
// it, and bars escaped, which the table would take otherwise.
func mdCode(s string) string {
	s = strings.NewReplacer("|", `\|`, "\n", `\n`, "\r", `\r`).Replace(s)
	longest, run := 0, 0
	for _, c := range s {
		if c == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	fence := strings.Repeat("`", longest+1)
	if longest > 0 {
		s = " " + s + " "
	}
	return fence + s + fence
}

// mdText escapes what Markdown would take for itself.
func mdText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '\\', '`', '*', '_', '[', ']', '|', '#', '~':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '<':
			b.WriteString("&lt;")
		case '&':
			b.WriteString("&amp;")
		case '\n', '\r':
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
