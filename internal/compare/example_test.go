package compare_test

import (
	"fmt"
	"os"

	"github.com/nodetimers/nodetimers/internal/compare"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// A runner measures both sides, looks when the plan says so, and stops when there is
// nothing more to learn.
func ExamplePlan() {
	plan, err := compare.NewPlan(samples.Plan{Looks: compare.DefaultLooks(30), Rows: 22})
	if err != nil {
		panic(err)
	}
	var old, new []float64
	for round := 0; ; round++ {
		old = append(old, 100+float64(round%3)) // measured, in earnest
		new = append(new, 80+float64(round%4))
		if !plan.Look(len(old)) {
			continue
		}
		d := plan.Decide(old, new, compare.Goal{MinEffect: 1})
		if d.Stop {
			fmt.Printf("%s after %d runs: %+.1f %% to %+.1f %%\n", d.Verdict, len(old), d.Lo, d.Hi)
			return
		}
	}
	// Output: worse after 10 runs: -23.4 % to -15.3 %
}

func ExampleFilter() {
	f := compare.Filter{Files: []string{"immediate"}, Where: []string{"type=depth", "type=clear"}}
	for _, conf := range []string{"type='depth' n=1", "type='clear' n=1", "type='breadth' n=1"} {
		fmt.Println(conf, f.Keep(samples.Sample{Filename: "timers/immediate.js", Configuration: conf}))
	}
	// Output:
	// type='depth' n=1 true
	// type='clear' n=1 true
	// type='breadth' n=1 false
}

func ExampleScatter() {
	set := &samples.Set{}
	for _, n := range []float64{10, 100} {
		for round := range 3 {
			conf := samples.Conf{{Key: "n", Value: n}}
			set.Samples = append(set.Samples, samples.Sample{Binary: "old", Filename: "a.js", Conf: conf, Rate: 1000*n + float64(round)})
		}
	}
	s, err := compare.NewScatter(set, "n", compare.Filter{})
	if err != nil {
		panic(err)
	}
	s.WriteText(os.Stdout)
	// Output:
	// old a.js
	//        rate confidence interval median n
	// n=10   10 k              ±0.02%   10 k 3
	// n=100 100 k              ±0.00%  100 k 3
}
