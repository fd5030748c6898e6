package idle

import (
	"encoding/json"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nodetimers/nodetimers/internal/timerlist"
)

// This file is what happens once per connection and not once per read: adding, stopping, changing a limit. It takes the
// group's lock, for as long as it takes to link a node into a list. One lock and one set of lists measured no worse than
// several: see BenchmarkAddStop.
//
// Always true, under the lock:
//
//   - An entry is in lists if it is live and has a limit, and then expires there no later than its limit after its last
//     touch. It may be there earlier: the keeper looks at its word then, and puts it off.
//   - While something is in lists a keeper runs.

// Options are the settings of a [Group]. The zero value is ready.
type Options struct {
	// Tick is how exact the group is, and how often its goroutine wakes: an entry expires up to a tick and a sixteenth
	// after its limit. A touch is cheapest when one was noted in the same tick already. Limits should be a few ticks at
	// least. Default 100 ms, at least 1 ms.
	Tick time.Duration
}

// DefaultTick is the tick of a group whose options name none.
const DefaultTick = 100 * time.Millisecond

// The tick is counted in units, so that the clock can be read somewhat late and the promise of a tick still be kept.
// An entry touched while the clock said s was touched before s+tickUnits, unless the clock stood still for longer
// than maxStep; late.go keeps those exceptions.
const (
	tickUnits = 16
	maxStep   = tickUnits - 1 // a clock that moves on by this much at most is on time
	step      = maxStep - 1   // what the keeper aims at
	origin    = 1 << 10       // the clock of a new group: stamps of a little before are positive
	maxLimit  = 1 << 44       // units; stamps have 46 bits
)

// Group keeps the idle limits of many entries. Make one with [NewGroup]. It needs no closing: its goroutine ends when the
// last entry has left. Methods may be called from any goroutine.
type Group struct {
	unit time.Duration
	base time.Time

	_     [64]byte
	clock atomic.Uint64 // the word of an entry touched now; written by advance, under mu
	_     [64]byte

	mu      sync.Mutex
	lists   timerlist.Lists[*Entry]
	late    late
	longest int64         // the longest limit there was
	running bool          // there is a keeper
	wake    int64         // when the keeper will look next
	kick    chan struct{} // the running keeper's
	live    int
	expired uint64
	renewed uint64
	closed  atomic.Uint64 // connections that a limit has closed

	handlers handlers
}

// NewGroup makes a group.
func NewGroup(o Options) *Group {
	if o.Tick == 0 {
		o.Tick = DefaultTick
	}
	g := &Group{unit: max(o.Tick, time.Millisecond) / tickUnits, base: time.Now()}
	g.handlers.crew = runtime.GOMAXPROCS(0)
	g.clock.Store(word(origin))
	return g
}

// Tick is how exact the group is.
func (g *Group) Tick() time.Duration { return g.unit * tickUnits }

// AfterIdle makes an entry that calls f once it was not touched for limit, and adds it.
func (g *Group) AfterIdle(limit time.Duration, f func()) *Entry {
	e := new(Entry)
	g.Add(e, Func(f), limit)
	return e
}

