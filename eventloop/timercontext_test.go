package eventloop_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

func TestAfterFuncContext(t *testing.T) {
	s := newScript(t)
	ctx, cancel := context.WithCancel(background)
	a := s.AfterFuncContext(ctx, 10*ms, s.at("a"))
	b := s.AfterFuncContext(ctx, 100*ms, s.at("never"))
	iv := s.EveryContext(ctx, 20*ms, s.at("iv"))
	s.AfterFunc(50*ms, cancel)
	s.run()
	s.want("a@10 iv@20 iv@40")
	if a.Live() || b.Live() || iv.Live() || b.Clear() {
		t.Error("not cleared")
	}
	if s.AfterFuncContext(ctx, 0, s.say("never")).Live() || s.EveryContext(ctx, 0, s.say("never")).Live() {
		t.Error("started with a context that is done")
	}
	s.run()
	s.want("")
	noTimers(t, s)
}

// noTimers leaves out what contexts have posted: it may come after the run.
func noTimers(t *testing.T, s *script) {
	t.Helper()
	if c := s.Counts(); c.Timers != 0 || c.RefTimers != 0 {
		t.Errorf("counts %+v", c)
	}
}

// Once the context is done nothing runs, also in the pass in which it ends.
func TestAfterFuncContextInThePass(t *testing.T) {
	s := newScript(t)
	ctx, cancel := context.WithCancel(background)
	s.AfterFunc(10*ms, s.do("cancel", cancel))
	s.AfterFuncContext(ctx, 10*ms, s.say("never"))
	s.EveryContext(ctx, 10*ms, s.say("never"))
	s.run()
	s.want("cancel")
	noTimers(t, s)
}

// counting is a context that counts who is registered with it.
type counting struct {
	context.Context
	done       chan struct{}
	registered int
}

func (c *counting) Done() <-chan struct{} { return c.done }
func (c *counting) AfterFunc(func()) (stop func() bool) {
	c.registered++
	return func() bool { c.registered--; return true }
}

func TestContextRegistrationIsTakenBack(t *testing.T) {
	s := newScript(t)
	ctx := &counting{Context: background, done: make(chan struct{})}
	s.AfterFuncContext(ctx, ms, func() {
		if ctx.registered != 2 { // the interval and the one that is cleared
			t.Errorf("%d registered in the callback", ctx.registered)
		}
	})
	n := 0
	var iv *eventloop.ContextTimer
	iv = s.EveryContext(ctx, 2*ms, func() {
		if n++; n == 2 {
			iv.Clear()
		}
	})
	c := s.AfterFuncContext(ctx, 3*ms, s.say("never"))
	s.AfterFunc(3*ms, func() { c.Clear() })
	s.AfterFuncContext(ctx, 2*ms, s.say("x")).Unref().Ref()
	if !c.HasRef() || ctx.registered != 4 {
		t.Errorf("%d registered", ctx.registered)
	}
	c.Clear()
	s.run()
	s.want("x")
	if ctx.registered != 0 {
		t.Errorf("%d left", ctx.registered)
	}
	s.AfterFuncContext(ctx, time.Hour, s.say("never"))
	s.Terminate()
	if ctx.registered != 0 {
		t.Errorf("%d left after Terminate", ctx.registered)
	}
}

func TestHammerContextTimers(t *testing.T) {
	l := eventloop.New(eventloop.Options{})
	for range 200 {
		ctx, cancel := context.WithCancel(background)
		ran := 0
		c := l.AfterFuncContext(ctx, 100*time.Microsecond, func() { ran++ })
		done := make(chan struct{})
		go func() {
			cancel()
			close(done)
		}()
		wantErr(t, l.Run(background), nil)
		<-done
		if ran > 1 || c.Live() || l.Counts().Timers != 0 {
			t.Errorf("ran %d times, live %v", ran, c.Live())
		}
	}
}

