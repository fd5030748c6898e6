package modules

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// tree writes the files of a txtar text and runs its main file; it returns what was printed.
func tree(t *testing.T, w *world, text string) (string, error) {
	t.Helper()
	dir := realTempDir(t)
	main, _ := extract(t, txtar.Parse([]byte(text)), dir)
	err := w.run(main)
	return strings.ReplaceAll(w.out.String(), dir, "$DIR"), err
}

// TestTypeScript has what Node does not do, so nothing is recorded from it: types with code behind them, JSX, endings
// left out, TypeScript's meaning of ./x.js.
func TestTypeScript(t *testing.T) {
	check := func(name, text, want string) {
		t.Run(name, func(t *testing.T) {
			got, err := tree(t, newWorld(t), text)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(got)); d != "" {
				t.Errorf("want - got +\n%s", d)
			}
		})
	}
	check("code behind types", `
-- main.ts --
import { type T, E, N, K } from './lib.js'; import type { Gone } from './gone.js'; import { OnlyType } from './lib';
const enum C { X = 5 }
abstract class A<T> { constructor(protected readonly v: T, public w?: number) {} abstract f(): T; declare g: string; h!: number }
class B extends A<string> { f(): string { return this.v + this.w } }
let x = <any>E.Two; const y = x satisfies unknown as number; let o: OnlyType;
function over(a: string): string; function over(a: number): string; function over(a: any) { return typeof a }
console.log(E[2], y, N.deep.z, C.X, new B('v', 1).f(), over(1), new K().m!(2), 'h' in new B('')); export {};
-- lib.ts --
export type T = string; export interface OnlyType { a: 1 } export enum E { One = 1, Two } export namespace N { export namespace deep { export const z = 'ns' } }
export class K { m?(a: number): number { return a } static #p = 1; static { void K.#p } }
`, "Two 2 ns 5 v1 number 2 true")
	check("names of files", `
-- main.mts --
import a from './a.js'; import b from './b.mjs'; import c from './c.cjs'; import d from './d'; import e from './dir'; import f from './f.jsx'; import g from 'pkg/sub.js'; import h from './both.js';
console.log(a, b, c, d, e, f, g, h);
-- a.ts --
export default 'a.ts'
-- b.mts --
export default 'b.mts'
-- c.cts --
export = 'c.cts'
-- d.ts --
export default 'd.ts'
-- dir/index.ts --
export default 'dir/index.ts'
-- f.tsx --
export default 'f.tsx'
-- node_modules/pkg/package.json --
{}
-- node_modules/pkg/sub.ts --
export default 'pkg/sub.ts'
-- both.js --
export default 'both.js'
-- both.ts --
export default 'both.ts'
`, "a.ts b.mts c.cts d.ts dir/index.ts f.tsx pkg/sub.ts both.js")
	check("commonjs", `
-- main.cts --
import fs = require('./a.cts'); import * as b from './b.cts'; import c, { d } from './c.cts';
console.log(fs.x, b.y, c, d, typeof require, __filename.slice(-8), require('./e').default); export const z = 1; console.log(Object.keys(module.exports).join());
-- a.cts --
export const x: number = 1;
-- b.cts --
exports.y = 2 as number;
-- c.cts --
export default 'c'; export const d = 'd';
-- e.ts --
export default 'e' as string
`, "1 2 c d function main.cts e\nz")
	check("type commonjs", `
-- package.json --
{"type": "commonjs"}
-- main.ts --
import { a } from './a'; console.log(a, typeof require, typeof module); export const b = 2;
-- a.ts --
export const a: string = 'from a'
`, "from a function object")
	check("jsx and decorators", `
-- tsconfig.json --
{ // comments are allowed
  "compilerOptions": { "experimentalDecorators": true, "jsx": "react", "jsxFactory": "h" } }
-- main.tsx --
const h = (tag: any, props: any, ...kids: any[]) => typeof tag + ':' + JSON.stringify(props) + kids.join();
const seen: string[] = []; const dec = (t: any, k: string) => { seen.push(k) }; const param = (t: any, k: any, i: number) => { seen.push('p' + i) };
class A { @dec m(@param a: number) {} }
console.log(<div a={1}>text{2}</div>, seen);
import './std.js';
-- std/tsconfig.json --
{}
-- std.js --
const log = (v, c) => { console.log(c.kind, c.name) }; @log class S { @log m() {} @log accessor x = 1 }
`, "method m\naccessor x\nclass S\nstring:{\"a\":1}text,2 p0,m")
}

