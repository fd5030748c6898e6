package eventloop_test

import (
	"errors"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

func starving(s *eventloop.Starvation, reports *[]eventloop.Starved) func(*eventloop.Options) {
	if s.Report == nil {
		s.Report = func(r eventloop.Starved) { *reports = append(*reports, r) }
	}
	return func(o *eventloop.Options) { o.Starvation = *s }
}

// spin queues n tasks, one by the other, each of which takes d.
func (s *script) spin(n int, d time.Duration, queue func(func())) {
	var f func()
	f = func() {
		s.clock.Advance(d)
		if n--; n > 0 {
			queue(f)
		}
	}
	queue(f)
}

func TestStarvationLate(t *testing.T) {
	var reports []eventloop.Starved
	s := newScript(t, starving(&eventloop.Starvation{Late: 50 * ms}, &reports))
	for _, queue := range []func(func()){s.NextTick, s.QueueMicrotask} {
		reports = nil
		s.SetImmediate(func() { s.spin(1000, ms, queue) }) // nobody waits
		s.run()
		if len(reports) != 0 {
			t.Errorf("reports %+v", reports)
		}
		s.AfterFunc(10*ms, func() { // a timer waits from the beginning, but is late by less
			s.AfterFunc(1, func() {})
			s.spin(50, ms, queue)
		})
		s.run()
		if len(reports) != 0 {
			t.Errorf("reports %+v", reports)
		}
		for range 2 { // once in each drain
			s.AfterFunc(10*ms, func() {
				s.AfterFunc(100*ms, func() {})
				s.spin(1000, ms, queue)
			})
			s.run()
		}
		if len(reports) != 2 || reports[0] != reports[1] || reports[0].Late <= 50*ms || reports[0].Late > 100*ms {
			t.Errorf("reports %+v", reports)
		}
	}
}

// What was late before the drain is not the drain's doing.
func TestStarvationLateBefore(t *testing.T) {
	var reports []eventloop.Starved
	s := newScript(t, starving(&eventloop.Starvation{Late: 50 * ms}, &reports))
	s.AfterFunc(10*ms, func() {
		s.AfterFunc(10*ms, func() {})
		s.clock.Advance(time.Hour)
		s.spin(60, ms/2, s.NextTick)
	})
	s.run()
	if len(reports) != 0 {
		t.Errorf("reports %+v", reports)
	}
}

// The first list may have lost the timer it was due for.
func TestStarvationOfNobody(t *testing.T) {
	var reports []eventloop.Starved
	s := newScript(t, starving(&eventloop.Starvation{Late: 50 * ms}, &reports))
	for i := range 100 {
		s.AfterFunc(time.Hour+time.Duration(i), func() {})
	}
	idle := s.AfterFunc(10*ms, func() {})
	s.AfterFunc(5*ms, func() {
		idle.RefreshCached()
		s.clock.Advance(4 * ms)
		var f func()
		n := 0
		f = func() {
			s.clock.Advance(ms)
			idle.Refresh()
			if n++; n < 500 {
				s.NextTick(f)
			} else {
				s.StopNoWait()
			}
		}
		f()
	})
	wantErr(t, s.Run(background), eventloop.ErrStopped)
	if len(reports) != 0 {
		t.Errorf("reports %+v", reports)
	}
}

func TestStarvationTasks(t *testing.T) {
	errStarved := errors.New("starved")
	var s *script
	o := &eventloop.Starvation{Tasks: 100, Report: func(r eventloop.Starved) {
		s.log("%d", r.Tasks)
		s.Fail(errStarved)
	}}
	s = newScript(t, starving(o, nil))
	s.Post(func() { s.spin(99, 0, s.NextTick) })
	s.run()
	s.want("")
	n := 0
	var f func()
	f = func() { n++; s.NextTick(f) }
	s.Post(f)
	wantErr(t, s.Run(background), errStarved)
	s.want("100")
	if n != 101 { // the posted call and 100 ticks
		t.Errorf("%d calls", n)
	}
	s.SetStarvation(eventloop.Starvation{})
	f = func() {
		if n++; n > 1000 {
			s.StopNoWait()
		}
		s.NextTick(f)
	}
	wantErr(t, s.Run(background), eventloop.ErrStopped)
	s.want("")
}

// The default is a second.
func TestStarvationDefault(t *testing.T) {
	var reports []eventloop.Starved
	s := newScript(t)
	s.SetStarvation(eventloop.Starvation{Report: func(r eventloop.Starved) { reports = append(reports, r) }})
	s.AfterFunc(ms, func() {
		s.AfterFunc(0, func() {})
		s.spin(2000, ms, s.QueueMicrotask)
	})
	s.run()
	if len(reports) != 1 || reports[0].Late < time.Second || reports[0].Late > time.Second+64*ms {
		t.Errorf("reports %+v", reports)
	}
}
