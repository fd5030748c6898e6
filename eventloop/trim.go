package eventloop

import "time"

// This file gives back what queues and lists have grown to in a burst. Their arrays are kept
// from turn to turn, since touching new memory costs more than all else; after a
// pause, and at the end of a run, those that are large and empty go.

const (
	keep  = 1 << 10     // places an empty queue keeps
	pause = time.Second // how long nothing must happen
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

func (l *Loop) trim() {
	l.queue.trim()
	l.ticks.trim()
	l.micros.trim()
	l.todo.trim()
	l.inbox.trim()
	l.lists.Trim(keep)
}
