package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// This file says when a group of rates looks unlike the one hill that means and
// standard deviations describe.

// Shape is what is odd about a group.
type Shape struct {
	// Skew is the adjusted sample skewness; NaN with fewer than 8 numbers or no
	// spread.
	Skew float64
	// Skewed: one tail is much longer; |Skew| above 1.5.
	Skewed bool
	// Bimodal: the numbers fall into two clumps with a gap between.
	Bimodal bool
}

const (
	shapeNeeds  = 8    // below, everything looks odd by chance
	skewedAbove = 1.5  // of 30 normal numbers 1 in 1,000 groups
	clumpShare  = 0.15 // the smaller clump has at least this share of the numbers
	clumpsAbove = 0.90 // share of the variance that lies between the clumps
)

// ShapeOf looks at the numbers. Of normal numbers it flags about one group in a
// hundred or fewer.
func ShapeOf(x []float64) Shape {
	s := Shape{Skew: math.NaN()}
	n := len(x)
	if n < shapeNeeds || slices.ContainsFunc(x, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
		return s
	}
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	if sorted[0] == sorted[n-1] {
		return s
	}
	// Centred and scaled first, for gonum sums cubes plainly.
	mid, width := sorted[n/2], sorted[n-1]-sorted[0]
	if math.IsInf(width, 0) {
		return s
	}
	for i := range sorted {
		sorted[i] = (sorted[i] - mid) / width
	}
	s.Skew = stat.Skew(sorted, nil)
	s.Skewed = math.Abs(s.Skew) > skewedAbove
	s.Bimodal = clumps(sorted) > clumpsAbove
	if s.Bimodal {
		s.Skewed = false
	}
	return s
}

// clumps is the largest share of the variance that a cut into two explains, over
// cuts that leave enough on both sides. One hill gives about 0.64, a flat
// distribution 0.75, two hills nearly 1.
func clumps(sorted []float64) float64 {
	n := len(sorted)
	total := stat.Variance(sorted, nil) * float64(n-1)
	mean := stat.Mean(sorted, nil)
	least := max(2, int(math.Ceil(clumpShare*float64(n))))
	best, sum := 0.0, 0.0
	for i := range n - least {
		sum += sorted[i] - mean
		left := float64(i + 1)
		if i+1 < least {
			continue
		}
		best = max(best, sum*sum/left+sum*sum/(float64(n)-left))
	}
	return best / total
}
