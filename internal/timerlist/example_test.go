package timerlist_test

import (
	"fmt"

	"github.com/nodetimers/nodetimers/internal/timerlist"
)

// Two timers of 20 ticks and one of 90, all late when the pass is made: lists are run one after the other, so the
// second timer of 20 overtakes the one of 90, though it was due after it.
func Example() {
	type job struct{ name string }
	var timers timerlist.Lists[job]
	set := func(name string, now, duration int64) {
		n := new(timerlist.Node[job])
		n.Payload().name = name
		timers.Insert(n, now, duration)
	}

	set("20, set at 0", 0, 20)
	set("90, set at 0", 0, 90)
	set("20, set at 110", 110, 20)
	fmt.Println(timers.NextExpiry())

	for n := timers.Next(200); n != nil; n = timers.Next(200) {
		fmt.Println(n.Payload().name)
	}
	fmt.Println(timers.NextExpiry())
	// Output:
	// 20 true
	// 20, set at 0
	// 20, set at 110
	// 90, set at 0
	// 0 false
}

// A timer that is re-armed all the time costs nothing but that: its list is looked at once in each duration.
func ExampleLists_Rearm() {
	var timers timerlist.Lists[string]
	var idle timerlist.Node[string]
	timers.Insert(&idle, 0, 100)
	for now := int64(1); now <= 99; now++ {
		timers.Rearm(&idle, now)
	}
	fmt.Println(timers.NextExpiry())
	fmt.Println(timers.Next(100) == nil)
	fmt.Println(timers.NextExpiry())
	fmt.Println(timers.Next(199) == &idle)
	// Output:
	// 100 true
	// true
	// 199 true
	// true
}
