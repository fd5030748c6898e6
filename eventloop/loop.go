package eventloop

import (
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/nodetimers/nodetimers/internal/timerlist"
)

// This file holds the Loop and one iteration of it. It reads in the order of
// the drawing in the package comment: spin is the loop, each of its lines is a
// box. Everything here runs on the loop's goroutine; what other goroutines may
// touch is in post.go and run.go.

// Options are the settings of a Loop. The zero value of each field is its
// documented default.
type Options struct {
	// Clock tells the time and waits. Default: a system clock of the loop's own.
	Clock Clock

	// Resolution is the length of a tick, the unit in which expiries are
	// compared and timers are grouped. Default: one millisecond, as in Node.
	// Values from one microsecond up are allowed; smaller ones are raised to it.
	Resolution time.Duration

	// Host is the JavaScript engine whose callbacks the loop runs in batches.
	// Default: none.
	Host Host

	// MaxTimers is how many timers may be pending at a time, those of JavaScript
	// and unref'd ones among them; see ErrTooManyTimers. Default, and for zero and
	// less: no limit. Without one a start pays a comparison.
	MaxTimers int

	// Starvation reports ticks and microtasks that keep timers waiting. Default: not.
	Starvation Starvation

	// Panic is asked on the loop what is to be done about a panic that left a
	// callback of the Go program: with VerdictStop Run returns the *PanicError.
	// Panics inside a Host's frame are not its affair. Default: a panic passes through
	// Run to its caller.
	Panic func(*PanicError) Verdict

	// BeforeExit is called on the loop each time nothing is left to wait for.
	// If it schedules something that keeps the loop alive, the loop goes on;
	// this is Node's 'beforeExit' event. Default: none.
	BeforeExit func()
}

// Loop is an event loop with Node's phases and order. Make one with New.
//
// Unless its comment says "from any goroutine", a method may be called on the
// loop only: by a callback the loop runs, or, while the loop is not running, by
// one goroutine at a time.
type Loop struct {
	// What the phases touch. All of it belongs to the loop's goroutine.
	lists timerlist.Lists[timerData]
	now   int64 // the loop's cached time in ticks, see Now
	alarm int64 // the tick of the next timers pass, see alarm.go
	known int64 // the expiry of the lists that counts for it
	refd  int   // live timers that keep the loop alive

	phase  Phase
	doing  doing // which callback runs
	drain  drainState
	side   side
	hooks  *hookList
	span   span // the callback that hooks were told of
	host   Host
	pass   timersPass
	queue  immediateQueue
	ticks  taskQueue // NextTick
	micros taskQueue // QueueMicrotask
	todo   postedRun // posted functions taken from the inbox

	tick    time.Duration
	last    lastDelay
	clock   Clock
	virtual *VirtualClock // clock, if it is one
	origin  time.Duration // clock reading when the loop was made
	horizon int64         // the last tick there is, see horizon
	waited  time.Duration // total time spent waiting
	turns   uint64        // turns begun, see Stats
	to      limits        // how far this run goes
	origins *origins      // nil: not recorded

	maxTimers  int
	refused    bool        // a timer, while the loop did not run
	starvation *starvation // nil: nobody is told

	beforeExit func()
	onPanic    func(*PanicError) Verdict
	batch      func() // runBatch, bound once
	failure    error

	// What other goroutines share with it.
	halt atomic.Bool // stop after the running callback
	inbox
	life
}

type node = timerlist.Node[timerData]

