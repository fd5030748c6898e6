// Package modules is Node's module system on goja: require and module.exports, import and export, and how a name leads
// to a file.
//
//	loader := modules.New(vm, modules.Options{Builtins: builtins})
//	main, err := loader.Main("app.ts")       // found, read and compiled: nothing has run
//	promise, err := main.Evaluate()          // runs; a promise if it awaits at its top
//
// A [Loader] serves one runtime and is used on its goroutine only. With more than one processor it has files compiled
// ahead on goroutines of its own; they end before the call does that began to load. What runs after main's body is the
// caller's choice, which needs to know whether it was an ES module: [Module.ESM].
//
// Reading order: this file, cjs.go and module.js (require), record.go, link.go and evaluate.go (ES modules), resolver.go
// and its neighbours (from names to files), compile.go and pass.go (from text to program), ahead.go (files compiled on
// other goroutines before their turn).
package modules

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dop251/goja"
)

// Options are what a Loader needs from outside. The zero value of each field is a default.
type Options struct {
	// Builtins makes the exports of each builtin module, by name without "node:". A function is called at
	// most once per Loader, at the first request. The module named module is always there.
	Builtins map[string]func(vm *goja.Runtime) goja.Value
	// OnCatch, if set, is called with the value that each catch clause with a parameter catches, before
	// anything else in the clause.
	OnCatch func(v goja.Value)
	// ReadFile and Stat default to those of os. With a Stat of its own a loader follows no symbolic links.
	ReadFile func(path string) ([]byte, error)
	Stat     func(path string) (fs.FileInfo, error)
	// Conditions are added to Node's own for the maps "exports" and "imports".
	Conditions []string
}

// Loader loads modules into one runtime. Its methods: on the runtime's goroutine only.
type Loader struct {
	vm         *goja.Runtime
	opts       Options
	res        *resolver
	builtins   builtins
	js         classes
	prims      primitives
	errorClass map[string]*goja.Object

	main      goja.Value // the module object of main, or undefined
	helpers   goja.Value // see helpers.js
	catcher   goja.Value // the hidden function that catch clauses call
	records   map[string]*record
	hidden    map[string]bool // names that scripts for the global scope have been given
	asked     map[asked]string
	order     uint64 // of modules that wait, as they began to
	loaded    uint64 // how many modules have been
	tsconfigs tsconfigs
	paths     map[string][]any // the elements of module.paths, by folder
	ahead     *ahead
}

// Module is a program's entry: found, compiled, and to be run once. Its methods: on the runtime's goroutine only.
type Module struct {
	l        *Loader
	filename string
	unit     *unit        // of a CommonJS file or a script
	object   *goja.Object // its module object
	record   *record      // of an ES module
	script   bool
	value    goja.Value
}

// New makes a loader. It must come before scripts run and after the runtime has got its globals.
func New(vm *goja.Runtime, opts Options) *Loader {
	l := &Loader{vm: vm, opts: opts, res: newResolver(opts), main: goja.Undefined(), records: map[string]*record{}, asked: map[asked]string{}, paths: map[string][]any{}}
	makers := map[string]func(*goja.Runtime) goja.Value{
		"module": func(*goja.Runtime) goja.Value { return l.js.module },
	}
	for name, f := range opts.Builtins {
		makers[name] = f
	}
	l.builtins = builtins{vm: vm, makers: makers, made: map[string]goja.Value{}}
	l.res.builtin = l.isBuiltin
	l.tsconfigs.readFile = l.res.readFile
	l.ahead = newAhead(opts, l.isBuiltin)
	l.errorClass = map[string]*goja.Object{}
	for _, class := range []string{"Error", "TypeError", "SyntaxError", "ReferenceError", "RangeError"} {
		l.errorClass[class] = vm.Get(class).ToObject(vm)
	}
	l.catcher = goja.Undefined()
	if opts.OnCatch != nil {
		l.catcher = vm.ToValue(func(c goja.FunctionCall) goja.Value {
			opts.OnCatch(c.Argument(0))
			return goja.Undefined()
		})
	}
	l.prims = newPrimitives(vm)
	l.js = newClasses(l)
	return l
}

