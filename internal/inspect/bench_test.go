package inspect_test

import (
	"testing"

	"github.com/dop251/goja"
)

// What console.log pays for making its text, by the kind of argument.
func BenchmarkFormat(b *testing.B) {
	for _, c := range []struct{ name, source string }{
		{"string", `'some text'`},
		{"number", `5`},
		{"object=1", `({ a: 1 })`},
		{"object=5", `({ a: 1, b: 'x', c: true, d: null, e: 2.5 })`},
		{"array=3", `[1, 2, 3]`},
		{"array=100", `Array.from({ length: 100 }, (_, i) => i)`},
		{"instance", `new (class Foo { constructor() { this.x = 1 } })`},
		{"map=3", `new Map([[1, 2], [3, 4], [5, 6]])`},
		{"error", `new Error('x')`},
	} {
		b.Run("arg="+c.name, func(b *testing.B) {
			vm, i := runtime(b)
			v, err := vm.RunString(c.source)
			if err != nil {
				b.Fatal(err)
			}
			args := []goja.Value{v}
			b.ReportAllocs()
			for b.Loop() {
				i.Format(args)
			}
		})
	}
}

func BenchmarkFormatSequences(b *testing.B) {
	vm, i := runtime(b)
	args := []goja.Value{vm.ToValue("%s is %d"), vm.ToValue("x"), vm.ToValue(5)}
	b.ReportAllocs()
	for b.Loop() {
		i.Format(args)
	}
}
