//go:build unix

package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// run1 runs one row on one runtime.
func run1(t *testing.T, r Runtime, row Row, o Options) *samples.Set {
	t.Helper()
	set, err := Run(t.Context(), Plan{Runtimes: []Runtime{r}, Rows: []Row{row}}, o)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestReportsBecomeSamples(t *testing.T) {
	r := fakeRuntime(t, "fake", Node)
	for _, c := range []struct {
		do   string
		want []samples.Sample
	}{
		{"report", []samples.Sample{{
			Binary: "fake", Filename: "timers/a.js", Configuration: "do='report' n=3 s='1' on=true",
			Conf: samples.Conf{{Key: "do", Value: "report"}, {Key: "n", Value: 3.0}, {Key: "s", Value: "1"}, {Key: "on", Value: true}},
			Rate: 12.5, Time: 0.25,
		}}},
		{"two", []samples.Sample{ // keys in their order, time as a number, and what is missing taken from the row
			{Binary: "fake", Filename: "other/name.js", Configuration: "b='x' a=-0", Rate: 1e21, Time: 1.5,
				Conf: samples.Conf{{Key: "b", Value: "x"}, {Key: "a", Value: math.Copysign(0, -1)}}},
			{Binary: "fake", Filename: "timers/a.js", Configuration: "do='two' n=3 s='1' on=true", Rate: 3, Time: math.NaN(),
				Conf: samples.Conf{{Key: "do", Value: "two"}, {Key: "n", Value: 3.0}, {Key: "s", Value: "1"}, {Key: "on", Value: true}}},
		}},
	} {
		row := fakeRow("timers/a.js", c.do, samples.Param{Key: "n", Value: 3.0}, samples.Param{Key: "s", Value: "1"}, samples.Param{Key: "on", Value: true})
		set := run1(t, r, row, Options{})
		got := set.Samples
		if c.do == "report" { // the words of a leaf have no types: the fake reads "1" as a number
			got[0].Conf[2].Value, got[0].Configuration = "1", strings.Replace(got[0].Configuration, "s=1", "s='1'", 1)
		}
		if diff := cmp.Diff(c.want, got, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.do, diff)
		}
		if len(set.Failures)+len(set.Missing) > 0 {
			t.Errorf("%s: failures %v, missing %v", c.do, set.Failures, set.Missing)
		}
	}
}

func TestFailures(t *testing.T) {
	r := fakeRuntime(t, "fake", Node)
	for _, c := range []struct{ do, reason string }{
		{"code", "exited with code 3"},
		{"signal", "was ended by SIGTERM"}, // though it had reported
		{"silent", "ended without a report"},
		{"null", "reported a rate that is no number: null"},
		{"garbage", `not a JSON message on the channel: "stray on the channel"`},
	} {
		row := fakeRow("timers/a.js", c.do)
		set := run1(t, r, row, Options{})
		want := []samples.Failure{{Binary: "fake", Filename: "timers/a.js", Configuration: "do='" + c.do + "'", Reason: c.reason}}
		if diff := cmp.Diff(want, set.Failures); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.do, diff)
		}
		if len(set.Samples) > 0 {
			t.Errorf("%s: samples %v", c.do, set.Samples)
		}
	}
	r.Path = "/nowhere/at/all"
	set := run1(t, r, fakeRow("a.js", "report"), Options{})
	if len(set.Failures) != 1 || !strings.HasPrefix(set.Failures[0].Reason, "cannot be started: ") {
		t.Errorf("a runtime that is not there: %v", set.Failures)
	}
}

func TestFailureStopsNothing(t *testing.T) {
	plan := Plan{
		Runtimes: []Runtime{fakeRuntime(t, "a", Node), fakeRuntime(t, "b", Node)},
		Rows:     []Row{fakeRow("x.js", "silent"), fakeRow("x.js", "report")},
		Runs:     2,
	}
	var told int
	set, err := Run(t.Context(), plan, Options{OnFailure: func(samples.Failure) { told++ }})
	if err != nil || len(set.Samples) != 4 || len(set.Failures) != 4 || told != 4 {
		t.Errorf("%d samples, %d failures, %d told, %v", len(set.Samples), len(set.Failures), told, err)
	}
}

