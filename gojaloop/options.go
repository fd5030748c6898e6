package gojaloop

import (
	"time"

	"github.com/dop251/goja_nodejs/require"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is what New may be told.

// Options are the settings of an Engine. The zero value of each field is its
// documented default.
type Options struct {
	// Clock is the clock of the loop. When it is a *eventloop.VirtualClock, Date,
	// performance.now and all else that tells a script the time follow it, and
	// reading moves it on: see VirtualClock.Read. Default: the system clock.
	Clock eventloop.Clock

	// Epoch is what Date shows at the zero of a virtual clock. Default: the
	// beginning of the year 2000, UTC, so that each run is the same.
	Epoch time.Time

	// Registry is where the modules timers and timers/promises are registered
	// and whose require the script gets. Default: a new one.
	Registry *require.Registry

	// NoRequire leaves the global require undefined.
	NoRequire bool

	// NoConsole leaves the global console undefined. Otherwise it is that of
	// goja_nodejs, which writes to the standard logger. It needs require.
	NoConsole bool

	// TimersOnly leaves out the globals of the web platform (AbortController,
	// EventTarget, performance ...) and queueMicrotask: the script sees the six
	// timer functions, require and console.
	TimersOnly bool

	// NeverEarly rounds the start of a script's timer up to whole milliseconds.
	// Default: it is rounded down as in Node, where a callback may come up to just
	// under a millisecond early.
	NeverEarly bool

	// LongDelays lets delays of 2^31 milliseconds (25 days) and more be what they
	// say, up to 2^53; those that end after the loop's clock, 292 years, never fire.
	// Default: they are one millisecond, with a TimeoutOverflowWarning, as in Node.
	LongDelays bool

	// Resolution is the loop's tick: see eventloop.Options.Resolution. It must
	// divide a millisecond; New panics otherwise. Scripts keep Node's milliseconds,
	// timers of Go are as fine as it says. Default: one millisecond.
	Resolution time.Duration

	// MaxTimers is how many timers may be pending at a time: see
	// eventloop.Options.MaxTimers. A script that wants more gets a RangeError with
	// the code ERR_TOO_MANY_TIMERS, from promises as a rejection. Default: no limit.
	MaxTimers int

	// Starvation reports ticks and microtasks, promise reactions among them, that
	// keep timers waiting: see eventloop.Starvation. Report must not call into the
	// script; if it stops or fails the loop, the script is interrupted. Default: not.
	Starvation eventloop.Starvation

	// Uncaught decides on the loop about each exception that leaves a callback and
	// each rejection nobody handled: VerdictStop ends the run, which returns the
	// error, VerdictContinue goes on in Node's order, VerdictCancel goes on and clears
	// the timer whose callback it left. Default: VerdictStop.
	Uncaught func(*eventloop.UncaughtError) eventloop.Verdict

	// Warn is called with Node's warnings about delays, such as
	// TimeoutOverflowWarning. Default: they are dropped.
	Warn func(name, message string)

	// MaxCallStackSize is the depth of JavaScript calls at which a script ends
	// with a stack overflow; goja by itself has no limit. Default: 10000.
	// Negative: goja's setting is left alone.
	MaxCallStackSize int

	// TrackOrigins lets each timer, immediate, tick and microtask of the script keep
	// the place where it was made, for Pending and for Origin of an UncaughtError:
	// about a microsecond and 320 bytes each. Default: off.
	TrackOrigins bool

	// blind is for tests: goja's queue of promise jobs counts as not visible.
	blind bool
}
