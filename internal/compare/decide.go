package compare

import (
	"fmt"

	"github.com/nodetimers/nodetimers/internal/samples"
	"github.com/nodetimers/nodetimers/internal/stats"
)

// This file is when to stop measuring a row. A runner makes a plan before the first
// sample, looks at a row when it has reached one of the planned numbers of samples,
// and asks [Plan.Decide]. The plan goes into the samples file, so that the report
// takes its intervals at the risks that the looks have left.
//
// The guarantee: with the plan's risk alpha, the chance that any claim about any row
// (better, worse, equal, or an interval that misses the true change) is wrong at any
// look is at most alpha. It holds for whatever rule stops a row, as long as the looks
// do not depend on the data. It comes from spending alpha/rows on each row
// (Bonferroni) over its looks (see stats.LookRisks), and like any t test it is exact
// for normal rates and close for others. Two sides without any spread are taken at
// their word.

// Plan is a samples.Plan with the risk of each look.
type Plan struct {
	samples.Plan
	risks []float64
}

// DefaultLooks are the numbers of samples a side at which a row of so many samples is
// looked at: after a third, a half, two thirds, five sixths and all of them.
func DefaultLooks(runs int) []int {
	var looks []int
	for _, f := range [][2]int{{1, 3}, {1, 2}, {2, 3}, {5, 6}, {1, 1}} {
		n := (runs*f[0] + f[1] - 1) / f[1]
		if n >= 2 && (len(looks) == 0 || n > looks[len(looks)-1]) {
			looks = append(looks, n)
		}
	}
	return looks
}

// NewPlan computes the risks. The looks must increase; the last is the largest number
// of samples a side. Rows is how many rows are measured, Alpha 0 is 0.05.
func NewPlan(p samples.Plan) (*Plan, error) {
	if p.Alpha == 0 {
		p.Alpha = 0.05
	}
	if len(p.Looks) == 0 || p.Rows < 1 {
		return nil, fmt.Errorf("a plan of %d looks at %d rows makes no sense", len(p.Looks), p.Rows)
	}
	fractions := make([]float64, len(p.Looks))
	for i, n := range p.Looks {
		fractions[i] = float64(n) / float64(p.Looks[len(p.Looks)-1])
	}
	risks, err := stats.LookRisks(p.Alpha/float64(p.Rows), fractions)
	if err != nil {
		return nil, err
	}
	return &Plan{p, risks}, nil
}

// Risk is the two-sided risk at which the interval of a row with n samples a side may
// be taken: that of the last look that n has reached. Before the first look it is the
// first's, although such a row may not be looked at.
func (p *Plan) Risk(n int) float64 {
	risk := p.risks[0]
	for i, look := range p.Looks {
		if n >= look {
			risk = p.risks[i]
		}
	}
	return risk
}

// Look reports whether a row with n samples a side is to be looked at.
func (p *Plan) Look(n int) bool {
	for _, look := range p.Looks {
		if n == look {
			return true
		}
	}
	return false
}

// Goal is when a row needs no more samples.
type Goal struct {
	// MinEffect is the smallest change that matters, in percent.
	MinEffect float64
	// Width stops a row whose interval is at most that wide on either side of its
	// middle, in percent; 0 never does.
	Width float64
}

// Decision is what is known about a row at a look.
type Decision struct {
	// Stop means that no more samples are needed: the verdict is settled, the
	// interval narrow enough, or this was the last look.
	Stop    bool
	Verdict Verdict
	// Lo and Hi are the interval in percent, at Risk.
	Lo, Hi, Risk float64
}

// Decide judges the samples of a row. It has no state: the same samples give the same
// decision. It must be asked only when both sides have a planned number of samples
// ([Plan.Look]); asked at another time it does not stop the row.
func (p *Plan) Decide(before, after []float64, g Goal) Decision {
	n := min(len(before), len(after))
	d := Decision{Risk: p.Risk(n), Verdict: Undecided}
	d.Lo, d.Hi = stats.RatioInterval(stats.DescribeNumbers(before), stats.DescribeNumbers(after), d.Risk)
	d.Verdict = Judge(d.Lo, d.Hi, g.MinEffect)
	if p.Look(n) {
		d.Stop = d.Verdict != Undecided || g.Width > 0 && d.Hi-d.Lo <= 2*g.Width || n == p.Looks[len(p.Looks)-1]
	}
	return d
}
