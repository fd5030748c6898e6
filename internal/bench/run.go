package bench

import (
	"context"
	"os"
	"time"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is the runner: it goes through a Plan, one process at a time, and
// gathers what they say. A process that fails marks its row, and the rest goes on;
// a row that a runtime lacks is asked for once.

// Options say what happens beside a run. The zero value gathers the samples and
// nothing else. The functions are called one at a time; but for Output, whose
// calls come while a process runs, between two processes.
type Options struct {
	// OnSample, OnFailure and OnMissing are called with each result as it comes:
	// for a journal, or to print rows as they arrive.
	OnSample  func(samples.Sample)
	OnFailure func(samples.Failure)
	OnMissing func(samples.Missing)
	// Skip, if set, says that a process need not be started, because its samples
	// are known from an earlier run. side is "" or, in an A/A round, "a" or "b".
	Skip func(row Row, binary string, round int, side string) bool
	// RowDone, if set, is called after each round of a row, with the row's number in
	// the plan and how many ordinary rounds it has had; true ends the row: it has no
	// further rounds, nor any A/A rounds.
	RowDone func(row int, rounds int) bool
	// Stop, if set, is asked before each process; true ends the run as if the rest
	// were not planned. It is for a budget.
	Stop func() bool
	// Progress, if set, is called before each process and at the end.
	Progress func(Progress)
	// Output takes what children print, a line at a time without its end.
	Output func(binary string, row Row, stream, line string)
	// Warn takes remarks about the run, such as processors that cannot be chosen.
	Warn func(format string, a ...any)
	// Timeout ends a process that takes longer, as a failure. 0: no limit.
	Timeout time.Duration
	// Linger is how long a process may live on after its report; it is ended then,
	// and its samples count. 0 means 10 s: common.js's own limit is 5 s.
	Linger time.Duration
	// CPUs are the processors that children may run on; nil: any.
	CPUs []int
	// Env is added to the environment of children.
	Env []string
}

// Run measures. What it returns has all samples so far even with an error, which
// is that of ctx or of a plan that cannot be run. Children that failed are no
// error: they are in Failures. Describe fills in what the runtimes and the machine
// are; Run asks no process for it.
func Run(ctx context.Context, plan Plan, o Options) (*samples.Set, error) {
	set := &samples.Set{Seed: plan.Seed, Order: plan.Order(), Started: time.Now().Round(time.Second)}
	for _, r := range plan.Runtimes {
		set.Binaries = append(set.Binaries, samples.Binary{Name: r.Name, Path: r.Path})
	}
	if err := plan.check(); err != nil {
		return set, err
	}
	r := &run{plan: plan, o: o, set: set, lacks: map[lack]bool{}, over: map[int]bool{}}
	if r.o.Linger == 0 {
		r.o.Linger = 10 * time.Second
	}
	err := r.all(ctx)
	return set, err
}

// Describe asks every runtime what it is, and the machine.
func Describe(ctx context.Context, set *samples.Set, plan Plan) {
	set.Binaries = nil
	for _, r := range plan.Runtimes {
		set.Binaries = append(set.Binaries, r.Describe(ctx))
	}
	set.Machine = samples.ReadMachine()
}

type lack struct{ row, runtime int }

type run struct {
	plan  Plan
	o     Options
	set   *samples.Set
	lacks map[lack]bool // n/a: not asked again
	over  map[int]bool  // rows that RowDone has ended
	warns map[string]bool
	track tracker
}

func (r *run) all(ctx context.Context) error {
	files := r.plan.files()
	rounds := r.plan.rounds()
	r.track = newTracker(&r.plan, files)
	for f, rows := range files {
		r.track.file(f)
		for _, rd := range rounds {
			for _, row := range r.plan.combinations(rows, rd) {
				if r.over[row] {
					r.track.skip(len(r.plan.turns(row, rd)))
					continue
				}
				stopped, err := r.row(ctx, row, rd)
				if stopped || err != nil {
					r.end()
					return err
				}
			}
		}
	}
	r.end()
	return nil
}

func (r *run) end() {
	if r.o.Progress != nil {
		r.o.Progress(r.track.end())
	}
}

// row takes one round of one row.
func (r *run) row(ctx context.Context, row int, rd round) (stopped bool, err error) {
	for _, t := range r.plan.turns(row, rd) {
		if err := context.Cause(ctx); err != nil {
			return false, err
		}
		if r.o.Stop != nil && r.o.Stop() {
			return true, nil
		}
		if r.o.Progress != nil {
			r.o.Progress(r.track.at(r.plan.Rows[row].Program.ID))
		}
		r.process(ctx, row, rd, t)
		r.track.skip(1)
	}
	if err := context.Cause(ctx); err != nil {
		return false, err
	}
	if r.o.RowDone != nil && !rd.aa && r.o.RowDone(row, rd.number+1) {
		r.over[row] = true
	}
	return false, nil
}

// process runs one child and keeps what it reports.
func (r *run) process(ctx context.Context, number int, rd round, t turn) {
	row, runtime := r.plan.Rows[number], r.plan.Runtimes[t.runtime]
	key := lack{number, t.runtime}
	if r.lacks[key] || r.o.Skip != nil && r.o.Skip(row, runtime.Name, rd.number, t.side) {
		return
	}
	argv, reason := runtime.command(row)
	if reason == "" {
		var reports []samples.Sample
		var err error
		reports, reason, err = r.leaf(ctx, row, runtime, argv)
		switch {
		case err != nil:
			if context.Cause(ctx) != nil {
				return // killed by us, no fault of the child's
			}
			f := row.failure(runtime.Name, rd.number, err.Error())
			r.set.Failures = append(r.set.Failures, f)
			if r.o.OnFailure != nil {
				r.o.OnFailure(f)
			}
			return
		case reason == "":
			for _, s := range reports {
				s.Binary, s.Round, s.AA = runtime.Name, rd.number, t.side
				r.set.Samples = append(r.set.Samples, s)
				if r.o.OnSample != nil {
					r.o.OnSample(s)
				}
			}
			return
		}
	}
	r.lacks[key] = true
	m := row.missing(runtime.Name, reason)
	r.set.Missing = append(r.set.Missing, m)
	if r.o.OnMissing != nil {
		r.o.OnMissing(m)
	}
}

// leaf runs a child to its end. reason is why the row is not available.
func (r *run) leaf(ctx context.Context, row Row, runtime Runtime, argv []string) (list []samples.Sample, reason string, err error) {
	g := gatherer{row: row}
	env := append(os.Environ(), "NODE_RUN_BENCHMARK_FN=")
	env = append(env, r.o.Env...)
	late := ""
	if runtime.Kind == Deno { // loses messages of its last moments
		f, err := os.CreateTemp("", "nodetimers-bench-*")
		if err != nil {
			return nil, "", err
		}
		late = f.Name()
		f.Close()
		defer os.Remove(late)
		env = append(env, "NODETIMERS_BENCH_LATE="+late)
	}
	c := child{
		argv: argv, env: env, cpus: r.o.CPUs, timeout: r.o.Timeout, linger: r.o.Linger,
		message: g.message, done: g.said, warn: r.warn,
	}
	if r.o.Output != nil {
		c.output = func(stream, line string) { r.o.Output(runtime.Name, row, stream, line) }
	}
	if err := c.run(ctx); err != nil {
		return nil, "", err
	}
	if late != "" {
		g.file(late)
	}
	return g.result()
}

// warn passes each remark on once.
func (r *run) warn(format string, a ...any) {
	if r.o.Warn == nil || r.warns[format] {
		return
	}
	if r.warns == nil {
		r.warns = map[string]bool{}
	}
	r.warns[format] = true
	r.o.Warn(format, a...)
}
