// Command trace records an event loop and tells what was late and why. The loop runs
// on a virtual clock, so that the output is the same each time.
//
//	go run ./examples/trace                    the summary
//	go run ./examples/trace -html trace.html   and the timeline as a page
//	go run ./examples/trace -serve :8080       a loop that runs on, with /debug/timers
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/trace"
	"github.com/nodetimers/nodetimers/trace/health"
)

func main() {
	html := flag.String("html", "", "write the timeline to `FILE`")
	addr := flag.String("serve", "", "serve /debug/timers at `ADDRESS`")
	flag.Parse()
	var err error
	if *addr != "" {
		err = serve(*addr)
	} else {
		err = record(*html)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// shop is a program with a fault: closing the books takes 51 ms, and meanwhile
// nothing else runs.
type shop struct {
	loop  *eventloop.Loop
	clock *eventloop.VirtualClock
	rec   *trace.Recorder
}

func (s *shop) closeBooks() { s.clock.Advance(51 * time.Millisecond) }
func (s *shop) answer()     { s.loop.SetImmediate(s.send) }
func (s *shop) send()       { fmt.Printf("how it came to send:\n%v", s.rec.Chain()) }

// record runs the shop with a recorder on its loop.
func record(html string) error {
	clock := eventloop.NewVirtualClock()
	loop := eventloop.New(eventloop.Options{Clock: clock})
	s := &shop{loop, clock, trace.New(loop, trace.Options{
		Wall: func() time.Duration { return 0 }, // not how long it takes in reality: it differs
	})}
	s.rec.Start()
	loop.AfterFunc(8*time.Millisecond, s.closeBooks)
	loop.AfterFunc(10*time.Millisecond, s.answer)
	if err := loop.Run(context.Background()); err != nil {
		return err
	}
	s.rec.Stop()
	timeline := s.rec.Timeline()
	if err := timeline.WriteSummary(os.Stdout); err != nil || html == "" {
		return err
	}
	f, err := os.Create(html)
	if err != nil {
		return err
	}
	if err := timeline.WriteHTML(f, "shop"); err != nil {
		return err
	}
	return f.Close()
}

// serve runs a loop that is slow now and then, watched by a Monitor.
func serve(addr string) error {
	loop := eventloop.New(eventloop.Options{})
	loop.TrackOrigins()
	monitor := health.New(loop, health.Options{Slow: 50 * time.Millisecond, Logger: slog.Default()})
	monitor.Start()
	loop.Every(20*time.Millisecond, func() { time.Sleep(time.Millisecond) })
	loop.Every(5*time.Second, func() { time.Sleep(120 * time.Millisecond) })
	for range 1000 {
		loop.AfterFunc(time.Hour, func() {}).Unref()
	}
	http.Handle("/debug/timers", monitor.Handler())
	http.Handle("/debug/timers/", monitor.Handler())
	go func() { log.Fatal(http.ListenAndServe(addr, nil)) }()
	return loop.Run(context.Background())
}
