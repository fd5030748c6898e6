package native_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/nodetimers/nodetimers/internal/bench/native"
	"github.com/nodetimers/nodetimers/internal/samples"
)

func ExampleRun() {
	conf := samples.Conf{{Key: "type", Value: "clear"}, {Key: "n", Value: 1000.0}}
	count, elapsed, err := native.Run(context.Background(), native.NativeOwned, "timers/immediate.js", conf)
	fmt.Println(count, elapsed > 0, err)
	// Output: 4000 true <nil>
}

func ExampleUnavailable() {
	conf := samples.Conf{{Key: "n", Value: 1000.0}}
	_, _, err := native.Run(context.Background(), native.AfterFunc, "timers/set-immediate-breadth.js", conf)
	var missing *native.Unavailable
	if errors.As(err, &missing) {
		fmt.Println(missing.Reason)
	}
	// Output: no immediates
}

func ExampleMeasure() {
	conf := samples.Conf{{Key: "n", Value: 1000.0}}
	passes, err := native.Measure(context.Background(), native.Native, "timers/timers-breadth.js", conf, 3)
	for i, p := range passes {
		fmt.Println(i, p.Count, p.Elapsed > 0)
	}
	fmt.Println(err)
	// Output:
	// 0 1000 true
	// 1 1000 true
	// 2 1000 true
	// <nil>
}

func ExampleRows() {
	for _, r := range native.Rows() {
		if r.Runtime == native.Native && r.Filename == "timers/timers-insert-unpooled.js" {
			fmt.Println(r.Full.Inspect(), "or", r.Quick.Inspect())
		}
	}
	// Output:
	// direction='start' n=1000000 or direction='start' n=200000
	// direction='end' n=1000000 or direction='end' n=200000
}