func TestNotAvailableIsAskedOnce(t *testing.T) {
	lacking := fakeRuntime(t, "lacking", Go)
	lacking.Lacks = func(p Program, conf samples.Conf) string { return "not written in Go: " + p.ID }
	plan := Plan{
		Runtimes: []Runtime{fakeRuntime(t, "a", Node), lacking, fakeRuntime(t, "bun", Bun)},
		Rows:     []Row{fakeRow("x.js", "unavailable"), {Program: Program{ID: "y.js", Path: "/programs/y.js"}, Conf: samples.Conf{{Key: "do", Value: "report"}}, Flags: []string{"--expose-gc"}}},
		Runs:     3,
	}
	plan.Runtimes[0].Args = nil
	set, err := Run(t.Context(), plan, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []samples.Missing{
		{Binary: "a", Filename: "x.js", Configuration: "do='unavailable'", Reason: "no such thing"},
		{Binary: "bun", Filename: "x.js", Configuration: "do='unavailable'", Reason: "no such thing"},
		{Binary: "bun", Filename: "y.js", Configuration: "do='report'", Reason: "needs Node's flag --expose-gc"},
		{Binary: "lacking", Filename: "x.js", Configuration: "do='unavailable'", Reason: "not written in Go: x.js"},
		{Binary: "lacking", Filename: "y.js", Configuration: "do='report'", Reason: "not written in Go: y.js"},
	}
	slices.SortFunc(set.Missing, func(a, b samples.Missing) int { return strings.Compare(a.Binary+a.Filename, b.Binary+b.Filename) })
	if diff := cmp.Diff(want, set.Missing); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// Node takes the flag, in front of the script, which the fake then takes for its name.
	if len(set.Failures) != 3 {
		t.Errorf("failures %v", set.Failures)
	}
}

func TestOutputIsKeptApart(t *testing.T) {
	r := fakeRuntime(t, "fake", Node)
	var lines []string
	set := run1(t, r, fakeRow("a.js", "stray"), Options{Output: func(binary string, row Row, stream, line string) {
		lines = append(lines, binary+" "+row.Program.ID+" "+stream+": "+line)
	}})
	slices.Sort(lines)
	want := []string{"fake a.js stderr: to stderr, no newline", "fake a.js stdout: to stdout"}
	if diff := cmp.Diff(want, lines); diff != "" || len(set.Samples) != 1 {
		t.Errorf("%d samples (-want +got):\n%s", len(set.Samples), diff)
	}
}

func TestTimeoutEndsTheWholeGroup(t *testing.T) {
	r := fakeRuntime(t, "fake", Node)
	set := run1(t, r, fakeRow("a.js", "hang"), Options{Timeout: 300 * time.Millisecond}) // hangs for ever if the grandchild lives
	if len(set.Failures) != 1 || set.Failures[0].Reason != "timed out after 300ms" {
		t.Errorf("failures %v", set.Failures)
	}
}

func TestReportedIsNotTimedOut(t *testing.T) {
	r := fakeRuntime(t, "fake", Node)
	set := run1(t, r, fakeRow("a.js", "linger"), Options{Timeout: time.Minute, Linger: 50 * time.Millisecond})
	if len(set.Failures) != 0 || len(set.Samples) != 1 || set.Samples[0].Rate != 7 {
		t.Errorf("samples %v, failures %v", set.Samples, set.Failures)
	}
}

func TestProcessLeftBehindHoldsNothingUp(t *testing.T) {
	r := fakeRuntime(t, "fake", Node)
	set := run1(t, r, fakeRow("a.js", "grandchild"), Options{})
	if len(set.Failures) != 0 || len(set.Samples) != 1 {
		t.Errorf("samples %v, failures %v", set.Samples, set.Failures)
	}
}

func TestLateResultsComeByFile(t *testing.T) {
	set := run1(t, fakeRuntime(t, "deno", Deno), fakeRow("a.js", "late"), Options{})
	if len(set.Samples) != 1 || set.Samples[0].Rate != 5 {
		t.Errorf("samples %v, failures %v", set.Samples, set.Failures)
	}
}

func TestCancelEndsTheRun(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	plan := Plan{Runtimes: []Runtime{fakeRuntime(t, "fake", Node)}, Rows: []Row{fakeRow("a.js", "report"), fakeRow("a.js", "hang")}, Runs: 5}
	var last Progress
	time.AfterFunc(200*time.Millisecond, func() { cancel(cause) })
	set, err := Run(ctx, plan, Options{Progress: func(p Progress) { last = p }})
	if err != cause || len(set.Failures) != 0 || len(set.Samples) > 1 || last.Name != "Done" {
		t.Errorf("error %v, failures %v, %d samples, last %v", err, set.Failures, len(set.Samples), last)
	}
}

func TestHooks(t *testing.T) {
	plan := Plan{
		Runtimes: []Runtime{fakeRuntime(t, "a", Node), fakeRuntime(t, "b", Node)},
		Rows:     []Row{fakeRow("x.js", "report"), fakeRow("x.js", "two"), fakeRow("y.js", "report")},
		Runs:     4, AA: 2, Seed: 7,
	}
	var asked []string
	var rounds []string
	set, err := Run(t.Context(), plan, Options{
		Skip: func(row Row, binary string, round int, side string) bool {
			asked = append(asked, fmt.Sprint(row.Program.ID, binary, round, side))
			return row.Program.ID == "y.js" && !(binary == "b" && round == 1)
		},
		RowDone: func(row, n int) bool {
			rounds = append(rounds, fmt.Sprint(row, "/", n))
			return row == 0 && n == 2
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, s := range set.Samples {
		count[s.Filename+s.AA]++
	}
	// x.js report: two rounds of two, and the one A/A round among them. two reports under another name.
	want := map[string]int{"x.js": 4 + 8, "x.jsa": 1 + 2, "x.jsb": 1 + 2, "other/name.js": 8, "other/name.jsa": 2, "other/name.jsb": 2, "y.js": 1}
	if diff := cmp.Diff(want, count); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if want := "0/1 1/1 0/2 1/2 1/3 1/4 2/1 2/2 2/3 2/4"; strings.Join(rounds, " ") != want {
		t.Errorf("rounds %v, want %s", rounds, want)
	}
	if n := len(asked); n != 2*2+2+4*2+2*2+4*2+2*2 {
		t.Errorf("asked %d times: %v", n, asked)
	}
	stops := 0
	set, err = Run(t.Context(), plan, Options{Stop: func() bool { stops++; return stops > 3 }})
	if err != nil || len(set.Samples) < 3 || stops != 4 {
		t.Errorf("stopped: %d samples, asked %d times, %v", len(set.Samples), stops, err)
	}
}

func TestListing(t *testing.T) {
	t.Setenv(asFake, "1")
	t.Setenv("GORACE", "atexit_sleep_ms=0")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	l := Lister{Argv: []string{exe}}
	p := Program{ID: "timers/a.js", Path: "/programs/timers/a.js"}
	for _, c := range []struct {
		set  []string
		want string
	}{
		{nil, "timers/a.js type='depth' n=5000000 [] []; timers/a.js type='breadth' n=5000000 [--flag] []"},
		{[]string{"x=1", "n=5"}, "timers/a.js type='depth' n=5000000 [] [x=1]; timers/a.js type='breadth' n=5000000 [--flag] [x=1]"},
		{[]string{"how=exit"}, "its combinations cannot be listed: exited with code 4"},
		{[]string{"how=short"}, "it announced 3 combinations and told 1"},
	} {
		if got := listed(t, l, p, c.set); got != c.want {
			t.Errorf("%v: %s, want %s", c.set, got, c.want)
		}
	}
	// A foreign program gives extra options to its leaves behind the parameters.
	l.Argv = append(l.Argv, "/programs/ignored", "--foreign")
	if got, want := listed(t, l, p, []string{"x=1"}), "timers/a.js type='a b' n=1000 [--expose-internals] [x=1]"; got != want {
		t.Errorf("foreign: %s, want %s", got, want)
	}
}

func listed(t *testing.T, l Lister, p Program, set []string) string {
	t.Helper()
	if len(l.Argv) > 1 { // the fake reads words, not its own path
		p.Path = "path=" + p.Path
	}
	rows, err := l.Rows(t.Context(), p, set, false)
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, r := range rows {
		r.Conf = slices.DeleteFunc(r.Conf, func(p samples.Param) bool { return p.Key == "path" })
		out = append(out, fmt.Sprint(r.Name(), " ", r.Flags, " ", r.Extra))
	}
	return strings.Join(out, "; ")
}
