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
	exposeGC, nativesSyntax := false, false
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
		case "--allow-natives-syntax":
			nativesSyntax = true
		case "--expose-internals":
		default:
			return fail(fmt.Errorf("unknown flag %s", flag))
		}
		args = args[1:]
	}
	if o.Code == "" {
		if len(args) == 0 {
			return fail(errors.New("no file"))
		}
		o.File, o.Args = args[0], args[1:]
	}
	var s *script.Script
	o.Builtins = map[string]func(*goja.Runtime) goja.Value{
		"internal/native": func(vm *goja.Runtime) goja.Value { return native(vm, s, exposeGC, nativesSyntax) },
		"child_process":   childProcess,
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
func native(vm *goja.Runtime, s *script.Script, exposeGC, nativesSyntax bool) goja.Value {
	m := vm.NewObject()
	_ = m.Set("nativesSyntax", nativesSyntax)
	_ = m.Set("exposeGC", exposeGC)
	_ = m.Set("gc", func(goja.FunctionCall) goja.Value {
		runtime.GC()
		return goja.Undefined()
	})
	_ = m.Set("spawn", func(call goja.FunctionCall) goja.Value {
		args := again(call.Argument(0))
		p, resolve, _ := vm.NewPromise()
		loop := s.Engine().Loop()
		hold := loop.Hold()
		go func() {
			result := start(args)
			loop.PostHosted(func() { _ = resolve(vm.ToValue(result)) })
			hold.Release()
		}()
		return vm.ToValue(p)
	})
	return m
}

// again is the command line of this program for arguments of a script's.
func again(args goja.Value) []string {
	list := []string{execVerb}
	for _, a := range args.Export().([]any) {
		list = append(list, fmt.Sprint(a))
	}
	return list
}

func start(args []string) map[string]any {
	exe, _ := os.Executable()
	cmd := exec.Command(exe, args...)
	var out, errout bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errout
	_ = cmd.Run()
	code := cmd.ProcessState.ExitCode()
	return map[string]any{"code": code, "status": code, "signal": nil, "stdout": out.String(), "stderr": errout.String()}
}

// childProcess is a child_process that starts this very program and no other.
func childProcess(vm *goja.Runtime) goja.Value {
	m := vm.NewObject()
	_ = m.Set("spawnSync", func(call goja.FunctionCall) goja.Value {
		if exe, err := os.Executable(); err != nil || call.Argument(0).String() != exe {
			panic(vm.NewTypeError("only this program may be started"))
		}
		return vm.ToValue(start(again(call.Argument(1))))
	})
	return m
}
