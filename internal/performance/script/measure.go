package script

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nodetimers/nodetimers/internal/bench"
	"github.com/nodetimers/nodetimers/internal/bench/programs"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file gets a group's samples: from the built command's bench and the own
// programs, or from a file of an earlier run.
//
// The bench is started again for every two rounds, A B and B A, and goes through all
// programs each time. So the rounds of a row are spread over the whole time of the run,
// and a slow minute of the machine is not the minute of one row. A floor stands behind
// its program and is measured seconds after it.

// chunk is how many rounds one bench takes.
const chunk = 2

// table measures a group, or reads it, and notes in Runs how many rounds there are.
// Peers without a path are left out.
func (o *Options) table(ctx context.Context, group string, runtimes []string, floors bool, own func(context.Context, *samples.Set) error) (*table, error) {
	set := &samples.Set{}
	switch {
	case o.JSON != "":
		var err error
		if set, err = samples.Open(o.file(o.JSON, group)); err != nil {
			return nil, err
		}
	case o.Nodetimers == "":
		return nil, errNoNodetimers
	default:
		if err := o.bench(ctx, set, o.benchArgs(runtimes, o.required(), floors)); err != nil {
			return nil, err
		}
	}
	t, err := newTable(set)
	if err != nil {
		return nil, err
	}
	o.Runs = t.rounds(o.Runs)
	if own != nil && o.Nodetimers != "" {
		if err := own(ctx, set); err != nil {
			return nil, err
		}
		if t, err = newTable(set); err != nil {
			return nil, err
		}
	}
	if o.Save == "" {
		return t, nil
	}
	var text bytes.Buffer
	if err := samples.WriteJSON(&text, set); err != nil {
		return nil, err
	}
	return t, os.WriteFile(filepath.Join(o.Save, o.fileName(group)), text.Bytes(), 0o644)
}

// file is where a group's samples are: in the file, or in the one of that group in the
// folder.
func (o *Options) file(path, group string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return filepath.Join(path, o.fileName(group))
	}
	return path
}

func (o *Options) fileName(group string) string {
	if o.GOGC != "" {
		group += "-gogc-" + o.GOGC
	}
	return group + ".json"
}

// bench adds the samples of all rounds to the set.
func (o *Options) bench(ctx context.Context, set *samples.Set, args []string) error {
	if args == nil {
		return nil
	}
	for first := 0; first < o.Runs; first += chunk {
		fmt.Fprintf(o.Log, "round %d of %d\n", first+1, o.Runs)
		runs := min(chunk, o.Runs-first)
		out, err := o.child(ctx, o.Nodetimers, append(args, "--runs", fmt.Sprint(runs))...)
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == 3 {
			err = nil // some rows failed; the samples say which
		}
		if err != nil {
			return fmt.Errorf("nodetimers bench: %w", err)
		}
		more, err := samples.ReadJSON(bytes.NewReader(out), "nodetimers bench")
		if err != nil {
			return err
		}
		shift(more, first)
		if first > 0 {
			more.Missing = nil // known from the first
		}
		set.Join(more)
	}
	return nil
}

// shift makes the first round of a set the one of that number.
func shift(set *samples.Set, first int) {
	for i := range set.Samples {
		set.Samples[i].Round += first
	}
	for i := range set.Failures {
		set.Failures[i].Round += first
	}
}

// benchArgs is the bench's command line but for the rounds, nil if there is nothing to
// run.
func (o *Options) benchArgs(runtimes []string, rows []programs.Row, floors bool) []string {
	var words, items []string
	for _, name := range runtimes {
		switch path := o.path(name); {
		case path != "":
			words = append(words, name+"="+path)
		case !slices.Contains(scripted, name):
			words = append(words, name)
		}
	}
	for _, r := range rows {
		if slices.Contains(items, r.File) {
			continue
		}
		items = append(items, r.File)
		if f, ok := r.Floor(); ok && floors {
			items = append(items, f.File)
		}
	}
	if len(words) == 0 || len(items) == 0 {
		return nil
	}
	return slices.Clip(append([]string{"bench", "--preset", "quick", "--format", "json", "--no-progress", "--timeout", "60s",
		"--runtime", strings.Join(words, ",")}, items...))
}

// child runs a program to its end and gives what it printed.
func (o *Options) child(ctx context.Context, path string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = o.environment()
	cmd.Stderr = o.Log
	bench.EndWithAll(cmd)
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return out, err
}

// environment is what children get.
func (o *Options) environment() []string {
	env := os.Environ()
	if o.GOGC != "" {
		env = append(env, "GOGC="+o.GOGC)
	}
	return env
}
