package main

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/internal/modules"
	"github.com/nodetimers/nodetimers/internal/stack"
	"github.com/nodetimers/nodetimers/nodeapi"
)

// This file is our side of the virtual clock: a script on an engine put together
// as the command does it, with a clock that moves as the one preloaded into
// Node.js does.

// steppingClock stands still while something runs. It sleeps as libuv does, for
// whole milliseconds counted from where it is. It is no eventloop.VirtualClock: the
// loop is to treat it as it treats the system's.
type steppingClock struct{ now atomic.Int64 }

// Now is the virtual time.
func (c *steppingClock) Now() time.Duration { return time.Duration(c.now.Load()) }

// Wait moves the time by d, rounded up.
func (c *steppingClock) Wait(d time.Duration, wake <-chan struct{}) {
	if d < 0 {
		<-wake
		return
	}
	select {
	case <-wake:
	default:
		const ms = time.Millisecond
		c.now.Add(int64((d + ms - 1) / ms * ms))
	}
}

// execute runs a script on a virtual clock and gives its exit code. The script
// has __advance(microseconds) and __now().
func execute(ctx context.Context, name, code string, stdout, stderr io.Writer) (int, error) {
	clock := &steppingClock{}
	vm := goja.New()
	e := gojaloop.New(vm, gojaloop.Options{Clock: clock, NoRequire: true, NoConsole: true})
	node := nodeapi.Enable(e, nodeapi.Options{
		Argv: []string{"differ", name}, Stdout: stdout, Stderr: stderr, NoWarnings: true,
	})
	if err := vm.Set("__advance", func(us int64) { clock.now.Add(us * int64(time.Microsecond)) }); err != nil {
		return 0, err
	}
	if err := vm.Set("__now", func() int64 { return int64(clock.Now() / time.Microsecond) }); err != nil {
		return 0, err
	}
	loader := modules.New(vm, modules.Options{
		Builtins: node.Builtins(),
		OnCatch:  func(v goja.Value) { stack.Normalize(vm, v) },
	})
	e.PostMain(func() {
		m, err := loader.Eval(name, code, "/", modules.EvalScript)
		if err != nil {
			panic(err)
		}
		if _, err := m.Evaluate(); err != nil {
			panic(err)
		}
	})
	result, err := node.Finish(e.Run(ctx))
	if err != nil {
		return 0, fmt.Errorf("run: %w", err)
	}
	return result, nil
}
