package core

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/performance/target"
)

// counts gives 1, 2, 3 and notes who was asked.
func counts(log *strings.Builder, name string) func() float64 {
	n := 0.0
	return func() float64 {
		log.WriteString(name)
		n++
		return n
	}
}

func TestPairsAlternate(t *testing.T) {
	var log strings.Builder
	var p pairs
	p.take(5, counts(&log, "A"), counts(&log, "B"))
	if got := log.String(); got != "ABBAABBAAB" {
		t.Errorf("the order is %s, want ABBAABBAAB", got)
	}
	want := []float64{1, 2, 3, 4, 5}
	if d := cmp.Diff([][]float64{want, want}, [][]float64{p.ours, p.peers}); d != "" {
		t.Error(d)
	}
	if len(p.calibrations) != 5 {
		t.Errorf("%d calibrations of 5 pairs", len(p.calibrations))
	}
	if d := cmp.Diff([]float64{1, 1, 1, 1, 1}, p.ratios()); d != "" {
		t.Error(d)
	}
}

// What is spread wide is measured longer, and what is not is not.
func TestPairsOfUnsteadyMachine(t *testing.T) {
	i := 0
	jumping := func() float64 { i++; return float64(1 + i%4) }
	one := func() float64 { return 1 }
	for _, c := range []struct {
		name       string
		ours, peer func() float64
		want       int
	}{
		{"steady", one, one, 4},
		{"steady, no peer", one, nil, 4},
		{"unsteady", jumping, one, 12},
		{"unsteady, no peer", jumping, nil, 12},
	} {
		if p := take(4, c.ours, c.peer); len(p.ours) != c.want {
			t.Errorf("%s: %d pairs, want %d", c.name, len(p.ours), c.want)
		}
	}
}

func TestJudge(t *testing.T) {
	p := pairs{ours: []float64{8, 9, 10}, peers: []float64{90, 90, 90}}
	for _, c := range []struct {
		spec spec
		p    pairs
		goal string
		met  target.Verdict
		note string
	}{
		{spec{goal: 9}, pairs{ours: p.ours}, "9.00 ns", target.Met, ""},
		{spec{goal: 8.9}, pairs{ours: p.ours}, "8.90 ns", target.Missed, ""},
		{spec{}, pairs{ours: p.ours}, "", target.NoGoal, ""},
		{spec{goal: 9, beside: "x"}, p, "9.00 ns", target.Met, ""},
		{spec{goal: 4, clock: true, beside: "clock"}, pairs{ours: []float64{34, 35}, peers: []float64{30, 31}},
			"4.00 ns + one clock read", target.Met, "4.00 ns more than the clock read."},
		{spec{goal: 3.9, clock: true, beside: "clock"}, pairs{ours: []float64{34, 35}, peers: []float64{30, 31}},
			"3.90 ns + one clock read", target.Missed, "4.00 ns more than the clock read."},
		{spec{goal: 1.3, times: true, beside: "x"}, pairs{ours: []float64{12.9}, peers: []float64{10}}, "within 1.30x of its peer", target.Met, ""},
		{spec{goal: 1.3, times: true, beside: "x"}, pairs{ours: []float64{13.1}, peers: []float64{10}}, "within 1.30x of its peer", target.Missed, ""},
		{spec{goal: 9, note: "First."}, pairs{ours: []float64{1, 9, 9, 100, 100}}, "9.00 ns", target.Met,
			"First. Unsteady: the quartiles are 1011 % apart after 5 pairs."},
	} {
		r := c.spec.judge(c.p, 0)
		if r.Goal != c.goal || r.Met != c.met || r.Note != c.note {
			t.Errorf("%q %q %q, want %q %q %q", r.Goal, r.Met, r.Note, c.goal, c.met, c.note)
		}
		if (r.Ratio == target.Quartiles{}) != (c.spec.beside == "") {
			t.Errorf("%q: ratio %v", c.goal, r.Ratio)
		}
	}
}

// Each row does its operation, and what is known of its allocations is so.
func TestRowsAllocate(t *testing.T) {
	for _, s := range specs {
		p := s.ours()
		p.nsPerOp(0) // makes room
		got, want := p.allocsPerOp(), 0.0
		p.end()
		if s.key == "insert-func" {
			want = 1
		}
		if math.Abs(got-want) > 0.01 {
			t.Errorf("%s: %v allocations, want %v", s.key, got, want)
		}
		if s.peer != nil {
			p := s.peer()
			if ns := p.nsPerOp(0); !(ns > 0) {
				t.Errorf("beside %s: %v ns", s.key, ns)
			}
			p.end()
		}
	}
	for i, s := range specs {
		for _, other := range specs[:i] {
			if s.key == other.key || s.name == other.name {
				t.Errorf("two rows are %s, %s", s.key, s.name)
			}
		}
	}
}

