package nodeevents_test

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/nodeevents"
	"github.com/nodetimers/nodetimers/internal/webapi"
)

// tamper replaces builtins that a program may replace. Each replacement counts its calls.
const tamper = `
	const define = Object.defineProperty, evil = () => { tampered++; throw new Error('a replaced builtin was used'); };
	const replace = (object, ...names) => {
		for (let i = 0; i < names.length; i++) define(object, names[i], { value: evil, writable: true, configurable: true });
	};
	replace(Function.prototype, 'call', 'apply', 'bind');
	replace(Map.prototype, 'get', 'set', 'has', 'delete');
	replace(Promise.prototype, 'finally', 'catch');
	replace(Promise, 'resolve', 'reject', 'all');
	replace(Number, 'isNaN', 'isInteger');
	replace(Array.prototype, 'push', 'shift', 'unshift', 'slice', 'splice', 'pop', 'concat', 'map', 'forEach', 'indexOf', Symbol.iterator);
	replace(Object, 'assign', 'create', 'keys', 'getPrototypeOf', 'setPrototypeOf', 'getOwnPropertyDescriptor');
	replace(Reflect, 'apply', 'construct', 'ownKeys');
	replace(Object, 'defineProperty', 'defineProperties');
	const gone = ['Promise', 'Map', 'Error', 'Array', 'Object', 'Reflect', 'Number', 'Symbol', 'Function'];
	for (let i = 0; i < gone.length; i++) globalThis[gone[i]] = undefined;
`

const program = `
	{
		const line = (a, b, c) => { out += a + ' ' + b + ' ' + c + '\n'; };
		const e = new events();
		const f = (a, b) => line('f', a, b);
		e.on('x', f);
		e.emit('x', 1, 2);
		e.once('x', (a) => line('once', a));
		e.prependListener('x', () => line('first'));
		e.emit('x', 3);
		e.emit('x', 4);
		line(e.listenerCount('x'), e.eventNames().length, e.rawListeners('x').length);
		e.off('x', f);
		e.emit('x');
		e.on('removeListener', (type) => line('removed', type));
		e.removeAllListeners();
		try { e.emit('error', 'text'); } catch (error) { line(error.code, error.message); }
		try { e.on('x', 5); } catch (error) { line(error.code); }
		(async () => { const v = await events.once(e, 'y'); line('awaited', v[0]); })();
		e.emit('y', 'value');
		(async () => {
			const it = events.on(e, 'z');
			const v = await it.next();
			line('iterated', v.value[0], v.done);
			const w = await it.return();
			line('done', w.done, e.listenerCount('z'));
		})();
		e.emit('z', 'other');
	}
`

// The module works the same when builtins are replaced after it was made, before or after the first
// use of its promise functions.
func TestReplacedBuiltinsAreNotUsed(t *testing.T) {
	runAll := func(sources ...string) string {
		vm := goja.New()
		web := webapi.Install(vm, webapi.Deps{})
		_ = vm.Set("events", nodeevents.New(vm, nodeevents.Deps{Web: web}))
		for _, source := range append([]string{"var out = '', tampered = 0;"}, sources...) {
			if _, err := vm.RunString(source); err != nil {
				t.Fatal(err)
			}
		}
		if n := vm.Get("tampered").ToInteger(); n != 0 {
			t.Errorf("replaced builtins were called %d times", n)
		}
		return vm.Get("out").String()
	}
	want := runAll(program)
	if !strings.Contains(want, "f 1 2") || !strings.Contains(want, "done true 0") {
		t.Fatalf("the program printed\n%s", want)
	}
	if diff := cmp.Diff(want, runAll(tamper, program)); diff != "" {
		t.Errorf("replaced before the first use (-plain +replaced):\n%s", diff)
	}
	if diff := cmp.Diff(want, runAll(program, "out = '';"+tamper, program)); diff != "" {
		t.Errorf("replaced after the first use (-plain +replaced):\n%s", diff)
	}
}

// Two runtimes have two modules, and exceptions of listeners reach the caller of emit.
func TestModulesAreApart(t *testing.T) {
	load := func() *goja.Runtime {
		vm := goja.New()
		web := webapi.Install(vm, webapi.Deps{})
		_ = vm.Set("events", nodeevents.New(vm, nodeevents.Deps{Web: web}))
		return vm
	}
	a, b := load(), load()
	if _, err := a.RunString(`events.defaultMaxListeners = 3; events.EventEmitter.prototype.extra = 1`); err != nil {
		t.Fatal(err)
	}
	v, err := b.RunString(`events.defaultMaxListeners + String(new events().extra)`)
	if err != nil || v.String() != "10undefined" {
		t.Errorf("the other module: %v, %v", v, err)
	}
	_, err = b.RunString(`const e = new events(); e.on('x', () => { throw new RangeError('of a listener'); }); e.emit('x')`)
	if err == nil || !strings.Contains(err.Error(), "RangeError: of a listener") {
		t.Errorf("got %v, want the exception of the listener", err)
	}
}

// With no dependency but Web, what would be a tick is done at once and a microtask is a promise job.
func TestWithoutDependencies(t *testing.T) {
	vm := goja.New()
	web := webapi.Install(vm, webapi.Deps{})
	_ = vm.Set("events", nodeevents.New(vm, nodeevents.Deps{Web: web}))
	v, err := vm.RunString(`
		const out = [], e = new events({ captureRejections: true });
		for (let i = 0; i < 12; i++) e.on('many', () => {});
		events.addAbortListener(AbortSignal.abort(), () => out.push('aborted'));
		try { e.emit('error', { a: 1 }); } catch (error) { out.push(error.message); }
		e.on('error', (error) => out.push('captured ' + error));
		e.on('x', async () => { throw 'rejection'; });
		e.emit('x');
		out`)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]any{"Unhandled error. ([object Object])", "aborted", "captured rejection"}, v.Export()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
