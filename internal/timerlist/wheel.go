package timerlist

import "math/bits"

// wheel holds lists in order of (expiry, number) without comparing them. It is hierarchical: an expiry is read as a
// number of eleven digits of six bits, and the wheel has a time of its own, which is never after an expiry in it. A
// list lies on the level of the highest digit in which its expiry differs from the time, in the slot of that digit's
// value; on level 0 if at most the last digit differs. Seen from time 64*5:
//
//	level 0   expiries 320 to 383, one a slot
//	level 1   384 to 4095, 64 a slot, slot 6 the first in use
//	level 2   4096 to 262143, 4096 a slot, and so on
//
// So all of one level comes before all of the level above, and the slots of a level are in order. To reach what is in
// the first slot of a higher level, the time moves to where that slot begins, and its lists go where they belong seen
// from there: to lower levels, which are empty at that moment.
//
// Always true:
//
//   - The time is a multiple of 64 and not after any expiry. It moves by what a pass finds due, never past the pass's
//     now, so what is inserted normally is after it. What is not moves the time back: see rewind.
//   - Where a list lies follows from its expiry and the time; nothing about it is stored. Lists of equal expiry lie in
//     one slot, at all times.
//   - Lists of equal expiry are in order of their numbers in that slot: a list is given its number when it is appended,
//     and lists move by slots, keeping their order. This is why ties are exact.
//
// Adding and removing touch one slot. A list moves down at most once a level.
type wheel[P any] struct {
	time   uint64   // as key gives it
	levels uint16   // a bit for each level that is in use
	least  *list[P] // the first list of the slot it is in; nil when next has to search
	level  [levels]level[P]
}

const (
	digit  = 6 // bits
	slots  = 1 << digit
	levels = (64 + digit - 1) / digit
)

type level[P any] struct {
	used uint64 // a bit for each slot that is in use
	slot [slots]slot[P]
}

type slot[P any] struct{ first, last *list[P] }

// key maps ticks to unsigned numbers, in order.
func key(tick int64) uint64 { return uint64(tick) ^ 1<<63 }

// place is the level and the slot of k, seen from the wheel's time.
func (w *wheel[P]) place(k uint64) (lv, i uint) {
	lv = uint(bits.Len64((k^w.time)|1)-1) / digit
	return lv, uint(k>>(lv*digit)) % slots
}

// front is the first slot in use of a wheel that is not empty.
func (w *wheel[P]) front() (lv, i uint) {
	lv = uint(bits.TrailingZeros16(w.levels))
	return lv, uint(bits.TrailingZeros64(w.level[lv].used))
}

// begin is the first key of slot i of level lv.
func (w *wheel[P]) begin(lv, i uint) uint64 {
	above := (lv + 1) * digit
	return w.time>>above<<above | uint64(i)<<(lv*digit)
}

// add makes l the newest of its expiry.
func (w *wheel[P]) add(l *list[P]) {
	k := key(l.expiry)
	if w.levels == 0 {
		// Nothing holds the time where it is. Inserted next is hardly anything due before this list's start.
		w.time = key(l.expiry-l.duration) &^ (slots - 1)
	} else if k < w.time {
		w.rewind(key(l.expiry-l.duration) &^ (slots - 1))
	}
	if w.least != nil && l.expiry < w.least.expiry && w.together(l, w.least) {
		w.least = l
	}
	w.link(l, k)
}

func (w *wheel[P]) link(l *list[P], k uint64) {
	lv, i := w.place(k)
	v := &w.level[lv]
	s := &v.slot[i]
	p := s.last
	l.prev, l.next = p, nil
	s.last = l
	if p != nil {
		p.next = l
		return
	}
	s.first = l
	v.used |= 1 << i
	w.levels |= 1 << lv
}

