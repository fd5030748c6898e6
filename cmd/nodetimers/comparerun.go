package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/nodetimers/nodetimers/internal/bench"
	"github.com/nodetimers/nodetimers/internal/compare"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is compare as far as it measures: binaries or git revisions and a plan
// instead of files. Everything from the samples on is compare.go's.

// compareRun are the flags that make compare measure.
type compareRun struct {
	old, new       string
	bins           []string
	oldRef, newRef string
	build, repo    string

	runs       int
	set        []string
	dir        string
	preset     string
	list       bool
	aa         int
	early      bool
	width      percentValue
	budget     time.Duration
	timeout    time.Duration
	journal    string
	resume     bool
	raw        []string
	seed       uint64
	shuffle    bool
	noProgress bool

	names []string        // of these flags
	given map[string]bool // flags on the command line
}

func (r *compareRun) addFlags(all *pflag.FlagSet) {
	f := pflag.NewFlagSet("measure", pflag.ContinueOnError)
	f.StringVar(&r.old, "old", "", "measure this `BINARY` (node, bun, deno or nodetimers) as old; the arguments are categories or scripts")
	f.StringVar(&r.new, "new", "", "measure this `BINARY` as new")
	f.StringArrayVar(&r.bins, "bin", nil, "measure `NAME=PATH`, or a runtime that bench knows by name; the first is the baseline; repeatable")
	f.StringVar(&r.oldRef, "old-ref", "", "build old from this `REVISION` of --repo with --build")
	f.StringVar(&r.newRef, "new-ref", "", "build new from this `REVISION`")
	f.StringVar(&r.build, "build", "", "`COMMAND` that builds a binary in a checkout; {out} is where it is to be")
	f.StringVar(&r.repo, "repo", ".", "the git `FOLDER` of --old-ref and --new-ref")
	f.IntVar(&r.runs, "runs", 30, "samples of each binary for each row")
	f.StringArrayVar(&r.set, "set", nil, "set a parameter, `K=V`; repeated keys make a list; CPUSET=0,2-3 binds to processors")
	f.StringVar(&r.dir, "dir", "", "take the programs of this `FOLDER`, such as the benchmark folder of a Node checkout")
	f.StringVar(&r.preset, "preset", "full", "counts: full as published, or quick")
	f.BoolVar(&r.list, "list", false, "print the rows and how many processes that would be, and run nothing")
	f.IntVar(&r.aa, "aa", 0, "mix in `K` rounds of the first binary against itself, for the noise floor")
	f.BoolVar(&r.early, "early", false, "end a row when its verdict is settled: looks at planned numbers of samples, at a risk of --alpha over all of them")
	f.Var(&r.width, "early-width", "with --early: also when the interval is within `N%` on either side")
	f.DurationVar(&r.budget, "budget", 0, "take as many runs, up to --runs, as fit into this `TIME`")
	f.DurationVar(&r.timeout, "timeout", 0, "end a process that takes longer than this, as a failure (default: no limit)")
	f.StringVar(&r.journal, "journal", "", "note every sample in `FILE`, so that the run can go on if it is interrupted")
	f.BoolVar(&r.resume, "resume", false, "go on with the run in --journal; refused if a binary or a program has changed")
	f.StringArrayVar(&r.raw, "samples", nil, "also write all samples to `FILE`: .csv as compare.js, .json, .txt as Go's; repeatable")
	f.Uint64Var(&r.seed, "seed", 0, "what the order is drawn from (default: drawn, and told in the samples)")
	f.BoolVar(&r.shuffle, "shuffle", false, "shuffle the combinations of a script in each round")
	f.BoolVar(&r.noProgress, "no-progress", false, "do not show the progress on a terminal")
	f.VisitAll(func(one *pflag.Flag) { r.names = append(r.names, one.Name) })
	all.AddFlagSet(f)
}

// wanted reports whether something is to be measured.
func (r *compareRun) wanted() bool {
	return r.old+r.new+r.oldRef+r.newRef != "" || len(r.bins) > 0
}