func TestGroup(t *testing.T) {
	s := newScript(t)
	g := s.NewGroup()
	g.AfterFunc(10*ms, s.at("a"))
	g.Every(20*ms, s.at("iv"))
	g.SetImmediate(s.at("im"))
	b := g.AfterFunc(100*ms, s.say("never"))
	g.Add(s.EveryFixed(25*ms, eventloop.MissedSkip, s.at("fixed")))
	g.Add(s.AfterFuncContext(background, 100*ms, s.say("never")))
	if g.Len() != 6 {
		t.Errorf("Len %d", g.Len())
	}
	s.AfterFunc(45*ms, func() { s.log("%d,%d,%d", g.Len(), g.Clear(), g.Len()) })
	s.AfterFunc(60*ms, s.at("end"))
	s.run()
	s.want("im@0 a@10 iv@20 fixed@25 iv@40 4,4,0 end@60")
	if b.Live() {
		t.Error("still live")
	}
	g.AfterFunc(ms, s.say("again"))
	s.run()
	s.want("again")
	if g.Clear() != 0 {
		t.Error("cleared what has fired")
	}
	s.empty()
}

// What has fired does not pile up.
func TestGroupForgets(t *testing.T) {
	s := newScript(t)
	g := s.NewGroup()
	keep := g.AfterFunc(time.Hour, func() {})
	n := 0
	var f func()
	f = func() {
		if n++; n < 10000 {
			g.AfterFunc(ms, f)
			if got := eventloop.GroupSize(g); got > 33 {
				t.Fatalf("%d members held", got)
			}
			return
		}
		keep.Clear()
	}
	g.AfterFunc(ms, f)
	s.run()
	if n != 10000 || g.Len() != 0 {
		t.Errorf("%d calls, %d left", n, g.Len())
	}
}

func TestGroupClearWhenDone(t *testing.T) {
	s := newScript(t)
	g := s.NewGroup()
	ctx, cancel := context.WithCancel(background)
	g.ClearWhenDone(ctx)
	g.Every(10*ms, s.at("iv"))
	s.AfterFunc(25*ms, func() {
		cancel()
		for s.Counts().Posted == 0 { // the clock would jump on meanwhile
			runtime.Gosched()
		}
	})
	s.run()
	s.want("iv@10 iv@20")
	ctx, cancel = context.WithCancel(background)
	stop := g.ClearWhenDone(ctx)
	if !stop() || stop() {
		t.Error("stop")
	}
	cancel()
	g.AfterFunc(10*ms, s.at("stays"))
	s.run()
	s.want("stays@35")
}

func TestEveryAsync(t *testing.T) {
	s := newScript(t)
	errWork := errors.New("work")
	turns := 0 // no two turns overlap
	work := func(context.Context) error {
		if turns++; turns == 3 {
			return errWork
		}
		s.clock.Advance(15 * ms)
		return nil
	}
	iv := s.EveryAsync(background, 10*ms, work, func(err error) { s.log("%v@%d", err, s.clock.Now()/ms) })
	if !iv.Live() {
		t.Error("not live")
	}
	s.run()
	s.want("work@60") // at 10 to 25, 35 to 50, 60
	if iv.Live() || iv.Clear() {
		t.Error("live")
	}
	s.empty()
	// Without end the error comes out of Run.
	turns = 2
	s.EveryAsync(background, ms, work, nil)
	wantErr(t, s.Run(background), errWork)
	s.empty()
}

func TestEveryAsyncEnds(t *testing.T) {
	end := func(s *script) func(error) { return func(err error) { s.log("%v", err) } }
	waits := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	quick := func(context.Context) error { return nil }

	s := newScript(t) // cleared between turns
	iv := s.EveryAsync(background, 10*ms, quick, end(s))
	s.AfterFunc(25*ms, func() { s.log("%v", iv.Clear()); s.log("cleared") })
	s.run()
	s.want("true cleared <nil>")

	s = newScript(t) // cleared while work runs: its context ends
	iv = s.EveryAsync(background, 10*ms, waits, end(s))
	s.AfterFunc(10*ms, func() { iv.Clear(); s.log("cleared") })
	s.run()
	s.want("cleared <nil>")

	for _, work := range []func(context.Context) error{waits, quick} { // the context ends
		s = newScript(t)
		ctx, cancel := context.WithCancel(background)
		s.EveryAsync(ctx, 10*ms, work, end(s))
		s.AfterFunc(10*ms, cancel)
		s.run()
		if len(s.words) != 1 || s.words[0] != context.Canceled.Error() {
			t.Errorf("ended with %v", s.words)
		}
		s.words = nil
	}
}