// Add makes e live, with x to be told when it has not been touched for limit; 0 or less is no limit. An entry that was
// stopped or has expired may be added again, to the same group, but not while another goroutine adds or stops it. Add
// of a live entry, or to another group than before, panics.
func (g *Group) Add(e *Entry, x Expirer, limit time.Duration) {
	if x == nil {
		panic("idle: Add without an Expirer")
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if e.word.Load()&stateMask == stateLive {
		panic("idle: Add of a live Entry")
	}
	if e.group == nil {
		e.group = g
	} else if e.group != g {
		panic("idle: Add to another Group")
	}
	e.owner = x
	*e.node.Payload() = e
	e.limit = g.units(limit)
	if counted(x) {
		g.live++
	}
	g.longest = max(g.longest, e.limit)
	if e.limit == 0 {
		e.word.Store(g.clock.Load())
		return
	}
	now := g.start()
	e.word.Store(word(untouched(now)))
	g.insert(e, now, e.limit+1)
}

// untouched is the stamp of an entry that was added at now. It is before the clock, so that the first touch is noted, and
// effective makes now+1 of it: the exact start, rounded up.
func untouched(now int64) int64 { return now + 1 - tickUnits }

// setLimit is Entry.SetLimit.
func (g *Group) setLimit(e *Entry, limit time.Duration) bool {
	units := g.units(limit)
	g.mu.Lock()
	defer g.mu.Unlock()
	if e.word.Load()&stateMask != stateLive {
		return false
	}
	before := e.limit
	e.limit = units
	g.longest = max(g.longest, units)
	g.lists.Remove(&e.node)
	if units == 0 {
		g.leave()
		return true
	}
	now := g.start()
	for {
		w := e.word.Load()
		if w&stateMask != stateLive {
			return false
		}
		if before == 0 {
			// No clock was kept on its behalf.
			if s := untouched(now); stampOf(w) < s && !e.word.CompareAndSwap(w, word(s)|w&holdMask) {
				continue
			}
			g.insert(e, now, units+1)
		} else {
			g.insert(e, now, g.remaining(w, now, units))
		}
		return true
	}
}

// remaining is how long after now an entry with that word and limit is due, if it is not touched again; 0 or less if it
// is due already.
func (g *Group) remaining(w uint64, now, limit int64) int64 {
	if w&holdMask != 0 {
		return limit
	}
	return min(limit, g.late.effective(stampOf(w))+limit-now)
}

// insert puts an entry that is in no list where the keeper comes to it at the first unit that is left units after now or
// more.
func (g *Group) insert(e *Entry, now, left int64) {
	if left < 1 {
		g.lists.InsertSorted(&e.node, now-1, 1)
		left = 0
	} else {
		g.lists.Insert(&e.node, now, left)
	}
	if now+left < g.wake {
		select {
		case g.kick <- struct{}{}:
			g.wake = now + left
		default:
		}
	}
}

// start gives the time, and sees that a keeper runs and that the clock is not more than a step behind.
func (g *Group) start() int64 {
	now := g.now()
	if !g.running {
		g.running = true
		g.late.clear() // nothing that has a limit was touched while there was no keeper
		g.clock.Store(word(now))
		g.wake = now + step
		g.kick = make(chan struct{}, 1)
		go g.keep(g.kick)
		return now
	}
	g.advance(now, maxStep)
	return now
}

// leave lets the keeper go if nothing is left to keep. It would find out a tick later, but a test in a bubble may have
// ended then.
func (g *Group) leave() {
	if g.running && g.lists.Len() == 0 {
		select {
		case g.kick <- struct{}{}:
		default:
		}
	}
}

// advance publishes the time if that is due, because the clock is that far behind.
func (g *Group) advance(now, behind int64) {
	c := stampOf(g.clock.Load())
	if now-c < behind {
		return
	}
	if now-c > maxStep {
		g.late.note(c, now+1, now-g.longest-2*tickUnits)
	}
	g.clock.Store(word(now))
}

// now is the time in whole units that have passed.
func (g *Group) now() int64 { return int64(time.Since(g.base)/g.unit) + origin }

// units is a limit rounded up.
func (g *Group) units(d time.Duration) int64 {
	if d <= 0 {
		return 0
	}
	return min(int64((d-1)/g.unit)+1, maxLimit)
}

// forget is the end of Stop.
func (g *Group) forget(e *Entry) {
	g.mu.Lock()
	if e.word.Load()&stateMask != stateLive { // else it has been added again already
		g.lists.Remove(&e.node)
		g.leave()
	}
	if counted(e.owner) {
		g.live--
	}
	g.mu.Unlock()
}

// counted says whether an entry counts as one: a connection is one, whatever it has.
func counted(x Expirer) bool {
	switch x.(type) {
	case *readEnd, *lookAt, *stream:
		return false
	}
	return true
}

// Stats are a group's counts. A connection counts as one, whichever of its limits are set or run out.
type Stats struct {
	Live    int    `json:"live"`    // entries and connections now
	Expired uint64 `json:"expired"` // those that a limit has ended, since the group was made
	Touched uint64 `json:"touched"` // times a limit had passed since a look, and there had been a touch or a hold
	Waiting int    `json:"waiting"` // handlers that are due and have not begun
}

// Stats counts. It costs a lock, and no walk.
func (g *Group) Stats() Stats {
	waiting := g.handlers.waiting()
	g.mu.Lock()
	defer g.mu.Unlock()
	return Stats{Live: g.live, Expired: g.expired + g.closed.Load(), Touched: g.renewed, Waiting: waiting}
}

// String is the counts in JSON, which makes a group an expvar.Var: expvar.Publish("idle", group).
func (g *Group) String() string {
	text, _ := json.Marshal(g.Stats()) // numbers alone: it cannot fail
	return string(text)
}
