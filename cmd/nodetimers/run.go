package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nodetimers/nodetimers/internal/modules"
	"github.com/nodetimers/nodetimers/internal/script"
	"github.com/nodetimers/nodetimers/nodeapi"
)

// This file is the verb run.

type runOptions struct {
	eval          string
	hasEval       bool
	inputType     string
	noWarnings    bool
	traceWarnings bool
	traceUncaught bool
	virtualTime   bool
	until         time.Duration
	why           bool
	beyond        beyondOptions
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
			if err := o.check(cmd, args); err != nil {
				return err
			}
			relaxGC()
			code, err := runScript(cmd.Context(), o, args, s)
			if err == nil && code != 0 {
				err = exitStatus(code)
			}
			return err
		},
	}
	o.add(cmd.Flags())
	return cmd
}

// runScript runs a program to its end and returns its exit code. The error is
// for what is not the program's.
func runScript(ctx context.Context, o runOptions, args []string, s streams) (int, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	program, err := programOf(o, args, s)
	if err != nil {
		return 0, err
	}
	sc, err := script.New(program)
	if err != nil {
		return 0, err
	}
	o.beyond.apply(sc)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer interrupts(sc.Node(), cancel)()
	if o.why {
		defer answerWhy(ctx, sc)()
	}
	code, err := sc.Run(ctx)
	if errors.Is(err, errInterrupted) {
		sc.TellWhyAtEnd("interrupted")
		return 130, nil
	}
	return code, err
}

// programOf turns the command line into a program.
func programOf(o runOptions, args []string, s streams) (script.Options, error) {
	p := script.Options{
		Env:           map[string]string{},
		Stdout:        s.out,
		Stderr:        s.err,
		IsTTY:         isTerminal(s.out),
		NoWarnings:    o.noWarnings,
		TraceWarnings: o.traceWarnings,
		TraceUncaught: o.traceUncaught,
		VirtualTime:   o.virtualTime,
		Until:         o.until,
	}
	if o.why {
		p.Why = s.err
	}
	var err error
	if p.Cwd, err = os.Getwd(); err != nil {
		return p, err
	}
	if p.ExecPath, err = os.Executable(); err != nil {
		p.ExecPath = "nodetimers"
	}
	p.Fork = []string{p.ExecPath, "run"}
	for _, kv := range os.Environ() {
		if k, v, ok := strings.Cut(kv, "="); ok && k != "" {
			p.Env[k] = v
		}
	}
	switch o.inputType {
	case "commonjs":
		p.Mode = modules.EvalScript
	case "module":
		p.Mode = modules.EvalModule
	}
	switch {
	case o.hasEval:
		p.Name, p.Code, p.Args = "[eval]", o.eval, args
	case args[0] == "-":
		code, err := io.ReadAll(s.in)
		if err != nil {
			return p, err
		}
		p.Name, p.Code, p.Args = "[stdin]", string(code), args[1:]
	default:
		p.File, p.Args = args[0], args[1:]
	}
	return p, nil
}

var errInterrupted = errors.New("interrupted")

// interrupts ends the run on SIGINT, also in an endless loop of the script,
// unless the script listens to the signal. It returns what undoes it.
func interrupts(node *nodeapi.Node, cancel context.CancelCauseFunc) (stop func()) {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, os.Interrupt)
	go func() {
		for range ch {
			if !node.Watches("SIGINT") {
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
