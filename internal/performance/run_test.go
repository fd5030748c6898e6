package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/performance/bound"
	"github.com/nodetimers/nodetimers/internal/performance/core"
)

// do calls the command and gives its output and its status.
func do(t *testing.T, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	status = command(context.Background(), args, &out, &errs)
	return out.String(), errs.String(), status
}

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "bounds.txt")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestArgumentsInAnyOrder(t *testing.T) {
	for _, args := range [][]string{
		{"-pairs", "3", "core", "-row", "x", "flat"}, {"core", "flat", "-row=x", "--pairs=3"},
	} {
		o, err := parse(args, os.Stderr)
		if err != nil || o.pairs != 3 || o.row.String() != "x" || strings.Join(o.tables, " ") != "core flat" {
			t.Errorf("%v: %+v, %v", args, o, err)
		}
	}
	o, err := parse([]string{"-filter", "a,b"}, os.Stderr)
	if err != nil || strings.Join(o.tables, " ") != "core flat native goja node command memory" || len(o.script.Filter) != 2 {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestArgumentsThatMakeNoSense(t *testing.T) {
	for want, args := range map[string][]string{
		`there is no table "speed"; there are core, flat, native, goja, node, command, memory, check`: {"speed"},
		"-pairs 0: at least one is needed":                   {"-pairs", "0"},
		"-row: error parsing regexp: missing closing ): `(`": {"core", "-row", "("},
		"flag provided but not defined: -fast":               {"core", "-fast"},
		`invalid value "x" for flag -pairs: parse error`:     {"-pairs", "x"},
		"flag needs an argument: -o":                         {"core", "-o"},
	} {
		_, errs, status := do(t, args...)
		if lines := strings.Split(strings.TrimSpace(errs), "\n"); status != 2 || lines[len(lines)-1] != "performance: "+want {
			t.Errorf("%v: status %d\n%s", args, status, errs)
		}
	}
	if _, errs, status := do(t, "-help"); status != 0 || !strings.Contains(errs, "-pairs") {
		t.Errorf("-help: status %d\n%s", status, errs)
	}
}

func TestOneLineIntoAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.md")
	out, errs, status := do(t, "core", "-row", "^refresh$", "-pairs", "1", "-o", file)
	text, err := os.ReadFile(file)
	if status != 0 || err != nil || out != "" || !strings.Contains(string(text), "\n| refresh, caller-owned, cached time | 4.00 ns | ") {
		t.Errorf("status %d, %v\n%s%s%s", status, err, out, errs, text)
	}
	if _, errs, status := do(t, "core", "-row", "^$", "-o", filepath.Join(file, "x")); status != 1 || !strings.HasPrefix(errs, "performance: open ") {
		t.Errorf("status %d\n%s", status, errs)
	}
}

// The bounds in the tree are those of what is measured.
func TestBoundsFile(t *testing.T) {
	f, err := os.Open("bounds.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := bound.Read(f, "bounds.txt")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range core.Checks() {
		names = append(names, c.Name)
	}
	if err := b.Names(names); err != nil {
		t.Error(err)
	}
}

func TestCheckWithBadBounds(t *testing.T) {
	file := write(t, "insert 4\ninsert\n")
	_, errs, status := do(t, "check", "-bounds", file)
	if want := "performance: " + file + ":2: 1 words, want a name and a ratio\n"; status != 1 || errs != want {
		t.Errorf("status %d\n%s", status, cmp.Diff(want, errs))
	}
	file = write(t, "nothing 4\n")
	_, errs, status = do(t, "check", "-bounds", file)
	if status != 1 || !strings.Contains(errs, file+": no bound for insert\n") || !strings.HasSuffix(errs, file+":1: nothing is not measured\n") {
		t.Errorf("status %d\n%s", status, errs)
	}
	_, errs, status = do(t, "check", "-bounds", filepath.Join(file, "x"))
	if status != 1 || !strings.HasPrefix(errs, "performance: open ") {
		t.Errorf("status %d\n%s", status, errs)
	}
}
