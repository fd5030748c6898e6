package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/nodetimers/nodetimers/internal/bench"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is what bench prints: rows as they come on standard output, and on
// standard error the progress, what children print, and what failed.

type benchPrinter struct {
	s        streams
	o        benchOptions
	write    func(samples.Sample) error // nil: at the end
	progress *bench.ProgressLine        // nil: not shown
	failed   error                      // of writing
}

func newBenchPrinter(s streams, o benchOptions, several bool) *benchPrinter {
	p := &benchPrinter{s: s, o: o}
	switch o.format {
	case "simple":
		p.write = bench.NewSimpleWriter(s.out, several).Write
	case "csv":
		p.write = samples.NewCSVWriter(s.out).Write
	case "run-csv":
		p.write = bench.NewRunCSVWriter(s.out).Write
	}
	// As the original: not where rows go to the same terminal. A table comes last.
	mixes := p.write != nil && isTerminal(s.out)
	if !o.noProgress && !o.list && isTerminal(s.err) && !mixes {
		p.progress = bench.NewProgressLine(s.err)
	}
	return p
}

// say prints a line on standard error.
func (p *benchPrinter) say(text string) {
	if p.progress != nil {
		p.progress.Println(text)
		return
	}
	fmt.Fprintln(p.s.err, text)
}

// stray shows what a child printed.
func (p *benchPrinter) stray(binary, row, line string) {
	p.say(binary + " " + row + " | " + line)
}

// list prints the rows, which runtimes have them, and how much work that is.
func (p *benchPrinter) list(plan bench.Plan, unlisted []samples.Failure) error {
	processes := 0
	var text strings.Builder
	for _, row := range plan.Rows {
		line := row.Name()
		var lacking []string
		for i, r := range plan.Runtimes {
			if reason := r.Lacking(row); reason != "" {
				lacking = append(lacking, r.Name+": "+reason)
			} else {
				processes += p.o.runs
				if i == 0 {
					processes += 2 * plan.AA // the first is on both sides there
				}
			}
		}
		if len(lacking) > 0 {
			line += "  (n/a: " + strings.Join(lacking, "; ") + ")"
		}
		text.WriteString(line + "\n")
	}
	for _, f := range unlisted {
		p.say("nodetimers: " + f.Filename + ": " + f.Reason)
	}
	fmt.Fprintf(&text, "%d rows, %d processes\n", len(plan.Rows), processes)
	if _, err := io.WriteString(p.s.out, text.String()); err != nil {
		return err
	}
	if len(unlisted) > 0 {
		return exitStatus(3)
	}
	return nil
}

// options are what happens beside a run: what is said, and what children get.
func (p *benchPrinter) options(o benchOptions) (bench.Options, error) {
	cpus, err := bench.ParseCPUSet(o.set)
	if err != nil {
		return bench.Options{}, err
	}
	options := bench.Options{
		OnFailure: func(f samples.Failure) {
			p.say("nodetimers: " + strings.TrimSpace(f.Binary+" "+strings.TrimSpace(f.Filename+" "+f.Configuration)) + ": " + f.Reason)
		},
		OnMissing: func(m samples.Missing) {
			if o.format != "table" { // which has it in its notes
				p.say(fmt.Sprintf("nodetimers: %s %s: n/a: %s", m.Binary, strings.TrimSpace(m.Filename+" "+m.Configuration), m.Reason))
			}
		},
		Output:  func(binary string, row bench.Row, _, line string) { p.stray(binary, row.Program.ID, line) },
		Warn:    func(format string, a ...any) { p.say("nodetimers: warning: " + fmt.Sprintf(format, a...)) },
		Timeout: o.timeout,
		CPUs:    cpus,
	}
	if o.dir == "" { // each of these programs reports once: what is left of its timers is not waited for
		options.Linger = 500 * time.Millisecond
	}
	if o.smoke || o.test {
		options.Env = append(options.Env, "NODEJS_BENCHMARK_ZERO_ALLOWED=1")
	}
	if p.progress != nil {
		options.Progress = p.progress.Set
	}
	return options, nil
}

// run runs the plan and prints its results.
func (p *benchPrinter) run(ctx context.Context, plan bench.Plan, unlisted []samples.Failure, o benchOptions) error {
	options, err := p.options(o)
	if err != nil {
		return err
	}
	if p.write != nil {
		options.OnSample = func(s samples.Sample) {
			if err := p.write(s); err != nil && p.failed == nil {
				p.failed = err
			}
		}
		options.Stop = func() bool { return p.failed != nil }
	}
	for _, f := range unlisted {
		options.OnFailure(f)
	}
	set, err := bench.Run(ctx, plan, options)
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	for _, f := range unlisted {
		for _, r := range plan.Runtimes {
			f.Binary = r.Name
			set.Failures = append(set.Failures, f)
		}
	}
	bench.Describe(context.WithoutCancel(ctx), set, plan)
	if err := errors.Join(p.failed, p.last(set, plan)); err != nil {
		return err
	}
	switch {
	case interrupted:
		return exitStatus(130)
	case len(set.Failures) > 0:
		return exitStatus(3)
	}
	return nil
}

// last prints the formats that need all samples.
func (p *benchPrinter) last(set *samples.Set, plan bench.Plan) error {
	switch p.o.format {
	case "json":
		return samples.WriteJSON(p.s.out, set)
	case "go":
		// Rates that Go's text cannot hold are dropped with a word, not the others.
		list := slices.Clone(set.Samples)
		list = slices.DeleteFunc(list, func(s samples.Sample) bool {
			err := samples.WriteGoBench(io.Discard, []samples.Sample{s})
			if err != nil {
				p.say("nodetimers: left out: " + err.Error())
			}
			return err != nil
		})
		return samples.WriteGoBench(p.s.out, list)
	case "table":
		var order []string
		for _, row := range plan.Rows {
			order = append(order, row.Name())
		}
		t, err := bench.NewTable(set, p.o.base, order)
		if err != nil {
			return err
		}
		return t.WriteText(p.s.out)
	}
	return nil
}
