package core

import (
	"runtime"
	"time"
)

// batch is how many operations are timed at once.
const batch = 100_000

// watch adds up the time of the parts of a measurement that count. The two calls
// for a part cost about a tenth of a microsecond, a thousandth of a nanosecond for
// each of 100,000 operations.
type watch struct {
	least  time.Duration // measure until this much has been timed
	count  bool          // count allocations too, which stops the world for a moment
	took   time.Duration
	ops    int
	allocs uint64

	from   time.Time
	before uint64
}

// start begins a part.
func (w *watch) start() {
	if w.count {
		w.before = mallocs()
	}
	w.from = time.Now()
}

// stop ends it; ops operations were done in it.
func (w *watch) stop(ops int) {
	w.took += time.Since(w.from)
	w.ops += ops
	if w.count {
		w.allocs += mallocs() - w.before
	}
}

// full tells whether enough has been timed.
func (w *watch) full() bool { return w.ops > 0 && w.took >= w.least }

// perOp is nanoseconds for one operation.
func (w *watch) perOp() float64 { return float64(w.took.Nanoseconds()) / float64(w.ops) }

func mallocs() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

// probe is something that can be timed again and again. sample times parts until the
// watch is full. close, which may be nil, gives back what would go on otherwise.
type probe struct {
	sample func(w *watch)
	close  func()
}

// batches is a probe of an operation that is done n times by run, after prepare,
// which is not timed and may be nil.
func batches(prepare, run func()) probe {
	return probe{sample: func(w *watch) {
		for {
			if prepare != nil {
				prepare()
			}
			w.start()
			run()
			w.stop(batch)
			if w.full() {
				return
			}
		}
	}}
}

// nsPerOp takes one sample, with the garbage of others collected before, and a batch
// not timed after that if more than one is timed: the collector leaves the processor's
// caches to itself.
func (p probe) nsPerOp(least time.Duration) float64 {
	runtime.GC()
	w := watch{least: least}
	if least > 0 {
		p.sample(new(watch))
	}
	p.sample(&w)
	return w.perOp()
}

// allocsPerOp is how many heap allocations an operation makes.
func (p probe) allocsPerOp() float64 {
	w := watch{count: true}
	p.sample(&w)
	return float64(w.allocs) / float64(w.ops)
}

func (p probe) end() {
	if p.close != nil {
		p.close()
	}
}
