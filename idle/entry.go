package idle

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/nodetimers/nodetimers/internal/timerlist"
)

// This file is what one connection has of its own: a word that says whether it lives, what holds it, and when it was
// last touched. Everything that happens at the rate of reads and writes is here, and touches nothing but that word and
// the group's clock, which all entries only read. Touch is a load of each and a comparison when they agree, else one
// compare-and-swap. There is no lock.
//
// The word:
//
//	63                                  18 17           2 1   0
//	┌─────────────────────────────────────┬──────────────┬─────┐
//	│ stamp: the clock at the last touch  │ holds        │state│
//	└─────────────────────────────────────┴──────────────┴─────┘
//
// The clock is kept in the same form, as the word of an entry that lives, is not held and was touched now. Whoever
// changes the state from live to something else has won: a touch, a hold and a release are compare-and-swaps on the
// same word, so they see it or come before it.

const (
	stateOut     = 0 // never added, or stopped
	stateLive    = 1
	stateExpired = 2
	stateMask    = 3

	holdOne    = 1 << 2
	holdMask   = 1<<stampShift - 1 - stateMask
	stampShift = 18
)

// word is the live, unheld word of a stamp.
func word(stamp int64) uint64 { return uint64(stamp)<<stampShift | stateLive }

func stampOf(w uint64) int64 { return int64(w >> stampShift) }

// Expirer is what an entry tells that its time has run out. Expire runs once for each time the entry was added and not
// stopped before, on a goroutine of the group's, and may take its time.
type Expirer interface {
	Expire(*Entry)
}

// Func is a function as an [Expirer].
type Func func()

// Expire calls the function.
func (f Func) Expire(*Entry) { f() }

// Entry is something with an idle limit. The zero value is ready for [Group.Add]; it may be embedded in the caller's own
// memory, and must not be copied. It is 80 bytes and refers to its group, and while it is live the group to it. All
// methods may be called from any goroutine.
type Entry struct {
	word  atomic.Uint64
	group *Group
	owner Expirer
	limit int64 // in units, 0 for none; guarded by the group's lock
	node  timerlist.Node[*Entry]
}

// Touch notes activity: the limit counts from now. It returns false if the entry has expired or was stopped; then
// nothing is noted. It panics if the entry was never added.
func (e *Entry) Touch() bool {
	return e.word.Load() == e.group.clock.Load() || e.touch()
}

// touch is Touch when this tick is not noted yet. Inlined, it would make Touch too large to be.
//
//go:noinline
func (e *Entry) touch() bool {
	for {
		w := e.word.Load()
		if w&stateMask != stateLive {
			return false
		}
		c := e.group.clock.Load()
		if w>>stampShift >= c>>stampShift {
			return true
		}
		// The clock is read again: had it moved on while this goroutine did not run, the note would be one of the past,
		// and true a promise that is not kept.
		if e.word.CompareAndSwap(w, c|w&holdMask) && e.group.clock.Load() == c {
			return true
		}
	}
}

// Hold keeps the entry from expiring until [Entry.Release], as a request being served does. Holds are counted, up to
// 65,535. It returns false, and there is nothing to release, if the entry has expired or is not in a group.
func (e *Entry) Hold() bool {
	for {
		w := e.word.Load()
		if w&stateMask != stateLive {
			return false
		}
		if w&holdMask == holdMask {
			panic("idle: more than 65535 holds")
		}
		if e.word.CompareAndSwap(w, w+holdOne) {
			return true
		}
	}
}

// Release takes back one Hold, and is a touch: after the last one the limit counts from now. It returns false if the
// entry was stopped meanwhile. Releasing what is not held panics.
func (e *Entry) Release() bool {
	ok := e.release()
	if !ok && e.Live() {
		panic("idle: Release of an Entry that is not held")
	}
	return ok
}

// release is Release, and false if there is nothing to release.
func (e *Entry) release() bool {
	for {
		w := e.word.Load()
		if w&stateMask != stateLive || w&holdMask == 0 {
			return false
		}
		c := e.group.clock.Load()
		if e.word.CompareAndSwap(w, max(c, w&^holdMask)|(w&holdMask-holdOne)) {
			return e.group.clock.Load() == c || e.touch()
		}
	}
}

// Stop takes the entry out of its group, which forgets it. It returns whether this call did; false means that the entry
// has expired, and its handler has run, runs or will, or that it was stopped or never added.
func (e *Entry) Stop() bool {
	for {
		w := e.word.Load()
		if w&stateMask != stateLive {
			return false
		}
		if e.word.CompareAndSwap(w, stateOut) {
			e.group.forget(e)
			return true
		}
	}
}

// SetLimit changes the limit, shorter or longer, and applies at once: idle time that has passed counts. 0 or less is no
// limit; leaving that, the new limit counts from now. It returns false if the entry is not live.
func (e *Entry) SetLimit(limit time.Duration) bool {
	return e.Live() && e.group.setLimit(e, limit)
}

// Expired says whether the entry's time has run out since it was added last.
func (e *Entry) Expired() bool { return e.word.Load()&stateMask == stateExpired }

// Live says whether the entry is in a group.
func (e *Entry) Live() bool { return e.word.Load()&stateMask == stateLive }

// String is for debugging.
func (e *Entry) String() string {
	w := e.word.Load()
	switch w & stateMask {
	case stateLive:
		return fmt.Sprintf("idle.Entry(live, touched at %d, holds %d)", stampOf(w), w&holdMask/holdOne)
	case stateExpired:
		return "idle.Entry(expired)"
	}
	return "idle.Entry(out)"
}
