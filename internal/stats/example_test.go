package stats_test

import (
	"fmt"

	"github.com/nodetimers/nodetimers/internal/stats"
)

var (
	before = []float64{99, 101, 100, 102, 98}
	after  = []float64{110, 111, 108, 112, 109}
)

func ExampleSummary() {
	s := stats.Describe(before)
	fmt.Printf("%d rates, mean %g, standard deviation %.3f, median %g\n", s.N, s.Mean, s.SD, s.Median)
	// Output: 5 rates, mean 100, standard deviation 1.581, median 100
}

func ExampleTest() {
	t := stats.Welch(stats.Describe(before), stats.Describe(after))
	fmt.Printf("t = %.2f with %.2f degrees of freedom, p = %.1g\n", t.T, t.DF, t.P)
	fmt.Printf("the means differ by 10 ± %.2f\n", t.HalfWidth(0.05))
	// Output:
	// t = 10.00 with 8.00 degrees of freedom, p = 8e-06
	// the means differ by 10 ± 2.31
}

func ExampleRatioInterval() {
	lo, hi := stats.RatioInterval(stats.Describe(before), stats.Describe(after), 0.05)
	fmt.Printf("%+.1f %% to %+.1f %%\n", lo, hi)
	// Output: +7.6 % to +12.5 %
}

func ExampleRankTest() {
	r := stats.MannWhitney(before, after)
	fmt.Printf("p = %.3f, %s\n", r.P, r.Method)
	fmt.Printf("three against three never go below p = %.1f\n", stats.SmallestRankP(3, 3))
	// Output:
	// p = 0.008, exact
	// three against three never go below p = 0.1
}

func ExampleHolm() {
	p := []float64{0.01, 0.04, 0.03}
	fmt.Println(stats.Holm(p), stats.BenjaminiHochberg(p))
	// Output: [0.03 0.06 0.06] [0.03 0.04 0.04]
}

func ExampleShape() {
	s := stats.ShapeOf([]float64{1, 1.1, 1.2, 1.1, 5, 5.1, 5.2, 5.1})
	fmt.Println(s.Bimodal)
	// Output: true
}

// Five looks share a risk of 5 %.
func ExampleLookRisks() {
	risks, err := stats.LookRisks(0.05, []float64{0.2, 0.4, 0.6, 0.8, 1})
	if err != nil {
		panic(err)
	}
	for _, r := range risks {
		fmt.Printf("%.6f ", r)
	}
	// Output: 0.000001 0.000788 0.007356 0.022032 0.042252
}
