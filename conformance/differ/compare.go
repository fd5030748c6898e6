package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
)

// This file is the comparison: batch by batch, and for what differs again alone.

// tally is the result of a comparison.
type tally struct {
	made        int // programs
	unsuited    int // of them, thrown away by the filters
	compared    int
	unstable    int // thrown away: Node.js differs from itself
	once        int // differed in the batch and not when run again
	untraced    int // Node.js hung or died
	differences []difference
	counts      map[string]int // programs by construct
	elapsed     time.Duration
}

// difference is a program on which the runtimes disagree, made smaller.
type difference struct {
	program, small *Program
	node, ours     string // traces of small
}

// repeats is how often a program that differs is run again on each runtime.
const repeats = 3

var errDifferent = errors.New("the runtimes differ")

func compare(ctx context.Context, o *options, p *pair, w io.Writer) error {
	fmt.Fprintf(w, "programs %d to %d of seed %d, %s clock\n", o.from, o.from+o.n-1, o.seed, o.clock)
	start := time.Now()
	t := &tally{counts: map[string]int{}}
	last := start
	for first := o.from; first < o.from+o.n; first += o.batch {
		var batch []*Program
		for id := first; id < min(first+o.batch, o.from+o.n); id++ {
			batch = append(batch, Generate(p.profile, o.seed, id))
		}
		if err := t.batch(ctx, p, batch, w); err != nil {
			return err
		}
		if time.Since(last) > 30*time.Second {
			last = time.Now()
			fmt.Fprintf(w, "... %d compared, %d differences, %v\n", t.compared, len(t.differences), time.Since(start).Round(time.Second))
		}
	}
	t.elapsed = time.Since(start)
	t.report(w)
	if len(t.differences)+t.once+t.untraced > 0 {
		return errDifferent
	}
	return nil
}

func (t *tally) batch(ctx context.Context, p *pair, batch []*Program, w io.Writer) error {
	t.made += len(batch)
	kept, err := p.filter(ctx, batch)
	if err != nil {
		return err
	}
	t.unsuited += len(batch) - len(kept)
	if len(kept) == 0 {
		return nil
	}
	node, ours, err := p.run(ctx, kept)
	if err != nil {
		return err
	}
	for i, q := range kept {
		if strings.HasPrefix(node[i], noTrace) {
			t.untraced++
			fmt.Fprintf(w, "%v: Node.js left %s", q, node[i])
		}
		t.compared++
		for _, c := range constructs {
			if c.in(q, node[i]) {
				t.counts[c.name]++
			}
		}
		if node[i] != ours[i] {
			if err := t.again(ctx, p, q, diff(node[i], ours[i]), w); err != nil {
				return err
			}
		}
	}
	return nil
}

// again runs a program that differed alone, several times.
func (t *tally) again(ctx context.Context, p *pair, q *Program, was string, w io.Writer) error {
	var first string
	differs := false
	for i := range repeats {
		node, ours, err := p.run(ctx, []*Program{q})
		if err != nil {
			return err
		}
		if i == 0 {
			first = node[0]
		}
		if node[0] != first {
			t.unstable++
			t.compared--
			fmt.Fprintf(w, "%v: Node.js differs from itself, thrown away\n", q)
			return nil
		}
		differs = differs || node[0] != ours[0]
	}
	if !differs {
		t.once++
		fmt.Fprintf(w, "%v: differed in its batch, %d times not alone\n(-node +nodetimers)\n%s\n", q, repeats, was)
		return nil
	}
	d := difference{program: q}
	var err error
	if d.small, err = shrink(q.clone(), p.failing(ctx), 200); err != nil {
		return err
	}
	node, ours, err := p.run(ctx, []*Program{d.small})
	if err != nil {
		return err
	}
	d.node, d.ours = node[0], ours[0]
	t.differences = append(t.differences, d)
	fmt.Fprintf(w, "\n%v differs. Made smaller, it is\n\n%s\n(-node +nodetimers)\n%s\n", q, d.small.Source(), diff(d.node, d.ours))
	return nil
}

// failing is what the shrinker asks.
func (p *pair) failing(ctx context.Context) Failing {
	return func(programs []*Program) ([]bool, error) {
		kept, err := p.filter(ctx, programs)
		if err != nil || len(kept) == 0 {
			return make([]bool, len(programs)), err
		}
		node, ours, err := p.run(ctx, kept)
		if err != nil {
			return nil, err
		}
		fails := make([]bool, len(programs))
		for i, q := range kept {
			fails[slices.Index(programs, q)] = node[i] != ours[i]
		}
		return fails, nil
	}
}

func diff(a, b string) string { return cmp.Diff(lines(a), lines(b)) }

func (t *tally) report(w io.Writer) {
	fmt.Fprintf(w, "\n%d programs made", t.made)
	if t.unsuited > 0 {
		fmt.Fprintf(w, ", %d depend on the speed of the machine (%.1f %%)", t.unsuited, percent(t.unsuited, t.made))
	}
	fmt.Fprintf(w, "\n%d compared, %d unstable on Node.js (%.2f %%), %d differed once and not again\n",
		t.compared, t.unstable, percent(t.unstable, t.compared+t.unstable), t.once)
	fmt.Fprintf(w, "%d differences, %d without a trace of Node.js's\n", len(t.differences), t.untraced)
	fmt.Fprintf(w, "%v, %v for 1,000 programs\n\n", t.elapsed.Round(time.Second),
		(t.elapsed * 1000 / time.Duration(max(t.made, 1))).Round(10*time.Millisecond))
	for _, c := range constructs {
		n := t.counts[c.name]
		fmt.Fprintf(w, "%7d  %5.1f %%  %s\n", n, percent(n, t.compared), c.name)
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// print shows one program and what becomes of it.
func (p *pair) print(ctx context.Context, w io.Writer, q *Program) error {
	fmt.Fprint(w, q.Source(), "\n")
	if p.node == nil {
		ours, err := p.ours.Run(ctx, []*Program{q})
		if err == nil {
			fmt.Fprint(w, ours[0])
		}
		return err
	}
	node, ours, err := p.run(ctx, []*Program{q})
	switch {
	case err != nil:
		return err
	case node[0] == ours[0]:
		fmt.Fprint(w, node[0])
		return nil
	}
	fmt.Fprintf(w, "(-node +nodetimers)\n%s", diff(node[0], ours[0]))
	return errDifferent
}
