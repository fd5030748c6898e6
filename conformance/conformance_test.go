// Package conformance runs the behaviour cases recorded from Node.js against the
// command.
//
// A case is NAME.js (or .mjs, .ts) under cases with NAME.out, the standard output
// Node.js gave for it, byte for byte, and NAME.exit where the exit code is not 0.
// The names are sentences; the programs are built so that their output does not
// depend on the machine's speed. A failing case leaves NAME.got beside it.
package conformance

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var record = flag.String("record", "", "record the cases anew with this `node` binary instead of testing")

// known are the cases that fail, each with the reason. One that begins to pass
// fails the test until its line is gone.
var known = map[string]string{}

// limit is generous: a case that needs it has hung.
const limit = 30 * time.Second

func TestCases(t *testing.T) {
	command := build(t)
	for _, file := range find(t, "cases") {
		name := strings.TrimPrefix(strings.TrimSuffix(file, filepath.Ext(file)), "cases"+string(filepath.Separator))
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			t.Parallel()
			if *record != "" {
				recordCase(t, file)
				return
			}
			why := check(t, command, file)
			reason, isKnown := known[filepath.ToSlash(name)]
			switch {
			case why != "" && !isKnown:
				t.Error(why)
			case why == "" && isKnown:
				t.Errorf("passes now; its line in known can go (%s)", reason)
			}
		})
	}
}

// build makes the command once.
func build(t *testing.T) []string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "nodetimers")
	if runtime.GOOS == "windows" {
		bin += ".exe"
	}
	cmd := exec.Command("go", "build", "-o", bin, "../cmd/nodetimers")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return []string{bin, "run"}
}

func find(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch ext := filepath.Ext(path); {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "node_modules":
			return filepath.SkipDir
		case ext == ".js" || ext == ".mjs" || ext == ".ts":
			base := strings.TrimSuffix(path, ext)
			if _, err := os.Stat(base + ".out"); err == nil || *record != "" {
				files = append(files, path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no cases found")
	}
	return files
}

// run runs a case and gives what it printed and its exit code.
func run(command []string, file string) (stdout, stderr []byte, code int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, nil, 0, err
	}
	cmd := exec.CommandContext(ctx, command[0], append(command[1:], path)...)
	cmd.Dir = filepath.Dir(path)
	var out, errout bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errout
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		err = fmt.Errorf("no end within %v", limit)
	case errors.As(err, &exit):
		code, err = exit.ExitCode(), nil
	}
	return out.Bytes(), errout.Bytes(), code, err
}

func check(t *testing.T, command []string, file string) (why string) {
	base := strings.TrimSuffix(file, filepath.Ext(file))
	want, err := os.ReadFile(base + ".out")
	if err != nil {
		t.Fatal(err)
	}
	wantCode := 0
	if b, err := os.ReadFile(base + ".exit"); err == nil {
		if wantCode, err = strconv.Atoi(strings.TrimSpace(string(b))); err != nil {
			t.Fatal(err)
		}
	}
	got, stderr, code, err := run(command, file)
	switch {
	case err != nil:
		return err.Error()
	case !bytes.Equal(got, want):
		_ = os.WriteFile(base+".got", got, 0o644)
		return fmt.Sprintf("stdout differs (-want +got):\n%s\nstderr: %s", cmp.Diff(string(want), string(got)), stderr)
	case code != wantCode:
		return fmt.Sprintf("exit code %d, want %d\nstderr: %s", code, wantCode, stderr)
	}
	_ = os.Remove(base + ".got")
	return ""
}

// recordCase writes what Node prints, and shows what changed by that.
func recordCase(t *testing.T, file string) {
	out, _, code, err := run([]string{*record}, file)
	if err != nil {
		t.Fatal(err)
	}
	base := strings.TrimSuffix(file, filepath.Ext(file))
	old, _ := os.ReadFile(base + ".out")
	if !bytes.Equal(old, out) {
		t.Logf("changed (-old +new):\n%s", cmp.Diff(string(old), string(out)))
		if err := os.WriteFile(base+".out", out, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if code == 0 {
		_ = os.Remove(base + ".exit")
		return
	}
	if err := os.WriteFile(base+".exit", []byte(strconv.Itoa(code)+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}
