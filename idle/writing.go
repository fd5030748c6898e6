package idle

import (
	"sync/atomic"
	"time"
)

// This file watches writes, and transfers in which the kernel moves the bytes (transfer.go). A Write returns when all
// its bytes are in the socket's buffer, and the kernel wakes it only when a good part of that buffer is free: minutes, for
// a slow peer. So activity inside it cannot be noted by touches. It is looked for: while something is in progress, an
// entry of the group expires a twentieth of the limit after the last look, and asks the socket what the peer has taken.
//
// The entry is in the group only while it has something to look at. Beginning a write adds it if it is not there, which
// happens at most once per look; a look at which nothing is in progress lets it go.
//
// In the counter state the lower 16 bits are how much is in progress, the rest moves on whenever something begins or
// ends. A look that finds it changed has seen progress without asking the socket.

const (
	inProgress = 1<<16 - 1
	beginOne   = 1<<16 + 1 // one more in progress, and a change
	endOne     = 1<<16 - 1 // one less, and a change
	looks      = 20        // per limit
)

type writing struct {
	state   atomic.Uint64
	reads   atomic.Int32 // transfers in progress that read from this connection
	looking atomic.Bool  // entry is in the group, or a look is under way
	entry   Entry

	// Of the looks, of which there is one at a time.
	seen    uint64
	since   time.Time // nothing has been taken since, or nothing was to be taken
	fresh   bool      // acked and received are not known yet
	socket  counter
	acked   uint64
	arrived uint64
}

// stall is the limit on writes, 0 if there is none.
func (c *Conn) stall() time.Duration {
	d := c.limits.write.Load()
	if d == 0 {
		d = c.limits.idle.Load()
	}
	return time.Duration(max(d, 0))
}

// pause is how long after a look the next one is, 0 if there is nothing to look for.
func (c *Conn) pause() time.Duration {
	least := c.stall()
	if d := time.Duration(c.limits.idle.Load()); d > 0 && (least == 0 || d < least) {
		least = d
	}
	if d := time.Duration(c.limits.read.Load()); d > 0 && c.writing.reads.Load() > 0 && (least == 0 || d < least) {
		least = d
	}
	if least == 0 {
		return 0
	}
	return max(least/looks, c.idle.group.Tick())
}

func (w *writing) begin(c *Conn) {
	w.state.Add(beginOne)
	if !w.looking.Load() {
		w.look(c)
	}
}

// moved is a change inside what is in progress.
func (w *writing) moved() { w.state.Add(1 << 16) }

func (w *writing) done() { w.state.Add(endOne) }

// look begins looking, if nobody did.
func (w *writing) look(c *Conn) {
	pause := c.pause()
	if pause == 0 || !w.looking.CompareAndSwap(false, true) {
		return
	}
	w.seen, w.since, w.fresh = w.state.Load(), time.Now(), true
	w.add(c, pause)
}

// add puts the entry into the group, unless the connection has ended.
func (w *writing) add(c *Conn, pause time.Duration) {
	if c.end.Load() != nil {
		return
	}
	c.idle.group.Add(&w.entry, (*lookAt)(c), pause)
	if c.end.Load() != nil {
		w.entry.Stop()
	}
}

// changed is called when a limit has changed.
func (w *writing) changed(c *Conn) {
	if w.state.Load()&inProgress == 0 {
		return
	}
	if pause := c.pause(); w.looking.Load() && pause > 0 {
		w.entry.SetLimit(pause)
	} else {
		w.look(c)
	}
}

type lookAt Conn

// Expire is a look.
func (x *lookAt) Expire(*Entry) {
	c := (*Conn)(x)
	w := &c.writing
	state := w.state.Load()
	pause := c.pause()
	if state&inProgress == 0 && w.reads.Load() == 0 || pause == 0 {
		w.looking.Store(false)
		if w.state.Load() != state {
			w.look(c) // it began after it was read and before it could see that nobody looks
		}
		return
	}
	now := time.Now()
	taken := state != w.seen
	w.seen = state
	if s, ok := w.socket.read(bottom(c.inner)); ok {
		if w.fresh || s.acked != w.acked {
			taken = true
			c.idle.Touch()
		}
		if w.reads.Load() > 0 && (w.fresh || s.received != w.arrived) {
			c.idle.Touch()
			if r := c.read.Load(); r != nil {
				r.Touch()
			}
		}
		w.acked, w.arrived, w.fresh = s.acked, s.received, false
		taken = taken || !s.pending // it waits for the program, or for whatever it copies from
	}
	if taken || state&inProgress == 0 {
		w.since = now
	}
	if limit := c.stall(); limit > 0 {
		left := limit - now.Sub(w.since)
		if left <= 0 {
			c.expire(WriteStall, limit)
			return
		}
		pause = min(pause, left)
	}
	w.add(c, pause)
}

// progress is what a socket tells.
type progress struct {
	acked    uint64 // bytes that the peer's system has taken, ever
	received uint64 // bytes that have come
	pending  bool   // there are bytes that it has not taken
}
