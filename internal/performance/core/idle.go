package core

import (
	"fmt"
	"math"
	"runtime"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/performance/target"
)

const idleFor = 2 * time.Second

// idle measures the processor time that this process uses while a loop waits for a
// timer that is far away, and nothing else goes on.
func idle() (target.Row, pairs) {
	r := target.Row{Name: "a loop that waits for a timer of an hour: processor time", Goal: "0 %", Unit: "%",
		Ours: math.NaN(), Peer: math.NaN(), Allocs: math.NaN(), Pairs: 1, Command: command("idle")}
	l := eventloop.New(eventloop.Options{})
	l.AfterFunc(time.Hour, nothing)
	asleep := make(chan bool, 1)
	l.AddHooks(eventloop.Hooks{Wait: func(time.Duration) {
		select {
		case asleep <- true:
		default:
		}
	}})
	end := make(chan error, 1)
	runtime.GC()
	go func() { end <- l.Run(background) }()
	<-asleep
	time.Sleep(100 * time.Millisecond) // the collector gives memory back in the background
	before, err := cpuTime()
	time.Sleep(idleFor)
	after, err2 := cpuTime()
	l.StopNoWait()
	<-end
	if err != nil || err2 != nil {
		note(&r, "Not measured: this system does not tell a process its processor time.")
		return r, pairs{}
	}
	used := after - before
	r.Ours = 100 * used.Seconds() / idleFor.Seconds()
	r.Met = target.AtMost(math.Round(10*r.Ours), 0)
	note(&r, fmt.Sprintf("%v of processor time in %v, of the whole process, to a tenth of a percent.", used.Round(time.Microsecond), idleFor))
	return r, pairs{ours: []float64{r.Ours}}
}
