package nodeapi_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/internal/modules"
	"github.com/nodetimers/nodetimers/internal/stack"
	"github.com/nodetimers/nodetimers/nodeapi"
)

// To record again what Node prints: go test -run 'TestAssertCases|TestTestCases'
// -assert.node /path/to/node, then read the diff.
var assertNode = flag.String("assert.node", "", "Node `binary` to record testdata/assert and testdata/test with")

// TestAssertCases runs each testdata/assert/NAME.js as a main module and compares
// what it prints with NAME.out, which Node printed. A failure leaves NAME.got.
func TestAssertCases(t *testing.T) {
	checkCases(t, "testdata/assert", 42, func(text string) string { return text })
}

// checkCases runs the scripts of a directory, at least a number of them. What is
// printed is compared after normal has taken out what differs from run to run.
func checkCases(t *testing.T, dir string, least int, normal func(string) string) {
	files, err := filepath.Glob(dir + "/*.js")
	if err != nil || len(files) < least {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	for _, file := range files {
		base := strings.TrimSuffix(file, ".js")
		t.Run(filepath.Base(base), func(t *testing.T) {
			t.Parallel()
			if *assertNode != "" {
				recordCase(t, file, base+".out", normal)
			}
			want, err := os.ReadFile(base + ".out")
			if err != nil {
				t.Fatal(err)
			}
			got := normal(runCase(t, file))
			if got != string(want) {
				if err := os.WriteFile(base+".got", []byte(got), 0o644); err != nil {
					t.Error(err)
				}
				t.Errorf("not as in Node:\n%s", cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")))
			}
		})
	}
}

func recordCase(t *testing.T, file, to string, normal func(string) string) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, *assertNode, file)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("%sexit code %d\n", out, cmd.ProcessState.ExitCode())
	if err := os.WriteFile(to, []byte(normal(text)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// runCase runs a script to its end and returns what it wrote to both streams,
// and its exit code.
func runCase(t *testing.T, file string) string {
	t.Helper()
	abs, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	return run(t, func(l *modules.Loader) (*modules.Module, error) { return l.Main(abs) }, abs)
}

// runCode is runCase for a text without a file.
func runCode(t *testing.T, code string) string {
	t.Helper()
	return run(t, func(l *modules.Loader) (*modules.Module, error) {
		return l.Eval("[eval]", code, ".", modules.EvalScript)
	})
}

// run runs a CommonJS module as the command does, on a clock that jumps.
func run(t *testing.T, load func(*modules.Loader) (*modules.Module, error), args ...string) string {
	t.Helper()
	cwd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	vm := goja.New()
	e := gojaloop.New(vm, gojaloop.Options{Clock: eventloop.NewVirtualClock(), NoRequire: true, NoConsole: true})
	n := nodeapi.Enable(e, nodeapi.Options{Argv: append([]string{"node"}, args...), Cwd: cwd, Env: map[string]string{}, Stdout: &out, Stderr: &out})
	l := modules.New(vm, modules.Options{Builtins: n.Builtins(), OnCatch: func(v goja.Value) { stack.Normalize(vm, v) }})
	e.PostMain(func() {
		m, err := load(l)
		if err == nil {
			_, err = m.Evaluate()
		}
		if err != nil {
			panic(err)
		}
	})
	code, err := n.Finish(e.Run(context.Background()))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%sexit code %d\n", out.String(), code)
}

// What a script does to builtins after assert was loaded changes no message.
func TestAssertTampered(t *testing.T) {
	t.Parallel()
	source := func(tamper string) string {
		return `const assert = require('assert')
const { log } = console
const maps = [new Map([[{ k: 1 }, new Set([1])], [2, 3]]), new Map([[{ k: 1 }, new Set([2])], [2, 3]])]
const error = new Error('x')
error.stack = 'Error: x\n    at f (a.js:1:1)'
const cases = [
  () => assert.strictEqual(1, 2), () => assert.strictEqual('long string one', 'long string two'),
  () => assert.deepStrictEqual({ a: [1, 2, { b: 1 }] }, { a: [1, 2, { b: 2 }] }), () => assert.deepStrictEqual(maps[0], maps[1]),
  () => assert.deepEqual([1], [2]), () => assert.notStrictEqual(1, 1), () => assert.partialDeepStrictEqual({ a: 1 }, { a: 2 }),
  () => assert.throws(() => {}), () => assert.throws(() => { throw error }, { message: 'y' }), () => assert.throws(() => { throw error }, /y/),
  () => assert.throws(() => { throw error }, TypeError), () => assert.doesNotThrow(() => { throw error }),
  () => assert.match('abc', /x/), () => assert.equal(1, 2, 'a %s', 'b'), () => assert.ifError(error), () => assert.fail(),
  () => assert.ok(0), () => assert(null, 'x', 1), () => new assert.Assert({ diff: 'full' }).equal(1, 2),
]
` + tamper + `
for (let i = 0; i < cases.length; i++) {
  let text = 'passes'
  try { cases[i]() } catch (e) { text = e.message + '|' + e.stack }
  log(text)
}
`
	}
	want := runCode(t, source("\n\n\n\n\n\n\n\n\n\n"))
	got := runCode(t, source(`
const broken = () => { throw 'tampered' }
for (const o of [Array, Object, Function, String, RegExp, Map, Set, Symbol, Number, Promise]) {
  for (const k of Object.getOwnPropertyNames(o.prototype)) if (k !== 'constructor' && typeof Object.getOwnPropertyDescriptor(o.prototype, k).value === 'function') o.prototype[k] = broken
  if (o !== Object) for (const k of Object.getOwnPropertyNames(o)) if (typeof o[k] === 'function') o[k] = broken
}
Array.prototype[Symbol.iterator] = broken
Object.keys = Object.is = Object.assign = Object.defineProperty = Object.getPrototypeOf = Reflect.apply = broken
globalThis.String = globalThis.Symbol = globalThis.Reflect = globalThis.Map = broken

`))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n := strings.Count(want, "AssertionError [ERR_ASSERTION]"); n != 19 {
		t.Errorf("%d failures, want 19:\n%s", n, want)
	}
}

// A comparison that is too deep for Node is too deep here.
func TestAssertDepth(t *testing.T) {
	t.Parallel()
	got := runCode(t, `const assert = require('assert')
const deep = (n, end) => { let o = { end }; for (let i = 0; i < n; i++) o = { o }; return o }
assert.deepStrictEqual(deep(5000, 1), deep(5000, 1))
try { assert.deepStrictEqual(deep(20000, 1), deep(20000, 1)) } catch (e) { console.log(String(e), e instanceof RangeError) }
`)
	if want := "RangeError: Maximum call stack size exceeded true\nexit code 0\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
