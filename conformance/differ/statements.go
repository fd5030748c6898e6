package main

import "fmt"

// This file is the table of statements the generator chooses from: how often,
// where each may stand and how it is filled in.

// maker makes statements of one kind.
type maker struct {
	op       Op
	category string // switched off for a third of the programs
	weight   int
	allowed  func(ctx) bool // nil: anywhere
	make     func(*generator, ctx) (Stmt, bool)
}

// categories can be switched off. Timers cannot.
var categories = []string{
	"interval", "immediate", "tick", "micro", "promise", "module", "reject", "abort", "store",
	"clear", "number", "refresh", "ref", "fields", "busy", "throw", "beforeExit", "look",
}

var makers []maker

// The table refers to functions that refer to it.
func init() {
	notDeep := func(c ctx) bool { return c.depth < 6 }
	inInterval := func(c ctx) bool { return c.self == 'i' }
	mayThrow := func(c ctx) bool {
		return c.depth > 0 && c.kind != "uncaught" && c.kind != "unhandled" && c.kind != "exit"
	}
	live := func(c ctx) bool { return c.kind != "exit" }
	// A handler of uncaught exceptions that clears the next immediate makes Node.js
	// throw for ever.
	mayClear := func(c ctx) bool { return c.kind != "uncaught" }
	makers = []maker{
		{opTimeout, "", 22, notDeep, (*generator).timeout},
		{opInterval, "interval", 7, notDeep, (*generator).interval},
		{opImmediate, "immediate", 10, notDeep, (*generator).immediate},
		{opTick, "tick", 7, notDeep, (*generator).tick},
		{opMicro, "micro", 5, notDeep, (*generator).micro},
		{opThen, "promise", 4, notDeep, (*generator).then},
		{opAsync, "promise", 4, notDeep, (*generator).async},
		{opSleep, "module", 4, notDeep, (*generator).sleep},
		{opYield, "module", 2, notDeep, (*generator).yield},
		{opIterate, "module", 1, notDeep, (*generator).iterate},
		{opReject, "reject", 3, nil, (*generator).reject},
		{opCatch, "reject", 3, notDeep, (*generator).catch},
		{opAbort, "abort", 6, mayClear, (*generator).abort},
		{opStore, "store", 3, notDeep, (*generator).store},
		{opClear, "clear", 18, nil, (*generator).clear},
		{opClearNum, "number", 8, nil, (*generator).clearNumber},
		{opNumber, "number", 3, nil, (*generator).number},
		{opStop, "interval", 25, inInterval, (*generator).stop},
		{opRefresh, "refresh", 9, nil, (*generator).refresh},
		{opRef, "ref", 4, nil, (*generator).ref},
		{opUnref, "ref", 7, nil, (*generator).unref},
		{opLook, "look", 2, nil, (*generator).look},
		{opActive, "look", 2, nil, func(*generator, ctx) (Stmt, bool) { return Stmt{Op: opActive}, true }},
		{opBusy, "busy", 10, live, (*generator).busy},
		{opThrow, "throw", 5, mayThrow, (*generator).throw},
		{opExit, "", 2, nil, (*generator).exit},
		{opCopyStart, "fields", 4, nil, (*generator).copyStart},
		{opShift, "fields", 2, nil, (*generator).shift},
		{opPut, "fields", 5, nil, (*generator).put},
		{opCallback, "fields", 3, notDeep, (*generator).callback},
	}
}

func (g *generator) timeout(c ctx) (Stmt, bool) {
	s := Stmt{Op: opTimeout, Text: g.delay(), Args: g.values()}
	s.Var = g.fresh('t', 5)
	s.Label = s.Var
	g.delayOf[s.Var], g.delayOf["this"] = s.Text, s.Text // good enough for this
	s.Blocks = []Block{g.inner(c.of("timer", 't', ""))}
	return s, true
}

