package webapi_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/webapi"
)

// realm is a runtime with both groups and a function print.
type realm struct {
	*webapi.API
	vm       *goja.Runtime
	printed  []string
	reported []string
}

func newRealm(t *testing.T) *realm {
	t.Helper()
	r := &realm{vm: goja.New()}
	r.API = webapi.Install(r.vm, webapi.Deps{
		ReportError: func(v goja.Value) { r.reported = append(r.reported, v.String()) },
	})
	r.InstallExtras()
	_ = r.vm.Set("print", func(call goja.FunctionCall) goja.Value {
		words := make([]string, len(call.Arguments))
		for i, v := range call.Arguments {
			words[i] = v.String()
		}
		r.printed = append(r.printed, strings.Join(words, " "))
		return goja.Undefined()
	})
	return r
}

func (r *realm) run(t *testing.T, source string) goja.Value {
	t.Helper()
	v, err := r.vm.RunString(source)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func (r *realm) check(t *testing.T, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, r.printed); diff != "" {
		t.Errorf("printed (-want +got):\n%s", diff)
	}
	r.printed = nil
}

func TestAddAbortListenerIsOneVisibleCallEach(t *testing.T) {
	r := newRealm(t)
	signal := r.run(t, `
		const controller = new AbortController(), { signal } = controller;
		for (const name of ['addEventListener', 'removeEventListener']) {
			signal[name] = function(...args) {
				print(name, args.length, args[0], typeof args[1]);
				return EventTarget.prototype[name].apply(this, args);
			};
		}
		EventTarget.prototype.addEventListener.call(signal, 'abort', (e) => e.stopImmediatePropagation());
		EventTarget.prototype.addEventListener.call(signal, 'abort', () => print('stopped'));
		signal`).(*goja.Object)
	calls := 0
	remove := r.AddAbortListener(signal, func() { calls++ })
	r.check(t, "addEventListener 3 abort function")
	r.run(t, `controller.abort('why')`)
	if calls != 1 {
		t.Errorf("the listener ran %d times, want 1, in spite of stopImmediatePropagation", calls)
	}
	remove()
	remove()
	r.check(t, "removeEventListener 2 abort function")
	if !r.Aborted(signal) || r.Reason(signal).String() != "why" {
		t.Errorf("aborted %v, reason %v", r.Aborted(signal), r.Reason(signal))
	}
}

func TestRemovedAbortListenerDoesNotRun(t *testing.T) {
	r := newRealm(t)
	signal := r.run(t, `const controller = new AbortController(); controller.signal`).(*goja.Object)
	remove := r.AddAbortListener(signal, func() { t.Error("a removed listener ran") })
	remove()
	r.run(t, `controller.abort()`)
}

func TestAddAbortListenerPassesExceptionsOn(t *testing.T) {
	r := newRealm(t)
	signal := r.run(t, `
		const { signal } = new AbortController();
		signal.addEventListener = () => { throw new RangeError('patched'); };
		signal`).(*goja.Object)
	exception := r.vm.Try(func() { r.AddAbortListener(signal, func() {}) })
	if exception == nil || !strings.Contains(exception.Error(), "RangeError: patched") {
		t.Errorf("got %v, want the exception of the patched method", exception)
	}
}

func TestIsAbortSignalIsABrand(t *testing.T) {
	if r := newRealm(t); r.IsAbortSignal(r.vm.NewObject()) {
		t.Error("an object is a signal before there is a class")
	}
	for source, want := range map[string]bool{
		`new AbortController().signal`:                       true,
		`AbortSignal.abort()`:                                true,
		`AbortSignal.any([])`:                                true,
		`Object.setPrototypeOf(AbortSignal.abort(), null)`:   true,
		`new EventTarget()`:                                  false,
		`({ __proto__: AbortSignal.prototype })`:             false,
		`({ aborted: false, addEventListener() {} })`:        false,
		`new Proxy(new AbortController().signal, {})`:        false,
		`AbortSignal`:                                        false,
		`undefined`:                                          false,
		`null`:                                               false,
		`'AbortSignal'`:                                      false,
		`Object.create(new AbortController().signal)`:        false,
		`new AbortController()`:                              false,
		`AbortSignal.prototype`:                              false,
		`((AbortSignal = class {}), new AbortSignal())`:      false,
		`((AbortController = 5), null)`:                      false,
		`(delete globalThis.AbortSignal, new EventTarget())`: false,
	} {
		r := newRealm(t)
		if got := r.IsAbortSignal(r.run(t, source)); got != want {
			t.Errorf("%s: got %v, want %v", source, got, want)
		}
	}
}

