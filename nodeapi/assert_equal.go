package nodeapi

import (
	"strconv"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
)

// This file compares two values as the deep assertions do, in four modes. What
// an object is beside its properties (a date, an error, bytes) is compared in
// assert_kinds.go, the contents of arrays, sets and maps in assert_contents.go.
//
// The rules are those of Node's comparisons, oddities included: a loose null in
// an expected array matches any element there. Costs: one visit of each pair
// that is compared, a property about 100 ns; objects in sets and keys of maps
// that have no identical partner are tried with each other.
//
// Invariant: no Go value of a comparison outlives it, and what scripts may run
// (getters, traps of proxies, toString in loose mode) sees no state of ours.

type equalityMode int

const (
	looseMode     equalityMode = iota // == for primitives, any prototypes, no symbols
	partialMode                       // the expected value may have less
	strictMode                        // the same classes
	structureMode                     // strict but for the classes
)

// deepEquality is what comparisons need of one runtime.
type deepEquality struct {
	vm    *goja.Runtime
	insp  *inspect.Inspector
	known map[*goja.Object]bool // constructors that count even as own properties

	rangeError goja.Value

	tagOf, isEnumerable, timeOf, toNumber func(goja.FunctionCall) goja.Value
}

// comparedClasses are the constructors of deepEquality.known.
var comparedClasses = []string{
	"Array", "ArrayBuffer", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean", "DataView", "Date", "Error",
	"Float32Array", "Float64Array", "Function", "Int16Array", "Int32Array", "Int8Array", "Map", "Number", "Object",
	"Promise", "RegExp", "Set", "String", "Symbol", "Uint16Array", "Uint32Array", "Uint8Array", "Uint8ClampedArray",
	"WeakMap", "WeakSet",
}

func newDeepEquality(vm *goja.Runtime, insp *inspect.Inspector) *deepEquality {
	e := &deepEquality{vm: vm, insp: insp, known: map[*goja.Object]bool{}, rangeError: vm.Get("RangeError")}
	for _, name := range comparedClasses {
		if c, ok := vm.GlobalObject().Get(name).(*goja.Object); ok {
			e.known[c] = true
		}
	}
	e.tagOf = builtinOf(vm, "Object", "prototype", "toString")
	e.isEnumerable = builtinOf(vm, "Object", "prototype", "propertyIsEnumerable")
	e.timeOf = builtinOf(vm, "Date", "prototype", "getTime")
	e.toNumber = builtinOf(vm, "Number")
	return e
}

// builtinOf gives a builtin by its path from the global object, to be called
// without a frame. A script that removed it gets a TypeError.
func builtinOf(vm *goja.Runtime, path ...string) func(goja.FunctionCall) goja.Value {
	o := vm.GlobalObject()
	for _, name := range path {
		next, ok := o.Get(name).(*goja.Object)
		if !ok {
			panic(vm.NewTypeError("%s is not an object", name))
		}
		o = next
	}
	f, ok := o.Export().(func(goja.FunctionCall) goja.Value)
	if !ok {
		panic(vm.NewTypeError("%s is not a function", path[len(path)-1]))
	}
	return f
}

// A comparison goes without the check for cycles until it is this deep, where
// Node's would have met the end of its stack; it then starts again with it. The
// difference shows in partial mode: a cycle has any finite unrolling of itself.
const (
	uncheckedLevels = 1000
	checkedLevels   = 10000
)

// equal compares two values.
func (e *deepEquality) equal(mode equalityMode, actual, expected goja.Value) bool {
	c := comparison{deepEquality: e, mode: mode, limit: uncheckedLevels}
	equal := c.values(actual, expected)
	if !c.tooDeep {
		return equal
	}
	c = comparison{deepEquality: e, mode: mode, limit: checkedLevels, path: &comparedPath{}}
	equal = c.values(actual, expected)
	if c.tooDeep {
		ex, err := e.vm.New(e.rangeError, e.vm.ToValue("Maximum call stack size exceeded"))
		must(err)
		panic(ex)
	}
	return equal
}

// comparison is one run.
type comparison struct {
	*deepEquality
	mode    equalityMode
	path    *comparedPath // nil: cycles are not looked for
	level   int
	limit   int
	tooDeep bool // the limit was passed; every answer is false now
}

// isObject is typeof v === 'object' but for null.
func isObject(v goja.Value) (*goja.Object, bool) {
	o, ok := v.(*goja.Object)
	return o, ok && !isFunction(o)
}

func isNaN(v goja.Value) bool { return goja.IsNumber(v) && goja.IsNaN(v) }

func (c *comparison) values(a, b goja.Value) bool {
	if a.StrictEquals(b) {
		return c.mode == looseMode || !goja.IsNumber(a) || a.ToFloat() != 0 || a.SameAs(b)
	}
	x, isX := isObject(a)
	y, isY := isObject(b)
	switch {
	case isX && isY:
		return c.objects(x, y)
	case isX || isY:
		return false
	case isNaN(a) && isNaN(b):
		return true
	}
	return c.mode == looseMode && a.Equals(b)
}

