package bench

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// order runs a plan without processes and tells their order: script, number of the
// combination, runtime, side.
func order(t *testing.T, p Plan) []string {
	t.Helper()
	var out []string
	_, err := Run(t.Context(), p, Options{Skip: func(row Row, binary string, round int, side string) bool {
		n, _ := row.Conf.Get("n")
		out = append(out, fmt.Sprintf("%s%v%s%s", strings.TrimSuffix(row.Program.ID, ".js"), n, binary, side))
		return true
	}})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) != p.Processes() {
		t.Errorf("%d processes, announced %d", len(out), p.Processes())
	}
	return out
}

func planOf(runtimes string, counts ...float64) Plan {
	var p Plan
	for _, name := range strings.Fields(runtimes) {
		p.Runtimes = append(p.Runtimes, Runtime{Name: name})
	}
	for _, file := range []string{"x.js", "y.js"} {
		for _, n := range counts {
			p.Rows = append(p.Rows, Row{Program: Program{ID: file}, Conf: samples.Conf{{Key: "n", Value: n}}})
		}
	}
	return p
}

func TestRuntimesAlternateForEachCombination(t *testing.T) {
	p := planOf("A B", 1, 2)
	p.Runs = 2
	seen := map[string]bool{}
	for seed := range uint64(20) {
		p.Seed = seed
		got := order(t, p)
		// Two rounds of two combinations of two runtimes for x, then for y.
		for i := 0; i < len(got); i += 2 {
			a, b := got[i], got[i+1]
			if a[:len(a)-1] != b[:len(b)-1] || a == b {
				t.Fatalf("seed %d: %v are not one combination: %v", seed, got[i:i+2], got)
			}
		}
		for _, combination := range []string{"x1", "x2", "y1", "y2"} {
			var who string
			for _, g := range got {
				if strings.HasPrefix(g, combination) {
					who += g[len(g)-1:]
				}
			}
			if who != "ABBA" && who != "BAAB" {
				t.Errorf("seed %d: %s was measured in the order %s", seed, combination, who)
			}
			seen[who] = true
		}
		if !slices.Equal(got, order(t, p)) {
			t.Errorf("seed %d gives two orders", seed)
		}
		if files := strings.Join(got, ""); strings.LastIndex(files, "x") > strings.Index(files, "y") {
			t.Errorf("files are mixed: %v", got)
		}
	}
	if !seen["ABBA"] || !seen["BAAB"] {
		t.Errorf("the seed never changes who begins: %v", seen)
	}
}

func TestEachOfThreeIsFirstInTurn(t *testing.T) {
	p := planOf("A B C", 1)
	p.Runs = 6
	got := order(t, p)
	first, neighbours := map[string]int{}, map[string]int{}
	for i := range 6 {
		round := got[3*i : 3*i+3]
		first[round[0]]++
		neighbours[round[1]+round[2]]++
	}
	if first["x1A"] != 2 || first["x1B"] != 2 || first["x1C"] != 2 {
		t.Errorf("first: %v", first)
	}
	if len(neighbours) != 6 {
		t.Errorf("one always follows the same other: %v", neighbours)
	}
}

func TestRoundsAgainstItselfAreSpread(t *testing.T) {
	p := planOf("A B", 1)
	p.Runs, p.AA = 4, 2
	var kinds string
	for _, g := range order(t, p)[:12] {
		kinds += g[len(g)-1:]
	}
	for i := 0; i < len(kinds); i += 2 {
		if slices.Contains([]string{"ab", "ba"}, kinds[i:i+2]) != (i == 2 || i == 8) {
			t.Errorf("order %s", kinds)
		}
	}
	if !strings.Contains(p.Order(), "2 rounds of A against itself") {
		t.Errorf("Order: %s", p.Order())
	}
}

func TestShuffleChangesCombinationsOnly(t *testing.T) {
	p := planOf("A", 1, 2, 3, 4, 5, 6, 7, 8)
	p.Runs, p.Shuffle, p.Seed = 2, true, 11
	got := order(t, p)
	if slices.Equal(got[:8], got[8:16]) {
		t.Errorf("two rounds have one order: %v", got)
	}
	for i := 0; i < len(got); i += 8 {
		part := slices.Clone(got[i : i+8])
		slices.Sort(part)
		if len(slices.Compact(part)) != 8 {
			t.Errorf("a round is not complete: %v", got[i:i+8])
		}
	}
	if p.Seed++; slices.Equal(got, order(t, p)) {
		t.Error("the seed does not matter")
	}
}

func TestPlansThatMakeAMess(t *testing.T) {
	p := planOf("A A", 1)
	if _, err := Run(t.Context(), p, Options{}); err == nil || err.Error() != "two runtimes are named A" {
		t.Errorf("error %v", err)
	}
	p = planOf("A", 1, 2)
	p.Rows[1], p.Rows[2] = p.Rows[2], p.Rows[1]
	if _, err := Run(t.Context(), p, Options{}); err == nil || err.Error() != "bench: the rows of x.js do not stand together" {
		t.Errorf("error %v", err)
	}
	set, err := Run(t.Context(), Plan{}, Options{Progress: func(Progress) {}})
	if err != nil || len(set.Samples) != 0 {
		t.Errorf("an empty plan: %v, %v", set, err)
	}
}
