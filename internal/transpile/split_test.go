package transpile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// describe puts what Split found into one line.
func describe(r *Record) string {
	if r == nil {
		return "cannot split"
	}
	var s []string
	add := func(format string, args ...any) { s = append(s, fmt.Sprintf(format, args...)) }
	for i, q := range r.Requests {
		attrs := ""
		if q.Attributes != nil {
			attrs = fmt.Sprint(q.Attributes)
		}
		add("%d=%q%s", i, q.Specifier, attrs)
	}
	for _, im := range r.Imports {
		add("%s=%d.%s", im.Local, im.Request, im.Name)
	}
	for _, e := range r.Exports {
		add("export %s as %s", e.Local, e.Name)
	}
	for _, e := range r.Indirect {
		add("export %d.%s as %s", e.Request, e.From, e.Name)
	}
	for _, star := range r.Stars {
		add("export %d.*", star)
	}
	for _, at := range r.Declared {
		add("declared %q", strings.Fields(r.Code[at:])[0])
	}
	if r.Dynamic {
		add("dynamic")
	}
	if r.Meta {
		add("meta")
	}
	return strings.Join(s, " | ")
}

func TestSplit(t *testing.T) {
	check := func(text, found, code string) {
		t.Helper()
		r := Split(text)
		if got := describe(r); got != found {
			t.Errorf("%s\n got %s\nwant %s", text, got, found)
		}
		if r == nil {
			return
		}
		if code != "" && r.Code != code {
			t.Errorf("%s\n got %q\nwant %q", text, r.Code, code)
		}
		if len(r.Code) != len(text) || strings.Count(r.Code, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q has another shape than %q", r.Code, text)
		}
	}
	check("import 'a';x", `0="a"`, ";          x")
	check("import a from 'a'\nx", `0="a" | a=0.default`, ";                \nx")
	check("import * as n from \"a\"; import {b, c as d, 'e f' as g, default as h,} from 'a'", `0="a" | n=0.* | b=0.b | d=0.c | g=0.e f | h=0.default`, "")
	check("import a, {b} from 'x'; import c, * as d from 'y'", `0="x" | 1="y" | a=0.default | b=0.b | c=1.default | d=1.*`, "")
	check("import a from 'x' with {type: 'json'}; import b from 'x'; import c from 'x' with {'type': \"json\",}", `0="x"map[type:json] | 1="x" | a=0.default | b=1.default | c=0.default`, "")
	check("import{a}from'x';import/* c */ b /* d */ from /**/ 'y'", `0="x" | 1="y" | a=0.a | b=1.default`, "")
	check("import {\n a,\n b // '\n} from 'x'\nb", `0="x" | a=0.a | b=0.b`, ";       \n   \n       \n          \nb")
	check("import from from 'x'; import {as as as, from as of} from 'y'", `0="x" | 1="y" | from=0.default | as=1.as | of=1.from`, "")
	check("import \\u0061b from '\\u{78}\\x79\\n'", `0="xy\n" | ab=0.default`, "")
	check("export {a, b as c, d as 'e f', g as default}", "export a as a | export b as c | export d as e f | export g as default", ";                                           ")
	check("export {a}\n/re/.test(x)", "export a as a", ";         \n/re/.test(x)")
	check("export {a} from 'x'; export * from 'x'; export * as n from 'y'; export * as 'q r' from 'y'; export {default} from 'x'",
		`0="x" | 1="y" | export 0.a as a | export 1.* as n | export 1.* as q r | export 0.default as default | export 0.*`, "")
	check("export const a = 1, {b} = c; export function f() {} export async function* g() {} export class K {} export let x; export var y",
		`declared "const" | declared "function" | declared "async" | declared "class" | declared "let" | declared "var"`, "")
	check("export default x + 1", "export $ntdef as default", "const $ntdef = x + 1")
	check("export default{a:1}", "export $ntdef as default", "const $ntdef ={a:1}")
	check("export default function(a) {}", "export $ntdef as default", ";       function $ntdef(a) {}")
	check("export default async function * () {}", "export $ntdef as default", ";         async function* $ntdef() {}")
	check("export default class{}", "export $ntdef as default", ";      class $ntdef {}")
	check("export default class extends A {}", "export $ntdef as default", ";       class $ntdef extends A {}")
	check("export default function f() {}", "export f as default", ";              function f() {}")
	check("export default async function f() {}", "export f as default", ";              async function f() {}")
	check("export default class K {}", "export K as default", ";              class K {}")
	check("export default async () => {}", "export $ntdef as default", "const $ntdef = async () => {}")
	check("export default async\nfunction f() {}", "export $ntdef as default", "const $ntdef = async\nfunction f() {}")
	check("export default /import x from 'y'/.test(z)", "export $ntdef as default", "")
	check("export default import('x')", "export $ntdef as default | dynamic", "const $ntdef = $ntimp('x')")
	check("import('x'); import ( 'y' ); a.import('z'); a?.import; import.meta.url; import . meta", "dynamic | meta",
		"$ntimp('x'); $ntimp ( 'y' ); a.import('z'); a?.import; $ntmet.meta.url; $ntmet . meta")
	check("const $nt = 1; import('x')", "dynamic", "const $nt = 1; $aaimp('x')")
	check("function f() { return { import: 1, export: 2 }.export }", "", "function f() { return { import: 1, export: 2 }.export }")
	// What looks like a statement is text.
	check("'import a from b'; \"export {x}\"; `import ${ import('x') } export`; // import y\n/* export z */ /import 'q'/", "dynamic", "")
	check("x = a / b; import('y') / c; (a) / import('z') / 2", "dynamic", "x = a / b; $ntimp('y') / c; (a) / $ntimp('z') / 2")
	check("if (x) /export {'/.test(y); while (x) /import '/g; x ? /['\"`]/ : /[/]import 'x'/; a++ / b / c", "", "")
	check("`a${`b${'}'}`}c`; export {q}", "export q as q", "")
	check("function f() {} /re'/; x = {} / 2; ({}) / 2; export {f}", "export f as f", "")
	check("x = y => { } ; /'/; export {x}", "export x as x", "")
	check("a = b\n/re/g; export {a}", "export a as a", "") // a division, as in the language
	check("#!/usr/bin/env node 'it\nexport {a}", "export a as a", "")
	check("class A { import() {} static export = 1; #import = 2; get export() {} }", "dynamic", "")
	check("x = 1.5e+3 / 2; y = .5 / 0x1e+3 / z; export {x}", "export x as x", "")
	// What cannot be split, or is no module.
	for _, text := range []string{"import { a from 'x'", "import * from 'x'", "import a, from 'x'", "import {default} from 'x'", "import defer * as x from 'y'", "export x", "export {'a'}", "export {a b}", "'", "`${", "}", "(]",
		"/* ", "export\ndefault 1", "export default function\n() {}", "import x", "import {a} from y", "import a from 'x' with {type: 1}", "export * as from 'x'"} {
		check(text, "cannot split", "")
	}
}

