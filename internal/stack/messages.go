package stack

import (
	"strings"

	"github.com/dop251/goja"
)

// Normalize gives an error that the engine made by itself, such as the TypeError of null.x, the
// accessor `stack` and V8's wording of its message. Any other value, and an error that is in Node's
// form already, is left alone; asking costs about 100 ns. It must be called on the runtime's
// goroutine.
func Normalize(vm *goja.Runtime, v goja.Value) {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Error" {
		return
	}
	s := of(vm)
	s.probing, s.probed = true, false
	var text goja.Value
	ex := vm.Try(func() { text = o.Get("stack") })
	s.probing = false
	if ex != nil || s.probed || !goja.IsString(text) || !isEngineText(text.String()) {
		return
	}
	if s.prepare != nil && o.Prototype() == s.aggregate && len(o.GetOwnPropertyNames()) == 2 { // stack and errors
		define(o, "message", vm.ToValue("All promises were rejected"), goja.FLAG_TRUE) // of Promise.any
	}
	if m := o.Get("message"); goja.IsString(m) {
		if t := translate(m.String()); t != m.String() {
			define(o, "message", vm.ToValue(t), goja.FLAG_TRUE)
		}
	}
	s.accessor(o, s.get, s.set)
}

// translate words the engine's commonest messages as V8 does, where the text alone allows it:
//
//   - "Cannot read property 'x' of undefined" is V8's "Cannot read properties of undefined (reading
//     'x')". The engine says undefined for null as well, and so must we.
//   - "Object has no member 'f'" comes of a call; V8 names the callee as in the source, which is
//     not known here, so it is worded as V8 does when it cannot print it: "(intermediate value).f
//     is not a function".
//   - "Not a function: x" becomes "x is not a function".
//
// "x is not defined" and "Assignment to constant variable." are the same in both. The engine's
// "Value is not an object: x" has several causes and stays.
func translate(m string) string {
	if rest, ok := strings.CutPrefix(m, "Cannot read property '"); ok {
		for _, end := range []string{"' of undefined", "' of undefined or null"} {
			if key, ok := strings.CutSuffix(rest, end); ok {
				return "Cannot read properties of undefined (reading '" + key + "')"
			}
		}
	}
	if rest, ok := strings.CutPrefix(m, "Object has no member '"); ok && strings.HasSuffix(rest, "'") {
		return "(intermediate value)." + rest[:len(rest)-1] + " is not a function"
	}
	if rest, ok := strings.CutPrefix(m, "Not a function: "); ok {
		return rest + " is not a function"
	}
	return m
}
