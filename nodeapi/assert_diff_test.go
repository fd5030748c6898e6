package nodeapi

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/gojaloop"
)

// Of several shortest edits Node's is told by the recorded cases.
func TestDiffLinesAreShortest(t *testing.T) {
	for _, c := range []struct {
		actual, expected string
		edits            int
	}{
		{"", "", 0}, {"a b c", "a b c", 0}, {"a b c", "", 3}, {"", "a b", 2}, {"a b c a b b a", "c b a b a c", 5}, {"a b", "b a", 2},
	} {
		edits := 0
		for _, e := range diffLines(strings.Fields(c.actual), strings.Fields(c.expected), false) {
			if e.kind != kept {
				edits++
			}
		}
		if edits != c.edits {
			t.Errorf("%q to %q: %d edits, want %d", c.actual, c.expected, edits, c.edits)
		}
	}
}

// The call is found by the place of its name, and by that of the parenthesis
// behind a single name.
func TestCallIn(t *testing.T) {
	for _, c := range []struct {
		line, at, want string
	}{
		{"assert.ok(x)", "ok", "assert.ok(x)"}, {"a.b.ok(x).y", "ok", "a.b.ok(x)"}, {"assert(x)", "assert", "assert(x)"},
		{"  assert(x); y", "(", "assert(x)"}, {"(0, f)(x)", "(x", "(x)"}, {"if (a.b) assert.ok(x)", "ok", "assert.ok(x)"},
		{"assert.ok(f(() => { return 1; }))", "ok", "assert.ok(f(() => { return 1; }))"}, {"assert.ok(a /* b", "ok", "assert.ok(a /* b"},
		{"assert.ok('a", "ok", "assert.ok('a"}, {"assert.ok(`${`)`}`)", "ok", "assert.ok(`${`)`}`)"}, {"assert.ok(/)/)", "ok", "assert.ok(/)/)"},
		{"assert.ok(a / 2, b / 1)", "ok", "assert.ok(a / 2, b / 1)"}, {"x.y; assert.ok(z)\r", "ok", "assert.ok(z)"},
	} {
		if got := callIn(c.line, strings.Index(c.line, c.at)); got != c.want {
			t.Errorf("%q at %q: %q, want %q", c.line, c.at, got, c.want)
		}
	}
}

// The edits lead from one list to the other, also where there are too many of
// them to look for the fewest.
func TestDiffLinesRebuilds(t *testing.T) {
	for n := range 40 {
		var a, b []string
		for i := range n {
			a = append(a, fmt.Sprint(i*i%7))
			b = append(b, fmt.Sprint(i*3%5))
		}
		for _, edits := range [][]lineEdit{diffLines(a, b, false), replaceAll(a, b)} {
			var from, to []string
			for _, e := range edits {
				if e.kind != deleted {
					from = append(from, e.line)
				}
				if e.kind != inserted {
					to = append(to, e.line)
				}
			}
			if !slices.Equal(from, a) || !slices.Equal(to, b) {
				t.Errorf("%d lines: %v", n, edits)
			}
		}
	}
}

func BenchmarkAssert(b *testing.B) {
	for _, c := range []struct{ name, code string }{
		{"ok", `assert.ok(true)`}, {"strictEqual", `assert.strictEqual(1, 1)`}, {"deepStrictEqual", `assert.deepStrictEqual(x, y)`},
		{"failure", `try { assert.strictEqual(1, 2) } catch {}`},
	} {
		b.Run("call="+c.name, func(b *testing.B) {
			vm := goja.New()
			n := Enable(gojaloop.New(vm, gojaloop.Options{NoRequire: true, NoConsole: true}), Options{})
			vm.Set("assert", n.assert())
			v, err := vm.RunString(`(n) => { const x = { a: 1, b: [1, 2] }, y = { a: 1, b: [1, 2] }; for (let i = 0; i < n; i++) { ` + c.code + ` } }`)
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
