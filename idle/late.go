package idle

import "slices"

// This file is what a group knows about its clock's being late. A touch notes what the clock said, and happened before
// the clock moved on. Normally that is less than a tick, and effective adds a tick. If the system did not run the keeper
// for longer, touches in that time carry a stamp that is too old; for these few stamps it is written down here when the
// time they stand for ended. Without it, a connection could be closed a moment after a touch.

// late is spans of stamps, ascending, and for each the time that touches with such a stamp came before. Two neighbours
// become one when there are too many: then touches between them count as later than they were, never as earlier.
type late struct{ spans []span }

type span struct{ first, last, end int64 }

const maxSpans = 256

// note says that the clock said stamp until end. What was touched at oldest or before is of no interest any more.
func (l *late) note(stamp, end, oldest int64) {
	if i := slices.IndexFunc(l.spans, func(s span) bool { return s.last > oldest }); i > 0 {
		l.spans = append(l.spans[:0], l.spans[i:]...)
	} else if i < 0 {
		l.spans = l.spans[:0]
	}
	if len(l.spans) == maxSpans {
		l.join()
	}
	l.spans = append(l.spans, span{stamp, stamp, end})
}

// join makes one span of the two neighbours that together are the shortest. So no joined span is longer than two of
// maxSpans equal parts of the longest limit: under a hundredth of it.
func (l *late) join() {
	length := func(i int) int64 { return l.spans[i+1].end - l.spans[i].first }
	best := 0
	for i := range len(l.spans) - 1 {
		if length(i) < length(best) {
			best = i
		}
	}
	l.spans[best].last, l.spans[best].end = l.spans[best+1].last, l.spans[best+1].end
	l.spans = slices.Delete(l.spans, best+1, best+2)
}

// effective is a time that touches with this stamp were before: what their limit counts from.
func (l *late) effective(stamp int64) int64 {
	if n := len(l.spans); n > 0 && stamp <= l.spans[n-1].last {
		i, _ := slices.BinarySearchFunc(l.spans, stamp, func(s span, stamp int64) int {
			if s.last < stamp {
				return -1
			}
			return 1
		})
		if s := l.spans[i]; s.first <= stamp {
			return max(s.end, stamp+tickUnits)
		}
	}
	return stamp + tickUnits
}

func (l *late) clear() { l.spans = l.spans[:0] }
