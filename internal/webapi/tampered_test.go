package webapi_test

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/webapi"
)

// tamper replaces the builtins that a program may replace. Each replacement counts its calls.
const tamper = `
	globalThis.tampered = 0;
	const evil = () => { tampered++; throw new Error('a replaced builtin was used'); };
	const replace = (object, ...names) => {
		for (let i = 0; i < names.length; i++) {
			Object_defineProperty(object, names[i], { value: evil, writable: true, configurable: true });
		}
	};
	const Object_defineProperty = Object.defineProperty;
	const { prototype: ArrayPrototype } = Array;
	replace(Function.prototype, 'call', 'apply', 'bind', 'toString');
	replace(Map.prototype, 'get', 'set', 'has', 'delete', 'forEach');
	replace(Set.prototype, 'add', 'has', 'delete', 'forEach');
	replace(WeakMap.prototype, 'get', 'set', 'has');
	replace(String.prototype, 'split', 'replace', 'charCodeAt', 'slice', 'codePointAt');
	replace(Promise.prototype, 'then', 'catch', 'finally');
	replace(Promise, 'resolve', 'reject', 'all');
	replace(Number, 'isNaN', 'isInteger', 'isFinite');
	replace(Math, 'trunc', 'max', 'min', 'ceil', 'floor');
	replace(Symbol, 'for', 'keyFor');
	replace(Date, 'now');
	replace(ArrayPrototype, 'push', 'shift', 'slice', 'splice', 'pop', 'concat', 'map', 'forEach', 'indexOf', 'join', 'sort', Symbol.iterator);
	replace(Object, 'assign', 'create', 'keys', 'defineProperties', 'getPrototypeOf', 'setPrototypeOf', 'getOwnPropertyDescriptor', 'hasOwn', 'freeze');
	replace(Reflect, 'apply', 'construct', 'ownKeys', 'getOwnPropertyDescriptor', 'defineProperty', 'get', 'has');
	replace(Object, 'defineProperty');
	const gone = ['Promise', 'Map', 'Set', 'WeakMap', 'Error', 'TypeError', 'RangeError', 'Array', 'Object', 'Reflect', 'Number', 'Math', 'Date', 'String', 'Function'];
	for (let i = 0; i < gone.length; i++) globalThis[gone[i]] = undefined;
`

// program uses the first group. It prints by itself, with nothing but syntax.
const program = `
	{
		const line = (a, b, c, d) => { out += a + ' ' + b + ' ' + c + ' ' + d + '\n'; };
		const e = new EventTarget();
		e.addEventListener('x', (v) => line('listener', v.type, v.target === e, v.timeStamp));
		e.addEventListener('x', { handleEvent() { line('object'); } });
		const f = () => line('removed');
		e.addEventListener('x', f, { once: true, passive: true });
		e.addEventListener('x', async () => line('async'));
		e.removeEventListener('x', f);
		line(e.dispatchEvent(new CustomEvent('x', { detail: 1, cancelable: true })));
		const c = new AbortController();
		e.addEventListener('y', () => line('never'), { signal: c.signal });
		c.signal.onabort = () => line('onabort', c.signal.reason.name, c.signal.reason.code);
		c.signal.addEventListener('abort', () => { throw 'thrown'; });
		c.abort();
		e.dispatchEvent(new Event('y'));
		const t = AbortSignal.timeout(5);
		line(t.aborted, AbortSignal.abort(1).reason, t instanceof AbortSignal);
		try { e.addEventListener('x'); } catch (error) { line(error.name, error.code, error.message); }
		try { c.signal.throwIfAborted(); } catch (error) { line(error.name, error.message); }
		performance.mark('m', { startTime: 4 });
		line(performance.measure('n', 'm').duration, performance.now(), performance.getEntries().length);
		performance.clearMarks();
		performance.clearMeasures();
		const d = new DOMException('m', 'TimeoutError');
		line(d.name, d.code, d.message);
	}
`

// The first group works the same when builtins are replaced: before its files are loaded, and after.
func TestReplacedBuiltinsAreNotUsed(t *testing.T) {
	runAll := func(sources ...string) string {
		vm := goja.New()
		var reported []string
		webapi.Install(vm, webapi.Deps{
			Now:         func() float64 { return 7 },
			SetTimeout:  func(float64, func()) func() { return func() {} },
			ReportError: func(v goja.Value) { reported = append(reported, v.String()) },
		})
		for _, source := range append([]string{"var out = '', tampered = 0;"}, sources...) {
			reported = nil
			if _, err := vm.RunString(source); err != nil {
				t.Fatal(err)
			}
		}
		if n := vm.Get("tampered").ToInteger(); n != 0 {
			t.Errorf("replaced builtins were called %d times", n)
		}
		return vm.Get("out").String() + strings.Join(reported, ", ")
	}
	want := runAll(program)
	if !strings.Contains(want, "listener x true 7") || !strings.Contains(want, "thrown") {
		t.Fatalf("the program printed\n%s", want)
	}
	if diff := cmp.Diff(want, runAll(tamper, program)); diff != "" {
		t.Errorf("replaced before the first use (-plain +replaced):\n%s", diff)
	}
	if diff := cmp.Diff(want, runAll(program, "out = '';"+tamper, program)); diff != "" {
		t.Errorf("replaced after the first use (-plain +replaced):\n%s", diff)
	}
}
