package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// near reports whether a number is within a relative tolerance, or as not-a-number
// or infinite as the other.
func near(got, want, tolerance float64) bool {
	if math.IsNaN(want) || math.IsInf(want, 0) || want == 0 {
		return got == want || math.IsNaN(got) && math.IsNaN(want)
	}
	return math.Abs(got-want) <= tolerance*math.Abs(want)
}

// The numbers were computed with R 4.2.2: t.test, wilcox.test, p.adjust.
func TestAgainstR(t *testing.T) {
	x := []float64{1.5, 2.25, 3.125, 4, 5.5}
	y := []float64{2, 3.5, 4.25, 6, 7.75, 9}
	w := Welch(Describe(x), Describe(y))
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"t", w.T, 1.6608666760468991},
		{"df", w.DF, 8.2228274925309464},
		{"p", w.P, 0.13429385333755997},
		{"rank p", MannWhitney(x, y).P, 0.17748917748917747},
	} {
		if !near(c.got, c.want, 1e-12) {
			t.Errorf("%s = %.17g, R has %.17g", c.name, c.got, c.want)
		}
	}
}

func TestSumsDoNotLoseDigits(t *testing.T) {
	// 1e9 + k*2^-20, k = 0..9: exact in a float64, so the answers are known.
	var x []float64
	for k := range 10 {
		x = append(x, 1e9+float64(k)*0x1p-20)
	}
	s := Describe(x)
	if want := math.Sqrt(82.5/9) * 0x1p-20; !near(s.SD, want, 1e-15) {
		t.Errorf("sd = %.17g, want %.17g", s.SD, want)
	}
	if s.Mean != 1e9+4.5*0x1p-20 {
		t.Errorf("mean - 1e9 = %.17g", s.Mean-1e9)
	}
	for _, scale := range []float64{0x1p900, 0x1p-900, 0x1p-1000} {
		z := Describe([]float64{1 * scale, 2 * scale, 4 * scale})
		if want := math.Sqrt(7./3) * scale; !near(z.SD, want, 1e-15) {
			t.Errorf("at scale %g: sd = %g, want %g", scale, z.SD, want)
		}
		w := Welch(z, Describe([]float64{2 * scale, 3 * scale, 4 * scale}))
		ordinary := Welch(Describe([]float64{1, 2, 4}), Describe([]float64{2, 3, 4}))
		if !near(w.P, ordinary.P, 1e-14) || !near(w.DF, ordinary.DF, 1e-14) {
			t.Errorf("at scale %g: p = %v, df = %v, want %v, %v", scale, w.P, w.DF, ordinary.P, ordinary.DF)
		}
	}
}

func TestWhenThereIsNoTest(t *testing.T) {
	two := Describe([]float64{1, 2})
	for _, c := range []struct {
		name          string
		first, second []float64
		want          error
	}{
		{"one sample", []float64{1}, []float64{1, 2}, ErrTooFew},
		{"none", nil, []float64{1, 2}, ErrTooFew},
		{"equal constants", []float64{3, 3}, []float64{3, 3}, ErrConstant},
		{"different constants", []float64{3, 3}, []float64{4, 4, 4}, ErrConstant},
		{"zeros", []float64{0, 0}, []float64{0, 0}, ErrConstant},
		{"infinite", []float64{1, math.Inf(1)}, []float64{1, 2}, ErrInfinite},
		{"nearly constant", []float64{1e9, 1e9 + 1e-6}, []float64{1e9, 1e9}, ErrConstant},
	} {
		w := Welch(Describe(c.first), Describe(c.second))
		if !errors.Is(w.Err, c.want) || !math.IsNaN(w.P) || !math.IsNaN(w.HalfWidth(0.05)) {
			t.Errorf("%s: %+v, want %v", c.name, w, c.want)
		}
	}
	// One side without spread is no reason: the degrees are those of the other.
	w := Welch(Describe([]float64{5, 5, 5}), two)
	if w.Err != nil || w.DF != 1 {
		t.Errorf("one constant side: %+v, want df 1", w)
	}
}

