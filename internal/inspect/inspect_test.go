package inspect_test

import (
	"math"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
)

// The pinned engine has the fields the fast path looks at. When this fails after an update of the
// engine, peek.go has to be looked at; printing is right without it, and slower.
func TestPeekIsUsable(t *testing.T) {
	if _, i := runtime(t); !i.PeekUsable() {
		t.Error("the engine's fields were not found")
	}
}

// Without the fast path everything prints the same.
func TestCasesWithoutPeek(t *testing.T) {
	vm, i := runtime(t)
	i.DisablePeek()
	for _, c := range readCases(t) {
		want := c.want
		if k, ok := known[c.source]; ok {
			want = k.got
		}
		if got := run(vm, i, c); got != want {
			t.Errorf("%s\nwant:\n%s\ngot:\n%s", c.source, want, got)
		}
	}
}

func eval(t *testing.T, vm *goja.Runtime, source string) goja.Value {
	t.Helper()
	v, err := vm.RunString(source)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// No getter runs, whatever kind of object it is on.
func TestGettersDoNotRun(t *testing.T) {
	vm, i := runtime(t)
	v := eval(t, vm, `
		var ran = []
		const getter = (name) => ({ enumerable: true, configurable: true, get() { ran.push(name); return 1 } })
		const list = Object.defineProperty([1, 2, 3], 1, getter('element'))
		;[
			Object.defineProperty({}, 'a', getter('object')), Object.defineProperty(list, 'x', getter('array')),
			Object.defineProperty(new Map(), 'm', getter('map')), Object.defineProperty(() => 1, 'f', getter('function')),
			Object.defineProperty(new Date(0), 'd', getter('date')), Object.defineProperty({}, Symbol('s'), getter('symbol')),
			Object.create(Object.defineProperty({}, 'constructor', getter('constructor'))),
			Object.defineProperty(Object.assign([], { length: 2 }), 0, getter('sparse')),
		]`)
	got := i.Inspect(v, inspect.Options{BreakLength: inspect.Number(math.Inf(1))})
	want := `[ { a: [Getter] }, [ 1, [Getter], 3, x: [Getter] ], Map(0) { m: [Getter] }, [Function (anonymous)] { f: [Getter] }, 1970-01-01T00:00:00.000Z { d: [Getter] }, { Symbol(s): [Getter] }, {}, [ [Getter], <1 empty item> ] ]`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if ran := eval(t, vm, `ran.join()`).String(); ran != "" {
		t.Errorf("getters ran: %s", ran)
	}
}

// handle is what a timer is: an object of Go with string keys, printed as another.
type handle struct{ as *goja.Object }

func (handle) Get(key string) goja.Value              { return nil }
func (handle) Set(string, goja.Value) bool            { return false }
func (handle) Has(string) bool                        { return false }
func (handle) Delete(string) bool                     { return true }
func (handle) Keys() []string                         { return nil }
func (h handle) InspectAs(*goja.Runtime) *goja.Object { return h.as }

func TestInspectable(t *testing.T) {
	vm, i := runtime(t)
	as := eval(t, vm, `Object.assign(new (class Timeout {})(), { _repeat: null, [Symbol('refed')]: true })`).(*goja.Object)
	h := vm.NewDynamicObject(handle{as})
	vm.Set("h", h)
	for _, c := range []struct{ source, want string }{
		{`h`, "Timeout { _repeat: null, Symbol(refed): true }"},
		{`({ h })`, "{ h: Timeout { _repeat: null, Symbol(refed): true } }"},
		{`({ a: { b: { h } } })`, "{ a: { b: { h: [Timeout] } } }"},
		{`new Proxy(h, {})`, "Proxy(Timeout { _repeat: null, Symbol(refed): true })"},
	} {
		if got := i.Inspect(eval(t, vm, c.source), inspect.Options{}); got != c.want {
			t.Errorf("%s: got %s, want %s", c.source, got, c.want)
		}
	}
	if got := i.Inspect(vm.NewDynamicObject(handle{}), inspect.Options{}); got != "{}" {
		t.Errorf("one that substitutes nothing: %s", got)
	}
}

func TestOptions(t *testing.T) {
	vm, i := runtime(t)
	zero, all := 0, inspect.CompactAll
	for _, c := range []struct {
		source string
		o      inspect.Options
		want   string
	}{
		{`({ a: { b: { c: { d: 1 } } } })`, inspect.Options{}, "{ a: { b: { c: [Object] } } }"},
		{`({ a: { b: 1 } })`, inspect.Options{Depth: inspect.Number(0)}, "{ a: [Object] }"},
		{`({ a: { b: 1 } })`, inspect.Options{Depth: inspect.Number(-1)}, "[Object]"},
		{`({ a: 1 })`, inspect.Options{Compact: &zero}, "{\n  a: 1\n}"},
		{`({ a: 1, b: { c: 1 } })`, inspect.Options{Compact: &all}, "{ a: 1, b: { c: 1 } }"},
		{`[1, 2, 3]`, inspect.Options{MaxArrayLength: inspect.Number(1)}, "[ 1, ... 2 more items ]"},
		{`'abcdef'`, inspect.Options{MaxStringLength: inspect.Number(2)}, "'ab'... 4 more characters"},
		{`({ b: 1, a: 2 })`, inspect.Options{Sorted: true}, "{ a: 2, b: 1 }"},
		{`({ get a() { return 1 } })`, inspect.Options{Getters: "all"}, "{ a: [Getter: 1] }"},
		{`12345`, inspect.Options{NumericSeparator: true}, "12_345"},
		{`1`, inspect.Options{Colors: true}, "\x1b[33m1\x1b[39m"},
		{`Object.defineProperty({}, 'h', { value: 1 })`, inspect.Options{ShowHidden: true}, "{ [h]: 1 }"},
		{`({ [Symbol.for('nodejs.util.inspect.custom')]() { return 'C' } })`, inspect.Options{}, "C"},
		{`({ [Symbol.for('nodejs.util.inspect.custom')]() { return 'C' } })`, inspect.Options{NoCustomInspect: true, Depth: inspect.Number(0)},
			"{\n  Symbol(nodejs.util.inspect.custom): [Function: [nodejs.util.inspect.custom]]\n}"},
		{`new Proxy({}, {})`, inspect.Options{ShowProxy: true}, "Proxy [ {}, {} ]"},
	} {
		if got := i.Inspect(eval(t, vm, "("+c.source+")"), c.o); got != c.want {
			t.Errorf("%s %+v: got %q, want %q", c.source, c.o, got, c.want)
		}
	}
	if got := i.FormatWithOptions(inspect.Options{Colors: true}, []goja.Value{vm.ToValue("%O"), vm.ToValue(1)}); got != "\x1b[33m1\x1b[39m" {
		t.Errorf("FormatWithOptions: %q", got)
	}
	if got := i.Inspect(nil, inspect.Options{}); got != "undefined" {
		t.Errorf("nil: %q", got)
	}
}

// A structure deeper than anything V8's stack would take is cut, not an end of the program.
func TestVeryDeepStructures(t *testing.T) {
	vm, i := runtime(t)
	v := eval(t, vm, `let o = {}; for (let i = 0; i < 20000; i++) o = { o }; o`)
	oneLine := 1 << 20
	got := i.Inspect(v, inspect.Options{Depth: inspect.Number(math.Inf(1)), BreakLength: inspect.Number(math.Inf(1)), Compact: &oneLine})
	if !strings.Contains(got, "[Object: Inspection interrupted prematurely. Maximum call stack size exceeded.]") {
		t.Errorf("%d bytes: %.100s", len(got), got)
	}
}

// Exceptions of a custom function pass, and the inspector works on afterwards.
func TestExceptionsPass(t *testing.T) {
	vm, i := runtime(t)
	v := eval(t, vm, `({ a: { [Symbol.for('nodejs.util.inspect.custom')]() { throw new RangeError('custom') } } })`)
	ex := vm.Try(func() { i.Inspect(v, inspect.Options{}) })
	if ex == nil || !strings.Contains(ex.Error(), "RangeError: custom") {
		t.Errorf("got %v", ex)
	}
	if got := i.Inspect(eval(t, vm, `[1]`), inspect.Options{}); got != "[ 1 ]" {
		t.Errorf("afterwards: %s", got)
	}
}

func TestWidth(t *testing.T) {
	for _, c := range []struct {
		s    string
		want int
	}{
		{"", 0}, {"abc", 3}, {"é", 1}, {"e\u0301", 1}, {"中文", 4}, {"한", 2}, {"😀", 2}, {"👨\u200d👩\u200d👧", 6}, {"🇩🇪", 4},
		{"❤\ufe0f", 1}, {"①", 1}, {"ａ", 2}, {"a\u200db", 2}, {"\x1b[31mred\x1b[39m", 3}, {"\u00ad", 1}, {"\x07", 0},
	} {
		if got := inspect.Width(c.s); got != c.want {
			t.Errorf("%q: %d, want %d", c.s, got, c.want)
		}
	}
}

func TestKinds(t *testing.T) {
	vm, i := runtime(t)
	for source, want := range map[string]inspect.Kind{
		`{}`: inspect.Plain, `[]`: inspect.Array, `() => 1`: inspect.Function, `async () => 1`: inspect.Function,
		`new Error`: inspect.Error, `Object.create(Error.prototype)`: inspect.Plain, `new Date`: inspect.Date, `Date.prototype`: inspect.Plain,
		`/x/`: inspect.RegExp, `new Map`: inspect.Map, `new Set`: inspect.Set, `new WeakMap`: inspect.WeakMap, `new WeakSet`: inspect.WeakSet,
		`Object.create(WeakMap.prototype)`: inspect.Plain, `Promise.resolve()`: inspect.Promise, `new Proxy([], {})`: inspect.Proxy,
		`new ArrayBuffer(1)`: inspect.ArrayBuffer, `new DataView(new ArrayBuffer(1))`: inspect.DataView, `new Uint8Array`: inspect.TypedArray,
		`(function () { return arguments })()`: inspect.Arguments, `(function* () {})()`: inspect.Generator, `new Map().keys()`: inspect.MapIterator,
		`new Set().values()`: inspect.SetIterator, `new Number(1)`: inspect.NumberObject, `new String('')`: inspect.StringObject,
		`new Boolean(true)`: inspect.BooleanObject, `Object(Symbol())`: inspect.SymbolObject, `Object(1n)`: inspect.BigIntObject,
		`Object.setPrototypeOf(new WeakMap, null)`: inspect.WeakMap, `Object.setPrototypeOf(new Map, null)`: inspect.Map,
	} {
		if got := i.Kind(eval(t, vm, "("+source+")").(*goja.Object)); got != want {
			t.Errorf("%s: kind %d, want %d", source, got, want)
		}
	}
}
