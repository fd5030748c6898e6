package health

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/trace"
)

// This file is the Monitor: what is counted on the loop, and the clock that makes it
// cheap.
//
// A callback reads no clock. A goroutine, the ticker of watch.go, writes the real time
// into coarse about every ten milliseconds while the loop is awake; a callback that ends
// before a tick has passed is done with a few loads. Lateness goes by the loop's
// cached time, which a timers phase has read anyway.
//
// What the goroutine must see of the running callback is behind mu, and is written there
// when it differs: when another code runs than before, and at the first callback after
// each tick. That is enough to tell, at any moment, what runs, and, from a tick that no
// callback has answered, that one of them has run since.

// Options are the settings of a Monitor. The zero value of each field is its
// documented default.
type Options struct {
	// Slow is how long a callback may run, in real time, before it is reported: once
	// while it runs, and once when it has ended. Default: 100 ms. Negative: never.
	Slow time.Duration
	// Starved is how long ticks and microtasks may follow each other before it is
	// reported that they keep everything else waiting. Default: Slow.
	Starved time.Duration
	// Logger gets the reports, at level Warn. Default: none; they are counted all the
	// same.
	Logger *slog.Logger
	// Tick is how often the time is read while the loop is awake, and with that how
	// exact durations are: callbacks of less than one and a half ticks are not told from
	// short ones. A goroutine wakes for it; with a millisecond that is five per cent of a
	// processor. Default: ten milliseconds, or a quarter of Slow if that is less.
	Tick time.Duration
	// Engine is the JavaScript engine on the loop, such as a *gojaloop.Engine. With it
	// promise reactions are counted and watched too, which costs them an allocation
	// each, and the timelines that Handler records are of the script. Default: none: then
	// reactions count as part of the callback before them.
	Engine trace.Engine
	// Wall is the real time. Default: the system's. For tests.
	Wall func() time.Duration
}

// Monitor watches one loop. Make one with New. Start and Stop may be called on the loop
// only, or while it does not run; Snapshot and Handler from any goroutine.
type Monitor struct {
	loop *eventloop.Loop
	opts Options

	remove []func() // nil: not watching
	coarse atomic.Int64

	// On the loop.
	counts  [kinds]uint64
	turns   uint64
	late    Histogram
	took    Histogram // of callbacks that lasted more than a tick
	slow    uint64
	longest Slow
	begun   int64 // coarse
	depth   int   // callbacks that run: microtasks may lie inside others
	since   time.Duration
	waited  time.Duration // before Start
	ample   int64         // coarse: a difference that is a whole tick for sure
	shown   shown         // what current says of the callback
	others  uint64        // callbacks that are neither ticks nor microtasks
	tasks   uint64        // ticks and microtasks since the last of them

	mu      sync.Mutex
	current current // mu
	ticker  ticker
}

const kinds = int(eventloop.KindPosted) + 1

// current is what the loop does, as other goroutines see it.
type current struct {
	shown
	moved         uint64 // grows when something began, but once a tick
	others, tasks uint64 // of the Monitor, as they were then
}

// shown is what runs; after a callback has ended it is still there, until another
// begins or the loop waits.
type shown struct {
	running bool
	kind    eventloop.Kind
	held    eventloop.Held
}

// Slow is a callback that took long.
type Slow struct {
	Kind eventloop.Kind
	eventloop.Callback
	Took time.Duration // real time, to the tick of the Monitor
	At   time.Duration // when it ended, by the loop's clock
}

// New makes a Monitor for a loop. It watches nothing until Start. It panics if l is
// nil.
func New(l *eventloop.Loop, o Options) *Monitor {
	if l == nil {
		panic("health: New with a nil loop")
	}
	if o.Slow == 0 {
		o.Slow = 100 * time.Millisecond
	}
	if o.Starved == 0 {
		o.Starved = o.Slow
	}
	if o.Tick <= 0 {
		o.Tick = 10 * time.Millisecond
		if o.Slow > 0 {
			o.Tick = min(o.Tick, max(o.Slow/4, time.Millisecond))
		}
	}
	if o.Wall == nil {
		base := time.Now()
		o.Wall = func() time.Duration { return time.Since(base) }
	}
	m := &Monitor{loop: l, opts: o, ample: int64(o.Tick) * 3 / 2}
	m.ticker.init(m)
	return m
}

