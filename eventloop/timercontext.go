package eventloop

import (
	"context"
	"time"
)

// This file holds timers that end with a context. A context that ends does so on
// any goroutine: it posts to the loop, which clears the timer; a timer that comes
// due before it has heard of that asks the context and does not run.
//
// Beyond the timer, it costs a registration with the context (a lock, and two
// allocations) which is taken back when the timer is over. No goroutine.

// ContextTimer is a timer or interval of Loop.AfterFuncContext or
// Loop.EveryContext. Its methods may be called on the loop only.
type ContextTimer struct{ c contextTimer }

type contextTimer struct {
	t        Timer
	f        func()
	ctx      context.Context
	interval bool
	stop     func() bool // takes the registration back
}

// AfterFuncContext is AfterFunc for a timer that is cleared when ctx is done. Once
// it is, f is not called any more. With a context that is done already the timer is
// not started. It panics if ctx or f is nil, and if another goroutine than the
// loop's calls it while the loop runs.
func (l *Loop) AfterFuncContext(ctx context.Context, d time.Duration, f func()) *ContextTimer {
	if ctx == nil || f == nil {
		misuse("AfterFuncContext with a nil context or function")
	}
	l.checkGoroutine("AfterFuncContext")
	c := &ContextTimer{contextTimer{f: f, ctx: ctx}}
	c.c.begin(l, func(t *Timer) { t.Start(d) })
	return c
}

// EveryContext is Every for an interval that is cleared when ctx is done. See
// AfterFuncContext.
func (l *Loop) EveryContext(ctx context.Context, d time.Duration, f func()) *ContextTimer {
	if ctx == nil || f == nil {
		misuse("EveryContext with a nil context or function")
	}
	l.checkGoroutine("EveryContext")
	c := &ContextTimer{contextTimer{f: f, ctx: ctx, interval: true}}
	c.c.begin(l, func(t *Timer) { t.StartInterval(d) })
	return c
}

func (c *contextTimer) begin(l *Loop, start func(*Timer)) {
	c.t.Init(l, c)
	if c.ctx.Err() != nil {
		return
	}
	if start(&c.t); c.t.Live() {
		c.stop = context.AfterFunc(c.ctx, func() { l.Post(func() { c.clear() }) })
	}
}

// Expire is called by the loop.
func (c *contextTimer) Expire(*Timer) {
	if c.ctx.Err() != nil {
		c.clear()
		return
	}
	if !c.interval {
		c.drop()
	}
	c.f()
}

// drop takes the registration back: the timer is over.
func (c *contextTimer) drop() {
	if c.stop != nil {
		c.stop()
		c.stop = nil
	}
}

func (c *contextTimer) clear() bool {
	c.drop()
	return c.t.Clear()
}

// cancel is clear after a panic.
func (c *contextTimer) cancel() { c.clear() }

// Clear cancels the timer and reports whether it was live. Clearing twice, in its
// own callback or after it fired is harmless.
func (c *ContextTimer) Clear() bool { return c.c.clear() }

// Live reports whether the timer is set. One whose context has just ended is until
// the loop has heard of it.
func (c *ContextTimer) Live() bool { return c.c.t.Live() }

// Ref lets the timer keep the loop alive again; a new timer does. It returns c.
func (c *ContextTimer) Ref() *ContextTimer {
	c.c.t.Ref()
	return c
}

// Unref lets the loop end although the timer is pending. It returns c.
func (c *ContextTimer) Unref() *ContextTimer {
	c.c.t.Unref()
	return c
}

// HasRef reports whether the timer keeps the loop alive while it is pending.
func (c *ContextTimer) HasRef() bool { return c.c.t.HasRef() }
