package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"
	"github.com/spf13/cobra"

	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/internal/modules"
	"github.com/nodetimers/nodetimers/internal/stack"
	"github.com/nodetimers/nodetimers/nodeapi"
)

// This file is the verb run.

type runOptions struct {
	eval          string
	hasEval       bool
	inputType     string
	noWarnings    bool
	traceWarnings bool
}

func newRun(s streams) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [flags] FILE [args...] | -e CODE [args...] | - [args...]",
		Short: "run a JavaScript or TypeScript program",
		Long: `run runs a JavaScript or TypeScript program as node does: CommonJS and ES modules,
packages from node_modules, Node's timers, process, console, util, events, path.
What follows FILE is the program's, not nodetimers'.`,
		Example: `  nodetimers run server.ts --port 80
  nodetimers run -e 'setTimeout(() => console.log("later"), 100)'
  echo 'console.log(process.argv)' | nodetimers run - a b`,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.hasEval = cmd.Flags().Changed("eval")
			if !o.hasEval && len(args) == 0 {
				return usageError{errors.New("run needs a FILE, -e CODE or - for standard input"), "run "}
			}
			switch o.inputType {
			case "", "commonjs", "module":
			default:
				return usageError{fmt.Errorf("--input-type must be commonjs or module, not %q", o.inputType), "run "}
			}
			code, err := runScript(cmd.Context(), o, args, s)
			if err == nil && code != 0 {
				err = exitStatus(code)
			}
			return err
		},
	}
	f := cmd.Flags()
	f.SetInterspersed(false)
	f.StringVarP(&o.eval, "eval", "e", "", "run `CODE`")
	f.StringVar(&o.inputType, "input-type", "", "what -e and - are: commonjs or module (default: as the code looks)")
	f.BoolVar(&o.noWarnings, "no-warnings", false, "do not print warnings")
	f.BoolVar(&o.traceWarnings, "trace-warnings", false, "print the stacks of warnings")
	return cmd
}

// script is a program on its way from a file to the loop.
type script struct {
	engine *gojaloop.Engine
	node   *nodeapi.Node
	loader *modules.Loader
}

// runScript runs a program to its end and returns its exit code. The error is
// for what is not the program's.
func runScript(ctx context.Context, o runOptions, args []string, s streams) (int, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	sc, load, err := newScript(o, args, s)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer sc.interrupts(cancel)()
	sc.engine.PostMain(func() {
		m, err := load()
		if err != nil {
			panic(err)
		}
		sc.evaluate(m)
	})
	code, err := sc.node.Finish(sc.engine.Run(ctx))
	if errors.Is(err, errInterrupted) {
		return 130, nil
	}
	return code, err
}

func newScript(o runOptions, args []string, s streams) (*script, func() (*modules.Module, error), error) {
	vm := goja.New()
	e := gojaloop.New(vm, gojaloop.Options{NoRequire: true, NoConsole: true})
	cwd, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	exe, err := os.Executable()
	if err != nil {
		exe = "nodetimers"
	}
	env := map[string]string{}
	for _, kv := range os.Environ() {
		if k, v, ok := strings.Cut(kv, "="); ok && k != "" {
			env[k] = v
		}
	}
	argv := append([]string{exe}, args...)
	fromFile := !o.hasEval && args[0] != "-"
	if fromFile {
		if argv[1], err = filepath.Abs(args[0]); err != nil {
			return nil, nil, err
		}
	}
	node := nodeapi.Enable(e, nodeapi.Options{
		Argv:          argv,
		ExecPath:      exe,
		Env:           env,
		Cwd:           cwd,
		Stdout:        s.out,
		Stderr:        s.err,
		IsTTY:         isTerminal(s.out),
		Signals:       true,
		Host:          true,
		NoWarnings:    o.noWarnings || env["NODE_NO_WARNINGS"] == "1",
		TraceWarnings: o.traceWarnings,
	})
	builtins := node.Builtins()
	for name, load := range modules.GojaBuiltins() {
		if builtins[name] == nil {
			builtins[name] = load
		}
	}
	sc := &script{engine: e, node: node}
	sc.loader = modules.New(vm, modules.Options{
		Builtins: builtins,
		OnCatch:  func(v goja.Value) { stack.Normalize(vm, v) },
	})
	node.Place = func(v goja.Value) (string, int, int, int, string, bool) {
		if se := sc.loader.SyntaxErrorOf(v); se != nil {
			return se.File, se.Line, se.Column, se.Length, se.Source, true
		}
		return "", 0, 0, 0, "", false
	}
	mode := modules.EvalAuto
	switch o.inputType {
	case "commonjs":
		mode = modules.EvalScript
	case "module":
		mode = modules.EvalModule
	}
	switch {
	case o.hasEval:
		return sc, sc.inline("[eval]", o.eval, cwd, mode), nil
	case !fromFile:
		code, err := io.ReadAll(s.in)
		if err != nil {
			return nil, nil, err
		}
		return sc, sc.inline("[stdin]", string(code), cwd, mode), nil
	}
	return sc, func() (*modules.Module, error) { return sc.loader.Main(argv[1]) }, nil
}

// inline loads code that is in no file. Its text is kept for error messages.
func (sc *script) inline(name, code, dir string, mode modules.EvalMode) func() (*modules.Module, error) {
	sc.node.Source = func(file string) []byte {
		if file == name {
			return []byte(code)
		}
		return nil
	}
	return func() (*modules.Module, error) { return sc.loader.Eval(name, code, dir, mode) }
}

// evaluate runs the main module: CommonJS in this very frame, an ES module as a
// microtask, so that the promise reactions its body leaves come before its ticks,
// as in Node. An ES module that fails is an unhandled rejection.
func (sc *script) evaluate(m *modules.Module) {
	if !m.ESM() {
		if _, err := m.Evaluate(); err != nil {
			panic(err)
		}
		return
	}
	failed := func(reason goja.Value) { sc.engine.Uncaught(reason, true) }
	sc.engine.QueueMicrotask(func() {
		p, err := m.Evaluate()
		var ex *goja.Exception
		switch {
		case errors.As(err, &ex):
			reason, reject := sc.rejected(ex.Value())
			sc.engine.Then(reason, func(goja.Value) {}, failed)
			reject()
		case err != nil:
			panic(err)
		case p != nil:
			sc.node.Unsettled = func() bool { return p.State() == goja.PromiseStatePending }
			sc.engine.Then(p, func(goja.Value) {}, failed)
		}
	})
}

// rejected is a promise that reject rejects with a reason.
func (sc *script) rejected(reason goja.Value) (p *goja.Promise, reject func()) {
	p, _, rejectWith := sc.engine.Runtime().NewPromise()
	return p, func() { _ = rejectWith(reason) }
}

var errInterrupted = errors.New("interrupted")

// interrupts ends the run on SIGINT, also in an endless loop of the script,
// unless the script listens to the signal. It returns what undoes it.
func (sc *script) interrupts(cancel context.CancelCauseFunc) (stop func()) {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, os.Interrupt)
	go func() {
		for range ch {
			if !sc.node.Watches("SIGINT") {
				cancel(errInterrupted)
			}
		}
	}()
	return func() {
		signal.Stop(ch)
		close(ch)
	}
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
