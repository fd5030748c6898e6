package inspect_test

import (
	"flag"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/inspect"
	"github.com/nodetimers/nodetimers/internal/stack"
)

// To record again what Node prints: go test -run TestCases -node /path/to/node, then read the diff.
var node = flag.String("node", "", "Node `binary` to record testdata/cases.txt with")

const casesFile = "testdata/cases.txt"

// known are the cases that cannot be as in Node, with the reason and the text we print.
var known = map[string]struct{ reason, got string }{
	"Object.setPrototypeOf(new Foo(), null)": {
		"V8 remembers the class that made an object; the engine does not",
		"[Object: null prototype] { foo: 'f' }",
	},
	"new Map([[1, 2]]).entries()": {
		"the entries of an iterator cannot be had without advancing it",
		"Object [Map Iterator] {}",
	},
	"new Set([1]).values()": {
		"the entries of an iterator cannot be had without advancing it",
		"Object [Set Iterator] {}",
	},
}

type testCase struct{ kind, source, want string }

func readCases(t *testing.T) []testCase {
	data, err := os.ReadFile(casesFile)
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	for _, line := range strings.Split(string(data), "\n") {
		switch {
		case strings.HasPrefix(line, "> "), strings.HasPrefix(line, "= "):
			cases = append(cases, testCase{kind: line[:1], source: line[2:]})
		case strings.HasPrefix(line, "| "):
			c := &cases[len(cases)-1]
			if c.want != "" || strings.HasSuffix(c.want, "\n") {
				c.want += "\n"
			}
			c.want += line[2:]
		}
	}
	return cases
}

// runtime makes a runtime with the names that the cases use.
func runtime(t testing.TB) (*goja.Runtime, *inspect.Inspector) {
	vm := goja.New()
	stack.Install(vm)
	i := inspect.New(vm)
	names, err := os.ReadFile("testdata/names.js")
	if err != nil {
		t.Fatal(err)
	}
	vm.Set("util", utilFor(vm, i))
	if _, err := vm.RunString(string(names)); err != nil {
		t.Fatal(err)
	}
	return vm, i
}

// utilFor is the part of the module util that the cases use.
func utilFor(vm *goja.Runtime, i *inspect.Inspector) *goja.Object {
	util := vm.NewObject()
	util.Set("inspect", i.Function())
	util.Set("format", func(c goja.FunctionCall) goja.Value { return vm.ToValue(i.Format(c.Arguments)) })
	util.Set("formatWithOptions", func(c goja.FunctionCall) goja.Value {
		return vm.ToValue(i.FormatOptions(c.Argument(0).ToObject(vm), c.Arguments[1:]))
	})
	util.Set("stripVTControlCharacters", func(s string) string { return inspect.StripControl(s) })
	return util
}

func run(vm *goja.Runtime, i *inspect.Inspector, c testCase) string {
	text := ""
	ex := vm.Try(func() {
		v, err := vm.RunScript("/app/case.js", "(function(util, inspect, format){ return ("+c.source+"\n)})")
		if err != nil {
			panic(err)
		}
		f, _ := goja.AssertFunction(v)
		util := utilFor(vm, i)
		v, err = f(goja.Undefined(), util, util.Get("inspect"), util.Get("format"))
		if err != nil {
			panic(err)
		}
		if c.kind == "=" {
			text = v.String()
		} else {
			text = i.Inspect(v, inspect.Options{})
		}
	})
	if ex != nil {
		o := ex.Value().ToObject(vm)
		return "threw " + o.Get("name").String() + ": " + o.Get("message").String()
	}
	return normalize(text)
}

var frame = regexp.MustCompile(`^( +)at [^\x1b]*(?::\d+:\d+\)?|<anonymous>\)?)([^:()]*)$`)

// normalize is what record.js does: where frames stand differs between engines.
func normalize(text string) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if m := frame.FindStringSubmatch(line); m != nil {
			if n := len(out); n > 0 && out[n-1] == m[1]+"at FRAMES" {
				out = out[:n-1]
			}
			line = m[1] + "at FRAMES" + m[2]
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// Each case prints what Node printed when it was recorded.
func TestCases(t *testing.T) {
	if *node != "" {
		record(t)
	}
	vm, i := runtime(t)
	cases := readCases(t)
	if len(cases) < 250 {
		t.Fatalf("%d cases, want at least 250", len(cases))
	}
	for _, c := range cases {
		got := run(vm, i, c)
		if k, ok := known[c.source]; ok {
			if got == c.want {
				t.Errorf("%s is as in Node now: remove it from the known differences", c.source)
			} else if got != k.got {
				t.Errorf("%s (known to differ: %s):\n%s", c.source, k.reason, cmp.Diff(k.got, got))
			}
			continue
		}
		if got != c.want {
			t.Errorf("%s\nNode:\n%s\ngot:\n%s", c.source, c.want, got)
		}
	}
}

func record(t *testing.T) {
	out, err := exec.Command(*node, "testdata/record.js", casesFile).Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(casesFile, out, 0o644); err != nil {
		t.Fatal(err)
	}
}
