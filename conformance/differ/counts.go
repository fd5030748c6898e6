package main

import (
	"regexp"
	"slices"
	"strings"
)

// This file counts what programs did, from what they are and, where it is a
// matter of what happens, from the trace that Node.js gave: a construct that is
// written and never reached does not count.

// construct is something programs are to have.
type construct struct {
	name string
	in   func(p *Program, trace string) bool
}

// has finds one of some statements in the text of a program.
func has(ops ...Op) func(*Program, string) bool {
	return holds(func(s *Stmt) bool { return slices.Contains(ops, s.Op) })
}

func holds(f func(*Stmt) bool) func(*Program, string) bool {
	return func(p *Program, _ string) (found bool) {
		p.walk(func(s *Stmt) { found = found || f(s) })
		return found
	}
}

// did finds a line in the trace; the expression begins after the time.
func did(expr string) func(*Program, string) bool {
	re := regexp.MustCompile(`(?m)^\S+ ` + expr)
	return func(_ *Program, trace string) bool { return re.MatchString(trace) }
}

func both(f, g func(*Program, string) bool) func(*Program, string) bool {
	return func(p *Program, trace string) bool { return f(p, trace) && g(p, trace) }
}

const (
	anyClear = `(?:clearTimeout|clearInterval|close|dispose)`
	queues   = `(?:tick|micro|then|async)`
	waiting  = `(?:pending|due)`
)

