package main

import "slices"

// This file makes a failing program smaller while it goes on failing. A round
// makes all programs that are one step smaller, asks about all of them at once,
// so that a round costs one process of each runtime, and goes on with the first
// that fails. Steps are ordered by how much they take away.

// Failing tells which of the programs fail.
type Failing func([]*Program) ([]bool, error)

// shrink gives the smallest failing program it can reach in the given number of
// rounds.
func shrink(p *Program, failing Failing, rounds int) (*Program, error) {
	for range rounds {
		next := steps(p)
		for i, c := range next {
			c.ID = i // a batch needs different ones
		}
		fails, err := failing(next)
		if err != nil {
			return p, err
		}
		i := slices.Index(fails, true)
		if i < 0 {
			break
		}
		id := p.ID
		p = next[i]
		p.ID = id
	}
	return p, nil
}

// steps are the programs one step smaller than p.
func steps(p *Program) []*Program {
	var list []*Program
	try := func(change func(*Program) bool) {
		c := p.clone()
		if change(c) && c.valid() {
			list = append(list, c)
		}
	}
	// Whole blocks of the program, then statements with all that is in them, the
	// large ones first.
	for i := range p.Uncaught {
		try(func(c *Program) bool { c.Uncaught = slices.Delete(c.Uncaught, i, i+1); return true })
	}
	for i := range p.Unhandled {
		try(func(c *Program) bool { c.Unhandled = slices.Delete(c.Unhandled, i, i+1); return true })
	}
	for i := range p.BeforeExit {
		try(func(c *Program) bool { c.BeforeExit = slices.Delete(c.BeforeExit, i, i+1); return true })
	}
	places := p.places()
	bySize := slices.Clone(places)
	slices.SortStableFunc(bySize, func(a, b place) int { return b.size - a.size })
	for _, at := range bySize {
		try(func(c *Program) bool { return c.replace(at.path, nil) })
	}
	// What is in a callback in its place.
	for _, at := range places {
		for k := range at.stmt.Blocks {
			try(func(c *Program) bool { return c.replace(at.path, at.stmt.Blocks[k].clone()) })
		}
	}
	// Smaller statements.
	for _, at := range places {
		for _, s := range at.stmt.simpler() {
			try(func(c *Program) bool { return c.replace(at.path, Block{s}) })
		}
	}
	for _, flag := range []func(*Program) *bool{
		func(c *Program) *bool { return &c.Fatal },
		func(c *Program) *bool { return &c.Final },
		func(c *Program) *bool { return &c.Quiet },
	} {
		try(func(c *Program) bool { f := flag(c); was := *f; *f = false; return was })
	}
	if p.Fuel > 1 {
		try(func(c *Program) bool { c.Fuel /= 2; return true })
		try(func(c *Program) bool { c.Fuel--; return true })
	}
	return list
}

// valid reports whether this stands for a handle wherever it is used.
func (p *Program) valid() bool {
	ok := true
	var visit func(b Block, self byte)
	visit = func(b Block, self byte) {
		for i := range b {
			s := &b[i]
			if s.Op == opStop && self != 't' || (s.Var == "this" || s.Other == "this") && self == 0 {
				ok = false
			}
			inner := self
			switch {
			case s.Op == opTimeout, s.Op == opInterval, s.Op == opCallback && s.How == "_onTimeout":
				inner = 't'
			case s.Op == opImmediate, s.Op == opCallback:
				inner = 'm'
			}
			for _, k := range s.Blocks {
				visit(k, inner)
			}
		}
	}
	for _, b := range p.blocks() {
		visit(*b, 0)
	}
	return ok
}

// place is where a statement is: the number of a top-level block, then of a
// statement in it, of a block in that, and so on.
type place struct {
	path []int
	stmt *Stmt
	size int
}

func (p *Program) places() []place {
	var list []place
	var visit func(b Block, path []int)
	visit = func(b Block, path []int) {
		for i := range b {
			at := append(slices.Clone(path), i)
			n := 0
			b[i : i+1].walk(func(*Stmt) { n++ })
			list = append(list, place{at, &b[i], n})
			for k, inner := range b[i].Blocks {
				visit(inner, append(slices.Clone(at), k))
			}
		}
	}
	for i, b := range p.blocks() {
		visit(*b, []int{i})
	}
	return list
}

// replace puts statements in place of one. It reports whether that is possible.
func (p *Program) replace(path []int, with Block) bool {
	b := p.blocks()[path[0]]
	for path = path[1:]; len(path) > 1; path = path[2:] {
		b = &(*b)[path[0]].Blocks[path[1]]
	}
	i := path[0]
	*b = slices.Concat((*b)[:i], with, (*b)[i+1:])
	return true
}

// simpler are statements that do less than s, with the same blocks.
func (s Stmt) simpler() []Stmt {
	var list []Stmt
	with := func(change func(*Stmt)) {
		c := s
		change(&c)
		list = append(list, c)
	}
	switch s.Op {
	case opTimeout, opInterval, opImmediate, opTick:
		if len(s.Args) > 0 {
			with(func(c *Stmt) { c.Args = nil })
		}
		if s.Op == opInterval {
			with(func(c *Stmt) { c.Op = opTimeout })
		}
	case opThen:
		if n := len(s.Blocks); n > 1 {
			with(func(c *Stmt) { c.Blocks = c.Blocks[:n-1] })
		}
		if s.How != "t" {
			with(func(c *Stmt) { c.How = "t" })
		}
		if s.Text != "Promise.resolve(1)" {
			with(func(c *Stmt) { c.Text = "Promise.resolve(1)" })
		}
	case opAsync:
		if n := len(s.Args); n > 0 {
			with(func(c *Stmt) { c.Args, c.Blocks = c.Args[:n-1], c.Blocks[:min(n, len(c.Blocks))] })
		}
		for i, a := range s.Args {
			if a != "0" {
				with(func(c *Stmt) { c.Args = slices.Clone(c.Args); c.Args[i] = "0" })
			}
		}
		if s.Text != "" {
			with(func(c *Stmt) { c.Text = "" })
		}
		if s.How != "" {
			with(func(c *Stmt) { c.How = "" })
		}
	case opSleep, opYield, opIterate:
		if s.Other != "" {
			with(func(c *Stmt) { c.Other = "" })
		}
		if s.How != "" {
			with(func(c *Stmt) { c.How = "" })
		}
	}
	return list
}
