package timerlist

import "math"

// This file is the set of lists and what a caller does to single nodes. Insert, Remove, Detach and Rearm relink at most
// three nodes. They reach the table and the wheel only when a list is made or dropped, or when the duration is not that
// of the insertion before.

// list is all nodes of one duration, in the order they were inserted.
type list[P any] struct {
	oldest, newest *Node[P] // both nil when it is empty
	duration       int64    // at least 1; 0 in the free list, where it is nobody's
	expiry         int64    // the tick a pass comes to it; not the oldest node's deadline if that changed since
	number         int64    // its turn among lists of equal expiry
	prev, next     *list[P] // the wheel's, or the free list's
}

// Lists is a set of nodes, grouped by duration and ordered by expiry. The zero value is empty and ready; it must not
// be copied. Times and durations are int64 ticks: what a tick is and where ticks are counted from is the caller's
// affair. A deadline beyond the last tick is the last tick.
//
// It must not be used by two goroutines at once. Misuse of a node, and only that, panics.
type Lists[P any] struct {
	last    *list[P] // of the insertion before; it may have been dropped since, and then its duration fits nobody's
	current *list[P] // the one a pass is in, nil between lists
	nodes   int
	numbers int64 // the last number given

	table table[P]
	wheel wheel[P]
	spare spare[P]
}

// Insert appends n to the list of that duration, which is made if there is none, and then expires at start+duration.
// The node must not be scheduled and the duration must be at least 1.
func (s *Lists[P]) Insert(n *Node[P], start, duration int64) {
	if n.list != nil {
		panic("timerlist: Insert of a scheduled node")
	}
	l := s.last
	if l == nil || l.duration != duration {
		l = s.find(start, duration)
	}
	o := l.newest
	n.older, n.list, n.start = o, l, start
	l.newest = n
	if o != nil {
		o.newer = n
	} else {
		l.oldest = n
	}
	s.nodes++
}

// Append is Insert for the usual case, in a form that the compiler can inline: n is not scheduled, and the duration is that
// of the insertion before, whose list has nodes. Otherwise it does nothing and returns false.
func (s *Lists[P]) Append(n *Node[P], start, duration int64) bool {
	l := s.last
	if l == nil || l.duration != duration || l.newest == nil {
		return false
	}
	n.older, n.list, n.start = l.newest, l, start
	l.newest.newer = n
	l.newest = n
	s.nodes++
	return true
}

// InsertSorted is Insert for a node that other nodes may have overtaken, such as one that was set by another goroutine
// and arrives late: it goes before those at the newest end that start later. If that makes it the oldest, and it is
// due before its list expires, the list gets this earlier expiry. The cost is the number of nodes passed.
func (s *Lists[P]) InsertSorted(n *Node[P], start, duration int64) {
	if n.list != nil {
		panic("timerlist: InsertSorted of a scheduled node")
	}
	l := s.last
	if l == nil || l.duration != duration {
		l = s.find(start, duration)
	}
	var w *Node[P]
	o := l.newest
	for o != nil && o.start > start {
		o, w = o.older, o
	}
	n.older, n.newer, n.list, n.start = o, w, l, start
	if w != nil {
		w.older = n
	} else {
		l.newest = n
	}
	if o != nil {
		o.newer = n
	} else {
		l.oldest = n
		if d := deadline(start, duration); d < l.expiry {
			s.expire(l, d)
		}
	}
	s.nodes++
}

// Remove takes n out of its list, and drops the list if that empties it: the next insertion of that duration makes a
// new one. Nothing happens if n is not scheduled.
func (s *Lists[P]) Remove(n *Node[P]) {
	l := n.list
	if l == nil {
		return
	}
	s.unlink(n, l)
	if l.oldest == nil {
		s.drop(l)
	}
}

// Detach takes n out of its list and leaves the list, even empty, with its expiry until a pass comes to it; a node
// inserted meanwhile joins it. Nothing happens if n is not scheduled.
//
// Node.js does this where Remove would be expected in two cases, and the order of late timers shows it: when a timer
// that is cleared is unref'd (unenroll), and when refresh finds another duration than that of the list (insert).
func (s *Lists[P]) Detach(n *Node[P]) {
	if l := n.list; l != nil {
		s.unlink(n, l)
	}
}