// check finds what is wrong with the flags. set are those on the command line.
func (r *compareRun) check(set *pflag.FlagSet) error {
	r.given = map[string]bool{}
	set.Visit(func(f *pflag.Flag) { r.given[f.Name] = true })
	if !r.wanted() {
		for _, name := range r.names {
			if r.given[name] {
				return fmt.Errorf("--%s needs something to measure: --old and --new, --bin, or --old-ref and --new-ref", name)
			}
		}
		return nil
	}
	refs := r.oldRef != "" || r.newRef != ""
	switch {
	case refs && (r.oldRef == "" || r.newRef == ""):
		return errors.New("--old-ref and --new-ref go together")
	case refs && r.old+r.new != "":
		return errors.New("--old and --new are binaries, --old-ref and --new-ref are to be built: not both")
	case refs && !strings.Contains(r.build, "{out}"):
		return errors.New("--old-ref and --new-ref need --build 'COMMAND', with {out} where the binary's name is to be")
	case !refs && (r.old == "") != (r.new == ""):
		return errors.New("--old and --new go together")
	case !refs && r.old == "" && len(r.bins) < 2:
		return errors.New("--bin needs to be there twice at least")
	case r.runs < 1:
		return fmt.Errorf("--runs must be at least 1, not %d", r.runs)
	case r.preset != "full" && r.preset != "quick":
		return fmt.Errorf("--preset must be full or quick, not %q", r.preset)
	case r.aa < 0 || r.budget < 0 || r.timeout < 0:
		return errors.New("--aa, --budget and --timeout must not be negative")
	case r.width.set && !r.early:
		return errors.New("--early-width needs --early")
	case r.early && r.runs < 4:
		return fmt.Errorf("--early needs 4 runs at least, not %d", r.runs)
	case r.early && r.budget > 0:
		return errors.New("--early and --budget each decide how many runs there are: not both")
	case r.resume && r.journal == "":
		return errors.New("--resume needs --journal")
	case r.resume && r.budget > 0:
		return errors.New("--budget is measured anew each time: it cannot be resumed")
	}
	for _, file := range r.raw {
		if rawWriters[formatOfName(file)] == nil {
			return fmt.Errorf("--samples %s: the file's name must end in .csv, .json or .txt", file)
		}
	}
	for _, w := range r.set {
		if k, _, ok := strings.Cut(w, "="); !ok || k == "" {
			return fmt.Errorf("--set %s: it must be K=V", w)
		}
	}
	_, err := bench.ParseCPUSet(r.set)
	return err
}

// rawWriters are the formats of --samples.
var rawWriters = map[string]func(io.Writer, *samples.Set) error{
	"json": samples.WriteJSON,
	"text": func(w io.Writer, set *samples.Set) error { return samples.WriteGoBench(w, set.Samples) },
	"csv": func(w io.Writer, set *samples.Set) error {
		out := samples.NewCSVWriter(w)
		if err := out.Header(); err != nil {
			return err
		}
		for _, s := range set.Samples {
			if s.AA != "" {
				continue // compare.js has no word for it
			}
			if err := out.Write(s); err != nil {
				return err
			}
		}
		return nil
	},
}

// runtimes are the binaries, with what is to be done at the end.
func (r *compareRun) runtimes(ctx context.Context, self bench.Self, s streams) (list []bench.Runtime, cleanup func(), err error) {
	cleanup = func() {}
	words := r.bins
	switch {
	case r.oldRef != "" && r.list: // the rows do not depend on the builds
		list = []bench.Runtime{{Name: "old", Kind: bench.Nodetimers}, {Name: "new", Kind: bench.Nodetimers}}
	case r.oldRef != "":
		var b *builds
		if b, err = buildRefs(ctx, r, s.err); err != nil {
			return nil, cleanup, err
		}
		cleanup = b.remove
		words = append([]string{"old=" + b.old, "new=" + b.new}, words...)
	case r.old != "":
		words = append([]string{"old=" + r.old, "new=" + r.new}, words...)
	}
	for _, w := range words {
		rt, err := bench.ParseRuntime(w, self)
		if err != nil {
			cleanup()
			return nil, func() {}, usageError{err, "compare "}
		}
		list = append(list, rt)
	}
	return list, cleanup, nil
}