func TestEval(t *testing.T) {
	check := func(code string, mode EvalMode, want string) {
		t.Helper()
		w := newWorld(t)
		dir := realTempDir(t)
		if err := os.WriteFile(filepath.Join(dir, "x.cjs"), []byte("module.exports = 'x.cjs'"), 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := w.loader.Eval("[eval]", code, dir, mode)
		if err == nil {
			err = w.evaluate(m)
		}
		if err != nil {
			var ex *goja.Exception
			if errors.As(err, &ex) {
				w.out.WriteString(ex.Value().String())
			}
		} else if r := m.Result(); r != nil {
			w.out.WriteString("= " + r.String())
		}
		if got := strings.ReplaceAll(strings.TrimSpace(w.out.String()), dir, "$DIR"); got != want {
			t.Errorf("%s\n got %s\nwant %s", code, got, want)
		}
	}
	check("1 + 1", EvalAuto, "= 2")
	check("var zz = 5; console.log(globalThis.zz, this === globalThis, __filename, __dirname, module.id, module.filename, module.path, require.main, exports === module.exports)",
		EvalAuto, "5 true [eval] . [eval] $DIR/[eval] . undefined true\n= undefined")
	check("require('./x.cjs')", EvalAuto, "= x.cjs")
	check("try { throw 1 } catch (e) { e + 1 }", EvalAuto, "= 2")
	check("import('./x.cjs').then((n) => console.log(n.default)); 7", EvalAuto, "x.cjs\n= 7")
	check("import x from './x.cjs'; console.log(x, import.meta.url, typeof require)", EvalAuto, "x.cjs file://$DIR/[eval] undefined")
	check("console.log(await Promise.resolve('tla'))", EvalAuto, "tla")
	check("import x from './x.cjs'", EvalScript, "SyntaxError: Cannot use import statement outside a module")
	check("var a = 1; console.log(globalThis.a)", EvalModule, "undefined")
	check("async function* g() { yield 1 } for (const x of [1]) g().next().then((r) => console.log(r.value)); 'sync'", EvalAuto, "1\n= sync")
	check("foo(", EvalAuto, "SyntaxError: Unexpected end of input")
	check("throw new RangeError('r')", EvalAuto, "RangeError: r")
	check("await null; throw 5", EvalAuto, "5")
	// Two scripts in one runtime share their globals and do not disturb each other.
	w := newWorld(t)
	for _, code := range []string{"let first = 1; try { throw 1 } catch (e) { first += e }", "let second = first; try { throw 2 } catch (e) { second += e } console.log(second)"} {
		m, err := w.loader.Eval("[eval]", code, "", EvalScript)
		if err == nil {
			err = w.evaluate(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if w.out.String() != "4\n" || len(w.caught) != 2 {
		t.Error(w.out.String(), w.caught)
	}
}

func TestBuiltins(t *testing.T) {
	made := 0
	vm := goja.New()
	l := New(vm, Options{Builtins: map[string]func(*goja.Runtime) goja.Value{
		"timers": func(vm *goja.Runtime) goja.Value {
			made++
			o := vm.NewObject()
			_ = o.Set("setTimeout", made)
			return o
		},
		"own":  func(vm *goja.Runtime) goja.Value { return vm.ToValue("own builtin") },
		"test": func(vm *goja.Runtime) goja.Value { return vm.ToValue("node:test") },
	}})
	if made != 0 {
		t.Error("made before it was asked for")
	}
	var out []string
	if err := vm.Set("log", func(c goja.FunctionCall) goja.Value {
		var s []string
		for _, a := range c.Arguments {
			s = append(s, a.String())
		}
		out = append(out, strings.Join(s, " "))
		return goja.Undefined()
	}); err != nil {
		t.Fatal(err)
	}
	w := &world{vm: vm, loader: l}
	_, err := tree(t, w, `
-- main.mjs --
import { setTimeout } from 'node:timers'; import def, * as ns from 'timers'; import { createRequire, syncBuiltinESMExports } from 'node:module'; import own from 'own';
const require = createRequire(import.meta.url);
log(require('timers') === require('node:timers'), require('timers') === def, ns.setTimeout, setTimeout, own, Object.keys(ns));
require('timers').setTimeout = 'patched'; log(ns.setTimeout); syncBuiltinESMExports(); log(ns.setTimeout, setTimeout);
try { require('fs') } catch (e) { log(e.code, e.message.split('\n')[0], e.requireStack.length) }
try { require('node:fs/promises') } catch (e) { log(e.code, e.message.split('\n')[0]) }
try { require('node:own2') } catch (e) { log(e.code, e.message) }
await import('fs').catch((e) => log(e.code, e.message)); await import('node:zzz').catch((e) => log(e.code, e.message));
log(require('module').builtinModules, require('module').isBuiltin('fs'), require('module').isBuiltin('node:timers'), require.resolve('timers'), require.resolve('node:timers'), require.resolve('fs'));
log(require('node:test'), (await import('node:test')).default); try { require('test') } catch (e) { log(e.code) } await import('test').catch((e) => log(e.code));
log(await import('./missing.mjs').catch((e) => e.message));
-- missing.mjs --
import { nope } from 'timers';
`)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"true true 1 1 own builtin default,setTimeout", "1", "patched patched",
		`MODULE_NOT_FOUND Cannot find module 'fs': "fs" is a Node.js built-in module that is not provided by nodetimers 1`,
		`MODULE_NOT_FOUND Cannot find module 'node:fs/promises': "fs/promises" is a Node.js built-in module that is not provided by nodetimers`,
		"ERR_UNKNOWN_BUILTIN_MODULE No such built-in module: node:own2",
		`ERR_MODULE_NOT_FOUND Cannot find module 'fs': "fs" is a Node.js built-in module that is not provided by nodetimers`,
		"ERR_UNKNOWN_BUILTIN_MODULE No such built-in module: node:zzz",
		"module,node:test,own,timers false true timers node:timers fs",
		"node:test node:test", "MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND",
		"The requested module 'timers' does not provide an export named 'nope'",
	}
	if d := cmp.Diff(want, out); d != "" || made != 1 {
		t.Errorf("made %d times; want - got +\n%s", made, d)
	}
}

func TestGojaBuiltins(t *testing.T) {
	vm := goja.New()
	b := GojaBuiltins()
	for name, code := range map[string]string{"url": "new x.URL('http://a/b?c').search", "buffer": "x.Buffer.from('aGk=', 'base64').toString()"} {
		if err := vm.Set("x", b[name](vm)); err != nil {
			t.Fatal(err)
		}
		v, err := vm.RunString(code)
		if err != nil || v.String() != map[string]string{"url": "?c", "buffer": "hi"}[name] {
			t.Error(name, v, err)
		}
	}
	if vm.Get("require") != nil {
		t.Error("a global require was installed")
	}
}

func TestFilesFromElsewhere(t *testing.T) {
	files := fstest.MapFS{
		"app/main.mjs":                      {Data: []byte("import p from 'pkg'; import { createRequire } from 'module'; export default p + createRequire(import.meta.url)('./x.cjs')")},
		"app/x.cjs":                         {Data: []byte("module.exports = ' and x'")},
		"app/node_modules/pkg/package.json": {Data: []byte(`{"exports": {"custom": "./c.cjs", "default": "./d.cjs"}}`)},
		"app/node_modules/pkg/c.cjs":        {Data: []byte("module.exports = 'custom condition'")},
		"app/node_modules/pkg/d.cjs":        {Data: []byte("module.exports = 'default'")},
		"app/node_modules/broken/index.js":  {Data: []byte("module.exports = 1\n//# sourceMappingURL=none.js.map")},
		"app/node_modules/broken2/index.js": {Data: []byte("module.exports = 1\n//# sourceMappingURL=data:application/json;base64,!!!")},
	}
	vm := goja.New()
	name := func(p string) string { return strings.TrimPrefix(filepath.ToSlash(p), "/") }
	l := New(vm, Options{
		ReadFile:   func(p string) ([]byte, error) { return files.ReadFile(name(p)) },
		Stat:       func(p string) (fs.FileInfo, error) { return files.Stat(name(p)) },
		Conditions: []string{"custom"},
	})
	w := &world{vm: vm, loader: l}
	m, err := l.Main("/app/main.mjs")
	if err == nil {
		err = w.evaluate(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Exports().ToObject(vm).Get("default").String(); got != "custom condition and x" {
		t.Error(got)
	}
	if !m.ESM() || m.Async() || m.Filename() != "/app/main.mjs" || m.Object() != nil || !l.IsNamespace(m.Exports()) {
		t.Error(m.ESM(), m.Async(), m.Filename(), m.Object())
	}
	for _, p := range []string{"broken", "broken2"} {
		if v, err := l.RequireFrom("/app", p); err != nil || v.ToInteger() != 1 {
			t.Error(p, v, err)
		}
	}
	resolve, _ := goja.AssertFunction(l.NewRequire("/app/y.js").Get("resolve"))
	if v, err := resolve(goja.Undefined(), vm.ToValue("pkg")); err != nil || v.String() != "/app/node_modules/pkg/c.cjs" {
		t.Error(v, err)
	}
}

func TestMainErrors(t *testing.T) {
	dir := realTempDir(t)
	check := func(file, text, message, code string) {
		t.Helper()
		w := newWorld(t)
		path := filepath.Join(dir, file)
		if text != "" {
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		_, err := w.loader.Main(path)
		var ex *goja.Exception
		if !errors.As(err, &ex) {
			t.Errorf("%s: %v is no exception", file, err)
			return
		}
		o := ex.Value().ToObject(w.vm)
		got := strings.ReplaceAll(o.Get("message").String(), dir, "$DIR")
		if c := o.Get("code"); got != message || code == "" && c != nil || code != "" && (c == nil || c.String() != code) {
			t.Errorf("%s: %q with code %v, want %q with %q", file, got, c, message, code)
		}
	}
	check("gone.js", "", "Cannot find module '$DIR/gone.js'", "MODULE_NOT_FOUND")
	check("bad.js", "let a = ;", "Unexpected token ';'", "")
	check("a.mjs", "import './gone.mjs'", "Cannot find module '$DIR/gone.mjs' imported from $DIR/a.mjs", "ERR_MODULE_NOT_FOUND")
	check("b.mjs", "import './bad.js'", "Unexpected token ';'", "")
	w := newWorld(t)
	err := w.run(filepath.Join(dir, "c.mjs"))
	if err == nil {
		t.Error("a file that is not there ran")
	}
	if err := os.WriteFile(filepath.Join(dir, "c.mjs"), []byte("import { x } from './d.mjs'; console.log('never')"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "d.mjs"), []byte("console.log('never')"), 0o666); err != nil {
		t.Fatal(err)
	}
	err = w.run(filepath.Join(dir, "c.mjs"))
	var ex *goja.Exception
	if !errors.As(err, &ex) || w.out.String() != "" {
		t.Fatal(err, w.out.String())
	}
	s := w.loader.SyntaxErrorOf(ex.Value())
	if s == nil || s.Line != 1 || s.Column != 10 || s.File != filepath.Join(dir, "c.mjs") {
		t.Errorf("%+v", s)
	}
}

// TestInterrupt says that what no script may catch ends loading, whatever waits in between.
func TestInterrupt(t *testing.T) {
	for name, text := range map[string]string{
		"require":  "-- main.cjs --\ntry { require('./a.cjs') } catch (e) { console.log('caught') }\n-- a.cjs --\nstop(); for (;;);",
		"import":   "-- main.mjs --\nimport './a.mjs'; console.log('never')\n-- a.mjs --\nstop(); for (;;);",
		"await":    "-- main.mjs --\nawait null; stop(); try { for (;;); } finally { console.log('never') }",
		"dynamic":  "-- main.cjs --\nimport('./a.mjs').catch(() => console.log('caught'))\n-- a.mjs --\nstop(); for (;;);",
		"esm deep": "-- main.cjs --\nrequire('./a.mjs')\n-- a.mjs --\nimport './b.cjs'\n-- b.cjs --\nstop(); for (;;);",
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			if err := w.vm.Set("stop", func(goja.FunctionCall) goja.Value { w.vm.Interrupt("stopped"); return goja.Undefined() }); err != nil {
				t.Fatal(err)
			}
			out, err := tree(t, w, text)
			var stopped *goja.InterruptedError
			if !errors.As(err, &stopped) || out != "" {
				t.Errorf("%T %v, printed %q", err, err, out)
			}
		})
	}
}

func TestSymbolicLinks(t *testing.T) {
	dir := realTempDir(t)
	extract(t, txtar.Parse([]byte("-- real/a.cjs --\nmodule.exports = [__filename, require('dep')]\n-- real/node_modules/dep/index.js --\nmodule.exports = 'dep of real'\n-- app/x --\n")), dir)
	if err := os.Symlink(filepath.Join(dir, "real", "a.cjs"), filepath.Join(dir, "app", "link.cjs")); err != nil {
		t.Skip(err)
	}
	w := newWorld(t)
	v, err := w.loader.RequireFrom(filepath.Join(dir, "app"), "./link.cjs")
	if err != nil {
		t.Fatal(err)
	}
	if got := v.String(); got != filepath.Join(dir, "real", "a.cjs")+",dep of real" {
		t.Error(got)
	}
}

// TestCopiedPrimitives runs modules after a program has broken what the loader's own scripts use.
func TestCopiedPrimitives(t *testing.T) {
	w := newWorld(t)
	out, err := tree(t, w, `
-- main.mjs --
import './break.mjs'; import { v } from './a.mjs';
console.log(v); const { w } = await import('./b.cjs'); console.log(w);
for await (const x of (async function* () { yield 1; yield 2 })()) console.log(x);
-- break.mjs --
const bad = () => { throw new Error('patched') };
Promise.prototype.then = bad; Promise.resolve = bad; Array.prototype.push = bad; Array.prototype[Symbol.iterator] = bad; Function.prototype.call = bad; Function.prototype.apply = bad;
Reflect.apply = bad; Object.defineProperty = bad; Object.create = bad; Object.keys = bad; JSON.parse = bad; WeakMap.prototype.get = bad; WeakMap.prototype.set = bad; Object.getPrototypeOf(function* () {}).prototype.next = bad;
String.prototype.startsWith = bad; Object.preventExtensions = bad; Reflect.ownKeys = bad; globalThis.Error = bad; globalThis.Promise = bad;
-- a.mjs --
await null; export const v = 'after await';
-- b.cjs --
exports.w = require('./c.json').x + require('./d.mjs').default;
-- c.json --
{"x": "json "}
-- d.mjs --
export default 'and esm'
`)
	if want := "after await\njson and esm\n1\n2\n"; err != nil || out != want {
		t.Errorf("%v\n got %q\nwant %q", err, out, want)
	}
}
