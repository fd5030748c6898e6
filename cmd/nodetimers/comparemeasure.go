package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nodetimers/nodetimers/internal/bench"
	"github.com/nodetimers/nodetimers/internal/compare"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is one measurement of compare: the plan, the journal, the looks at rows
// that may end early, the budget.

type measurement struct {
	r        *compareRun
	o        *compareOptions
	s        streams
	out      *benchPrinter
	plan     bench.Plan
	unlisted []samples.Failure

	journal *bench.Journal
	rates   map[rateKey][]roundRate // of ordinary samples so far
	failed  error                   // of the journal
	ended   int                     // rows that ended early
}

type rateKey struct{ binary, filename, configuration string }

type roundRate struct {
	round int
	rate  float64
}

func (m *measurement) add(s samples.Sample) {
	if s.AA == "" {
		k := rateKey{s.Binary, s.Filename, s.Configuration}
		m.rates[k] = append(m.rates[k], roundRate{s.Round, s.Rate})
	}
}

func (m *measurement) run(ctx context.Context) (set *samples.Set, interrupted bool, err error) {
	m.rates = map[rateKey][]roundRate{}
	machine := samples.ReadMachine() // before there is any load of ours
	about := &samples.Set{}
	bench.Describe(ctx, about, m.plan)
	past, err := m.open(about.Binaries)
	if err != nil {
		return nil, false, err
	}
	if m.journal != nil {
		defer m.journal.Close()
	}
	options, err := m.options()
	if err != nil {
		return nil, false, err
	}
	var looks *compare.Plan
	if m.r.early {
		if looks, err = m.looks(&options); err != nil {
			return nil, false, err
		}
	}
	for _, f := range m.unlisted {
		options.OnFailure(f)
	}
	set, err = m.measure(ctx, options)
	interrupted = errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return nil, false, err
	}
	if m.failed != nil {
		return nil, false, m.failed
	}
	set.Samples = append(past.Samples, set.Samples...)
	set.Missing = append(past.Missing, set.Missing...)
	for _, f := range m.unlisted {
		for _, r := range m.plan.Runtimes {
			f.Binary = r.Name
			set.Failures = append(set.Failures, f)
		}
	}
	set.Binaries, set.Machine = about.Binaries, machine
	if looks != nil {
		set.Plan = &looks.Plan
		m.out.say(fmt.Sprintf("nodetimers: %d of %d rows ended early", m.ended, len(m.plan.Rows)))
	}
	return set, interrupted, m.r.save(set)
}

// open makes or opens the journal and returns what it holds.
func (m *measurement) open(binaries []samples.Binary) (past samples.Set, err error) {
	if m.r.journal == "" {
		return past, nil
	}
	note := strings.Join(m.r.set, " ")
	if m.r.early {
		note = strings.TrimSpace(fmt.Sprintf("%s --early %v %v%% %v%%", note, m.o.alpha, m.o.minEffect.percent, m.r.width.percent))
	}
	if !m.r.resume {
		m.journal, err = bench.CreateJournal(m.r.journal, m.plan, binaries, note)
		return past, err
	}
	if m.journal, err = bench.ResumeJournal(m.r.journal, m.plan, binaries, note); err != nil {
		return past, err
	}
	past = m.journal.Past()
	for _, s := range past.Samples {
		m.add(s)
	}
	m.out.say(fmt.Sprintf("nodetimers: going on after %d samples", len(past.Samples)))
	return past, nil
}

// options are those of bench and what compare adds.
func (m *measurement) options() (bench.Options, error) {
	options, err := m.out.options(m.out.o)
	if err != nil {
		return options, err
	}
	options.OnSample = m.add
	if m.journal == nil {
		return options, nil
	}
	keep := func(err error) {
		if m.failed == nil {
			m.failed = err
		}
	}
	options.OnSample = func(s samples.Sample) {
		m.add(s)
		keep(m.journal.Sample(s))
	}
	missing := options.OnMissing
	options.OnMissing = func(x samples.Missing) {
		missing(x)
		keep(m.journal.Missing(x))
	}
	options.Skip = m.journal.Skip
	options.Stop = func() bool { return m.failed != nil }
	return options, nil
}

// looks lets rows end early. A row ends when all binaries are settled against the
// first.
func (m *measurement) looks(options *bench.Options) (*compare.Plan, error) {
	others := len(m.plan.Runtimes) - 1
	looks, err := compare.NewPlan(samples.Plan{
		Looks: compare.DefaultLooks(m.r.runs), Alpha: m.o.alpha, Rows: len(m.plan.Rows) * others,
	})
	if err != nil {
		return nil, err
	}
	options.RowDone = func(row, rounds int) bool {
		if !looks.Look(rounds) || rounds == m.r.runs {
			return false
		}
		r := m.plan.Rows[row]
		of := func(i int) []float64 {
			return ratesBefore(m.rates[rateKey{m.plan.Runtimes[i].Name, r.Program.ID, r.Conf.Inspect()}], rounds)
		}
		for i := 1; i <= others; i++ {
			if !looks.Decide(of(0), of(i), m.r.goal(m.o)).Stop {
				return false
			}
		}
		m.ended++
		return true
	}
	return looks, nil
}

// ratesBefore are the rates of the rounds up to a look. When a run goes on, its journal
// may hold later ones: a look must not see more than it would have.
func ratesBefore(list []roundRate, rounds int) []float64 {
	var rates []float64
	for _, r := range list {
		if r.round < rounds {
			rates = append(rates, r.rate)
		}
	}
	return rates
}

// measure runs the plan; with a budget one round first, to see how many fit.
func (m *measurement) measure(ctx context.Context, options bench.Options) (*samples.Set, error) {
	if m.r.budget == 0 {
		return bench.Run(ctx, m.plan, options)
	}
	began := time.Now()
	first := m.plan
	first.Runs, first.AA = 1, 0
	set, err := bench.Run(ctx, first, options)
	if err != nil {
		return set, err
	}
	round := time.Since(began)
	processes := len(m.plan.Rows) * len(m.plan.Runtimes)
	left := m.r.budget - round
	perProcess := round / time.Duration(max(processes, 1))
	left -= perProcess * time.Duration(2*m.plan.AA*len(m.plan.Rows))
	runs := min(m.r.runs, 1+max(0, int(left/max(round, 1))))
	m.out.say(fmt.Sprintf("nodetimers: a round of %d processes took %v; %d of %d runs fit into %v",
		processes, round.Round(100*time.Millisecond), runs, m.r.runs, m.r.budget))
	rest := m.plan
	rest.Runs = runs
	skip, stop := options.Skip, options.Stop
	options.Skip = func(row bench.Row, binary string, n int, side string) bool {
		return n == 0 && side == "" || skip != nil && skip(row, binary, n, side)
	}
	options.Stop = func() bool {
		return time.Since(began) > m.r.budget || stop != nil && stop()
	}
	more, err := bench.Run(ctx, rest, options)
	more.Samples = append(set.Samples, more.Samples...)
	more.Failures = append(set.Failures, more.Failures...)
	more.Missing = append(set.Missing, more.Missing...)
	more.Started = set.Started
	return more, err
}
