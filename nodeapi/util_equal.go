package nodeapi

import (
	"bytes"
	"math"
	"strconv"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
)

// This file is util.isDeepStrictEqual. Two values are equal if they are the same
// or objects of one class with equal data and equal enumerable properties, in
// any order; NaN equals itself and 0 differs from -0.

func (u *utility) isDeepStrictEqual(c goja.FunctionCall) goja.Value {
	e := equality{vm: u.vm, insp: u.insp, classes: !c.Argument(2).ToBoolean(), active: map[*goja.Object]bool{}}
	return u.vm.ToValue(e.values(c.Argument(0), c.Argument(1)))
}

// equality is one comparison.
type equality struct {
	vm      *goja.Runtime
	insp    *inspect.Inspector
	classes bool                  // constructors or prototypes must be the same
	active  map[*goja.Object]bool // what is being compared, on either side
}

func (e *equality) values(a, b goja.Value) bool {
	x, isObject := a.(*goja.Object)
	y, both := b.(*goja.Object)
	if !isObject || !both {
		return isObject == both && sameValue(a, b)
	}
	if x == y {
		return true
	}
	if isFunction(x) || isFunction(y) {
		return false
	}
	// An object inside itself: equal if both sides are there already.
	if inA, inB := e.active[x], e.active[y]; inA || inB {
		return inA && inB
	}
	e.active[x], e.active[y] = true, true
	defer func() {
		delete(e.active, x)
		delete(e.active, y)
	}()
	return e.objects(x, y)
}

// sameValue is Object.is for values that are not both objects.
func sameValue(a, b goja.Value) bool {
	if goja.IsNumber(a) && goja.IsNumber(b) {
		x, y := a.ToFloat(), b.ToFloat()
		return x == y && math.Signbit(x) == math.Signbit(y) || x != x && y != y
	}
	return a.StrictEquals(b)
}

func (e *equality) objects(a, b *goja.Object) bool {
	if e.classes && !e.sameClass(a, b) || !e.sameTag(a, b) {
		return false
	}
	kind := e.kind(a)
	if kind != e.kind(b) {
		return false
	}
	indexed := false
	switch kind {
	case inspect.Array:
		indexed = true
		if !e.elements(a, b) {
			return false
		}
	case inspect.TypedArray:
		indexed = true
		if e.insp.TypedArrayClass(a) != e.insp.TypedArrayClass(b) || !sameBytes(a, b) {
			return false
		}
	case inspect.DataView, inspect.ArrayBuffer:
		if !sameBytes(a, b) {
			return false
		}
	case inspect.Map:
		if !e.maps(a, b) {
			return false
		}
	case inspect.Set:
		if !e.sets(a, b) {
			return false
		}
	case inspect.Date:
		x, valid := a.Export().(time.Time)
		y, too := b.Export().(time.Time)
		if valid != too || !x.Equal(y) {
			return false
		}
	case inspect.RegExp:
		for _, name := range []string{"source", "flags", "lastIndex"} {
			if !orUndefined(a.Get(name)).StrictEquals(orUndefined(b.Get(name))) {
				return false
			}
		}
	case inspect.NumberObject, inspect.StringObject, inspect.BooleanObject, inspect.SymbolObject, inspect.BigIntObject:
		if !sameValue(orUndefined(e.insp.Unboxed(a)), orUndefined(e.insp.Unboxed(b))) {
			return false
		}
	case inspect.WeakMap, inspect.WeakSet, inspect.Promise:
		return false
	default:
		if e.insp.IsError(a) != e.insp.IsError(b) || e.insp.IsError(a) && !e.errors(a, b) {
			return false
		}
	}
	return e.properties(a, b, indexed)
}

// kind takes a proxy of an array for an array and any other proxy for a plain
// object: its traps answer for it.
func (e *equality) kind(o *goja.Object) inspect.Kind {
	k := e.insp.Kind(o)
	if k != inspect.Proxy {
		return k
	}
	if target := o.Export().(goja.Proxy).Target(); target != nil && e.kind(target) == inspect.Array {
		return inspect.Array
	}
	return inspect.Plain
}

// sameClass compares constructors that are inherited, else prototypes: an own
// property named constructor says nothing.
func (e *equality) sameClass(a, b *goja.Object) bool {
	c := a.Get("constructor")
	if c == nil || goja.IsUndefined(c) || e.hasOwn(a, "constructor") {
		return a.Prototype() == b.Prototype()
	}
	return c.StrictEquals(orUndefined(b.Get("constructor")))
}

func (e *equality) hasOwn(o *goja.Object, name string) bool {
	return e.insp.HasOwn(o, e.vm.ToValue(name))
}

// sameTag compares Symbol.toStringTag where both have one, which only classes do.
func (e *equality) sameTag(a, b *goja.Object) bool {
	x, y := a.GetSymbol(goja.SymToStringTag), b.GetSymbol(goja.SymToStringTag)
	return orUndefined(x).StrictEquals(orUndefined(y))
}

