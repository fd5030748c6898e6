// Command falserates measures how often a comparison of two equal binaries claims a
// difference:
//
//	go run ./internal/compare/falserates
//
// Each line of its table is 10,000 simulated comparisons, drawn from a fixed seed and
// judged by the code that judges real ones. A rate of 5 % is known to 0.4 points.
package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"github.com/nodetimers/nodetimers/internal/compare"
	"github.com/nodetimers/nodetimers/internal/samples"
)

const rowsPerReport = 22 // as many as Node's timers category has

func main() {
	n := flag.Int("n", 10000, "comparisons for each line")
	seed := flag.Uint64("seed", 1, "what samples are drawn from")
	flag.Parse()
	if err := run(*n, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "falserates:", err)
		os.Exit(1)
	}
}

// noise is a distribution of rates around 1.
type noise struct {
	name string
	draw func(*rand.Rand) float64
}

var noises = []noise{
	{"normal, 3 %", func(r *rand.Rand) float64 { return 1 + 0.03*r.NormFloat64() }},
	{"long tail (log-normal, 20 %)", func(r *rand.Rand) float64 { return math.Exp(-0.2 * math.Abs(r.NormFloat64())) }},
	{"two clumps, 10 % apart", func(r *rand.Rand) float64 { return 1 + 0.02*r.NormFloat64() - 0.1*float64(r.IntN(4)/3) }},
}

func run(n int, seed uint64) error {
	fmt.Printf("| noise | runs | `*` | `**` | `***` | any `*` in %d rows | any after Holm | any after BH | gate 0 %% | gate 5 %%, all rows lose 5 %% | better/worse, 2 %% margin, all rows differ 2 %% |\n", rowsPerReport)
	fmt.Println("|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for i, z := range noises {
		for j, runs := range []int{30, 10, 5} {
			line, err := reports(n, runs, z, rand.New(rand.NewPCG(seed, uint64(10*i+j))))
			if err != nil {
				return err
			}
			fmt.Println(line)
		}
	}
	fmt.Println()
	fmt.Println("| noise | rule | wrong claims | mean runs of 30 |")
	fmt.Println("|:--|:--|--:|--:|")
	for i, z := range noises {
		if err := looks(n, z, rand.New(rand.NewPCG(seed, uint64(100+i)))); err != nil {
			return err
		}
	}
	return nil
}

