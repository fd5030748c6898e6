package modules

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"

	"github.com/nodetimers/nodetimers/internal/transpile"
)

// bundle is about a megabyte of code like that of a package: functions, classes, strings, regular expressions, a catch
// clause in every unit.
func bundle() string {
	var b strings.Builder
	for i := 0; b.Len() < 1_000_000; i++ {
		fmt.Fprintf(&b, `
/** Unit %[1]d: what a comment in a package looks like. */
var state%[1]d = { count: 0, names: ['a', "b"], pattern: /^[a-z]+(?:-[0-9]{2,4})?$/i };
function unit%[1]d(options, callback) {
  if (options === undefined) { options = { retries: 3, delay: 1e3 * %[1]d / 7 }; }
  try {
    for (let i = 0; i < options.retries; i++) {
      state%[1]d.count += i %% 2 ? 1 : -1;
      if (state%[1]d.pattern.test(String(i))) return callback(null, state%[1]d.names.map((n) => n + i).join(', '));
    }
  } catch (error) {
    callback(error);
  }
  return new Promise((resolve) => setTimeout(resolve, options.delay));
}
class Unit%[1]d extends Base { #value = 1; static of(v) { return new Unit%[1]d(v); } get value() { return this.#value ?? `+"`none ${state%[1]d.count}`"+`; } async run(...args) { await unit%[1]d(...args); } }
`, i)
	}
	return b.String()
}

func BenchmarkCompile(b *testing.B) {
	text := bundle()
	run := func(name string, f func() error) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	compile := func(path, text string, hook bool, want format) func() error {
		return func() error {
			_, err := compileFile(source{path: path, code: text, hook: hook}, want)
			return err
		}
	}
	run("format=goja", func() error { // the engine alone, to compare
		prg, err := goja.Parse("t.js", "(function(){"+text+"\n})", parser.WithDisableSourceMaps)
		if err == nil {
			_, err = goja.CompileAST(prg, false)
		}
		return err
	})
	run("format=commonjs/catch=plain", compile("/t.cjs", text, false, commonJS))
	run("format=commonjs/catch=hooked", compile("/t.cjs", text, true, commonJS))
	run("format=esm/catch=hooked", compile("/t.mjs", "import { a } from 'b';"+text+"export default 1", true, esModule))
	run("format=lowered/catch=hooked", compile("/t.cjs", text+"async function* g() {}", true, commonJS))
	run("format=typescript/catch=hooked", compile("/t.cts", text, true, commonJS))
	run("step=split", func() error {
		if transpile.Split(text) == nil {
			return fmt.Errorf("not split")
		}
		return nil
	})
	run("step=lower", func() error {
		_, err := transpile.Lower(transpile.Input{Path: "/t.js", Code: text})
		return err
	})
}

func BenchmarkNew(b *testing.B) {
	vm := goja.New()
	for b.Loop() {
		New(vm, Options{OnCatch: func(goja.Value) {}})
	}
}

// BenchmarkCatch is what the hook costs a script: a catch clause that is entered, with and without it.
func BenchmarkCatch(b *testing.B) {
	const text = "module.exports = (n) => { let c = 0; for (let i = 0; i < n; i++) { try { throw i } catch (e) { c += e } } return c }"
	for _, hook := range []bool{false, true} {
		b.Run(fmt.Sprintf("hook=%t", hook), func(b *testing.B) {
			vm := goja.New()
			opts := Options{}
			if hook {
				opts.OnCatch = func(goja.Value) {}
			}
			l := New(vm, opts)
			mod := l.newModule("/t.cjs", nil)
			l.compileAndRun(mod, text, "/t.cjs", commonJS)
			f, _ := goja.AssertFunction(mod.Get("exports"))
			b.ResetTimer()
			if _, err := f(goja.Undefined(), vm.ToValue(b.N)); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkImportedCall calls a function of another module: a constant export, one that is assigned to, and a local.
func BenchmarkImportedCall(b *testing.B) {
	const lib = "export function fixed(x) { return x + 1 } export let assigned = fixed; assigned = fixed;"
	for name, body := range map[string]string{"fixed": "fixed", "assigned": "assigned", "local": "local"} {
		b.Run("export="+name, func(b *testing.B) {
			vm := goja.New()
			files := map[string]string{"/lib.mjs": lib, "/main.mjs": "import { fixed, assigned } from './lib.mjs'; function local(x) { return x + 1 } export default (n) => { let c = 0; for (let i = 0; i < n; i++) c = " + body + "(c); return c }"}
			l := New(vm, Options{
				ReadFile: func(p string) ([]byte, error) {
					if s, ok := files[p]; ok {
						return []byte(s), nil
					}
					return nil, fs.ErrNotExist
				},
				Stat: func(p string) (fs.FileInfo, error) {
					if s, ok := files[p]; ok {
						return fstest.MapFS{"f": {Data: []byte(s)}}.Stat("f")
					}
					return nil, fs.ErrNotExist
				},
			})
			m, err := l.Main("/main.mjs")
			if err != nil {
				b.Fatal(err)
			}
			if _, err := m.Evaluate(); err != nil {
				b.Fatal(err)
			}
			f, _ := goja.AssertFunction(m.Exports().ToObject(vm).Get("default"))
			b.ResetTimer()
			if _, err := f(goja.Undefined(), vm.ToValue(b.N)); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkRequire is a module asked for again.
func BenchmarkRequire(b *testing.B) {
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.js"), []byte("module.exports = 1"), 0o666); err != nil {
		b.Fatal(err)
	}
	vm := goja.New()
	require := New(vm, Options{}).NewRequire(filepath.Join(dir, "main.js"))
	f, _ := goja.AssertFunction(require)
	for b.Loop() {
		if _, err := f(goja.Undefined(), vm.ToValue("./a")); err != nil {
			b.Fatal(err)
		}
	}
}
