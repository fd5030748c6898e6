package gojaloop_test

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/gojaloop"
)

// A native callback may look at its single argument after what it called has cleared the
// timer, set it again and taken its arguments away.
func TestNativeCallbackKeepsItsArgument(t *testing.T) {
	for _, set := range []string{
		`const t = setTimeout(native, 1, () => { clearTimeout(t); t.refresh(); t._timerArgs = undefined; clearTimeout(t) })`,
		`const t = setTimeout(native, 1, () => { t._timerArgs })`,
		`const t = setInterval(native, 1, () => { t.refresh(); clearInterval(t); t._timerArgs = [] })`,
		`const t = setImmediate(native, () => { t._argv = undefined; clearImmediate(t) })`,
		`const t = setImmediate(native, () => { t._argv })`,
	} {
		e := gojaloop.New(goja.New(), gojaloop.Options{})
		calls := 0
		if err := e.Runtime().Set("native", func(c goja.FunctionCall) goja.Value {
			calls++
			before := c.Arguments[0]
			f, _ := goja.AssertFunction(before)
			if _, err := f(goja.Undefined()); err != nil {
				t.Errorf("%s: %v", set, err)
			}
			if len(c.Arguments) != 1 || c.Arguments[0] != before {
				t.Errorf("%s: the arguments are %v", set, c.Arguments)
			}
			return goja.Undefined()
		}); err != nil {
			t.Fatal(err)
		}
		if err := e.RunScript(t.Context(), "main.js", set); err != nil {
			t.Errorf("%s: %v", set, err)
		}
		if calls != 1 {
			t.Errorf("%s: called %d times", set, calls)
		}
	}
}
