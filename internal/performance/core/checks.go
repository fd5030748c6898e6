package core

import (
	"math"
	"runtime"
	"runtime/debug"
)

// Check is an operation of which the gate wants to know whether it has become much
// slower: its cost is given beside that of a calibration, so that a bound on their
// ratio holds on other machines.
type Check struct {
	// Name is a word.
	Name      string
	probe     func() probe
	allocates bool
}

// Checks are all of them. What allocates is held against a bare allocation of 64
// bytes, the others against a step of the calibration.
func Checks() []Check {
	return []Check{
		{"insert", insertOwned, false},
		{"refresh", refreshOwned, false},
		{"cancel", cancelOwned, false},
		{"fire", fireOwned, false},
		{"unpooled-insert+cancel", unpooledBoth, false},
		{"insert-func", insertFunc, true},
		{"immediate-depth", immediateDepth, false},
		{"immediate-breadth", immediateBreadth, false},
		{"immediate-set+clear", immediateSetClear, false},
		{"tick-depth", tickDepth, false},
		{"tick-breadth", tickBreadth, false},
		{"post", post(1), false},
	}
}

// Measure gives the time of one operation and that of the calibration, in
// nanoseconds, each the least of so many rounds. In a round the operation stands
// between two calibrations. The collector is off meanwhile; it is called before what
// allocates. A batch takes a few milliseconds at most, so that also on a machine that
// does something else some of them run undisturbed.
func (c Check) Measure(rounds int) (operation, calibration float64) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	p := c.probe()
	defer p.end()
	p.nsPerOp(0)
	unit := Calibrate
	sample := func() float64 {
		var w watch
		p.sample(&w)
		return w.perOp()
	}
	if c.allocates {
		unit = func() float64 { runtime.GC(); return calibrateAllocation() }
		sample = func() float64 { return p.nsPerOp(0) }
	}
	operation, calibration = math.Inf(1), math.Inf(1)
	for range rounds {
		before := unit()
		operation = min(operation, sample())
		calibration = min(calibration, before, unit())
	}
	return operation, calibration
}
