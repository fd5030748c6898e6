package compare

import (
	"errors"
	"fmt"
	"math"

	"github.com/nodetimers/nodetimers/internal/samples"
	"github.com/nodetimers/nodetimers/internal/stats"
)

// This file turns intervals into verdicts and warnings.
//
//	               -margin   0   +margin
//	worse      [----]   |    |    |
//	undecided       [---|--] |    |
//	equal               | [--|-]  |
//	undecided           |    |[---|--]
//	better              |    |    |  [----]
//
// Each interval is taken at a risk of its own. The correction for many rows is
// applied to the question that is asked: whether the change is beyond the margin,
// not whether it is beyond zero. Otherwise the correction after Holm would hold for
// "not zero" and be claimed for "more than 2 %".

// Judge is the verdict about an interval in percent and the smallest change that
// matters.
func Judge(lo, hi, minEffect float64) Verdict {
	switch {
	case lo > minEffect:
		return Better
	case hi < -minEffect:
		return Worse
	case lo >= -minEffect && hi <= minEffect:
		return Equal
	}
	return Undecided
}

// judge takes each row's interval and verdict. With a plan, samples were looked at
// while they were measured, and the risks are the plan's.
func (r *Report) judge(plan *samples.Plan) error {
	risks, err := r.risks(plan)
	if err != nil {
		return err
	}
	r.spread(risks, func(row *Row, risk float64) {
		before, after := row.numbers()
		row.Risk = risk
		row.Lo, row.Hi = stats.RatioInterval(before, after, risk)
		row.Verdict = Judge(row.Lo, row.Hi, r.Options.MinEffect)
	})
	if r.Options.Gate != nil {
		return r.gate(plan)
	}
	return nil
}

func (r *Report) risks(plan *samples.Plan) ([]float64, error) {
	if plan != nil {
		return r.planRisks(plan)
	}
	alpha := r.Options.Alpha
	p := r.collect(func(row *Row) float64 { return marginP(row, r.Options.MinEffect) })
	switch r.Options.Correction {
	case BH:
		return stats.BenjaminiHochbergRisks(p, alpha), nil
	case Holm:
		return stats.HolmRisks(p, alpha), nil
	case None:
		for i := range p {
			p[i] = alpha
		}
		return p, nil
	}
	return nil, fmt.Errorf("unknown correction %q: it is bh, holm or none", r.Options.Correction)
}

// planRisks are the risks of rows that were measured under a plan: those of the last
// look that their samples had reached.
func (r *Report) planRisks(plan *samples.Plan) ([]float64, error) {
	p, err := NewPlan(*plan)
	if err != nil {
		return nil, err
	}
	return r.collect(func(row *Row) float64 { return p.Risk(min(row.Old.N, row.New.N)) }), nil
}

// marginP is the p of "the change is not beyond the margin": two-sided at the nearer
// margin if the estimate is beyond it, else 1; NaN without a test.
func marginP(row *Row, margin float64) float64 {
	before, after := row.numbers()
	if !row.Tested() {
		return math.NaN()
	}
	ratio := after.Mean / before.Mean
	switch {
	case margin == 0:
		return row.Test.P
	case ratio > 1+margin/100:
		return stats.RatioP(before, after, 1+margin/100)
	case ratio < 1-margin/100:
		return stats.RatioP(before, after, 1-margin/100)
	}
	return 1
}

// warn collects what makes rows and the report doubtful.
func (r *Report) warn(set *samples.Set) {
	r.Warnings = append(r.Warnings, set.Machine.Warnings()...)
	r.Warnings = append(r.Warnings, set.Notes...)
	alpha := r.Options.Alpha
	r.each(func(row *Row) {
		add := func(format string, args ...any) { row.Warnings = append(row.Warnings, fmt.Sprintf(format, args...)) }
		switch {
		case errors.Is(row.Test.Err, stats.ErrConstant) && row.Old.Mean == row.New.Mean:
			add("both sides are the same constant")
		case errors.Is(row.Test.Err, stats.ErrConstant):
			add("both sides are constants, which differ")
		case errors.Is(row.Test.Err, stats.ErrInfinite):
			add("a rate is infinite")
		case row.Old.N >= 2 && row.New.N >= 2 && !row.Tested():
			add("too few rates are numbers")
		}
		if row.Old.NaNs+row.New.NaNs > 0 {
			add("%d rates are not numbers", row.Old.NaNs+row.New.NaNs)
		}
		if row.Tested() {
			n, m := row.Old.N-row.Old.NaNs, row.New.N-row.New.NaNs
			if smallest := stats.SmallestRankP(n, m); smallest >= alpha {
				add("with %d and %d samples the rank test cannot go below p = %.2g", n, m, smallest)
			} else if (row.Rank.P < alpha) != (row.Test.P < alpha) {
				add("t test and rank test disagree: p = %.2g and %.2g", row.Test.P, row.Rank.P)
			}
		}
		for _, g := range []struct {
			side string
			Group
		}{{"old", row.Old}, {"new", row.New}} {
			switch {
			case g.Shape.Bimodal:
				add("the %s rates fall into two clumps", g.side)
			case g.Shape.Skewed:
				add("the %s rates are skewed (%.1f)", g.side, g.Shape.Skew)
			}
		}
		if r.Noise != nil && row.Stars != "" && row.Stars != "NA" && math.Abs(row.Improvement) < r.Noise.Floor {
			add("the change is below the noise floor of %.2f %%", r.Noise.Floor)
		}
	})
}
