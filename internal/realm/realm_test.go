package realm

import (
	"runtime"
	"testing"
	"time"

	"github.com/dop251/goja"
)

type testKey struct{}

func TestValueIsMadeOncePerRuntime(t *testing.T) {
	vm, other := goja.New(), goja.New()
	made := 0
	get := func(vm *goja.Runtime) int {
		return Of(vm).Value(testKey{}, func(*goja.Runtime) any { made++; return made }).(int)
	}
	if a, b, c := get(vm), get(vm), get(other); a != 1 || b != 1 || c != 2 {
		t.Fatalf("values %d %d %d, want 1 1 2", a, b, c)
	}
}

func TestScriptsDoNotSeeTheRealm(t *testing.T) {
	vm := goja.New()
	before, err := vm.RunString(`JSON.stringify([Reflect.ownKeys(Object.prototype).map(String), Reflect.ownKeys(globalThis).map(String)])`)
	if err != nil {
		t.Fatal(err)
	}
	Of(vm)
	after, err := vm.RunString(`JSON.stringify([Reflect.ownKeys(Object.prototype).map(String), Reflect.ownKeys(globalThis).map(String)])`)
	if err != nil {
		t.Fatal(err)
	}
	if before.String() != after.String() {
		t.Fatalf("keys changed from %s to %s", before, after)
	}
}

// The realm survives collections while its runtime lives, and both go together.
func TestRealmLivesAsLongAsItsRuntime(t *testing.T) {
	gone := make(chan struct{})
	func() {
		vm := goja.New()
		r := Of(vm)
		r.Value(testKey{}, func(vm *goja.Runtime) any { return vm.NewObject() })
		runtime.AddCleanup(r, func(c chan struct{}) { close(c) }, gone)
		r = nil
		runtime.GC()
		runtime.GC()
		select {
		case <-gone:
			t.Error("the realm was collected before its runtime")
		default:
		}
		if _, err := vm.RunString("1"); err != nil {
			t.Fatal(err)
		}
	}()
	deadline := time.After(10 * time.Second)
	for {
		runtime.GC()
		select {
		case <-gone:
			return
		case <-deadline:
			t.Fatal("the realm is still reachable after its runtime")
		default:
			runtime.Gosched()
		}
	}
}

func TestHammerRuntimesOnManyGoroutines(t *testing.T) {
	done := make(chan bool)
	for range 8 {
		go func() {
			ok := true
			for range 20 {
				vm := goja.New()
				first, second := Of(vm), Of(vm)
				ok = ok && first == second
			}
			done <- ok
		}()
	}
	for range 8 {
		if !<-done {
			t.Error("a runtime had two realms")
		}
	}
}

func BenchmarkOf(b *testing.B) {
	vm := goja.New()
	Of(vm)
	b.ReportAllocs()
	for b.Loop() {
		Of(vm)
	}
}
