package compare

import (
	"errors"
	"math"

	"github.com/nodetimers/nodetimers/internal/samples"
	"github.com/nodetimers/nodetimers/internal/stats"
)

// This file is the gate: does a row lose more than is allowed, beyond doubt?

// Gate is the outcome of the gate.
type Gate struct {
	// Allowed is the loss in percent that is still allowed.
	Allowed float64
	// Failed counts rows that lose more; see Row.Regression.
	Failed int
	// Judged counts rows that could be judged, Unjudged those that could not: fewer
	// than two samples on a side, a rate that is infinite. A gate that judged nothing
	// says nothing; callers must not take it for passed.
	Judged, Unjudged int
}

// gate tests for each row that has lost more than allowed whether that is beyond
// doubt. The hypothesis is "the loss is not more than allowed"; it is tested from both
// sides, so that the decision is the one that the interval shows, and corrected after
// Holm over all rows. A row fails if the whole corrected interval lies beyond the
// allowed loss. The chance that any row fails without having lost more than allowed is
// below alpha/2.
//
// Two constants have no spread to doubt: they are compared as they are.
func (r *Report) gate(plan *samples.Plan) error {
	g := &Gate{Allowed: *r.Options.Gate}
	r.Gate = g
	ratio := 1 - g.Allowed/100
	p := r.collect(func(row *Row) float64 {
		before, after := row.numbers()
		lost := after.Mean < ratio*before.Mean
		switch {
		case errors.Is(row.Test.Err, stats.ErrConstant) && lost:
			return 0
		case errors.Is(row.Test.Err, stats.ErrConstant):
			return 1
		case !row.Tested():
			return math.NaN()
		case !lost:
			return 1
		}
		return stats.RatioP(before, after, ratio)
	})
	risks := stats.HolmRisks(p, r.Options.Alpha)
	if plan != nil {
		var err error
		if risks, err = r.planRisks(plan); err != nil {
			return err
		}
	}
	i := 0
	r.each(func(row *Row) {
		if math.IsNaN(p[i]) {
			g.Unjudged++
		} else {
			g.Judged++
		}
		if p[i] < risks[i] {
			row.Regression = true
			g.Failed++
		}
		i++
	})
	return nil
}
