// Package casetest runs behaviour cases: name.js with name.out beside it, the output recorded from
// Node. It is a runtime with a few globals and a queue of timers and ticks, enough for classes that
// need no real loop, so that their tests need none either.
//
// A case prints with print(...), which joins its arguments as strings, and show(x), which is
// util.inspect where the caller provides it. Time stands still but for timers, which fire in order.
//
// Recording: NODE=/path/to/node go test -run Cases -record. With NODE set and no -record, each case
// is also run by that Node and compared with its file, so that a recording cannot go stale unseen.
package casetest

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"
)

var record = flag.Bool("record", false, "write the .out files from what Node prints")

// nodePrelude gives Node the globals that a case sees here.
const nodePrelude = `
globalThis.print = (...a) => console.log(a.map(String).join(' '));
globalThis.show = require('util').inspect;
globalThis.events = require('events');
globalThis.nextTick = process.nextTick;
process.on('uncaughtException', (e) => print('uncaught', e));
process.on('warning', (w) => print('warning', w.name + ': ' + w.message));
require('vm').runInThisContext(require('fs').readFileSync(process.argv[1], 'utf8'), process.argv[1]);
`

// Realm is the runtime of one case.
type Realm struct {
	VM     *goja.Runtime
	out    bytes.Buffer
	ticks  []func()
	timers []timer
	now    float64
}

type timer struct {
	at float64
	f  func()
}

// SetTimeout, Now, NextTick, ReportError and EmitWarning have the signatures that the packages
// under test ask for.
func (r *Realm) SetTimeout(ms float64, f func()) func() {
	i := len(r.timers)
	r.timers = append(r.timers, timer{r.now + ms, f})
	return func() { r.timers[i].f = nil }
}

// Now is the time of the case: that of the timer that fires.
func (r *Realm) Now() float64 { return r.now }

// NextTick queues f behind the ticks that wait.
func (r *Realm) NextTick(f func()) { r.ticks = append(r.ticks, f) }

// NextTickCall queues a call of a JavaScript function.
func (r *Realm) NextTickCall(f *goja.Object) {
	callable, _ := goja.AssertFunction(f)
	r.NextTick(func() { r.call(callable) })
}

// QueueMicrotask calls a JavaScript function in a promise job.
func (r *Realm) QueueMicrotask(f *goja.Object) {
	queue, _ := goja.AssertFunction(must(r.VM.RunString("(async (f) => { await undefined; f(); })")))
	must(queue(goja.Undefined(), f))
}

// ReportError prints an exception as Node's handler for uncaught exceptions in the prelude does.
func (r *Realm) ReportError(v goja.Value) {
	r.NextTick(func() { r.print("uncaught", v) })
}

// EmitWarning prints a warning in a tick.
func (r *Realm) EmitWarning(w *goja.Object) {
	r.NextTick(func() {
		r.print("warning", r.VM.ToValue(w.Get("name").String()+": "+w.Get("message").String()))
	})
}

func (r *Realm) print(first string, rest ...goja.Value) {
	r.out.WriteString(first)
	for _, v := range rest {
		if r.out.Len() > 0 && !bytes.HasSuffix(r.out.Bytes(), []byte("\n")) {
			r.out.WriteByte(' ')
		}
		r.out.WriteString(text(v))
	}
	r.out.WriteByte('\n')
}

// text is String(v), which also takes symbols.
func text(v goja.Value) string {
	if s, ok := v.(*goja.Symbol); ok {
		return "Symbol(" + s.String() + ")"
	}
	return v.String()
}

// Run runs each testdata/*.js in a runtime prepared by setup and compares what it prints.
func Run(t *testing.T, setup func(r *Realm)) {
	scripts, err := filepath.Glob("testdata/*.js")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no cases in testdata (%v)", err)
	}
	for _, script := range scripts {
		name := strings.TrimSuffix(filepath.Base(script), ".js")
		t.Run(name, func(t *testing.T) { runCase(t, script, setup) })
	}
}

