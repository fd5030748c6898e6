package native

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path"
	"strconv"
	"sync"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/console"
	peer "github.com/dop251/goja_nodejs/eventloop"
	"github.com/dop251/goja_nodejs/require"

	"github.com/nodetimers/nodetimers/internal/bench/programs"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file runs the JavaScript programs on goja_nodejs/eventloop, unchanged. They get
// what that loop gives its users, require and console, and beside it the little that
// common.js asks for: a process with argv, env, hrtime and send, and performance.now.
// There is no nextTick and no exit event, and nothing is put in their place: the
// programs that need them say so. The loop drops exceptions of callbacks; a program
// that fails in one ends without a report, which is an error here.
//
// A missing delay is zero there, not one millisecond, so misc/timers.js type='depth',
// which is about waiting, is n/a. A timer that is due holds a goroutine until its
// callback is taken: n overdue timers are n goroutines of more than 2 KB.

// gojaTwins has a twin for each program.
var gojaTwins = sync.OnceValue(func() map[string]twin {
	table := map[string]twin{}
	for _, r := range programs.Rows() {
		table[r.File] = twin{run: func(p *pass) (float64, error) { return runProgram(p, r.File, os.Stdout) }}
	}
	table["misc/timers.js type=depth"] = twin{run: func(*pass) (float64, error) {
		return 0, &Unavailable{"a missing delay is zero, not one millisecond"}
	}}
	return table
})

// root is where the programs are, for themselves.
const root = "/programs"

// runProgram runs one program in a fresh engine. What it prints goes to w.
func runProgram(p *pass, file string, w io.Writer) (count float64, err error) {
	registry := require.NewRegistry(
		require.WithLoader(func(name string) ([]byte, error) {
			text, err := programs.FS.ReadFile(relative(name))
			if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
				err = require.ModuleFileDoesNotExistError
			}
			return text, err
		}),
		require.WithPathResolver(func(base, name string) string {
			if path.IsAbs(name) {
				return path.Clean(name)
			}
			return path.Join(base, name)
		}),
	)
	registry.RegisterNativeModule(console.ModuleName, console.RequireWithPrinter(printer(w)))
	loop := peer.NewEventLoop(peer.WithRegistry(registry))

	var result report
	undo := func() bool { return false }
	loop.Run(func(vm *goja.Runtime) {
		undo = context.AfterFunc(p.ctx, func() {
			vm.Interrupt(context.Cause(p.ctx))
			loop.StopNoWait()
		})
		if err = result.enable(vm, file, p.conf); err != nil {
			return
		}
		load, _ := goja.AssertFunction(vm.Get("require"))
		_, err = load(goja.Undefined(), vm.ToValue(root+"/"+file))
	})
	undo()
	switch {
	case p.ctx.Err() != nil:
		return 0, context.Cause(p.ctx)
	case err != nil:
		return 0, err
	case result.missing != "":
		return 0, &Unavailable{result.missing}
	case result.elapsed <= 0:
		return 0, fmt.Errorf("%s ended without a report; an exception in a callback is lost on this loop", file)
	}
	p.elapsed = result.elapsed
	return result.rate * result.elapsed.Seconds(), nil
}

// relative is a path below root as FS knows it.
func relative(name string) string {
	name = path.Clean(name)
	if len(name) > len(root) && name[:len(root)+1] == root+"/" {
		return name[len(root)+1:]
	}
	return "."
}

// printer is the console's.
func printer(w io.Writer) console.Printer {
	line := func(s string) { fmt.Fprintln(w, s) }
	return console.StdPrinter{StdoutPrint: line, StderrPrint: line}
}

// report is what a program has told its parent.
type report struct {
	rate    float64
	elapsed time.Duration
	missing string
}

// enable gives an engine process and performance; messages of the program go to r.
func (r *report) enable(vm *goja.Runtime, file string, conf samples.Conf) error {
	argv := []string{"goja_nodejs", root + "/" + file}
	for _, param := range conf {
		text := fmt.Sprint(param.Value)
		if f, ok := param.Value.(float64); ok {
			text = samples.Number(f)
		}
		argv = append(argv, param.Key+"="+text)
	}
	begin := time.Now()
	hrtime := vm.ToValue(func(goja.FunctionCall) goja.Value {
		d := time.Since(begin)
		return vm.ToValue([]int64{int64(d / time.Second), int64(d % time.Second)})
	}).(*goja.Object)
	if err := hrtime.Set("bigint", func(goja.FunctionCall) goja.Value {
		return vm.ToValue(big.NewInt(int64(time.Since(begin))))
	}); err != nil {
		return err
	}
	if err := vm.Set("process", map[string]any{
		"argv":   argv,
		"env":    map[string]any{"NODE_RUN_BENCHMARK_FN": ""},
		"hrtime": hrtime,
		"send": func(call goja.FunctionCall) goja.Value {
			r.take(vm, call.Argument(0).ToObject(vm))
			return goja.Undefined()
		},
	}); err != nil {
		return err
	}
	return vm.Set("performance", map[string]any{
		"now": func() float64 { return float64(time.Since(begin)) / 1e6 },
	})
}

// take reads a message: a report, or unavailable.
func (r *report) take(vm *goja.Runtime, message *goja.Object) {
	switch message.Get("type").String() {
	case "report":
		seconds, err := strconv.ParseFloat(message.Get("time").String(), 64)
		if err != nil {
			panic(vm.NewGoError(err))
		}
		r.rate = message.Get("rate").ToFloat()
		r.elapsed = time.Duration(seconds*1e9 + 0.5)
	case "unavailable":
		r.missing = message.Get("reason").String()
	}
}
