package main

import (
	"runtime"
	"testing"
	"time"
)

func TestGCPercent(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{
		{0, 800},
		{1 << 20, 800},
		{4 << 20, 800},
		{8 << 20, 400},
		{16 << 20, 400},
		{64 << 20, 400},
		{128 << 20, 400},
		{256 << 20, 200},
		{512 << 20, 100},
		{8 << 30, 100},
	} {
		if p := gcPercent(c.live); p != c.want {
			t.Errorf("%d MB live: %d percent, want %d", c.live>>20, p, c.want)
		}
	}
}

func TestAfterGC(t *testing.T) {
	calls := make(chan struct{}, 100)
	afterGC(func() { calls <- struct{}{} })
	for i := range 3 {
		runtime.GC()
		select {
		case <-calls:
		case <-time.After(time.Minute):
			t.Fatalf("not called after collection %d", i)
		}
	}
}
