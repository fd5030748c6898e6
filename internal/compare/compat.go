package compare

import (
	"errors"
	"math"

	"github.com/nodetimers/nodetimers/internal/stats"
)

// This file is the rows at which compare.R ends without a table.

// CompatError is the reason for which compare.R would abort, nil if it would print
// its table. R's own words are used.
func CompatError(r *Report) error {
	for _, c := range r.Comparisons {
		for i := range c.Rows {
			if err := abort(&c.Rows[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func abort(row *Row) error {
	if row.Old.N < 2 || row.New.N < 2 {
		return nil // no test is made
	}
	before, after := row.numbers()
	switch {
	case row.others > 0, before.N == 0, after.N == 0: // R leaves NaN out first
		return errors.New("grouping factor must have exactly 2 levels")
	case after.N < 2:
		return errors.New("not enough 'x' observations")
	case before.N < 2:
		return errors.New("not enough 'y' observations")
	case errors.Is(row.Test.Err, stats.ErrInfinite), errors.Is(row.Test.Err, stats.ErrConstant) && row.Old.Mean == 0 && row.New.Mean == 0:
		return errors.New("missing value where TRUE/FALSE needed")
	case row.Test.Err != nil:
		return row.Test.Err
	}
	// R raises standard errors to the fourth power.
	a, b := before.SD*before.SD/float64(before.N), after.SD*after.SD/float64(after.N)
	se := math.Sqrt(a + b)
	df := math.Pow(se, 4) / (a*a/float64(before.N-1) + b*b/float64(after.N-1))
	if math.IsNaN(df) {
		return errors.New("missing value where TRUE/FALSE needed")
	}
	return nil
}