func TestHideDynamic(t *testing.T) {
	check := func(text, code string, static bool, at int) {
		t.Helper()
		r := HideDynamic(text)
		if r == nil {
			t.Fatalf("%q: nil", text)
		}
		if r.Static != static || static && r.StaticAt != at || !static && r.Code != code {
			t.Errorf("%q: %+v", text, r)
		}
	}
	check("require('x'); import('y')", "require('x'); $ntimp('y')", false, 0)
	check("exports.import = 1; a.export()", "exports.import = 1; a.export()", false, 0)
	check("f();\nimport a from 'x'", "", true, 5)
	check("import('a'); export {b}", "", true, 13)
	check("import 'a'", "", true, 0)
	check("import {a} from 'a'", "", true, 0)
	if r := HideDynamic("f(import.meta)"); !r.Meta || r.Static || r.StaticAt != 2 {
		t.Errorf("%+v", r)
	}
}

// FuzzSplit: whatever the text, Split keeps its length and its lines, and its names occur nowhere in it.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{"import a, {b as c} from 'x' with {type: 'json'};", "export default async function * () {}", "`${/[/'\"]/}`", "export {a as 'b\\u0061'} from \"y\"", "\u2028import('\u2029')", "export default class{}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range []*Record{Split(text), HideDynamic(text)} {
			if r == nil {
				continue
			}
			if len(r.Code) != len(text) {
				t.Fatalf("%q became %q", text, r.Code)
			}
			for i := range len(text) {
				if (text[i] == '\n' || text[i] == '\r') != (r.Code[i] == '\n' || r.Code[i] == '\r') {
					t.Fatalf("%q lost a line: %q", text, r.Code)
				}
			}
			if strings.Contains(text, r.Names.Prefix) {
				t.Fatalf("%q occurs in %q", r.Names.Prefix, text)
			}
			for _, im := range r.Imports {
				if im.Request >= len(r.Requests) {
					t.Fatalf("%+v without a request", im)
				}
			}
		}
	})
}

func TestNamesFor(t *testing.T) {
	check := func(text string, want Names) {
		t.Helper()
		if d := cmp.Diff(want, NamesFor(text)); d != "" {
			t.Error(d)
		}
	}
	check("", Names{Import: "$ntimp", Meta: "$ntmet", Default: "$ntdef", Prefix: "$nt"})
	check("$nt $aa", Names{Import: "$abimp", Meta: "$abmet", Default: "$abdef", Prefix: "$ab"})
}
