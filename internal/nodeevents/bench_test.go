package nodeevents_test

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeevents"
	"github.com/nodetimers/nodetimers/internal/webapi"
)

// BenchmarkNew is what one runtime pays for the module, after the first one of the process.
func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		vm := goja.New()
		web := webapi.Install(vm, webapi.Deps{})
		b.StartTimer()
		nodeevents.New(vm, nodeevents.Deps{Web: web})
	}
}

// BenchmarkEmit is one emit from JavaScript, with one argument, without the loop around it.
func BenchmarkEmit(b *testing.B) {
	for _, bench := range []struct{ name, setup string }{
		{"listeners=0", ""},
		{"listeners=1", "e.on('x', (v) => v);"},
		{"listeners=3", "for (let i = 0; i < 3; i++) e.on('x', (v) => v);"},
		{"listeners=on+off", "const f = () => {}; before = () => { e.on('y', f); e.off('y', f); };"},
		{"listeners=once", "e.on('x', (v) => v); before = () => e.once('x', (v) => v);"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			vm := goja.New()
			web := webapi.Install(vm, webapi.Deps{})
			_ = vm.Set("events", nodeevents.New(vm, nodeevents.Deps{Web: web}))
			v, err := vm.RunString("const e = new events(); let before = () => {};" + bench.setup +
				"(n) => { for (let i = 0; i < n; i++) { before(); e.emit('x', i); } }")
			if err != nil {
				b.Fatal(err)
			}
			run, _ := goja.AssertFunction(v)
			b.ReportAllocs()
			b.ResetTimer()
			if _, err := run(goja.Undefined(), vm.ToValue(b.N)); err != nil {
				b.Fatal(err)
			}
		})
	}
}
