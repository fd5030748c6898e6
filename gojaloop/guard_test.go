package gojaloop

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// Req 48: however many async functions and generators an interrupt, an Exit or a
// panic leaves, the engine is usable again. Where goja's try frames cannot be cut
// there is a limit.
func TestGuardDepth(t *testing.T) {
	const nested = `
		function* g(n) { yield 1; if (n > 0) { const it = g(n - 1); it.next(); it.next() } else end() }
		const f = async (n) => { await null; const deep = async (n) => { if (n > 0) await deep(n - 1); else { const it = g(n); it.next(); it.next() } }; await deep(n) }
		setTimeout(() => { f(DEPTH) }, 1)`
	for _, depth := range []string{"0", "4", "40", "400"} {
		for _, end := range []string{"interrupt", "exit", "panic", "overflow"} {
			t.Run(end+" "+depth, func(t *testing.T) {
				inBothModes(t, func(t *testing.T, mode func(*Options)) {
					s := newScript(t, mode)
					if !s.host.guard.tries.IsValid() && len(depth) > 1 {
						return // beyond guardLevels
					}
					ctx, cancel := context.WithCancel(background)
					defer cancel()
					left := errors.New("left")
					s.set("end", func(goja.FunctionCall) goja.Value {
						switch end {
						case "interrupt":
							cancel()
							_, err := s.Runtime().RunString(`for (;;) {}`)
							panic(err)
						case "exit":
							s.Exit(left)
						case "panic":
							panic("a Go panic")
						}
						_, err := s.Runtime().RunString(`(function f() { f() })()`)
						panic(err)
					})
					var err error
					func() {
						defer func() {
							if v := recover(); (v != nil) != (end == "panic") {
								t.Errorf("recovered %v", v)
							}
						}()
						err = s.RunScript(ctx, "main.js", strings.ReplaceAll(nested, "DEPTH", depth))
					}()
					if err == nil && end != "panic" {
						t.Error("Run gave no error")
					}
					for range 2 {
						s.run(`Promise.resolve().then(() => log('reaction')); (async () => { await null; await null; log('async') })(); setTimeout(() => log('timer'), 1)`)
						s.want("reaction", "async", "timer")
					}
				})
			})
		}
	}
}

// The calls that surround a callback leave the trace of its goroutine without a gap:
// Go shows a hundred, and tools that read traces stop at the gap.
func TestStackIsNotDeep(t *testing.T) {
	inBothModes(t, func(t *testing.T, mode func(*Options)) {
		s := newScript(t, mode)
		depth := 0
		s.set("look", func(goja.FunctionCall) goja.Value {
			buf := make([]byte, 1<<16)
			buf = buf[:runtime.Stack(buf, false)]
			if bytes.Contains(buf, []byte("frames elided")) {
				t.Errorf("a trace with a gap:\n%s", buf)
			}
			depth = bytes.Count(buf, []byte("\n")) / 2
			return goja.Undefined()
		})
		s.run(`setTimeout(function f() { look() }, 1); Promise.resolve().then(async () => { await null; look() })`)
		if depth == 0 || depth > 80 {
			t.Errorf("%d calls", depth)
		}
	})
}
