package modules

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
)

// everySyntax has each kind of node that the parser makes.
const everySyntax = `'use strict';
var a = 1, [b, , c = 2, ...d] = [1, , 3], { e, f: g = 3, ['h']: i, ...j } = {};
let k = a ? b : c; const l = (a, b); ;
function m(x, y = 1, { z } = {}, [w] = [], ...rest) { return new.target, this, arguments; }
async function n() { await a; for (const x of b) await x; }
function* o() { yield; yield a; yield* b; }
class P extends m { static q = 1; #r = 2; ['s'] = 3; t; constructor() { super(); super.u; } get v() { return this.#r } set v(x) { this.#r = x }
  static w() {} async x() {} *y() {} #z() { return #r in this } static { var sb = 1; let sc = this; } static async sd() {} 'quoted'() {} 1() {} }
const aa = x => x, ab = async (x, y) => { await x; }, ac = ({ x }, [y] = []) => ({ x, y, z() {}, get g() { return 1 }, set g(v) {}, [x]: 1, ...y, 'q': 2, 3: 4, async am() {}, *gm() {} });
if (a) b; else { c; }
for (var ad = 0, ae = 1; ad < 1; ad++) continue;
for (let af = 0; ;) break;
for (ag; ;) break;
for (const ah in a) ; for (ah.x of a) ; for (var [ai] of a) ; for ([ag, ...ag] of a) ; for ({ x: ag, ag = 1 } of a) ;
while (a) { debugger; }
do { a; } while (b);
label: for (;;) { break label; }
switch (a) { case 1: let aj = 2; break; default: aj; }
try { throw a; } catch ({ message }) { message; } finally { b; }
try { a; } catch { b; }
try { a; } catch (ak) { ak; }
a = b; a += 1; a ??= b; [a, b = 1, ...c] = d; ({ a, b = 2, c: d.e, ...f } = g); a.b = 1; a[b] = 2;
a++; --b; -a; !a; typeof a; void a; delete a.b; a in b; a instanceof b; a && b || c; a ?? b; a ** b;
a.b.c; a['b']; a?.b?.[c]?.(d); a(b, ...c); new a; new a(b, c); a` + "`x${b}y${c}z`" + `; ` + "`plain`" + `;
/re/g; 1; 1n; 'str'; true; null; [1, , ...a]; function() {}
`

// positions lists every position of a tree, in the order of its fields, with what it is.
func positions(node any) (out []string, idx []*file.Idx) {
	seen := map[any]bool{}
	var walk func(v reflect.Value, path string)
	walk = func(v reflect.Value, path string) {
		switch v.Kind() {
		case reflect.Interface:
			walk(v.Elem(), path)
		case reflect.Pointer:
			if v.IsNil() || seen[v.Interface()] || v.Type() == reflect.TypeFor[*file.File]() {
				return
			}
			seen[v.Interface()] = true
			walk(v.Elem(), path)
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i), fmt.Sprintf("%s[%d]", path, i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				f := v.Type().Field(i)
				if f.Name == "DeclarationList" {
					continue // its bindings are those of the statements
				}
				if f.Type == reflect.TypeFor[file.Idx]() {
					out = append(out, path+"."+v.Type().Name()+"."+f.Name)
					idx = append(idx, v.Field(i).Addr().Interface().(*file.Idx))
					continue
				}
				walk(v.Field(i), path+"."+f.Name)
			}
		}
	}
	walk(reflect.ValueOf(node), "")
	return out, idx
}

// TestEveryPositionMovesOnce runs the pass with a mover that adds a number and looks at all positions of the tree.
func TestEveryPositionMovesOnce(t *testing.T) {
	text := strings.Replace(everySyntax, "function() {}", "(function() {})", 1)
	parse := func() *ast.Program {
		prg, err := parser.ParseFile(nil, "t.js", text, 0, parser.WithDisableSourceMaps)
		if err != nil {
			t.Fatal(err)
		}
		return prg
	}
	before, after := parse(), parse()
	const moved = 1_000_000
	p := &pass{pos: func(idx file.Idx) file.Idx { return idx + moved }}
	p.program(after)
	names, old := positions(before)
	afterNames, new := positions(after)
	if len(old) != len(new) || len(old) < 400 {
		t.Fatalf("%d positions before, %d after", len(old), len(new))
	}
	for i := range old {
		if names[i] != afterNames[i] {
			t.Fatalf("%s became %s", names[i], afterNames[i])
		}
		if strings.HasSuffix(names[i], "CallExpression.LeftParenthesis") {
			continue // it moves to the name that is called
		}
		if *new[i] != *old[i]+moved {
			t.Errorf("%s: %d became %d", names[i], *old[i], *new[i])
		}
	}
}

