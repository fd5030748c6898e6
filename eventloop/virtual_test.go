package eventloop_test

import (
	"math"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

func TestVirtualClockJumps(t *testing.T) {
	s := newScript(t)
	s.AfterFunc(365*24*time.Hour, s.say("year"))
	s.AfterFunc(time.Second, s.do("second", func() { s.clock.Advance(time.Hour) }))
	s.AfterFunc(30*time.Minute, s.say("late"))
	s.run()
	s.want("second late year")
	if s.clock.Now() != 365*24*time.Hour || s.Clock() != s.clock {
		t.Errorf("now %v", s.clock.Now())
	}
}

// While a Hold is out the clock stands: work elsewhere may post at this time.
func TestVirtualClockStandsForAHold(t *testing.T) {
	s := newScript(t)
	h := s.Hold()
	s.AfterFunc(time.Hour, s.at("timer"))
	s.Post(func() {
		go func() {
			s.Post(func() { s.at("posted")(); s.AfterFunc(ms, s.at("early")) })
			h.Release()
		}()
	})
	s.run()
	s.want("posted@0 early@1 timer@3600000")
}

func TestVirtualClockEndsAtTheEnd(t *testing.T) {
	c := eventloop.NewVirtualClock()
	c.Advance(math.MaxInt64)
	c.Advance(math.MaxInt64)
	if c.Now() != math.MaxInt64 {
		t.Errorf("now %v", c.Now())
	}
	wake := make(chan struct{}, 1)
	wake <- struct{}{}
	c.Wait(time.Hour, wake)
	wake <- struct{}{}
	c.Wait(-1, wake)
	if len(wake) != 0 {
		t.Error("Wait takes what is in wake")
	}
}

// A clock that was used before: the loop counts from its own beginning.
func TestVirtualClockUsedBefore(t *testing.T) {
	c := eventloop.NewVirtualClock()
	c.Advance(time.Hour + 300*time.Microsecond)
	l := eventloop.New(eventloop.Options{Clock: c})
	l.AfterFunc(5*ms, func() {
		if l.Now() != 5*ms || l.UpdateNow() != 5*ms || l.NowTicks() != 5 {
			t.Errorf("Now %v", l.Now())
		}
	})
	wantErr(t, l.Run(t.Context()), nil)
}
