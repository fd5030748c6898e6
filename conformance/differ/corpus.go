package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// This file is the recorded programs: a few hundred with the traces Node.js gave,
// in testdata, which go test runs without Node.js. They are kept as text, so a
// change of the generator does not touch them. Fifty are in one file:
//
//	-- 12.js --      the program
//	-- 12.trace --   what Node.js did
//
// virtual-found.txtar is written by hand: the programs that found a fault, made
// smaller. Only its traces are recorded.

// corpusFuel is how many callbacks a recorded program may have, fewer than others:
// traces are to be read in a diff.
const corpusFuel = 30

// wanted is how many recorded programs each construct should have.
const wanted = 12

// recorded is a program of the corpus.
type recorded struct {
	program *Program
	trace   string
}

// record writes the corpus anew: programs in the order of their numbers, those
// first that have a construct others have too little of.
func record(ctx context.Context, o *options, p *pair, w io.Writer) error {
	var chosen []recorded
	counts := map[string]int{}
	used := map[int]bool{}
	take := func(enough func(p *Program, trace string) bool, until int) error {
		for first := 0; len(chosen) < until && first < 100*o.record; first += o.batch {
			var batch []*Program
			for id := first; id < first+o.batch; id++ {
				if q := Generate(p.profile, o.seed, id); !used[id] && q.size() <= 25 {
					q.Fuel = corpusFuel
					batch = append(batch, q)
				}
			}
			batch, err := p.filter(ctx, batch)
			if err != nil {
				return err
			}
			node, ours, err := p.run(ctx, batch)
			if err != nil {
				return err
			}
			for i, q := range batch {
				if len(chosen) == until || len(lines(node[i])) > 60 || !enough(q, node[i]) {
					continue
				}
				if node[i] != ours[i] {
					return fmt.Errorf("%v differs: the corpus is recorded when nothing does", q)
				}
				for _, c := range constructs {
					if c.in(q, node[i]) {
						counts[c.name]++
					}
				}
				used[q.ID] = true
				chosen = append(chosen, recorded{q, node[i]})
			}
		}
		return nil
	}
	err := take(func(q *Program, trace string) bool {
		return slices.ContainsFunc(constructs, func(c construct) bool { return counts[c.name] < wanted && c.in(q, trace) })
	}, o.record)
	if err == nil {
		err = take(func(*Program, string) bool { return true }, o.record)
	}
	if err != nil {
		return err
	}
	slices.SortFunc(chosen, func(a, b recorded) int { return a.program.ID - b.program.ID })
	for _, c := range constructs {
		fmt.Fprintf(w, "%5d  %s\n", counts[c.name], c.name)
	}
	return writeCorpus(filepath.Join(o.dir, "testdata"), o.clock, chosen)
}

func corpusFiles(dir, clock string) ([]string, error) {
	return filepath.Glob(filepath.Join(dir, clock+"-*.txtar"))
}

// recordAgain runs the recorded programs on Node.js and writes their traces anew.
func recordAgain(ctx context.Context, o *options, p *pair, w io.Writer) error {
	files, err := corpusFiles(filepath.Join(o.dir, "testdata"), o.clock)
	if err != nil {
		return err
	}
	for _, name := range files {
		list, err := readCorpus(name)
		if err != nil {
			return err
		}
		failed, traces, err := replay(ctx, p.node, list)
		if err != nil {
			return err
		}
		if len(failed) == 0 {
			continue
		}
		for i, r := range failed {
			fmt.Fprintf(w, "%s, program %d (-old +new)\n%s\n", filepath.Base(name), r.program.ID, diff(r.trace, traces[i]))
			for k := range list {
				if list[k].program == r.program {
					list[k].trace = traces[i]
				}
			}
		}
		if err := writeArchive(name, list); err != nil {
			return err
		}
	}
	return nil
}

func writeCorpus(dir, clock string, list []recorded) error {
	old, err := filepath.Glob(filepath.Join(dir, clock+"-[0-9][0-9].txtar"))
	if err != nil {
		return err
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	for n := 0; len(list) > 0; n++ {
		k := min(50, len(list))
		if err := writeArchive(filepath.Join(dir, fmt.Sprintf("%s-%02d.txtar", clock, n)), list[:k]); err != nil {
			return err
		}
		list = list[k:]
	}
	return nil
}

func writeArchive(name string, list []recorded) error {
	a := &txtar.Archive{Comment: []byte("Programs of the generator and their traces on Node.js; see corpus.go.\n\n")}
	for _, r := range list {
		a.Files = append(a.Files,
			txtar.File{Name: fmt.Sprintf("%d.js", r.program.ID), Data: []byte(r.program.Source())},
			txtar.File{Name: fmt.Sprintf("%d.trace", r.program.ID), Data: []byte(r.trace)})
	}
	return os.WriteFile(name, txtar.Format(a), 0o644)
}

// readCorpus reads one file of the corpus.
func readCorpus(name string) ([]recorded, error) {
	a, err := txtar.ParseFile(name)
	if err != nil {
		return nil, err
	}
	var list []recorded
	for i := 0; i+1 < len(a.Files); i += 2 {
		program, trace := a.Files[i], a.Files[i+1]
		id, err := strconv.Atoi(strings.TrimSuffix(program.Name, ".js"))
		if err != nil || trace.Name != fmt.Sprintf("%d.trace", id) {
			return nil, fmt.Errorf("%s: %s and %s do not belong together", name, program.Name, trace.Name)
		}
		list = append(list, recorded{&Program{ID: id, text: string(program.Data)}, string(trace.Data)})
	}
	if len(list) == 0 {
		return nil, errors.New(name + ": no programs")
	}
	return list, nil
}

// replay runs recorded programs and gives those whose trace is another.
func replay(ctx context.Context, r *Runtime, list []recorded) (failed []recorded, traces []string, err error) {
	programs := make([]*Program, len(list))
	for i := range list {
		programs[i] = list[i].program
	}
	got, err := r.Run(ctx, programs)
	if err != nil {
		return nil, nil, err
	}
	for i := range list {
		if got[i] != list[i].trace {
			failed, traces = append(failed, list[i]), append(traces, got[i])
		}
	}
	return failed, traces, nil
}
