package modules

import (
	"path/filepath"
	"strings"

	"github.com/dop251/goja"
)

// The promise jobs that Node 26 takes for an import(), counted from the call: it finds and reads the module in the
// fourth, runs it in the fifth if it imports nothing new and two later for each level of new modules below it, and
// settles the promise five after that. Programs do not rely on the numbers, but the order in which their output comes
// depends on them.
const (
	jobsToLoad   = 4
	jobsToRun    = 1
	jobsPerLevel = 2
	jobsToSettle = 5
	jobsIfKnown  = 3 // of a module that has run before: from finding it to settling
	jobsIfWaited = 4 // of one that awaits at its top: from its end to settling
)

// dynamicImport is the function that import(...) calls in the module at base.
func (l *Loader) dynamicImport(base string) goja.Value {
	return l.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		p, resolve, reject := l.vm.NewPromise()
		d := &importing{l: l, base: base, resolve: resolve, reject: reject}
		if err := l.caught(func() {
			d.specifier = c.Argument(0).String()
			d.attributes = l.attributes(c.Argument(1))
		}); err != nil {
			d.fail(err)
		} else {
			l.later(jobsToLoad, d.load)
		}
		return l.vm.ToValue(p)
	})
}

// later calls f in the n-th promise job from now.
func (l *Loader) later(n int, f func()) {
	must(l.prims.later, l.vm.ToValue(n), l.vm.ToValue(func(goja.FunctionCall) goja.Value {
		f()
		return goja.Undefined()
	}))
}

// importing is one import() on its way.
type importing struct {
	l               *Loader
	base, specifier string
	attributes      map[string]string
	resolve, reject func(any) error
	record          *record
	known           bool // the module had run before
}

func (d *importing) fail(err error) { d.l.finishStep(d.reject(d.l.errorValue(err))) }
func (d *importing) succeed()       { d.l.finishStep(d.resolve(d.record.namespace)) }

func (d *importing) load() {
	l := d.l
	l.ahead.begin()
	var err error
	defer func() { l.ahead.end(err == nil) }()
	before := l.loaded
	if caught := l.caught(func() { d.record, err = l.importRecord(d.specifier, d.attributes, d.base) }); caught != nil {
		err = caught
	}
	switch {
	case err != nil:
		d.fail(err)
	case d.record.status == evaluated:
		d.known = true
		l.later(jobsIfKnown, d.run)
	case d.record.number > before:
		l.later(jobsToRun+jobsPerLevel*d.record.below, d.run)
	default:
		l.later(jobsToRun, d.run)
	}
}

func (d *importing) run() {
	l, r := d.l, d.record
	l.ahead.begin()
	defer l.ahead.end(false)
	var pending *goja.Promise
	var err error
	if caught := l.caught(func() {
		if err = l.link(r); err == nil {
			pending, err = l.run(r)
		}
	}); caught != nil {
		err = caught
	}
	jobs := func(f func()) {
		if d.known {
			f()
		} else {
			l.later(jobsToSettle, f)
		}
	}
	switch {
	case err != nil:
		jobs(func() { d.fail(err) })
	case pending != nil:
		l.settle(l.vm.ToValue(pending),
			func(goja.Value) { l.later(jobsIfWaited, d.succeed) },
			func(e goja.Value) { l.later(jobsIfWaited, func() { l.finishStep(d.reject(e)) }) })
	default:
		jobs(d.succeed)
	}
}

// attributes are those in the second argument of import().
func (l *Loader) attributes(v goja.Value) map[string]string {
	if goja.IsUndefined(v) {
		return nil
	}
	o, ok := v.(*goja.Object)
	if !ok {
		panic(l.vm.NewTypeError("The second argument of import() must be an object"))
	}
	with := o.Get("with")
	if with == nil || goja.IsUndefined(with) {
		return nil
	}
	w, ok := with.(*goja.Object)
	if !ok {
		panic(l.vm.NewTypeError("The 'options' argument of import() must be an object"))
	}
	out := map[string]string{}
	for _, k := range w.Keys() {
		value := w.Get(k)
		if !goja.IsString(value) {
			panic(l.vm.NewTypeError("Import attribute value must be a string"))
		}
		out[k] = value.String()
	}
	return out
}

// meta is import.meta.
func (r *record) meta() goja.Value {
	l := r.l
	m := must(l.prims.meta).(*goja.Object)
	if r.at.data == "" {
		_ = m.Set("dirname", filepath.Dir(r.at.path))
		_ = m.Set("filename", r.at.path)
	}
	_ = m.Set("main", r.isMain)
	_ = m.Set("resolve", l.function("resolve", func(c goja.FunctionCall) goja.Value {
		return l.vm.ToValue(l.metaResolve(c.Argument(0).String(), r))
	}))
	_ = m.Set("url", r.at.url())
	return m
}

// metaResolve is import.meta.resolve: it need not find a file that a relative specifier names.
func (l *Loader) metaResolve(specifier string, r *record) string {
	at, err := l.res.importFrom(specifier, r.base())
	if err == nil {
		return at.url()
	}
	if e, ok := err.(*resolveError); ok && e.url != "" && !strings.HasPrefix(specifier, "#") {
		suffix := ""
		if i := strings.IndexAny(specifier, "?#"); i >= 0 {
			suffix = specifier[i:]
		}
		return e.url + suffix
	}
	l.throw(err)
	return ""
}

// syncBuiltins brings the namespaces of builtins up to date with what user code changed in their exports.
func (l *Loader) syncBuiltins() {
	for _, r := range l.records {
		if r.kind == builtinFormat && r.status == evaluated {
			exports, _ := l.builtins.get(r.at.builtin)
			for _, n := range r.namespace.Keys() {
				if n != "default" {
					define(r.namespace, n, must(l.prims.read, exports, l.vm.ToValue(n)), true)
				}
			}
		}
	}
}
