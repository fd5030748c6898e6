package main

import (
	"fmt"
	"math/rand/v2"
)

// This file makes up programs. Program i of a seed is the same on every machine:
// it comes from PCG(seed, i) alone, and from the Profile.
//
// A program does not use everything: for each, some of the categories of
// statements are switched off and a few delays are picked that go well together,
// such as d, d+1 and 2d. That makes the programs differ more from each other than
// if each were an average one, and lets timers meet in lists and at deadlines.

// Profile is the kind of clock programs are for.
type Profile struct {
	// Name is virtual or real.
	Name string
	// Delays and Pauses are what programs pick delays and busy waits from, in
	// milliseconds, as text.
	Delays, Pauses []string
	// Odd are delays that any program may use besides.
	Odd []string
}

var (
	virtualProfile = Profile{
		Name:   "virtual",
		Delays: []string{"0", "1", "1", "2", "2", "3", "4", "5", "5", "8", "10", "10", "20", "20", "50", "100", "64", "65", "4096", "1e5"},
		Pauses: []string{"0.4", "0.7", "1", "1", "2", "3", "5", "10", "10", "20", "21", "50", "100"},
		Odd:    []string{"1.5", "2.9", "'5'", "0.5", "undefined", "-3", "null", "2 ** 31", "NaN", "'x'", "5.999", "[3]", "true"},
	}
	// On a real clock lists must not meet: delays are apart, and a busy wait ends
	// well before or after what is pending.
	realProfile = Profile{
		Name:   "real",
		Delays: []string{"0", "1", "1", "1", "9", "9", "21"},
		Pauses: []string{"14", "14", "30"},
		Odd:    []string{"1.5", "9.5", "'9'", "0.5", "undefined", "-3", "null", "2 ** 31", "NaN", "9.999"},
	}
)

// ctx is where a statement stands.
type ctx struct {
	kind  string // of the innermost callback
	depth int
	self  byte   // what this is there: t a timer, i an interval, m an immediate, 0 nothing
	label string // of the interval
}

func (c ctx) in(kind string) ctx {
	c.kind = kind
	c.depth++
	return c
}

func (c ctx) of(kind string, self byte, label string) ctx {
	c = c.in(kind)
	c.self, c.label = self, label
	return c
}

// generator makes one program.
type generator struct {
	r       *rand.Rand
	profile Profile
	p       *Program
	budget  int // statements left
	off     map[string]bool
	delays  []string
	pauses  []string
	count   map[string]int    // labels and variables given
	vars    map[byte][]string // variables by their letter
	weights []int             // scratch
	recent  map[byte]string   // the variable set last
	delayOf map[string]string // the delay a timer got, by variable
}

// Generate makes program id of a seed.
func Generate(profile Profile, seed uint64, id int) *Program {
	g := &generator{
		r:       rand.New(rand.NewPCG(seed, uint64(id))),
		profile: profile,
		p:       &Program{Seed: seed, ID: id, Fuel: 60},
		off:     map[string]bool{},
		count:   map[string]int{},
		vars:    map[byte][]string{},
		recent:  map[byte]string{},
		delayOf: map[string]string{},
	}
	p := g.p
	for _, category := range categories {
		g.off[category] = g.oneIn(3)
	}
	g.pickTimes()
	g.budget = 8 + g.r.IntN(24)
	p.Quiet = g.oneIn(4)
	p.Final = g.oneIn(10)
	p.Fatal = p.Final && g.oneIn(3)

	p.Main = g.block(ctx{kind: "main"}, 4, 9)
	for g.oneIn(2) && len(p.BeforeExit) < 3 && !g.off["beforeExit"] {
		g.budget = max(g.budget, 3)
		p.BeforeExit = append(p.BeforeExit, g.block(ctx{kind: "beforeExit"}, 1, 3))
	}
	if !g.off["throw"] {
		for g.oneIn(3) && len(p.Uncaught) < 3 {
			g.budget = max(g.budget, 2)
			p.Uncaught = append(p.Uncaught, g.block(ctx{kind: "uncaught", depth: 1}, 1, 3))
		}
	}
	if !g.off["reject"] && !p.Quiet {
		for g.oneIn(4) && len(p.Unhandled) < 2 {
			g.budget = max(g.budget, 2)
			p.Unhandled = append(p.Unhandled, g.block(ctx{kind: "unhandled", depth: 1}, 1, 3))
		}
	}
	if p.Final && g.oneIn(2) {
		g.budget = max(g.budget, 2)
		p.Exit = g.block(ctx{kind: "exit", depth: 2}, 1, 3)
	}
	return p
}

func (g *generator) oneIn(n int) bool           { return g.r.IntN(n) == 0 }
func (g *generator) percent(n int) bool         { return g.r.IntN(100) < n }
func (g *generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }

// pickTimes chooses the program's delays.
func (g *generator) pickTimes() {
	d := g.profile.Delays
	for range 1 + g.r.IntN(3) {
		g.delays = append(g.delays, d[g.r.IntN(len(d))])
	}
	p := g.profile.Pauses
	for range 1 + g.r.IntN(3) {
		g.pauses = append(g.pauses, p[g.r.IntN(len(p))])
	}
	if g.profile.Name == "virtual" && g.oneIn(2) { // deadlines that meet
		n := 2 + g.r.IntN(12)
		g.delays = append(g.delays, fmt.Sprint(n), fmt.Sprint(n-1), fmt.Sprint(2*n))
		g.pauses = append(g.pauses, "1", fmt.Sprint(n), fmt.Sprint(2*n))
	}
}

func (g *generator) delay() string {
	if g.percent(7) {
		return g.pick(g.profile.Odd...)
	}
	return g.pick(g.delays...)
}

// block makes from low to high statements, as far as the budget goes.
func (g *generator) block(c ctx, low, high int) Block {
	var b Block
	for range low + g.r.IntN(high-low+1) {
		if g.budget <= 0 {
			break
		}
		if c.depth < 4 && g.percent(12) {
			b = append(b, g.burst(c)...)
			continue
		}
		s, ok := g.stmt(c)
		if !ok {
			continue
		}
		g.budget--
		b = append(b, s)
		b = append(b, g.follow(c, &s)...)
		if s.Op == opThrow || s.Op == opExit {
			return b
		}
	}
	if c.kind == "main" && c.depth == 0 && g.oneIn(2) {
		b = append(b, Stmt{Op: opBusy, Text: g.pick(g.pauses...)})
	}
	return b
}

// follow is what often comes after a statement.
func (g *generator) follow(c ctx, s *Stmt) Block {
	switch {
	case s.Op == opImmediate && !g.off["ref"] && g.percent(12):
		return Block{{Op: opUnref, Var: s.Var}}
	case s.Op == opTimeout && !g.off["number"] && g.percent(30):
		return Block{{Op: opNumber, Var: s.Var, Other: g.fresh('n', 3)}}
	case s.Op == opClear && s.Var != "" && (s.Var[0] == 't' || c.self == 't' || c.self == 'i') && c.depth < 5 && g.percent(40):
		again, _ := g.timeout(c) // cleared and set again, as who waits for silence does
		if d := g.delayOf[s.Var]; d != "" && !g.oneIn(4) {
			again.Text = d
		}
		return Block{again}
	}
	return nil
}

// burst is several timers of one delay, or several immediates, in a row: what a
// callback does to those behind it is where loops differ.
func (g *generator) burst(c ctx) Block {
	var b Block
	immediates := !g.off["immediate"] && g.oneIn(2)
	delay := g.delay()
	for range 2 + g.r.IntN(3) {
		if g.budget <= 0 {
			break
		}
		g.budget--
		if immediates {
			s, _ := g.immediate(c)
			b = append(b, s)
		} else {
			s, _ := g.timeout(c)
			s.Text = delay
			g.delayOf[s.Var] = delay
			b = append(b, s)
		}
	}
	return b
}

// inner is the body of a callback.
func (g *generator) inner(c ctx) Block {
	switch {
	case c.depth > 5, g.budget <= 0:
		return nil
	case c.depth > 3:
		return g.block(c, 0, 1)
	}
	return g.block(c, 0, 4)
}

// stmt makes one statement.
func (g *generator) stmt(c ctx) (Stmt, bool) {
	total := 0
	g.weights = g.weights[:0]
	for i := range makers {
		m := &makers[i]
		w := m.weight
		if g.off[m.category] || m.allowed != nil && !m.allowed(c) {
			w = 0
		}
		total += w
		g.weights = append(g.weights, w)
	}
	n := g.r.IntN(total)
	for i, w := range g.weights {
		if n -= w; n < 0 {
			return makers[i].make(g, c)
		}
	}
	panic("differ: no statement")
}

// label numbers the callbacks of a kind.
func (g *generator) label(letter string) string {
	n := g.count[letter]
	g.count[letter]++
	return fmt.Sprintf("%s%d", letter, n)
}

// fresh is a variable to be set: a new one, or one of several.
func (g *generator) fresh(letter byte, most int) string {
	v := g.vars[letter]
	name := ""
	if len(v) < most {
		name = fmt.Sprintf("%c%d", letter, len(v))
		g.vars[letter] = append(v, name)
	} else {
		name = v[g.r.IntN(len(v))]
	}
	g.recent[letter] = name
	return name
}

// set is a variable that was set somewhere in the text so far, or this.
func (g *generator) set(letter byte, c ctx) (string, bool) {
	timer := c.self == 't' || c.self == 'i'
	if (letter == 't' && timer || letter == 'm' && c.self == 'm') && g.percent(30) {
		return "this", true
	}
	v := g.vars[letter]
	if len(v) == 0 {
		return "", false
	}
	if g.percent(20) {
		return g.recent[letter], true
	}
	return v[g.r.IntN(len(v))], true
}

// values are the arguments of a callback: mostly none.
func (g *generator) values() []string {
	if !g.percent(15) {
		return nil
	}
	var list []string
	for range 1 + g.r.IntN(5) {
		list = append(list, g.pick("1", "'x'", "undefined", "null", "[2]"))
	}
	return list
}