func TestAbortErrorLooksLikeNodes(t *testing.T) {
	r := newRealm(t)
	_ = r.vm.Set("error", r.AbortError(r.vm.ToValue("why")))
	_ = r.vm.Set("undef", r.AbortError(goja.Undefined()))
	_ = r.vm.Set("none", r.AbortError(nil))
	r.run(t, `
		print(Reflect.ownKeys(error), Object.keys(error));
		print(error.name, error.code, error.message, error.cause, error instanceof Error, error.constructor.name);
		print(error.constructor === Error, String(error), Object.prototype.toString.call(error), error instanceof DOMException);
		print('cause' in undef, undef.cause, 'cause' in none, error.stack.split('\n')[0]);`)
	r.check(t,
		"stack,message,cause,code,name code,name",
		"AbortError ABORT_ERR The operation was aborted why true AbortError",
		"false AbortError: The operation was aborted [object Error] false",
		"true undefined false AbortError: The operation was aborted",
	)
}

func TestDOMExceptionFromGo(t *testing.T) {
	r := newRealm(t)
	_ = r.vm.Set("e", r.DOMException("text", "DataCloneError"))
	r.run(t, `print(e.name, e.code, e.message, e instanceof DOMException)`)
	r.check(t, "DataCloneError 25 text true")
}

func TestExportIgnoresReplacedGlobals(t *testing.T) {
	r := newRealm(t)
	r.run(t, `EventTarget = 5; delete globalThis.structuredClone; performance = 6`)
	for _, name := range []string{"EventTarget", "AbortSignal", "structuredClone", "WeakRef", "atob"} {
		if _, ok := goja.AssertFunction(r.Export(name)); !ok {
			t.Errorf("Export(%q) is %v, want a function", name, r.Export(name))
		}
	}
	if r.Export("Nothing") != nil {
		t.Error("Export of an unknown name is not nil")
	}
	if _, ok := goja.AssertFunction(r.Performance().Get("now")); !ok {
		t.Error("Performance has no method now")
	}
}

func TestExtendPerformanceIsCalledOnceAndLate(t *testing.T) {
	vm := goja.New()
	calls := 0
	api := webapi.Install(vm, webapi.Deps{
		Now: func() float64 { return 2.5 },
		ExtendPerformance: func(prototype *goja.Object) {
			calls++
			_ = prototype.Set("added", "yes")
		},
	})
	if calls != 0 {
		t.Error("Performance was made before it was used")
	}
	api.Performance()
	v, err := vm.RunString(`performance.added + performance.now() + (performance.constructor === Performance)`)
	if err != nil {
		t.Fatal(err)
	}
	if v.String() != "yes2.5true" || calls != 1 {
		t.Errorf("got %v after %d calls, want yes2.5true after 1", v, calls)
	}
}

func TestMaterializeLeavesDataProperties(t *testing.T) {
	r := newRealm(t)
	r.run(t, `WeakRef = 'mine'`)
	r.Materialize()
	v := r.run(t, `Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(([, d]) => d.get).map(([k]) => k).join()`)
	if got := v.String(); got != "performance" {
		t.Errorf("accessors after Materialize: %s, want performance alone", got)
	}
	r.run(t, `print(WeakRef)`)
	r.check(t, "mine")
}

