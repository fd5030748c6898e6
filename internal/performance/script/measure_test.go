package script

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nodetimers/nodetimers/internal/performance/target"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// TestMain makes this binary a stand-in for nodetimers bench, if the environment says
// so: it reports the same rate for each row it is asked for.
func TestMain(m *testing.M) {
	if os.Getenv("NODETIMERS_STAND_IN") != "" {
		os.Exit(standIn(os.Args[1:]))
	}
	os.Exit(m.Run())
}

func standIn(args []string) int {
	at := func(flag string) string { return args[slices.Index(args, flag)+1] }
	fmt.Fprintf(os.Stderr, "stand-in: %s GOGC=%s\n", strings.Join(args, " "), os.Getenv("GOGC"))
	if args[0] != "bench" {
		fmt.Println("12.5") // an own program
		return 0
	}
	set := &samples.Set{}
	var runs int
	fmt.Sscan(at("--runs"), &runs)
	for round := range runs {
		for i, name := range strings.Split(at("--runtime"), ",") {
			name, _, _ = strings.Cut(name, "=")
			set.Samples = append(set.Samples, samples.Sample{Binary: name, Filename: "timers/timers-timeout-pooled.js", Configuration: "n=300000",
				Rate: 1e9 / float64(100*(i+1)), Round: round})
		}
	}
	if err := samples.WriteJSON(os.Stdout, set); err != nil {
		return 1
	}
	return 3 // as if a row had failed
}

func standInOptions(t *testing.T, log *bytes.Buffer) Options {
	t.Helper()
	t.Setenv("NODETIMERS_STAND_IN", "1")
	return Options{Nodetimers: os.Args[0], Node26: os.Args[0], Runs: 5, Filter: []string{"timeout-pooled"}, Log: log}
}

func TestBenchIsStartedForTwoRoundsEach(t *testing.T) {
	var log bytes.Buffer
	o := standInOptions(t, &log)
	o.Groups, o.GOGC, o.Save = []string{"node"}, "250", t.TempDir()
	rows, err := Rows(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	row := find(t, rows, pooled+", GOGC=250")
	if row.Pairs != 5 || row.Ours != 100 || row.Peer != 200 || row.Ratio.Median != 2 {
		t.Errorf("%+v", row)
	}
	command := "stand-in: bench --preset quick --format json --no-progress --timeout 60s --runtime nodetimers,node26=" + os.Args[0] +
		" timers/timers-timeout-pooled.js floor/timers-timeout-pooled.js --runs %d GOGC=250\n"
	for runs, times := range map[int]int{2: 2, 1: 1} {
		if got := strings.Count(log.String(), fmt.Sprintf(command, runs)); got != times {
			t.Errorf("%d benches of %d rounds, want %d:\n%s", got, runs, times, &log)
		}
	}

	// What was saved gives the same, and starts nothing.
	log.Reset()
	again, err := Rows(context.Background(), Options{Groups: o.Groups, GOGC: o.GOGC, JSON: o.Save, Filter: o.Filter, Log: &log})
	if err != nil {
		t.Fatal(err)
	}
	var first, second bytes.Buffer
	for w, rows := range map[*bytes.Buffer][]target.Row{&first: rows, &second: again} {
		if err := target.Markdown(w, rows); err != nil {
			t.Fatal(err)
		}
	}
	if first.String() != second.String() || strings.Contains(log.String(), "stand-in") {
		t.Errorf("from the file:\n%s\nwant:\n%s\nlog:\n%s", &second, &first, &log)
	}
}

func TestOwnProgramsTakeTurns(t *testing.T) {
	var log bytes.Buffer
	o := standInOptions(t, &log)
	o.Runs, o.Filter, o.Groups = 3, []string{ownTicks}, []string{"node"}
	rows, err := Rows(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if row := find(t, rows, ownTicks); row.Ours != 12.5 || row.Peer != 12.5 || row.Pairs != 3 || row.Met != target.Missed {
		t.Errorf("%+v", row)
	}
	var order string
	for line := range strings.Lines(log.String()) {
		if rest, ok := strings.CutPrefix(line, "stand-in: "); ok {
			order += map[bool]string{true: "A", false: "B"}[strings.HasPrefix(rest, "run ")]
		}
	}
	if order != "ABBAAB" {
		t.Errorf("turns %s, want ABBAAB", order)
	}
}

func TestErrors(t *testing.T) {
	ctx := context.Background()
	empty := t.TempDir()
	for name, c := range map[string]struct {
		o    Options
		want string
	}{
		"group":         {Options{Groups: []string{"core"}}, `no group "core"`},
		"gogc":          {Options{GOGC: "many"}, `GOGC must be a percentage or off, not "many"`},
		"no nodetimers": {Options{Groups: []string{"goja"}}, "group goja: the path of a nodetimers command is needed"},
		"no command":    {Options{Groups: []string{"command"}}, "group command: the path of a nodetimers command is needed"},
		"no file":       {Options{Groups: []string{"native"}, JSON: filepath.Join(empty, "none.json")}, "none.json"},
		"no program":    {Options{Groups: []string{"node"}, Nodetimers: filepath.Join(empty, "none")}, "nodetimers bench: "},
	} {
		if _, err := Rows(ctx, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Rows(ended, standInOptions(t, &bytes.Buffer{})); err == nil || !strings.Contains(err.Error(), context.Canceled.Error()) {
		t.Errorf("of an ended context: %v", err)
	}
}