func TestRatioIntervalAgreesWithP(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		n, m := 2+rng.IntN(20), 2+rng.IntN(20)
		x, y := make([]float64, n), make([]float64, m)
		for i := range x {
			x[i] = 100 + 10*rng.NormFloat64()
		}
		for i := range y {
			y[i] = 104 + 10*rng.NormFloat64()
		}
		a, b := Describe(x), Describe(y)
		risk := 0.2 * rng.Float64()
		lo, hi := RatioInterval(a, b, risk)
		for _, percent := range []float64{0, -5, 7.5} {
			p := RatioP(a, b, 1+percent/100)
			outside := lo > percent || hi < percent
			if math.Abs(p-risk) > 1e-9 && outside != (p < risk) {
				t.Fatalf("at %v %%: interval [%v, %v] at risk %v, but p = %v", percent, lo, hi, risk, p)
			}
		}
		if d := (b.Mean - a.Mean) / a.Mean * 100; !(lo <= d && d <= hi) {
			t.Fatalf("[%v, %v] does not hold the estimate %v", lo, hi, d)
		}
	}
	if lo, hi := RatioInterval(Describe([]float64{4, 4}), Describe([]float64{5, 5}), 0.05); lo != 25 || hi != 25 {
		t.Errorf("constants: [%v, %v], want 25 %%", lo, hi)
	}
	if lo, hi := RatioInterval(Describe([]float64{4}), Describe([]float64{5, 5}), 0.05); !math.IsInf(lo, -1) || !math.IsInf(hi, 1) {
		t.Errorf("one sample: [%v, %v], want no bounds", lo, hi)
	}
	if lo, hi := RatioInterval(Describe([]float64{-10, 12}), Describe([]float64{5, 6}), 0.05); !math.IsInf(lo, -1) || !math.IsInf(hi, 1) {
		t.Errorf("first mean not apart from zero: [%v, %v], want no bounds", lo, hi)
	}
}

func TestStudentNearOneDegree(t *testing.T) {
	// With one degree the distribution is Cauchy's, whose tail has a closed form.
	for _, v := range []float64{0.1, 1, 63.7, 1e3, 1e6} {
		if want := 1 - 2*math.Atan(v)/math.Pi; v < 100 && !near(tailP(v, 1), want, 1e-12) {
			t.Errorf("p(%v, 1 df) = %v, want %v", v, tailP(v, 1), want)
		}
	}
	for _, risk := range []float64{0.05, 0.01, 0.001} {
		if want := math.Tan(math.Pi / 2 * (1 - risk)); !near(tQuantile(risk, 1), want, 1e-10) {
			t.Errorf("quantile(%v, 1 df) = %v, want %v", risk, tQuantile(risk, 1), want)
		}
		for _, df := range []float64{1.0000001, 1.01, 1.5, 58.3, 1e7} {
			if got := tailP(tQuantile(risk, df), df); !near(got, risk, 1e-9) {
				t.Errorf("p(quantile(%v), %v df) = %v", risk, df, got)
			}
		}
	}
}

// The exact distribution is compared with counting all ways to deal the ranks.
func TestRankTestByCounting(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for m := 1; m <= 5; m++ {
			counts := make([]float64, n*m+1)
			total := 0.0
			for mask := range 1 << (n + m) {
				u, below, ones := 0, 0, 0
				for i := range n + m {
					if mask>>i&1 == 1 {
						u += below
						ones++
					} else {
						below++
					}
				}
				if ones == n {
					counts[u]++
					total++
				}
			}
			for u := range counts {
				low, high := 0.0, 0.0
				for v := range counts {
					if v <= u {
						low += counts[v]
					}
					if v >= u {
						high += counts[v]
					}
				}
				want := min(1, 2*min(low, high)/total)
				if got := exactP(n, m, u); !near(got, want, 1e-12) {
					t.Errorf("p(n=%d, m=%d, U=%d) = %v, counting gives %v", n, m, u, got, want)
				}
			}
			if got, want := SmallestRankP(n, m), exactP(n, m, 0); !near(got, want, 1e-12) {
				t.Errorf("smallest p(%d, %d) = %v, want %v", n, m, got, want)
			}
		}
	}
	if r := MannWhitney([]float64{1, 1}, []float64{1, 1}); !math.IsNaN(r.P) {
		t.Errorf("all tied: %+v", r)
	}
	if r := MannWhitney(nil, []float64{1}); r.Method != "" {
		t.Errorf("an empty group: %+v", r)
	}
	if r := MannWhitney([]float64{1, math.NaN()}, []float64{2}); r.P != 1 || r.Method != Exact {
		t.Errorf("NaN is left out: %+v, want p 1", r)
	}
}

