package timerlist

import "math/bits"

// table finds the list of a duration. Short durations index an array. The others are in an open-addressing hash table,
// half full at most, whose entries are kept in the order of their homes (Robin Hood): an entry is never further from
// its home than the one it would have to push away.
//
// The home keeps sixteen neighbouring durations together, in four cache lines, and scatters those groups with a
// multiplication: programs that give each timer its own duration count upwards or downwards, and the misses of the
// cache are most of what a table costs. The order of homes is what makes that safe. A search for a duration that is not
// there, and the moving up after a deletion, both end at the first entry that is at home, so a long run of neighbours,
// all at home, is no run at all.
//
// get, put and delete expect about one step each. The table grows by itself, and shrinks when it is told to.
type table[P any] struct {
	count   int // of lists
	small   [small]*list[P]
	entries []entry[P] // a power of two of them, or none
	large   int        // of lists in entries
	shift   uint       // leaves the bits that index entries
}

const (
	small        = 256
	firstEntries = 32
	near         = 4 // bits of the duration that stay together
)

type entry[P any] struct {
	duration int64 // 0 in a free entry
	list     *list[P]
}

func (t *table[P]) home(duration int64) uint64 {
	const golden = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio: multiples of it keep clear of each other
	d := uint64(duration)
	return (d>>near*golden)>>t.shift ^ d&(1<<near-1)
}

// get is the list of a duration of at least 1, nil if there is none.
func (t *table[P]) get(duration int64) *list[P] {
	if duration < small {
		return t.small[duration]
	}
	if t.large == 0 {
		return nil
	}
	mask := uint64(len(t.entries) - 1)
	i := t.home(duration)
	for away := uint64(0); ; away++ {
		e := &t.entries[i&mask]
		if e.duration == duration {
			return e.list
		}
		if e.duration == 0 || (i-t.home(e.duration))&mask < away {
			return nil
		}
		i++
	}
}

// put adds l, whose duration must not be in the table.
func (t *table[P]) put(l *list[P]) {
	t.count++
	if l.duration < small {
		t.small[l.duration] = l
		return
	}
	if 2*t.large >= len(t.entries) {
		t.grow()
	}
	t.large++
	t.settle(entry[P]{l.duration, l})
}

// settle puts x where it belongs, and so on with the entry it pushes away.
func (t *table[P]) settle(x entry[P]) {
	mask := uint64(len(t.entries) - 1)
	i := t.home(x.duration)
	for away := uint64(0); ; away++ {
		e := &t.entries[i&mask]
		if e.duration == 0 {
			*e = x
			return
		}
		if a := (i - t.home(e.duration)) & mask; a < away {
			*e, x = x, *e
			away = a
		}
		i++
	}
}

func (t *table[P]) grow() { t.resize(max(firstEntries, 2*len(t.entries))) }

// shrink makes the table as small as it may be with the lists that are in it.
func (t *table[P]) shrink() {
	n := 0
	if t.large > 0 {
		n = max(firstEntries, 2<<bits.Len(uint(t.large-1)))
	}
	if n < len(t.entries) {
		t.resize(n)
	}
}

// resize makes it n places, a power of two or none, at least twice as many as there are lists.
func (t *table[P]) resize(n int) {
	old := t.entries
	t.entries = make([]entry[P], n)
	t.shift = uint(64 - bits.TrailingZeros(uint(n)))
	for _, e := range old {
		if e.duration != 0 {
			t.settle(e)
		}
	}
}

// delete forgets a duration, which must be in the table.
func (t *table[P]) delete(duration int64) {
	t.count--
	if duration < small {
		t.small[duration] = nil
		return
	}
	t.large--
	mask := uint64(len(t.entries) - 1)
	i := t.home(duration) & mask
	for t.entries[i].duration != duration {
		i = (i + 1) & mask
	}
	for {
		j := (i + 1) & mask
		e := t.entries[j]
		if e.duration == 0 || t.home(e.duration) == j {
			break
		}
		t.entries[i] = e
		i = j
	}
	t.entries[i] = entry[P]{}
}

// appendAll appends all lists, in no order.
func (t *table[P]) appendAll(lists []*list[P]) []*list[P] {
	for _, l := range t.small {
		if l != nil {
			lists = append(lists, l)
		}
	}
	for _, e := range t.entries {
		if e.list != nil {
			lists = append(lists, e.list)
		}
	}
	return lists
}
