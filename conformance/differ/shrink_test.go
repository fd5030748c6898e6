package main

import (
	"slices"
	"testing"
)

// A program is made smaller until nothing can go without its failing to fail.
func TestShrink(t *testing.T) {
	throwsInTick := func(p *Program) bool {
		found := false
		p.walk(func(s *Stmt) {
			if s.Op == opTick && len(s.Blocks) > 0 {
				found = found || slices.ContainsFunc(s.Blocks[0], func(s Stmt) bool { return s.Op == opThrow })
			}
		})
		return found
	}
	tried := 0
	for id := 0; tried < 5; id++ {
		p := Generate(virtualProfile, 9, id)
		if !throwsInTick(p) {
			continue
		}
		tried++
		was := p.Source()
		small, err := shrink(p.clone(), func(list []*Program) ([]bool, error) {
			fails := make([]bool, len(list))
			for i, q := range list {
				fails[i] = throwsInTick(q)
			}
			return fails, nil
		}, 500)
		if err != nil {
			t.Fatal(err)
		}
		if !throwsInTick(small) || small.size() != 2 || small.Fuel != 1 || small.ID != p.ID {
			t.Errorf("program %d became %d statements, fuel %d:\n%s", id, small.size(), small.Fuel, small.Source())
		}
		if p.Source() != was {
			t.Errorf("program %d itself was changed", id)
		}
	}
}

// Each step is a program, and none is larger than the one it comes from.
func TestSteps(t *testing.T) {
	for id := range 50 {
		p := Generate(virtualProfile, 11, id)
		list := steps(p)
		if len(list) == 0 {
			t.Fatalf("program %d has no steps", id)
		}
		for _, c := range list {
			if !c.valid() {
				t.Fatalf("program %d: a step is no program:\n%s", id, c.Source())
			}
			if c.size() > p.size() {
				t.Fatalf("program %d: a step is larger, %d statements over %d", id, c.size(), p.size())
			}
		}
	}
}
