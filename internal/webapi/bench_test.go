package webapi_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/webapi"
)

// BenchmarkInstall is what one runtime pays, after the first one of the process. "none" is the
// engine alone, to subtract; a class is paid for when it is first touched.
func BenchmarkInstall(b *testing.B) {
	run := func(name string, f func(vm *goja.Runtime)) {
		b.Run("part="+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				vm := goja.New()
				vm.GlobalObject().Get("Object")
				f(vm)
			}
		})
	}
	run("none", func(*goja.Runtime) {})
	run("first", func(vm *goja.Runtime) { webapi.Install(vm, webapi.Deps{}) })
	run("both", func(vm *goja.Runtime) { webapi.Install(vm, webapi.Deps{}).InstallExtras() })
	for _, class := range []string{"EventTarget", "AbortController", "Performance", "TextEncoder", "WeakRef"} {
		run("both+"+class, func(vm *goja.Runtime) {
			webapi.Install(vm, webapi.Deps{}).InstallExtras()
			vm.GlobalObject().Get(class)
		})
	}
	run("all", func(vm *goja.Runtime) {
		api := webapi.Install(vm, webapi.Deps{})
		api.InstallExtras()
		api.Materialize()
	})
}

// BenchmarkCompile is what the first use of a file costs a process on top: it is parsed and compiled
// once, whichever runtime asks.
func BenchmarkCompile(b *testing.B) {
	sources, err := filepath.Glob("js/*.js")
	if err != nil {
		b.Fatal(err)
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("file="+strings.TrimSuffix(filepath.Base(source), ".js"), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				goja.MustCompile(source, string(text), true)
			}
		})
	}
}

// BenchmarkDispatch is one event through a target, from JavaScript.
func BenchmarkDispatch(b *testing.B) {
	for _, bench := range []struct{ name, source string }{
		{"op=dispatch", "const e = new EventTarget(); e.addEventListener('x', () => {}); () => e.dispatchEvent(new Event('x'))"},
		{"op=abort", "() => { const c = new AbortController(); c.signal.addEventListener('abort', () => {}); c.abort(1); }"},
		{"op=listen", "const { signal } = new AbortController(); const f = () => {}; () => { signal.addEventListener('abort', f); signal.removeEventListener('abort', f); }"},
		{"op=now", "() => performance.now()"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			vm := goja.New()
			webapi.Install(vm, webapi.Deps{})
			v, err := vm.RunString(bench.source)
			if err != nil {
				b.Fatal(err)
			}
			_ = vm.Set("op", v)
			loop, err := vm.RunString("(n) => { for (let i = 0; i < n; i++) op(); }")
			if err != nil {
				b.Fatal(err)
			}
			run, _ := goja.AssertFunction(loop)
			b.ReportAllocs()
			b.ResetTimer()
			if _, err := run(goja.Undefined(), vm.ToValue(b.N)); err != nil {
				b.Fatal(err)
			}
		})
	}
}
