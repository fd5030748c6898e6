package programs_test

import (
	"fmt"

	"github.com/nodetimers/nodetimers/internal/bench/programs"
)

func ExampleRows() {
	required := 0
	for _, r := range programs.Rows() {
		if r.Required() {
			required++
		}
		if r.File == "timers/timers-breadth.js" {
			floor, _ := r.Floor()
			fmt.Println(r.Name())
			fmt.Println(r.QuickName())
			fmt.Println(floor.Name())
		}
	}
	fmt.Println(required)
	// Output:
	// timers/timers-breadth.js n=5000000
	// timers/timers-breadth.js n=200000
	// floor/timers-breadth.js n=5000000
	// 22
}