// New makes a loop. It starts nothing: a loop is run by Run.
func New(o Options) *Loop {
	l := &Loop{
		host:       o.Host,
		beforeExit: o.BeforeExit,
		onPanic:    o.Panic,
		clock:      o.Clock,
		tick:       o.Resolution,
	}
	if l.clock == nil {
		l.clock = NewSystemClock()
	}
	if l.tick <= 0 {
		l.tick = time.Millisecond
	}
	l.tick = max(l.tick, time.Microsecond)
	l.virtual, _ = l.clock.(*VirtualClock)
	l.origin = l.clock.Now()
	l.horizon = l.floorTicks(math.MaxInt64-l.origin) - 1
	l.beginAlarm()
	l.inbox.init()
	l.life.init()
	l.batch = l.runBatch
	l.maxTimers = max(o.MaxTimers, 0)
	if o.Starvation.Report != nil {
		l.starvation = newStarvation(o.Starvation)
	}
	return l
}

// spin runs the loop until nothing keeps it alive or it is halted. The phases
// are run by turn, on either side of the engine's frame; without a Host there
// is only the outside.
func (l *Loop) spin() {
	for {
		if l.onPanic == nil {
			l.turn(outside)
		} else {
			l.turnOrAsk()
		}
		if l.phase == phaseEnd || l.halt.Load() {
			return
		}
		l.side = inside
		l.host.Run(l.batch)
		l.side = outside
		if l.doing != idle { // the Host gave up on an exception
			l.recoverState()
		}
	}
}

// turn runs the loop from its present phase on, until it has ended or is halted
// or what comes next belongs to the other side of the engine's frame. Each phase
// keeps its place and reports whether it is complete.
//
// This is uv_run: whether the loop is alive is asked once before the first
// timers and then after the timers of each turn. So a last timer that queues an
// unref'd immediate ends the loop, unless it ran in the first pass, and an
// overdue unref'd timer still runs after a last ref'd immediate.
func (l *Loop) turn(here side) {
	for l.phase != phaseEnd {
		switch l.phase {
		case phaseBegin: // what was posted before Run comes before any timer
			if !l.runPosted(here) {
				return
			}
			if !l.Alive() {
				l.enter(phaseDry)
				continue
			}
			l.updateTime()
			l.enter(phaseFirstTimers)
		case phaseFirstTimers:
			if !l.runTimers(here) {
				return
			}
			l.turns++
			l.enter(PhasePoll)
		case PhasePoll:
			if !l.poll(here) {
				return
			}
			l.enter(PhaseImmediates)
		case PhaseImmediates:
			if !l.runImmediates(here) {
				return
			}
			l.updateTime()
			l.enter(PhaseTimers)
		case PhaseTimers:
			if !l.runTimers(here) {
				return
			}
			if l.Alive() {
				l.turns++
				l.enter(PhasePoll)
			} else {
				l.enter(phaseDry)
			}
		case phaseDry: // Node's 'beforeExit'
			if !l.runBeforeExit(here) {
				return
			}
			if l.Alive() {
				l.enter(phaseBegin)
			} else {
				l.enter(phaseEnd)
			}
		}
	}
}

// Phase is a part of a loop's turn.
type Phase uint8

// The phases, in the order of a turn.
const (
	PhasePoll       Phase = iota // waits, then runs what other goroutines posted
	PhaseImmediates              // runs the immediates queued before it
	PhaseTimers                  // runs the timers that are due

	phaseBegin
	phaseFirstTimers
	phaseDry
	phaseEnd
)

// String is the name of the phase.
func (p Phase) String() string {
	switch p {
	case PhasePoll:
		return "poll"
	case PhaseImmediates:
		return "immediates"
	case PhaseTimers, phaseFirstTimers:
		return "timers"
	}
	return "idle"
}

func (l *Loop) enter(p Phase) {
	l.phase = p
	if l.hooks != nil && len(l.hooks.phases) > 0 {
		l.hooks.phase(p)
	}
}

// poll runs what other goroutines posted; when there is nothing to run it
// waits for the next expiry, a post or a stop.
func (l *Loop) poll(here side) bool {
	if l.mayWait() {
		if here == inside {
			return false
		}
		l.wait()
	} else if l.virtual != nil {
		l.noWait()
	}
	return l.runPosted(here)
}

