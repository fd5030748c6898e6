package health_test

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/trace/health"
)

// BenchmarkCallback is a chain of immediates of Go, the cheapest turn a loop has,
// without and with a Monitor.
func BenchmarkCallback(b *testing.B) {
	for _, mode := range []string{"off", "hooks", "on"} {
		b.Run("monitor="+mode, func(b *testing.B) {
			l := eventloop.New(eventloop.Options{})
			switch mode {
			case "hooks": // what hooks cost that do nothing
				l.AddHooks(eventloop.Hooks{Before: func(eventloop.Kind, any) {}, After: func(eventloop.Kind, any) {}, Phase: func(eventloop.Phase) {}})
			case "on":
				m := health.New(l, health.Options{})
				m.Start()
				b.Cleanup(m.Stop)
			}
			n := 0
			var step func()
			step = func() {
				if n++; n < b.N {
					l.SetImmediate(step)
				}
			}
			l.SetImmediate(step)
			b.ReportAllocs()
			b.ResetTimer()
			if err := l.Run(b.Context()); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkScript is a script's callbacks: a chain of immediates that does nothing else,
// and one whose callbacks do a little work each, about five microseconds.
func BenchmarkScript(b *testing.B) {
	for _, work := range []string{"none", "little"} {
		for _, mode := range []string{"off", "on"} {
			b.Run("work="+work+"/monitor="+mode, func(b *testing.B) {
				e := gojaloop.New(goja.New(), gojaloop.Options{})
				if mode == "on" {
					m := health.New(e.Loop(), health.Options{})
					m.Start()
					b.Cleanup(m.Stop)
				}
				_ = e.Runtime().Set("n", b.N)
				loop := 0
				if work == "little" {
					loop = 60
				}
				_ = e.Runtime().Set("rounds", loop)
				b.ReportAllocs()
				b.ResetTimer()
				if err := e.RunScript(b.Context(), "main.js", `
let sum = 0
function step() { for (let i = 0; i < rounds; i++) sum += i; if (--n > 0) setImmediate(step) }
setImmediate(step)`); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}