func TestLockedGlobalsAreLeft(t *testing.T) {
	vm := goja.New()
	if _, err := vm.RunString(`Object.defineProperty(globalThis, 'Event', { value: 'locked' })`); err != nil {
		t.Fatal(err)
	}
	webapi.Install(vm, webapi.Deps{}).InstallExtras()
	v, err := vm.RunString(`Event + new AbortController().signal.aborted`)
	if err != nil || v.String() != "lockedfalse" {
		t.Errorf("got %v, %v", v, err)
	}
}

// With no dependency set everything works but for what needs one.
func TestWithoutDependencies(t *testing.T) {
	r := newRealm(t)
	vm := goja.New()
	webapi.Install(vm, webapi.Deps{}).InstallExtras()
	_ = vm.Set("print", r.vm.Get("print").Export())
	_, err := vm.RunString(`
		const e = new EventTarget();
		e.addEventListener('x', () => { throw new Error('dropped'); });
		for (let i = 0; i < 12; i++) e.addEventListener('x', () => {});
		print(e.dispatchEvent(new Event('x')), AbortSignal.timeout(1).aborted, performance.now(), performance.timeOrigin);
		new FinalizationRegistry(() => {}).register({}, 1);
		print(new WeakRef(e).deref() === e);`)
	if err != nil {
		t.Fatal(err)
	}
	r.check(t, "true false 0 0", "true")
}

func TestInterruptPassesThroughListeners(t *testing.T) {
	r := newRealm(t)
	_ = r.vm.Set("stop", func() { r.vm.Interrupt("stopped") })
	_, err := r.vm.RunString(`
		const e = new EventTarget();
		e.addEventListener('x', () => { stop(); for (;;); });
		e.addEventListener('x', () => print('never'));
		e.dispatchEvent(new Event('x'));`)
	var interrupted *goja.InterruptedError
	if !errors.As(err, &interrupted) {
		t.Errorf("got %v, want an InterruptedError", err)
	}
	if len(r.reported) > 0 {
		t.Errorf("the interrupt was reported as an exception: %v", r.reported)
	}
	r.check(t)
}

// Should the engine learn one of these, the polyfill must go: ours would then hide a better one, or
// have another identity.
func TestTheEngineStillLacksWhatIsAdded(t *testing.T) {
	vm := goja.New()
	for _, name := range []string{
		"Symbol.asyncIterator", "Symbol.dispose", "Symbol.asyncDispose", "Iterator", "WeakRef",
		"FinalizationRegistry", "SuppressedError", "DisposableStack", "AsyncDisposableStack",
		"structuredClone", "Promise.withResolvers", "Promise.try", "Object.groupBy", "Map.groupBy",
		"Array.fromAsync", "String.prototype.isWellFormed", "String.prototype.toWellFormed",
		"RegExp.escape", "Map.prototype.getOrInsert", "WeakMap.prototype.getOrInsert",
		"ArrayBuffer.prototype.transfer", "ArrayBuffer.prototype.detached",
	} {
		parts := strings.Split(name, ".")
		v, err := vm.RunString("'" + parts[len(parts)-1] + "' in " + strings.Join(append([]string{"globalThis"}, parts[:len(parts)-1]...), "."))
		if err != nil {
			t.Fatal(err)
		}
		if v.ToBoolean() {
			t.Errorf("the engine has %s now", name)
		}
	}
}

// Runtimes on different goroutines share compiled programs, symbols and nothing else.
func TestHammerRuntimesOnManyGoroutines(t *testing.T) {
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 3 {
				vm := goja.New()
				api := webapi.Install(vm, webapi.Deps{})
				api.InstallExtras()
				api.Materialize()
				v, err := vm.RunString(`
					const c = new AbortController(), e = new EventTarget();
					let n = 0;
					e.addEventListener('x', () => n++, { signal: c.signal });
					e.dispatchEvent(new Event('x'));
					c.abort();
					e.dispatchEvent(new Event('x'));
					n + btoa('x') + new WeakRef(e).deref().constructor.name + structuredClone([1]).length`)
				if err != nil || v.String() != "1eA==EventTarget1" {
					t.Errorf("got %v, %v", v, err)
				}
			}
		})
	}
	group.Wait()
}
