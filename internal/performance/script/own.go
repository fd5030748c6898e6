package script

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"
	peer "github.com/dop251/goja_nodejs/eventloop"

	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is two programs that the suite lacks and goals speak of: set+clear of
// timeouts, and a chain of nextTick. Each calls begin and end around what is timed.
// As a process they are put behind a prelude that has these two and prints nanoseconds
// per operation; in this process begin and end are functions of Go.

// own is such a program.
type own struct {
	name string // of the row
	code string
	n    int // what it does that often; the code has it as n
}

const (
	ownChurn = "set+clear of timeouts"
	ownTicks = "chain of nextTick"
)

var (
	//go:embed js/churn.js
	churnCode string
	//go:embed js/ticks.js
	ticksCode string
	//go:embed js/prelude.js
	prelude string
)

var ownPrograms = []own{
	{ownChurn, churnCode, 300_000},
	{ownTicks, ticksCode, 500_000},
}

// wants tells whether an own program is to be measured: Filter looks at its name, and a
// set that was read may have it.
func (o *Options) wants(set *samples.Set, name string) bool {
	if slices.ContainsFunc(set.Samples, func(s samples.Sample) bool { return s.Filename == name }) {
		return false
	}
	return len(o.Filter) == 0 || slices.ContainsFunc(o.Filter, func(part string) bool { return strings.Contains(name, part) })
}

// sample is what was measured of an own program.
func (p own) sample(binary string, round int, ns float64) samples.Sample {
	return samples.Sample{Binary: binary, Filename: p.name, Rate: 1e9 / ns, Time: ns * float64(p.n) / 1e9, Round: round}
}

// ownBesideNode adds both programs, each on nodetimers and on Node in turns.
func (o *Options) ownBesideNode(ctx context.Context, set *samples.Set) error {
	for _, p := range ownPrograms {
		if o.wants(set, p.name) {
			if err := o.besideNode(ctx, set, p); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o *Options) besideNode(ctx context.Context, set *samples.Set, p own) error {
	dir, err := os.MkdirTemp("", "nodetimers-own-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "own.js")
	if err := os.WriteFile(file, []byte(p.whole()), 0o644); err != nil {
		return err
	}
	sides := [][]string{{"nodetimers", o.Nodetimers, "run", file}}
	if o.Node26 != "" {
		sides = append(sides, []string{"node26", o.Node26, file})
	}
	return inTurns(o.Runs, len(sides), func(round, side int) error {
		s := sides[side]
		out, err := o.child(ctx, s[1], s[2:]...)
		if err != nil {
			return fmt.Errorf("%s on %s: %w", p.name, s[0], err)
		}
		ns, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		if err != nil {
			return fmt.Errorf("%s on %s: %w", p.name, s[0], err)
		}
		set.Samples = append(set.Samples, p.sample(s[0], round, ns))
		return nil
	})
}

// whole is the program as a file.
func (p own) whole() string {
	return fmt.Sprintf("'use strict';\nconst n = %d;\n%s\n%s", p.n, prelude, p.code)
}

// inTurns calls f for each side in each round. Who goes first alternates: A B, B A.
func inTurns(rounds, sides int, f func(round, side int) error) error {
	for round := range rounds {
		for i := range sides {
			side := i
			if round%2 == 1 {
				side = sides - 1 - i
			}
			if err := f(round, side); err != nil {
				return err
			}
		}
	}
	return nil
}

// churnInProcess runs the set+clear of timeouts on gojaloop and on goja_nodejs in
// turns. Both are warmed up once, and each run has a fresh engine.
func (o *Options) churnInProcess(ctx context.Context, set *samples.Set) error {
	p := ownPrograms[0]
	if !o.wants(set, p.name) {
		return nil
	}
	defer o.withGC()()
	program, err := goja.Compile("churn.js", p.code, true)
	if err != nil {
		return err
	}
	engines := []struct {
		binary string
		run    func(func(*goja.Runtime)) error
	}{
		{"nodetimers", func(f func(*goja.Runtime)) error {
			e := gojaloop.New(goja.New(), gojaloop.Options{TimersOnly: true})
			f(e.Runtime())
			return e.RunProgram(ctx, program)
		}},
		{peerLoop, func(f func(*goja.Runtime)) (err error) {
			peer.NewEventLoop().Run(func(vm *goja.Runtime) {
				f(vm)
				_, err = vm.RunProgram(program)
			})
			return err
		}},
	}
	return inTurns(o.Runs+1, len(engines), func(round, side int) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		runtime.GC()
		var began time.Time
		var took time.Duration
		err := engines[side].run(func(vm *goja.Runtime) {
			_ = vm.Set("n", p.n)
			_ = vm.Set("begin", func(goja.FunctionCall) goja.Value { began = time.Now(); return nil })
			_ = vm.Set("end", func(goja.FunctionCall) goja.Value { took = time.Since(began); return nil })
		})
		if err == nil && took <= 0 {
			err = fmt.Errorf("%s did not end", p.name)
		}
		if err == nil && round > 0 {
			set.Samples = append(set.Samples, p.sample(engines[side].binary, round-1, float64(took.Nanoseconds())/float64(p.n)))
		}
		return err
	})
}