func runCase(t *testing.T, script string, setup func(r *Realm)) {
	want := expected(t, script)
	source, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	r := &Realm{VM: goja.New()}
	setup(r)
	_ = r.VM.Set("print", func(call goja.FunctionCall) goja.Value {
		r.print("", call.Arguments...)
		return goja.Undefined()
	})
	_ = r.VM.Set("nextTick", func(call goja.FunctionCall) goja.Value {
		f, _ := goja.AssertFunction(call.Argument(0))
		args := append([]goja.Value(nil), call.Arguments[1:]...)
		r.NextTick(func() { r.call(f, args...) })
		return goja.Undefined()
	})
	if err := r.run(script, string(source)); err != nil {
		r.out.WriteString("threw " + err.Error() + "\n")
	}
	got := filepath.Join("testdata", strings.TrimSuffix(filepath.Base(script), ".js")+".got")
	if diff := cmp.Diff(want, r.out.String()); diff != "" {
		if err := os.WriteFile(got, r.out.Bytes(), 0o644); err != nil {
			t.Error(err)
		}
		t.Errorf("output differs (-node +here):\n%s", diff)
	} else {
		_ = os.Remove(got)
	}
}

// expected returns the recorded output, after comparing it with Node's or recording it anew where
// the environment names a Node.
func expected(t *testing.T, script string) string {
	file := strings.TrimSuffix(script, ".js") + ".out"
	recorded, err := os.ReadFile(file)
	if err != nil && !*record {
		t.Fatal(err)
	}
	node := os.Getenv("NODE")
	if node == "" {
		if *record {
			t.Fatal("-record needs the environment variable NODE")
		}
		return string(recorded)
	}
	command := exec.Command(node, "-e", nodePrelude, script)
	var errors bytes.Buffer
	command.Stderr = &errors
	out, err := command.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, errors.Bytes())
	}
	if *record {
		if err := os.WriteFile(file, out, 0o644); err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if diff := cmp.Diff(string(recorded), string(out)); diff != "" {
		t.Errorf("this Node prints something else than the recording (-recorded +node):\n%s", diff)
	}
	return string(recorded)
}

// run runs the script and then, in the order of a loop, ticks, promise jobs and timers. Ticks run
// within a frame of the engine, which holds back the promise jobs until they are done.
func (r *Realm) run(name, source string) error {
	if err := r.frame(func() error {
		_, err := r.VM.RunScript(name, source)
		return err
	}); err != nil {
		return err
	}
	for {
		for len(r.ticks) > 0 {
			if err := r.frame(func() error { return nil }); err != nil {
				return err
			}
		}
		next := -1
		for i, t := range r.timers {
			if t.f != nil && (next < 0 || t.at < r.timers[next].at) {
				next = i
			}
		}
		if next < 0 {
			return nil
		}
		f := r.timers[next].f
		r.timers[next].f = nil
		r.now = r.timers[next].at
		if err := r.frame(func() error { f(); return nil }); err != nil {
			return err
		}
	}
}

// frame runs f and the ticks it leaves inside a call from JavaScript.
func (r *Realm) frame(f func() error) error {
	var failed error
	_ = r.VM.Set("__frame", func(goja.FunctionCall) goja.Value {
		failed = f()
		for len(r.ticks) > 0 && failed == nil {
			tick := r.ticks[0]
			r.ticks = r.ticks[1:]
			tick()
		}
		return goja.Undefined()
	})
	enter := r.VM.Get("__frame")
	_ = r.VM.GlobalObject().Delete("__frame")
	run, _ := goja.AssertFunction(must(r.VM.RunString("(function (f) { f(); })")))
	if _, err := run(goja.Undefined(), enter); err != nil {
		return err
	}
	return failed
}

func (r *Realm) call(f goja.Callable, args ...goja.Value) {
	if _, err := f(goja.Undefined(), args...); err != nil {
		if ex, ok := err.(*goja.Exception); ok {
			r.ReportError(ex.Value())
			return
		}
		panic(err)
	}
}

func must(v goja.Value, err error) goja.Value {
	if err != nil {
		panic(err)
	}
	return v
}