func (g *generator) interval(c ctx) (Stmt, bool) {
	s := Stmt{Op: opInterval, Text: g.delay(), Args: g.values()}
	s.Var = g.fresh('t', 5)
	s.Label = s.Var
	inside := c.of("timer", 'i', s.Var)
	b := g.inner(inside)
	if g.percent(60) { // else it is stopped by others, or ends the program's fuel
		stop, _ := g.stop(inside)
		at := g.r.IntN(len(b) + 1)
		b = append(b[:at:at], append(Block{stop}, b[at:]...)...)
	}
	s.Blocks = []Block{b}
	return s, true
}

// stop ends the interval it stands in after some runs.
func (g *generator) stop(c ctx) (Stmt, bool) {
	how := g.pick("clear('clearInterval', this)", "clear('clearInterval', this)", "clear('clearInterval', this)",
		"clear('clearTimeout', this)", "clear('close', this)", "put(this, '_repeat', null)", "put(this, '_idleTimeout', -1)")
	return Stmt{Op: opStop, Label: c.label, Text: g.pick("1", "2", "2", "3"), How: how}, true
}

func (g *generator) immediate(c ctx) (Stmt, bool) {
	s := Stmt{Op: opImmediate, Args: g.values()}
	s.Var = g.fresh('m', 4)
	s.Label = s.Var
	s.Blocks = []Block{g.inner(c.of("immediate", 'm', ""))}
	return s, true
}

func (g *generator) tick(c ctx) (Stmt, bool) {
	return Stmt{Op: opTick, Label: g.label("k"), Args: g.values(), Blocks: []Block{g.inner(c.in("tick"))}}, true
}

func (g *generator) micro(c ctx) (Stmt, bool) {
	return Stmt{Op: opMicro, Label: g.label("q"), Blocks: []Block{g.inner(c.in("micro"))}}, true
}

func (g *generator) then(c ctx) (Stmt, bool) {
	s := Stmt{Op: opThen, Label: g.label("p")}
	s.Text = g.pick("Promise.resolve(1)", "Promise.resolve(1)", "new Promise((r) => r(Promise.resolve(2)))",
		"Promise.resolve({ then(r) { r(3); } })", "Promise.all([1, Promise.resolve(2)])", "Promise.race([Promise.resolve(4), 5])")
	if !g.off["reject"] && g.percent(25) {
		s.Text = g.pick("Promise.reject(new Error('pr'))", "Promise.reject(7)")
	}
	n := 1 + g.r.IntN(3)
	for range n {
		s.How += g.pick("t", "t", "t", "c", "f")
		s.Blocks = append(s.Blocks, g.inner(c.in("then")))
	}
	return s, true
}

func (g *generator) async(c ctx) (Stmt, bool) {
	s := Stmt{Op: opAsync, Label: g.label("a"), How: g.pick("", "catch", "then")}
	s.Blocks = []Block{g.inner(c.in("async"))}
	for range g.r.IntN(4) {
		what := g.pick("0", "Promise.resolve(1)", "null", "new Promise((r) => process.nextTick(r, 2))",
			"{ then(r) { r(3); } }", "new Promise((r) => setImmediate(r, 4))",
			"new Promise((r) => setTimeout(r, "+g.delay()+", 5))")
		if !g.off["module"] && g.oneIn(4) {
			what = g.pick("tp.setTimeout("+g.pick(g.delays...)+", 6)", "tp.setImmediate(7)", "tp.scheduler.yield()",
				"tp.scheduler.wait("+g.pick(g.delays...)+")")
		}
		if v, ok := g.set('r', c); ok && g.oneIn(4) {
			what = v
		}
		s.Args = append(s.Args, what)
		s.Blocks = append(s.Blocks, g.inner(c.in("async")))
	}
	if g.oneIn(4) {
		s.Text = g.pick("8", "Promise.resolve(9)", "{ then(r) { r(10); } }")
	}
	return s, true
}

// options fills in the options of a function of timers/promises.
func (g *generator) options(s *Stmt) {
	if !g.off["abort"] && g.percent(50) {
		s.Other = g.fresh('c', 2)
	}
	if !g.off["ref"] && g.percent(15) {
		s.How = "unref"
	}
}

