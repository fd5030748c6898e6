package stats

import (
	"math"
	"slices"
	"sync"

	"github.com/aclements/go-moremath/stats"
	"gonum.org/v1/gonum/stat/distuv"
)

// This file is the Mann-Whitney rank test, with R's choice of method: exact if both
// groups are below 50 and nothing is tied, else the normal approximation, corrected
// for ties and continuity.

// Methods of the rank test.
const (
	Exact  = "exact"
	Normal = "normal-corrected"
)

// RankTest is a result of the Mann-Whitney test.
type RankTest struct {
	// P is two-sided; NaN if a group is empty or everything is tied.
	P float64
	// Method is Exact, Normal, or empty if there is no test.
	Method string
}

const exactBelow = 50

// MannWhitney tests whether numbers of one group tend to be larger than those of
// the other. NaNs are left out.
func MannWhitney(first, second []float64) RankTest {
	first, second = withoutNaN(first), withoutNaN(second)
	n, m := len(first), len(second)
	if n == 0 || m == 0 {
		return RankTest{P: math.NaN()}
	}
	u, ties := countU(first, second)
	if n < exactBelow && m < exactBelow && len(ties) == 0 {
		return RankTest{P: exactP(n, m, int(u)), Method: Exact}
	}
	fn, fm := float64(n), float64(m)
	all := fn + fm
	var tied float64
	for _, t := range ties {
		tied += t*t*t - t
	}
	sigma := math.Sqrt(fn * fm / 12 * (all + 1 - tied/(all*(all-1))))
	z := u - fn*fm/2
	switch {
	case z > 0:
		z -= 0.5
	case z < 0:
		z += 0.5
	}
	if sigma == 0 {
		return RankTest{P: math.NaN(), Method: Normal}
	}
	return RankTest{P: min(1, 2*distuv.UnitNormal.CDF(-math.Abs(z/sigma))), Method: Normal}
}

// countU counts the pairs in which the first group's number is the larger, ties as
// halves, and lists the sizes of the groups of ties over both.
func countU(first, second []float64) (u float64, ties []float64) {
	type item struct {
		v     float64
		first bool
	}
	all := make([]item, 0, len(first)+len(second))
	for _, v := range first {
		all = append(all, item{v, true})
	}
	for _, v := range second {
		all = append(all, item{v, false})
	}
	slices.SortFunc(all, func(a, b item) int {
		switch {
		case a.v < b.v:
			return -1
		case a.v > b.v:
			return 1
		}
		return 0
	})
	below := 0.0 // of the second group
	for i := 0; i < len(all); {
		j, mine, theirs := i, 0.0, 0.0
		for ; j < len(all) && all[j].v == all[i].v; j++ {
			if all[j].first {
				mine++
			} else {
				theirs++
			}
		}
		u += mine * (below + theirs/2)
		below += theirs
		if j-i > 1 {
			ties = append(ties, float64(j-i))
		}
		i = j
	}
	return u, ties
}

// A comparison asks for the same values again and again, and one costs up to some
// milliseconds.
var (
	exactMu    sync.Mutex
	exactKnown = map[[3]int]float64{} // guarded by exactMu
)

// exactP is the two-sided probability of a U as far from the middle as u or farther.
func exactP(n, m, u int) float64 {
	u = min(u, n*m-u) // the distribution is symmetric
	key := [3]int{min(n, m), max(n, m), u}
	exactMu.Lock()
	defer exactMu.Unlock()
	p, ok := exactKnown[key]
	if !ok {
		p = min(1, 2*stats.UDist{N1: n, N2: m}.CDF(float64(u)))
		exactKnown[key] = p
	}
	return p
}

// SmallestRankP is the smallest p that the exact rank test can give for groups of
// these sizes. Where it is above the risk the test can never find anything.
func SmallestRankP(n, m int) float64 {
	if n < 1 || m < 1 {
		return 1
	}
	// 2 / binomial(n+m, n)
	p := 2.0
	for i := 1; i <= n; i++ {
		p *= float64(i) / float64(m+i)
	}
	return min(1, p)
}