func TestCorrections(t *testing.T) {
	nan := math.NaN()
	p := []float64{0.01, nan, 0.04, 0.03, 0.005}
	// p.adjust(c(.01, NA, .04, .03, .005), "holm") and "BH" in R
	for _, c := range []struct {
		name      string
		got, want []float64
	}{
		{"Holm", Holm(p), []float64{0.03, nan, 0.06, 0.06, 0.02}},
		{"BH", BenjaminiHochberg(p), []float64{0.02, nan, 0.04, 0.04, 0.02}},
	} {
		if !slices.EqualFunc(c.got, c.want, func(a, b float64) bool { return near(a, b, 1e-14) }) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

// A row is found by its adjusted p exactly if its p is below its risk.
func TestRisksAgreeWithAdjustedP(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		p := make([]float64, 1+rng.IntN(12))
		for i := range p {
			p[i] = math.Pow(rng.Float64(), 6)
			if rng.IntN(8) == 0 {
				p[i] = math.NaN()
			}
		}
		holm, bh := Holm(p), BenjaminiHochberg(p)
		holmRisks, bhRisks := HolmRisks(p, 0.05), BenjaminiHochbergRisks(p, 0.05)
		for i := range p {
			if holmRisks[i] <= 0 || holmRisks[i] > 0.05 || bhRisks[i] <= 0 || bhRisks[i] > 0.05 {
				t.Fatalf("%v: risks %v %v", p, holmRisks, bhRisks)
			}
			if math.IsNaN(p[i]) {
				continue
			}
			if (holm[i] < 0.05) != (p[i] < holmRisks[i]) {
				t.Fatalf("Holm of %v: row %d adjusted %v, risk %v", p, i, holm[i], holmRisks[i])
			}
			if (bh[i] < 0.05) != (p[i] < bhRisks[i]) {
				t.Fatalf("BH of %v: row %d adjusted %v, risk %v", p, i, bh[i], bhRisks[i])
			}
		}
	}
}

// The bounds of five equal looks at 5 %, as tables of Lan and DeMets' method have
// them.
func TestLookRisksAsPublished(t *testing.T) {
	risks, err := LookRisks(0.05, []float64{0.2, 0.4, 0.6, 0.8, 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{4.8769, 3.3569, 2.6803, 2.2898, 2.0310} {
		z := math.Sqrt2 * math.Erfinv(1-risks[i])
		if math.Abs(z-want) > 2e-4 {
			t.Errorf("look %d: bound %.4f, published %.4f", i+1, z, want)
		}
	}
	if one, err := LookRisks(0.01, []float64{1}); err != nil || !near(one[0], 0.01, 1e-9) {
		t.Errorf("a single look: %v, %v; want 0.01", one, err)
	}
	for _, bad := range [][]float64{{0}, {0.5, 0.5}, {0.5, 1.1}, {math.NaN()}, {-1}} {
		if _, err := LookRisks(0.05, bad); err == nil {
			t.Errorf("looks at %v were accepted", bad)
		}
	}
	if _, err := LookRisks(0, []float64{1}); err == nil {
		t.Error("a risk of 0 was accepted")
	}
}

func TestShape(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const groups = 4000
	skewed, bimodal := 0, 0
	for range groups {
		x := make([]float64, 30)
		for i := range x {
			x[i] = 1e6 + 1e4*rng.NormFloat64()
		}
		s := ShapeOf(x)
		if s.Skewed {
			skewed++
		}
		if s.Bimodal {
			bimodal++
		}
	}
	if skewed > groups/100 || bimodal > groups/100 {
		t.Errorf("of %d normal groups %d are called skewed and %d bimodal", groups, skewed, bimodal)
	}
	two := make([]float64, 30)
	tail := make([]float64, 30)
	for i := range two {
		two[i] = 1e6 + 1e3*rng.NormFloat64() + float64(i%3/2)*5e4
		tail[i] = 1e6 - 1e4*math.Exp(2*rng.NormFloat64())
	}
	if s := ShapeOf(two); !s.Bimodal {
		t.Errorf("two clumps: %+v", s)
	}
	if s := ShapeOf(tail); !s.Skewed {
		t.Errorf("a long tail: %+v", s)
	}
	for _, x := range [][]float64{nil, {1, 2, 3}, {1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8, math.Inf(1)}} {
		if s := ShapeOf(x); s.Skewed || s.Bimodal {
			t.Errorf("%v: %+v", x, s)
		}
	}
}

func TestGeoMeanAndQuantiles(t *testing.T) {
	g, n := GeoMean([]float64{2, 8, math.NaN(), 0, -1, math.Inf(1)})
	if !near(g, 4, 1e-15) || n != 2 {
		t.Errorf("GeoMean = %v of %d, want 4 of 2", g, n)
	}
	if g, n := GeoMean(nil); !math.IsNaN(g) || n != 0 {
		t.Errorf("GeoMean of nothing = %v of %d", g, n)
	}
	s := Describe([]float64{4, 1, 3, 2})
	if s.Q1 != 1.75 || s.Median != 2.5 || s.Q3 != 3.25 || s.Min != 1 || s.Max != 4 {
		t.Errorf("quartiles %+v", s)
	}
	if q := Quantile([]float64{5}, 0.95); q != 5 {
		t.Errorf("quantile of one number: %v", q)
	}
}
