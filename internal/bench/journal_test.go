package bench

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// journalPlan is a plan of two rows whose program exists.
func journalPlan(t *testing.T) (Plan, []samples.Binary) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.js")
	if err := os.WriteFile(file, []byte("// a program"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := Plan{Runs: 3, Seed: 7}
	for _, n := range []float64{1, 2} {
		p.Rows = append(p.Rows, Row{Program: Program{ID: "t/x.js", Path: file}, Conf: samples.Conf{{Key: "n", Value: n}}})
	}
	for _, name := range []string{"old", "new"} {
		p.Runtimes = append(p.Runtimes, Runtime{Name: name})
	}
	return p, []samples.Binary{{Name: "old", SHA256: "aa"}, {Name: "new", SHA256: "bb"}}
}

func TestJournalGoesOn(t *testing.T) {
	plan, binaries := journalPlan(t)
	name := filepath.Join(t.TempDir(), "j")
	j, err := CreateJournal(name, plan, binaries, "")
	if err != nil {
		t.Fatal(err)
	}
	sample := func(binary string, n float64, round int, aa string) samples.Sample {
		c := samples.Conf{{Key: "n", Value: n}}
		return samples.Sample{Binary: binary, Filename: "t/x.js", Configuration: c.Inspect(), Conf: c, Rate: 5, Time: 1, Round: round, AA: aa}
	}
	want := []samples.Sample{sample("old", 1, 0, ""), sample("new", 1, 0, ""), sample("old", 2, 1, "a")}
	for _, s := range want {
		if err := j.Sample(s); err != nil {
			t.Fatal(err)
		}
	}
	missing := samples.Missing{Binary: "new", Filename: "t/x.js", Configuration: "n=2", Reason: "no"}
	if err := j.Missing(missing); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	// The machine lost power in the middle of a line.
	if err := os.WriteFile(name, append(whole, `{"sample":{"bin`...), 0o644); err != nil {
		t.Fatal(err)
	}
	if seed, err := JournalSeed(name); err != nil || seed != plan.Seed {
		t.Errorf("the seed is %d, %v", seed, err)
	}
	j, err = ResumeJournal(name, plan, binaries, "")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(samples.Set{Samples: want, Missing: []samples.Missing{missing}}, j.Past(), cmpopts.EquateNaNs()); d != "" {
		t.Error("what was kept (-want +got):\n" + d)
	}
	var asked []string
	plan.AA = 1
	for _, row := range plan.Rows {
		for round := range 2 {
			for _, binary := range []string{"old", "new"} {
				for _, side := range []string{"", "a"} {
					if j.Skip(row, binary, round, side) {
						asked = append(asked, strings.Join([]string{row.Conf.Inspect(), binary, side, string(rune('0' + round))}, " "))
					}
				}
			}
		}
	}
	known := []string{
		"n=1 old  0", "n=1 new  0", "n=2 new  0", "n=2 new a 0", "n=2 old a 1", "n=2 new  1", "n=2 new a 1",
	}
	if d := cmp.Diff(known, asked); d != "" {
		t.Error("what is known (-want +got):\n" + d)
	}
	more := sample("new", 1, 1, "")
	if err := j.Sample(more); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	plan.AA = 0
	j, err = ResumeJournal(name, plan, binaries, "")
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if n := len(j.Past().Samples); n != 4 {
		t.Errorf("%d samples after the cut line was written over, want 4", n)
	}
}

func TestJournalRefusesAnotherRun(t *testing.T) {
	plan, binaries := journalPlan(t)
	name := filepath.Join(t.TempDir(), "j")
	j, err := CreateJournal(name, plan, binaries, "--set a=1")
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := CreateJournal(name, plan, binaries, "--set a=1"); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("made twice: %v", err)
	}
	program := plan.Rows[0].Program.Path
	for _, c := range []struct {
		change func(p *Plan, b []samples.Binary, note *string)
		want   string
	}{
		{func(p *Plan, b []samples.Binary, note *string) { b[1].SHA256 = "cc" }, "the binary new has changed (bb then, cc now)"},
		{func(p *Plan, b []samples.Binary, note *string) { b[1].Name = "x" }, "its binary 2 is new, not x"},
		{func(p *Plan, b []samples.Binary, note *string) { p.Rows = p.Rows[:1] }, "its rows are others"},
		{func(p *Plan, b []samples.Binary, note *string) { p.Runs = 4 }, "it takes 3 runs, not 4"},
		{func(p *Plan, b []samples.Binary, note *string) { p.AA = 1 }, "it has 0 rounds of the first binary against itself, not 1"},
		{func(p *Plan, b []samples.Binary, note *string) { p.Seed = 8 }, "its seed is 7, not 8"},
		{func(p *Plan, b []samples.Binary, note *string) { p.Shuffle = true }, "its combinations are in another order"},
		{func(p *Plan, b []samples.Binary, note *string) { *note = "" }, "it was begun with --set a=1, not with no further options"},
		{func(p *Plan, b []samples.Binary, note *string) {
			if err := os.WriteFile(program, []byte("// another"), 0o644); err != nil {
				t.Fatal(err)
			}
		}, "the program t/x.js has changed"},
	} {
		p, b, note := plan, append([]samples.Binary{}, binaries...), "--set a=1"
		c.change(&p, b, &note)
		if _, err := ResumeJournal(name, p, b, note); err == nil || err.Error() != name+" is of another run: "+c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if err := os.WriteFile(name, []byte("binary,filename\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ResumeJournal(name, plan, binaries, ""); err == nil || err.Error() != name+":1: not a journal" {
		t.Error(err)
	}
}

func TestJournalIsOneProcess(t *testing.T) {
	plan, binaries := journalPlan(t)
	name := filepath.Join(t.TempDir(), "j")
	first, err := CreateJournal(name, plan, binaries, "")
	if err != nil {
		t.Fatal(err)
	}
	again := func() error {
		j, err := ResumeJournal(name, plan, binaries, "")
		if err != nil {
			return err
		}
		return j.Close()
	}
	switch runtime.GOOS {
	case "darwin", "dragonfly", "freebsd", "linux", "netbsd", "openbsd":
		if err := again(); err == nil || !strings.Contains(err.Error(), "another process is writing it") {
			t.Errorf("resumed while it is written: %v", err)
		}
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := again(); err != nil {
		t.Errorf("after it was closed: %v", err)
	}
}