// mayWait reports whether nothing asks to be run at once. A pending ref'd
// immediate does, and a loop that nothing keeps alive does not wait either
// (uv_backend_timeout). So do ticks that an exception left behind: Node queues
// an empty immediate for them.
func (l *Loop) mayWait() bool {
	return l.queue.refd == 0 && !l.todo.taken && l.drain == drained &&
		!l.leftovers() && !l.posted.Load() && l.Alive()
}

// wait sleeps until the next timers pass. Unref'd timers count here: they do not
// keep the loop alive, but while it is alive they wake it.
func (l *Loop) wait() {
	d, until := forever, forever
	if l.alarm <= l.horizon {
		if d = l.untilTick(l.alarm); d <= 0 {
			return
		}
		until = time.Duration(l.alarm) * l.tick
	}
	if l.virtual != nil && l.beyond(until) {
		return
	}
	if !l.sleep() {
		return
	}
	if l.hooks != nil {
		l.span = span{}
		l.hooks.wait(d)
	}
	before := l.clock.Now()
	if l.virtual != nil {
		l.waitVirtual(until)
		if l.clock.Now()-before >= pause {
			l.trim()
		}
	} else {
		l.rest(d)
	}
	after := l.clock.Now()
	l.awake()
	l.waited += after - before
	l.setNow(after - l.origin)
	if l.hooks != nil {
		l.hooks.woke(after - before)
	}
}

// forever is the wait of a loop that only a post or a stop can wake.
const forever = time.Duration(-1)

// Alive reports whether something keeps the loop from ending (uv_loop_alive): a
// ref'd timer or immediate, a Hold that was not released, or a posted function
// that has not run. Ticks and microtasks do not. RunUntil keeps it alive too.
func (l *Loop) Alive() bool {
	return l.refd > 0 || l.queue.refd > 0 || l.todo.left() > 0 || l.posted.Load() || l.holds.Load() > 0 || l.to.stepping
}

// Waited is the total time the loop has spent waiting in its poll phase (idle time
// in performance.eventLoopUtilization).
func (l *Loop) Waited() time.Duration { return l.waited }

// Counts is what a loop has pending. See Loop.Counts.
type Counts struct {
	Timers        int // set and neither fired for good nor cleared
	RefTimers     int // those of them that keep the loop alive
	Immediates    int
	RefImmediates int
	Ticks         int // NextTick
	Microtasks    int // QueueMicrotask; those inside a JavaScript engine are not seen
	Posted        int
	Holds         int
}

// Counts tells what is pending. The counts are exact at any moment and never
// negative. A timer or interval counts while its own callback runs, an
// immediate does not (as process.getActiveResourcesInfo has it).
func (l *Loop) Counts() Counts {
	timers := l.lists.Len()
	if l.inFire() {
		timers++
	}
	posted, gone := l.inbox.counts()
	return Counts{
		Timers:        timers - gone,
		RefTimers:     l.refd - gone,
		Immediates:    l.queue.live,
		RefImmediates: l.queue.refd,
		Ticks:         l.ticks.len(),
		Microtasks:    l.micros.len(),
		Posted:        posted + l.todo.left(),
		Holds:         int(l.holds.Load()),
	}
}

// Fail stops the loop after the running callback; Run returns err. The first
// failure wins. It is how a Host reports an exception that nobody handled. It
// panics if err is nil.
func (l *Loop) Fail(err error) {
	if err == nil {
		misuse("Fail with a nil error")
	}
	if l.failure == nil {
		l.failure = err
	}
	l.halt.Store(true)
}

// Halted reports whether the loop is about to end: after a stop, a failure or
// the end of its context, while the last callback still runs. From any goroutine.
func (l *Loop) Halted() bool { return l.halt.Load() }

// misuse panics for a broken calling rule.
func misuse(format string, args ...any) {
	panic("eventloop: " + fmt.Sprintf(format, args...))
}