var constructs = []construct{
	{"setTimeout, and it fires", both(has(opTimeout), did(`t\d+\S* d`))},
	{"setInterval, and it fires", did(`t\d+\S* \S+p\d`)},
	{"setImmediate, and it runs", did(`m\d+\S* d`)},
	{"a callback with arguments", did(`[tmk]\d+\([^)]`)},
	{"a fractional or odd delay", holds(func(s *Stmt) bool {
		return (s.Op == opTimeout || s.Op == opInterval) && (strings.ContainsAny(s.Text, ".'-*[") || s.Text == "undefined" || s.Text == "null" || s.Text == "NaN" || s.Text == "true")
	})},
	{"set three levels deep", deep(3)},
	{"set in a tick or microtask", did(`(?:k|q|p|a)\d+.*\n\S+ set `)},
	{"nextTick", did(`k\d`)},
	{"queueMicrotask", did(`q\d`)},
	{"a chain of promise reactions", did(`p\d+\.1`)},
	{"an async function that awaits", did(`a\d+\.1`)},
	{"busy wait", did(`busy `)},

	{"clear a pending timer in main", did(anyClear + ` \S+ ` + waiting + ` main`)},
	{"clear a pending timer in a timer", did(anyClear + ` \S+ ` + waiting + ` timer`)},
	{"clear a pending timer in an immediate", did(anyClear + ` \S+ ` + waiting + ` immediate`)},
	{"clear a due timer in a timer (same pass)", did(anyClear + ` \S+ (?:due|pending) timer`)},
	{"clear a due timer in a tick or microtask", did(anyClear + ` \S+ ` + waiting + ` ` + queues)},
	{"clear a timer in its own callback", did(anyClear + ` \S+ own timer`)},
	{"clear a timer that has fired", did(anyClear + ` \S+ fired`)},
	{"clear a timer twice", did(anyClear + ` \S+ cleared`)},
	{"clear by close or dispose", did(`(?:close|dispose) \S+ (?:pending|due|own|queued)`)},
	{"clear by number or its string", did(`clear\w+:(?:number|string) \S+ ` + `(?:pending|due|own)`)},
	{"clear a queued immediate", did(`(?:clearImmediate|dispose) \S+ queued`)},
	{"clear a queued immediate in an immediate", did(`(?:clearImmediate|dispose) \S+ queued immediate`)},
	{"clear a queued immediate in a tick or microtask", did(`(?:clearImmediate|dispose) \S+ queued ` + queues)},
	{"clear an immediate in its own callback", did(`(?:clearImmediate|dispose) \S+ own immediate`)},
	{"an interval that ends itself", both(has(opStop), did(`\w+=? \S+ own timer d1|_repeat= \S+ own timer`))},

	{"refresh a pending timer", did(`refresh \S+ ` + waiting)},
	{"refresh a pending timer in a tick or microtask", did(`refresh \S+ ` + waiting + ` ` + queues)},
	{"refresh a timer that has fired", did(`refresh \S+ fired`)},
	{"refresh a timer in its own callback", did(`refresh \S+ own`)},
	{"refresh a cleared timer", did(`refresh \S+ cleared`)},
	{"ref", did(`ref \S+ (?:pending|due|own|queued)`)},
	{"unref a timer", did(`unref \S+ (?:pending|due|own)`)},
	{"unref an immediate", did(`unref \S+ queued`)},
	{"unref'd handles left at the end of the loop", did(`beforeExit \d+ left [1-9]`)},

	{"_idleStart copied", did(`copyStart \S+ ` + waiting)},
	{"_idleStart changed", did(`shiftStart \S+ ` + waiting)},
	{"_repeat written", did(`_repeat= \S+ (?:pending|due|own)`)},
	{"_idleTimeout written", did(`_idleTimeout= \S+ (?:pending|due|own)`)},
	{"_onTimeout written, and it fires", did(`o\d`)},
	{"_onTimeout emptied", did(`_onTimeout= \S+ \S+ \S+ d\dr\df(?:un|on|u)`)},
	{"_timerArgs or _argv written", did(`(?:_timerArgs|_argv)= \S+ (?:pending|due|own|queued)`)},

	{"throw in a timer", did(`throw timer`)},
	{"throw in an immediate", did(`throw immediate`)},
	{"throw in a tick", did(`throw tick`)},
	{"throw in a microtask", did(`throw micro`)},
	{"throw in a promise reaction or async function", did(`throw (?:then|async)`)},
	{"handler of uncaught exceptions with a body", did(`u\d`)},
	{"rejection that is never handled", did(`unhandled |uncaught unhandledRejection`)},
	{"rejection handled in time", both(has(opReject), did(`p\d+\((?:Error:r|why|undefined)`))},
	{"rejection handled late", did(`rejectionHandled`)},

	{"timers/promises setTimeout", both(has(opSleep), did(`p\d+\.[ve]`))},
	{"timers/promises setImmediate", both(has(opYield), did(`p\d+\.[ve]`))},
	{"timers/promises setInterval", did(`a\d+\.n`)},
	{"AbortController.abort", did(`abort open`)},
	{"a promise ends by AbortError", did(`\S+\(AbortError`)},
	{"AsyncLocalStorage", did(`.* \$s\d`)},
	{"getActiveResourcesInfo", did(`active `)},
	{"beforeExit that sets something", did(`beforeExit 1`)},
	{"the end of the process", did(`exit \d`)},
	{"an uncaught exception that ends the process", func(p *Program, trace string) bool {
		return p.Fatal && strings.Contains(trace, "exit code 1\n")
	}},
	{"a warning", did(`warning `)},
	{"stopped for having run too many callbacks", did(`exhausted`)},
}

// deep finds timers and immediates set inside each other.
func deep(levels int) func(*Program, string) bool {
	return func(p *Program, _ string) bool {
		var depth func(b Block) int
		depth = func(b Block) int {
			most := 0
			for i := range b {
				n := 0
				for _, k := range b[i].Blocks {
					n = max(n, depth(k))
				}
				switch b[i].Op {
				case opTimeout, opInterval, opImmediate:
					n++
				}
				most = max(most, n)
			}
			return most
		}
		return depth(p.Main) >= levels
	}
}

func lines(s string) []string { return strings.Split(strings.TrimSuffix(s, "\n"), "\n") }
