package script

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nodetimers/nodetimers/internal/samples"
	run "github.com/nodetimers/nodetimers/internal/script"
)

// runFile runs a script on nodetimers in this process and gives what it prints.
func runFile(t *testing.T, file string) string {
	t.Helper()
	var out, errs bytes.Buffer
	sc, err := run.New(run.Options{File: file, Cwd: filepath.Dir(file), Stdout: &out, Stderr: &errs})
	if err != nil {
		t.Fatal(err)
	}
	if code, err := sc.Run(context.Background()); code != 0 || err != nil {
		t.Fatalf("code %d, error %v\n%s", code, err, &errs)
	}
	return out.String()
}

func TestOwnProgramsPrintNanoseconds(t *testing.T) {
	for _, p := range ownPrograms {
		p.n = 1000
		file := filepath.Join(t.TempDir(), "own.js")
		if err := os.WriteFile(file, []byte(p.whole()), 0o644); err != nil {
			t.Fatal(err)
		}
		out := runFile(t, file)
		if ns, err := strconv.ParseFloat(strings.TrimSpace(out), 64); err != nil || !(ns > 0) {
			t.Errorf("%s printed %q", p.name, out)
		}
	}
}

func TestChurnInProcess(t *testing.T) {
	n := ownPrograms[0].n
	ownPrograms[0].n = 1000
	defer func() { ownPrograms[0].n = n }()
	var set samples.Set
	o := Options{Runs: 3, GOGC: "100"}
	if err := o.churnInProcess(context.Background(), &set); err != nil {
		t.Fatal(err)
	}
	table, err := newTable(&set)
	if err != nil {
		t.Fatal(err)
	}
	if c := compare(table.ns[key{"nodetimers", ownChurn}], table.ns[key{peerLoop, ownChurn}]); c.pairs != 3 || !(c.ours > 0) || !(c.peer > 0) {
		t.Errorf("%+v", c)
	}
	before := len(set.Samples)
	if err := o.churnInProcess(context.Background(), &set); err != nil || len(set.Samples) != before {
		t.Errorf("a set that has it was measured again: %v", err)
	}
}
