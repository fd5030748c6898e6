package eventloop

import "time"

// This file gives back what queues and lists have grown to in a burst. Their arrays are kept
// from turn to turn, since touching new memory costs more than all else; after a
// pause, and at the end of a run, those that are large and empty go.

const (
	keep  = 1 << 10     // places an empty queue keeps
	pause = time.Second // how long nothing must happen

	// At the end of a run lists are kept for the next one, which may come at once, if
	// they are fewer than this: 12 MB with their table. Making them anew costs more, in
	// work for the collector, than all that the timers do.
	keepLists = 1 << 17
)

// rest waits for d, negative for ever, on a clock on which that takes its time. A
// pause in it is waited for apart if there is something to give back then.
func (l *Loop) rest(d time.Duration) {
	if (d < 0 || d > pause) && l.bulky() {
		from := l.clock.Now()
		l.clock.Wait(pause, l.wake)
		took := l.clock.Now() - from
		if took < pause || !l.asleep() {
			return // something came, perhaps at the last moment
		}
		l.trim()
		if d > 0 {
			if d -= took; d <= 0 {
				return
			}
		}
	}
	l.clock.Wait(d, l.wake)
}

// bulky reports whether trim may have something to do.
func (l *Loop) bulky() bool {
	l.mu.Lock()
	n := cap(l.inbox.queue)
	l.mu.Unlock()
	return max(n, cap(l.todo.items), cap(l.queue.running), cap(l.queue.waiting),
		len(l.ticks.ring), len(l.micros.ring), l.lists.Spare()) > keep
}

// trim comes after a pause. trimQueues is what the end of a run has of it.
func (l *Loop) trim() {
	l.trimQueues()
	l.lists.Trim(keep)
}

func (l *Loop) trimQueues() {
	l.queue.trim()
	l.ticks.trim()
	l.micros.trim()
	l.todo.trim()
	l.inbox.trim()
}
