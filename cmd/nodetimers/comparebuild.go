package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/nodetimers/nodetimers/internal/bench"
)

// This file builds the two sides of a git repository: each revision is checked out
// into a worktree of its own, in a scratch folder, and built there by the user's
// command. The repository's own files and index are not touched.

// builds are two binaries and the folder they are in.
type builds struct {
	repo, dir string
	old, new  string
	trees     []string
}

func buildRefs(ctx context.Context, r *compareRun, log io.Writer) (*builds, error) {
	dir, err := os.MkdirTemp("", "nodetimers-compare-")
	if err != nil {
		return nil, err
	}
	b := &builds{repo: r.repo, dir: dir}
	for _, side := range []struct {
		name, ref string
		bin       *string
	}{{"old", r.oldRef, &b.old}, {"new", r.newRef, &b.new}} {
		*side.bin = filepath.Join(dir, side.name)
		if err := b.build(ctx, side.name, side.ref, r.build, *side.bin, log); err != nil {
			b.remove()
			if ctx.Err() != nil {
				return nil, context.Cause(ctx) // not the fault of the build that this ended
			}
			return nil, fmt.Errorf("--%s-ref %s: %w", side.name, side.ref, err)
		}
	}
	return b, nil
}

func (b *builds) build(ctx context.Context, name, ref, command, out string, log io.Writer) error {
	tree := filepath.Join(b.dir, "tree-"+name)
	b.trees = append(b.trees, tree) // a part of it is there, too, when git is interrupted
	if text, err := exec.CommandContext(ctx, "git", "-C", b.repo, "worktree", "add", "--quiet", "--detach", tree, ref).CombinedOutput(); err != nil {
		return fmt.Errorf("git: %s", firstLineOr(string(text), err))
	}
	fmt.Fprintf(log, "nodetimers: building %s from %s\n", name, ref)
	cmd := exec.CommandContext(ctx, "sh", "-c", strings.ReplaceAll(command, "{out}", shellQuote(out)))
	cmd.Dir = tree
	cmd.Stdout, cmd.Stderr = log, log
	bench.EndWithAll(cmd) // a build starts compilers
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the build failed: %w", err)
	}
	if info, err := os.Stat(out); err != nil || info.IsDir() {
		return errors.New("the build made no file at {out}")
	}
	return nil
}

// remove takes the worktrees and binaries away.
func (b *builds) remove() {
	for _, tree := range b.trees {
		_ = exec.Command("git", "-C", b.repo, "worktree", "remove", "--force", tree).Run()
	}
	_ = os.RemoveAll(b.dir)
}

func firstLineOr(text string, err error) string {
	if line, _, _ := strings.Cut(strings.TrimSpace(text), "\n"); line != "" {
		return line
	}
	return err.Error()
}

// shellQuote is a word of the shell.
func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
