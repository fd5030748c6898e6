package modules

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"go.uber.org/goleak"
)

// aheadWorld is a world with goroutines ahead, in which ready(file) waits until the file has been compiled ahead, and
// write(file, text) writes one. It checks in the end that no goroutine is left.
func aheadWorld(t *testing.T, text string) (w *world, main, dir string) {
	t.Helper()
	ignored := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, ignored) })
	w = newWorld(t)
	w.loader.ahead.limit = 2
	dir = realTempDir(t)
	main, _ = extract(t, txtar.Parse([]byte(text)), dir)
	set := func(name string, f func(file, text string)) {
		if err := w.vm.Set(name, func(c goja.FunctionCall) goja.Value {
			f(filepath.Join(dir, c.Argument(0).String()), c.Argument(1).String())
			return goja.Undefined()
		}); err != nil {
			t.Fatal(err)
		}
	}
	set("ready", func(file, _ string) { <-w.loader.ahead.job(file).done })
	set("write", func(file, text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Error(err)
		}
	})
	return w, main, dir
}

// job waits for a file to be begun.
func (a *ahead) job(file string) *job {
	for range 6000 {
		a.mu.Lock()
		j := a.jobs[file]
		a.mu.Unlock()
		if j != nil {
			return j
		}
		time.Sleep(10 * time.Millisecond)
	}
	panic("nobody compiles " + file + " ahead")
}

// What was compiled ahead is what runs, but not if the file has been written since, nor if the compiler panicked.
func TestAheadIsUsed(t *testing.T) {
	const text = `
-- main.cjs --
ready('a.cjs'); swap('a.cjs'); ready('b.cjs'); write('b.cjs', 'module.exports = "b as written"'); ready('c.cjs');
const a = require('./a.cjs'), b = require('./b.cjs'), c = require('./c.cjs');
console.log(a + ',', b + ',', c);
-- a.cjs --
module.exports = 'a as read';
-- b.cjs --
module.exports = 'b as read';
-- c.cjs --
module.exports = 'c as read';
`
	w, main, dir := aheadWorld(t, text)
	if err := w.vm.Set("swap", func(c goja.FunctionCall) goja.Value {
		j := w.loader.ahead.job(filepath.Join(dir, c.Argument(0).String()))
		j.unit, _ = compileFile(source{path: j.source.path, code: "module.exports = 'a as compiled ahead'"}, commonJS)
		return goja.Undefined()
	}); err != nil {
		t.Fatal(err)
	}
	w.loader.ahead.build = func(src source, want format) (*unit, error) {
		if filepath.Base(src.path) == "c.cjs" {
			panic("the compiler's")
		}
		return compileFile(src, want)
	}
	if err := w.run(main); err != nil || w.out.String() != "a as compiled ahead, b as written, c as read\n" {
		t.Error(err, w.out.String())
	}
	if n := len(w.loader.ahead.jobs); n != 0 {
		t.Errorf("%d programs are kept", n)
	}
}

// A package.json that a program writes counts from then on, although the file it hides was found ahead.
func TestAheadFindsOnItsOwn(t *testing.T) {
	w, main, _ := aheadWorld(t, `
-- main.cjs --
ready('sub/index.js'); write('sub/package.json', '{"main": "other.js"}');
console.log(require('./sub'));
-- sub/index.js --
module.exports = 'index';
-- sub/other.js --
module.exports = 'other';
`)
	if err := w.run(main); err != nil || w.out.String() != "other\n" {
		t.Error(err, w.out.String())
	}
}

// manyFiles are n files behind a main file, each of which loads the next ones.
func manyFiles(n int, ext, load string, special map[int]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "-- main%s --\n", ext)
	for i := range n {
		fmt.Fprintf(&b, load+"\n", i)
	}
	fmt.Fprintln(&b, "console.log('end')")
	for i := range n {
		fmt.Fprintf(&b, "-- f%d%s --\n", i, ext)
		if s, ok := special[i]; ok {
			fmt.Fprintln(&b, s)
			continue
		}
		for j := i + 1; j < min(i+4, n); j++ {
			fmt.Fprintf(&b, load+"\n", j)
		}
		fmt.Fprintf(&b, "function f(x) { for (const y of [x, %d]) if (y) return { y, z: [y] } }\n", i)
	}
	return b.String()
}

