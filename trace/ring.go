package trace

import (
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is the ring of what was recorded: the last so many records, without a
// pointer in them, in pieces that are made when they are needed, so that nothing is
// ever copied while the loop runs.

// record is a callback, a phase or a wait in the ring.
type record struct {
	what       what
	kind       eventloop.Kind
	phase      eventloop.Phase
	depth      uint8
	name       name
	seq, by    uint64
	start, end time.Duration // by the loop's clock
	wall       time.Duration // start in real time
	took       time.Duration // real time
	set        time.Duration // unknown, or when it was set
	due        time.Duration // of a timer
	delay      time.Duration
	chain      chain
}

type what uint8

const (
	aCallback what = iota
	aPhase
	aWait
)

// unknown is a time that was not recorded.
const unknown = time.Duration(-1 << 63)

// ring keeps the last size records.
type ring struct {
	size    uint64
	written uint64 // ever; the next goes to written modulo size
	pieces  [][]record
}

const piece = 4096 // records

func (r *ring) put(rec record) {
	i := r.written % r.size
	r.written++
	p := int(i / piece)
	if p == len(r.pieces) {
		r.pieces = append(r.pieces, make([]record, min(piece, r.size-i)))
	}
	r.pieces[p][i%piece] = rec
}

// each calls f for each record, the oldest first.
func (r *ring) each(f func(*record)) {
	n := min(r.written, r.size)
	for i := r.written - n; i < r.written; i++ {
		at := i % r.size
		f(&r.pieces[at/piece][at%piece])
	}
}

// lost is the number of records that are gone.
func (r *ring) lost() uint64 { return r.written - min(r.written, r.size) }
