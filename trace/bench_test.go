package trace_test

import (
	"io"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/trace"
)

// BenchmarkCallback is a timer of Go, set and run, without and with a recorder.
func BenchmarkCallback(b *testing.B) {
	for _, mode := range []string{"off", "on", "origins"} {
		b.Run("recorder="+mode, func(b *testing.B) {
			l := eventloop.New(eventloop.Options{})
			r := trace.New(l, trace.Options{NoOrigins: mode != "origins"})
			if mode != "off" {
				r.Start()
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

// BenchmarkScript is a chain of immediates in a script.
func BenchmarkScript(b *testing.B) {
	for _, mode := range []string{"off", "on", "origins"} {
		b.Run("recorder="+mode, func(b *testing.B) {
			e := gojaloop.New(goja.New(), gojaloop.Options{})
			r := trace.New(e.Loop(), trace.Options{Engine: e, NoOrigins: mode != "origins"})
			if mode != "off" {
				r.Start()
			}
			_ = e.Runtime().Set("n", b.N)
			b.ReportAllocs()
			b.ResetTimer()
			if err := e.RunScript(b.Context(), "main.js", `function step() { if (--n > 0) setImmediate(step) }; setImmediate(step)`); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkWriteHTML is the page of a hundred thousand callbacks.
func BenchmarkWriteHTML(b *testing.B) {
	l := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
	r := trace.New(l, trace.Options{NoOrigins: true})
	r.Start()
	for i := range 100_000 {
		l.AfterFunc(time.Duration(i)*time.Millisecond, func() {})
	}
	if err := l.Run(b.Context()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := r.Timeline().WriteHTML(io.Discard, "x"); err != nil {
			b.Fatal(err)
		}
	}
}
