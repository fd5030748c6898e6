package idle

import "sync"

// This file runs the handlers of what has expired. They wait in a queue, and goroutines take them one by one; there are
// none while the queue is empty, and at first no more than processors, because 100,000 connections that expire together
// want two goroutines and not 100,000. A handler may be slow, though, and sit on its goroutine. A goroutine that has begun
// nothing for a step of the clock does not count; and when a handler has waited for a step, more goroutines join: at
// least handlersMore, and at least as many as there are.

const handlersMore = 256

type handlers struct {
	crew int // how many begin

	mu      sync.Mutex
	queue   []due
	head    int // the first that has not begun
	workers int
	stuck   int // workers that had begun nothing between the last two nudges
	nudged  int64
	begun   int // handlers since the last nudge
}

// due is an entry that has expired, whom to tell, and since when it waits.
type due struct {
	entry *Entry
	owner Expirer
	since int64
}

func (h *handlers) push(g *Group, batch []due) {
	if len(batch) == 0 {
		return
	}
	h.mu.Lock()
	h.queue = append(h.queue, batch...)
	h.hire(g, h.crew-(h.workers-h.stuck))
	h.mu.Unlock()
}

// nudge comes once a step or more often, and sees whether the first in the queue has waited too long.
func (h *handlers) nudge(g *Group, now int64) {
	h.mu.Lock()
	if now-h.nudged >= step {
		h.nudged = now
		h.stuck, h.begun = max(0, h.workers-h.begun), 0
	}
	if h.head < len(h.queue) && now-h.queue[h.head].since >= step {
		h.hire(g, max(handlersMore, h.workers))
	}
	h.mu.Unlock()
}

// hire starts goroutines, but no more than handlers wait.
func (h *handlers) hire(g *Group, n int) {
	for range min(n, len(h.queue)-h.head) {
		h.workers++
		go h.work(g)
	}
}

// work runs handlers until none waits, and then lets the keeper go if it stayed for them.
func (h *handlers) work(g *Group) {
	for {
		h.mu.Lock()
		if h.head == len(h.queue) {
			h.workers--
			h.stuck = min(h.stuck, h.workers)
			h.queue, h.head = h.queue[:0], 0
			if cap(h.queue) > 4*sweepBatch {
				h.queue = nil
			}
			h.mu.Unlock()
			g.mu.Lock()
			g.leave()
			g.mu.Unlock()
			return
		}
		x := h.queue[h.head]
		h.queue[h.head] = due{}
		h.head++
		h.begun++
		h.mu.Unlock()
		x.owner.Expire(x.entry)
	}
}

// waiting is how many have not begun.
func (h *handlers) waiting() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.queue) - h.head
}
