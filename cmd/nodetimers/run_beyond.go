package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"github.com/nodetimers/nodetimers/internal/script"
)

// This file is the flags of run for what Node does not have: docs/beyond.md. Each is
// off until it is given, and a value that would mean "off" is a mistake.

type beyondOptions struct {
	longDelays bool
	maxTimers  int
	starvation time.Duration
}

func (o *beyondOptions) add(f *pflag.FlagSet) {
	f.BoolVar(&o.longDelays, "long-delays", false, "delays of 2^31 ms (25 days) and more are what they say, not 1 ms")
	f.IntVar(&o.maxTimers, "max-timers", 0, "let at most `N` timers be pending; setTimeout of one more throws ERR_TOO_MANY_TIMERS")
	f.DurationVar(&o.starvation, "starvation-warning", 0,
		"warn when ticks or promise reactions keep a timer waiting for longer than `TIME`, such as 100ms")
}

// check returns what is wrong with the values given.
func (o *beyondOptions) check(f *pflag.FlagSet) error {
	switch {
	case f.Changed("max-timers") && o.maxTimers <= 0:
		return fmt.Errorf("--max-timers must be above zero, not %d", o.maxTimers)
	case f.Changed("starvation-warning") && o.starvation <= 0:
		return fmt.Errorf("--starvation-warning must be above zero, not %v", o.starvation)
	case f.Changed("starvation-warning") && f.Changed("no-warnings"):
		return errors.New("--starvation-warning and --no-warnings exclude each other")
	}
	return nil
}

// apply sets up a program that has not run yet.
func (o *beyondOptions) apply(sc *script.Script) {
	e := sc.Engine()
	e.SetLongDelays(o.longDelays)
	e.SetMaxTimers(o.maxTimers)
	if o.starvation > 0 {
		sc.Node().SetStarvationWarning(o.starvation)
	}
}