// reports simulates n reports and counts those with a false claim.
func reports(n, runs int, z noise, rng *rand.Rand) (string, error) {
	var rows, one, two, three, anyStar, anyHolm, anyBH, gate0, gate5, margin int
	for range n {
		zero, five := 0.0, 5.0
		equal := draw(rng, z, runs, 1)
		r, err := compare.New(equal, compare.Options{Gate: &zero})
		if err != nil {
			return "", err
		}
		var star, holm, bh bool
		for _, row := range r.Comparisons[0].Rows {
			rows++
			one += count(row.Test.P < 0.05)
			two += count(row.Test.P < 0.01)
			three += count(row.Test.P < 0.001)
			star = star || row.Test.P < 0.05
			holm = holm || row.HolmP < 0.05
			bh = bh || row.BHP < 0.05
		}
		anyStar += count(star)
		anyHolm += count(holm)
		anyBH += count(bh)
		gate0 += count(r.Gate.Failed > 0)
		slower, err := compare.New(scaled(equal, 0.95), compare.Options{Gate: &five})
		if err != nil {
			return "", err
		}
		gate5 += count(slower.Gate.Failed > 0)
		two, err := compare.New(scaled(equal, 1.02), compare.Options{MinEffect: 2, Correction: compare.Holm})
		if err != nil {
			return "", err
		}
		margin += count(two.Count(compare.Better)+two.Count(compare.Worse) > 0)
	}
	share := func(k, of int) string { return fmt.Sprintf("%.2f %%", 100*float64(k)/float64(of)) }
	return fmt.Sprintf("| %s | %d | %s | %s | %s | %s | %s | %s | %s | %s | %s |", z.name, runs, share(one, rows), share(two, rows),
		share(three, rows), share(anyStar, n), share(anyHolm, n), share(anyBH, n), share(gate0, n), share(gate5, n), share(margin, n)), nil
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// draw makes a set of rows whose new mean is ratio times the old.
func draw(rng *rand.Rand, z noise, runs int, ratio float64) *samples.Set {
	set := &samples.Set{}
	for round := range runs {
		for row := range rowsPerReport {
			for _, side := range []struct {
				name  string
				ratio float64
			}{{"old", 1}, {"new", ratio}} {
				set.Samples = append(set.Samples, samples.Sample{Binary: side.name, Filename: "a.js",
					Conf: samples.Conf{{Key: "n", Value: float64(row)}}, Configuration: fmt.Sprintf("n=%d", row),
					Rate: 1e6 * side.ratio * z.draw(rng), Round: round})
			}
		}
	}
	return set
}

// scaled is the set with the new rates multiplied.
func scaled(set *samples.Set, ratio float64) *samples.Set {
	c := &samples.Set{Samples: append([]samples.Sample(nil), set.Samples...)}
	for i := range c.Samples {
		if c.Samples[i].Binary == "new" {
			c.Samples[i].Rate *= ratio
		}
	}
	return c
}

// looks simulates rows that are looked at five times. A wrong claim is "better" or
// "worse" of equal binaries.
func looks(n int, z noise, rng *rand.Rand) error {
	const runs = 30
	one, err := compare.NewPlan(samples.Plan{Looks: compare.DefaultLooks(runs), Alpha: 0.05, Rows: 1})
	if err != nil {
		return err
	}
	all, err := compare.NewPlan(samples.Plan{Looks: compare.DefaultLooks(runs), Alpha: 0.05, Rows: rowsPerReport})
	if err != nil {
		return err
	}
	naive, err := compare.NewPlan(samples.Plan{Looks: []int{runs}, Alpha: 0.05, Rows: 1})
	if err != nil {
		return err
	}
	var planned, wide, peeking tally
	reportsWrong := 0
	for range n {
		old, new := side(rng, z, runs), side(rng, z, runs)
		planned.add(follow(one, old, new, one.Looks, compare.Goal{}))
		wide.add(follow(one, old, new, one.Looks, compare.Goal{MinEffect: 1, Width: 2.5}))
		// Testing at 5 % at each look, as if it were the only one.
		peeking.add(follow(naive, old, new, one.Looks, compare.Goal{}))
		wrong := false
		for range rowsPerReport {
			claim, _ := follow(all, side(rng, z, runs), side(rng, z, runs), all.Looks, compare.Goal{})
			wrong = wrong || claim
		}
		reportsWrong += count(wrong)
	}
	line := func(rule string, wrong int, used string) {
		fmt.Printf("| %s | %s | %.2f %% | %s |\n", z.name, rule, 100*float64(wrong)/float64(n), used)
	}
	mean := func(t tally) string { return fmt.Sprintf("%.1f", float64(t.used)/float64(t.total)) }
	line("5 % at each of five looks (what not to do)", peeking.wrong, mean(peeking))
	line("plan for one row, stop when settled", planned.wrong, mean(planned))
	line("plan for one row, stop when settled within 1 % or narrower than ±2.5 %", wide.wrong, mean(wide))
	line(fmt.Sprintf("plan for %d rows, any wrong claim in a report", rowsPerReport), reportsWrong, "")
	return nil
}

// tally counts rows, those with a wrong claim, and the runs that they took.
type tally struct{ wrong, used, total int }

func (t *tally) add(wrong bool, used int) {
	t.wrong += count(wrong)
	t.used += used
	t.total++
}

func side(rng *rand.Rand, z noise, runs int) []float64 {
	list := make([]float64, runs)
	for i := range list {
		list[i] = 1e6 * z.draw(rng)
	}
	return list
}

// follow measures a row as a runner would and reports whether a claim was made, and
// after how many runs it stopped. The plan's risks count, looked at at the given
// numbers of samples.
func follow(p *compare.Plan, old, new []float64, at []int, g compare.Goal) (claimed bool, used int) {
	for _, k := range at {
		d := p.Decide(old[:k], new[:k], g)
		if d.Verdict == compare.Better || d.Verdict == compare.Worse {
			return true, k
		}
		if d.Stop {
			return false, k
		}
	}
	return false, at[len(at)-1]
}
