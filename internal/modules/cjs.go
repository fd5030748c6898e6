package modules

import (
	_ "embed"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// CommonJS: the class Module of module.js and the natives behind it. A module is in the cache from before it runs, so
// that modules that require each other see what is there so far, and leaves it when it throws.

//go:embed module.js
var moduleSource string

var moduleProgram = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("node:internal/modules", moduleSource, false)
})

// classes is what module.js gives back.
type classes struct {
	vm         *goja.Runtime
	module     *goja.Object // the class
	cache      *goja.Object // Module._cache
	extensions *goja.Object // Module._extensions
	functions  map[string]goja.Callable
	load       goja.Value // Module._load as it was
	resolve    goja.Value // Module._resolveFilename as it was
	compile    goja.Value // Module.prototype._compile as it was
}

func newClasses(l *Loader) classes {
	o := runBuilder(l.vm, moduleProgram(), l.natives())
	c := classes{vm: l.vm, module: o.Get("Module").(*goja.Object), functions: map[string]goja.Callable{}}
	c.cache = c.module.Get("_cache").(*goja.Object)
	c.extensions = c.module.Get("_extensions").(*goja.Object)
	c.load, c.resolve, c.compile = o.Get("load"), o.Get("resolveFilename"), o.Get("compile")
	for _, name := range []string{"makeRequire", "extensionNames", "parentOf", "note", "noteOf"} {
		c.functions[name], _ = goja.AssertFunction(o.Get(name))
	}
	return c
}

// call calls one of the functions of module.js; an exception goes on.
func (c *classes) call(name string, args ...goja.Value) goja.Value {
	v, err := c.functions[name](goja.Undefined(), args...)
	if err != nil {
		panic(err)
	}
	return v
}

func (c *classes) makeRequire(mod *goja.Object) *goja.Object {
	return c.call("makeRequire", mod).(*goja.Object)
}

func (c *classes) note(o *goja.Object, data goja.Value) { c.call("note", o, data) }

func (c *classes) noteOf(o *goja.Object) goja.Value {
	if v := c.call("noteOf", o); !goja.IsUndefined(v) {
		return v
	}
	return nil
}

