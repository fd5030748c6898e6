package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/script"
	"github.com/nodetimers/nodetimers/trace"
)

// This file is the verb trace: run, with a recorder on the loop, and at the end the
// timeline in files and its summary on standard error. The timeline is also written
// for a program that fails or is interrupted.

type traceOptions struct {
	run        runOptions
	html, json string
	events     int
	quiet      bool
}

func newTrace(s streams) *cobra.Command {
	var o traceOptions
	cmd := &cobra.Command{
		Use:   "trace [flags] FILE [args...] | -e CODE [args...] | - [args...]",
		Short: "run a program and write a timeline of its loop",
		Long: `trace runs a program as run does and writes what its event loop did: by default one
HTML page, FILE.trace.html in the current folder, which opens in a browser without a
network. --json writes Chrome's trace events, for ui.perfetto.dev and chrome://tracing.
What was late or slow is told on standard error.`,
		Example: `  nodetimers trace server.js
  nodetimers trace --json out.json --virtual-time --until 24h cron.ts`,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			relaxGC()
			if err := o.run.check(cmd, args); err != nil {
				return err
			}
			if o.events <= 0 {
				return usageError{fmt.Errorf("--events must be above zero, not %d", o.events), "trace "}
			}
			if o.html == "" && o.json == "" {
				o.html = traceName(args, o.run)
			}
			code, err := traceScript(cmd.Context(), o, args, s)
			if err == nil && code != 0 {
				err = exitStatus(code)
			}
			return err
		},
	}
	f := cmd.Flags()
	o.run.add(f)
	f.StringVar(&o.html, "html", "", "write the page to `FILE`")
	f.StringVar(&o.json, "json", "", "write Chrome's trace events to `FILE`; no page unless --html asks for one")
	f.IntVar(&o.events, "events", 1<<17, "keep the last `N` callbacks, phases and waits")
	f.BoolVar(&o.quiet, "quiet", false, "print no summary")
	return cmd
}

// traceName is where the page goes unless it is told.
func traceName(args []string, o runOptions) string {
	name := "eval"
	switch {
	case o.hasEval:
	case args[0] == "-":
		name = "stdin"
	default:
		name = filepath.Base(args[0])
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return name + ".trace.html"
}

// traceScript is runScript with a recorder.
func traceScript(ctx context.Context, o traceOptions, args []string, s streams) (int, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	program, err := programOf(o.run, args, s)
	if err != nil {
		return 0, err
	}
	sc, err := script.New(program)
	if err != nil {
		return 0, err
	}
	o.run.beyond.apply(sc)
	main := "main module"
	if program.File != "" {
		main += " " + filepath.Base(program.File)
	}
	engine := sc.Engine()
	rec := trace.New(engine.Loop(), trace.Options{Engine: engine, Events: o.events, Main: main})
	rec.Start()
	var chain trace.Chain
	engine.WatchUncaught(func(*eventloop.UncaughtError) { chain = rec.Chain() })
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer interrupts(sc.Node(), cancel)()
	if o.run.why {
		defer answerWhy(ctx, sc)()
	}
	code, err := sc.Run(ctx)
	if errors.Is(err, errInterrupted) {
		sc.TellWhyAtEnd("interrupted")
		code, err = 130, nil
	}
	rec.Stop()
	if len(chain) > 1 || len(chain) == 1 && chain[0].Origin != "" {
		fmt.Fprintf(s.err, "nodetimers: how it came to run what failed:\n%v", trimFolders(chain.String(), program.Cwd))
	}
	if failed := writeTrace(o, rec.Timeline(), program.Cwd, main, s.err); err == nil {
		err = failed
	}
	return code, err
}

// writeTrace writes the files that were asked for, and tells of it.
func writeTrace(o traceOptions, t *trace.Timeline, cwd, title string, w io.Writer) error {
	t.TrimFolders(cwd)
	if !o.quiet {
		for _, f := range t.Summary() {
			fmt.Fprintf(w, "nodetimers: %s\n", f.Text)
		}
	}
	if o.json != "" {
		if err := writeFile(o.json, t.WriteChrome); err != nil {
			return err
		}
		if !o.quiet {
			fmt.Fprintf(w, "nodetimers: wrote %s for ui.perfetto.dev or chrome://tracing\n", o.json)
		}
	}
	if o.html != "" {
		if err := writeFile(o.html, func(w io.Writer) error { return t.WriteHTML(w, strings.TrimPrefix(title, "main module ")) }); err != nil {
			return err
		}
		if !o.quiet {
			fmt.Fprintf(w, "nodetimers: wrote %s, a page for the browser\n", o.html)
		}
	}
	return nil
}

// trimFolders shows the user's files by the names the user knows.
func trimFolders(text, cwd string) string {
	if cwd == "" {
		return text
	}
	return strings.ReplaceAll(text, cwd+string(filepath.Separator), "")
}

func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(f)
	err = write(b)
	if e := b.Flush(); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