// However a load ends, its goroutines have ended before: aheadWorld checks it.
func TestAheadEnds(t *testing.T) {
	const requires, imports = "require('./f%d.cjs');", "import './f%d.mjs';"
	for _, c := range []struct {
		name, text, want, errText string
	}{
		{"require", manyFiles(60, ".cjs", requires, nil), "end\n", ""},
		{"import", manyFiles(60, ".mjs", imports, nil), "end\n", ""},
		{"syntax error, require", manyFiles(60, ".cjs", requires, map[int]string{30: "let a = ;"}), "", "SyntaxError: Unexpected token ';'"},
		{"syntax error, import", manyFiles(60, ".mjs", imports, map[int]string{30: "let a = ;"}), "", "SyntaxError: Unexpected token ';'"},
		{"two errors, the first in order counts", manyFiles(60, ".mjs", imports, map[int]string{9: "import './gone.mjs'; import './f10.mjs'", 10: "let a = ;"}), "", "Cannot find module"},
		{"two errors, the other way round", manyFiles(60, ".mjs", imports, map[int]string{9: "import './f10.mjs'; import './gone.mjs'", 10: "let a = ;"}), "", "SyntaxError: Unexpected token ';'"},
		{"exception", manyFiles(60, ".cjs", requires, map[int]string{1: "throw new RangeError('thrown')"}), "", "RangeError: thrown"},
		{"interrupt", manyFiles(60, ".cjs", requires, map[int]string{1: "stop(); for (;;);"}), "", "stopped"},
		{"end of the stack", manyFiles(60, ".cjs", requires, map[int]string{1: "(function f() { f() })()"}), "", "at f ("},
		{"dynamic import", "-- main.cjs --\nimport('./entry.mjs').catch((e) => console.log(e.name))\n" +
			strings.Replace(manyFiles(60, ".mjs", imports, map[int]string{30: "let a = ;"}), "-- main.mjs --", "-- entry.mjs --", 1), "SyntaxError\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, main, _ := aheadWorld(t, c.text)
			w.vm.SetMaxCallStackSize(1000)
			if err := w.vm.Set("stop", func(goja.FunctionCall) goja.Value { w.vm.Interrupt("stopped"); return goja.Undefined() }); err != nil {
				t.Fatal(err)
			}
			err := w.run(main)
			text := ""
			if err != nil {
				text = err.Error()
			}
			if w.out.String() != c.want || (c.errText == "") != (err == nil) || !strings.Contains(text, c.errText) {
				t.Errorf("%v, printed %q; want %q and %q", err, w.out.String(), c.errText, c.want)
			}
			if a := w.loader.ahead; a.depth != 0 || a.open || a.workers != 0 || len(a.jobs) != 0 || len(a.imports)+len(a.needs)+len(a.later) != 0 {
				t.Errorf("depth %d, open %v, %d workers, %d programs, %d files wanted", a.depth, a.open, a.workers, len(a.jobs), len(a.imports)+len(a.needs)+len(a.later))
			}
		})
	}
}

// Without a second processor, or with files from elsewhere, nobody is ahead.
func TestAheadAlone(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if n := newAhead(Options{}, isBuiltinName).limit; n != 0 {
		t.Errorf("%d goroutines on one processor", n)
	}
	runtime.GOMAXPROCS(3)
	if n := newAhead(Options{}, isBuiltinName).limit; n != 2 {
		t.Errorf("%d goroutines on three processors", n)
	}
	if n := newAhead(Options{ReadFile: os.ReadFile}, isBuiltinName).limit; n != 0 {
		t.Errorf("%d goroutines for files from elsewhere", n)
	}
}

