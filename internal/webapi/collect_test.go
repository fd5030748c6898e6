package webapi_test

import (
	"runtime"
	"testing"
	"weak"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/webapi"
)

// collected reports whether done becomes true within some collections.
func collected(done func() bool) bool {
	for range 50 {
		runtime.GC()
		if done() {
			return true
		}
		runtime.Gosched()
	}
	return false
}

func TestWeakRefLetsGo(t *testing.T) {
	r := newRealm(t)
	r.run(t, `let target = { a: 1 }, symbol = Symbol('s');
		const toObject = new WeakRef(target), toSymbol = new WeakRef(symbol), kept = { b: 2 }, toKept = new WeakRef(kept);`)
	r.run(t, `print(toObject.deref() === target, toSymbol.deref() === symbol); target = symbol = null;`)
	r.check(t, "true true")
	gone := func() bool {
		return r.run(t, `String([toObject.deref(), toSymbol.deref(), toKept.deref() === kept])`).String() == ",,true"
	}
	if !collected(gone) {
		t.Error("a target that nothing refers to was not let go")
	}
}

// Within one job a target that was seen once is seen again, whatever the collector does between.
func TestWeakRefKeepsDuringTheJob(t *testing.T) {
	r := newRealm(t)
	_ = r.vm.Set("gc", func() { runtime.GC(); runtime.GC() })
	r.run(t, `const ref = new WeakRef({ a: 1 }); gc(); print(typeof ref.deref()); gc(); print(typeof ref.deref());`)
	r.check(t, "object", "object")
}

func TestFinalizationRegistryCallsBack(t *testing.T) {
	vm := goja.New()
	posted := make(chan func(), 16)
	var called, reported []string
	api := webapi.Install(vm, webapi.Deps{
		Post:        func(f func()) { posted <- f },
		ReportError: func(v goja.Value) { reported = append(reported, v.String()) },
	})
	api.InstallExtras()
	_ = vm.Set("called", func(v string) { called = append(called, v) })
	if _, err := vm.RunString(`
		const registry = new FinalizationRegistry((held) => { called(held); if (held === 'throws') throw 'thrown'; });
		let a = {}, b = {}, c = {}, d = {};
		const token = {}, kept = {};
		registry.register(a, 'a');
		registry.register(b, 'never', token);
		registry.register(c, 'throws', c);
		registry.register(kept, 'kept');
		called(String(registry.unregister(token)) + registry.unregister(token));`); err != nil {
		t.Fatal(err)
	}
	if _, err := vm.RunString(`a = b = c = null`); err != nil {
		t.Fatal(err)
	}
	if !collected(func() bool {
		for {
			select {
			case f := <-posted:
				f()
				continue
			default:
			}
			return len(called) == 3
		}
	}) {
		t.Fatalf("called %q, want three calls", called)
	}
	if called[1] > called[2] { // the collector has no order
		called[1], called[2] = called[2], called[1]
	}
	if diff := cmp.Diff([]string{"truefalse", "a", "throws"}, called); diff != "" {
		t.Errorf("callbacks (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"thrown"}, reported); diff != "" {
		t.Errorf("reported (-want +got):\n%s", diff)
	}
	runtime.KeepAlive(vm)
}

// A long-lived signal does not keep the results of AbortSignal.any, nor the targets of listeners
// that follow it, once the program has dropped them.
func TestSignalsDoNotKeepWhatFollowsThem(t *testing.T) {
	r := newRealm(t)
	r.run(t, `
		const controller = new AbortController(), dropped = [];
		(() => {
			for (let i = 0; i < 100; i++) {
				dropped.push(new WeakRef(AbortSignal.any([controller.signal])));
				const target = new EventTarget();
				target.addEventListener('x', () => target, { signal: controller.signal });
				dropped.push(new WeakRef(target));
			}
		})();
		const listened = new WeakRef((() => {
			const signal = AbortSignal.any([controller.signal]);
			signal.onabort = () => print('still listens');
			return signal;
		})());`)
	if !collected(func() bool {
		return r.run(t, `dropped.every((ref) => ref.deref() === undefined)`).ToBoolean()
	}) {
		t.Errorf("%v of 200 were not let go", r.run(t, `dropped.filter((ref) => ref.deref() !== undefined).length`))
	}
	if r.run(t, `listened.deref() === undefined`).ToBoolean() {
		t.Error("a follower with a listener was let go")
	}
	r.run(t, `controller.abort()`)
	r.check(t, "still listens")
}

// Nothing keeps a runtime alive: what the package holds for all runtimes is compiled programs only.
func TestRuntimesAreCollected(t *testing.T) {
	refs := make([]weak.Pointer[goja.Runtime], 3)
	for i := range refs {
		r := newRealm(t)
		r.Materialize()
		r.run(t, `
			new WeakRef({}); new FinalizationRegistry(() => {}).register({}, 1);
			new AbortController().abort(); [1].values().map((x) => x).next(); structuredClone({ a: 1 });`)
		refs[i] = weak.Make(r.vm)
	}
	if !collected(func() bool {
		for _, ref := range refs {
			if ref.Value() != nil {
				return false
			}
		}
		return true
	}) {
		t.Error("a runtime that nothing refers to was not collected")
	}
}
