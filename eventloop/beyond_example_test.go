package eventloop_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// The second call takes 25 ms: two points in time go by.
func ExampleLoop_EveryFixed() {
	for _, missed := range []eventloop.Missed{eventloop.MissedSkip, eventloop.MissedCatchUp, eventloop.MissedDelay} {
		clock := eventloop.NewVirtualClock()
		loop := eventloop.New(eventloop.Options{Clock: clock})
		fmt.Print(missed, ":")
		n := 0
		var timer *eventloop.FixedTimer
		timer = loop.EveryFixed(10*time.Millisecond, missed, func() {
			fmt.Print(" ", clock.Now())
			if n++; n == 2 {
				clock.Advance(25 * time.Millisecond)
			}
			if n == 5 {
				timer.Clear()
			}
		})
		_ = loop.Run(context.Background())
		fmt.Println()
	}
	// Output:
	// skip: 10ms 20ms 45ms 50ms 60ms
	// catch-up: 10ms 20ms 45ms 45ms 50ms
	// delay: 10ms 20ms 45ms 55ms 65ms
}

// To call at every full minute, the first point is what is left of this one.
func ExampleFixedTimer() {
	clock := eventloop.NewVirtualClock()
	start := time.Date(2026, 1, 1, 12, 0, 42, 0, time.UTC)
	wall := func() time.Time { return start.Add(clock.Now()) }
	loop := eventloop.New(eventloop.Options{Clock: clock})

	var minutes eventloop.FixedTimer
	minutes.Init(loop, func() {
		fmt.Println(wall().Format(time.TimeOnly))
		if wall().Minute() == 3 {
			minutes.Clear()
		}
	})
	first := wall().Truncate(time.Minute).Add(time.Minute).Sub(wall())
	minutes.Start(first, time.Minute, eventloop.MissedSkip)
	_ = loop.Run(context.Background())
	// Output:
	// 12:01:00
	// 12:02:00
	// 12:03:00
}

func ExampleLoop_AfterFuncContext() {
	loop := virtual()
	ctx, cancel := context.WithCancel(context.Background())
	loop.AfterFuncContext(ctx, 10*time.Millisecond, func() {
		fmt.Println("10 ms")
		cancel()
	})
	timer := loop.AfterFuncContext(ctx, time.Hour, func() { fmt.Println("never") })
	fmt.Println(loop.Run(context.Background()), timer.Live())
	// Output:
	// 10 ms
	// <nil> false
}

func ExampleGroup() {
	loop := virtual()
	request := loop.NewGroup()
	request.AfterFunc(30*time.Second, func() { fmt.Println("timed out") })
	request.Every(time.Second, func() { fmt.Println("still at it") })
	loop.AfterFunc(2500*time.Millisecond, func() {
		fmt.Println("done, cleared", request.Clear())
	})
	_ = loop.Run(context.Background())
	// Output:
	// still at it
	// still at it
	// done, cleared 2
}

// The work takes 15 ms; 10 ms lie between its end and its next turn.
func ExampleLoop_EveryAsync() {
	clock := eventloop.NewVirtualClock()
	loop := eventloop.New(eventloop.Options{Clock: clock})
	n := 0
	work := func(context.Context) error { // on a goroutine of its own
		fmt.Println("begins at", clock.Now())
		clock.Advance(15 * time.Millisecond)
		if n++; n == 3 {
			return errors.New("enough")
		}
		return nil
	}
	loop.EveryAsync(context.Background(), 10*time.Millisecond, work, func(err error) { fmt.Println("over:", err) })
	_ = loop.Run(context.Background())
	// Output:
	// begins at 10ms
	// begins at 35ms
	// begins at 60ms
	// over: enough
}

func ExampleLoop_TryAfterFunc() {
	loop := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock(), MaxTimers: 2})
	for range 3 {
		_, err := loop.TryAfterFunc(time.Second, func() {})
		fmt.Println(err)
	}
	loop.AfterFunc(time.Second, func() {}) // has no error to return
	fmt.Println(loop.Run(context.Background()))
	// Output:
	// <nil>
	// <nil>
	// eventloop: too many timers
	// eventloop: too many timers
}

// A tick that queues itself would keep the timer waiting for ever.
func ExampleStarvation() {
	errStarved := errors.New("starved")
	var loop *eventloop.Loop
	loop = eventloop.New(eventloop.Options{
		Clock: eventloop.NewVirtualClock(),
		Starvation: eventloop.Starvation{Tasks: 1000, Report: func(s eventloop.Starved) {
			fmt.Println(s.Tasks, "tasks")
			loop.Fail(errStarved)
		}},
	})
	var again func()
	again = func() { loop.NextTick(again) }
	loop.AfterFunc(time.Millisecond, again)
	fmt.Println(loop.Run(context.Background()))
	// Output:
	// 1000 tasks
	// starved
}

func ExampleOptions_resolution() {
	clock := eventloop.NewVirtualClock()
	loop := eventloop.New(eventloop.Options{Clock: clock, Resolution: 50 * time.Microsecond})
	loop.AfterFunc(320*time.Microsecond, func() { fmt.Println(clock.Now()) })
	_ = loop.Run(context.Background())
	// Output: 350µs
}
