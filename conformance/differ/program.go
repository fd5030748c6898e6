package main

import (
	"fmt"
	"slices"
	"strings"
)

// This file is what a program is: a tree of statements. Each kind of statement is
// an Op; what it prints as is in print.go, how it is made up in generate.go. A
// tree rather than text, so that the shrinker can take statements out and always
// gets a program.

// Op is a kind of statement.
type Op string

// The kinds. Those with blocks are callbacks, but for opStore.
const (
	opTimeout   Op = "setTimeout"
	opInterval  Op = "setInterval"
	opImmediate Op = "setImmediate"
	opTick      Op = "nextTick"
	opMicro     Op = "queueMicrotask"
	opThen      Op = "then"       // a chain: a block for each link
	opAsync     Op = "async"      // an async function: an await between two blocks
	opSleep     Op = "sleep"      // timers/promises setTimeout, with a block for each outcome
	opYield     Op = "yield"      // timers/promises setImmediate, likewise
	opIterate   Op = "iterate"    // timers/promises setInterval
	opReject    Op = "reject"     // a rejected promise in a variable
	opCatch     Op = "catch"      // a handler for it
	opAbort     Op = "abort"      // of an AbortController
	opStore     Op = "store"      // AsyncLocalStorage: run a block, or enterWith
	opClear     Op = "clear"      // by one of five ways
	opNumber    Op = "number"     // of a timer, into a variable
	opClearNum  Op = "clearNum"   // by such a number
	opStop      Op = "stop"       // an interval ends itself after some runs
	opRefresh   Op = "refresh"    //
	opRef       Op = "ref"        //
	opUnref     Op = "unref"      //
	opLook      Op = "look"       // at the fields
	opActive    Op = "active"     // getActiveResourcesInfo
	opBusy      Op = "busy"       // time passes
	opThrow     Op = "throw"      // ends a block
	opCopyStart Op = "copyStart"  // _idleStart of one timer to another
	opShift     Op = "shiftStart" // _idleStart
	opPut       Op = "put"        // any other field
	opCallback  Op = "callback"   // _onTimeout or _onImmediate: a block
	opExit      Op = "exit"       // process.exit
)

// Stmt is a statement. What the fields mean depends on Op.
type Stmt struct {
	Op     Op
	Label  string   // of the callback, in the trace
	Var    string   // what is set or changed: t0, m1, r0, c0, n0, or this
	Other  string   // a second variable: a signal's controller, where a start is copied from
	How    string   // which of several forms
	Text   string   // a delay, a value
	Args   []string // for the callback
	Blocks []Block
}

// Block is the body of a callback.
type Block []Stmt

// Program is a whole program. The zero value does nothing.
type Program struct {
	Seed  uint64
	ID    int
	Final bool // it ends by ending its process, not the program after it begins
	Fatal bool // no handler for uncaught exceptions; Final as well
	Quiet bool // no handler for unhandled rejections: they are uncaught exceptions
	Fuel  int  // how many callbacks it may have

	text string // of a recorded program, which has no statements

	Main       Block
	Uncaught   []Block // for one event each
	Unhandled  []Block
	BeforeExit []Block
	Exit       Block
}

// blocks are the top-level blocks, for walking and for shrinking.
func (p *Program) blocks() []*Block {
	all := []*Block{&p.Main}
	for _, list := range [][]Block{p.Uncaught, p.Unhandled, p.BeforeExit} {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	return append(all, &p.Exit)
}

// walk calls f for each statement, callbacks before what is in them.
func (p *Program) walk(f func(*Stmt)) {
	for _, b := range p.blocks() {
		b.walk(f)
	}
}

func (b Block) walk(f func(*Stmt)) {
	for i := range b {
		f(&b[i])
		for _, inner := range b[i].Blocks {
			inner.walk(f)
		}
	}
}

// size is the number of statements.
func (p *Program) size() (n int) {
	p.walk(func(*Stmt) { n++ })
	return n
}

// clone is a deep copy.
func (p *Program) clone() *Program {
	c := *p
	c.Main, c.Exit = p.Main.clone(), p.Exit.clone()
	c.Uncaught, c.Unhandled, c.BeforeExit = cloneBlocks(p.Uncaught), cloneBlocks(p.Unhandled), cloneBlocks(p.BeforeExit)
	return &c
}

func (b Block) clone() Block {
	c := slices.Clone(b)
	for i := range c {
		c[i].Args = slices.Clone(c[i].Args)
		c[i].Blocks = cloneBlocks(c[i].Blocks)
	}
	return c
}

func cloneBlocks(list []Block) []Block {
	c := slices.Clone(list)
	for i := range c {
		c[i] = c[i].clone()
	}
	return c
}

// variables are the names the program uses, sorted.
func (p *Program) variables() []string {
	used := map[string]bool{}
	p.walk(func(s *Stmt) {
		for _, v := range []string{s.Var, s.Other} {
			if v != "" && v != "this" {
				used[v] = true
			}
		}
	})
	names := make([]string, 0, len(used))
	for v := range used {
		names = append(names, v)
	}
	slices.Sort(names)
	return names
}

// String names the program by what makes it again.
func (p *Program) String() string {
	var tags []string
	for tag, is := range map[string]bool{"final": p.Final, "fatal": p.Fatal, "quiet": p.Quiet} {
		if is {
			tags = append(tags, tag)
		}
	}
	slices.Sort(tags)
	return strings.TrimSpace(fmt.Sprintf("program %d of seed %d %s", p.ID, p.Seed, strings.Join(tags, " ")))
}