// objects compares two objects, which may be one.
func (c *comparison) objects(x, y *goja.Object) bool {
	if c.tooDeep {
		return false
	}
	if c.level++; c.level > c.limit {
		c.tooDeep = true
		return false
	}
	equal := c.sameClass(x, y) && c.sameKind(x, y)
	c.level--
	return equal && !c.tooDeep
}

// sameClass compares constructors where they are inherited or well known, and
// else prototypes.
func (c *comparison) sameClass(x, y *goja.Object) bool {
	if c.mode != strictMode {
		return true
	}
	ctor := orUndefined(x.Get("constructor"))
	o, ok := ctor.(*goja.Object)
	if ok && c.known[o] || !goja.IsUndefined(ctor) && !c.hasOwn(x, propertyKey{name: "constructor"}) {
		return ctor.StrictEquals(orUndefined(y.Get("constructor")))
	}
	return x.Prototype() == y.Prototype()
}

// propertyKey is a name, or a symbol.
type propertyKey struct {
	name   string
	symbol *goja.Symbol
}

func (c *comparison) keyValue(k propertyKey) goja.Value {
	if k.symbol != nil {
		return k.symbol
	}
	return c.vm.ToValue(k.name)
}

func (c *comparison) hasOwn(o *goja.Object, k propertyKey) bool {
	return c.insp.HasOwn(o, c.keyValue(k))
}

func (c *comparison) hasEnumerable(o *goja.Object, k propertyKey) bool {
	return c.isEnumerable(goja.FunctionCall{This: o, Arguments: []goja.Value{c.keyValue(k)}}).ToBoolean()
}

// valueAt reads a property; undefined stands for none.
func valueAt(o *goja.Object, k propertyKey) goja.Value {
	if k.symbol != nil {
		return orUndefined(o.GetSymbol(k.symbol))
	}
	return orUndefined(o.Get(k.name))
}

// keys are the enumerable own properties that take part, in order. Those of an
// indexed object that are indices do not: they are contents.
func (c *comparison) keys(o *goja.Object, indexed bool) []propertyKey {
	names := o.Keys()
	out := make([]propertyKey, 0, len(names))
	for _, n := range names {
		if !indexed || !isIndex(n) {
			out = append(out, propertyKey{name: n})
		}
	}
	if c.mode != looseMode {
		for _, s := range o.Symbols() {
			out = append(out, propertyKey{symbol: s})
		}
	}
	return out
}

// isIndex reports whether a property name is an array index.
func isIndex(name string) bool {
	if name == "" || name[0] < '0' || name[0] > '9' || len(name) > 1 && name[0] == '0' {
		return false
	}
	n, err := strconv.ParseUint(name, 10, 32)
	return err == nil && n < 1<<32-1
}

// contentKind says what an object holds beside its properties.
type contentKind int

const (
	noContents contentKind = iota
	arrayContents
	setContents
	mapContents
	byteContents // compared already
)

// rest compares the properties of two objects of one kind, and what they hold.
func (c *comparison) rest(x, y *goja.Object, holds contentKind) bool {
	indexed := holds == arrayContents || holds == byteContents
	expected := c.keys(y, indexed)
	var actual []propertyKey
	if c.mode != partialMode {
		if actual = c.keys(x, indexed); len(actual) != len(expected) {
			return false
		}
	}
	compare := func() bool { return c.properties(x, y, actual, expected) && c.held(x, y, holds) }
	if len(expected) == 0 && c.empty(y, holds) {
		return true
	}
	if c.path == nil {
		return compare()
	}
	return c.path.visit(x, y, compare)
}

// properties compares by the names of the expected object; those that both have
// in one order need no look at what the property is.
func (c *comparison) properties(x, y *goja.Object, actual, expected []propertyKey) bool {
	inOrder := true
	for i, k := range expected {
		inOrder = inOrder && i < len(actual) && actual[i] == k
		if !inOrder && !c.hasEnumerable(x, k) || !c.values(valueAt(x, k), valueAt(y, k)) {
			return false
		}
	}
	return true
}

// comparedPath finds cycles: it knows the objects on the way down to the present
// pair. Two objects met again are equal if both were met. The outermost pair is
// taken as a pair by what is directly below it.
type comparedPath struct {
	depth   int
	x, y    *goja.Object // the outermost pair
	visited map[*goja.Object]bool
}

func (p *comparedPath) visit(x, y *goja.Object, compare func() bool) bool {
	p.depth++
	defer func() { p.depth-- }()
	switch {
	case p.depth == 1:
		p.x, p.y = x, y
		p.visited = map[*goja.Object]bool{x: true, y: true}
		return compare()
	case p.depth == 2 && (p.x == x || p.y == y):
		return p.x == x && p.y == y
	case p.depth > 2 && (p.visited[x] || p.visited[y] || x == y):
		return p.visited[x] && p.visited[y]
	}
	// At the second level one of the two may be on the path already.
	hadX, hadY := p.visited[x], p.visited[y]
	p.visited[x], p.visited[y] = true, true
	equal := compare()
	if !hadX {
		delete(p.visited, x)
	}
	if !hadY {
		delete(p.visited, y)
	}
	return equal
}
