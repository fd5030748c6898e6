package trace

import (
	"context"
	"runtime/trace"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file shows callbacks to runtime/trace: go tool trace lists the tasks, from
// set to run, under "User-defined tasks", and the callbacks as regions in them.

// task is a callback from when it was set.
type task struct {
	ctx context.Context
	t   *trace.Task
}

func newTask(k eventloop.Kind, d described) *task {
	if !trace.IsEnabled() {
		return nil
	}
	ctx, t := trace.NewTask(context.Background(), k.String()+" "+d.label())
	return &task{ctx, t}
}

func endTask(t *task) {
	if t != nil {
		t.t.End()
	}
}

// startRegion begins the region of a callback. A region belongs to the goroutine,
// which is the loop's.
func startRegion(t *task, k eventloop.Kind, d described) *trace.Region {
	if !trace.IsEnabled() {
		return nil
	}
	ctx := context.Background()
	if t != nil {
		ctx = t.ctx
	}
	return trace.StartRegion(ctx, k.String()+" "+d.label())
}

func startWait() *trace.Region {
	if !trace.IsEnabled() {
		return nil
	}
	return trace.StartRegion(context.Background(), "wait")
}

func endRegion(r *trace.Region) {
	if r != nil {
		r.End()
	}
}
