package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// This file puts together what is compared: two runtimes on one kind of clock.

//go:embed shim/clock.c
var clockSource []byte

// pair is two runtimes and the programs that suit their clock.
type pair struct {
	profile    Profile
	node, ours *Runtime
	// filters are runtimes that must agree on a program before it is used: on a
	// real clock, Node.js on a virtual one that is as unsteady as a busy machine.
	filters []*Runtime
	dir     string
}

func newPair(ctx context.Context, o *options) (*pair, error) {
	p := &pair{}
	var err error
	if p.dir, err = os.MkdirTemp("", "differ"); err != nil {
		return nil, err
	}
	if err = p.fill(ctx, o); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *pair) close() { os.RemoveAll(p.dir) }

func (p *pair) fill(ctx context.Context, o *options) error {
	var clock string
	if o.node != "" {
		var err error
		if clock, err = buildClock(ctx, p.dir); err != nil {
			return err
		}
	}
	node := func(name string, env ...string) *Runtime {
		if o.node == "" {
			return nil
		}
		return &Runtime{Name: name, Command: []string{o.node, "--no-warnings", "--single-threaded", "--min-semi-space-size=256", "--max-semi-space-size=256", "--no-memory-reducer"}, Env: env}
	}
	switch o.clock {
	case "virtual":
		p.profile = virtualProfile
		p.node = node("node", "DIFFER_CLOCK=virtual", "LD_PRELOAD="+clock)
		ours := o.ours
		if ours == "" {
			var err error
			if ours, err = os.Executable(); err != nil {
				return err
			}
		}
		p.ours = &Runtime{Name: "nodetimers", Command: []string{ours, "-exec"}}
	case "real":
		p.profile = realProfile
		p.node = node("node", "DIFFER_CLOCK=real")
		for seed := 0; seed < 8 && o.node != ""; seed++ { // the busy ones first
			p.filters = append(p.filters, node(fmt.Sprintf("node, jitter %d", seed), "DIFFER_CLOCK=jitter",
				fmt.Sprintf("CLOCK_JITTER=%d", seed%2*4+seed/2), "LD_PRELOAD="+clock))
		}
		ours := o.ours
		if ours == "" {
			ours = filepath.Join(p.dir, "nodetimers")
			if err := goBuild(ctx, ".", ours, "./cmd/nodetimers"); err != nil {
				return err
			}
		}
		p.ours = &Runtime{Name: "nodetimers", Command: []string{ours, "run", "--no-warnings"}, Env: []string{"DIFFER_CLOCK=real"}}
	default:
		return fmt.Errorf("-clock must be virtual or real, not %q", o.clock)
	}
	return nil
}

// buildClock compiles the library that gives Node.js its clock.
func buildClock(ctx context.Context, dir string) (string, error) {
	source, lib := filepath.Join(dir, "clock.c"), filepath.Join(dir, "clock.so")
	if err := os.WriteFile(source, clockSource, 0o644); err != nil {
		return "", err
	}
	out, err := exec.CommandContext(ctx, "cc", "-O2", "-shared", "-fPIC", "-o", lib, source, "-ldl").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("the clock for Node.js needs Linux and a C compiler: %w\n%s", err, out)
	}
	return lib, nil
}

// goBuild builds a package of the module in dir.
func goBuild(ctx context.Context, dir, out, pkg string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-o", out, pkg)
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", pkg, err, bytes.TrimSpace(text))
	}
	return nil
}

var errNoNode = errors.New("-node is needed")

// run gives the traces of both, Node.js's first.
func (p *pair) run(ctx context.Context, programs []*Program) (node, ours []string, err error) {
	if p.node == nil {
		return nil, nil, errNoNode
	}
	var wg sync.WaitGroup
	var nodeErr, oursErr error
	wg.Go(func() { node, nodeErr = p.node.Run(ctx, programs) })
	wg.Go(func() { ours, oursErr = p.ours.Run(ctx, programs) })
	wg.Wait()
	return node, ours, errors.Join(nodeErr, oursErr)
}

// filter gives the programs on whose traces the filters agree.
func (p *pair) filter(ctx context.Context, programs []*Program) ([]*Program, error) {
	want := map[*Program]string{}
	for n, f := range p.filters {
		if len(programs) == 0 {
			break
		}
		traces, err := f.Run(ctx, programs)
		if err != nil {
			return nil, err
		}
		var kept []*Program
		for i, q := range programs {
			if n == 0 {
				want[q] = traces[i]
			}
			if traces[i] == want[q] {
				kept = append(kept, q)
			}
		}
		programs = kept
	}
	return programs, nil
}
