package gojaloop

import (
	"math"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file holds the functions scripts call: the six of timers. Those of ticks and
// microtasks are in ticks.go. Coercion, errors and warnings are Node's.

const maxDelay = 1<<31 - 1

func itoa(i int) string { return strconv.Itoa(i) }

func (e *Engine) installFunctions() {
	global := e.vm.GlobalObject()
	m := e.vm.NewObject()
	for _, f := range []struct {
		name   string
		length int
		f      func(goja.FunctionCall) goja.Value
	}{
		{"setTimeout", 2, e.setTimeout},
		{"clearTimeout", 1, e.clearTimeout},
		{"setImmediate", 1, e.setImmediate},
		{"clearImmediate", 1, e.clearImmediate},
		{"setInterval", 2, e.setInterval},
		{"clearInterval", 1, e.clearTimeout},
	} {
		o := e.ordinary(f.name, f.length, f.f)
		define(global, f.name, o, true)
		define(m, f.name, o, true)
		if f.name == "setTimeout" || f.name == "setImmediate" {
			name := f.name
			must(o.DefineAccessorPropertySymbol(e.symbols.promisify,
				e.function("get", 0, func(goja.FunctionCall) goja.Value { return e.TimersPromisesModule().Get(name) }),
				nil, goja.FLAG_FALSE, goja.FLAG_TRUE))
		}
	}
	must(m.DefineAccessorProperty("promises",
		e.function("get", 0, func(goja.FunctionCall) goja.Value { return e.TimersPromisesModule() }),
		nil, goja.FLAG_TRUE, goja.FLAG_TRUE))
	e.timers = m
	if e.opts.TimersOnly {
		return
	}
	define(global, "queueMicrotask", e.function("queueMicrotask", 1, e.queueMicrotask), true)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// callback checks the first argument, before anything else is looked at.
func (e *Engine) callback(v goja.Value) *goja.Object {
	if !isFunction(v) {
		panic(nodeerr.InvalidArgType(e.vm, "callback", "of type function", v))
	}
	return v.(*goja.Object)
}

// delay converts a delay as Node does: times one, and one millisecond for what
// is not within 1 to 2^31-1, with a warning for some of it.
func (e *Engine) delay(v goja.Value) float64 {
	if v == undefined {
		return 1
	}
	if !goja.IsNumber(v) {
		switch o, ok := v.(*goja.Object); {
		case ok:
			v = e.numberOf(o)
		case goja.IsBigInt(v):
			panic(e.vm.NewTypeError(mixedBigInt))
		default:
			v = v.ToNumber()
		}
	}
	ms := v.ToFloat()
	if ms >= 1 && ms <= maxDelay {
		return ms
	}
	if ms > maxDelay && e.opts.LongDelays {
		return min(ms, maxLongDelay)
	}
	switch {
	case ms > maxDelay:
		e.warn("TimeoutOverflowWarning", v.String()+" does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.")
	case ms < 0 && !e.warned.negative:
		e.warned.negative = true
		e.warn("TimeoutNegativeWarning", v.String()+" is a negative number.\nTimeout duration was set to 1.")
	case math.IsNaN(ms) && !e.warned.nan:
		e.warned.nan = true
		e.warn("TimeoutNaNWarning", "NaN is not a number.\nTimeout duration was set to 1.")
	}
	return 1
}

const mixedBigInt = "Cannot mix BigInt and other types, use explicit conversions"

// numberOf is o times one. What goja says of objects that cannot be converted is
// put into V8's words: it contains addresses.
func (e *Engine) numberOf(o *goja.Object) (n goja.Value) {
	ex := e.vm.Try(func() { n = o.ToNumber() })
	if ex == nil {
		return n
	}
	if thrown, ok := ex.Value().(*goja.Object); ok && thrown.ClassName() == "Error" {
		switch message := thrown.Get("message"); {
		case !goja.IsString(message):
		case message.String() == "Cannot convert a BigInt value to a number":
			panic(e.vm.NewTypeError(mixedBigInt))
		case strings.HasPrefix(message.String(), "Could not convert &{"):
			panic(e.vm.NewTypeError("Cannot convert object to primitive value"))
		}
	}
	panic(ex)
}

func (e *Engine) setTimeout(c goja.FunctionCall) goja.Value  { return e.set(c, false) }
func (e *Engine) setInterval(c goja.FunctionCall) goja.Value { return e.set(c, true) }

func (e *Engine) set(c goja.FunctionCall, interval bool) goja.Value {
	fn := e.callback(c.Argument(0))
	ms := e.delay(c.Argument(1))
	e.checkRoom()
	t := e.newTimeout(fn, ms, interval)
	if len(c.Arguments) > 2 {
		t.room().set(c.Arguments[2:])
	}
	t.obj = e.vm.NewDynamicObject(t)
	_ = t.obj.SetPrototype(e.timeoutProto)
	e.initialized(t.id(), kindTimeout, t.trigger, t)
	t.start(e.now())
	return t.obj
}

// clearTimeout is clearInterval too. It takes a Timeout, or the number or string
// that one was converted to; anything else is ignored.
func (e *Engine) clearTimeout(c goja.FunctionCall) goja.Value {
	if len(c.Arguments) == 0 {
		return undefined
	}
	switch v := c.Arguments[0].(type) {
	case *goja.Object:
		switch t := handleBehind(v).(type) {
		case *Timeout:
			if t.e == e {
				t.clearBy()
			}
		case *Immediate:
		default:
			e.clearForeign(v)
		}
	default:
		if t := e.byID(v); t != nil && !t.clearPosted() {
			t.clear() // whatever its callback is by now
		}
	}
	return undefined
}

// clearBy is what the clears do to a timer: one whose callback is gone is left.
func (t *Timeout) clearBy() {
	if t.clearPosted() {
		return
	}
	if t.fn != nil || t.rare() != nil && (t.rare().native != nil || t.rare().callback != nil && t.rare().callback.ToBoolean()) {
		t.clear()
	}
}

// clearPosted clears one that another goroutine set.
func (t *Timeout) clearPosted() bool {
	if t.rare() == nil || t.rare().posted == nil {
		return false
	}
	t.rare().posted.Cancel()
	return true
}

// byID finds a timer by the number it was converted to, or that number's plain
// decimal string.
func (e *Engine) byID(v goja.Value) *Timeout {
	switch {
	case len(e.known) == 0:
	case goja.IsNumber(v):
		f := v.ToFloat()
		if id := int64(f); float64(id) == f {
			return e.known[id]
		}
	case goja.IsString(v):
		s := v.String()
		if id, err := strconv.ParseInt(s, 10, 64); err == nil && strconv.FormatInt(id, 10) == s {
			return e.known[id]
		}
	}
	return nil
}

// clearForeign does to a hand-made object with a truthy _onTimeout what Node
// does: it marks it as cleared. Anything else is left alone.
func (e *Engine) clearForeign(o *goja.Object) {
	if f := o.Get("_onTimeout"); f == nil || !f.ToBoolean() {
		return
	}
	if d := o.Get("_destroyed"); d != nil && d.ToBoolean() {
		must(o.Set("_onTimeout", undefined))
		must(o.Set("_timerArgs", undefined))
		return
	}
	must(o.Set("_onTimeout", goja.Null()))
	must(o.Set("_destroyed", true))
	must(o.Set("_idleTimeout", -1))
}

func (e *Engine) setImmediate(c goja.FunctionCall) goja.Value {
	fn := e.callback(c.Argument(0))
	im := e.newImmediate(fn, rest(c, 1))
	im.obj = e.vm.NewDynamicObject(im)
	_ = im.obj.SetPrototype(e.immediateProto)
	e.setNew(im)
	return im.obj
}

func (e *Engine) clearImmediate(c goja.FunctionCall) goja.Value {
	if len(c.Arguments) > 0 {
		if o, ok := c.Arguments[0].(*goja.Object); ok {
			if im, ok := handleBehind(o).(*Immediate); ok && im.e == e {
				im.clear()
			}
		}
	}
	return undefined
}
