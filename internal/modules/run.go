package modules

import (
	"path/filepath"
	"strings"

	"github.com/dop251/goja"
	"github.com/nodetimers/nodetimers/internal/transpile"
)

// Files that are read, compiled and run as CommonJS.

// formatOf says how a file is read, from its name and the package.json above it.
func (r *resolver) formatOf(filename string) (format, error) {
	switch filepath.Ext(filename) {
	case ".cjs", ".cts":
		return commonJS, nil
	case ".mjs", ".mts":
		return esModule, nil
	case ".json":
		return jsonFormat, nil
	case ".node":
		return nativeAddon, nil
	case ".wasm":
		return wasm, nil
	case ".js", ".ts", ".tsx", ".jsx", "":
		pkg := r.scope(filepath.Dir(filename))
		if pkg == nil {
			return anyFormat, nil
		}
		switch pkg.kind {
		case "module":
			return esModule, nil
		case "commonjs":
			return commonJS, nil
		}
		return anyFormat, nil
	}
	return commonJS, nil
}

// read is the text of a file; an exception if there is none.
func (l *Loader) read(filename string) string {
	data, err := l.res.readFile(filename)
	if err != nil {
		l.throw(err)
	}
	return string(data)
}

// compile reads and compiles a file.
func (l *Loader) compile(filename string, want format) (*unit, error) {
	src, err := l.readSource(filename)
	if err != nil {
		return nil, err
	}
	return l.ahead.compile(src, want)
}

func (l *Loader) readSource(filename string) (source, error) {
	data, err := l.res.readFile(filename)
	if err != nil {
		return source{}, err
	}
	return l.sourceOf(filename, string(data)), nil
}

func (l *Loader) compileText(filename, text string, want format) (*unit, error) {
	return l.ahead.compile(l.sourceOf(filename, text), want)
}

func (l *Loader) sourceOf(filename, text string) source {
	return newSource(filename, text, l.opts.OnCatch != nil, &l.tsconfigs)
}

// newSource is the text of a file on its way to the compiler.
func newSource(filename, text string, hook bool, t *tsconfigs) source {
	src := source{path: filename, code: text, hook: hook}
	if transpile.TypeScript(filename) || strings.HasSuffix(filename, ".jsx") {
		src.tsconfig = t.nearest(filepath.Dir(filename))
	}
	return src
}

// tsconfigs are the texts of the nearest tsconfig.json of each folder, for how decorators and JSX are to be compiled. Node
// reads none.
type tsconfigs struct {
	readFile func(string) ([]byte, error)
	texts    map[string]string
}

func (t *tsconfigs) nearest(dir string) string {
	if text, ok := t.texts[dir]; ok {
		return text
	}
	text := ""
	if data, err := t.readFile(filepath.Join(dir, "tsconfig.json")); err == nil {
		text = string(data)
	} else if parent := filepath.Dir(dir); parent != dir {
		text = t.nearest(parent)
	}
	if t.texts == nil {
		t.texts = map[string]string{}
	}
	t.texts[dir] = text
	return text
}

// loadFile is Module.prototype.load: the handler of the longest ending that has one, or that of .js.
func (l *Loader) loadFile(mod *goja.Object, filename string) {
	_ = mod.Set("filename", filename)
	_ = mod.Set("paths", l.modulePaths(filepath.Dir(filename)))
	ext := ".js"
	name := filepath.Base(filename)
	for i := 1; i < len(name); i++ {
		if name[i] == '.' {
			if h := l.js.extensions.Get(name[i:]); h != nil && h.ToBoolean() {
				ext = name[i:]
				break
			}
		}
	}
	l.callMethod(l.js.extensions, ext, mod, l.vm.ToValue(filename))
	_ = mod.Set("loaded", true)
}

// loadScript is the handler of .js, which is that of every ending without its own.
func (l *Loader) loadScript(mod *goja.Object, filename string) {
	want, err := l.res.formatOf(filename)
	if err != nil {
		l.throw(err)
	}
	if want == nativeAddon {
		l.throw(&resolveError{code: "ERR_DLOPEN_FAILED", message: filename + ": native addons are not supported by nodetimers"})
	}
	if want == esModule {
		l.requireESM(mod, filename, nil)
		return
	}
	text := l.read(filename)
	if compile := mod.Get("_compile"); compile != l.js.compile { // what ts-node, pirates and the like put there
		l.callMethod(mod, "_compile", l.vm.ToValue(text), l.vm.ToValue(filename))
		return
	}
	l.compileAndRun(mod, text, filename, want)
}