// Main finds, reads and compiles the program's entry; nothing of it runs. Of an ES module all that it imports
// statically is compiled too. The error is a *goja.Exception with the error that Node would print.
func (l *Loader) Main(path string) (m *Module, err error) {
	l.ahead.begin()
	defer func() { l.ahead.end(err == nil) }()
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, l.exception(err)
	}
	filename, err := l.res.requireFile(abs, abs, nil, nil)
	if err != nil {
		if e, ok := err.(*resolveError); ok {
			err = withRequireStack(e, nil)
		}
		return nil, l.exception(err)
	}
	m = &Module{l: l, filename: filename}
	fm, err := l.res.formatOf(filename)
	if err != nil {
		return nil, l.exception(err)
	}
	if fm == jsonFormat {
		m.object = l.newModule(filename, nil)
		return m, nil
	}
	u, err := l.compile(filename, fm)
	if err != nil {
		return nil, l.exception(err)
	}
	if u.esm {
		m.record, err = l.loadMain(filename, u)
		return m, l.exception(err)
	}
	m.unit = u
	m.object = l.newModule(filename, nil)
	return m, nil
}

// EvalMode says how Eval reads its code.
type EvalMode int

const (
	// EvalAuto is a script unless it has the syntax of an ES module.
	EvalAuto EvalMode = iota
	// EvalScript is a script for the global scope: what it declares with var is a global.
	EvalScript
	// EvalModule is an ES module.
	EvalModule
)

// Eval compiles code that is in no file: of the command line ("[eval]") or standard input ("[stdin]"). dir is the folder
// its relative specifiers start from. A script sees require, module, exports, __filename and __dirname as globals.
// The error is as Main's.
func (l *Loader) Eval(name, code, dir string, mode EvalMode) (m *Module, err error) {
	l.ahead.begin()
	defer func() { l.ahead.end(err == nil) }()
	if dir == "" {
		dir, _ = os.Getwd()
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, l.exception(err)
	}
	m = &Module{l: l, filename: filepath.Join(dir, name)}
	src := source{path: name, code: code, hook: l.opts.OnCatch != nil, script: true}
	want := map[EvalMode]format{EvalAuto: anyFormat, EvalScript: commonJS, EvalModule: esModule}[mode]
	u, err := compileFile(src, want)
	if err != nil {
		return nil, l.exception(err)
	}
	if u.esm {
		m.record, err = l.loadMain(m.filename, u)
		return m, l.exception(err)
	}
	m.unit, m.script = u, true
	m.object = l.newModule(m.filename, nil)
	return m, nil
}

// Evaluate runs the module. It must be called inside the JavaScript frame in which the event loop runs callbacks, or
// else promise reactions run before it returns. A nil promise says that the module has run to its end; err is the
// *goja.Exception it threw, if any. Otherwise the module, or one that it imports, awaits: the promise settles when
// it is done, and nothing handles its rejection yet.
func (m *Module) Evaluate() (promise *goja.Promise, err error) {
	m.l.ahead.begin()
	defer m.l.ahead.end(false)
	if m.record != nil {
		return m.l.evaluateMain(m.record)
	}
	return nil, m.l.caught(func() { m.l.runMain(m) })
}

// ESM says that the module is an ES module: in Node promise reactions run before ticks after its body, and the other way
// round after a CommonJS file.
func (m *Module) ESM() bool { return m.record != nil }

// Async says that the module, or one that it imports statically, has an await at its top.
func (m *Module) Async() bool { return m.record != nil && m.record.anyAwait(map[*record]bool{}) }

// Filename is the absolute path, with symbolic links followed; for Eval the folder and the name.
func (m *Module) Filename() string { return m.filename }

// Object is the module object of a CommonJS file, nil for an ES module.
func (m *Module) Object() *goja.Object { return m.object }

// Exports is module.exports as it is now, or the namespace of an ES module.
func (m *Module) Exports() goja.Value {
	if m.record != nil {
		return m.record.namespace
	}
	return m.object.Get("exports")
}

// Result is the value of the last statement of an evaluated script, for printing it; nil for a module.
func (m *Module) Result() goja.Value { return m.value }

// RequireFrom is require(spec) in a file of a folder. The error is the *goja.Exception that require threw.
func (l *Loader) RequireFrom(dir, spec string) (v goja.Value, err error) {
	err = l.caught(func() {
		parent := l.newModule(filepath.Join(dir, "[require]"), nil)
		v = l.load(spec, parent, false)
	})
	return v, err
}

// NewRequire is module.createRequire: a function require for a file that need not exist.
func (l *Loader) NewRequire(filename string) *goja.Object {
	return l.js.makeRequire(l.newModule(filename, nil))
}
