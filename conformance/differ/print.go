package main

import (
	"fmt"
	"strings"
)

// This file prints programs as JavaScript. The functions they call besides
// Node's own are those of harness.js.

// Source is the program as a statement for the harness.
func (p *Program) Source() string {
	if p.text != "" {
		return p.text
	}
	w := &printer{}
	w.open("program(%d, { fuel: %d, uncaught: %v, unhandled: %v, final: %v }, (L) => {",
		p.ID, p.Fuel, !p.Fatal, !p.Quiet, p.Final)
	var controllers, plain []string
	for _, v := range p.variables() {
		if v[0] == 'c' {
			controllers = append(controllers, v+" = new AbortController()")
		} else {
			plain = append(plain, v)
		}
	}
	if len(plain) > 0 {
		w.line("let %s;", strings.Join(plain, ", "))
	}
	if len(controllers) > 0 {
		w.line("const %s;", strings.Join(controllers, ", "))
	}
	handlers := func(event, letter string, list []Block) {
		for i, b := range list {
			w.open("on('%s', () => {", event)
			w.body(fmt.Sprintf("%s%d", letter, i), "", b)
			w.close("});")
		}
	}
	handlers("uncaught", "u", p.Uncaught)
	handlers("unhandled", "j", p.Unhandled)
	handlers("beforeExit", "b", p.BeforeExit)
	if len(p.Exit) > 0 {
		handlers("exit", "x", []Block{p.Exit})
	}
	w.body("M", "", p.Main)
	w.close("});")
	return w.String()
}

type printer struct {
	strings.Builder
	depth int
}

