package nodeapi

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/inspect"
	"github.com/nodetimers/nodetimers/internal/stack"
)

// To record again what Node prints: go test -run TestUtilCases -util.node
// /path/to/node, then read the diff.
var utilNode = flag.String("util.node", "", "Node `binary` to record testdata/util/*.out with")

// TestUtilCases runs each testdata/util/NAME.js on util and console alone,
// without an engine around them, and compares with NAME.out, which record.js
// wrote in Node. A failure leaves NAME.got.
func TestUtilCases(t *testing.T) {
	files, err := filepath.Glob("testdata/util/*-*.js")
	if err != nil || len(files) < 17 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	for _, file := range files {
		base := strings.TrimSuffix(file, ".js")
		t.Run(filepath.Base(base), func(t *testing.T) {
			if *utilNode != "" {
				out, err := exec.Command(*utilNode, "testdata/util/record.js", file).Output()
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(base+".out", out, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(base + ".out")
			if err != nil {
				t.Fatal(err)
			}
			got := runUtilCase(t, file)
			if got != string(want) {
				if err := os.WriteFile(base+".got", []byte(got), 0o644); err != nil {
					t.Error(err)
				}
				t.Errorf("not as in Node:\n%s", cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")))
			}
		})
	}
}

// recorder writes as record.js does: where, and the text as JSON.
type recorder struct {
	where string
	to    *strings.Builder
}

func (r recorder) Write(p []byte) (int, error) {
	r.to.WriteString(r.where + " " + inspect.JSONString(string(p)) + "\n")
	return len(p), nil
}

func runUtilCase(t *testing.T, file string) string {
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	vm := goja.New()
	stack.Install(vm)
	insp := inspect.New(vm)
	var got strings.Builder
	clock := 0.0
	process := testProcess(t, vm, &got)
	console := newConsole(vm, insp, recorder{"out", &got}, recorder{"err", &got}, func() float64 { return clock })
	vm.Set("console", console)
	util := utilModule(vm, insp, func(string) string { return "" })
	require := vm.ToValue(func(name string) goja.Value {
		return map[string]goja.Value{"util": util, "console": console}[name]
	})
	f, err := vm.RunScript(file, "(function (require, console, process, setClock) {"+string(source)+"\n})")
	if err != nil {
		t.Fatal(err)
	}
	call, _ := goja.AssertFunction(f)
	setClock := vm.ToValue(func(ms float64) { clock = ms })
	if _, err := call(goja.Undefined(), require, console, process, setClock); err != nil {
		t.Fatalf("%v", err)
	}
	return got.String()
}

// testProcess is as much of process as util and console look for. A tick is a
// promise job here: the order of output does not depend on it.
func testProcess(t *testing.T, vm *goja.Runtime, got *strings.Builder) *goja.Object {
	vm.Set("warning", func(text string) {
		if _, err := (recorder{"warning", got}).Write([]byte(text)); err != nil {
			t.Error(err)
		}
	})
	vm.Set("raw", func(where, text string) {
		if _, err := (recorder{where, got}).Write([]byte(text)); err != nil {
			t.Error(err)
		}
	})
	v, err := vm.RunString(`globalThis.process = (({ warning, raw, Promise }) => {
		delete globalThis.warning
		delete globalThis.raw
		const stream = (where) => ({ write: raw.bind(null, where), on() {} })
		return {
			pid: 1, noDeprecation: false, stdout: stream('out'), stderr: stream('err'),
			emitWarning(message, type, code) { warning([type || 'Warning', typeof code === 'string' ? code : '-', message].join(' ')) },
			nextTick(f, ...args) { Promise.resolve().then(() => f(...args)) },
		}
	})(globalThis)`)
	if err != nil {
		t.Fatal(err)
	}
	return v.(*goja.Object)
}

func TestDebugEnabled(t *testing.T) {
	for _, c := range []struct {
		env, section string
		want         bool
	}{
		{"", "FOO", false}, {"foo", "FOO", true}, {"foo", "FOOBAR", false}, {"foo*", "FOOBAR", true},
		{"a,foo", "FOO", true}, {"*", "X", true}, {"f.o", "FOO", false}, {"foo,bar*", "BARX", true},
	} {
		if got := debugEnabled(c.env, c.section); got != c.want {
			t.Errorf("NODE_DEBUG=%s %s: %v, want %v", c.env, c.section, got, c.want)
		}
	}
}

func TestDebuglogWrites(t *testing.T) {
	vm := goja.New()
	var got strings.Builder
	testProcess(t, vm, &got)
	util := utilModule(vm, inspect.New(vm), func(name string) string {
		return map[string]string{"NODE_DEBUG": "on"}[name]
	})
	vm.Set("util", util)
	if _, err := vm.RunString(`
		const on = util.debuglog('on', (f) => on2 = f)
		var on2
		on('a %s', 'b', { c: 1 })
		on2('direct')
		if (!on.enabled || !on2.enabled) throw 'not enabled'`); err != nil {
		t.Fatal(err)
	}
	want := "err \"ON 1: a b { c: 1 }\\n\"\nerr \"ON 1: direct\\n\"\n"
	if got.String() != want {
		t.Errorf("got %s, want %s", got.String(), want)
	}
}

// Each line is one write.
func TestConsoleWritesOnce(t *testing.T) {
	vm := goja.New()
	var got strings.Builder
	console := newConsole(vm, inspect.New(vm), recorder{"out", &got}, recorder{"err", &got}, func() float64 { return 0 })
	vm.Set("console", console)
	if _, err := vm.RunString(`console.group('g'); console.log('a\nb'); console.error({ a: 1 })`); err != nil {
		t.Fatal(err)
	}
	want := `out "g\n"` + "\n" + `out "  a\n  b\n"` + "\n" + `err "  { a: 1 }\n"` + "\n"
	if got.String() != want {
		t.Errorf("got %s, want %s", got.String(), want)
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// What console.log costs from JavaScript, but for the write itself.
func BenchmarkConsoleLog(b *testing.B) {
	for _, c := range []struct{ name, args string }{
		{"string", `'some text'`}, {"number", `5`}, {"object", `{ a: 1, b: 'x' }`}, {"array", `[1, 2, 3]`},
	} {
		b.Run("arg="+c.name, func(b *testing.B) {
			vm := goja.New()
			vm.Set("console", newConsole(vm, inspect.New(vm), discard{}, discard{}, func() float64 { return 0 }))
			v, err := vm.RunString(`(n) => { const v = ` + c.args + `; for (let i = 0; i < n; i++) console.log(v) }`)
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
