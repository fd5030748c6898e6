package eventloop_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// The examples run on a virtual clock: their output is exact, and they take no
// time.

func virtual() *eventloop.Loop {
	return eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
}

// The order of everything, as Node has it.
func ExampleLoop() {
	loop := virtual()
	loop.AfterFunc(0, func() { fmt.Println("timer of 0") })
	loop.AfterFunc(10*time.Millisecond, func() { fmt.Println("timer of 10 ms") })
	loop.SetImmediate(func() { fmt.Println("immediate") })
	loop.Post(func() {
		loop.QueueMicrotask(func() { fmt.Println("microtask") })
		loop.NextTick(func() { fmt.Println("tick") })
		fmt.Println("posted")
	})
	fmt.Println(loop.Run(context.Background()))
	// Output:
	// posted
	// tick
	// microtask
	// timer of 0
	// immediate
	// timer of 10 ms
	// <nil>
}

// Run may be ended from any goroutine; what is pending is kept.
func ExampleLoop_Stop() {
	loop := virtual()
	loop.AfterFunc(1*time.Second, func() {
		fmt.Println("one")
		loop.Stop() // in a callback it does not wait
	})
	loop.AfterFunc(2*time.Second, func() { fmt.Println("two") })
	err := loop.Run(context.Background())
	fmt.Println(err, errors.Is(err, eventloop.ErrStopped), loop.Counts().Timers)
	fmt.Println(loop.Run(context.Background()))
	// Output:
	// one
	// eventloop: stopped true 1
	// two
	// <nil>
}

func ExampleLoop_Run_context() {
	loop := virtual()
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	loop.Every(time.Minute, func() {
		if n++; n == 3 {
			cancel()
		}
	})
	fmt.Println(loop.Run(ctx))
	// Output: context canceled
}

func ExampleLoop_Every() {
	loop := virtual()
	n := 0
	var interval *eventloop.Timer
	interval = loop.Every(250*time.Millisecond, func() {
		fmt.Println(loop.Now())
		if n++; n == 3 {
			interval.Clear()
		}
	})
	_ = loop.Run(context.Background())
	// Output:
	// 250ms
	// 500ms
	// 750ms
}

func ExampleTimer() {
	loop := virtual()
	say := func(s string) func() { return func() { fmt.Println(loop.Now(), s) } }
	timer := loop.AfterFunc(10*time.Millisecond, say("refreshed"))
	never := loop.AfterFunc(20*time.Millisecond, say("never"))
	loop.AfterFunc(time.Hour, say("nothing waits for this")).Unref()
	loop.AfterFunc(5*time.Millisecond, func() {
		timer.Refresh()
		fmt.Println(never.Clear(), never.Clear())
	})
	_ = loop.Run(context.Background())
	// Output:
	// true false
	// 15ms refreshed
}

// session is what a server has for each connection. Its timer lies in it and is
// armed again on every packet: nothing is allocated, no clock is read.
type session struct {
	name string
	idle eventloop.Timer
	loop *eventloop.Loop
}

func (s *session) Expire(*eventloop.Timer) {
	fmt.Println(s.name, "was idle until", s.loop.Now())
}

func (s *session) packet() { s.idle.RefreshCached() }

// A timer that its owner embeds and arms for ever.
func ExampleTimer_owned() {
	loop := virtual()
	a, b := &session{name: "a", loop: loop}, &session{name: "b", loop: loop}
	for _, s := range []*session{a, b} {
		s.idle.Init(loop, s)
		s.idle.StartCached(30 * time.Second)
	}
	loop.AfterFunc(20*time.Second, a.packet)
	loop.AfterFunc(40*time.Second, a.packet)
	_ = loop.Run(context.Background())
	// Output:
	// b was idle until 30s
	// a was idle until 1m10s
}

func ExampleImmediate() {
	loop := virtual()
	n := 0
	var again func()
	again = func() {
		fmt.Println("turn", n)
		if n++; n < 3 {
			loop.SetImmediate(again) // runs in the next turn
		}
	}
	loop.SetImmediate(again)
	cleared := loop.SetImmediate(func() { fmt.Println("never") })
	loop.SetImmediate(func() { fmt.Println("same turn") })
	cleared.Clear()
	_ = loop.Run(context.Background())
	// Output:
	// turn 0
	// same turn
	// turn 1
	// turn 2
}

// flusher collects what is written in a turn and writes it once, at its end.
type flusher struct {
	lines []string
	flush eventloop.Immediate
}

func (f *flusher) RunImmediate(*eventloop.Immediate) {
	fmt.Println(f.lines)
	f.lines = nil
}

func (f *flusher) write(s string) {
	f.lines = append(f.lines, s)
	f.flush.Set() // once, however often it is called
}

