package nodeevents

import (
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// Properties named by event types: o[type] and its like. A type is a symbol, or a string, or becomes
// one. Invariant: nil is never returned; what is not there is undefined.

// odd has the operations on names in which a surrogate has no partner. Go's strings cannot hold
// those, so the engine does it.
type odd struct {
	get, set, delete goja.Callable
}

const oddSource = `({ get: (o, k) => o[k], set: (o, k, v) => { o[k] = v; }, delete: (o, k) => delete o[k] })`

func (m *module) oddNames() *odd {
	if m.odd == nil {
		functions := must(m.vm.RunString(oddSource)).(*goja.Object)
		m.odd = &odd{}
		m.odd.get, _ = goja.AssertFunction(functions.Get("get"))
		m.odd.set, _ = goja.AssertFunction(functions.Get("set"))
		m.odd.delete, _ = goja.AssertFunction(functions.Get("delete"))
	}
	return m.odd
}

func isOdd(name string) bool {
	return strings.ContainsRune(name, utf8.RuneError)
}

func (m *module) get(o *goja.Object, key goja.Value) goja.Value {
	var v goja.Value
	if s, ok := key.(*goja.Symbol); ok {
		v = o.GetSymbol(s)
	} else if name := key.String(); !isOdd(name) {
		v = o.Get(name)
	} else {
		v = must(m.oddNames().get(goja.Undefined(), o, key))
	}
	if v == nil {
		return goja.Undefined()
	}
	return v
}

func (m *module) set(o *goja.Object, key, v goja.Value) {
	if s, ok := key.(*goja.Symbol); ok {
		check(o.SetSymbol(s, v))
	} else if name := key.String(); !isOdd(name) {
		check(o.Set(name, v))
	} else {
		must(m.oddNames().set(goja.Undefined(), o, key, v))
	}
}

func (m *module) delete(o *goja.Object, key goja.Value) {
	if s, ok := key.(*goja.Symbol); ok {
		check(o.DeleteSymbol(s))
	} else if name := key.String(); !isOdd(name) {
		check(o.Delete(name))
	} else {
		must(m.oddNames().delete(goja.Undefined(), o, key))
	}
}

// keys are all own keys, strings first.
func (m *module) keys(o *goja.Object) []goja.Value {
	v := must(m.web.Builtin("ownKeys")(goja.Undefined(), o))
	return elements(v.(*goja.Object))
}

// field is get for the names of the fields.
func field(o *goja.Object, name string) goja.Value {
	if v := o.Get(name); v != nil {
		return v
	}
	return goja.Undefined()
}

// symbol is get for a symbol of ours.
func symbol(o *goja.Object, s *goja.Symbol) goja.Value {
	if v := o.GetSymbol(s); v != nil {
		return v
	}
	return goja.Undefined()
}

func isUndefined(v goja.Value) bool { return v == nil || goja.IsUndefined(v) }

func isNullish(v goja.Value) bool { return isUndefined(v) || goja.IsNull(v) }

// callMethod calls a method by the name it has on the object now.
func (m *module) callMethod(o *goja.Object, name string, args ...goja.Value) goja.Value {
	f, ok := goja.AssertFunction(field(o, name))
	if !ok {
		panic(m.vm.NewTypeError("%s is not a function", name))
	}
	return must(f(o, args...))
}