// run gives what a CommonJS file exports, as a string.
func runText(t *testing.T, w *world, code string) string {
	t.Helper()
	u, err := compileFile(source{path: "/t.cjs", code: code, hook: true}, commonJS)
	if err != nil {
		t.Fatalf("%s\n%v", code, err)
	}
	mod := w.loader.newModule("/t.cjs", nil)
	if err := w.loader.caught(func() { w.loader.runWrapper(u, mod, "/t.cjs") }); err != nil {
		t.Fatalf("%s\n%v", code, err)
	}
	return mod.Get("exports").String()
}

func TestCatchHook(t *testing.T) {
	check := func(code, caught, want string) {
		t.Helper()
		w := newWorld(t)
		got := runText(t, w, code)
		var seen []string
		for _, v := range w.caught {
			seen = append(seen, v.String())
		}
		if s := strings.Join(seen, " "); s != caught || got != want {
			t.Errorf("%s\ncaught %q, want %q\nexports %q, want %q", code, s, caught, got, want)
		}
	}
	check("try { throw 1 } catch (e) { module.exports = e }", "1", "1")
	check("try { throw { message: 'm', toString() { return 'o' } } } catch ({ message, name = 'dflt' }) { module.exports = message + name }", "o", "mdflt")
	check("try { throw [1, 2, 3] } catch ([a, ...b]) { module.exports = a + '-' + b }", "1,2,3", "1-2,3")
	check("try { throw 1 } catch { module.exports = 'none' }", "", "none")
	check("try { module.exports = 'fine' } catch (e) { }", "", "fine")
	check("try { try { throw 1 } catch (e) { throw e + 1 } finally { } } catch (e) { module.exports = e }", "1 2", "2")
	check("const f = () => { try { throw 'a' } catch (e) { return e } }; class C { static s = f(); m() { try { f() } catch (e) {} } } module.exports = C.s + f()", "a a", "aa")
	check("function* g() { try { yield 1 } catch (e) { yield e } } const i = g(); i.next(); module.exports = i.throw('in').value", "in", "in")
	check("try { throw 1 } catch (e) { var e = 2; module.exports = e }", "1", "2")
	check("try { throw 1 } catch (e) { let x = e; { const e = 5; module.exports = x + e } }", "1", "6")
	check("module.exports = eval('try { throw 1 } catch (e) { e }')", "", "1") // code of eval is not the loader's
	check("const $nt = 1; try { throw $nt } catch ($ntc) { module.exports = $ntc + typeof $a }", "1", "1undefined")
	check("try { throw 1 } catch (e) { module.exports = (() => e)() } module.exports += arguments.length", "1", "6")
}

// TestNothingVisible says that no name of the loader's can be seen by a file.
func TestNothingVisible(t *testing.T) {
	w := newWorld(t)
	const names = "Object.getOwnPropertyNames(globalThis).sort().join()"
	before, err := w.vm.RunString(names)
	if err != nil {
		t.Fatal(err)
	}
	got := runText(t, w, `
		const seen = [];
		for (const n of ['c', 'h', 'i', 'm', 'x', '$ntc', 'catch_', 'wrapper']) { try { eval(n); seen.push(n) } catch (e) {} }
		import('./none.mjs').catch(() => {});
		module.exports = seen + '|' + Object.getOwnPropertyNames(globalThis).sort().join() + '|' + (function () { return arguments.callee.caller })`)
	if want := "|" + before.String() + "|"; !strings.HasPrefix(got, want) {
		// $nt is taken by the text itself, so its names begin otherwise.
		t.Errorf("visible: %s", strings.TrimSuffix(got, want))
	}
}

