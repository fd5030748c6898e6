// Command goloop shows the loop without JavaScript: phases, caller-owned timers,
// and work in another goroutine. It runs on a virtual clock, so that a minute
// passes at once and the output is always the same.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// conn stands for a connection with an idle timeout. The timer lives in it:
// starting it again costs a few nanoseconds and no allocation.
type conn struct {
	name string
	idle eventloop.Timer
}

// Expire is called by the loop when the connection was idle for too long.
func (c *conn) Expire(t *eventloop.Timer) {
	fmt.Printf("%6v  %s closed\n", t.Loop().Now(), c.name)
}

func main() {
	loop := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
	say := func(what string) func() {
		return func() { fmt.Printf("%6v  %s\n", loop.Now(), what) }
	}

	loop.AfterFunc(10*time.Millisecond, func() {
		say("timer")()
		loop.SetImmediate(say("immediate, in the next turn"))
		loop.QueueMicrotask(say("microtask, after the ticks"))
		loop.NextTick(say("tick, right after the timer"))
	})

	a, b := &conn{name: "a"}, &conn{name: "b"}
	for _, c := range []*conn{a, b} {
		c.idle.Init(loop, c)
		c.idle.Start(30 * time.Second)
	}
	reads := 0
	var traffic *eventloop.Timer
	traffic = loop.Every(10*time.Second, func() {
		a.idle.RefreshCached() // on every read: no clock read, no lock
		if reads++; reads == 3 {
			traffic.Clear()
		}
	})

	hold := loop.Hold() // the loop does not end while the goroutine works
	go func() {
		sum := 0
		for i := range 1000 {
			sum += i
		}
		loop.Post(func() { fmt.Println("from a goroutine:", sum) })
		hold.Release()
	}()

	if err := loop.Run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