// An immediate that its owner embeds: set and run without allocating.
func ExampleImmediate_owned() {
	loop := virtual()
	var f flusher
	f.flush.Init(loop, &f)
	loop.AfterFunc(1*time.Millisecond, func() { f.write("a") })
	loop.AfterFunc(1*time.Millisecond, func() { f.write("b") })
	loop.AfterFunc(9*time.Millisecond, func() { f.write("c") })
	_ = loop.Run(context.Background())
	// Output:
	// [a b]
	// [c]
}

// Work on another goroutine keeps the loop alive and comes back to it.
func ExampleHold() {
	loop := virtual()
	hold := loop.Hold()
	go func() {
		defer hold.Release()
		answer := 6 * 7 // takes a while
		loop.Post(func() { fmt.Println("the answer is", answer) })
	}()
	fmt.Println(loop.Run(context.Background()))
	// Output:
	// the answer is 42
	// <nil>
}

// Timers from any goroutine. Their delay counts from the call.
func ExamplePostedTimer() {
	loop := virtual()
	first := loop.PostAfterFunc(1*time.Second, func() { fmt.Println("first", loop.Now()) })
	second := loop.PostAfterFunc(2*time.Second, func() { fmt.Println("second", loop.Now()) })
	fmt.Println("cancelled:", first.Cancel())
	_ = loop.Run(context.Background())
	fmt.Println("cancelled:", second.Cancel())
	// Output:
	// cancelled: true
	// second 2s
	// cancelled: false
}

func ExampleVirtualClock() {
	clock := eventloop.NewVirtualClock()
	loop := eventloop.New(eventloop.Options{Clock: clock})
	loop.AfterFunc(365*24*time.Hour, func() { fmt.Println("a year later:", clock.Now()) })
	loop.AfterFunc(time.Second, func() {
		clock.Advance(time.Hour) // a callback that takes an hour
	})
	loop.AfterFunc(time.Minute, func() { fmt.Println("late:", clock.Now()) })
	_ = loop.Run(context.Background())
	// Output:
	// late: 1h0m1s
	// a year later: 8760h0m0s
}

// doubled is a clock on which everything takes half as long.
type doubled struct{ eventloop.Clock }

func (c doubled) Now() time.Duration { return 2 * c.Clock.Now() }
func (c doubled) Wait(d time.Duration, wake <-chan struct{}) {
	if d > 0 {
		d = (d + 1) / 2
	}
	c.Clock.Wait(d, wake)
}

// A Clock of one's own has two methods.
func ExampleClock() {
	clock := doubled{eventloop.NewVirtualClock()}
	loop := eventloop.New(eventloop.Options{Clock: clock})
	loop.AfterFunc(time.Hour, func() {
		fmt.Println("an hour for the loop,", clock.Clock.Now(), "for the clock below")
	})
	_ = loop.Run(context.Background())
	// Output: an hour for the loop, 30m0s for the clock below
}

func ExampleHooks() {
	loop := virtual()
	longest := time.Duration(0)
	from := time.Duration(0)
	remove := loop.AddHooks(eventloop.Hooks{
		Before: func(k eventloop.Kind, item any) { from = loop.Clock().Now() },
		After: func(k eventloop.Kind, item any) {
			longest = max(longest, loop.Clock().Now()-from)
			fmt.Println("ran a", k)
		},
		Woke: func(slept time.Duration) { fmt.Println("slept", slept) },
	})
	loop.AfterFunc(time.Second, func() {
		loop.NextTick(func() {})
		loop.Clock().(*eventloop.VirtualClock).Advance(3 * time.Millisecond)
	})
	_ = loop.Run(context.Background())
	fmt.Println("longest callback:", longest)
	remove()
	// Output:
	// slept 1s
	// ran a timer
	// ran a tick
	// longest callback: 3ms
}

func ExampleOptions() {
	var loop *eventloop.Loop
	rounds := 0
	loop = eventloop.New(eventloop.Options{
		Clock:      eventloop.NewVirtualClock(),
		Resolution: time.Microsecond,
		BeforeExit: func() {
			if rounds++; rounds < 3 {
				loop.AfterFunc(250*time.Microsecond, func() { fmt.Println("one more", loop.Now()) })
			}
		},
	})
	_ = loop.Run(context.Background())
	// Output:
	// one more 250µs
	// one more 500µs
}

// What a program does with the error of an engine's script. Here it is made by
// hand; package gojaloop makes it of an exception that nobody caught.
func ExampleUncaughtError() {
	loop := virtual()
	cause := errors.New("connection refused")
	loop.Post(func() { loop.Fail(&eventloop.UncaughtError{Value: "Error: connection refused", Err: cause}) })
	err := loop.Run(context.Background())
	fmt.Println(err)
	var uncaught *eventloop.UncaughtError
	if errors.As(err, &uncaught) {
		fmt.Println("thrown:", uncaught.Value, "rejection:", uncaught.Rejection)
	}
	fmt.Println(errors.Is(err, cause))
	// Output:
	// eventloop: uncaught exception: connection refused
	// thrown: Error: connection refused rejection: false
	// true
}
