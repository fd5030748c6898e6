package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/nodetimers/nodetimers/internal/performance/core"
	"github.com/nodetimers/nodetimers/internal/performance/flat"
	"github.com/nodetimers/nodetimers/internal/performance/script"
	"github.com/nodetimers/nodetimers/internal/performance/target"
)

// command does what the arguments say and returns the exit status: 1 for an error, 2
// for arguments that make no sense.
func command(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	status := 2
	if err == nil {
		status, err = 1, run(ctx, o, stdout, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "performance: %v\n", err)
		return status
	}
	return 0
}

// run measures the tables and writes them to the file, if one is asked for, or to
// stdout. The lines of check always go to stdout.
func run(ctx context.Context, o options, stdout, stderr io.Writer) (err error) {
	w := stdout
	if o.out != "" {
		f, openErr := os.Create(o.out)
		if openErr != nil {
			return openErr
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		w = f
	}
	if slices.ContainsFunc(o.tables, needsNodetimers) && o.script.Nodetimers == "" {
		dir, err := os.MkdirTemp("", "performance")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if o.script.Nodetimers, err = build(ctx, dir); err != nil {
			return err
		}
	}
	for i, name := range o.tables {
		if i > 0 && name != "check" {
			fmt.Fprintln(w)
		}
		switch name {
		case "core":
			rows := core.Run(core.Options{Pairs: o.pairs, Node: o.script.Node26, Only: o.row, Progress: stderr})
			err = target.Markdown(w, rows)
		case "flat":
			err = writeFlat(o, w, stderr)
		case "check":
			err = check(o, stdout)
		default:
			err = writeScript(ctx, o, name, w, stderr)
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
	}
	return nil
}

func writeFlat(o options, w, stderr io.Writer) error {
	points := flat.Measure(flat.Options{Progress: stderr})
	if o.plot != "" {
		if err := flat.Save(o.plot, points); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(w, "### flat\n\n"); err != nil {
		return err
	}
	return flat.Markdown(w, points)
}

// writeScript writes a table of package script. What was measured before an error is
// written too.
func writeScript(ctx context.Context, o options, group string, w, stderr io.Writer) error {
	o.script.Groups = []string{group}
	o.script.Runs = o.pairs
	o.script.Log = stderr
	rows, err := script.Rows(ctx, o.script)
	return errors.Join(target.Markdown(w, rows), err)
}

// needsNodetimers tells whether a table measures the command.
func needsNodetimers(table string) bool {
	return slices.Contains(script.Groups(), table) && table != "memory"
}

// build builds the command into a folder and returns its path.
func build(ctx context.Context, dir string) (string, error) {
	file := filepath.Join(dir, "nodetimers")
	if filepath.Separator == '\\' {
		file += ".exe"
	}
	out, err := exec.CommandContext(ctx, "go", "build", "-o", file, "./cmd/nodetimers").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build ./cmd/nodetimers: %w\n%s(it is to be called in the root of the module, or with -nodetimers)", err, out)
	}
	return file, nil
}