// Loop is the loop that m watches.
func (m *Monitor) Loop() *eventloop.Loop { return m.loop }

// Start begins to watch; the counts begin at zero. It does nothing while m watches.
func (m *Monitor) Start() {
	if m.remove != nil {
		return
	}
	m.counts, m.late, m.took = [kinds]uint64{}, Histogram{}, Histogram{}
	m.slow, m.longest, m.depth, m.tasks = 0, Slow{}, 0, 0
	s := m.loop.Stats()
	m.since, m.waited, m.turns = s.Elapsed, s.Waited, s.Turns
	m.coarse.Store(int64(m.opts.Wall()))
	if e := m.opts.Engine; e != nil {
		m.remove = append(m.remove, e.ObserveReactions())
	}
	m.remove = append(m.remove, m.loop.AddHooks(eventloop.Hooks{
		Before: m.before, After: m.after, Wait: func(time.Duration) { m.idle() },
	}))
	m.ticker.start()
}

// Stop ends watching and waits for the goroutine to end. It does nothing if m does not
// watch.
func (m *Monitor) Stop() {
	if m.remove == nil {
		return
	}
	for _, f := range m.remove {
		f()
	}
	m.remove = nil
	m.idle()
	m.ticker.stop()
}

func (m *Monitor) before(k eventloop.Kind, item any) {
	if int(k) < kinds {
		m.counts[k]++
	}
	task := k == eventloop.KindTick || k == eventloop.KindMicrotask
	if m.depth++; k != eventloop.KindMicrotask {
		m.depth = 1
	} else if m.depth > 1 {
		return
	}
	if k == eventloop.KindTimer {
		t := item.(*eventloop.Timer)
		m.late.Add(m.loop.Now() - time.Duration(t.StartedAt())*m.loop.Resolution() - t.Delay())
	}
	if m.tasks++; !task {
		m.tasks = 0
		m.others++
	}
	if m.ticker.asleep.Load() {
		m.ticker.wake()
	}
	now, held := m.coarse.Load(), eventloop.HoldCallback(item)
	if s := &m.shown; now != m.begun || held != s.held || k != s.kind || !s.running {
		m.show(shown{true, k, held})
	}
	m.begun = now
}

// show lets other goroutines see what runs.
func (m *Monitor) show(s shown) {
	m.shown = s
	m.mu.Lock()
	c := &m.current
	c.shown, c.others, c.tasks = s, m.others, m.tasks
	c.moved++
	m.mu.Unlock()
}

func (m *Monitor) after(k eventloop.Kind, item any) {
	if m.depth--; m.depth > 0 {
		return
	}
	if now := m.coarse.Load(); now-m.begun >= m.ample {
		m.ended(k, item, time.Duration(now-m.begun))
	}
}

// ended follows a callback that lasted more than a tick.
func (m *Monitor) ended(k eventloop.Kind, item any, took time.Duration) {
	m.took.Add(took)
	slow := m.opts.Slow > 0 && took >= m.opts.Slow
	if slow {
		m.slow++
	}
	if !slow && took <= m.longest.Took {
		return
	}
	s := Slow{Kind: k, Callback: m.shown.held.Describe(), Took: took, At: m.loop.Elapsed()}
	s.Origin = eventloop.DescribeCallback(item).Origin
	if took > m.longest.Took {
		m.longest = s
	}
	if slow && m.opts.Logger != nil {
		m.opts.Logger.Warn("callback was slow", attrs(k, s.Callback, "took", took)...)
	}
}

// idle notes that nothing runs.
func (m *Monitor) idle() {
	if m.tasks = 0; m.shown.running {
		m.show(shown{})
	}
}
