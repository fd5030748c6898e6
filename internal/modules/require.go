package modules

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// How a request of require becomes a filename, through what user code may have put into Module, and what
// require.resolve and module.createRequire make of it.

// requireStack are the files from the one that asked up to main.
func (l *Loader) requireStack(parent *goja.Object) []string {
	out := []string{}
	for m := parent; m != nil && len(out) < 1000; {
		name := m.Get("filename")
		if name == nil || goja.IsNull(name) || goja.IsUndefined(name) {
			name = m.Get("id")
		}
		if name != nil && !strings.HasSuffix(name.String(), "[require]") {
			out = append(out, name.String())
		}
		m, _ = l.js.call("parentOf", m).(*goja.Object)
	}
	return out
}

// resolve is Module._resolveFilename, the user's if there is one.
func (l *Loader) resolve(request string, parent *goja.Object, isMain bool) string {
	current := l.js.module.Get("_resolveFilename")
	if current == l.js.resolve {
		return l.resolveFilename(request, parent, goja.Undefined())
	}
	f, ok := goja.AssertFunction(current)
	if !ok {
		panic(l.vm.NewTypeError("Module._resolveFilename is not a function"))
	}
	var p goja.Value = goja.Undefined()
	if parent != nil {
		p = parent
	}
	v, err := f(l.js.module, l.vm.ToValue(request), p, l.vm.ToValue(isMain))
	if err != nil {
		panic(err)
	}
	return v.String()
}

// resolveFilename finds the file that a module means by a request. options.paths replaces the folders of the module.
func (l *Loader) resolveFilename(request string, parent *goja.Object, options goja.Value) string {
	if l.isBuiltin(request) {
		return request
	}
	if strings.HasPrefix(request, "node:") {
		l.throw(unknownBuiltin(request))
	}
	from := l.fileOf(parent)
	var filename string
	var err error
	if o, ok := options.(*goja.Object); ok && !goja.IsUndefined(o.Get("paths")) && o.Get("paths") != nil {
		err = notFound(request)
		for _, dir := range l.strings(o.Get("paths")) {
			dir = absolute(dir)
			if filename, err = l.res.requireFile(request, filepath.Join(dir, "noop.js"), nil, l.extensions()); err == nil {
				break
			}
		}
	} else {
		filename, err = l.res.requireFile(request, from, nil, l.extensions())
	}
	if err != nil {
		if e, ok := err.(*resolveError); ok {
			err = withRequireStack(e, l.requireStack(parent))
		}
		l.throw(err)
	}
	return filename
}

// fileOf is the name of a module's file, or one in the current folder.
func (l *Loader) fileOf(mod *goja.Object) string {
	if mod != nil {
		if f := mod.Get("filename"); f != nil && goja.IsString(f) {
			return f.String()
		}
		if id := mod.Get("id"); id != nil && goja.IsString(id) && filepath.IsAbs(id.String()) {
			return id.String()
		}
	}
	return absolute("noop.js")
}

// extensions are those that user code registered, in its order; nil if it registered none.
func (l *Loader) extensions() []string {
	names := l.js.extensions.Keys()
	if len(names) == 2 {
		return nil
	}
	return names
}

func (l *Loader) strings(v goja.Value) []string {
	var out []string
	if o, ok := v.(*goja.Object); ok {
		n := int(o.Get("length").ToInteger())
		for i := range n {
			if s := o.Get(strconv.Itoa(i)); s != nil {
				out = append(out, s.String())
			}
		}
	}
	return out
}

func (l *Loader) lookupPaths(request string, parent *goja.Object) goja.Value {
	if l.isBuiltin(request) {
		return goja.Null()
	}
	dir := filepath.Dir(l.fileOf(parent))
	if isRelative(request) {
		return l.vm.NewArray(dir)
	}
	return l.modulePaths(dir)
}

func (l *Loader) createRequire(v goja.Value) goja.Value {
	name := ""
	if goja.IsString(v) {
		name = v.String()
	} else if o, ok := v.(*goja.Object); ok {
		if href := o.Get("href"); href != nil && goja.IsString(href) {
			name = href.String()
		}
	}
	if rest, ok := strings.CutPrefix(name, "file://"); ok {
		name = filepath.FromSlash(unescapePath(rest))
	}
	if !filepath.IsAbs(name) {
		panic(nodeerr.New(l.vm, "TypeError", "ERR_INVALID_ARG_VALUE",
			"The argument 'filename' must be a file URL object, file URL string, or absolute path string. Received "+received(v)))
	}
	return l.NewRequire(name)
}

// received shows a value in a message as util.inspect would, for strings and plain values.
func received(v goja.Value) string {
	if goja.IsString(v) {
		return "'" + v.String() + "'"
	}
	return v.String()
}

func (l *Loader) findPackageJSON(specifier, base goja.Value) goja.Value {
	from := absolute("noop.js")
	if goja.IsString(base) {
		from = strings.TrimPrefix(base.String(), "file://")
	}
	spec := strings.TrimPrefix(specifier.String(), "file://")
	dir := filepath.Dir(from)
	if isRelative(spec) || filepath.IsAbs(spec) {
		if !filepath.IsAbs(spec) {
			spec = filepath.Join(dir, spec)
		}
		dir = spec
	} else if name, _, ok := packageName(spec); ok {
		for _, m := range nodeModulePaths(dir) {
			if p := filepath.Join(m, name, "package.json"); l.res.isFile(p) {
				return l.vm.ToValue(p)
			}
		}
		return goja.Undefined()
	}
	if p := l.res.scope(dir); p != nil {
		return l.vm.ToValue(p.path)
	}
	return goja.Undefined()
}
