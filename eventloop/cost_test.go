package eventloop_test

import (
	"reflect"
	"runtime"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// What operations cost in memory. What they cost in time is in bench_test.go.

func TestSizes(t *testing.T) {
	if s := reflect.TypeFor[eventloop.Timer]().Size(); s != 64 {
		t.Errorf("a Timer is %d bytes, its comment says 64", s)
	}
	if s := reflect.TypeFor[eventloop.Immediate]().Size(); s != 32 {
		t.Errorf("an Immediate is %d bytes, its comment says 32", s)
	}
}

type quiet struct {
	t  eventloop.Timer
	im eventloop.Immediate
	n  int
}

func (q *quiet) Expire(*eventloop.Timer)           { q.n++ }
func (q *quiet) RunImmediate(*eventloop.Immediate) { q.n++ }
func (q *quiet) RunTask()                          { q.n++ }

func TestAllocations(t *testing.T) {
	clock := eventloop.NewVirtualClock()
	l := eventloop.New(eventloop.Options{Clock: clock})
	var q quiet
	q.t.Init(l, &q)
	q.im.Init(l, &q)
	f := func() { q.n++ }
	run := func() {
		if err := l.Run(background); err != nil {
			t.Error(err)
		}
	}
	check := func(name string, want float64, f func()) {
		t.Helper()
		if got := testing.AllocsPerRun(1000, f); got > want {
			t.Errorf("%s: %v allocations, want %v", name, got, want)
		}
	}
	check("Run of an empty loop", 5, run)
	empty := testing.AllocsPerRun(1000, run)
	i := time.Duration(0)
	check("Start", 0, func() { q.t.Start(time.Hour) })
	check("StartCached of another duration each time", 0, func() { i++; q.t.StartCached(time.Hour + i*ms) })
	check("StartInterval", 0, func() { q.t.StartInterval(time.Hour) })
	check("Start(0)", 0, func() { q.t.Start(0) })
	check("Refresh", 0, func() { q.t.Refresh() })
	check("RefreshCached", 0, func() { q.t.RefreshCached() })
	check("Clear and StartCached", 0, func() { q.t.Clear(); q.t.StartCached(time.Hour) })
	check("Ref and Unref", 0, func() { q.t.Unref().Ref() })
	q.t.Clear()
	check("an owned timer that fires", empty, func() { q.t.StartCached(ms); run() })
	check("an owned immediate that runs", empty, func() { q.im.Set(); run() })
	check("an owned immediate, set and cleared", 0, func() { q.im.Set(); q.im.Clear() })
	check("NextTick", empty, func() { l.NextTick(f); run() })
	check("NextTickTask", empty, func() { l.NextTickTask(&q); run() })
	check("QueueMicrotask", empty, func() { l.QueueMicrotask(f); run() })
	check("Post", empty, func() { l.Post(f); run() })
	check("Now", 0, func() { l.UpdateNow(); l.Now(); l.Counts() })
	check("AfterFunc", 1, func() { l.AfterFunc(time.Hour, f).Clear() })
	check("AfterFuncCached", 1, func() { l.AfterFuncCached(time.Hour, f).Clear() })
	check("SetImmediate", 1, func() { l.SetImmediate(f).Clear() })
	check("PostAfterFunc that fires", empty+1, func() { l.PostAfterFunc(ms, f); run() })
	check("Hold", 1, func() { l.Hold().Release() })
}

// heapInUse is what the heap holds after a collection.
func heapInUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Req 36: setting and clearing, and timers that fired and were dropped, leave the
// heap where it was.
func TestReq36HeapStaysWhereItWas(t *testing.T) {
	const slack = 1 << 20
	n := 10_000_000 / slow
	if testing.Short() {
		n /= 50
	}
	clock := eventloop.NewVirtualClock()
	l := eventloop.New(eventloop.Options{Clock: clock})
	var q quiet
	q.t.Init(l, &q)
	q.im.Init(l, &q)
	check := func(name string, f func()) {
		t.Helper()
		before := heapInUse()
		f()
		if err := l.Run(background); err != nil {
			t.Error(err)
		}
		if grown := heapInUse() - before; grown > slack {
			t.Errorf("%s: the heap grew by %d bytes", name, grown)
		}
		wantCounts(t, l, eventloop.Counts{})
	}
	check("set and clear, owned", func() {
		for range n {
			q.t.StartCached(time.Hour)
			q.t.Clear()
		}
	})
	check("set and clear, many durations", func() {
		for i := range n / 10 {
			q.t.StartCached(time.Hour + time.Duration(i)*ms)
			q.t.Clear()
		}
	})
	check("set and clear, with an allocation", func() {
		for range n / 10 {
			l.AfterFuncCached(time.Hour, func() { t.Error("fired") }).Clear()
		}
	})
	check("set and clear of immediates", func() {
		for range n / 10 {
			q.im.Set()
			q.im.Clear()
		}
	})
	check("fired and dropped", func() {
		for i := range n / 10 {
			l.AfterFuncCached(time.Duration(1+i%1000)*ms, func() { q.n++ })
		}
	})
	check("immediates, ticks and posts in a burst", func() {
		for range n / 50 {
			l.SetImmediate(func() {})
			l.NextTick(func() {})
			l.QueueMicrotask(func() {})
			l.Post(func() {})
		}
	})
	check("a burst, seen from the same run after a pause", func() {
		before := heapInUse()
		l.Post(func() {
			for range n / 50 {
				l.SetImmediate(func() {})
				l.NextTick(func() {})
				l.QueueMicrotask(func() {})
				l.Post(func() {})
			}
		})
		l.AfterFunc(time.Minute, func() {
			if grown := heapInUse() - before; grown > slack {
				t.Errorf("in a pause after a burst the heap holds %d bytes more", grown)
			}
		})
	})
	check("timers from elsewhere, cancelled", func() {
		for range n / 50 {
			l.PostAfterFunc(time.Hour, func() { t.Error("fired") }).Cancel()
		}
	})
	runtime.KeepAlive(l)
}

// Req 36: Clear and Cancel free the callback as soon as the caller drops the
// handle, with the loop still there.
func TestReq36CallbackIsFreed(t *testing.T) {
	l := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
	freed := make(chan string, 7)
	callback := func(name string) func() {
		x := new([1 << 10]byte)
		runtime.AddCleanup(x, func(name string) { freed <- name }, name)
		return func() { x[0]++ }
	}
	func() {
		l.AfterFunc(time.Hour, callback("timer")).Clear()
		l.SetImmediate(callback("immediate")).Clear()
		l.AfterFunc(0, callback("fired"))
		l.NextTick(callback("tick"))
		l.QueueMicrotask(callback("microtask"))
		l.Post(callback("posted function"))
		p := l.PostAfterFunc(time.Hour, callback("posted timer"))
		wantErr(t, func() error { l.AfterFunc(ms, l.StopNoWait); return l.Run(background) }(), eventloop.ErrStopped)
		p.Cancel()
	}()
	for i := range 7 {
		runtime.GC()
		select {
		case <-freed:
		case <-time.After(5 * time.Second):
			t.Fatalf("%d of 7 callbacks were freed", i)
		}
	}
	runtime.KeepAlive(l)
}
