// Package stats is the statistics of a comparison: tests, intervals, corrections
// for many comparisons and for repeated looks. Results are values; nothing is
// printed.
//
//	before := stats.Describe(oldRates)
//	after := stats.Describe(newRates)
//	w := stats.Welch(before, after)
//	if w.Err == nil && w.P < 0.05 {
//		lo, hi := stats.RatioInterval(before, after, 0.05)
//		fmt.Printf("%+.1f%% to %+.1f%%\n", lo, hi)
//	}
//
// Distributions and moments come from gonum, the exact distribution of the rank
// test from go-moremath. What is written here is how they are put together, and the
// boundaries for repeated looks, which no library at hand has.
//
// Functions do not keep their arguments and may be called from any goroutine.
//
// Reading order: summary.go, welch.go, rank.go, multiple.go, shape.go, looks.go.
package stats
