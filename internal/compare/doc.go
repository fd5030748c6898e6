// Package compare turns samples into a judgement: is the new binary really faster?
//
//	set, err := samples.Open("old-and-new.csv")
//	report, err := compare.New(set, compare.Options{})
//	err = compare.WriteText(os.Stdout, report, compare.TextOptions{})
//
// A [Report] is plain data: rows of groups, tests, intervals and verdicts. Nothing is
// computed while it is printed. Its writers are [WriteText], which prints the table of
// Node.js's compare.R to the byte, [WriteMarkdown] for a pull request, [WriteCSV] and
// [WriteJSON] for programs, [WriteHTML] for a browser, [WriteBars] for a terminal and
// [SavePlot] for an image.
//
// What the words mean. A row's stars are those of compare.R: Welch's t test by itself,
// as if there were no other rows. A verdict (better, worse, equal, undecided) comes
// from the row's interval, which is corrected for the number of rows
// ([Options.Correction]) and is compared with the smallest change that matters
// ([Options.MinEffect]). The gate ([Options.Gate]) is stricter still: it fails if an
// interval corrected after Holm lies entirely beyond the allowed loss.
//
// A Report is read-only once made; any goroutine may read it.
//
// Reading order of the files: report.go, build.go, verdict.go, gate.go, noise.go,
// decide.go, then the writers: table.go, text.go, details.go, markdown.go, csv.go,
// json.go, html.go, bars.go, plot.go.
package compare
