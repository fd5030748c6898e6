package eventloop

import (
	"context"
	"time"
)

// This file holds the interval of asynchronous work: each turn is a goroutine of
// its own, and the next is timed from its end, so that it never overlaps itself.
// Between turns it is one timer; there is a goroutine only while work runs. A turn
// costs a goroutine, a Hold and a post.

// AsyncInterval is an interval of Loop.EveryAsync. Its methods may be called on the
// loop only.
type AsyncInterval struct{ a asyncInterval }

type asyncInterval struct {
	t       Timer
	period  time.Duration
	ctx     context.Context // of work
	cancel  context.CancelFunc
	stop    func() bool // takes the registration with the caller's context back
	outer   context.Context
	work    func(context.Context) error
	end     func(error)
	running bool // work
	over    bool // no turn begins any more
}

// EveryAsync calls work on a goroutine of its own when d has passed, and again each
// time d has passed since it returned. While work runs the loop is kept alive. It
// is over, and end is called on the loop, when ctx is done (with the context's
// error), when work has returned an error (with that), or after Clear (with nil);
// work that runs then is waited for first, its context being cancelled. end may be
// nil: an error of work then fails the loop, and Run returns it. A panic of work is
// one of any goroutine: it ends the program.
//
// After Terminate nothing is called. EveryAsync panics if ctx or work is nil, and
// if another goroutine than the loop's calls it while the loop runs.
func (l *Loop) EveryAsync(ctx context.Context, d time.Duration, work func(context.Context) error, end func(error)) *AsyncInterval {
	if ctx == nil || work == nil {
		misuse("EveryAsync with a nil context or function")
	}
	l.checkGoroutine("EveryAsync")
	v := &AsyncInterval{asyncInterval{period: d, outer: ctx, work: work, end: end}}
	a := &v.a
	a.ctx, a.cancel = context.WithCancel(ctx)
	a.t.Init(l, a)
	a.t.Start(d)
	a.stop = context.AfterFunc(ctx, func() { l.Post(func() { a.quit() }) })
	return v
}

// Expire begins a turn. It is called by the loop.
func (a *asyncInterval) Expire(*Timer) {
	if a.outer.Err() != nil {
		a.quit()
		return
	}
	a.running = true
	l := a.t.Loop()
	hold := l.Hold()
	go func() {
		err := a.work(a.ctx)
		l.Post(func() { a.returned(err) })
		hold.Release()
	}()
}

// Describe tells Loop.Pending that it is an interval.
func (a *asyncInterval) Describe(p *Pending) { p.Kind = KindInterval }

// returned ends a turn.
func (a *asyncInterval) returned(err error) {
	a.running = false
	switch {
	case a.outer.Err() != nil:
		a.finish(a.outer.Err())
	case a.over:
		a.finish(nil)
	case err != nil:
		a.finish(err)
	default:
		a.t.Start(a.period)
	}
}

// quit lets no turn begin any more and reports whether one could have.
func (a *asyncInterval) quit() bool {
	if a.over {
		return false
	}
	a.over = true
	a.t.Clear()
	a.cancel()
	if !a.running {
		a.finish(a.outer.Err())
	}
	return true
}

// finish says how it ended, in a tick: Clear does not call back.
func (a *asyncInterval) finish(err error) {
	a.over = true
	a.drop()
	l := a.t.Loop()
	switch {
	case a.end != nil:
		end := a.end
		a.end = nil
		l.NextTick(func() { end(err) })
	case err != nil && a.outer.Err() == nil:
		l.NextTick(func() { l.Fail(err) })
	}
}

// drop lets go of the contexts. Terminate calls it too.
func (a *asyncInterval) drop() {
	a.over = true
	a.stop()
	a.cancel()
}

// Clear lets no turn begin any more, cancels the context of the one that runs, and
// reports whether the interval was live.
func (v *AsyncInterval) Clear() bool { return v.a.quit() }

// Live reports whether another turn will begin.
func (v *AsyncInterval) Live() bool { return !v.a.over }