func (w *printer) line(format string, args ...any) {
	for range w.depth {
		w.WriteString("  ")
	}
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

func (w *printer) open(format string, args ...any) {
	w.line(format, args...)
	w.depth++
}

func (w *printer) close(format string, args ...any) {
	w.depth--
	w.line(format, args...)
}

// between closes one function and opens the next.
func (w *printer) between(format string, args ...any) {
	w.close(format, args...)
	w.depth++
}

// body prints what is in a callback. given are the arguments of L after the
// label.
func (w *printer) body(label, given string, b Block) {
	if given != "" {
		given = ", " + given
	}
	w.line("if (L('%s'%s)) return;", label, given)
	w.block(b)
}

func (w *printer) block(b Block) {
	for i := range b {
		w.stmt(&b[i])
	}
}

func args(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return ", " + strings.Join(list, ", ")
}

func (s *Stmt) block(i int) Block {
	if i < len(s.Blocks) {
		return s.Blocks[i]
	}
	return nil
}

func (w *printer) stmt(s *Stmt) {
	switch s.Op {
	case opTimeout, opInterval, opImmediate:
		w.open("%s = N('%s', %s(function (...a) {", s.Var, s.Label, s.Op)
		w.body(s.Label, "this, a", s.block(0))
		if s.Op == opImmediate {
			w.close("}%s));", args(s.Args))
		} else {
			w.close("}, %s%s));", s.Text, args(s.Args))
		}
	case opTick:
		w.open("process.nextTick((...a) => {")
		w.body(s.Label, "0, a", s.block(0))
		w.close("}%s);", args(s.Args))
	case opMicro:
		w.open("queueMicrotask(() => {")
		w.body(s.Label, "", s.block(0))
		w.close("});")
	case opThen:
		w.chain(s)
	case opAsync:
		w.async(s)
	case opSleep, opYield:
		w.promise(s)
	case opIterate:
		w.iterate(s)
	case opReject:
		w.line("%s = Promise.reject(%s);", s.Var, s.Text)
	case opCatch:
		w.open("%s?.%s((e) => {", s.Var, s.How)
		w.body(s.Label, "0, [e]", s.block(0))
		w.close("});")
	case opAbort:
		w.line("abort(%s%s);", s.Var, args(s.Args))
	case opStore:
		switch s.How {
		case "enterWith":
			w.line("als.enterWith(%s);", s.Text)
			return
		case "run":
			w.open("als.run(%s, () => {", s.Text)
		case "exit":
			w.open("als.exit(() => {")
		}
		w.block(s.block(0))
		w.close("});")
	case opCallback:
		w.open("put(%s, '%s', function (...a) {", s.Var, s.How)
		w.body(s.Label, "this, a", s.block(0))
		w.close("});")
	default:
		w.line("%s", s.simple())
	}
}

// simple is a statement of one line.
func (s *Stmt) simple() string {
	switch s.Op {
	case opClear:
		return fmt.Sprintf("clear('%s', %s);", s.How, s.Var)
	case opNumber:
		return fmt.Sprintf("%s = number(%s);", s.Other, s.Var)
	case opClearNum:
		return fmt.Sprintf("clearNumber('%s', '%s', %s);", s.How, s.Text, s.Other)
	case opStop:
		return fmt.Sprintf("if (runs('%s') >= %s) %s;", s.Label, s.Text, s.How)
	case opBusy:
		return fmt.Sprintf("busy(%s);", s.Text)
	case opThrow:
		return fmt.Sprintf("throw %s;", s.Text)
	case opActive:
		return "active();"
	case opCopyStart:
		return fmt.Sprintf("copyStart(%s, %s);", s.Var, s.Other)
	case opShift:
		return fmt.Sprintf("shift(%s, %s);", s.Var, s.Text)
	case opPut:
		return fmt.Sprintf("put(%s, '%s', %s);", s.Var, s.How, s.Text)
	case opExit:
		return fmt.Sprintf("quit(%s);", s.Text)
	}
	return fmt.Sprintf("%s(%s);", s.Op, s.Var) // refresh, ref, unref, look
}

// chain is a promise and its reactions. How is "then", "catch" or "finally" for
// each link, by letter; Text is where it starts.
func (w *printer) chain(s *Stmt) {
	w.line("%s", s.Text)
	w.depth++
	for i := range s.Blocks {
		how := map[byte]string{'t': "then", 'c': "catch", 'f': "finally"}[s.How[i%len(s.How)]]
		w.open(".%s((...a) => {", how)
		w.body(fmt.Sprintf("%s.%d", s.Label, i), "0, a", s.Blocks[i])
		w.close("})%s", map[bool]string{true: ";"}[i == len(s.Blocks)-1])
	}
	if len(s.Blocks) == 0 {
		w.line(";")
	}
	w.depth--
}

// async is an async function that is called at once. Args are what it awaits
// after each block; How is what follows the call.
func (w *printer) async(s *Stmt) {
	w.open("(async () => {")
	w.body(s.Label+".0", "", s.block(0))
	for i, what := range s.Args {
		w.open("{")
		w.line("const v = await %s;", what)
		w.body(fmt.Sprintf("%s.%d", s.Label, i+1), "0, [v]", s.block(i+1))
		w.close("}")
	}
	if s.Text != "" {
		w.line("return %s;", s.Text)
	}
	w.close("})()%s;", s.after())
}

// after is what handles an async function's promise.
func (s *Stmt) after() string {
	switch s.How {
	case "catch":
		return fmt.Sprintf(".catch((e) => { L('%s.c', 0, [e]); })", s.Label)
	case "then":
		return fmt.Sprintf(".then((v) => { L('%s.v', 0, [v]); }, (e) => { L('%s.e', 0, [e]); })", s.Label, s.Label)
	}
	return ""
}

// promise is a call of timers/promises with two reactions. Text is its first
// arguments, Other a controller, How an option ref.
func (w *printer) promise(s *Stmt) {
	name := "setTimeout"
	if s.Op == opYield {
		name = "setImmediate"
	}
	w.open("tp.%s(%s%s).then((v) => {", name, s.Text, s.options())
	w.body(s.Label+".v", "0, [v]", s.block(0))
	w.between("}, (e) => {")
	w.body(s.Label+".e", "0, [e]", s.block(1))
	w.close("});")
}

func (s *Stmt) options() string {
	var list []string
	if s.Other != "" {
		list = append(list, "signal: "+s.Other+".signal")
	}
	if s.How == "unref" {
		list = append(list, "ref: false")
	}
	switch {
	case len(list) == 0:
		return ""
	case s.How == "unref":
		return ", unrefdPromise({ " + strings.Join(list, ", ") + " })"
	}
	return ", { " + strings.Join(list, ", ") + " }"
}

// iterate is an async function that takes some values of an interval and
// returns it. Args[0] is how many.
func (w *printer) iterate(s *Stmt) {
	w.open("(async () => {")
	w.line("const it = tp.setInterval(%s%s);", s.Text, s.options())
	w.open("try {")
	w.open("for (let i = 0; i < %s; i++) {", s.Args[0])
	w.line("const r = await it.next();")
	w.body(s.Label+".n", "0, [r]", s.block(0))
	w.line("if (r.done) break;")
	w.close("}")
	w.between("} finally {")
	w.line("const r = await it.return('end');")
	w.body(s.Label+".r", "0, [r]", s.block(1))
	w.close("}")
	w.close("})().catch((e) => { L('%s.e', 0, [e]); });", s.Label)
}
