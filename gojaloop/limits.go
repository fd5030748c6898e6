package gojaloop

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file is what Options can change about Node's own limits: longer delays, a
// cap on pending timers, and a word about starvation.

const (
	// maxLongDelay is the longest delay of Options.LongDelays, in milliseconds: the
	// last whole number that all smaller ones can be told from.
	maxLongDelay = 1 << 53
	// never is a delay after the end of any loop's clock, in milliseconds, that
	// still can be counted in ticks.
	never = 1 << 44
)

// farthest is the delay, in milliseconds, at which longer ones are cut off.
func (e *Engine) farthest() float64 {
	if e.opts.LongDelays {
		return never
	}
	return farAway
}

// tooMany is the error for one timer more, nil if there is room.
func (e *Engine) tooMany() *goja.Object {
	if !e.loop.Full() {
		return nil
	}
	return nodeerr.New(e.vm, "RangeError", "ERR_TOO_MANY_TIMERS",
		fmt.Sprintf("Too many timers. The limit of %d pending timers is reached", e.loop.MaxTimers()))
}

func (e *Engine) checkRoom() {
	if err := e.tooMany(); err != nil {
		panic(err)
	}
}

// SetMaxTimers replaces Options.MaxTimers; zero and less take the cap away. On the
// loop, or while it does not run.
func (e *Engine) SetMaxTimers(n int) { e.loop.SetMaxTimers(n) }

// SetLongDelays replaces Options.LongDelays, for timers made from then on. On the
// loop, or while it does not run.
func (e *Engine) SetLongDelays(on bool) { e.opts.LongDelays = on }

// SetStarvation replaces Options.Starvation; the zero value takes it away.
func (e *Engine) SetStarvation(s eventloop.Starvation) {
	if report := s.Report; report != nil {
		s.Report = func(starved eventloop.Starved) {
			report(starved)
			if e.loop.Halted() { // promise reactions are not the loop's to stop
				e.host.Interrupt(eventloop.ErrStopped)
			}
		}
	}
	e.loop.SetStarvation(s)
}
