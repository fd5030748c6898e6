package timerlist_test

import (
	"runtime"
	"testing"

	"github.com/nodetimers/nodetimers/internal/timerlist"
)

func TestNothingIsAllocated(t *testing.T) {
	const timers = 2000
	var lists timerlist.Lists[numbered]
	nodes := make([]timerlist.Node[numbered], timers)
	now := int64(1 << 31)
	for _, c := range []struct {
		name     string
		duration func(i int) int64
	}{
		{"pooled", func(int) int64 { return 120_000 }},
		{"unpooled", func(i int) int64 { return int64(200 + i) }},
	} {
		round := func() {
			for i := range nodes {
				now++
				lists.Insert(&nodes[i], now, c.duration(i))
			}
			for i := range nodes {
				now++
				lists.Rearm(&nodes[i], now)
			}
			for i := 0; i < timers; i += 2 {
				lists.Remove(&nodes[i])
			}
			lists.NextExpiry()
			now += 200_000
			for lists.Next(now) != nil {
			}
		}
		if n := testing.AllocsPerRun(5, round); n != 0 {
			t.Errorf("%s: %v allocations in a round of %d timers", c.name, n, timers)
		}
	}
	made := lists.Made()
	for range 1000 {
		now++
		lists.Insert(&nodes[0], now, 777)
		lists.Remove(&nodes[0])
	}
	if lists.Made() != made {
		t.Errorf("%d lists made by setting and clearing one timer", lists.Made()-made)
	}
	if err := lists.Check(); err != nil {
		t.Error(err)
	}
}

// A node that has been returned or removed is garbage as soon as the caller lets go of it, and so is what it carries.
func TestNodesAreReleased(t *testing.T) {
	type heavy struct{ subject *[1 << 10]byte }
	var lists timerlist.Lists[heavy]
	released := make(chan string, 16)
	set := func(name string, duration int64) *timerlist.Node[heavy] {
		n := new(timerlist.Node[heavy])
		n.Payload().subject = new([1 << 10]byte)
		runtime.AddCleanup(n, func(name string) { released <- name }, name)
		lists.Insert(n, 0, duration)
		return n
	}
	stays := set("stays", 50)
	set("fired", 20)
	set("fired alone", 30)
	lists.Remove(set("removed", 50))
	lists.Remove(set("removed alone", 60))
	lists.Detach(set("detached", 70))
	for lists.Next(40) != nil {
	}
	got := map[string]bool{}
	for range 1000 { // cleanups run after a collection, on another goroutine
		runtime.GC()
		for len(released) > 0 {
			got[<-released] = true
		}
		if len(got) == 5 {
			break
		}
	}
	if len(got) != 5 || got["stays"] {
		t.Errorf("released: %v", got)
	}
	if !stays.Scheduled() {
		t.Error("the one that stays does not")
	}
}

// Passes keep the wheel's time near the caller's, so a short timer set late in a long run lies low: its bound is near
// its expiry, and reaching it takes no detour.
func TestWheelKeepsUp(t *testing.T) {
	var lists timerlist.Lists[numbered]
	far, near := new(timerlist.Node[numbered]), new(timerlist.Node[numbered])
	lists.Insert(far, 0, 1<<40)
	for now := int64(0); now < 1<<33; now += 1<<20 + 7 {
		if lists.Next(now) != nil {
			t.Fatal("nothing is due")
		}
		lists.Insert(near, now, 40)
		if e, _ := lists.NextExpiry(); e != now+40 {
			t.Fatalf("next expiry %d, want %d", e, now+40)
		}
		if b, _ := lists.WakeBound(); b < now {
			t.Fatalf("bound %d at %d", b, now)
		}
		lists.Remove(near)
	}
	if err := lists.Check(); err != nil {
		t.Error(err)
	}
}

// Sleeping until the bound arrives at the expiry in few steps.
func TestWakeBoundArrives(t *testing.T) {
	for _, duration := range []int64{1, 63, 64, 1000, 4096, 120_000, 1<<31 - 1} {
		var lists timerlist.Lists[numbered]
		n := new(timerlist.Node[numbered])
		now := int64(123_456_789)
		lists.Insert(n, now, duration)
		wakes := 0
		for lists.Next(now) == nil {
			b, ok := lists.WakeBound()
			if !ok || b <= now {
				t.Fatalf("duration %d: bound %d, %v at %d", duration, b, ok, now)
			}
			now = b
			wakes++
		}
		if now != 123_456_789+duration {
			t.Errorf("duration %d: fired at %d", duration, now)
		}
		limit := 1
		for d := duration; d >= 64; d /= 64 {
			limit++
		}
		if wakes > limit+1 {
			t.Errorf("duration %d: %d wake-ups", duration, wakes)
		}
	}
}
