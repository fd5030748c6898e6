package stats

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// This file is Welch's t test and the intervals that belong to it. The degrees of
// freedom are computed from the ratio of the two standard errors: the textbook
// formula raises them to the fourth power, which over- and underflows.

// Why there is no test; see [Test.Err].
var (
	// ErrTooFew means a group has fewer than two numbers.
	ErrTooFew = errors.New("fewer than two samples on a side")
	// ErrConstant means neither group has spread. The text is R's.
	ErrConstant = errors.New("data are essentially constant")
	// ErrInfinite means that a rate is infinite.
	ErrInfinite = errors.New("a rate is infinite")
)

// Test is a result of Welch's test.
type Test struct {
	// SE is the standard error of the difference of the means, T the statistic (of
	// second minus first), DF the degrees of freedom, P two-sided. All NaN with Err.
	SE, T, DF, P float64
	// Err says why there is no test.
	Err error
}

// Welch compares the means of two groups. Groups with NaN must be described
// without them, by [DescribeNumbers].
func Welch(first, second Summary) Test {
	nan := math.NaN()
	none := Test{SE: nan, T: nan, DF: nan, P: nan}
	switch {
	case first.N < 2 || second.N < 2:
		none.Err = ErrTooFew
		return none
	case first.Infs > 0 || second.Infs > 0:
		none.Err = ErrInfinite
		return none
	}
	a, b := standardError(first), standardError(second)
	se := math.Hypot(a, b)
	// "Not above" so that two groups of zeros are constant, too.
	if !(se >= 10*0x1p-52*max(math.Abs(first.Mean), math.Abs(second.Mean))) || se == 0 {
		none.Err = ErrConstant
		return none
	}
	t := Test{SE: se, DF: welchDF(first, second)}
	t.T = (second.Mean - first.Mean) / se
	if math.IsInf(second.Mean-first.Mean, 0) {
		t.T = second.Mean/se - first.Mean/se
	}
	t.P = tailP(t.T, t.DF)
	return t
}

func standardError(s Summary) float64 { return s.SD / math.Sqrt(float64(s.N)) }

// welchDF is the Welch-Satterthwaite number: with q the smaller variance of a mean
// over the larger, (1+q)^2 / (1/(n-1) + q^2/(m-1)).
func welchDF(first, second Summary) float64 {
	a, b := standardError(first), standardError(second)
	n, m := float64(first.N-1), float64(second.N-1)
	if a < b {
		a, b, n, m = b, a, m, n
	}
	q := (b / a) * (b / a)
	return (1 + q) * (1 + q) / (1/n + q*q/m)
}

// tailP is the two-sided probability of |t| or more.
func tailP(t, df float64) float64 {
	return min(1, 2*distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.CDF(-math.Abs(t)))
}

// tQuantile is the value that |t| exceeds with the probability risk. It is taken
// from the lower tail, where small probabilities keep their digits.
func tQuantile(risk, df float64) float64 {
	return -distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(risk / 2)
}

// HalfWidth is half the width of the difference's interval at a risk, in the unit
// of the numbers.
func (t Test) HalfWidth(risk float64) float64 {
	if t.Err != nil {
		return math.NaN()
	}
	return tQuantile(risk, t.DF) * t.SE
}

// RatioInterval is the interval of second's mean relative to first's, in percent
// of change: 0 is no change, -10 a tenth less. It is Fieller's: unlike the half
// widths above it knows that the first mean is uncertain too, and it leaves out 0
// exactly when Welch's p is below the risk. Where the first mean is not
// clearly apart from zero it is unbounded (-Inf, Inf). Two constant groups have an
// interval of no width; with fewer than two numbers on a side it is unbounded.
func RatioInterval(first, second Summary, risk float64) (lo, hi float64) {
	w := Welch(first, second)
	percent := func(ratio float64) float64 { return (ratio - 1) * 100 }
	switch {
	case errors.Is(w.Err, ErrConstant) && first.Mean > 0:
		d := percent(second.Mean / first.Mean)
		return d, d
	case w.Err != nil || !(first.Mean > 0):
		return math.Inf(-1), math.Inf(1)
	}
	// The ratios r for which |y - r x| <= q sqrt(b^2 + r^2 a^2), with everything
	// in units of x.
	q := tQuantile(risk, w.DF)
	change := (second.Mean - first.Mean) / first.Mean
	y := 1 + change
	a := q * standardError(first) / first.Mean
	b := q * standardError(second) / first.Mean
	g := 1 - a*a
	if !(g > 0) || math.IsInf(y, 0) || math.IsNaN(y) {
		return math.Inf(-1), math.Inf(1)
	}
	// y^2 - g (y^2 - b^2), written so that nothing cancels
	root := math.Sqrt(a*a*y*y + b*b*g)
	// (y - root)/g - 1 with the 1 taken in: near no change the difference would
	// lose digits otherwise.
	return (change - root + a*a) / g * 100, (change + root + a*a) / g * 100
}

// RatioP is the two-sided p of the hypothesis that second's mean is ratio times
// first's, by Welch's method on the difference. RatioP(x, y, 1) is Welch's p. It is
// NaN where there is no test.
func RatioP(first, second Summary, ratio float64) float64 {
	w := Welch(first, second)
	if w.Err != nil {
		return math.NaN()
	}
	se := math.Hypot(ratio*standardError(first), standardError(second))
	return tailP((second.Mean-ratio*first.Mean)/se, w.DF)
}

// MeanHalfWidth is half the width of a mean's interval at a risk, by Student's t; NaN
// with fewer than two numbers.
func MeanHalfWidth(s Summary, risk float64) float64 {
	if s.N < 2 {
		return math.NaN()
	}
	return tQuantile(risk, float64(s.N-1)) * standardError(s)
}
