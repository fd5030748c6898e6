package nodeapi

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file is the module util: printing and validation in Go, wrappers of
// functions in util.js, the rest in util_types.go, assert_equal.go and
// util_style.go.

//go:embed util.js
var utilSource string

var compileUtil = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("node:internal/util", utilSource, true)
})

// utilOrder is the order of the exports, which is Node's.
var utilOrder = []string{
	"_extend", "callbackify", "debug", "debuglog", "deprecate", "format", "styleText",
	"formatWithOptions", "inherits", "inspect", "isArray", "isDeepStrictEqual", "promisify",
	"stripVTControlCharacters", "toUSVString", "types", "TextDecoder", "TextEncoder",
}

// utilModule makes the exports of util. env reads an environment variable, ""
// when it is not set. What the module needs of the engine is captured now.
func utilModule(vm *goja.Runtime, insp *inspect.Inspector, env func(name string) string) *goja.Object {
	equality := newDeepEquality(vm, insp)
	u := utility{vm: vm, insp: insp, env: env}
	insp.Invalid = func(name, expected string, got goja.Value) *goja.Object {
		return nodeerr.InvalidArgType(vm, name, expected, got)
	}
	all := map[string]goja.Value{
		"inspect":                  insp.Function(),
		"format":                   native(vm, "format", 0, u.format),
		"formatWithOptions":        native(vm, "formatWithOptions", 1, u.formatWithOptions),
		"stripVTControlCharacters": native(vm, "stripVTControlCharacters", 1, u.stripVTControlCharacters),
		"styleText":                native(vm, "styleText", 3, u.styleText),
		"toUSVString":              native(vm, "toUSVString", 1, u.toUSVString),
		"isDeepStrictEqual": native(vm, "isDeepStrictEqual", 3, func(c goja.FunctionCall) goja.Value {
			mode := strictMode
			if c.Argument(2).ToBoolean() { // skipPrototype
				mode = structureMode
			}
			return vm.ToValue(equality.equal(mode, c.Argument(0), c.Argument(1)))
		}),
		"types": u.types(),
	}
	u.addWrappers(all)
	for _, name := range []string{"TextDecoder", "TextEncoder"} {
		if v := vm.GlobalObject().Get(name); v != nil && !goja.IsUndefined(v) {
			all[name] = v
		}
	}
	exports := vm.NewObject()
	for _, name := range utilOrder {
		if v := all[name]; v != nil {
			set(exports, name, v)
		}
	}
	return exports
}

// native makes a native function with the name and length that scripts see.
func native(vm *goja.Runtime, name string, length int, f func(goja.FunctionCall) goja.Value) *goja.Object {
	o := vm.ToValue(f).(*goja.Object)
	must(o.DefineDataProperty("name", vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	must(o.DefineDataProperty("length", vm.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	return o
}

type utility struct {
	vm   *goja.Runtime
	insp *inspect.Inspector
	env  func(string) string
}

// addWrappers runs util.js and takes over what it returns.
func (u *utility) addWrappers(all map[string]goja.Value) {
	vm := u.vm
	v, err := vm.RunProgram(compileUtil())
	must(err)
	load, _ := goja.AssertFunction(v)
	deps := vm.NewObject()
	set(deps, "inspect", all["inspect"])
	set(deps, "format", all["format"])
	set(deps, "formatWithOptions", all["formatWithOptions"])
	symbolFor, _ := goja.AssertFunction(vm.Get("Symbol").(*goja.Object).Get("for"))
	custom, err := symbolFor(goja.Undefined(), vm.ToValue("nodejs.util.promisify.custom"))
	must(err)
	set(deps, "promisifyCustom", custom)
	set(deps, "isPromise", native(vm, "isPromise", 1, func(c goja.FunctionCall) goja.Value {
		return vm.ToValue(u.is(c.Argument(0), inspect.Promise))
	}))
	set(deps, "env", native(vm, "env", 1, func(c goja.FunctionCall) goja.Value {
		return vm.ToValue(debugEnabled(u.env("NODE_DEBUG"), c.Argument(0).String()))
	}))
	set(deps, "invalidArgType", native(vm, "invalidArgType", 3, func(c goja.FunctionCall) goja.Value {
		return nodeerr.InvalidArgType(vm, c.Argument(0).String(), c.Argument(1).String(), c.Argument(2))
	}))
	set(deps, "falsyRejection", native(vm, "falsyRejection", 1, func(c goja.FunctionCall) goja.Value {
		e := nodeerr.New(vm, "Error", "ERR_FALSY_VALUE_REJECTION", "Promise was rejected with falsy value")
		set(e, "reason", c.Argument(0))
		return e
	}))
	v, err = load(goja.Undefined(), deps, vm.GlobalObject())
	must(err)
	wrappers := v.(*goja.Object)
	for _, name := range wrappers.Keys() {
		all[name] = wrappers.Get(name)
	}
	all["debug"] = all["debuglog"]
}

// debugEnabled reports whether NODE_DEBUG, names separated by commas with * for
// any part of one, selects a section. Case does not matter.
func debugEnabled(env, section string) bool {
	if env == "" {
		return false
	}
	pattern := regexp.QuoteMeta(env)
	pattern = strings.ReplaceAll(pattern, `\*`, ".*")
	pattern = strings.ReplaceAll(pattern, ",", "$|^")
	ok, err := regexp.MatchString("(?i)^"+pattern+"$", section)
	return err == nil && ok
}

// format returns a single string as it is: converting it could lose lone
// surrogates.
func (u *utility) format(c goja.FunctionCall) goja.Value {
	if len(c.Arguments) == 1 && goja.IsString(c.Arguments[0]) {
		return c.Arguments[0]
	}
	return u.vm.ToValue(u.insp.Format(c.Arguments))
}

func (u *utility) formatWithOptions(c goja.FunctionCall) goja.Value {
	options, ok := c.Argument(0).(*goja.Object)
	if !ok || isFunction(options) {
		panic(nodeerr.InvalidArgType(u.vm, "inspectOptions", "of type object", c.Argument(0)))
	}
	return u.vm.ToValue(u.insp.FormatOptions(options, c.Arguments[1:]))
}

func (u *utility) stripVTControlCharacters(c goja.FunctionCall) goja.Value {
	s := c.Argument(0)
	if !goja.IsString(s) {
		panic(nodeerr.InvalidArgType(u.vm, "str", "of type string", s))
	}
	return u.vm.ToValue(inspect.StripControl(s.String()))
}

// toUSVString replaces lone surrogates, as the conversion to Go's strings does.
func (u *utility) toUSVString(c goja.FunctionCall) goja.Value {
	s := c.Argument(0)
	if _, ok := s.(*goja.Symbol); ok {
		panic(u.vm.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	return u.vm.ToValue(s.String())
}

func isFunction(v goja.Value) bool {
	_, ok := goja.AssertFunction(v)
	return ok
}
