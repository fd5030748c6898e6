package nodeapi

import (
	"bytes"
	"math"
	"slices"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
)

// This file is the part of a comparison that depends on what an object is: the
// time of a date, the message of an error, the bytes of a buffer. The order of
// the questions is Node's, and so is what each kind leaves out.

// kindOf is what an object is without running traps: a proxy is plain, but for
// one of an array.
func (c *comparison) kindOf(o *goja.Object) inspect.Kind {
	k := c.insp.Kind(o)
	if k != inspect.Proxy {
		return k
	}
	if target := o.Export().(goja.Proxy).Target(); target != nil && c.kindOf(target) == inspect.Array {
		return inspect.Array
	}
	return inspect.Plain
}

func stringTag(o *goja.Object) goja.Value { return orUndefined(o.GetSymbol(goja.SymToStringTag)) }

func sameTag(x, y *goja.Object) bool { return stringTag(x).StrictEquals(stringTag(y)) }

// sameName compares Symbol.toStringTag if both objects have one, else what
// Object.prototype.toString makes of them.
func (c *comparison) sameName(x, y *goja.Object) bool {
	a, b := stringTag(x), stringTag(y)
	if !goja.IsUndefined(a) && !goja.IsUndefined(b) {
		return a.StrictEquals(b)
	}
	return c.named(x) == c.named(y)
}

func (c *comparison) named(o *goja.Object) string {
	return c.tagOf(goja.FunctionCall{This: o}).String()
}

// ownKinds are compared by a rule of their own, so that nothing else equals one.
var ownKinds = []inspect.Kind{
	inspect.Array, inspect.TypedArray, inspect.DataView, inspect.Set, inspect.Map, inspect.Date, inspect.RegExp, inspect.ArrayBuffer,
}

func (c *comparison) sameKind(x, y *goja.Object) bool {
	kind, other := c.kindOf(x), c.kindOf(y)
	if kind != inspect.Array && goja.IsUndefined(stringTag(x)) && c.named(x) == "[object Object]" {
		return c.sameName(x, y) && c.rest(x, y, noContents)
	}
	switch kind {
	case inspect.Array:
		return other == inspect.Array && c.sizes(x.Get("length"), y.Get("length")) && sameTag(x, y) && c.rest(x, y, arrayContents)
	case inspect.Set:
		return other == inspect.Set && sameTag(x, y) && c.rest(x, y, setContents)
	case inspect.Map:
		return other == inspect.Map && sameTag(x, y) && c.rest(x, y, mapContents)
	case inspect.TypedArray, inspect.DataView:
		return c.sameView(x, y, kind) && c.rest(x, y, byteContents)
	case inspect.Date:
		if other != inspect.Date || !sameTag(x, y) || !c.sameTime(x, y) {
			return false
		}
	case inspect.RegExp:
		if other != inspect.RegExp || !sameRegExp(x, y) || !sameTag(x, y) {
			return false
		}
	case inspect.ArrayBuffer:
		if other != inspect.ArrayBuffer || !sameTag(x, y) || !c.sameBytes(x, y) {
			return false
		}
	default:
		if !c.sameName(x, y) || slices.Contains(ownKinds, other) || !c.sameOther(x, y, kind) {
			return false
		}
	}
	return c.rest(x, y, noContents)
}

// sizes compares lengths: in partial mode the expected may be the smaller.
func (c *comparison) sizes(a, b goja.Value) bool {
	x, y := orUndefined(a).ToInteger(), orUndefined(b).ToInteger()
	return x == y || c.mode == partialMode && x > y
}

// sameOther compares errors, boxed primitives and what is left.
func (c *comparison) sameOther(x, y *goja.Object, kind inspect.Kind) bool {
	isError := c.insp.IsError(y)
	if c.insp.IsError(x) {
		return isError && c.errors(x, y)
	}
	boxed, other := c.insp.Unboxed(x), c.insp.Unboxed(y)
	switch {
	case boxed != nil:
		return other != nil && c.insp.Kind(x) == c.insp.Kind(y) && boxed.SameAs(other)
	case isURL(x):
		return isURL(y) && orUndefined(x.Get("href")).StrictEquals(orUndefined(y.Get("href")))
	case other != nil || isError:
		return false
	}
	return kind != inspect.WeakMap && kind != inspect.WeakSet && kind != inspect.Promise
}

// isURL tells a URL of the module url, whose data is a Go value.
func isURL(o *goja.Object) bool { return o.ExportType().String() == "*url.nodeURL" }

func (c *comparison) sameTime(x, y *goja.Object) bool {
	a, b := c.timeOf(goja.FunctionCall{This: x}).ToFloat(), c.timeOf(goja.FunctionCall{This: y}).ToFloat()
	return a == b || math.IsNaN(a) && math.IsNaN(b)
}

func sameRegExp(x, y *goja.Object) bool {
	for _, name := range []string{"source", "flags", "lastIndex"} {
		if !orUndefined(x.Get(name)).StrictEquals(orUndefined(y.Get(name))) {
			return false
		}
	}
	return true
}

// errors compares what an error has although it is not enumerable; never the
// stack. In partial mode an expected error without one of these matches any.
func (c *comparison) errors(x, y *goja.Object) bool {
	for _, name := range []string{"message", "name", "cause", "errors"} {
		k := propertyKey{name: name}
		if c.hasEnumerable(y, k) {
			continue // it is one of the properties
		}
		want := valueAt(y, k)
		if c.mode == partialMode && (goja.IsUndefined(want) || name == "message" && goja.IsString(want) && want.String() == "") {
			continue
		}
		if !c.values(valueAt(x, k), want) {
			return false
		}
	}
	k := propertyKey{name: "cause"}
	wanted := c.hasOwn(y, k)
	return wanted == c.hasOwn(x, k) || c.mode == partialMode && !wanted
}

func (c *comparison) sameView(x, y *goja.Object, kind inspect.Kind) bool {
	class := c.insp.TypedArrayClass(x)
	if class != c.insp.TypedArrayClass(y) || kind == inspect.DataView && c.kindOf(y) != inspect.DataView {
		return false
	}
	if c.mode == looseMode && (class == "Float32Array" || class == "Float64Array") {
		return c.sameFloats(x, y)
	}
	return c.sameBytes(x, y)
}

// sameFloats compares numbers: the zeros are equal and NaN is not.
func (c *comparison) sameFloats(x, y *goja.Object) bool {
	n := x.Get("length").ToInteger()
	if n != y.Get("length").ToInteger() {
		return false
	}
	for i := range int(n) {
		k := indexKey(i)
		if !valueAt(x, k).StrictEquals(valueAt(y, k)) {
			return false
		}
	}
	return true
}

// sameBytes compares views and buffers by their bytes. In partial mode those
// expected must be among the others, in order.
func (c *comparison) sameBytes(x, y *goja.Object) bool {
	a, ok := bytesOf(x)
	b, too := bytesOf(y)
	if !ok || !too {
		return false
	}
	if c.mode != partialMode || len(a) == len(b) {
		return bytes.Equal(a, b)
	}
	for _, want := range b {
		i := bytes.IndexByte(a, want)
		if i < 0 {
			return false
		}
		a = a[i+1:]
	}
	return true
}
