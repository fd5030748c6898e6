package modules

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/dop251/goja"
)

// The loader's own JavaScript, compiled once per process and run once per loader.

//go:embed primitives.js
var primitivesSource string

var primitivesProgram = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("node:internal/modules", primitivesSource, false)
})

//go:embed helpers.js
var helpersSource string

var helpersProgram = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("node:internal/helpers", helpersSource, false)
})

// runBuilder runs a program of ours whose value is a function that makes an object.
func runBuilder(vm *goja.Runtime, prg *goja.Program, args ...goja.Value) *goja.Object {
	v, err := vm.RunProgram(prg)
	if err != nil {
		panic(fmt.Errorf("modules: %w", err))
	}
	build, _ := goja.AssertFunction(v)
	if v, err = build(goja.Undefined(), args...); err != nil {
		panic(fmt.Errorf("modules: %w", err))
	}
	return v.(*goja.Object)
}

// primitives are functions of the language as it was before user code ran.
type primitives struct {
	jsonParse, settle, later, next, throwInto, copy, remove, seal, close, names, read, meta goja.Callable
}

func newPrimitives(vm *goja.Runtime) primitives {
	o := runBuilder(vm, primitivesProgram())
	var p primitives
	for name, f := range map[string]*goja.Callable{
		"jsonParse": &p.jsonParse, "settle": &p.settle, "later": &p.later, "next": &p.next, "throwInto": &p.throwInto,
		"copy": &p.copy, "remove": &p.remove, "seal": &p.seal, "close": &p.close,
		"names": &p.names, "read": &p.read, "meta": &p.meta,
	} {
		*f, _ = goja.AssertFunction(o.Get(name))
	}
	return p
}

// must calls a primitive; an exception goes on.
func must(f goja.Callable, args ...goja.Value) goja.Value {
	v, err := f(goja.Undefined(), args...)
	if err != nil {
		panic(err)
	}
	return v
}

// define gives a namespace a name with a value. Like the functions below it runs no script.
func define(ns *goja.Object, name string, v goja.Value, configurable bool) {
	flag := goja.FLAG_FALSE
	if configurable {
		flag = goja.FLAG_TRUE
	}
	if err := ns.DefineDataProperty(name, v, goja.FLAG_FALSE, flag, goja.FLAG_TRUE); err != nil {
		panic(err)
	}
}

// defineGetter gives it a name that is read by a function. A nil function leaves the one that is there.
func defineGetter(ns *goja.Object, name string, get goja.Value, configurable goja.Flag) {
	if err := ns.DefineAccessorProperty(name, get, nil, configurable, goja.FLAG_TRUE); err != nil {
		panic(err)
	}
}