func (l *Loader) compileInto(mod *goja.Object, text, filename string, want format) goja.Value {
	return l.compileAndRun(mod, text, filename, want)
}

func (l *Loader) compileAndRun(mod *goja.Object, text, filename string, want format) goja.Value {
	u, err := l.compileText(filename, text, want)
	if err != nil {
		l.throw(err)
	}
	if u.esm {
		l.requireESM(mod, filename, u)
		return goja.Undefined()
	}
	return l.runWrapper(u, mod, filename)
}

// runWrapper calls the function around a CommonJS file.
func (l *Loader) runWrapper(u *unit, mod *goja.Object, filename string) goja.Value {
	wrapper := l.unwrap(u, l.dynamicImport(filename))
	exports := mod.Get("exports")
	v, err := wrapper(exports, exports, l.js.makeRequire(mod), mod, l.vm.ToValue(filename), l.vm.ToValue(filepath.Dir(filename)))
	if err != nil {
		panic(err)
	}
	return v
}

// unwrap gives a program its hidden names.
func (l *Loader) unwrap(u *unit, hidden ...goja.Value) goja.Callable {
	f, err := l.vm.RunProgram(u.program)
	if err != nil {
		panic(err)
	}
	outer, _ := goja.AssertFunction(f)
	inner, err := outer(goja.Undefined(), append([]goja.Value{l.catcher, l.helpersFor(u)}, hidden...)...)
	if err != nil {
		panic(err)
	}
	wrapper, _ := goja.AssertFunction(inner)
	return wrapper
}

// helpersFor are the functions that lowered code calls; made when first needed.
func (l *Loader) helpersFor(u *unit) goja.Value {
	if !u.printed {
		return goja.Undefined()
	}
	if l.helpers == nil {
		l.helpers = runBuilder(l.vm, helpersProgram())
	}
	return l.helpers
}

// runMain runs the program's entry.
func (l *Loader) runMain(m *Module) {
	if m.script {
		l.runScript(m)
		return
	}
	l.setMain(m.object)
	_ = l.js.cache.Set(m.filename, m.object)
	l.orForget(m.filename, m.object, nil, func() {
		if m.unit == nil {
			l.loadFile(m.object, m.filename)
			return
		}
		l.runWrapper(m.unit, m.object, m.filename)
		_ = m.object.Set("loaded", true)
	})
}

// runScript runs code of the command line in the global scope.
func (l *Loader) runScript(m *Module) {
	name := filepath.Base(m.filename)
	_ = m.object.Set("id", name)
	_ = m.object.Set("path", ".")
	g := l.vm.GlobalObject()
	_ = g.Set("exports", m.object.Get("exports"))
	_ = g.Set("require", l.js.makeRequire(m.object))
	_ = g.Set("module", m.object)
	_ = g.Set("__filename", name)
	_ = g.Set("__dirname", ".")
	l.hide(m.unit, l.dynamicImport(m.filename))
	v, err := l.vm.RunProgram(m.unit.program)
	if err != nil {
		panic(err)
	}
	m.value = v
}

// hide declares the hidden names of a script as global constants: those are in no object that a script could list.
func (l *Loader) hide(u *unit, dynamic goja.Value) {
	h := u.hidden
	if h.dynamic == "" || l.hidden[h.prefix] {
		return
	}
	if l.hidden == nil {
		l.hidden = map[string]bool{}
	}
	l.hidden[h.prefix] = true
	v, err := l.vm.RunString("let " + h.catch + "," + h.helpers + "," + h.dynamic + ";(function(c,h,i){" + h.catch + "=c;" + h.helpers + "=h;" + h.dynamic + "=i})")
	if err != nil {
		panic(err)
	}
	set, _ := goja.AssertFunction(v)
	if _, err := set(goja.Undefined(), l.catcher, l.helpersFor(u), dynamic); err != nil {
		panic(err)
	}
}
