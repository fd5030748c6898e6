package modules

import (
	"fmt"
	"path/filepath"

	"github.com/dop251/goja"
)

// record is a module as import sees it: an ES module, or something else with exports made to look like one.
type record struct {
	l      *Loader
	at     location
	kind   format // esModule, commonJS, jsonFormat, or builtinFormat
	unit   *unit  // of an ES module
	isMain bool
	deps   []*record // one for each request of the unit

	namespace *goja.Object
	linked    bool
	number    uint64       // of the modules, in the order in which they were loaded
	below     int          // how deep the modules lie that were loaded for it
	getters   []goja.Value // the functions that read the locals, from when the module's variables exist
	generator goja.Value   // the module's body
	filled    bool         // the namespace has its names
	sealed    bool
	required  goja.Value // what require() of it gives

	// The state of evaluation, as in the language's own description of it: see evaluate.go.
	status     status
	err        error // it threw: a *goja.Exception
	index      int   // of the depth-first walk
	ancestor   int
	root       *record // of the cycle it is in
	asyncOrder uint64  // not 0: it waits, or waited, for an await in it or below
	pending    int     // how many that it imports are still waiting
	parents    []*record
	promise    *goja.Promise
	resolve    func(any) error
	reject     func(any) error
}

type status int

const (
	unlinked status = iota
	ready           // linked, not begun
	evaluating
	waiting   // begun, and waiting for an await
	evaluated // done, or failed if err is set
)

// importRecord finds or loads the module that a specifier means, with all it imports statically. Nothing runs.
func (l *Loader) importRecord(specifier string, attributes map[string]string, from string) (*record, error) {
	at, err := l.res.importFrom(specifier, from)
	if err != nil {
		return nil, err
	}
	return l.loadRecord(at, attributes["type"], from)
}

func (l *Loader) loadRecord(at location, kind, from string) (*record, error) {
	url := at.url()
	if r, ok := l.records[url]; ok {
		return r, checkType(url, r.kind, kind)
	}
	r := &record{l: l, at: at}
	switch {
	case at.builtin != "":
		if !l.builtins.has("node:" + at.builtin) {
			name := at.builtin
			if !builtinNames[name] {
				name = "node:" + name
			}
			_, e := l.builtins.get(name)
			e.code, e.plain = "ERR_MODULE_NOT_FOUND", false
			return nil, e
		}
		r.kind = builtinFormat
	case at.data != "":
		if err := r.loadData(kind); err != nil {
			return nil, err
		}
	default:
		if err := r.loadFile(kind, from); err != nil {
			return nil, err
		}
	}
	if err := checkType(url, r.kind, kind); err != nil {
		return nil, err
	}
	return r, l.loadGraph(r, url)
}

// loadGraph loads what a new module imports. If that fails the module is forgotten, so that another try reads anew.
func (l *Loader) loadGraph(r *record, url string) error {
	l.records[url] = r
	l.loaded++
	r.number = l.loaded
	r.namespace = l.newNamespace(r)
	if r.unit == nil {
		return nil
	}
	for _, q := range r.unit.record.Requests {
		dep, err := l.importRecord(q.Specifier, q.Attributes, r.base())
		if err != nil {
			delete(l.records, url)
			return err
		}
		r.deps = append(r.deps, dep)
		if dep.number > r.number {
			r.below = max(r.below, dep.below+1)
		}
	}
	return nil
}

// newNamespace makes a namespace of r, or of what stands for one.
func (l *Loader) newNamespace(r *record) *goja.Object {
	ns := l.vm.CreateObject(nil)
	if err := ns.DefineDataPropertySymbol(goja.SymToStringTag, l.vm.ToValue("Module"), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
		panic(err)
	}
	l.js.note(ns, l.vm.ToValue(r))
	return ns
}

// IsNamespace says that v is the namespace object of a module, as util.types.isModuleNamespaceObject does.
func (l *Loader) IsNamespace(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok {
		return false
	}
	note := l.js.noteOf(o)
	if note == nil {
		return false
	}
	_, ok = note.Export().(*record)
	return ok
}

// loadMain is the record of the program's entry.
func (l *Loader) loadMain(filename string, u *unit) (r *record, err error) {
	r = &record{l: l, at: location{path: filename}, kind: esModule, unit: u, isMain: true}
	if caught := l.caught(func() { err = l.loadGraph(r, r.at.url()) }); caught != nil {
		err = caught
	}
	return r, err
}

// base is what the specifiers in the module are relative to.
func (r *record) base() string {
	if r.at.data != "" {
		return r.at.data
	}
	return r.at.path
}

func checkType(url string, have format, want string) error {
	switch {
	case have == jsonFormat && want == "":
		return &resolveError{class: "TypeError", code: "ERR_IMPORT_ATTRIBUTE_MISSING",
			message: fmt.Sprintf(`Module "%s" needs an import attribute of "type: json"`, url)}
	case want != "" && want != "json":
		return &resolveError{class: "TypeError", code: "ERR_IMPORT_ATTRIBUTE_UNSUPPORTED",
			message: fmt.Sprintf(`Import attribute "type" with value "%s" is not supported in %s`, want, url)}
	case have != jsonFormat && want == "json":
		return &resolveError{class: "TypeError", code: "ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE",
			message: fmt.Sprintf(`Module "%s" is not of type "json"`, url)}
	}
	return nil
}

// loadFile reads and compiles a file, unless it is CommonJS: that is left to require, when it is its turn to run.
func (r *record) loadFile(kind, from string) error {
	l, filename := r.l, r.at.path
	fm, err := l.res.formatOf(filename)
	if err != nil {
		return err
	}
	switch fm {
	case jsonFormat, commonJS:
		r.kind = fm
		if ext := filepath.Ext(filename); fm == commonJS && !knownExtension(ext) {
			return &resolveError{class: "TypeError", code: "ERR_UNKNOWN_FILE_EXTENSION",
				message: fmt.Sprintf(`Unknown file extension "%s" for %s`, ext, filename)}
		}
		return nil
	case nativeAddon, wasm:
		return &resolveError{class: "TypeError", code: "ERR_UNKNOWN_FILE_EXTENSION",
			message: fmt.Sprintf(`Unknown file extension "%s" for %s`, filepath.Ext(filename), filename)}
	}
	if fm == anyFormat && l.js.cache.Get(filename) != nil {
		r.kind = commonJS
		return nil
	}
	src, err := l.readSource(filename)
	if err != nil {
		return err
	}
	u, err := l.ahead.compile(src, fm)
	if err != nil {
		return err
	}
	if u.esm {
		r.kind, r.unit = esModule, u
		return nil
	}
	r.kind = commonJS
	l.ahead.keep(src, fm, u) // for require, which follows
	return nil
}

func knownExtension(ext string) bool {
	switch ext {
	case ".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".tsx", ".jsx", "":
		return true
	}
	return false
}

// anyAwait says that the module or one below it awaits at its top.
func (r *record) anyAwait(seen map[*record]bool) bool {
	if seen[r] || r.unit == nil {
		return false
	}
	seen[r] = true
	if r.unit.async {
		return true
	}
	for _, d := range r.deps {
		if d.anyAwait(seen) {
			return true
		}
	}
	return false
}
