package nodeapi_test

import (
	"bytes"
	"context"
	"regexp"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/nodeapi"
)

// The warning is printed while the promise reactions still run, once, and the event
// comes in the first tick after them.
func TestStarvationWarning(t *testing.T) {
	for _, quiet := range []bool{false, true} {
		clock := eventloop.NewVirtualClock()
		e := gojaloop.New(goja.New(), gojaloop.Options{Clock: clock})
		var stderr bytes.Buffer
		n := nodeapi.Enable(e, nodeapi.Options{Stderr: &stderr, StarvationWarning: 100 * time.Millisecond, NoWarnings: quiet})
		var words []string
		vm := e.Runtime()
		_ = vm.Set("say", func(s string) { words = append(words, s) })
		_ = vm.Set("printed", func() bool { return stderr.Len() > 0 })
		_ = vm.Set("busy", func() { clock.Advance(time.Millisecond) })
		err := e.RunScript(context.Background(), "x.js", `
			process.on('warning', (w) => say(w.name + ' ' + (w instanceof Error)))
			setTimeout(() => say('timer'), 10)
			let n = 0
			const spin = () => { busy(); if (++n === 300) say(String(printed())); else Promise.resolve().then(spin) }
			spin()`)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"true", "EventLoopStarvationWarning true", "timer"}
		line := regexp.MustCompile(`^\(node:\d+\) EventLoopStarvationWarning: Timers have been waiting for \d+ms while \d+ ticks and microtasks ran\.\n$`)
		if quiet {
			want[0], line = "false", regexp.MustCompile(`^$`)
		}
		if len(words) != 3 || words[0] != want[0] || words[1] != want[1] || words[2] != want[2] || !line.Match(stderr.Bytes()) {
			t.Errorf("words %q, stderr %q", words, stderr.String())
		}
		if n.Builtins()["nodetimers/timers"](vm) != e.BeyondModule() {
			t.Error("not a builtin")
		}
	}
}

// It can be switched on and off later.
func TestSetStarvationWarning(t *testing.T) {
	for _, late := range []time.Duration{0, 100 * time.Millisecond} {
		clock := eventloop.NewVirtualClock()
		e := gojaloop.New(goja.New(), gojaloop.Options{Clock: clock})
		var stderr bytes.Buffer
		n := nodeapi.Enable(e, nodeapi.Options{Stderr: &stderr, StarvationWarning: 50 * time.Millisecond})
		n.SetStarvationWarning(late)
		_ = e.Runtime().Set("busy", func() { clock.Advance(time.Millisecond) })
		err := e.RunScript(context.Background(), "x.js", `
			setTimeout(() => {}, 10)
			let n = 0
			const spin = () => { busy(); if (++n < 300) Promise.resolve().then(spin) }
			spin()`)
		if err != nil || (stderr.Len() > 0) != (late > 0) {
			t.Errorf("%v: error %v, stderr %q", late, err, stderr.String())
		}
	}
}
