package modules

import (
	"strings"

	"github.com/dop251/goja"
)

// require() of an ES module.

// requireESM is require of an ES module: it runs now, so nothing in it may await at its top.
func (l *Loader) requireESM(mod *goja.Object, filename string, u *unit) {
	at := location{path: filename}
	r, ok := l.records[at.url()]
	if !ok {
		var err error
		if u == nil {
			if u, err = l.compile(filename, esModule); err != nil {
				l.throw(err)
			}
		}
		r = &record{l: l, at: at, kind: esModule, unit: u}
		if err := l.loadGraph(r, at.url()); err != nil {
			l.throw(err)
		}
	}
	parent, _ := l.js.call("parentOf", mod).(*goja.Object)
	if r.status == evaluating {
		l.cycle(filename, parent)
	}
	if r.anyAwait(map[*record]bool{}) {
		message := "require() cannot be used on an ESM graph with top-level await. Use import() instead. To see where the top-level await " +
			"comes from, use --experimental-print-required-tla."
		if parent != nil {
			message += "\nRequired module: " + filename + "\nRequire stack:\n- " + strings.Join(l.requireStack(parent), "\n- ")
		}
		l.throw(&resolveError{code: "ERR_REQUIRE_ASYNC_MODULE", message: message})
	}
	if err := l.link(r); err != nil {
		l.throw(err)
	}
	if _, err := l.run(r); err != nil {
		l.throw(err)
	}
	_ = mod.Set("exports", r.requireValue())
}

// requireValue is what require gives of an ES module: its export named module.exports, or its namespace; if it has a
// default export, a copy of the namespace that says __esModule, for code compiled from ES modules.
func (r *record) requireValue() goja.Value {
	if r.required != nil {
		return r.required
	}
	l := r.l
	ns := r.namespace
	r.required = ns
	switch {
	case ns.Get("module.exports") != nil:
		r.required = ns.Get("module.exports")
	case ns.Get("default") != nil && ns.Get("__esModule") == nil:
		copied := l.newNamespace(r)
		names := append(ns.Keys(), "__esModule")
		sortNames(names)
		for _, n := range names {
			if n == "__esModule" {
				define(copied, n, l.vm.ToValue(true), true)
				continue
			}
			must(l.prims.copy, ns, copied, l.vm.ToValue(n))
		}
		must(l.prims.seal, copied)
		r.required = copied
	}
	return r.required
}

// checkCycle refuses what is in the cache but is an ES module in the middle of its run.
func (l *Loader) checkCycle(filename string, cached, parent *goja.Object) {
	if cached.Get("loaded").ToBoolean() {
		return
	}
	if r, ok := l.records[fileURL(filename)]; ok && r.unit != nil && r.status == evaluating {
		if p, ok := l.js.call("parentOf", cached).(*goja.Object); ok {
			parent = p
		}
		l.cycle(filename, parent)
	}
}

func (l *Loader) cycle(filename string, parent *goja.Object) {
	message := "Cannot require() ES Module " + filename + " in a cycle."
	if parent != nil {
		message += " (from " + l.fileOf(parent) + ")"
	}
	l.throw(&resolveError{code: "ERR_REQUIRE_CYCLE_MODULE", message: message})
}