// remove takes out l, which must be in the wheel.
func (w *wheel[P]) remove(l *list[P]) {
	if w.least == l {
		w.least = nil
	}
	p, n := l.prev, l.next
	l.prev, l.next = nil, nil
	if p != nil && n != nil {
		p.next, n.prev = n, p
		return
	}
	lv, i := w.place(key(l.expiry))
	s := &w.level[lv].slot[i]
	if p != nil {
		p.next = nil
	} else {
		s.first = n
	}
	if n != nil {
		n.prev = nil
	} else {
		s.last = p
	}
	if s.first == nil {
		w.leave(lv, i)
	}
}

// take empties slot i of level lv and returns what was in it.
func (w *wheel[P]) take(lv, i uint) slot[P] {
	s := &w.level[lv].slot[i]
	x := *s
	*s = slot[P]{}
	w.leave(lv, i)
	return x
}

// leave clears the bits of a slot that has become empty.
func (w *wheel[P]) leave(lv, i uint) {
	v := &w.level[lv]
	v.used &^= 1 << i
	if v.used == 0 {
		w.levels &^= 1 << lv
	}
}

// due is the first list if its expiry is now or earlier, else nil.
func (w *wheel[P]) due(now int64) *list[P] {
	t := key(now)
	for w.levels != 0 {
		lv, i := w.front()
		if lv == 0 {
			if l := w.level[0].slot[i].first; l.expiry <= now {
				return l
			}
			return nil
		}
		b := w.begin(lv, i)
		if b > t {
			break
		}
		l := w.take(lv, i).first
		w.time = b
		for l != nil {
			n := l.next
			w.link(l, key(l.expiry))
			l = n
		}
	}
	// No slot begins at or before now. Seen from now, then, all lists lie where they lie, and what is inserted next
	// will lie as low as it can.
	w.time = max(w.time, t&^(slots-1))
	return nil
}

// rewind moves the time back to t. Lists on levels below the highest digit that changes belong, seen from t, all in
// one slot of that digit's level, that of the digit of the old time. Nothing is in it yet, because a list on that level
// came after the old time. So their slots are chained up as they are: the cost is in slots, not in lists. Going down
// again costs one step for each list, and happens once for all that were inserted between two passes.
func (w *wheel[P]) rewind(t uint64) {
	lv := uint(bits.Len64(w.time^t)-1) / digit
	i := uint(w.time>>(lv*digit)) % slots
	w.time = t
	w.least = nil
	var s slot[P]
	for w.levels&(1<<lv-1) != 0 {
		x := w.take(w.front())
		if s.last == nil {
			s.first = x.first
		} else {
			s.last.next, x.first.prev = x.first, s.last
		}
		s.last = x.last
	}
	if s.first != nil {
		v := &w.level[lv]
		v.slot[i] = s
		v.used |= 1 << i
		w.levels |= 1 << lv
	}
}

// next is the smallest expiry, and whether there is one. The first list is in the first slot: in front on level 0,
// where a slot has one expiry; on the others it is searched for once, and then remembered while it is in that slot.
// What is set and cleared before it does not make next forget it.
func (w *wheel[P]) next() (tick int64, ok bool) {
	if w.levels == 0 {
		return 0, false
	}
	lv, i := w.front()
	first := w.level[lv].slot[i].first
	if lv == 0 {
		return first.expiry, true
	}
	if w.least == nil || !w.together(first, w.least) {
		w.least = first
		for l := first.next; l != nil; l = l.next {
			if l.expiry < w.least.expiry {
				w.least = l
			}
		}
	}
	return w.least.expiry, true
}

// together says whether two lists belong in one slot.
func (w *wheel[P]) together(a, b *list[P]) bool {
	alv, ai := w.place(key(a.expiry))
	blv, bi := w.place(key(b.expiry))
	return alv == blv && ai == bi
}

// bound is next or a tick before it: where the first slot begins.
func (w *wheel[P]) bound() (tick int64, ok bool) {
	if w.levels == 0 {
		return 0, false
	}
	lv, i := w.front()
	return int64(w.begin(lv, i) ^ 1<<63), true
}