// measure does all that the flags say and returns the samples. interrupted means
// that the user ended it; what there is can be compared still.
func (r *compareRun) measure(ctx context.Context, o *compareOptions, items []string, s streams) (set *samples.Set, interrupted bool, err error) {
	self, err := benchSelf()
	if err != nil {
		return nil, false, err
	}
	plan := bench.Plan{Runs: r.runs, AA: r.aa, Seed: r.seed, Shuffle: r.shuffle}
	if !r.given["seed"] {
		plan.Seed = rand.Uint64() >> 11 // a number that JavaScript can hold
		if r.resume {
			if plan.Seed, err = bench.JournalSeed(r.journal); err != nil {
				return nil, false, err
			}
		}
	}
	var cleanup func()
	if plan.Runtimes, cleanup, err = r.runtimes(ctx, self, s); err != nil {
		return nil, false, err
	}
	defer cleanup()
	tree, removeTree, err := benchTree(r.dir)
	if err != nil {
		return nil, false, err
	}
	defer removeTree()
	list, err := tree.Select(items, o.filter.Files, o.filter.Exclude)
	if err != nil {
		return nil, false, err
	}
	b := benchOptions{set: r.set, preset: r.preset, dir: r.dir, runs: r.runs, timeout: r.timeout, noProgress: r.noProgress, list: r.list, format: "table"}
	out := newBenchPrinter(s, b, true)
	rows, unlisted, err := benchRows(ctx, self, list, b, out)
	if err != nil {
		return nil, false, err
	}
	plan.Rows = slices.DeleteFunc(rows, func(row bench.Row) bool {
		return !o.filter.Keep(samples.Sample{Filename: row.Program.ID, Configuration: row.Conf.Inspect(), Conf: row.Conf})
	})
	if r.list {
		return nil, false, out.list(plan, unlisted)
	}
	if len(plan.Rows) == 0 && len(unlisted) == 0 {
		return nil, false, errors.New("no rows are left to measure")
	}
	m := measurement{r: r, o: o, s: s, out: out, plan: plan, unlisted: unlisted}
	return m.run(ctx)
}

// measured measures and reports.
func (o *compareOptions) measured(ctx context.Context, r *compareRun, items []string, s streams) error {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	if len(items) == 0 {
		items = []string{"timers"}
	}
	// What would fail at the end is tried before hours of measuring.
	if !r.list {
		if err := o.checkFiles(r.raw); err != nil {
			return o.fail(s, err)
		}
	}
	set, interrupted, err := r.measure(ctx, o, items, s)
	var status exitStatus
	var usage usageError
	switch {
	case errors.As(err, &status), errors.As(err, &usage):
		return err
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(s.err, "nodetimers: interrupted before there was a sample")
		return exitStatus(130)
	case err != nil:
		return o.fail(s, err)
	case set == nil:
		return nil // --list
	}
	if o.baseline == "" && r.old == "" && r.oldRef == "" {
		o.baseline = set.Binaries[0].Name
	}
	// What is said of the rows names no file: they were just measured.
	o.filter = compare.Filter{}
	stop()
	err = o.report(set, s)
	if interrupted {
		return exitStatus(130)
	}
	return err
}

// save writes the samples to the files of --samples.
func (r *compareRun) save(set *samples.Set) error {
	for _, file := range r.raw {
		f, err := os.Create(file)
		if err != nil {
			return err
		}
		if err := errors.Join(rawWriters[formatOfName(file)](f, set), f.Close()); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// goal is when a row needs no more samples.
func (r *compareRun) goal(o *compareOptions) compare.Goal {
	return compare.Goal{MinEffect: o.minEffect.percent, Width: r.width.percent}
}
