package main

import (
	"context"
	"fmt"
	"os"

	"github.com/dop251/goja"
	"github.com/spf13/cobra"

	"github.com/nodetimers/nodetimers/internal/bench"
	"github.com/nodetimers/nodetimers/internal/bench/native"
	"github.com/nodetimers/nodetimers/internal/script"
)

// This file is the two hidden verbs that bench starts as children:
//
//	bench-js SCRIPT [k=v...]              a script, as run does, with what Node's common.js needs
//	bench-js --list SCRIPT [k=v...]       tells its combinations, and starts nothing
//	bench-native RUNTIME SCRIPT [k=v...]  a row in Go
//
// Node's benchmark/common.js loads child_process and a file that looks for load
// generators of http, which wants spawnSync and fs.existsSync. The former is
// nodetimers' own. The latter is a stand-in: of fs there is this one function.
//
// With --list, fork is a recorder: it tells the parent what a leaf would have been
// started with and ends it at once. That way the combinations of a program written
// against any common.js are known. Modules that nodetimers lacks are then objects
// on which anything can be called, because a program loads http before it says what
// it would do with it.

const (
	benchJS     = "bench-js"
	benchNative = "bench-native"
)

func newBenchJS(s streams) *cobra.Command {
	var list bool
	cmd := &cobra.Command{
		Use:    benchJS + " [--list] SCRIPT [k=v...]",
		Hidden: true,
		Args:   cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			relaxGC()
			ctx := cmd.Context()
			if ctx == nil {
				ctx = context.Background()
			}
			p, err := programOf(runOptions{}, args, s)
			if err != nil {
				return err
			}
			p.Fork = []string{p.ExecPath, benchJS}
			p.Builtins = map[string]func(*goja.Runtime) goja.Value{"fs": existsOnly}
			if list {
				addRecorder(p.Builtins)
			}
			sc, err := script.New(p)
			if err != nil {
				return err
			}
			code, err := sc.Run(ctx)
			if err == nil && code != 0 {
				err = exitStatus(code)
			}
			return err
		},
	}
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().BoolVar(&list, "list", false, "tell the combinations")
	return cmd
}

// existsOnly is the stand-in for fs.
func existsOnly(vm *goja.Runtime) goja.Value {
	m := vm.NewObject()
	_ = m.Set("existsSync", func(file string) bool {
		_, err := os.Stat(file)
		return err == nil
	})
	return m
}

// absent are modules of Node's that programs in other categories load at once.
var absent = []string{
	"cluster", "crypto", "dgram", "diagnostics_channel", "dns", "dns/promises", "domain", "fs", "fs/promises", "http",
	"http2", "https", "inspector", "net", "punycode", "querystring", "readline", "readline/promises", "stream",
	"stream/consumers", "stream/promises", "stream/web", "string_decoder", "tls", "trace_events", "v8", "vm", "wasi",
	"worker_threads", "zlib",
}

// addRecorder gives the program a child_process that starts nothing, and stand-ins
// for modules.
func addRecorder(builtins map[string]func(*goja.Runtime) goja.Value) {
	for _, name := range absent {
		builtins[name] = evaluated(anything)
	}
	builtins["child_process"] = evaluated(recorder)
}

// evaluated is a module whose exports are the value of an expression.
func evaluated(expression string) func(*goja.Runtime) goja.Value {
	return func(vm *goja.Runtime) goja.Value {
		v, err := vm.RunString(expression)
		if err != nil {
			panic(err)
		}
		return v
	}
}

// recorder makes a child_process whose children end at once, in the next ticks.
const recorder = `(() => {
  const fork = (file, args, options) => {
    const list = Array.isArray(args) ? args.map(String) : []
    const flags = ((Array.isArray(args) ? options : args) || {}).execArgv || []
    process.send({ type: 'combination', args: list, flags: flags.map(String) })
    const listeners = []
    setImmediate(() => listeners.forEach((f) => f(0, null)))
    const child = { pid: 0, send: () => true }
    child.on = child.once = child.addListener = (event, f) => {
      if (event === 'exit' || event === 'close') listeners.push(f)
      return child
    }
    return child
  }
  const error = Object.assign(new Error('nothing is started here'), { code: 'ENOENT' })
  return { fork, spawnSync: () => ({ status: null, error }) }
})()`

// anything is an object on which everything is there and can be called.
const anything = `(() => {
  const it = new Proxy(function () {}, {
    get: (target, key) => {
      if (key === Symbol.toPrimitive) return () => 0
      if (key === Symbol.iterator) return function* () {}
      if (key === 'prototype') return target.prototype
      return key === 'then' ? undefined : it
    },
    apply: () => it,
    construct: () => it,
  })
  return it
})()`

func newBenchNative(s streams) *cobra.Command {
	return &cobra.Command{
		Use:                benchNative + " RUNTIME SCRIPT [k=v...]",
		Hidden:             true,
		Args:               cobra.MinimumNArgs(2),
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			relaxGC()
			ctx := cmd.Context()
			if ctx == nil {
				ctx = context.Background()
			}
			conf, err := bench.ParseConf(args[2:])
			if err != nil {
				return usageError{err, "bench "}
			}
			err = bench.Leaf(args[1], conf, s.out, func() (rate, seconds float64, err error) {
				count, elapsed, err := native.Run(ctx, args[0], args[1], conf)
				return count / elapsed.Seconds(), elapsed.Seconds(), err
			})
			if err != nil {
				return fmt.Errorf("%s %s: %w", args[0], args[1], err)
			}
			return nil
		},
	}
}