// function is a native function that scripts see.
func (l *Loader) function(name string, f func(goja.FunctionCall) goja.Value) *goja.Object {
	o := l.vm.ToValue(f).(*goja.Object)
	_ = o.DefineDataProperty("name", l.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return o
}

// newModule is new Module(filename, parent) with what loading sets first.
func (l *Loader) newModule(filename string, parent *goja.Object) *goja.Object {
	p := goja.Undefined()
	if parent != nil {
		p = parent
	}
	mod, err := l.vm.New(l.js.module, l.vm.ToValue(filename), p)
	if err != nil {
		panic(err)
	}
	_ = mod.Set("filename", filename)
	_ = mod.Set("paths", l.modulePaths(filepath.Dir(filename)))
	return mod
}

// modulePaths is an array of the folders in which a package may be, seen from a folder.
func (l *Loader) modulePaths(dir string) *goja.Object {
	list, ok := l.paths[dir]
	if !ok {
		for _, p := range l.res.modulePaths(dir) {
			list = append(list, l.vm.ToValue(p))
		}
		l.paths[dir] = list
	}
	return l.vm.NewArray(list...)
}

// adopt puts a module into the children of the one that required it, once.
func (l *Loader) adopt(parent, child goja.Value) {
	p, ok := parent.(*goja.Object)
	if !ok {
		return
	}
	children, ok := p.Get("children").(*goja.Object)
	if !ok {
		return
	}
	n := int(children.Get("length").ToInteger())
	for i := range n {
		if children.Get(strconv.Itoa(i)) == child {
			return
		}
	}
	_ = children.Set(strconv.Itoa(n), child)
}

// load is require: through Module._load if user code has replaced that.
func (l *Loader) load(request string, parent *goja.Object, isMain bool) goja.Value {
	current := l.js.module.Get("_load")
	if current == l.js.load {
		return l.loadDefault(request, parent, isMain)
	}
	f, ok := goja.AssertFunction(current)
	if !ok {
		panic(l.vm.NewTypeError("Module._load is not a function"))
	}
	v, err := f(l.js.module, l.vm.ToValue(request), parent, l.vm.ToValue(isMain))
	if err != nil {
		panic(err)
	}
	return v
}

// loadDefault is Module._load: a builtin, what is in the cache, or the file.
func (l *Loader) loadDefault(request string, parent *goja.Object, isMain bool) goja.Value {
	l.ahead.begin()
	defer l.ahead.end(false)
	if l.isBuiltin(request) || strings.HasPrefix(request, "node:") {
		return l.builtin(request, parent)
	}
	key := asked{filepath.Dir(l.fileOf(parent)), request}
	if filename, ok := l.asked[key]; ok {
		if cached, ok := l.js.cache.Get(filename).(*goja.Object); ok {
			return l.cachedExports(filename, cached, parent)
		}
	}
	filename := l.resolve(request, parent, isMain)
	if l.isBuiltin(filename) { // from "imports", or from a user's resolver
		return l.builtin(filename, parent)
	}
	l.asked[key] = filename
	if cached, ok := l.js.cache.Get(filename).(*goja.Object); ok {
		return l.cachedExports(filename, cached, parent)
	}
	var p goja.Value = goja.Undefined()
	if parent != nil {
		p = parent
	}
	mod, err := l.vm.New(l.js.module, l.vm.ToValue(filename), p)
	if err != nil {
		panic(err)
	}
	if isMain {
		l.setMain(mod)
	}
	_ = l.js.cache.Set(filename, mod)
	l.orForget(filename, mod, parent, func() { l.callMethod(mod, "load", l.vm.ToValue(filename)) })
	return mod.Get("exports")
}

// asked is a request from the files of a folder. What it led to before it leads to again as long as that file is in the
// cache: the second require of a module looks at no file, as in Node.
type asked struct{ dir, request string }

func (l *Loader) cachedExports(filename string, cached, parent *goja.Object) goja.Value {
	if parent != nil {
		l.adopt(parent, cached)
	}
	l.checkCycle(filename, cached, parent)
	return cached.Get("exports")
}

// setMain makes a module the main one; its functions require will say so.
func (l *Loader) setMain(mod *goja.Object) {
	l.main = mod
	_ = mod.Set("id", ".")
	_ = mod.Set("parent", goja.Null())
}

// orForget runs f; if it throws, the module is as if it had never been required.
func (l *Loader) orForget(filename string, mod, parent *goja.Object, f func()) {
	if err := l.caught(f); err != nil {
		if l.js.cache.Get(filename) == goja.Value(mod) {
			_ = l.js.cache.Delete(filename)
		}
		if parent != nil {
			l.disown(parent, mod)
		}
		panic(err)
	}
}

func (l *Loader) disown(parent, child *goja.Object) {
	children, ok := parent.Get("children").(*goja.Object)
	if !ok {
		return
	}
	n := int(children.Get("length").ToInteger())
	at := -1
	for i := range n {
		if children.Get(strconv.Itoa(i)) == goja.Value(child) {
			at = i
		}
	}
	if at >= 0 {
		for i := at; i+1 < n; i++ {
			_ = children.Set(strconv.Itoa(i), children.Get(strconv.Itoa(i+1)))
		}
		_ = children.Set("length", n-1)
	}
}

func (l *Loader) callMethod(o *goja.Object, name string, args ...goja.Value) goja.Value {
	f, ok := goja.AssertFunction(o.Get(name))
	if !ok {
		panic(l.vm.NewTypeError(name + " is not a function"))
	}
	v, err := f(o, args...)
	if err != nil {
		panic(err)
	}
	return v
}

// isBuiltin says that Node has the module, or that this program gets it.
func (l *Loader) isBuiltin(name string) bool { return isBuiltinName(name) || l.builtins.has(name) }

func (l *Loader) builtin(name string, parent *goja.Object) goja.Value {
	v, e := l.builtins.get(name)
	if e != nil {
		l.throw(withRequireStack(e, l.requireStack(parent)))
	}
	return v
}
