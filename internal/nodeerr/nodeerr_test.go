package nodeerr_test

import (
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
	"github.com/nodetimers/nodetimers/internal/stack"
)

// To record again what Node says: go test -run TestReceived -node /path/to/node, then read the diff.
var node = flag.String("node", "", "Node `binary` to record testdata/received.txt with")

const receivedFile = "testdata/received.txt"

// Each value is described as Node described it when it was recorded.
func TestReceived(t *testing.T) {
	if *node != "" {
		out, err := exec.Command(*node, "testdata/record.js", receivedFile).Output()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(receivedFile, out, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(receivedFile)
	if err != nil {
		t.Fatal(err)
	}
	vm := newRuntime(t)
	cases := 0
	for _, block := range strings.Split("\n"+string(data), "\n> ")[1:] {
		for i, part := range strings.Split(block, "\n! ") {
			source, rest, _ := strings.Cut(part, "\n")
			want := strings.TrimPrefix(strings.ReplaceAll(strings.TrimSuffix(rest, "\n"), "\n| ", "\n"), "| ")
			v, err := vm.RunString("(" + source + ")")
			if err != nil {
				t.Fatalf("%s: %v", source, err)
			}
			got := ""
			if i == 0 {
				got = nodeerr.Received(vm, v)
			} else {
				e := nodeerr.OutOfRange(vm, "setMaxListeners", ">= 0", v)
				got = e.Get("name").String() + " " + e.Get("code").String() + " " + e.Get("message").String()
			}
			if got != want {
				t.Errorf("%s: got %q, Node says %q", source, got, want)
			}
			cases++
		}
	}
	if cases < 80 {
		t.Errorf("%d cases, want at least 80", cases)
	}
}

func newRuntime(t *testing.T) *goja.Runtime {
	vm := goja.New()
	if _, err := vm.RunString(`class Foo {} class Bar extends Foo {}`); err != nil {
		t.Fatal(err)
	}
	return vm
}

// An error is what Node's is in every way a script can see.
func TestNewLooksLikeNodes(t *testing.T) {
	for _, installed := range []bool{false, true} {
		vm := newRuntime(t)
		if installed {
			stack.Install(vm)
		}
		vm.Set("fail", func(c goja.FunctionCall) goja.Value {
			panic(nodeerr.InvalidArgType(vm, "callback", "of type function", c.Argument(0)))
		})
		v, err := vm.RunScript("/app/t.js", `(() => {
			let e
			try { fail() } catch (x) { e = x }
			const proto = Object.getPrototypeOf(e), marked = Object.getPrototypeOf(proto)
			const before = [String(e), e.stack.split('\n')[0]]
			e.message = 'changed'
			e.code = 'NEW'
			const after = [String(e), e.stack.split('\n')[0]]
			return JSON.stringify({
				before, after, name: e.name, keys: Object.keys(e), own: Reflect.ownKeys(e),
				instance: [e instanceof TypeError, e instanceof Error, Error.isError(e)],
				constructor: e.constructor === TypeError,
				chain: Object.getPrototypeOf(marked) === TypeError.prototype,
				keysOfProtos: [Reflect.ownKeys(proto).map(String), Reflect.ownKeys(marked).map(String)],
				tag: Object.prototype.toString.call(e), code: Object.getOwnPropertyDescriptor(e, 'code').enumerable,
				stack: e.stack.split('\n')[1],
			}, null, 1)
		})()`)
		if err != nil {
			t.Fatal(err)
		}
		const message = `The \"callback\" argument must be of type function. Received undefined`
		want := `{
 "before": [
  "TypeError [ERR_INVALID_ARG_TYPE]: ` + message + `",
  "TypeError [ERR_INVALID_ARG_TYPE]: ` + message + `"
 ],
 "after": [
  "TypeError [NEW]: changed",
  "TypeError [ERR_INVALID_ARG_TYPE]: ` + message + `"
 ],
 "name": "TypeError",
 "keys": [
  "code"
 ],
 "own": [
  "stack",
  "code",
  "message"
 ],
 "instance": [
  true,
  true,
  true
 ],
 "constructor": true,
 "chain": true,
 "keysOfProtos": [
  [
   "constructor"
  ],
  [
   "constructor",
   "toString",
   "Symbol(kIsNodeError)"
  ]
 ],
 "tag": "[object Error]",
 "code": true,
 "stack": "    at /app/t.js:3:14"
}`
		if diff := cmp.Diff(want, v.String()); diff != "" {
			t.Errorf("installed=%v:\n%s", installed, diff)
		}
	}
}

func TestClassesAndMessages(t *testing.T) {
	vm := newRuntime(t)
	five := vm.ToValue(5)
	for _, c := range []struct {
		err  *goja.Object
		want string
	}{
		{nodeerr.New(vm, "Error", "ERR_X", "text"), "Error [ERR_X]: text"},
		{nodeerr.New(vm, "RangeError", "ERR_Y", ""), "RangeError [ERR_Y]: "},
		{nodeerr.New(vm, "NoSuchClass", "ERR_Z", "m"), "Error [ERR_Z]: m"},
		{nodeerr.InvalidArgType(vm, "options.signal", "an instance of AbortSignal", five),
			`TypeError [ERR_INVALID_ARG_TYPE]: The "options.signal" property must be an instance of AbortSignal. Received type number (5)`},
		{nodeerr.InvalidArgType(vm, "first argument", "of type string", five),
			`TypeError [ERR_INVALID_ARG_TYPE]: The first argument must be of type string. Received type number (5)`},
		{nodeerr.InvalidArgType(vm, "x", "of type string", nil),
			`TypeError [ERR_INVALID_ARG_TYPE]: The "x" argument must be of type string. Received undefined`},
		{nodeerr.OutOfRange(vm, "n", "an integer", vm.ToValue(1.5)),
			`RangeError [ERR_OUT_OF_RANGE]: The value of "n" is out of range. It must be an integer. Received 1.5`},
		{nodeerr.InvalidArgValue(vm, "mode", vm.ToValue("x"), ""),
			`TypeError [ERR_INVALID_ARG_VALUE]: The argument 'mode' is invalid. Received 'x'`},
		{nodeerr.InvalidArgValue(vm, "options.mode", five, "must be a string"),
			`TypeError [ERR_INVALID_ARG_VALUE]: The property 'options.mode' must be a string. Received 5`},
	} {
		if got := c.err.String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// A script that replaces the classes changes nothing for errors made later.
func TestReplacedClasses(t *testing.T) {
	vm := newRuntime(t)
	nodeerr.New(vm, "RangeError", "ERR_FIRST", "")
	if _, err := vm.RunString(`
		const ranges = RangeError.prototype, types = TypeError.prototype
		TypeError = RangeError = Error = function () { throw 'replaced' }
		Symbol = Object.defineProperty = null`); err != nil {
		t.Fatal(err)
	}
	vm.Set("range", nodeerr.New(vm, "RangeError", "ERR_A", "a"))
	vm.Set("type", nodeerr.New(vm, "TypeError", "ERR_B", "b"))
	v, err := vm.RunString(`[ranges.isPrototypeOf(range), types.isPrototypeOf(type), range.stack.split('\n')[0], String(type)].join()`)
	if err != nil {
		t.Fatal(err)
	}
	if want := "true,true,RangeError [ERR_A]: a,TypeError [ERR_B]: b"; v.String() != want {
		t.Errorf("got %s, want %s", v, want)
	}
}

func BenchmarkNew(b *testing.B) {
	vm := goja.New()
	b.ReportAllocs()
	for b.Loop() {
		nodeerr.InvalidArgType(vm, "callback", "of type function", goja.Undefined())
	}
}
