package timerlist

// This file is the pass: what is due, in Node.js's order (processTimers and listOnTimeout there). Between two calls
// anything may happen to any node and to any list, the current one included; all that a pass keeps is which list it is
// in, and a list that is dropped takes that with it.

// Next is one step of a pass over what is due at now: it takes the node that is next out of its list and returns it, or
// nil when nothing more is due. It is Due followed by Take.
//
// All steps of a pass are to be made with the same now. A node that is inserted meanwhile with a start of now or later
// waits for another pass.
func (s *Lists[P]) Next(now int64) *Node[P] {
	n := s.Due(now)
	if n != nil {
		s.unlink(n, n.list)
	}
	return n
}

// Ready is Due for the usual case, in a form that the compiler can inline: it returns the oldest node of the list that the
// pass is in, if it is due, and otherwise nil, which means that Due is to be asked.
func (s *Lists[P]) Ready(now int64) *Node[P] {
	l := s.current
	if l == nil {
		return nil
	}
	n := l.oldest
	if n == nil {
		return nil
	}
	if d := n.start + l.duration; d > now || d < n.start { // not due, or an overflow, for Due to tell
		return nil
	}
	return n
}

// Due is the first half of a step: it returns the node that is next, and leaves it in its list, or nil at the end of the
// pass. A node is due when start+duration is now or earlier.
//
// The list that the pass is in is run until it is empty, which drops it, or until its oldest node is not due. That
// node's deadline is its expiry from then on, and it comes after all lists of the same expiry. The list that follows is
// the first by (expiry, number) at that moment.
func (s *Lists[P]) Due(now int64) *Node[P] {
	if l := s.current; l != nil {
		if n := l.oldest; n != nil && deadline(n.start, l.duration) <= now {
			return n
		}
	}
	return s.search(now)
}

// search is Due when the current list does not have the answer.
func (s *Lists[P]) search(now int64) *Node[P] {
	for {
		l := s.current
		if l == nil {
			if l = s.wheel.due(now); l == nil {
				return nil
			}
			s.current = l
		}
		n := l.oldest
		if n == nil {
			s.drop(l)
			continue
		}
		d := deadline(n.start, l.duration)
		if d <= now {
			return n
		}
		s.current = nil
		s.expire(l, d)
	}
}

// Look is for a caller that does other work between two steps, and wants to know before it what the next one will be.
// It returns the node that is next in the list that the pass is in. If there is none, it puts that list off or drops it,
// as Due does, and reports whether other lists expire by now; those it leaves alone.
func (s *Lists[P]) Look(now int64) (n *Node[P], more bool) {
	if l := s.current; l != nil {
		n := l.oldest
		if n == nil {
			s.drop(l)
		} else if d := deadline(n.start, l.duration); d <= now {
			return n, true
		} else {
			s.current = nil
			s.expire(l, d)
		}
	}
	return nil, s.wheel.due(now) != nil
}

// Enter lets a pass that is in no list go on with the first that expires by now.
func (s *Lists[P]) Enter(now int64) {
	if s.current == nil {
		s.current = s.wheel.due(now)
	}
}

// Take is the second half: it takes the node that Due returned out of its list, wherever it is by now, and does nothing
// if it is in none. A list that this empties is there until a pass comes to it, which for the current list is the next
// step; what is inserted for that duration meanwhile joins it. In other words, Take is Detach.
func (s *Lists[P]) Take(n *Node[P]) {
	if l := n.list; l != nil {
		s.unlink(n, l)
	}
}

// Shift is Take for the node that Ready or Due has just returned, which is the oldest of the current list.
func (s *Lists[P]) Shift(n *Node[P]) {
	l, w := n.list, n.newer
	if w != nil {
		w.older = nil
	} else {
		l.newest = nil
	}
	l.oldest = w
	n.newer, n.list = nil, nil
	s.nodes--
}

// EndPass forgets a pass that is given up half-way. The next step starts with the list that is first then.
func (s *Lists[P]) EndPass() { s.current = nil }

// NextExpiry is the smallest expiry of a list, and whether there is a list. A pass before that tick returns nothing. So
// may the pass at that tick: the timer it was set for may have been removed or re-armed.
func (s *Lists[P]) NextExpiry() (tick int64, ok bool) { return s.wheel.next() }

// WakeBound is NextExpiry or a tick before it, in constant time in all cases. A caller that sleeps until that tick,
// makes a pass and asks again arrives at NextExpiry by at most one wake-up for each factor of 64 in the distance.
func (s *Lists[P]) WakeBound() (tick int64, ok bool) { return s.wheel.bound() }