// The operations reach the loop: what fires has fired, what is inserted is there.
func TestBeds(t *testing.T) {
	x := virtualBed()
	x.insert()
	if n := x.l.Counts().Timers; n != batch {
		t.Errorf("%d timers are set", n)
	}
	x.run()
	if x.fired != batch {
		t.Errorf("%d fired", x.fired)
	}
	x.insertAscending()
	if n := x.l.Stats().Lists; n != batch {
		t.Errorf("%d lists of unpooled timers", n)
	}
	x.clear()
	if n := x.l.Counts().Timers; n != 0 {
		t.Errorf("%d timers left", n)
	}
}

func TestChecks(t *testing.T) {
	for _, c := range Checks() {
		if ns, unit := c.Measure(1); !(ns > 0) || math.IsInf(ns, 0) || !(unit > 0) || math.IsInf(unit, 0) {
			t.Errorf("%s: %v and %v", c.Name, ns, unit)
		}
		if strings.ContainsAny(c.Name, " \t#") {
			t.Errorf("%q is no word", c.Name)
		}
	}
}

func TestRunChoosesRows(t *testing.T) {
	var log bytes.Buffer
	rows := Run(Options{Pairs: 1, Only: regexp.MustCompile("^(refresh|insert-clock)$"), Progress: &log})
	var got []string
	for _, r := range rows {
		got = append(got, r.Name)
		if r.Group != "core" || !(r.Ours > 0) || r.Unit != "ns" {
			t.Errorf("%+v", r)
		}
	}
	want := []string{"refresh, caller-owned, cached time", "insert pooled, caller-owned, with a clock read", "a step of the calibration"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if rows[0].Command != "go run ./internal/performance core -row '^refresh$'" {
		t.Error(rows[0].Command)
	}
	if n := strings.Count(log.String(), "\n"); n != 3 {
		t.Errorf("%d lines of progress:\n%s", n, &log)
	}
	if rows := Run(Options{Only: regexp.MustCompile("^$")}); len(rows) != 0 {
		t.Errorf("%d rows of none", len(rows))
	}
}

// A chain without a Node says so, and so does one whose Node prints something else.
func TestChainWithoutPeer(t *testing.T) {
	c := chains[0]
	r, _ := c.row(Options{Pairs: 1})
	if !strings.HasSuffix(r.Note, "No peer: no Node was given with -node.") || r.Met != target.NoGoal || r.Beside != "" {
		t.Errorf("%+v", r)
	}
	if runtime.GOOS == "windows" {
		return // which runs no scripts of sh
	}
	r, _ = c.row(Options{Pairs: 1, Node: script(t, "echo v1")})
	if !strings.Contains(r.Note, `printed "v1\n", not the times of 520 links.`) || r.Met != target.NoGoal {
		t.Errorf("%+v", r)
	}
	r, _ = c.row(Options{Pairs: 1, Node: script(t, "exit 3")})
	if !strings.Contains(r.Note, "node --version: exit status 3.") {
		t.Errorf("%+v", r)
	}
	// A Node whose links take 9 ms is later than any loop.
	r, _ = c.row(Options{Pairs: 1, Node: script(t, `
case $1 in --version) echo v1; exit;; esac
i=1; printf '[9000000'
while [ $i -lt 520 ]; do printf ',9000000'; i=$((i+1)); done
echo ']'`)})
	if r.Beside != "Node v1" || r.Peer != 8000 || r.Met != target.Met {
		t.Errorf("%+v", r)
	}
}

// script makes an executable that stands for Node.
func script(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "node")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

// A loop that waits uses next to nothing; a loop that polled would use all of a
// processor, 100 %.
func TestIdle(t *testing.T) {
	r, _ := idle()
	if _, err := cpuTime(); err != nil {
		if !math.IsNaN(r.Ours) || r.Met != target.NoGoal || !strings.HasPrefix(r.Note, "Not measured") {
			t.Errorf("without the system's help: %+v", r)
		}
		return
	}
	if !(r.Ours >= 0 && r.Ours < 20) || r.Unit != "%" {
		t.Errorf("%+v", r)
	}
}
