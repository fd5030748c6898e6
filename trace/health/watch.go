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

	mu   sync.Mutex
	seq  uint64        // mu: the callback seen last
	seen time.Duration // mu: since when

	// Of the goroutine.
	reported bool
	tasks    uint64        // ticks and microtasks in a row, at the last look
	drained  time.Duration // when there were none last
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

// last is the callback seen last, and since when.
func (t *ticker) last() (seq uint64, seen time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.seq, t.seen
}

// look is one tick. It returns false when there is nothing to look at.
func (t *ticker) look() (awake bool) {
	m := t.m
	now := m.opts.Wall()
	m.coarse.Store(int64(now))
	m.mu.Lock()
	c := m.current
	m.mu.Unlock()
	if c.seq != t.seq {
		t.mu.Lock()
		t.seq, t.seen = c.seq, now
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
	t.starved(now, c)
	return true
}

// idle reports whether nothing has begun since the last look.
func (t *ticker) idle() bool {
	t.m.mu.Lock()
	defer t.m.mu.Unlock()
	return t.m.current.seq == t.seq
}

// starved reports ticks and microtasks that follow each other for too long.
func (t *ticker) starved(now time.Duration, c current) {
	was := t.tasks
	if t.tasks = c.tasks; c.tasks == 0 || c.tasks < was {
		t.drained, t.told = now, false
		return
	}
	if d := now - t.drained; t.m.opts.Starved > 0 && d >= t.m.opts.Starved && !t.told && c.tasks > was {
		t.told = true
		t.m.tell("ticks and microtasks keep timers waiting", c, "for", d, "tasks", c.tasks)
	}
}

// tell writes a report about what runs.
func (m *Monitor) tell(text string, c current, more ...any) {
	if m.opts.Logger != nil {
		m.opts.Logger.Warn(text, attrs(c.kind, eventloop.DescribeHeld(c.held), more...)...)
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