// DropEmpty drops the list of that duration if there is one and it is empty. Node.js does this when a ref'd timer is
// cleared that is in no list, because it is running (unenroll): what its callback sets next starts a list of its own.
func (s *Lists[P]) DropEmpty(duration int64) {
	if duration < 1 {
		return
	}
	if l := s.table.get(duration); l != nil && l.oldest == nil {
		s.drop(l)
	}
}

// Rearm gives n, which must be scheduled, a new start and moves it to the newest end of its list. The list's expiry
// stays, even if n is alone: a pass comes too early, finds n not due and puts the list off. So re-arming a timer all
// day costs two stores each time.
func (s *Lists[P]) Rearm(n *Node[P], start int64) {
	l := n.list
	if l == nil {
		panic("timerlist: Rearm of a node that is not scheduled")
	}
	n.start = start
	w := n.newer
	if w == nil {
		return
	}
	o := n.older
	w.older = o
	if o != nil {
		o.newer = w
	} else {
		l.oldest = w
	}
	e := l.newest
	e.newer = n
	n.older, n.newer = e, nil
	l.newest = n
}

// unlink takes n out of l and leaves it without references.
func (s *Lists[P]) unlink(n *Node[P], l *list[P]) {
	o, w := n.older, n.newer
	if o != nil {
		o.newer = w
	} else {
		l.oldest = w
	}
	if w != nil {
		w.older = o
	} else {
		l.newest = o
	}
	n.older, n.newer, n.list = nil, nil, nil
	s.nodes--
}

// find is the list of that duration, made if there is none, and remembers it for the insertion that follows.
func (s *Lists[P]) find(start, duration int64) *list[P] {
	if duration < 1 {
		panic("timerlist: duration below 1")
	}
	l := s.table.get(duration)
	if l == nil {
		l = s.spare.take()
		s.numbers++
		l.duration, l.expiry, l.number = duration, deadline(start, duration), s.numbers
		s.table.put(l)
		s.wheel.add(l)
	}
	s.last = l
	return l
}

// drop forgets l, which is empty.
func (s *Lists[P]) drop(l *list[P]) {
	s.wheel.remove(l)
	s.table.delete(l.duration)
	if s.current == l {
		s.current = nil
	}
	s.spare.give(l)
}

// expire changes when a pass comes to l, behind all lists it already comes to then.
func (s *Lists[P]) expire(l *list[P], expiry int64) {
	s.wheel.remove(l)
	s.numbers++
	l.expiry, l.number = expiry, s.numbers
	s.wheel.add(l)
}

// deadline is start+duration, at most the last tick. The duration is positive, so a sum below start has overflowed.
func deadline(start, duration int64) int64 {
	if d := start + duration; d >= start {
		return d
	}
	return math.MaxInt64
}

// Spare is how many empty lists there are, for later durations; what the table has room for counts as well, when that is
// more.
func (s *Lists[P]) Spare() int {
	return max(s.spare.made-s.table.count, len(s.table.entries)/4-s.table.large)
}

// Trim gives back what a burst of durations has left, if Spare is more than keep. The cost is a step for each
// list, spare or not. It must not be called during a pass.
func (s *Lists[P]) Trim(keep int) {
	if s.Spare() <= keep {
		return
	}
	for l := s.spare.first; l != nil; { // a list that is in use lies in a block with some of these
		next := l.next
		l.next = nil
		l = next
	}
	s.spare = spare[P]{made: s.table.count}
	s.table.shrink()
	if s.last != nil && s.last.duration == 0 {
		s.last = nil
	}
}

// spare is the free list. Lists are made in blocks and kept until Trim: a duration whose only timer is set and
// cleared over and over takes the same list each time.
type spare[P any] struct {
	first *list[P]
	block int // the size of the last block made
	made  int // lists, those in use and those here
}

const (
	firstBlock = 8
	lastBlock  = 128
)

func (f *spare[P]) take() *list[P] {
	if f.first == nil {
		f.block = min(max(firstBlock, 2*f.block), lastBlock)
		block := make([]list[P], f.block)
		for i := range block[1:] {
			block[i].next = &block[i+1]
		}
		f.first = &block[0]
		f.made += f.block
	}
	l := f.first
	f.first, l.next = l.next, nil
	return l
}

func (f *spare[P]) give(l *list[P]) {
	l.duration = 0
	l.next, f.first = f.first, l
}
