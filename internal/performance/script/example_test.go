package script_test

import (
	"context"
	"fmt"

	"github.com/nodetimers/nodetimers/internal/performance/script"
)

// The samples of an earlier bench give the rows without measuring.
func ExampleRows() {
	rows, err := script.Rows(context.Background(), script.Options{
		Groups: []string{"goja"},
		JSON:   "testdata/bench.json",
		Filter: []string{"timeout-"},
	})
	if err != nil {
		fmt.Println(err)
	}
	for _, r := range rows {
		if r.Goal != "" && r.Pairs > 0 {
			fmt.Printf("%s: goal %s, median of %d ratios %.1f, %v\n", r.Name, r.Goal, r.Pairs, r.Ratio.Median, r.Met)
		}
	}
	// Output:
	// timers/timers-timeout-pooled.js n=300000: goal not slower, median of 3 ratios 15.0, met
	// firing, geometric mean: goal ≥ 14x, median of 3 ratios 15.0, met
	// all rows that both have, geometric mean: goal ≥ 3x, median of 3 ratios 15.0, met
}

func ExampleGroups() {
	fmt.Println(script.Groups())
	// Output: [native goja node command memory]
}
