package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// This file is the price of looking more than once. Who tests after 10, 15, 20, 25
// and 30 rounds and stops at the first p below 5 % is wrong in about 13 % of the
// rows where nothing differs. A spending function says how much of the risk each
// look may use, and the joint distribution of the statistics at the looks says which
// p that allows. The intervals at those risks hold all at once, at every look, with
// the stated confidence (repeated confidence intervals), so it does not matter by
// what rule one stops.

// LookRisks returns, for looks at the given fractions of all samples, the two-sided
// risk at which each look may test, or take its interval. The chance that any look
// is wrong is at most risk. Fractions must increase from above 0 to at most 1.
//
// The risk is spent as O'Brien and Fleming would: almost nothing early, so that the
// last look is nearly as sharp as a single test. The boundaries are those of normal
// means; used as p values of t tests they hold closely, see the simulation.
func LookRisks(risk float64, fractions []float64) ([]float64, error) {
	last := 0.0
	for i, f := range fractions {
		if !(f > last && f <= 1) {
			return nil, fmt.Errorf("stats: look %d is at %v of the samples; looks must increase to at most 1", i+1, f)
		}
		last = f
	}
	if !(risk > 0 && risk < 1) {
		return nil, fmt.Errorf("stats: a risk of %v is not between 0 and 1", risk)
	}
	risks := make([]float64, len(fractions))
	var walk walk
	spent := 0.0
	for i, f := range fractions {
		may := spending(risk, f)
		bound := walk.bound(f, may-spent)
		risks[i] = 2 * distuv.UnitNormal.CDF(-bound/math.Sqrt(f))
		spent = may
		walk.step(f, bound)
	}
	return risks, nil
}

// spending is Lan and DeMets' function after O'Brien and Fleming, half of the risk
// for each side: the part that may be used up to a fraction of the samples.
func spending(risk, fraction float64) float64 {
	z := -distuv.UnitNormal.Quantile(risk / 4)
	return 4 * distuv.UnitNormal.CDF(-z/math.Sqrt(fraction))
}

// walk is a Brownian motion that ends when it leaves its bounds: the density of
// where it is at the last look if it has not left.
type walk struct {
	at      float64 // fraction of the last look
	x       []float64
	density []float64 // times the weight in the sum that stands for the integral
}

// gridPoints is odd, for Simpson's rule. Twice as many change no risk by 1e-9.
const gridPoints = 501

// bound finds b such that the walk is beyond b or -b at the fraction for the first
// time with the given probability.
func (w *walk) bound(fraction, probability float64) float64 {
	lo, hi := 0.0, 40*math.Sqrt(fraction)
	for range 200 {
		mid := lo + (hi-lo)/2
		if w.leaves(fraction, mid) > probability {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

func (w *walk) leaves(fraction, b float64) float64 {
	if w.at == 0 {
		return 2 * distuv.UnitNormal.CDF(-b/math.Sqrt(fraction))
	}
	sd := math.Sqrt(fraction - w.at)
	var sum compensated
	for i, s := range w.x {
		sum.add(w.density[i] * (distuv.UnitNormal.CDF((-b-s)/sd) + distuv.UnitNormal.CDF((s-b)/sd)))
	}
	return sum.value()
}

// step moves the walk to the fraction, given that it stays within b.
func (w *walk) step(fraction, b float64) {
	// Beyond 8 standard deviations there is nothing to integrate.
	reach := min(b, 8*math.Sqrt(fraction))
	x := make([]float64, gridPoints)
	density := make([]float64, gridPoints)
	h := 2 * reach / (gridPoints - 1)
	sd := math.Sqrt(fraction - w.at)
	for i := range x {
		x[i] = -reach + float64(i)*h
		if w.at == 0 {
			density[i] = distuv.UnitNormal.Prob(x[i]/sd) / sd
		} else {
			for j, s := range w.x {
				density[i] += w.density[j] * distuv.UnitNormal.Prob((x[i]-s)/sd) / sd
			}
		}
	}
	for i := range density {
		switch {
		case i == 0 || i == gridPoints-1:
			density[i] *= h / 3
		case i%2 == 1:
			density[i] *= 4 * h / 3
		default:
			density[i] *= 2 * h / 3
		}
	}
	w.at, w.x, w.density = fraction, x, density
}
