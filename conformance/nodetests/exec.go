package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/script"
)

// This file is the process that runs one test file: nodetimers with a few native
// modules that only the stand-ins use.

// execVerb, as the first argument, makes this program run a script.
const execVerb = "-exec-script"

// execute runs [flags] FILE, or -pe CODE.
func execute(args []string) int {
	o := script.Options{Env: map[string]string{}, Stdout: os.Stdout, Stderr: os.Stderr}
	var err error
	if o.ExecPath, err = os.Executable(); err != nil {
		return fail(err)
	}
	if o.Cwd, err = os.Getwd(); err != nil {
		return fail(err)
	}
	exposeGC := false
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		switch flag := args[0]; flag {
		case "-pe":
			o.Name, o.Code = "[eval]", strings.Join(args[1:], " ")
			args = nil
			continue
		case "--no-warnings":
			o.NoWarnings = true
		case "--expose-gc":
			exposeGC = true
		case "--expose-internals", "--allow-natives-syntax":
		default:
			return fail(fmt.Errorf("unknown flag %s", flag))
		}
		args = args[1:]
	}
	if o.Code == "" {
		if len(args) == 0 {
			return fail(errors.New("no file"))
		}
		o.File = args[0]
	}
	var s *script.Script
	o.Builtins = map[string]func(*goja.Runtime) goja.Value{
		"internal/native": func(vm *goja.Runtime) goja.Value { return native(vm, s, exposeGC) },
		"worker_threads": func(vm *goja.Runtime) goja.Value {
			m := vm.NewObject()
			_ = m.Set("isMainThread", true)
			return m
		},
	}
	if s, err = script.New(o); err != nil {
		return fail(err)
	}
	code, err := s.Run(context.Background())
	if err != nil {
		return fail(err)
	}
	return code
}

func fail(err error) int {
	fmt.Fprintln(os.Stderr, "nodetests:", err)
	return 2
}

// native is what the stand-ins need of Go: the collector, and starting this very
// program again.
func native(vm *goja.Runtime, s *script.Script, exposeGC bool) goja.Value {
	m := vm.NewObject()
	_ = m.Set("exposeGC", exposeGC)
	_ = m.Set("gc", func(goja.FunctionCall) goja.Value {
		runtime.GC()
		return goja.Undefined()
	})
	_ = m.Set("spawn", func(call goja.FunctionCall) goja.Value {
		args := []string{execVerb}
		for _, a := range call.Argument(0).Export().([]any) {
			args = append(args, fmt.Sprint(a))
		}
		p, resolve, _ := vm.NewPromise()
		loop := s.Engine().Loop()
		hold := loop.Hold()
		go func() {
			exe, _ := os.Executable()
			cmd := exec.Command(exe, args...)
			var out, errout bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errout
			_ = cmd.Run()
			loop.PostHosted(func() {
				_ = resolve(vm.ToValue(map[string]any{
					"code": cmd.ProcessState.ExitCode(), "signal": nil, "stdout": out.String(), "stderr": errout.String(),
				}))
			})
			hold.Release()
		}()
		return vm.ToValue(p)
	})
	return m
}
