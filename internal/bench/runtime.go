package bench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is what programs run on: how a runtime is named on the command line
// and how its leaf processes are started.

// Kind is what sort of runtime it is, which decides how a script is given to it.
type Kind string

// The kinds. Go is a row of this very binary, without JavaScript of the program's
// own (see package native).
const (
	Node       Kind = "node"
	Bun        Kind = "bun"
	Deno       Kind = "deno"
	Nodetimers Kind = "nodetimers"
	Go         Kind = "go"
)

// Runtime is one thing that is measured.
type Runtime struct {
	// Name is the binary's name in results, unique in a plan.
	Name string
	Kind Kind
	// Path is the executable.
	Path string
	// Args stand between the executable and the script.
	Args []string
	// Lacks, if set, says why a row cannot run here; empty: it can.
	Lacks func(p Program, conf samples.Conf) string
}

// Self are the words by which this program starts itself for its own rows.
type Self struct {
	// Path is the executable.
	Path string
	// Script are the words in front of a script that is to be run.
	Script []string
	// Row are the words in front of a runtime's name, a script id and k=v words.
	Row []string
	// Rows are the names of the runtimes that are rows in Go.
	Rows []string
	// Lacks says why a row in Go is not there; empty: it is.
	Lacks func(runtime string, p Program, conf samples.Conf) string
}

// ParseRuntime reads NAME or NAME=PATH. The path, or the name without one, may be
// nodetimers, which is this program, a runtime in Go, or a program to be found on PATH. What it is, is told by the file's
// name, which begins with node, nodetimers, bun or deno, or by its --version.
func ParseRuntime(text string, self Self) (Runtime, error) {
	name, file, hasPath := strings.Cut(text, "=")
	if name == "" || hasPath && file == "" {
		return Runtime{}, fmt.Errorf("%q is no runtime: it must be NAME or NAME=PATH", text)
	}
	if !hasPath {
		file = name
	}
	if file == string(Nodetimers) {
		return Runtime{Name: name, Kind: Nodetimers, Path: self.Path, Args: self.Script}, nil
	}
	if slices.Contains(self.Rows, file) {
		r := Runtime{Name: name, Kind: Go, Path: self.Path, Args: append(slices.Clone(self.Row), file)}
		if self.Lacks != nil {
			r.Lacks = func(p Program, conf samples.Conf) string { return self.Lacks(file, p, conf) }
		}
		return r, nil
	}
	found, err := exec.LookPath(file)
	if err != nil {
		if !hasPath {
			return Runtime{}, fmt.Errorf("no runtime %s: it is neither on PATH nor one of nodetimers%s", name, join(", ", self.Rows))
		}
		return Runtime{}, fmt.Errorf("runtime %s: %w", name, withoutExec(err))
	}
	if found, err = filepath.Abs(found); err != nil {
		return Runtime{}, err
	}
	r := Runtime{Name: name, Path: found, Kind: kindOf(name, found)}
	switch r.Kind {
	case Deno:
		// Scripts are CommonJS, and some stand in a tree without a package.json.
		r.Args = []string{"run", "--allow-all", "--quiet", "--unstable-detect-cjs"}
	case Nodetimers:
		r.Args = self.Script
	}
	return r, nil
}

func join(sep string, list []string) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(sep + s)
	}
	return b.String()
}

func withoutExec(err error) error {
	var e *exec.Error
	if errors.As(err, &e) {
		return fmt.Errorf("%s: %w", e.Name, e.Err)
	}
	return err
}

// kindOf tells what an executable is: by its file's name, else by what it says of
// its version, else by the name it was given.
func kindOf(name, file string) Kind {
	named := func(text string) (Kind, bool) {
		for _, k := range []Kind{Nodetimers, Bun, Deno, Node} { // the longer name first
			if strings.HasPrefix(text, string(k)) {
				return k, true
			}
		}
		return Node, false
	}
	if k, ok := named(filepath.Base(file)); ok {
		return k
	}
	switch text := versionOf(context.Background(), file); {
	case strings.HasPrefix(text, "nodetimers "):
		return Nodetimers
	case strings.HasPrefix(text, "deno "):
		return Deno
	case strings.HasPrefix(text, "v"):
		return Node
	case text != "" && text[0] >= '0' && text[0] <= '9':
		return Bun
	}
	k, _ := named(name)
	return k
}

// versionLimit is how long a program may take to say its version.
var versionLimit = 10 * time.Second

// versionOf is the first line of what a program says of its version, empty if it fails
// or takes too long: it may be a script that waits for something.
func versionOf(ctx context.Context, file string) string {
	ctx, cancel := context.WithTimeout(ctx, versionLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, file, "--version")
	EndWithAll(cmd)
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return line
}

// command is a leaf's command line. reason is not empty if this runtime cannot
// run the row.
func (r Runtime) command(row Row) (argv []string, reason string) {
	if r.Lacks != nil {
		if reason := r.Lacks(row.Program, row.Conf); reason != "" {
			return nil, reason
		}
	}
	if len(row.Flags) > 0 && r.Kind != Node && r.Kind != Go {
		return nil, "needs Node's flag " + row.Flags[0]
	}
	argv = append([]string{r.Path}, r.Args...)
	if r.Kind == Go {
		return append(append(argv, row.Program.ID), row.words()...), ""
	}
	argv = append(argv, row.Flags...)
	return append(append(argv, row.Program.Path), row.words()...), ""
}

// Lacking says why the runtime cannot run a row, as far as that is known before it
// is run; empty: it can.
func (r Runtime) Lacking(row Row) string {
	_, reason := r.command(row)
	return reason
}

// Describe asks the runtime for its version and reads its file for its hash. What
// cannot be known stays empty.
func (r Runtime) Describe(ctx context.Context) samples.Binary {
	b := samples.Binary{Name: r.Name, Path: r.Path, Version: versionOf(ctx, r.Path)}
	if f, err := os.Open(r.Path); err == nil {
		defer f.Close()
		h := sha256.New()
		if _, err := io.Copy(h, f); err == nil {
			b.SHA256 = hex.EncodeToString(h.Sum(nil))
		}
	}
	return b
}
