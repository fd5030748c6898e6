package timerlist

import (
	"cmp"
	"iter"
	"slices"
)

// This file is for looking at the lists: tests, displays, and taking everything down. Nothing here is needed while
// timers run.

// Len is the number of scheduled nodes.
func (s *Lists[P]) Len() int { return s.nodes }

// Durations is the number of lists, those included that are empty and wait for a pass to drop them.
func (s *Lists[P]) Durations() int { return s.table.count }

// ListOf describes the list that n is in. The number is another one whenever it is another list or has got another
// expiry. Not ok: n is not scheduled.
func (s *Lists[P]) ListOf(n *Node[P]) (duration, expiry, number int64, ok bool) {
	l := n.list
	if l == nil {
		return 0, 0, 0, false
	}
	return l.duration, l.expiry, l.number, true
}

// All is every node: lists by expiry and number, the nodes of a list from the oldest to the newest. The node that is
// yielded may be removed; nothing else may change meanwhile. It begins by sorting the lists.
func (s *Lists[P]) All() iter.Seq[*Node[P]] {
	return func(yield func(*Node[P]) bool) {
		lists := s.table.appendAll(make([]*list[P], 0, s.table.count))
		slices.SortFunc(lists, func(a, b *list[P]) int {
			return cmp.Or(cmp.Compare(a.expiry, b.expiry), cmp.Compare(a.number, b.number))
		})
		for _, l := range lists {
			for n := l.oldest; n != nil; {
				w := n.newer
				if !yield(n) {
					return
				}
				n = w
			}
		}
	}
}
