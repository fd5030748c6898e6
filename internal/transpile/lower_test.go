package transpile

import (
	"errors"
	"strings"
	"testing"
)

func TestLower(t *testing.T) {
	check := func(path, text string, want ...string) {
		t.Helper()
		out, err := Lower(Input{Path: path, Code: text})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if no, ok := strings.CutPrefix(w, "!"); ok == strings.Contains(out.Code, strings.TrimPrefix(w, "!")) {
				t.Errorf("%s\nwant %s\n got %s", text, no, out.Code)
			}
		}
	}
	// What goja runs stays.
	for _, s := range []string{"class A {\n  #x = 1;\n  static {\n    this.#y();\n  }\n  static #y() {\n  }\n  get z() {\n    return #x in this;\n  }\n}",
		"a ??= b?.c ?? d ** 2n;", "const { x, ...y } = { ...z };", "async function f() {\n  await g();\n}", "function* g() {\n  yield h();\n}",
		"try {\n} catch {\n}", "/(?<n>a)(?<=b)\\k<n>/su;", "label: for (; ; ) continue label;", "import x from \"y\" with { type: \"json\" };", "export * as n from \"y\";", "await f();", "import(x);", "import.meta.url;", "#!/usr/bin/env node\nf();"} {
		check("/a.js", s, s)
	}
	check("/a.js", "async function* f() { yield 1 }", "__asyncGenerator(", "!async function")
	check("/a.js", "async function f() { for await (const x of y) z(x) }", "__forAwait(y)", "!for await", "async function f")
	check("/a.js", "{ using x = f(); await using y = g(); }", "__using(", "__callDispose(", "!using x")
	check("/a.js", "@d class A { accessor x = 1 }", "!@d class", "!accessor x = 1")
	check("/a.ts", "let x: number = <any>y; enum E { A } interface I {} export type T = I; export const c = x as unknown", "let x = y;", "!interface", "!type T", "export const c = x;")
	check("/a.ts", "import { T } from './t'; import { v } from './v'; const x: T = v", `import { v } from "./v"`, `!"./t"`)
	check("/a.tsx", "const x = <div a={1}>text</div>", "React.createElement")
	check("/a.js", "const s = 'é😀'", "é😀")
	out, err := Lower(Input{Path: "/a.cts", Code: "import a from 'b'; export const c = a", CommonJS: true})
	if err != nil || !strings.Contains(out.Code, `require("b")`) || strings.Contains(out.Code, "export const") {
		t.Error(out, err)
	}
	out, err = Lower(Input{Path: "/a.ts", Code: "class A { @d m() {} }", Tsconfig: `{"compilerOptions": {"experimentalDecorators": true}}`})
	if err != nil || !strings.Contains(out.Code, "__decorateClass(") {
		t.Error(out, err)
	}
}

func TestMapping(t *testing.T) {
	const text = "interface I { a: 1 }\nlet é = '😀' as string, second = f();\n\nfunction f() { return 1 }\nasync function* g() { yield second }\n"
	out, err := Lower(Input{Path: "/a.ts", Code: text})
	if err != nil {
		t.Fatal(err)
	}
	find := func(s, sub string) (line, col int) {
		i := strings.Index(s, sub)
		if i < 0 {
			t.Fatalf("no %q in %s", sub, s)
		}
		line = strings.Count(s[:i], "\n")
		return line, units(s[strings.LastIndexByte(s[:i], '\n')+1 : i])
	}
	for _, sub := range []string{"second = ", "f();", "function f", "return 1", "yield second"} {
		line, col := find(out.Code, sub)
		gotLine, gotCol, ok := out.Map.Original(line, col)
		wantLine, wantCol := find(text, sub)
		if !ok || gotLine != wantLine || gotCol != wantCol {
			t.Errorf("%q at %d:%d leads to %d:%d %v, want %d:%d", sub, line, col, gotLine, gotCol, ok, wantLine, wantCol)
		}
	}
	if _, _, ok := out.Map.Original(find(out.Code, "__knownSymbol")); ok {
		t.Error("a helper comes from the file")
	}
	if _, _, ok := out.Map.Original(100_000, 0); ok {
		t.Error("a line that is not there comes from the file")
	}
	if !strings.Contains(string(out.Map.JSON()), `"mappings"`) {
		t.Error("no source map")
	}
	if _, err := decodeMapping([]byte("{")); err == nil {
		t.Error("broken JSON was read")
	}
}

func TestSyntaxError(t *testing.T) {
	check := func(path, text string, want SyntaxError) {
		t.Helper()
		_, err := Lower(Input{Path: path, Code: text})
		var got *SyntaxError
		if !errors.As(err, &got) {
			t.Fatalf("%q: %v", text, err)
		}
		want.File = path
		if *got != want {
			t.Errorf("%q\n got %+v\nwant %+v", text, *got, want)
		}
	}
	check("/a.js", "ok();\nlet é = ;", SyntaxError{Line: 2, Column: 9, Length: 1, Message: "Unexpected token ';'", Source: "let é = ;"})
	check("/a.ts", "let x: = 1", SyntaxError{Line: 1, Column: 8, Length: 1, Message: "Unexpected token '='", Source: "let x: = 1"})
	check("/a.js", "x(\n", SyntaxError{Line: 2, Column: 1, Length: 0, Message: "Unexpected end of input", Source: ""})
	check("/a.js", "f('😀', a b)", SyntaxError{Line: 1, Column: 9, Length: 1, Message: "missing ) after argument list", Source: "f('😀', a b)"})
	if s := (&SyntaxError{Message: "m"}).Error(); s != "SyntaxError: m" {
		t.Error(s)
	}
}

func TestOffset(t *testing.T) {
	const text = "ab\ncd\r\nef\u2028g"
	for _, c := range []struct{ line, col, want int }{{1, 0, 0}, {1, 2, 2}, {2, 1, 4}, {3, 0, 7}, {4, 0, 12}, {9, 0, 13}, {4, 50, 13}} {
		if got := Offset(text, c.line, c.col); got != c.want {
			t.Errorf("%d:%d is %d, want %d", c.line, c.col, got, c.want)
		}
	}
	e := ErrorAtLine("/f", text, 1, 1, 9, "m")
	if e.Line != 2 || e.Column != 2 || e.Length != 1 || e.Source != "cd" {
		t.Errorf("%+v", e)
	}
}
