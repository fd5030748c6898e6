package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/nodetimers/nodetimers/internal/bench"
	"github.com/nodetimers/nodetimers/internal/bench/native"
	"github.com/nodetimers/nodetimers/internal/bench/programs"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is the verb bench: its flags, and how they become a plan. What is
// printed is in bench_print.go, what children are started with in bench_child.go.

type benchOptions struct {
	runtimes          []string
	filters, excludes []string
	set               []string
	runs              int
	preset            string
	dir               string
	list, smoke, test bool
	format            string
	base              string
	timeout           time.Duration
	seed              uint64
	shuffle           bool
	noProgress        bool
}

// benchDefault is what is run without words.
var benchDefault = []string{"timers", "misc", "settimeout.js"}

func newBench(s streams) *cobra.Command {
	var o benchOptions
	cmd := &cobra.Command{
		Use:   "bench [flags] [CATEGORY | SCRIPT.js | all]...",
		Short: "run the benchmarks of timers on several runtimes",
		Long: `bench runs benchmark programs, each combination of their parameters in a process of its
own, and prints operations a second.

The programs are those of Node's benchmark/timers, written anew, and some more; with --dir
they are the files of a Node checkout's benchmark folder. Without words the categories are
timers, misc and settimeout.js, with --dir timers alone; floor has the loops of the programs
without timers.

A runtime is NAME or NAME=PATH: nodetimers, node, bun, deno, and in Go
` + strings.Join(native.Runtimes(), ", ") + `.
A runtime that lacks what a program needs is n/a there, with the reason. A process that
fails marks its row, the rest goes on, and the exit code is 3.

Formats: table has the runtimes side by side; simple has the lines of Node's run.js; csv
is what Node's compare.js prints, with the runtime as binary, for nodetimers compare;
run-csv is what run.js --format csv prints; json keeps everything; go is Go's benchmark
text for benchstat. What children print goes to standard error.`,
		Example: `  nodetimers bench --preset quick --runtime nodetimers,node,native
  nodetimers bench --runtime node=./node-a,bun --filter immediate --set type=depth --runs 5
  nodetimers bench --dir ~/node/benchmark --runtime nodetimers,node timers`,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			if ctx == nil {
				ctx = context.Background()
			}
			ctx, stop := untilInterrupted(ctx)
			defer stop()
			if len(args) == 0 {
				args = benchDefault
				if o.dir != "" {
					args = args[:1] // the others are this program's own
				}
			}
			if err := o.check(cmd); err != nil {
				return usageError{err, "bench "}
			}
			err := runBench(ctx, o, args, s)
			if errors.Is(err, syscall.EPIPE) {
				return exitStatus(141) // as the signal would have it
			}
			if errors.Is(err, context.Canceled) {
				fmt.Fprintln(s.err, "nodetimers: interrupted before there was a sample")
				return exitStatus(130)
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.runtimes, "runtime", []string{"nodetimers"}, "measure on `NAME[=PATH]`, comma-separated or repeated")
	f.StringArrayVar(&o.filters, "filter", nil, "only scripts whose file name has this `TEXT` in it; repeatable")
	f.StringArrayVar(&o.excludes, "exclude", nil, "no scripts whose file name has this `TEXT` in it; repeatable")
	f.StringArrayVar(&o.set, "set", nil, "set a parameter, `K=V`; repeated keys make a list; CPUSET=0,2-3 binds to processors")
	f.IntVar(&o.runs, "runs", 1, "samples of each runtime for each row")
	f.StringVar(&o.preset, "preset", "full", "counts: full as published, or quick, about a minute a runtime")
	f.StringVar(&o.dir, "dir", "", "take the programs of this `FOLDER`, such as the benchmark folder of a Node checkout")
	f.BoolVar(&o.list, "list", false, "print the rows and what would be run, and run nothing")
	f.BoolVar(&o.smoke, "smoke", false, "run every combination once with a count of 1, to see that it works")
	f.BoolVar(&o.test, "test", false, "run each script's first combination only, with a count of 1, as run.js test does")
	f.StringVar(&o.format, "format", "", "table, simple, csv, run-csv, json or go (default: simple for one runtime and one run, else table)")
	f.StringVar(&o.base, "base", "", "`NAME` of the runtime that the table's ratios refer to (default: the first)")
	f.DurationVar(&o.timeout, "timeout", 0, "end a process that takes longer than this, as a failure (default: no limit)")
	f.Uint64Var(&o.seed, "seed", 0, "what the order is drawn from (default: drawn, and told by --format json)")
	f.BoolVar(&o.shuffle, "shuffle", false, "shuffle the combinations of a script in each round")
	f.BoolVar(&o.noProgress, "no-progress", false, "do not show the progress on a terminal")
	return cmd
}

// benchFormats are the values of --format.
var benchFormats = []string{"table", "simple", "csv", "run-csv", "json", "go"}

func (o *benchOptions) check(cmd *cobra.Command) error {
	switch {
	case o.runs < 1:
		return fmt.Errorf("--runs must be at least 1, not %d", o.runs)
	case o.preset != "full" && o.preset != "quick":
		return fmt.Errorf("--preset must be full or quick, not %q", o.preset)
	case o.format != "" && !slices.Contains(benchFormats, o.format):
		//lint:ignore ST1005 it begins as the original tool's
		return fmt.Errorf("Invalid format detected: %q is none of %s", o.format, strings.Join(benchFormats, ", "))
	case o.smoke && o.test:
		return errors.New("--smoke and --test exclude each other")
	case o.timeout < 0:
		return errors.New("--timeout must not be negative")
	}
	for _, w := range o.set {
		if k, _, ok := strings.Cut(w, "="); !ok || k == "" {
			return fmt.Errorf("--set %s: it must be K=V", w)
		}
	}
	if _, err := bench.ParseCPUSet(o.set); err != nil {
		return err
	}
	if o.format == "" {
		o.format = "table"
		if o.runs == 1 && len(o.runtimes) == 1 {
			o.format = "simple"
		}
	}
	if !cmd.Flags().Changed("seed") {
		o.seed = rand.Uint64() >> 11 // a number that JavaScript can hold
	}
	return nil
}

// untilInterrupted is a context that ends at Ctrl-C, at SIGTERM, and when the terminal
// goes away, unless nohup said that this does not matter. Children are in process
// groups of their own: none of these reaches them otherwise.
func untilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	// A reader of standard output that goes away makes writing fail instead of ending
	// this process at once, with a child running and folders left behind.
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(ctx, signals...)
	return ctx, func() {
		stop()
		signal.Stop(pipe)
	}
}

