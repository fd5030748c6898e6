package stack_test

import (
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/stack"
)

// To record again what Node prints: go test -run TestCases -node /path/to/node, then read the diff.
var node = flag.String("node", "", "Node `binary` to record testdata/cases.out with")

// testdata/cases.js prints what it printed in Node.
func TestCases(t *testing.T) {
	if *node != "" {
		out, err := exec.Command(*node, "testdata/record.js").Output()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("testdata/cases.out", out, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	source, err := os.ReadFile("testdata/cases.js")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/cases.out")
	if err != nil {
		t.Fatal(err)
	}
	vm := newRuntime()
	var got strings.Builder
	print := func(c goja.FunctionCall) goja.Value {
		for i, v := range c.Arguments {
			if i > 0 {
				got.WriteByte(' ')
			}
			got.WriteString(v.String())
		}
		got.WriteByte('\n')
		return goja.Undefined()
	}
	v, err := vm.RunScript("/app/cases.js", "(function (print, normalize) {"+string(source)+"\n})")
	if err != nil {
		t.Fatal(err)
	}
	f, _ := goja.AssertFunction(v)
	if _, err := f(goja.Undefined(), vm.ToValue(print)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("not as in Node:\n%s", diff)
	}
}

func newRuntime() *goja.Runtime {
	vm := goja.New()
	stack.Install(vm)
	vm.Set("normalize", func(c goja.FunctionCall) goja.Value {
		stack.Normalize(vm, c.Argument(0))
		return goja.Undefined()
	})
	return vm
}

// eval runs a script in a file /app/t.js and returns its result as text.
func eval(t *testing.T, vm *goja.Runtime, source string) string {
	t.Helper()
	v, err := vm.RunScript("/app/t.js", source)
	if err != nil {
		t.Fatal(err)
	}
	return v.String()
}

func TestNormalize(t *testing.T) {
	for _, c := range []struct{ throw, want string }{
		{`null.x`, "TypeError: Cannot read properties of undefined (reading 'x')\n    at /app/t.js:1:12"},
		{`let u; u.f()`, "TypeError: Cannot read properties of undefined (reading 'f')\n    at /app/t.js:1:14"},
		{`({}).f()`, "TypeError: (intermediate value).f is not a function\n    at /app/t.js:1:13"},
		{`nope`, "ReferenceError: nope is not defined\n    at /app/t.js:1:7"},
		{`const c = 1; c = 2`, "TypeError: Assignment to constant variable.\n    at /app/t.js:1:20"},
		{`[1].map(5)`, "TypeError: Value is not an object: 5\n    at Array.map (<anonymous>)\n    at /app/t.js:1:14"},
		{`throw new Error('made')`, "Error: made\n    at /app/t.js:1:13"},
		{`(function f() { null.x })()`, "TypeError: Cannot read properties of undefined (reading 'x')\n    at f (/app/t.js:1:28)\n    at /app/t.js:1:32"},
		{`throw Object.assign(new Error('m'), { stack: 'own\n' })`, "own\n"},
		{`throw Object.defineProperty(new Error('m'), 'stack', { value: 'fixed' })`, "fixed"},
	} {
		vm := newRuntime()
		source := `try { ` + c.throw + ` } catch (e) { normalize(e); normalize(e); const s = e.stack; normalize(e); s === e.stack ? s : 'changed' }`
		if got := eval(t, vm, source); got != c.want {
			t.Errorf("%s: got %q, want %q", c.throw, got, c.want)
		}
	}
}

// The engine makes the error of Promise.any without its message.
func TestNormalizePromiseAny(t *testing.T) {
	vm := newRuntime()
	eval(t, vm, `var got; Promise.any([Promise.reject(1)]).catch((e) => { normalize(e); got = e })`)
	if got := eval(t, vm, `[got.message, got.stack.split('\n')[0], got.errors, got instanceof AggregateError, Object.keys(got).length].join('|')`); got != "All promises were rejected|AggregateError: All promises were rejected|1|true|0" {
		t.Errorf("got %s", got)
	}
	if got := eval(t, vm, `const own = new AggregateError([1]); normalize(own); own.message`); got != "" {
		t.Errorf("a script's own: %q", got)
	}
}

// What Normalize is not for passes through untouched.
func TestNormalizeLeavesOthersAlone(t *testing.T) {
	vm := newRuntime()
	for _, source := range []string{
		`undefined`, `null`, `5`, `'x'`, `({ stack: 'x\n\tat f (native)\n' })`,
		`new Proxy(new Error('x'), { get() { throw 'trapped' } })`,
		`Object.defineProperty(new Error('x'), 'stack', { get() { throw 'getter' } })`,
		`Object.freeze(new Error('x'))`,
	} {
		v, err := vm.RunString("(" + source + ")")
		if err != nil {
			t.Fatal(err)
		}
		if ex := vm.Try(func() { stack.Normalize(vm, v) }); ex != nil {
			t.Errorf("%s: %v", source, ex)
		}
	}
	if got := eval(t, vm, `const o = { stack: 'x' }; normalize(o); o.stack`); got != "x" {
		t.Errorf("got %q", got)
	}
}

// An error made in Go before Install, or without it, can have the accessor too.
func TestAttach(t *testing.T) {
	for _, install := range []bool{false, true} {
		vm := goja.New()
		if install {
			stack.Install(vm)
			stack.Install(vm)
		}
		vm.Set("make", func(goja.FunctionCall) goja.Value {
			e := vm.NewTypeError("made in Go")
			stack.Attach(vm, e)
			return e
		})
		got := eval(t, vm, "function f() { return make() }\nconst e = f(); e.name = 'Named'; e.stack")
		if want := "Named: made in Go\n    at f (/app/t.js:1:27)\n    at /app/t.js:2:12"; got != want {
			t.Errorf("installed=%v: got %q, want %q", install, got, want)
		}
	}
}

// Frames of this project's own JavaScript are not shown, wherever they stand.
func TestOwnFramesAreHidden(t *testing.T) {
	vm := newRuntime()
	if _, err := vm.RunScript("node:internal/x", "function library(f) { return [1].map(() => f())[0] }"); err != nil {
		t.Fatal(err)
	}
	got := eval(t, vm, `library(function user() { return new Error('x').stack })`)
	if want := "Error: x\n    at user (/app/t.js:1:34)\n    at Array.map (<anonymous>)\n    at /app/t.js:1:8"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFramesOfEval(t *testing.T) {
	vm := newRuntime()
	got := eval(t, vm, `eval("new Error('x').stack") + '|' + new Function("return new Error('y').stack")()`)
	want := "Error: x\n    at eval (<anonymous>:1:1)\n    at /app/t.js:1:5|Error: y\n    at eval (<anonymous>:3:8)\n    at /app/t.js:1:81"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFromText(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"frames", "Error: x\n\tat f (file.js:3:4(12))\n\tat file.js:5:6(7)\n", "Error: x\n    at f (file.js:3:4)\n    at file.js:5:6"},
		{"natives", "E\n\tat map (native)\n\tat apply (native)\n\tat native\n", "E\n    at Array.map (<anonymous>)"},
		{"own", "E\n\tat f (node:internal/x:1:2(3))\n\tat g (a.js:1:2(3))\n", "E\n    at g (a.js:1:2)"},
		{"eval", "E\n\tat <eval>:1:2(3)\n\tat anonymous (<eval>:3:4(5))\n", "E\n    at eval (<anonymous>:1:2)\n    at eval (<anonymous>:3:4)"},
		{"none", "Error: x\n", "Error: x"},
		{"several lines", "Error: a\nb\n\tat f (a.js:1:2(3))\n", "Error: a\nb\n    at f (a.js:1:2)"},
		{"limit", "E\n" + strings.Repeat("\tat f (a.js:1:2(3))\n", 12), "E" + strings.Repeat("\n    at f (a.js:1:2)", 10)},
		{"a path with parentheses", "E\n\tat f (/a (b)/c.js:1:2(3))\n", "E\n    at f (/a (b)/c.js:1:2)"},
		{"Node's form", "E\n    at f (a.js:1:2)", "E\n    at f (a.js:1:2)"},
		{"empty", "", ""},
	} {
		if got := stack.FromText(c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if got := stack.FromText(c.want); got != c.want {
			t.Errorf("%s: converted twice: %q", c.name, got)
		}
	}
}

// FormatFrames shows what a native function sees of its callers.
func TestFormatFrames(t *testing.T) {
	vm := newRuntime()
	vm.Set("where", func(goja.FunctionCall) goja.Value {
		return vm.ToValue(stack.FormatFrames(vm.CaptureCallStack(0, nil)))
	})
	got := eval(t, vm, "function a() { return where() }\nfunction b() { return [0].map(a)[0] }\nb()")
	if want := "\n    at a (/app/t.js:1:28)\n    at Array.map (<anonymous>)\n    at b (/app/t.js:2:30)\n    at /app/t.js:3:2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A script cannot break traces by what it does to builtins.
func TestTamperedBuiltins(t *testing.T) {
	vm := newRuntime()
	got := eval(t, vm, `
		const make = ((Original) => (m) => new Original(m))(Error)
		Array.prototype.map = Array.prototype.join = Object.defineProperty = Function.prototype.call = null
		Error.prototype.toString = () => 'tampered'
		Object.prototype.get = Object.prototype.set = () => 'tampered'
		Object.prototype.value = 'tampered'
		globalThis.Error = function () {}
		make('x').stack`)
	if want := "Error: x\n    at /app/t.js:2:38\n    at /app/t.js:8:7"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := eval(t, vm, `try { null.x } catch (e) { normalize(e); e.stack }`); !strings.HasPrefix(got, "TypeError: Cannot read properties") {
		t.Errorf("got %q", got)
	}
}

// What an error costs: made by the engine alone, made by the constructor put in its place, with its
// stack read, and normalized.
func BenchmarkError(b *testing.B) {
	for _, c := range []struct {
		name, body string
		plain      bool
	}{
		{"engine", "new Error('x')", true}, {"new", "new Error('x')", false}, {"subclass", "new Sub('x')", false},
		{"read", "new Error('x').stack", false}, {"caught", "try { null.x } catch (e) { }", false},
		{"normalized", "try { null.x } catch (e) { normalize(e) }", false}, {"normalized again", "normalize(done)", false},
	} {
		for _, depth := range []string{"1", "8", "50"} {
			b.Run("do="+c.name+"/depth="+depth, func(b *testing.B) {
				vm := goja.New()
				if !c.plain {
					vm = newRuntime()
				}
				v, err := vm.RunScript("/app/bench.js", `(class Sub extends Error {}, 0); class Sub extends Error {}
					const done = new Error('done')
					const down = (d, n) => { if (d > 0) return down(d - 1, n); for (let i = 0; i < n; i++) { `+c.body+` } };
					(n) => down(`+depth+`, n)`)
				if err != nil {
					b.Fatal(err)
				}
				f, _ := goja.AssertFunction(v)
				b.ReportAllocs()
				b.ResetTimer()
				if _, err := f(goja.Undefined(), vm.ToValue(b.N)); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}