func (g *generator) sleep(c ctx) (Stmt, bool) {
	s := Stmt{Op: opSleep, Label: g.label("p"), Text: g.pick(g.delays...) + ", " + g.pick("'v'", "1", "Promise.resolve(2)", "undefined")}
	g.options(&s)
	s.Blocks = []Block{g.inner(c.in("then")), g.inner(c.in("then"))}
	return s, true
}

func (g *generator) yield(c ctx) (Stmt, bool) {
	s := Stmt{Op: opYield, Label: g.label("p"), Text: g.pick("'v'", "1", "undefined")}
	g.options(&s)
	s.Blocks = []Block{g.inner(c.in("then")), g.inner(c.in("then"))}
	return s, true
}

func (g *generator) iterate(c ctx) (Stmt, bool) {
	s := Stmt{Op: opIterate, Label: g.label("a"), Text: g.pick(g.delays...) + ", 'v'", Args: []string{g.pick("1", "2", "3")}}
	g.options(&s)
	s.Blocks = []Block{g.inner(c.in("async")), g.inner(c.in("async"))}
	return s, true
}

func (g *generator) reject(c ctx) (Stmt, bool) {
	v := g.fresh('r', 3)
	return Stmt{Op: opReject, Var: v, Text: g.pick("new Error('"+v+"')", "new Error('"+v+"')", "'why'", "undefined")}, true
}

func (g *generator) catch(c ctx) (Stmt, bool) {
	v, ok := g.set('r', c)
	if !ok {
		return Stmt{}, false
	}
	return Stmt{Op: opCatch, Var: v, How: g.pick("catch", "catch", "finally"), Label: g.label("p"), Blocks: []Block{g.inner(c.in("then"))}}, true
}

func (g *generator) abort(c ctx) (Stmt, bool) {
	v, ok := g.set('c', c)
	if !ok {
		return Stmt{}, false
	}
	s := Stmt{Op: opAbort, Var: v}
	if g.oneIn(3) {
		s.Args = []string{g.pick("'because'", "new Error('aborted')")}
	}
	return s, true
}

func (g *generator) store(c ctx) (Stmt, bool) {
	s := Stmt{Op: opStore, Text: fmt.Sprintf("'s%d'", g.count["store"])}
	g.count["store"]++
	switch g.r.IntN(5) {
	case 0:
		s.How = "enterWith"
	case 1:
		s.How, s.Text = "exit", ""
		s.Blocks = []Block{g.inner(c)}
	default:
		s.How = "run"
		s.Blocks = []Block{g.inner(c)}
	}
	return s, true
}

func (g *generator) clear(c ctx) (Stmt, bool) {
	letter, hows := byte('t'), []string{"clearTimeout", "clearTimeout", "clearInterval", "close", "dispose"}
	if c.kind != "uncaught" && g.percent(45) {
		letter, hows = 'm', []string{"clearImmediate", "clearImmediate", "clearImmediate", "dispose"}
	}
	v, ok := g.set(letter, c)
	if !ok {
		return Stmt{}, false
	}
	how := g.pick(hows...)
	if g.percent(4) { // of the other kind: ignored
		how = g.pick("clearTimeout", "clearImmediate")
	}
	return Stmt{Op: opClear, Var: v, How: how}, true
}

func (g *generator) number(c ctx) (Stmt, bool) {
	v, ok := g.set('t', c)
	if !ok {
		return Stmt{}, false
	}
	return Stmt{Op: opNumber, Var: v, Other: g.fresh('n', 3)}, true
}

func (g *generator) clearNumber(c ctx) (Stmt, bool) {
	v, ok := g.set('n', c)
	if !ok {
		return Stmt{}, false
	}
	return Stmt{Op: opClearNum, Other: v, How: g.pick("clearTimeout", "clearInterval"), Text: g.pick("number", "number", "string", "text")}, true
}

