package eventloop

import (
	"testing"
	"time"
)

// Clear takes the list of a last timer along, ClearAndLeaveList leaves it for the next
// pass, and a timer of the same delay joins it.
func TestClearAndLeaveList(t *testing.T) {
	l := New(Options{Clock: NewVirtualClock()})
	none := func() {}
	if x := l.AfterFunc(time.Second, none); !x.Clear() || l.lists.Durations() != 0 {
		t.Errorf("%d lists after Clear", l.lists.Durations())
	}
	x := l.AfterFunc(time.Second, none)
	_, _, number, _ := x.List()
	if !x.ClearAndLeaveList() || x.Live() || l.lists.Len() != 0 || l.lists.Durations() != 1 {
		t.Errorf("%d timers in %d lists after ClearAndLeaveList", l.lists.Len(), l.lists.Durations())
	}
	if x.ClearAndLeaveList() || x.Clear() {
		t.Error("cleared twice")
	}
	ran := false
	y := l.AfterFunc(time.Second, func() { ran = true })
	if _, _, joined, _ := y.List(); joined != number {
		t.Errorf("the next timer is in list %d, not %d", joined, number)
	}
	if err := l.Run(t.Context()); err != nil || !ran || l.lists.Durations() != 0 {
		t.Errorf("%v, ran: %v, %d lists at the end", err, ran, l.lists.Durations())
	}
}