func (e *equality) elements(a, b *goja.Object) bool {
	n := a.Get("length").ToInteger()
	if n != b.Get("length").ToInteger() {
		return false
	}
	for i := range int(n) {
		x, y := a.Get(strconv.Itoa(i)), b.Get(strconv.Itoa(i))
		if (x == nil) != (y == nil) || x != nil && !e.values(x, y) { // nil is a hole
			return false
		}
	}
	return true
}

func sameBytes(a, b *goja.Object) bool {
	x, ok := bytesOf(a)
	y, too := bytesOf(b)
	return ok && too && bytes.Equal(x, y)
}

// errors compares what an error has that is not enumerable, but for its stack.
func (e *equality) errors(a, b *goja.Object) bool {
	for _, name := range []string{"message", "name", "cause", "errors"} {
		if !e.values(orUndefined(a.Get(name)), orUndefined(b.Get(name))) {
			return false
		}
	}
	return e.hasOwn(a, "cause") == e.hasOwn(b, "cause")
}

// properties compares the enumerable ones; those of an indexed object that are
// indices were compared before.
func (e *equality) properties(a, b *goja.Object, indexed bool) bool {
	x, y := names(a, indexed), names(b, indexed)
	symbols, others := a.Symbols(), b.Symbols()
	if len(x) != len(y) || len(symbols) != len(others) {
		return false
	}
	have := make(map[string]bool, len(x))
	for _, name := range x {
		have[name] = true
	}
	for _, name := range y {
		if !have[name] || !e.values(orUndefined(a.Get(name)), orUndefined(b.Get(name))) {
			return false
		}
	}
	owned := make(map[*goja.Symbol]bool, len(symbols))
	for _, s := range symbols {
		owned[s] = true
	}
	for _, s := range others {
		if !owned[s] || !e.values(orUndefined(a.GetSymbol(s)), orUndefined(b.GetSymbol(s))) {
			return false
		}
	}
	return true
}

func names(o *goja.Object, indexed bool) []string {
	all := o.Keys()
	if !indexed {
		return all
	}
	out := all[:0]
	for _, name := range all {
		if n, err := strconv.ParseUint(name, 10, 32); err != nil || strconv.FormatUint(n, 10) != name || n == math.MaxUint32 {
			out = append(out, name)
		}
	}
	return out
}

type entry struct{ key, value goja.Value }

func (e *equality) entries(o *goja.Object) []entry {
	var out []entry
	e.insp.Each(o, func(key, value goja.Value) { out = append(out, entry{key, value}) })
	return out
}

// sets and maps find a partner for each entry: first by identity, then, for
// objects that have none, by equality. The latter takes quadratic time.
func (e *equality) sets(a, b *goja.Object) bool {
	x, y := e.entries(a), e.entries(b)
	return len(x) == len(y) && e.matched(x, y, func(entry, entry) bool { return true })
}

func (e *equality) maps(a, b *goja.Object) bool {
	x, y := e.entries(a), e.entries(b)
	return len(x) == len(y) && e.matched(x, y, func(p, q entry) bool { return e.values(p.value, q.value) })
}

func (e *equality) matched(x, y []entry, values func(p, q entry) bool) bool {
	primitives := map[any]entry{}
	var objects []entry
	for _, q := range y {
		if _, ok := q.key.(*goja.Object); ok {
			objects = append(objects, q)
		} else {
			primitives[primitiveKey(q.key)] = q
		}
	}
	var rest []entry
	for _, p := range x {
		o, ok := p.key.(*goja.Object)
		if !ok {
			q, found := primitives[primitiveKey(p.key)]
			if !found || !values(p, q) {
				return false
			}
			continue
		}
		i := -1
		for j, q := range objects {
			if k, _ := q.key.(*goja.Object); k == o && values(p, q) {
				i = j
				break
			}
		}
		if i < 0 {
			rest = append(rest, p)
			continue
		}
		objects = append(objects[:i], objects[i+1:]...)
	}
	if len(rest) != len(objects) {
		return false
	}
	for _, p := range rest {
		i := -1
		for j, q := range objects {
			if e.values(p.key, q.key) && values(p, q) {
				i = j
				break
			}
		}
		if i < 0 {
			return false
		}
		objects = append(objects[:i], objects[i+1:]...)
	}
	return true
}

// primitiveKey makes a Go map key of a primitive. The two zeros are one key, as
// in a Map; symbols are told apart by address.
func primitiveKey(v goja.Value) any {
	type bigint string
	type other string
	switch x := v.(type) {
	case *goja.Symbol:
		return x
	case goja.String:
		return x.String()
	}
	switch {
	case goja.IsNaN(v):
		return other("NaN")
	case goja.IsNumber(v):
		return v.ToFloat()
	case goja.IsBigInt(v):
		return bigint(v.String())
	}
	return other(v.String())
}