// benchSelf is how this program starts itself.
func benchSelf() (bench.Self, error) {
	exe, err := os.Executable()
	if err != nil {
		return bench.Self{}, err
	}
	type key struct{ runtime, file string }
	reasons := map[key]string{}
	for _, r := range native.Rows() {
		reasons[key{r.Runtime, r.Filename}] = r.Reason
	}
	return bench.Self{
		Path:   exe,
		Script: []string{benchJS},
		Row:    []string{benchNative},
		Rows:   native.Runtimes(),
		Lacks: func(runtime string, p bench.Program, _ samples.Conf) string {
			reason, ok := reasons[key{runtime, p.ID}]
			if !ok {
				return "it is not written in Go"
			}
			return reason
		},
	}, nil
}

// benchTree is the programs: this program's own, in a folder that cleanup removes,
// or those of --dir.
func benchTree(dir string) (tree *bench.Tree, cleanup func(), err error) {
	if dir != "" {
		tree, err = bench.OpenTree(dir)
		return tree, func() {}, err
	}
	tmp, err := os.MkdirTemp("", "nodetimers-bench-")
	if err != nil {
		return nil, nil, err
	}
	cleanup = func() { _ = os.RemoveAll(tmp) }
	if tree, err = bench.Unpack(programs.FS, tmp); err != nil {
		cleanup()
		return nil, nil, err
	}
	return tree, cleanup, nil
}

// runBench does what the flags say. Its error may be an exit status.
func runBench(ctx context.Context, o benchOptions, items []string, s streams) error {
	self, err := benchSelf()
	if err != nil {
		return err
	}
	plan := bench.Plan{Runs: o.runs, Seed: o.seed, Shuffle: o.shuffle}
	for _, text := range o.runtimes {
		r, err := bench.ParseRuntime(text, self)
		if err != nil {
			return usageError{err, "bench "}
		}
		plan.Runtimes = append(plan.Runtimes, r)
	}
	if o.base != "" && !slices.ContainsFunc(plan.Runtimes, func(r bench.Runtime) bool { return r.Name == o.base }) {
		return usageError{fmt.Errorf("--base %s is none of the runtimes", o.base), "bench "}
	}
	tree, cleanup, err := benchTree(o.dir)
	if err != nil {
		return err
	}
	defer cleanup()
	list, err := tree.Select(items, o.filters, o.excludes)
	if err != nil {
		return err
	}
	out := newBenchPrinter(s, o, len(plan.Runtimes) > 1)
	var unlisted []samples.Failure
	plan.Rows, unlisted, err = benchRows(ctx, self, list, o, out)
	if err != nil {
		return err
	}
	if o.list {
		return out.list(plan, unlisted)
	}
	return out.run(ctx, plan, unlisted, o)
}

// benchRows asks the programs for their combinations. One that cannot tell is a
// failure of all runtimes and stops nothing.
func benchRows(ctx context.Context, self bench.Self, list []bench.Program, o benchOptions, out *benchPrinter) (rows []bench.Row, failed []samples.Failure, err error) {
	for _, p := range list {
		lister := bench.Lister{
			Argv:   []string{self.Path, benchJS, "--list"},
			Output: func(_, line string) { out.stray("list", p.ID, line) },
		}
		more, err := lister.Rows(ctx, p, o.set, o.test)
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		if err != nil {
			failed = append(failed, samples.Failure{Filename: p.ID, Reason: err.Error()})
			continue
		}
		if o.dir == "" {
			for _, row := range more {
				if err := checkCount(row); err != nil {
					return nil, nil, err
				}
			}
		}
		for i := range more {
			switch {
			case o.smoke:
				more[i].Conf = bench.Smallest(more[i].Conf)
			case o.preset == "quick" && !o.test:
				more[i].Conf = quick(more[i])
			}
		}
		rows = append(rows, bench.Distinct(more)...)
	}
	return rows, failed, nil
}

// checkCount finds counts of --set with which a program of this tree would never end.
func checkCount(row bench.Row) error {
	for _, p := range row.Conf {
		v, ok := p.Value.(float64)
		switch count := p.Key == "n" || p.Key == "thousands" || p.Key == "millions"; {
		case ok && math.IsNaN(v):
			return fmt.Errorf("%s: %s must be a number", row.Program.ID, p.Key)
		case ok && count && !(v > 0):
			return fmt.Errorf("%s: %s must be above 0, not %v", row.Program.ID, p.Key, v)
		}
	}
	return nil
}

// quick gives a row of the table of programs the count of the quick preset; other
// rows, such as those with a count that was set, stay as they are.
func quick(row bench.Row) samples.Conf {
	for _, r := range programs.Rows() {
		if r.File == row.Program.ID && r.Full.Inspect() == row.Conf.Inspect() {
			return r.Quick
		}
	}
	return row.Conf
}
