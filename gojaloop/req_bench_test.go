package gojaloop_test

import (
	"context"
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/gojaloop"
)

// Req 35 for scripts: 100,000 timers of 1 ms are set by a script and all fire.
// 200 ms are meant, on one core.
func BenchmarkReq35HundredThousandTimers(b *testing.B) {
	p := goja.MustCompile("bench.js", `
		n = 0
		for (let i = 0; i < 100000; i++) setTimeout(f, 1)`, false)
	for b.Loop() {
		vm := goja.New()
		e := gojaloop.New(vm, gojaloop.Options{})
		if _, err := vm.RunString(`var n, f = () => { n++ }`); err != nil {
			b.Fatal(err)
		}
		if err := e.RunProgram(context.Background(), p); err != nil || vm.Get("n").ToInteger() != 100000 {
			b.Fatal(vm.Get("n"), err)
		}
	}
}
