package health

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is the goroutine beside the loop: it keeps the coarse clock and reports
// what it sees from outside, also of a callback that never ends. It sleeps while the
// loop has nothing to do: after some ticks in which nothing ran it waits to be woken by
// the next callback.

// ticker is the goroutine of a Monitor.
type ticker struct {
	m      *Monitor
	asleep atomic.Bool
	wakeup chan struct{}
	quit   chan struct{}
	done   sync.WaitGroup

	mu    sync.Mutex
	moved uint64        // mu: the move of the loop seen last
	seen  time.Duration // mu: when

	// Of the goroutine.
	reported bool
	others   uint64        // callbacks but ticks and microtasks, at the last look
	drained  time.Duration // since when there have been no more of them
	told     bool          // of the starvation
	quiet    int           // ticks in which nothing ran
}

// restAfter is how many quiet ticks it takes to go to sleep.
const restAfter = 20

func (t *ticker) init(m *Monitor) { t.m = m }

func (t *ticker) start() {
	t.wakeup, t.quit = make(chan struct{}, 1), make(chan struct{})
	t.asleep.Store(false)
	now := t.m.opts.Wall()
	t.look0(now)
	t.done.Add(1)
	go t.run()
}

func (t *ticker) stop() {
	close(t.quit)
	t.done.Wait()
}

// wake is called by the loop when the goroutine sleeps.
func (t *ticker) wake() {
	t.m.coarse.Store(int64(t.m.opts.Wall()))
	t.asleep.Store(false)
	select {
	case t.wakeup <- struct{}{}:
	default:
	}
}

func (t *ticker) run() {
	defer t.done.Done()
	tick := time.NewTicker(t.m.opts.Tick)
	defer tick.Stop()
	for {
		select {
		case <-t.quit:
			return
		case <-tick.C:
			if t.look() {
				continue
			}
			tick.Stop()
			t.asleep.Store(true)
			if t.idle() {
				select {
				case <-t.quit:
					return
				case <-t.wakeup:
				}
			}
			t.asleep.Store(false)
			t.look0(t.m.opts.Wall())
			tick.Reset(t.m.opts.Tick)
		}
	}
}

// look0 begins to look, at the start and after a rest.
func (t *ticker) look0(now time.Duration) {
	t.mu.Lock()
	t.seen = now
	t.mu.Unlock()
	t.drained, t.quiet = now, 0
}

// last is the move of the loop seen last, and when.
func (t *ticker) last() (moved uint64, seen time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.moved, t.seen
}

// look is one tick. It returns false when there is nothing to look at.
func (t *ticker) look() (awake bool) {
	m := t.m
	now := m.opts.Wall()
	m.coarse.Store(int64(now))
	m.mu.Lock()
	c := m.current
	m.mu.Unlock()
	moved := c.moved != t.moved
	if moved {
		t.mu.Lock()
		t.moved, t.seen = c.moved, now
		t.mu.Unlock()
		t.reported, t.quiet = false, 0
	}
	if !c.running || !m.loop.Running() {
		t.quiet++
		t.drained, t.told, t.reported = now, false, true
		return t.quiet < restAfter
	}
	if d := now - t.seen; m.opts.Slow > 0 && d >= m.opts.Slow && !t.reported {
		t.reported = true
		m.tell("callback is still running", c, "so far", d)
	}
	t.starved(now, c, moved)
	return true
}

// idle reports whether nothing has begun since the last look. A callback that began and
// did not say so, because it is as the last one was, began on a loop that runs.
func (t *ticker) idle() bool {
	m := t.m
	m.mu.Lock()
	c := m.current
	m.mu.Unlock()
	return c.moved == t.moved && !(c.running && m.loop.Running())
}

// starved reports ticks and microtasks that follow each other for too long.
func (t *ticker) starved(now time.Duration, c current, moved bool) {
	if c.tasks == 0 || c.others != t.others {
		t.others, t.drained, t.told = c.others, now, false
		return
	}
	if d := now - t.drained; t.m.opts.Starved > 0 && d >= t.m.opts.Starved && !t.told && moved {
		t.told = true
		t.m.tell("ticks and microtasks keep timers waiting", c, "for", d, "tasks", c.tasks)
	}
}

// tell writes a report about what runs.
func (m *Monitor) tell(text string, c current, more ...any) {
	if m.opts.Logger != nil {
		m.opts.Logger.Warn(text, attrs(c.kind, c.held.Describe(), more...)...)
	}
}

// attrs are what is known of a callback.
func attrs(k eventloop.Kind, c eventloop.Callback, more ...any) []any {
	list := []any{slog.String("kind", k.String())}
	for _, a := range []struct{ key, value string }{{"function", c.Name}, {"source", c.Source}, {"set at", c.Origin}} {
		if a.value != "" {
			list = append(list, slog.String(a.key, a.value))
		}
	}
	return append(list, more...)
}
