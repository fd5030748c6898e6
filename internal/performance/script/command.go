package script

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/nodetimers/nodetimers/internal/performance/target"
	"github.com/nodetimers/nodetimers/internal/stats"
)

// This file is group command: what `nodetimers run` takes from start to exit, beside
// node. A process is started by the program in folder peak, which is built here; see
// there for why.

const (
	oneLine  = "console.log(1)\n"
	peakPath = "github.com/nodetimers/nodetimers/internal/performance/script/peak"
)

// process is what one process took.
type process struct {
	ns    float64
	bytes float64
}

// job is one script on one runtime.
type job struct {
	binary string
	script string
	argv   []string
	runs   []process // by round
}

func (o *Options) command(ctx context.Context) ([]target.Row, error) {
	if o.Nodetimers == "" {
		return nil, errNoNodetimers
	}
	dir, err := os.MkdirTemp("", "nodetimers-command-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program, err := writeNpm(dir)
	if err != nil {
		return nil, err
	}
	scripts := map[string]string{"one line": "one.js", "empty entry": "empty.mjs", "npm program": program.main}
	for name, text := range map[string]string{"one.js": oneLine, "empty.mjs": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	peak := filepath.Join(dir, "peak")
	build := exec.CommandContext(ctx, "go", "build", "-o", peak, peakPath)
	if text, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the program that takes memory, which needs the go command and this module as the current folder: %w\n%s", err, text)
	}
	if err := o.checkNpm(ctx, dir, program); err != nil {
		return nil, err
	}
	var jobs []*job
	for _, script := range []string{"one line", "empty entry", "npm program"} {
		file := filepath.Join(dir, scripts[script])
		jobs = append(jobs, &job{"nodetimers", script, []string{o.Nodetimers, "run", file}, nil})
		if o.Node26 != "" {
			jobs = append(jobs, &job{"node26", script, []string{o.Node26, file}, nil})
		}
	}
	// The first round warms the caches of files up and does not count.
	err = inTurns(o.Runs+1, len(jobs), func(round, side int) error {
		j := jobs[side]
		out, err := o.child(ctx, peak, j.argv...)
		if err != nil {
			return fmt.Errorf("%s of %s: %w", j.script, j.binary, err)
		}
		var p process
		if _, err := fmt.Sscan(string(out), &p.ns, &p.bytes); err != nil {
			return fmt.Errorf("what peak says, %q: %w", out, err)
		}
		if round > 0 {
			j.runs = append(j.runs, p)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return o.commandRows(jobs, program), nil
}

// checkNpm runs the generated program once and holds what it prints against what it
// must: a program that fails to load is quick.
func (o *Options) checkNpm(ctx context.Context, dir string, program npm) error {
	want := fmt.Sprintln(program.modules)
	for _, argv := range [][]string{{o.Nodetimers, "run"}, {o.Node26}} {
		if argv[0] == "" {
			continue
		}
		out, err := o.child(ctx, argv[0], append(argv[1:], filepath.Join(dir, program.main))...)
		if err != nil {
			return fmt.Errorf("the npm program on %s: %w", argv[0], err)
		}
		if !bytes.Equal(out, []byte(want)) {
			return fmt.Errorf("the npm program on %s printed %q and not %q", argv[0], out, want)
		}
	}
	return nil
}

// commandRows makes the rows of what was run.
func (o *Options) commandRows(jobs []*job, program npm) []target.Row {
	get := func(binary, script string, of func(process) float64) series {
		for _, j := range jobs {
			if j.binary == binary && j.script == script {
				s := make(series, len(j.runs))
				for i, p := range j.runs {
					s[i] = of(p)
				}
				return s
			}
		}
		return nil
	}
	ms := func(p process) float64 { return p.ns / 1e6 }
	mb := func(p process) float64 { return p.bytes / 1e6 }
	row := func(name, unit string, g goal, ours, peer series) target.Row {
		c, beside := compare(ours, peer), "node26"
		if c.pairs == 0 {
			c.ours, beside = ours.median(), noPeer
		}
		r := line("command", o.label(name), g, beside, c)
		r.Unit = unit
		r.Command = o.toolShell("command", true)
		return r
	}
	notAbove := goal{"not above Node 26's", 1, false}
	underHalf := goal{"under half of Node 26's", math.Nextafter(2, 3), false}
	one := row("one-line script, start to exit", "ms", notAbove, get("nodetimers", "one line", ms), get("node26", "one line", ms))
	memory := row("one-line script, peak memory", "MB", underHalf, get("nodetimers", "one line", mb), get("node26", "one line", mb))

	added := func(binary string) series {
		return minus(get(binary, "npm program", ms), get(binary, "empty entry", ms))
	}
	bundle := row("npm program, added time", "ms", goal{}, added("nodetimers"), added("node26"))
	bundle.Goal, bundle.Met = "< 200 ms", target.AtMost(bundle.Ours, math.Nextafter(200, 0))
	bundle.Note = fmt.Sprintf("%d modules in %d packages, %s of source, half of them ES modules; against an empty entry, which takes %s",
		program.modules, packages, target.Quantity(float64(program.bytes)/1e6, "MB"),
		target.Quantity(stats.Quantile(get("nodetimers", "empty entry", ms), 0.5), "ms"))
	return []target.Row{one, memory, bundle}
}

// minus is the difference by round.
func minus(a, b series) series {
	out := make(series, len(a))
	for round := range a {
		out[round] = a[round] - b.at(round)
	}
	return out
}
