package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// This file is how often the garbage collector runs in the verbs that run programs:
// run, trace, and the children of bench, all Go runtimes alike. It belongs to the
// command. The packages leave the collector alone.
//
// Go collects when the heap has doubled, from four megabytes on. A JavaScript engine
// gives a small program more room: V8's young generation alone may have 48 MB. Here the
// heap may grow by four times of what lives, by 32 MB at the least and by 512 MB at the
// most, and beyond that it doubles. GOGC or GOMEMLIMIT in the environment turns this off:
// GOGC=100 is Go's own.

const (
	leastGrowth = 32 << 20
	mostGrowth  = 512 << 20
	growthTimes = 4
	goLeastHeap = 4 << 20 // at 100 percent; it grows with the percentage
)

// relaxGC sets how often the collector runs, now and after each collection.
func relaxGC() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	percent := gcPercent(0)
	debug.SetGCPercent(percent)
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	afterGC(func() {
		metrics.Read(live)
		p := gcPercent(live[0].Value.Uint64())
		if p < percent*3/4 || p > percent*4/3 { // it stops the world
			percent = p
			debug.SetGCPercent(p)
		}
	})
}

// gcPercent is the growth until the next collection, in percent of what lives.
func gcPercent(live uint64) int {
	live = max(live, goLeastHeap)
	growth := max(min(max(growthTimes*live, leastGrowth), mostGrowth), live)
	return int(growth * 100 / live)
}

// afterGC calls f after each collection, on the goroutine of finalizers.
func afterGC(f func()) {
	type mark struct{ _ [64]byte } // not a tiny object: those share their finalizers' time
	var again func(*mark)
	again = func(m *mark) {
		f()
		runtime.SetFinalizer(m, again)
	}
	runtime.SetFinalizer(new(mark), again)
}
