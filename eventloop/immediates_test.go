package eventloop_test

import (
	"math/rand/v2"
	"testing"

	"github.com/nodetimers/nodetimers/eventloop"
)

// Immediates cleared in every place, their neighbours, and their queue against a
// model.

func TestImmediateClearEverywhere(t *testing.T) { // 93, 94
	s := newScript(t)
	var own, next, later, last, waiting *eventloop.Immediate
	alone := s.SetImmediate(s.say("alone"))
	if !alone.Clear() || alone.Clear() || alone.Live() {
		t.Error("Clear of a queued one counts once")
	}
	s.empty()
	own = s.SetImmediate(s.do("own", func() {
		if own.Live() || own.Clear() {
			t.Error("the running one is not queued")
		}
		next.Clear()
		s.NextTick(func() { later.Clear() })
		waiting = s.SetImmediate(s.say("waiting"))
		s.SetImmediate(s.say("late"))
	}))
	next = s.SetImmediate(s.say("next"))
	s.SetImmediate(s.say("a"))
	later = s.SetImmediate(s.say("later"))
	s.SetImmediate(s.do("b", func() { last.Clear(); waiting.Clear() }))
	last = s.SetImmediate(s.say("last"))
	s.run()
	s.want("own a b late")
	s.empty()
}

func TestImmediateClearAllTheRest(t *testing.T) {
	s := newScript(t)
	var all []*eventloop.Immediate
	s.SetImmediate(s.do("first", func() {
		for _, im := range all {
			im.Clear()
		}
		s.SetImmediate(s.say("second"))
	}))
	for range 10 {
		all = append(all, s.SetImmediate(s.say("no")))
	}
	s.run()
	s.want("first second")
	s.empty()
}

// One that is set again by its own callback runs in the next turn; set twice it
// runs once.
func TestImmediateSetAgain(t *testing.T) {
	s := newScript(t)
	h := &again{s: s}
	h.im.Init(s.Loop, h)
	h.im.Set()
	h.im.Set()
	s.SetImmediate(s.say("other"))
	s.run()
	s.want("again other again again")
	s.empty()
	if h.im.Handler() != h {
		t.Error("Handler")
	}
}

type again struct {
	im eventloop.Immediate
	s  *script
	n  int
}

func (a *again) RunImmediate(*eventloop.Immediate) {
	a.s.log("again")
	if a.n++; a.n < 3 {
		a.im.Set()
	}
}

func TestImmediateUnrefWhileQueued(t *testing.T) {
	s := newScript(t)
	im := s.SetImmediate(s.say("im"))
	if !im.HasRef() || im.Unref().Unref().HasRef() {
		t.Error("HasRef")
	}
	wantCounts(t, s.Loop, eventloop.Counts{Immediates: 1})
	if im.Ref().Ref(); s.Counts().RefImmediates != 1 {
		t.Error("Ref accumulates")
	}
	im.Unref().Clear()
	im.Ref().Unref().Ref() // not queued: it counts nowhere
	s.empty()
	im.Set()
	s.run()
	s.want("im")
	s.empty()
}

func TestImmediateNeighbours(t *testing.T) {
	s := newScript(t)
	a, b, c, d := s.SetImmediate(func() {}), s.SetImmediate(func() {}), s.SetImmediate(func() {}), s.SetImmediate(func() {})
	b.Clear()
	if a.Older() != nil || a.Newer() != c || c.Older() != a || d.Newer() != nil || b.Newer() != nil {
		t.Error("neighbours of waiting immediates")
	}
	var order []*eventloop.Immediate
	for im := range s.Immediates {
		order = append(order, im)
		if len(order) == 2 {
			break
		}
	}
	if len(order) != 2 || order[0] != a || order[1] != c {
		t.Error("Immediates")
	}
	var e, f, g *eventloop.Immediate
	e = s.SetImmediate(func() {
		x := s.SetImmediate(func() {})
		if f.Older() != nil || f.Newer() != g || g.Newer() != nil || x.Older() != nil {
			t.Error("neighbours while the phase runs")
		}
		n := 0
		for range s.Immediates {
			n++
		}
		if n != 3 || e.Newer() != nil {
			t.Errorf("%d are queued", n)
		}
	})
	f, g = s.SetImmediate(func() {}), s.SetImmediate(func() {})
	s.run()
	s.empty()
}

// The queue against a list, with bursts large enough to give its array back.
func TestImmediateQueueModel(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	s := newScript(t)
	var running, waiting []*modelImmediate // as they should be
	all := make([]*modelImmediate, 64)
	remove := func(q []*modelImmediate, m *modelImmediate) []*modelImmediate {
		for i := range q {
			if q[i] == m {
				return append(q[:i:i], q[i+1:]...)
			}
		}
		return q
	}
	turns := 0
	var step func()
	step = func() {
		for range r.IntN(20) {
			switch m := all[r.IntN(len(all))]; r.IntN(3) {
			case 0:
				m.im.Clear()
				running, waiting = remove(running, m), remove(waiting, m)
			default:
				if !m.im.Live() {
					waiting = append(waiting, m)
				}
				m.im.Set()
			}
		}
		if c := s.Counts(); c.Immediates != len(running)+len(waiting) {
			t.Fatalf("count %d, want %d and %d", c.Immediates, len(running), len(waiting))
		}
	}
	for i := range all {
		m := &modelImmediate{}
		m.f = func() {
			if len(running) == 0 { // a new turn
				running, waiting = waiting, nil
			}
			if running[0] != m {
				t.Fatal("out of order")
			}
			running = running[1:]
			step()
		}
		m.im.Init(s.Loop, m)
		all[i] = m
	}
	for turns = range 3000 {
		step()
		if turns%500 == 0 {
			for range 20_000 {
				s.SetImmediate(func() {}).Clear()
			}
		}
		if turns%10 == 0 { // let it run dry
			saved := step
			step = func() {}
			s.run()
			step = saved
			s.empty()
		}
	}
}

type modelImmediate struct {
	im eventloop.Immediate
	f  func()
}

func (m *modelImmediate) RunImmediate(*eventloop.Immediate) { m.f() }
