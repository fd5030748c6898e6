package timerlist

import (
	"errors"
	"fmt"
)

// Check walks everything there is and returns the first thing that is not as the comments of this package say.
func (s *Lists[P]) Check() error {
	lists := s.table.appendAll(nil)
	known := make(map[*list[P]]bool, len(lists))
	nodes := 0
	for _, l := range lists {
		known[l] = true
		n, err := checkList(l)
		if err != nil {
			return fmt.Errorf("list %d: %w", l.duration, err)
		}
		nodes += n
		if l.number > s.numbers {
			return fmt.Errorf("list %d has number %d, the last given is %d", l.duration, l.number, s.numbers)
		}
	}
	if nodes != s.nodes {
		return fmt.Errorf("%d nodes, counted as %d", nodes, s.nodes)
	}
	if s.current != nil && !known[s.current] {
		return errors.New("the current list is not in the table")
	}
	if s.last != nil && s.last.duration != 0 && !known[s.last] {
		return errors.New("the last list is neither dropped nor in the table")
	}
	if err := s.table.check(); err != nil {
		return err
	}
	if err := s.wheel.check(known); err != nil {
		return err
	}
	for l, i := s.spare.first, 0; l != nil; l, i = l.next, i+1 {
		if known[l] || l.duration != 0 || l.oldest != nil || l.newest != nil || l.prev != nil {
			return fmt.Errorf("spare list %d is in use or refers to something", i)
		}
	}
	return nil
}

func checkList[P any](l *list[P]) (nodes int, err error) {
	if l.duration < 1 {
		return 0, errors.New("duration below 1")
	}
	var before *Node[P]
	for n := l.oldest; n != nil; before, n = n, n.newer {
		if n.list != l || n.older != before {
			return 0, fmt.Errorf("node %d has wrong links", nodes)
		}
		nodes++
	}
	if l.newest != before {
		return 0, errors.New("newest is not the end of the list")
	}
	return nodes, nil
}

func (t *table[P]) check() error {
	count := 0
	for d, l := range t.small {
		if l != nil {
			count++
			if l.duration != int64(d) {
				return fmt.Errorf("table: list %d at %d", l.duration, d)
			}
		}
	}
	large := 0
	mask := uint64(len(t.entries) - 1)
	for i, e := range t.entries {
		if e.duration == 0 {
			if e.list != nil {
				return fmt.Errorf("table: free entry %d has a list", i)
			}
			continue
		}
		large++
		if e.list.duration != e.duration {
			return fmt.Errorf("table: entry %d is %d, its list %d", i, e.duration, e.list.duration)
		}
		if t.get(e.duration) != e.list {
			return fmt.Errorf("table: %d is not found", e.duration)
		}
		// One entry on, nobody is further from home by more than one step; behind a free entry everybody is at home.
		away := (uint64(i) - t.home(e.duration)) & mask
		limit := uint64(0)
		if p := t.entries[(uint64(i)-1)&mask]; p.duration != 0 {
			limit = (uint64(i)-1-t.home(p.duration))&mask + 1
		}
		if away > limit {
			return fmt.Errorf("table: entry %d is %d from home, at most %d expected", i, away, limit)
		}
	}
	if large != t.large || count+large != t.count {
		return fmt.Errorf("table: counted %d and %d lists, found %d and %d", t.large, t.count, large, count+large)
	}
	if 2*large > len(t.entries) {
		return fmt.Errorf("table: %d of %d entries in use", large, len(t.entries))
	}
	return nil
}

func (w *wheel[P]) check(known map[*list[P]]bool) error {
	if w.time%slots != 0 {
		return fmt.Errorf("wheel: time %#x is not a multiple of %d", w.time, slots)
	}
	found := 0
	if w.least != nil && !known[w.least] {
		return errors.New("wheel: least is not in the table")
	}
	for lv := range w.level {
		v := &w.level[lv]
		if got := w.levels>>lv&1 == 1; got != (v.used != 0) {
			return fmt.Errorf("wheel: level %d in use: %v, its slots: %#x", lv, got, v.used)
		}
		for i := range v.slot {
			x := v.slot[i]
			if got := v.used>>i&1 == 1; got != (x.first != nil) {
				return fmt.Errorf("wheel: slot %d of level %d has a wrong bit", i, lv)
			}
			if x.first == nil && x.last == nil {
				continue
			}
			numbers := map[int64]int64{} // the last number of each expiry
			var before, first *list[P]
			least := false
			for l := x.first; l != nil; before, l = l, l.next {
				found++
				least = least || l == w.least
				if !known[l] || l.prev != before {
					return fmt.Errorf("wheel: list %d is not in the table or has wrong links", l.duration)
				}
				if numbers[l.expiry] >= l.number {
					return fmt.Errorf("wheel: list %d is behind number %d of its expiry", l.number, numbers[l.expiry])
				}
				numbers[l.expiry] = l.number
				if err := w.checkPlace(l, lv, i); err != nil {
					return err
				}
				if first == nil || l.expiry < first.expiry || l.expiry == first.expiry && l.number < first.number {
					first = l
				}
			}
			if least && w.least != first {
				return fmt.Errorf("wheel: least is %d, the first of its slot %d", w.least.number, first.number)
			}
			if x.last != before {
				return fmt.Errorf("wheel: slot %d of level %d does not end where it ends", i, lv)
			}
		}
	}
	if found != len(known) {
		return fmt.Errorf("wheel: %d lists of %d", found, len(known))
	}
	return nil
}

// checkPlace looks for the highest digit that differs, one at a time.
func (w *wheel[P]) checkPlace(l *list[P], lv, i int) error {
	k := uint64(l.expiry) + 1<<63
	if k < w.time {
		return fmt.Errorf("wheel: expiry %d is before the time", l.expiry)
	}
	want := levels - 1
	for want > 0 && k>>(want*digit)%slots == w.time>>(want*digit)%slots {
		want--
	}
	if slot := int(k >> (want * digit) % slots); want != lv || slot != i {
		return fmt.Errorf("wheel: expiry %d lies on level %d slot %d, not %d, %d", l.expiry, lv, i, want, slot)
	}
	return nil
}

// Spread is how far the entries of the hash table are from home, on average and at most.
func (s *Lists[P]) Spread() (mean float64, most int) {
	sum := 0
	for i, e := range s.table.entries {
		if e.duration != 0 {
			a := int((uint64(i) - s.table.home(e.duration)) & uint64(len(s.table.entries)-1))
			sum += a
			most = max(most, a)
		}
	}
	return float64(sum) / float64(max(s.table.large, 1)), most
}

// Made is the number of lists there are, used and spare.
func (s *Lists[P]) Made() int {
	n := s.table.count
	for l := s.spare.first; l != nil; l = l.next {
		n++
	}
	return n
}
