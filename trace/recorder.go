package trace

import (
	"runtime/trace"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is the Recorder: hooks that write down what a loop does, into a ring.
//
// Everything here runs on the loop. A callback is written when it ends, as one record
// that has all there is to know of it, so that nothing is lost but whole callbacks
// when the ring is full. What was set and has not run waits in the maps and queues of
// sets.go. A callback costs two readings of the clock, a start one.

// Options are the settings of a Recorder. The zero value of each field is its
// documented default.
type Options struct {
	// Events is how many callbacks, phases and waits are kept; the oldest go first.
	// Each takes about 130 bytes. Default: 131072.
	Events int

	// Engine is the JavaScript engine on the loop, such as a *gojaloop.Engine. With
	// it the places where a script sets its timers are recorded, and promise
	// reactions are seen. Default: none.
	Engine Engine

	// NoOrigins leaves out where callbacks were set, which costs a microsecond or
	// more for each start. Places that somebody else has recorded are still shown.
	NoOrigins bool

	// Runtime also makes each callback a region and each timer, immediate and tick a
	// task of runtime/trace, while a trace of that package is being written:
	// go tool trace shows them.
	Runtime bool

	// Main is the name of the first callback that was posted, such as
	// "main module". Default: posted functions have no name.
	Main string

	// Wall is a clock for how long callbacks take in reality on a loop whose own
	// clock is virtual. Default: the system's.
	Wall func() time.Duration
}

// Engine is what a Recorder needs of a JavaScript engine; a *gojaloop.Engine has it.
// Its methods are called on the loop.
type Engine interface {
	TracksOrigins() bool
	TrackOrigins(on bool)
	ObserveReactions() (stop func())
}

// Recorder records what happens on one loop. Its methods may be called on the loop
// only, or while the loop does not run.
type Recorder struct {
	loop    *eventloop.Loop
	opts    Options
	virtual bool
	stop    []func() // nil: not recording

	ring  ring
	names names
	sets  sets

	seq     uint64 // callbacks begun
	open    []running
	last    running // the callback that ended last
	posted  bool    // a posted function has run
	cleared uint64
	turns   uint64

	begun   time.Duration // when recording began, by the loop
	wall0   time.Duration
	phase   span
	waiting span
	region  *trace.Region // of the wait
}

// running is a callback that has begun.
type running struct {
	record
	item   any
	region *trace.Region
	task   *task
}

// span is a phase or a wait that has begun.
type span struct {
	open  bool
	phase eventloop.Phase
	start time.Duration
	wall  time.Duration
	ran   bool // a callback
}

// New makes a Recorder for a loop. It records nothing until Start. It panics if l is
// nil.
func New(l *eventloop.Loop, o Options) *Recorder {
	if l == nil {
		panic("trace: New with a nil loop")
	}
	if o.Events <= 0 {
		o.Events = 1 << 17
	}
	r := &Recorder{loop: l, opts: o, ring: ring{size: uint64(o.Events)}}
	_, r.virtual = l.Clock().(*eventloop.VirtualClock)
	if o.Wall == nil && r.virtual {
		base := time.Now()
		r.opts.Wall = func() time.Duration { return time.Since(base) }
	}
	r.names.init()
	r.sets.init()
	return r
}

// Recording reports whether r records.
func (r *Recorder) Recording() bool { return r.stop != nil }

// Start begins to record, or goes on; what was recorded before is kept. It does
// nothing while r records.
func (r *Recorder) Start() {
	if r.Recording() {
		return
	}
	if e := r.opts.Engine; e != nil {
		if !r.opts.NoOrigins && !e.TracksOrigins() {
			e.TrackOrigins(true)
			r.stop = append(r.stop, func() { e.TrackOrigins(false) })
		}
		r.stop = append(r.stop, e.ObserveReactions())
	}
	if !r.opts.NoOrigins && !r.loop.TracksOrigins() {
		r.stop = append(r.stop, r.loop.TrackOrigins()) // before our hooks
	}
	if r.ring.written == 0 {
		r.begun, r.wall0 = r.now()
	}
	r.stop = append(r.stop, r.loop.AddHooks(eventloop.Hooks{
		Set: r.set, Cleared: r.clear, Before: r.before, After: r.after,
		Phase: r.enter, Wait: r.wait, Woke: r.woke,
	}))
}

// Stop ends recording. Callbacks that run are written as if they ended now. It does
// nothing if r does not record.
func (r *Recorder) Stop() {
	for _, f := range r.stop {
		f()
	}
	r.stop = nil
	r.endOpen()
	r.endPhase()
	r.waiting.open = false
	r.sets.drop()
}

// Reset forgets what was recorded; recording goes on if it was on.
func (r *Recorder) Reset() {
	r.ring, r.cleared, r.turns = ring{size: r.ring.size}, 0, 0
	r.begun, r.wall0 = r.now()
}

// now is the time by the loop's clock, and the real time.
func (r *Recorder) now() (loop, wall time.Duration) {
	loop = r.loop.Elapsed()
	if r.opts.Wall == nil {
		return loop, loop
	}
	return loop, r.opts.Wall()
}

// current is what runs, nil if nothing does.
func (r *Recorder) current() *running {
	if n := len(r.open); n > 0 {
		return &r.open[n-1]
	}
	return nil
}

func (r *Recorder) set(k eventloop.Kind, item any) {
	at, _ := r.now()
	s := set{at: at, name: r.names.of(k, item)}
	from := r.current()
	again := from != nil && from.kind == k && same(from.item, item)
	if from == nil && k == eventloop.KindTimer && r.last.kind == k && same(r.last.item, item) {
		from, again = &r.last, true // an interval of Go goes on when its callback is over
	}
	if from != nil {
		s.by = from.seq
		s.chain = from.chain
		if !again {
			s.chain = from.chain.under(s.name)
		}
	} else {
		s.chain = chain{s.name}
	}
	if r.opts.Runtime {
		s.task = newTask(k, r.names.list[s.name])
	}
	r.sets.put(k, item, s)
}

func (r *Recorder) clear(k eventloop.Kind, item any) {
	if s, ok := r.sets.take(k, item); ok {
		endTask(s.task)
	}
	r.cleared++
}

func (r *Recorder) before(k eventloop.Kind, item any) {
	if k != eventloop.KindMicrotask {
		r.endOpen() // an interrupted engine left something
	}
	s, known := r.sets.take(k, item)
	r.seq++
	c := running{item: item, task: s.task}
	c.record = record{kind: k, seq: r.seq, by: s.by, name: s.name, chain: s.chain, set: s.at, due: unknown, depth: uint8(min(len(r.open), 255))}
	if !known {
		c.set = unknown
		c.name = r.names.of(k, item)
		if k == eventloop.KindPosted && !r.posted && r.opts.Main != "" {
			c.name = r.names.main(r.opts.Main)
		}
		c.chain = chain{c.name}
	}
	r.posted = r.posted || k == eventloop.KindPosted
	if t, ok := item.(*eventloop.Timer); ok && k == eventloop.KindTimer {
		c.delay = t.Delay()
		c.due = time.Duration(t.StartedAt())*r.loop.Resolution() + c.delay
	}
	if r.opts.Runtime {
		c.region = startRegion(c.task, k, r.names.list[c.name])
	}
	r.phase.ran = true
	c.start, c.wall = r.now()
	r.open = append(r.open, c)
}

func (r *Recorder) after(k eventloop.Kind, _ any) {
	for i := len(r.open) - 1; i >= 0; i-- {
		if r.open[i].kind == k {
			r.endFrom(i)
			return
		}
	}
}

// endFrom ends the running callbacks from the i-th on.
func (r *Recorder) endFrom(i int) {
	now, wall := r.now()
	for n := len(r.open) - 1; n >= i; n-- {
		c := &r.open[n]
		c.end, c.took = now, wall-c.wall
		endRegion(c.region)
		endTask(c.task)
		r.ring.put(c.record)
		r.last = *c
		r.last.region, r.last.task = nil, nil
		r.open[n] = running{}
	}
	r.open = r.open[:i]
}

func (r *Recorder) endOpen() {
	if len(r.open) > 0 {
		r.endFrom(0)
	}
}

func (r *Recorder) enter(p eventloop.Phase) {
	if p == eventloop.PhasePoll {
		r.turns++
	}
	r.endOpen()
	r.endPhase()
	now, wall := r.now()
	r.phase = span{open: true, phase: p, start: now, wall: wall}
}

// endPhase writes the phase that ends if it ran anything.
func (r *Recorder) endPhase() {
	if p := r.phase; p.open && p.ran {
		now, wall := r.now()
		r.ring.put(record{what: aPhase, phase: p.phase, start: p.start, end: now, wall: p.wall, took: wall - p.wall})
	}
	r.phase = span{}
}

func (r *Recorder) wait(time.Duration) {
	now, wall := r.now()
	r.waiting = span{open: true, start: now, wall: wall}
	if r.opts.Runtime {
		r.region = startWait()
	}
}

func (r *Recorder) woke(time.Duration) {
	endRegion(r.region)
	r.region = nil
	if w := r.waiting; w.open {
		now, wall := r.now()
		r.ring.put(record{what: aWait, start: w.start, end: now, wall: w.wall, took: wall - w.wall})
	}
	r.waiting = span{}
	if !r.phase.ran { // what follows the wait is what the phase did
		r.phase.start, r.phase.wall = r.now()
	}
}
