package inspect

import (
	"reflect"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// A key is a property key: a name, or a symbol.
type key struct {
	name   string
	symbol *goja.Symbol
}

func (k key) value(vm *goja.Runtime) goja.Value {
	if k.symbol != nil {
		return k.symbol
	}
	return vm.ToValue(k.name)
}

// keys lists the own keys to print, names before symbols; of all kinds with showHidden, else the
// enumerable ones. indexed drops array indices.
func (p *printer) keys(o *goja.Object, indexed bool) []key {
	var names []string
	if indexed && !p.opt.showHidden && p.peek.unnamed(o) {
		// nothing but elements
	} else if p.opt.showHidden {
		names = o.GetOwnPropertyNames()
		if callable(o) {
			prototypeThird(names)
		}
	} else {
		names = o.Keys()
	}
	out := make([]key, 0, len(names))
	for _, n := range names {
		if indexed {
			if _, ok := index(n); ok {
				continue
			}
		}
		out = append(out, key{name: n})
	}
	if !p.opt.showHidden {
		for _, s := range o.Symbols() {
			out = append(out, key{symbol: s})
		}
		return out
	}
	list := call(p.in.getOwnPropertySymbols, goja.Undefined(), o).(*goja.Object)
	for i, n := 0, int(list.Get("length").ToInteger()); i < n; i++ {
		if s, ok := list.Get(p.vm.ToValue(i).String()).(*goja.Symbol); ok {
			out = append(out, key{symbol: s})
		}
	}
	return out
}

// prototypeThird moves the key prototype of a function to its place behind length and name. The engine
// adds it late, behind what a script has defined meanwhile.
func prototypeThird(names []string) {
	at := slices.Index(names, "prototype")
	if to := slices.Index(names, "name") + 1; to > 0 && at > to {
		copy(names[to+1:at+1], names[to:at])
		names[to] = "prototype"
	}
}

// A typeName is how an object's class is printed. null says that there is no prototype to ask.
type typeName struct {
	constructor string
	null        bool
	tag         string // Symbol.toStringTag, unless it is printed as a property anyway
}

// prefix renders "Foo ", "Foo(2) [tag] ", "[Foo: null prototype] ". fallback stands in for the
// constructor of an object without prototype.
func (t typeName) prefix(fallback, size string) string {
	if t.null {
		s := "[" + fallback + size + ": null prototype] "
		if t.tag != "" && t.tag != fallback {
			s += "[" + t.tag + "] "
		}
		return s
	}
	if t.tag == "" {
		return t.constructor + size + " "
	}
	last := t.tag
	if dot := strings.LastIndexByte(t.tag, '.'); dot >= 1 {
		last = t.tag[dot+1:]
	}
	if t.constructor == last {
		return t.tag + size + " "
	}
	return t.constructor + size + " [" + t.tag + "] "
}

// plain is the prefix of an object of no special kind.
func (t typeName) plain(class string) string {
	if t.null && class == t.tag {
		class = "Object"
	}
	return t.prefix(class, "")
}

// typeOf finds the names of an object. With inherited it also collects the properties that a
// script's own classes define on their prototypes.
func (p *printer) typeOf(o *goja.Object, level int, inherited *[]string) typeName {
	var t typeName
	t.constructor, t.null = p.constructorName(o, level, inherited)
	var tag goja.Value
	if ex := p.vm.Try(func() { tag = o.GetSymbol(goja.SymToStringTag) }); ex != nil || tag == nil || !goja.IsString(tag) {
		return t
	}
	t.tag = tag.String()
	if t.tag != "" {
		shown := p.in.isEnumerable
		if p.opt.showHidden {
			shown = p.in.hasOwn
		}
		if call(shown, o, goja.SymToStringTag).ToBoolean() {
			t.tag = ""
		}
	}
	return t
}

// constructorName goes up the chain to the first prototype whose constructor the object is an
// instance of. null is returned for an object with no prototype and no such constructor.
func (p *printer) constructorName(o *goja.Object, level int, inherited *[]string) (name string, null bool) {
	var first *goja.Object
	for at, depth := o, 0; at != nil; depth++ {
		if known, ok := p.in.known[at]; ok && at != o {
			if inherited != nil && first != at {
				p.inherited(o, first, level, inherited)
			}
			return known, false
		}
		if name, ok := p.ownConstructor(at, o); ok {
			if inherited != nil && (first != at || !builtinName(name)) {
				from := first
				if from == nil {
					from = o
				}
				p.inherited(o, from, level, inherited)
			}
			return name, false
		}
		at = at.Prototype()
		if depth == 0 {
			first = at
		}
	}
	if first == nil {
		return "", true
	}
	class := p.className(o)
	if p.beyond(level) {
		return class + " <Complex prototype>", false
	}
	outer, none := p.constructorName(first, level+1, inherited)
	if none {
		q := *p
		q.opt.customInspect, q.opt.depth = false, -1
		q.user, q.seen, q.circular, q.indent = nil, nil, nil, 0
		outer = q.value(first, 0, false)
	}
	return class + " <" + outer + ">", false
}

// ownConstructor reads the constructor that at itself has, if it is a named function that o is an
// instance of.
func (p *printer) ownConstructor(at, o *goja.Object) (string, bool) {
	constructor := p.vm.ToValue("constructor")
	if !p.HasOwn(at, constructor) {
		return "", false
	}
	d, _ := p.own(at, constructor)
	f, ok := d.value.(*goja.Object)
	if !ok || !callable(f) {
		return "", false
	}
	name := f.Get("name")
	if name == nil || name.StrictEquals(p.vm.ToValue("")) {
		return "", false
	}
	is := false
	if ex := p.vm.Try(func() { is = p.vm.InstanceOf(o, f) }); ex != nil || !is {
		return "", false
	}
	return name.String(), true
}

// className stands in for V8's name of an object's map: what kind of thing it is.
func (p *printer) className(o *goja.Object) string {
	k := p.Kind(o)
	if int(k) < len(kindNames) && kindNames[k] != "" {
		return kindNames[k]
	}
	if k == TypedArray {
		return p.TypedArrayClass(o)
	}
	return "Object"
}

var kindNames = [...]string{
	Array: "Array", Function: "Function", Error: "Error", Date: "Date", RegExp: "RegExp", Map: "Map",
	Set: "Set", WeakMap: "WeakMap", WeakSet: "WeakSet", Promise: "Promise", ArrayBuffer: "ArrayBuffer",
	DataView: "DataView", NumberObject: "Number", StringObject: "String", BooleanObject: "Boolean",
	SymbolObject: "Symbol", BigIntObject: "BigInt",
}

// inherited adds the data properties of the prototypes from first up, three at most and none of a
// builtin class. It is what showHidden shows of classes.
func (p *printer) inherited(o, first *goja.Object, level int, out *[]string) {
	seen := map[string]bool{}
	at := first
	for depth := range 3 {
		if depth > 0 || at == o {
			at = at.Prototype()
			if at == nil {
				return
			}
			d, ok := p.own(at, p.vm.ToValue("constructor"))
			if f, isObject := d.value.(*goja.Object); ok && isObject && callable(f) {
				if n := f.Get("name"); n != nil && builtinName(n.String()) {
					return
				}
			}
		}
		all := printer{Inspector: p.Inspector, opt: settings{showHidden: true}}
		p.seen = append(p.seen, o)
		layer := all.keys(at, false)
		for _, k := range layer {
			if k.name == "constructor" || p.HasOwn(o, k.value(p.vm)) || seen[k.name] && k.symbol == nil {
				continue
			}
			d, _ := p.own(at, k.value(p.vm))
			if f, ok := d.value.(*goja.Object); ok && callable(f) {
				continue
			}
			text := p.property(at, k, d, level, object, o)
			if p.opt.colors {
				text = "\x1b[2m" + text + "\x1b[22m"
			}
			*out = append(*out, text)
		}
		p.seen = p.seen[:len(p.seen)-1]
		for _, k := range layer {
			seen[k.name] = true
		}
	}
}

// callable reports whether typeof says 'function'.
func callable(o *goja.Object) bool {
	switch t := o.ExportType(); {
	case t.Kind() == reflect.Func:
		return true
	case t != typeProxy:
		return false
	}
	_, ok := goja.AssertFunction(o)
	return ok
}

// builtinName reports whether Node has a global class of that name.
func builtinName(name string) bool { return builtinClasses[name] }

var builtinClasses = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`Object Function Array Number Infinity NaN Boolean String Symbol
		Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError
		URIError JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array
		Int32Array BigUint64Array BigInt64Array Uint8ClampedArray Float32Array Float64Array Float16Array
		DataView Map BigInt Set Iterator WeakMap WeakSet Proxy Reflect FinalizationRegistry WeakRef Buffer
		URL URLSearchParams DOMException QuotaExceededError AbortController AbortSignal Event EventTarget
		CustomEvent TextEncoder TextDecoder TransformStream TransformStreamDefaultController WritableStream
		WritableStreamDefaultController WritableStreamDefaultWriter ReadableStream
		ReadableStreamDefaultReader ReadableStreamBYOBReader ReadableStreamBYOBRequest
		ReadableByteStreamController ReadableStreamDefaultController ByteLengthQueuingStrategy
		CountQueuingStrategy TextEncoderStream TextDecoderStream CompressionStream DecompressionStream
		BroadcastChannel MessageChannel MessagePort Blob File Performance PerformanceEntry PerformanceMark
		PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming
		URLPattern FormData Headers Request Response MessageEvent CloseEvent ErrorEvent WebSocket Crypto
		CryptoKey SubtleCrypto Temporal SuppressedError DisposableStack AsyncDisposableStack
		SharedArrayBuffer WebAssembly Navigator Storage`) {
		m[name] = true
	}
	return m
}()
