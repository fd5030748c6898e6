package script

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"time"
	"unsafe"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/internal/performance/target"
	"github.com/nodetimers/nodetimers/internal/stats"
)

// This file is group memory: what a timer takes, in this process. Bytes kept are the
// difference of the live heap after collections, with all timers pending. One function is
// shared by all, so that no closure is in them, but for one row that shows a closure. Allocations are counted over
// the setting and over the firing, less those of the same loop that sets nothing.

const (
	memoryTimers = 100_000
	memoryRounds = 5
)

// heap is the state of Go's heap.
type heap struct {
	live, bytes, objects float64
}

// readHeap collects twice if live is wanted: what has a finalizer goes in the second.
func readHeap(collect bool) heap {
	if collect {
		runtime.GC()
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return heap{float64(m.HeapAlloc), float64(m.TotalAlloc), float64(m.Mallocs)}
}

// errDone ends a run whose timers are not waited for.
var errDone = errors.New("done")

// cost is what one timer takes.
type cost struct {
	kept           float64 // bytes while pending
	bytes, objects float64 // allocated
}

func per(from, to heap, n int) cost {
	return cost{(to.live - from.live) / float64(n), (to.bytes - from.bytes) / float64(n), (to.objects - from.objects) / float64(n)}
}

func (o *Options) memory(ctx context.Context) ([]target.Row, error) {
	return memoryRows(ctx, memoryTimers)
}

// memoryRows measures with so many timers each.
func memoryRows(ctx context.Context, n int) ([]target.Row, error) {
	scripts := []struct {
		name, set string
		goal      float64
	}{
		{"setTimeout of one function, beside its closure", "setTimeout(f, 36e5)", 200},
		{"setTimeout with a closure of its own", "setTimeout(() => {}, 36e5)", 0},
		{"setTimeout, each its own duration", "setTimeout(f, 36e5 + i)", 0},
		{"setInterval", "setInterval(f, 36e5)", 0},
		{"setImmediate", "setImmediate(f)", 0},
	}
	var rows []target.Row
	for _, s := range scripts {
		var kept, bytes, objects []float64
		for range memoryRounds {
			set, err := scriptSets(ctx, s.set, n)
			if err != nil {
				return rows, fmt.Errorf("%s: %w", s.name, err)
			}
			kept, bytes, objects = append(kept, set.kept), append(bytes, set.bytes), append(objects, set.objects)
		}
		row := memoryLine("bytes kept by "+s.name, kept)
		row.Allocs = stats.Quantile(objects, 0.5)
		row.Note = fmt.Sprintf("%s are allocated to set one", target.Quantity(stats.Quantile(bytes, 0.5), "bytes"))
		if s.goal > 0 {
			row.Goal, row.Met = fmt.Sprintf("≤ %v bytes", s.goal), target.AtMost(row.Ours, s.goal)
		}
		rows = append(rows, row)
	}
	var bytes, objects []float64
	for range memoryRounds {
		fired, err := scriptFires(ctx, n)
		if err != nil {
			return rows, err
		}
		bytes, objects = append(bytes, fired.bytes), append(objects, fired.objects)
	}
	row := memoryLine("bytes allocated to fire a JavaScript timeout", bytes)
	row.Allocs = stats.Quantile(objects, 0.5)
	row.Note = "of an empty function"
	rows = append(rows, row)

	owned := memoryLine("caller-owned timer in Go", []float64{float64(unsafe.Sizeof(eventloop.Timer{}))})
	owned.Goal, owned.Met, owned.Note = "64 bytes", target.AtMost(owned.Ours, 64), "the struct's size"
	rows = append(rows, owned)
	var kept []float64
	objects = nil
	for range memoryRounds {
		c := goSets(n)
		kept, objects = append(kept, c.kept), append(objects, c.objects)
	}
	row = memoryLine("bytes kept by AfterFunc in Go, beside its closure", kept)
	row.Allocs = stats.Quantile(objects, 0.5)
	return append(rows, row), nil
}

func memoryLine(name string, values []float64) target.Row {
	return target.Row{Group: "memory", Name: name, Unit: "bytes", Ours: stats.Quantile(values, 0.5), Peer: math.NaN(),
		Allocs: math.NaN(), Pairs: len(values), Command: "go run ./internal/performance memory"}
}

// scriptSets sets timers in a loop, once to grow what the loop keeps, and once to
// measure. The loop without timers is taken off.
func scriptSets(ctx context.Context, set string, n int) (cost, error) {
	vm := goja.New()
	e := gojaloop.New(vm, gojaloop.Options{})
	var marks []heap
	_ = vm.Set("mark", func(goja.FunctionCall) goja.Value {
		marks = append(marks, readHeap(true))
		return nil
	})
	_ = vm.Set("n", n)
	_ = vm.Set("done", func(goja.FunctionCall) goja.Value { e.Exit(errDone); return nil })
	// Nothing is waited for: the timers are pending when the script has said enough.
	err := e.RunScript(ctx, "memory.js", `
		const f = () => {};
		for (let i = 0; i < 1000; i++) `+set+`;
		mark();
		for (let i = 0; i < n; i++);
		mark();
		for (let i = 0; i < n; i++) `+set+`;
		mark();
		done();`)
	if !errors.Is(err, errDone) {
		return cost{}, fmt.Errorf("the script did not come to its end: %w", err)
	}
	if len(marks) != 3 {
		return cost{}, fmt.Errorf("%d marks", len(marks))
	}
	c, bare := per(marks[1], marks[2], n), per(marks[0], marks[1], n)
	return cost{c.kept - bare.kept, c.bytes - bare.bytes, c.objects - bare.objects}, nil
}

// scriptFires sets timers of 1 ms, waits until all are due, and counts from the first
// callback to the last.
func scriptFires(ctx context.Context, n int) (cost, error) {
	vm := goja.New()
	e := gojaloop.New(vm, gojaloop.Options{})
	var marks []heap
	_ = vm.Set("mark", func(goja.FunctionCall) goja.Value {
		marks = append(marks, readHeap(false))
		return nil
	})
	_ = vm.Set("late", func(goja.FunctionCall) goja.Value { time.Sleep(5 * time.Millisecond); return nil })
	_ = vm.Set("n", n)
	err := e.RunScript(ctx, "memory.js", `
		const f = () => {};
		setTimeout(mark, 1);
		for (let i = 0; i < n; i++) setTimeout(f, 1);
		setTimeout(mark, 1);
		late();`)
	if err != nil {
		return cost{}, err
	}
	if len(marks) != 2 {
		return cost{}, fmt.Errorf("%d marks", len(marks))
	}
	return per(marks[0], marks[1], n), nil
}

// goSets sets timers of package eventloop in the convenient form.
func goSets(n int) cost {
	l := eventloop.New(eventloop.Options{})
	f := func() {}
	for range 1000 {
		l.AfterFunc(time.Hour, f)
	}
	before := readHeap(true)
	for range n {
		l.AfterFunc(time.Hour, f)
	}
	after := readHeap(true)
	runtime.KeepAlive(l)
	return per(before, after, n)
}
