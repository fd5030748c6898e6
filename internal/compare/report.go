package compare

import (
	"math"

	"github.com/nodetimers/nodetimers/internal/samples"
	"github.com/nodetimers/nodetimers/internal/stats"
)

// This file is the data of a comparison: what was asked and what came out.

// Options say what is compared and how it is judged. The zero value compares new
// with old as compare.R does, with Benjamini and Hochberg's correction for verdicts,
// at 5 %.
type Options struct {
	// Baseline is the name of the binary that others are compared with; empty is
	// "old".
	Baseline string
	// Alpha is the risk of a wrong claim; 0 is 0.05.
	Alpha float64
	// Correction is how verdicts are corrected for the number of rows.
	Correction Correction
	// MinEffect is the smallest change that matters, in percent. At 0 each proven
	// change counts and no row is "equal" (but two equal constants).
	MinEffect float64
	// Gate is the loss in percent that the gate allows; nil is no gate.
	Gate *float64
	// Noise is measurements of one binary on both sides, beside those A/A samples
	// that the set itself has.
	Noise *samples.Set
	// Filter drops samples.
	Filter Filter
	// AllowOthers takes binaries other than old and new as levels that R would not
	// accept, instead of an error; see [CompatError].
	AllowOthers bool
}

// Correction is a method for many comparisons.
type Correction string

// Corrections.
const (
	// BH keeps the expected share of wrong claims among all claims below alpha
	// (Benjamini and Hochberg). It is the default.
	BH Correction = "bh"
	// Holm keeps the chance of any wrong claim below alpha.
	Holm Correction = "holm"
	// None judges each row as if it were alone.
	None Correction = "none"
)

// Report is the outcome.
type Report struct {
	Options  Options
	Baseline string
	// Comparisons has one entry for each other binary.
	Comparisons []Comparison
	// Noise is nil without A/A rounds.
	Noise *Noise
	// Gate is nil unless one was asked for.
	Gate *Gate
	// Warnings are about the data as a whole: the machine, skipped lines.
	Warnings []string
	// Input is what the report was made from, A/A samples included.
	Input *samples.Set
}

// Comparison is one binary against the baseline.
type Comparison struct {
	Old, New string
	// Rows are sorted bytewise by RawName.
	Rows []Row
	// GeoMean is the geometric mean of new over old over the GeoMeanRows rows that
	// have a finite ratio above zero; NaN if there is none.
	GeoMean     float64
	GeoMeanRows int
}

// Row is one benchmark with one combination of parameters.
type Row struct {
	// RawName is the name in the table, as R builds it, with old files' blanks.
	RawName string
	// Name, Filename and Configuration are trimmed.
	Name, Filename, Configuration string
	// Conf is nil if the configuration could not be taken apart.
	Conf     samples.Conf
	Old, New Group

	// Improvement is the change of the mean in percent of the old mean.
	Improvement float64
	// Test is Welch's; Stars is "", *, **, *** or NA.
	Test  stats.Test
	Stars string
	// Half is half the width of the interval in percent of the old mean, at the
	// risks 0.05, 0.01 and 0.001.
	Half [3]float64
	// HolmP and BHP are the test's p corrected over the report; NaN without a test.
	HolmP, BHP float64
	// Rank is the Mann-Whitney test.
	Rank stats.RankTest

	// Lo and Hi are the corrected interval of the change in percent, at Risk.
	Lo, Hi, Risk float64
	Verdict      Verdict
	Presence     Presence
	// Failures are processes that failed, and reasons why there is no row.
	Failures []string
	// Warnings are what makes this row doubtful.
	Warnings []string
	// Regression means that this row fails the gate.
	Regression bool

	others int // samples of binaries that are neither; see CompatError
}

// Group is the samples of one binary in a row.
type Group struct {
	// Rates are in the order of measurement.
	Rates []float64
	stats.Summary
	Shape stats.Shape
}

// Verdict is what is known about a row.
type Verdict string

// Verdicts.
const (
	Better    Verdict = "better"
	Worse     Verdict = "worse"
	Equal     Verdict = "equal"
	Undecided Verdict = "undecided"
)

// Presence says which binaries have the row.
type Presence string

// Presences.
const (
	Both    Presence = "both"
	Added   Presence = "added"   // only the new binary has it
	Removed Presence = "removed" // only the old binary has it
)

// Risks are those of the three accuracy columns, and of one, two and three stars.
var Risks = [3]float64{0.05, 0.01, 0.001}

// Count counts the rows with a verdict, over all comparisons.
func (r *Report) Count(v Verdict) int {
	n := 0
	for _, c := range r.Comparisons {
		for _, row := range c.Rows {
			if row.Verdict == v {
				n++
			}
		}
	}
	return n
}

// Failed counts processes that failed.
func (r *Report) Failed() int { return len(r.Input.Failures) }

// Tested reports whether there was a test.
func (r *Row) Tested() bool { return r.Test.Err == nil }

// Spread is the larger of the two relative standard deviations, in percent; NaN when
// unknown.
func (r *Row) Spread() float64 {
	a, b := r.Old.SD/r.Old.Mean*100, r.New.SD/r.New.Mean*100
	if math.IsNaN(a) || b > a {
		return b
	}
	return a
}
