package health_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/trace/health"
)

// A loop with its page at /debug/timers.
func ExampleMonitor_Handler() {
	loop := eventloop.New(eventloop.Options{})
	monitor := health.New(loop, health.Options{Slow: 50 * time.Millisecond, Logger: slog.Default()})
	monitor.Start()
	http.Handle("/debug/timers", monitor.Handler())
	http.Handle("/debug/timers/", monitor.Handler())
}

func ExampleMonitor_Snapshot() {
	loop := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
	monitor := health.New(loop, health.Options{})
	monitor.Start()
	defer monitor.Stop()
	for range 3 {
		loop.AfterFunc(time.Hour, func() {}).Unref()
	}
	loop.AfterFunc(time.Second, func() {
		s, _ := monitor.Snapshot(context.Background()) // on the loop it is answered at once
		for _, d := range s.Delays {
			fmt.Printf("%d set to %v, the next in %v\n", d.Count, d.Delay, d.Next)
		}
	})
	_ = loop.Run(context.Background())
	// Output:
	// 3 set to 1h0m0s, the next in 59m59s
}

func ExampleHistogram() {
	var h health.Histogram
	for _, d := range []time.Duration{time.Millisecond, time.Millisecond, 90 * time.Millisecond} {
		h.Add(d)
	}
	fmt.Println(h.Total(), h.Quantile(0.5) < 3*time.Millisecond, h.Max)
	// Output:
	// 3 true 90ms
}