// A CommonJS file without a "type" that an ES module imports is read as the one to find out, and compiled once.
func TestKeptForRequire(t *testing.T) {
	w, main, dir := aheadWorld(t, "-- main.mjs --\nimport './a.js'; console.log('end')\n-- a.js --\nconsole.log('a')\n")
	w.loader.ahead.limit = 0
	m, err := w.loader.Main(main)
	if err != nil {
		t.Fatal(err)
	}
	j := w.loader.ahead.jobs[filepath.Join(dir, "a.js")]
	if j == nil || j.unit == nil {
		t.Fatal("the program is not kept")
	}
	j.unit, _ = compileFile(source{path: j.source.path, code: "console.log('kept')"}, commonJS)
	if err := w.evaluate(m); err != nil || w.out.String() != "kept\nend\n" {
		t.Error(err, w.out.String())
	}
}

func TestPlainRequires(t *testing.T) {
	for text, want := range map[string]string{
		"require('a'); var b = require('b'), { c } = require(\"c\").d; let e = f(require('e'))":        "a b c e",
		"module.exports = { a: require('a'), ...require('b'), [c]: [require('c')] }":                   "a b c",
		"exports.a = exports.b = new (require('a').A)(require('b')); x(), require('c')":                "a b c",
		"require('a')(require('b'))['c'](require('d'))":                                                "a b d",
		"function f() { require('a') } const g = () => require('b'); (function () { require('c') })()": "",
		"if (x) require('a'); else require('b'); try { require('c') } catch {} for (;;) require('d')":  "",
		"x && require('a'); x ? require('b') : require('c'); x ||= require('d'); x?.(require('e'))":    "",
		"require(a); require('a', 'b'); require(`a`); require.resolve('a')":                            "",
	} {
		prg, err := parser.ParseFile(nil, "", text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(plainRequires(prg.Body), " "); got != want {
			t.Errorf("%s\n got %q\nwant %q", text, got, want)
		}
	}
}

// file gives what a look at the file itself and then at each part of its path gives.
func TestFile(t *testing.T) {
	dir := realTempDir(t)
	extract(t, txtar.Parse([]byte("-- a/x --\n-- a/y/z --\n-- b/x --\n")), dir)
	for from, to := range map[string]string{"link": "a", "far": "link/y", "a/lx": "x", "a/ly": "y", "none": "gone", "b/up": "../a/x", "loop": "loop", "a/chain": "lx"} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, filepath.FromSlash(from))); err != nil {
			t.Fatal(err)
		}
	}
	r := newResolver(Options{})
	var got, want []string
	for range 2 {
		for _, p := range []string{"a", "a/x", "a/y", "a/y/z", "link/x", "link/y", "link/y/z", "link/gone", "far/z", "far/../x", "far/q", "a/lx", "a/ly", "a/ly/z", "link/lx",
			"link/chain", "none", "none/x", "b/up", "loop", "loop/x", "gone/x", "a/x/", "a/./x", "a/x/y", ""} {
			p := dir + "/" + p
			got = append(got, p+" is "+r.file(p))
			real := ""
			if info, err := os.Stat(p); err == nil && !info.IsDir() {
				if real, err = filepath.EvalSymlinks(p); err != nil {
					t.Error(err)
				}
			}
			want = append(want, p+" is "+real)
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("want - , got + :\n%s", d)
	}
	// What comes and goes is seen.
	x := filepath.Join(dir, "link", "new")
	if r.file(x) != "" {
		t.Error("there already")
	}
	if err := os.WriteFile(x, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := r.file(x); got != filepath.Join(dir, "a", "new") {
		t.Error(got)
	}
	if err := os.RemoveAll(filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	if got := r.file(x); got != "" {
		t.Error(got)
	}
}

func TestNewSyntax(t *testing.T) {
	parts := []string{"for ", "await", " ", "using ", "async", "function", "*", "x", "awai", "for", "\n"}
	for seed := range 200_000 {
		text, n := "", seed
		for range 6 {
			text += parts[n%len(parts)]
			n = n/len(parts) + n%7
		}
		want := false
		for _, s := range []string{"for await", "async function*", "async function *", "async *", "async*", "await using "} {
			want = want || strings.Contains(text, s)
		}
		if got := newSyntax(text); got != want {
			t.Fatalf("%q: %v", text, got)
		}
	}
}
