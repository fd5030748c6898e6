package modules

import (
	"path/filepath"

	"github.com/dop251/goja"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// The bridge from module.js to the loader: one native function for each step that user code may replace.

// natives are the functions that module.js calls.
func (l *Loader) natives() *goja.Object {
	vm := l.vm
	o := vm.NewObject()
	set := func(name string, f func(c goja.FunctionCall) goja.Value) { _ = o.Set(name, f) }
	str := func(s string) goja.Value { return vm.ToValue(s) }
	_ = o.Set("builtinModules", vm.NewArray(anySlice(l.builtins.names())...))
	set("isBuiltin", func(c goja.FunctionCall) goja.Value { return vm.ToValue(l.builtins.has(c.Argument(0).String())) })
	set("dirname", func(c goja.FunctionCall) goja.Value { return str(filepath.Dir(c.Argument(0).String())) })
	set("adopt", func(c goja.FunctionCall) goja.Value { l.adopt(c.Argument(0), c.Argument(1)); return goja.Undefined() })
	set("loadScript", func(c goja.FunctionCall) goja.Value {
		l.loadScript(c.Argument(0).ToObject(vm), c.Argument(1).String())
		return goja.Undefined()
	})
	set("loadJSON", func(c goja.FunctionCall) goja.Value {
		filename := c.Argument(1).String()
		_ = c.Argument(0).ToObject(vm).Set("exports", l.parseJSON(filename, l.read(filename)))
		return goja.Undefined()
	})
	set("compile", func(c goja.FunctionCall) goja.Value {
		want := anyFormat
		if f := c.Argument(3); goja.IsString(f) && f.String() == "module" {
			want = esModule
		}
		return l.compileInto(c.Argument(0).ToObject(vm), c.Argument(1).String(), c.Argument(2).String(), want)
	})
	set("loadFile", func(c goja.FunctionCall) goja.Value {
		l.loadFile(c.Argument(0).ToObject(vm), c.Argument(1).String())
		return goja.Undefined()
	})
	set("load", func(c goja.FunctionCall) goja.Value {
		parent, _ := c.Argument(1).(*goja.Object)
		return l.loadDefault(c.Argument(0).String(), parent, c.Argument(2).ToBoolean())
	})
	set("resolveFilename", func(c goja.FunctionCall) goja.Value {
		parent, _ := c.Argument(1).(*goja.Object)
		return str(l.resolveFilename(c.Argument(0).String(), parent, c.Argument(2)))
	})
	set("nodeModulePaths", func(c goja.FunctionCall) goja.Value {
		return vm.NewArray(anySlice(nodeModulePaths(absolute(c.Argument(0).String())))...)
	})
	set("lookupPaths", func(c goja.FunctionCall) goja.Value {
		parent, _ := c.Argument(1).(*goja.Object)
		return l.lookupPaths(c.Argument(0).String(), parent)
	})
	set("findPath", func(c goja.FunctionCall) goja.Value {
		found, err := l.res.requireFile(c.Argument(0).String(), "", l.strings(c.Argument(1)), l.extensions())
		if err != nil {
			return vm.ToValue(false)
		}
		return str(found)
	})
	set("findPackageJSON", func(c goja.FunctionCall) goja.Value { return l.findPackageJSON(c.Argument(0), c.Argument(1)) })
	set("createRequire", func(c goja.FunctionCall) goja.Value { return l.createRequire(c.Argument(0)) })
	set("syncBuiltinESMExports", func(goja.FunctionCall) goja.Value { l.syncBuiltins(); return goja.Undefined() })
	set("main", func(goja.FunctionCall) goja.Value { return l.main })
	set("checkId", func(c goja.FunctionCall) goja.Value {
		l.checkString(c.Argument(0), "id")
		if c.Argument(0).String() == "" {
			panic(nodeerr.New(vm, "TypeError", "ERR_INVALID_ARG_VALUE", "The argument 'id' must be a non-empty string. Received ''"))
		}
		return goja.Undefined()
	})
	set("checkRequest", func(c goja.FunctionCall) goja.Value { l.checkString(c.Argument(0), "request"); return goja.Undefined() })
	return o
}

func absolute(p string) string {
	if a, err := filepath.Abs(p); err == nil {
		return a
	}
	return p
}

func (l *Loader) checkString(v goja.Value, name string) {
	if !goja.IsString(v) {
		panic(nodeerr.InvalidArgType(l.vm, name, "of type string", v))
	}
}
