package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// This file is the description of one group of numbers. Sums are compensated and
// the mean is corrected by a second pass: R sums in extended precision, and with
// means of 1e9 and spreads of 1e-6 plain sums lose the digits that the test is
// about. Numbers of extreme size are scaled by a power of two first, which is
// exact, so that no square over- or underflows.

// Summary describes a group of numbers.
type Summary struct {
	// N counts all numbers, NaN included.
	N int
	// Mean is NaN for an empty group or one with NaN.
	Mean float64
	// SD is the sample standard deviation (n-1); NaN with fewer than two numbers.
	SD float64
	// Quartiles as R's default type 7, and the extremes; NaN for an empty group.
	Min, Q1, Median, Q3, Max float64
	// NaNs counts numbers that are NaN, Infs those that are infinite.
	NaNs, Infs int
}

// Describe summarises the numbers. With NaN among them all but N, NaNs and Infs is
// NaN. It costs a sorted copy.
func Describe(x []float64) Summary {
	nan := math.NaN()
	s := Summary{N: len(x), Mean: nan, SD: nan, Min: nan, Q1: nan, Median: nan, Q3: nan, Max: nan}
	for _, v := range x {
		if math.IsNaN(v) {
			s.NaNs++
		}
		if math.IsInf(v, 0) {
			s.Infs++
		}
	}
	if len(x) == 0 || s.NaNs > 0 {
		return s
	}
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	s.Min, s.Max = sorted[0], sorted[len(x)-1]
	s.Q1, s.Median, s.Q3 = quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)
	s.Mean, s.SD = moments(x)
	return s
}

// withoutNaN drops NaN. It returns x itself if there is none.
func withoutNaN(x []float64) []float64 {
	if !slices.ContainsFunc(x, math.IsNaN) {
		return x
	}
	return slices.DeleteFunc(slices.Clone(x), math.IsNaN)
}

// DescribeNumbers is Describe without the NaNs among the numbers.
func DescribeNumbers(x []float64) Summary { return Describe(withoutNaN(x)) }

// moments returns mean and standard deviation by two passes.
func moments(x []float64) (mean, sd float64) {
	largest := 0.0
	for _, v := range x {
		largest = max(largest, math.Abs(v))
	}
	if math.IsInf(largest, 0) {
		return stat.Mean(x, nil), math.NaN()
	}
	_, exp := math.Frexp(largest)
	shift := 0
	if exp > 400 || exp < -400 {
		shift = -exp
	}
	n := float64(len(x))
	var sum compensated
	for _, v := range x {
		sum.add(math.Ldexp(v, shift))
	}
	m := sum.value() / n
	var rest, squares compensated
	for _, v := range x {
		rest.add(math.Ldexp(v, shift) - m)
	}
	correction := rest.value() / n
	for _, v := range x {
		d := math.Ldexp(v, shift) - m - correction
		squares.add(d * d)
	}
	mean, sd = math.Ldexp(m+correction, -shift), math.NaN()
	if len(x) > 1 {
		sd = math.Ldexp(math.Sqrt(squares.value()/(n-1)), -shift)
	}
	return mean, sd
}

// compensated is a sum with the lost low digits beside it (Neumaier).
type compensated struct{ sum, lost float64 }

func (c *compensated) add(v float64) {
	t := c.sum + v
	if math.Abs(c.sum) >= math.Abs(v) {
		c.lost += (c.sum - t) + v
	} else {
		c.lost += (v - t) + c.sum
	}
	c.sum = t
}

func (c *compensated) value() float64 { return c.sum + c.lost }

// quantile is R's type 7, which gonum does not have: linear between the order
// statistics around p(n-1).
func quantile(sorted []float64, p float64) float64 {
	h := p * float64(len(sorted)-1)
	i := int(h)
	if i+1 >= len(sorted) || h == float64(i) {
		return sorted[i]
	}
	if p == 0.5 {
		// a mean of two, as R's median has it; halves first, so it cannot overflow
		return sorted[i]/2 + sorted[i+1]/2
	}
	return sorted[i] + (h-float64(i))*(sorted[i+1]-sorted[i])
}

// Quantile returns the p-quantile of the numbers (R's type 7), NaN for none.
func Quantile(x []float64, p float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	return quantile(sorted, p)
}

// GeoMean is the geometric mean of those ratios that are finite and above zero,
// and how many they are; NaN for none.
func GeoMean(ratios []float64) (mean float64, n int) {
	var sum compensated
	for _, r := range ratios {
		if r > 0 && !math.IsInf(r, 1) {
			sum.add(math.Log(r))
			n++
		}
	}
	if n == 0 {
		return math.NaN(), 0
	}
	return math.Exp(sum.value() / float64(n)), n
}