func (g *generator) refresh(c ctx) (Stmt, bool) { return g.onTimer(opRefresh, c) }
func (g *generator) ref(c ctx) (Stmt, bool)     { return g.onAny(opRef, c) }
func (g *generator) unref(c ctx) (Stmt, bool)   { return g.onAny(opUnref, c) }
func (g *generator) look(c ctx) (Stmt, bool)    { return g.onAny(opLook, c) }

func (g *generator) onTimer(op Op, c ctx) (Stmt, bool) {
	v, ok := g.set('t', c)
	return Stmt{Op: op, Var: v}, ok
}

func (g *generator) onAny(op Op, c ctx) (Stmt, bool) {
	letter := byte('t')
	if g.oneIn(3) {
		letter = 'm'
	}
	v, ok := g.set(letter, c)
	return Stmt{Op: op, Var: v}, ok
}

func (g *generator) busy(ctx) (Stmt, bool) {
	return Stmt{Op: opBusy, Text: g.pick(g.pauses...)}, true
}

func (g *generator) throw(c ctx) (Stmt, bool) {
	text := fmt.Sprintf("thrown('e%d')", g.count["e"])
	g.count["e"]++
	if g.oneIn(6) {
		text = g.pick("undefined", "null", "'s'", "0")
	}
	return Stmt{Op: opThrow, Text: text}, true
}

// exit is for a program that ends its process anyway.
func (g *generator) exit(ctx) (Stmt, bool) {
	return Stmt{Op: opExit, Text: g.pick("", "0", "3")}, g.p.Final && g.oneIn(2)
}

func (g *generator) copyStart(c ctx) (Stmt, bool) {
	a, ok := g.set('t', c)
	b, _ := g.set('t', c)
	return Stmt{Op: opCopyStart, Var: a, Other: b}, ok && a != b
}

func (g *generator) shift(c ctx) (Stmt, bool) {
	v, ok := g.set('t', c)
	list := []string{"1", "-1", "3", "-3", "-1000"}
	if g.profile.Name == "real" {
		list = []string{"-1000"}
	}
	return Stmt{Op: opShift, Var: v, Text: g.pick(list...)}, ok
}

func (g *generator) put(c ctx) (Stmt, bool) {
	if g.oneIn(5) {
		v, ok := g.set('m', c)
		s := Stmt{Op: opPut, Var: v, How: "_argv", Text: g.pick("undefined", "['w']", "[]")}
		if g.oneIn(8) {
			s.How, s.Text = "_onImmediate", "null"
		}
		return s, ok
	}
	v, ok := g.set('t', c)
	s := Stmt{Op: opPut, Var: v}
	s.How = g.pick("_repeat", "_repeat", "_idleTimeout", "_timerArgs", "_onTimeout")
	switch s.How {
	case "_repeat":
		s.Text = g.pick("null", g.pick(g.delays...), g.pick(g.delays...), g.pick(g.delays...))
	case "_idleTimeout":
		if s.Text = g.pick(append(g.delays, "-1")...); s.Text == "0" { // fires at once, for ever, in Node.js
			s.Text = "1"
		}
	case "_timerArgs":
		s.Text = g.pick("undefined", "['w', 2]", "[]")
	case "_onTimeout":
		s.Text = g.pick("null", "undefined")
	}
	return s, ok
}

func (g *generator) callback(c ctx) (Stmt, bool) {
	if g.oneIn(4) {
		v, ok := g.set('m', c)
		if !ok {
			return Stmt{}, false
		}
		return Stmt{Op: opCallback, Var: v, How: "_onImmediate", Label: g.label("m1"), Blocks: []Block{g.inner(c.of("immediate", 'm', ""))}}, true
	}
	v, ok := g.set('t', c)
	if !ok {
		return Stmt{}, false
	}
	return Stmt{Op: opCallback, Var: v, How: "_onTimeout", Label: g.label("o"), Blocks: []Block{g.inner(c.of("timer", 't', ""))}}, true
}