func TestFunctionsShowTheirSource(t *testing.T) {
	w := newWorld(t)
	check := func(code, want string) {
		t.Helper()
		if got := runText(t, w, code); got != want {
			t.Errorf("%s\n got %s\nwant %s", code, got, want)
		}
	}
	check("module.exports = String(function f ( a ) { return import('x') })", "function f ( a ) { return import('x') }")
	check("module.exports = String(() => { try { } catch (e) { } })", "() => { try { } catch (e) { } }")
	check("module.exports = String(class { import() { } })", "class { import() { } }")
	check("module.exports = ({ import() { return 'method' } }).import() + Object.keys({ import() { return import('x') }, x: import('fs') }.__proto__ || {})", "method")
	check("module.exports = Object.keys({ import() {}, export() {} })", "import,export")
}

func TestRegExps(t *testing.T) {
	w := newWorld(t)
	check := func(code, want string) {
		t.Helper()
		if got := runText(t, w, "module.exports = "+code); got != want {
			t.Errorf("%s\n got %s\nwant %s", code, got, want)
		}
	}
	check(`[/\p{L}/u.test('a'), /\p{L}/u.test('1'), /\P{L}/u.test('1'), /[\p{L}\d]+/u.exec('héllo1 ')[0]]`, "true,false,true,héllo1")
	check(`[/\p{Script=Greek}/u.test('α'), /\p{sc=Greek}/u.test('a'), /\p{gc=Nd}/u.test('5'), /\p{General_Category=Uppercase_Letter}/u.test('A')]`, "true,false,true,true")
	check(`[/\p{Alphabetic}/u.test('a'), /\p{ID_Start}/u.test('1'), /[\p{ID_Continue}$]/u.test('$'), /\P{ASCII}/u.test('é'), /[\P{ASCII}]/u.test('e'), /\p{Any}/u.test('x'), /\p{Assigned}/u.test('a')]`, "true,false,true,true,false,true,true")
	check(`[/\p{Emoji_Presentation}/u.test('😀'), /\p{Extended_Pictographic}/u.test('a')]`, "true,false")
	check(`[/(?i:a)b/.test('Ab'), /(?i:a)b/.test('AB'), /a(?-i:b)/i.test('AB'), /(?s:.)/.test('\n')]`, "true,false,false,true")
	check(`[/^[a-z]+$/v.test('abc'), /\p{L}/v.test('1')]`, "true,false")
	check(`/\\p{L}/u.test('\\p{L}')`+" === undefined", "false")
	check(`[/[\p{Mark}\p{Default_Ignorable_Code_Point}]/u.test('\u00ad'), /^\p{DI}$/u.test('a')]`, "true,false")
	check(`(() => { try { return /\p{Bidi_Mirrored}/u.test('(') } catch (e) { return e.name } })()`, "SyntaxError")
	check(`(() => { try { return /[\p{L}--[a-z]]/v.test('a') } catch (e) { return e.name } })()`, "SyntaxError")
	check(`(() => { try { return /a/d.exec('a').indices[0] } catch (e) { return e.name } })()`, "SyntaxError")
	check(`'aXbX'.replace(/\p{Lu}/gu, '-')`, "a-b-")
}

func TestMover(t *testing.T) {
	text := "a\r\n\u00e9\U0001F600b\u2028c\nd"
	r := newRuler(text)
	at := func(sub string) (int, int) {
		return r.position(r.offset(strings.Index(text, sub)))
	}
	for _, c := range []struct {
		sub       string
		line, col int
	}{{"a", 0, 0}, {"\u00e9", 1, 0}, {"\U0001F600", 1, 1}, {"b", 1, 3}, {"c", 2, 0}, {"d", 3, 0}} {
		if line, col := at(c.sub); line != c.line || col != c.col {
			t.Errorf("%q is at %d:%d, want %d:%d", c.sub, line, col, c.line, c.col)
		}
	}
	// goja's own idea of lines is the same.
	f := file.NewFile("t", r.picture, 1)
	if p := f.Position(r.offset(strings.Index(text, "c"))); p.Line != 3 || p.Column != 1 {
		t.Error(p)
	}
}
