package trace_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/trace"
)

// A recorder on a loop with a virtual clock, where slow takes 51 ms.
func Example() {
	clock := eventloop.NewVirtualClock()
	loop := eventloop.New(eventloop.Options{Clock: clock})
	rec := trace.New(loop, trace.Options{NoOrigins: true, Wall: func() time.Duration { return 0 }})
	rec.Start()
	loop.AfterFunc(8*time.Millisecond, func() { clock.Advance(51 * time.Millisecond) })
	loop.AfterFunc(10*time.Millisecond, func() {})
	if err := loop.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
	rec.Stop()
	for _, c := range rec.Timeline().Callbacks {
		fmt.Printf("%v asked for %v, ran at %v for %v, late %v\n", c.Kind, c.Delay, c.Start, c.Duration(), c.Late())
	}
	// Output:
	// timer asked for 8ms, ran at 8ms for 51ms, late 0s
	// timer asked for 10ms, ran at 59ms for 0s, late 49ms
}

// What came of what.
func ExampleRecorder_Chain() {
	loop := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
	rec := trace.New(loop, trace.Options{})
	rec.Start()
	loop.AfterFunc(time.Second, func() {
		loop.SetImmediate(func() {
			for _, link := range rec.Chain() {
				fmt.Println(link.Kind)
			}
		})
	})
	_ = loop.Run(context.Background())
	// Output:
	// immediate
	// timer
}

func ExampleTimeline_WriteSummary() {
	loop := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
	rec := trace.New(loop, trace.Options{Wall: func() time.Duration { return 0 }})
	rec.Start()
	loop.AfterFunc(time.Second, func() {})
	_ = loop.Run(context.Background())
	_ = rec.Timeline().WriteSummary(os.Stdout)
	// Output:
	// 1 callback in 1 turn of virtual time, 1000 ms.
	// No timer was 5 ms late and no callback ran for 20 ms.
}
