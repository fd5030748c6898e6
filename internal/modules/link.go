package modules

import (
	"fmt"
	"sort"
	"unicode/utf16"

	"github.com/dop251/goja"
	"github.com/nodetimers/nodetimers/internal/transpile"
)

// Linking: every imported name is followed to the variable it means, the variables of all modules come into being, and
// the namespaces get functions that read them. What a CommonJS module exports is known only when it has run; names
// that lead there are checked then.

// binding is what an exported name means.
type binding struct {
	record    *record
	local     int    // of an ES module: which of its locals
	namespace bool   // the namespace of record
	name      string // of anything else: a name of its namespace
}

// resolution says how following a name went.
type resolution int

const (
	noSuchName resolution = iota
	boundTo
	conflicting // two export * lead to different variables
	unknownYet  // it may come from a CommonJS module
)

// link prepares a module and what it imports.
func (l *Loader) link(root *record) error {
	var fresh []*record
	collect(root, &fresh)
	if len(fresh) == 0 {
		return nil
	}
	forget := func() {
		for _, r := range fresh {
			r.linked = false
			delete(l.records, r.at.url())
		}
	}
	for _, r := range fresh {
		if r.kind == builtinFormat {
			if err := r.runForeign(); err != nil {
				return err
			}
		}
	}
	for _, r := range fresh {
		if err := r.checkNames(false); err != nil {
			forget()
			return err
		}
	}
	for _, r := range fresh {
		if err := l.caught(r.instantiate); err != nil {
			forget()
			return err
		}
	}
	for _, r := range fresh {
		r.status = max(r.status, ready)
		r.fill(false)
	}
	return nil
}

func collect(r *record, out *[]*record) {
	if r.linked {
		return
	}
	r.linked = true
	for _, d := range r.deps {
		collect(d, out)
	}
	*out = append(*out, r)
}

// checkNames looks for each name that the module imports. After the modules it imports have run there is none that is
// not known yet.
func (r *record) checkNames(after bool) error {
	if r.unit == nil {
		return nil
	}
	rec := r.unit.record
	check := func(request int, name string, offset int) error {
		dep := r.deps[request]
		if name == "*" {
			return nil
		}
		res, _ := dep.follow(name, after, nil)
		specifier := rec.Requests[request].Specifier
		switch res {
		case conflicting:
			return r.unit.errorAt(offset, len(name), fmt.Sprintf("The requested module '%s' contains conflicting star exports for name '%s'", specifier, name))
		case noSuchName:
			if dep.kind == commonJS {
				return r.unit.errorAt(offset, len(name), fmt.Sprintf("Named export '%[1]s' not found. The requested module '%[2]s' is a CommonJS module, "+
					"which may not support all module.exports as named exports.\nCommonJS modules can always be imported via the default export, "+
					"for example using:\n\nimport pkg from '%[2]s';\nconst {%[1]s} = pkg;\n", name, specifier))
			}
			return r.unit.errorAt(offset, len(name), fmt.Sprintf("The requested module '%s' does not provide an export named '%s'", specifier, name))
		}
		return nil
	}
	for _, im := range rec.Imports {
		if err := check(im.Request, im.Name, im.Offset); err != nil {
			return err
		}
	}
	for _, e := range rec.Indirect {
		if err := check(e.Request, e.From, e.Offset); err != nil {
			return err
		}
	}
	return nil
}

type visit struct {
	record *record
	name   string
}

// follow follows a name. after says that what runs before has run. seen are the names on the way here.
func (r *record) follow(name string, after bool, seen map[visit]bool) (resolution, binding) {
	if r.unit == nil {
		switch {
		case name == "default" || r.status == evaluated && r.namespace.Get(name) != nil:
			return boundTo, binding{record: r, name: name}
		case r.kind == commonJS && !after && r.status != evaluated:
			return unknownYet, binding{record: r, name: name}
		}
		return noSuchName, binding{}
	}
	for i, e := range r.unit.locals {
		if e.name == name {
			return boundTo, binding{record: r, local: i}
		}
	}
	if seen[visit{r, name}] {
		return noSuchName, binding{} // a circle
	}
	if seen == nil {
		seen = map[visit]bool{}
	}
	seen[visit{r, name}] = true
	for _, e := range r.unit.record.Indirect {
		if e.Name == name {
			if e.From == "*" {
				return boundTo, binding{record: r.deps[e.Request], namespace: true}
			}
			return r.deps[e.Request].follow(e.From, after, seen)
		}
	}
	if name == "default" {
		return noSuchName, binding{}
	}
	result, found := noSuchName, binding{}
	for _, star := range r.unit.record.Stars {
		res, b := r.deps[star].follow(name, after, seen)
		switch {
		case res == conflicting:
			return conflicting, binding{}
		case res == boundTo && result == boundTo && b != found:
			return conflicting, binding{}
		case res > result || res == boundTo:
			if result != boundTo {
				result, found = res, b
			}
		}
	}
	return result, found
}

// exportedNames are all names that the module exports, through export * too.
func (r *record) exportedNames(seen map[*record]bool, add func(string)) {
	if seen[r] {
		return
	}
	seen[r] = true
	if r.unit == nil {
		if r.status == evaluated {
			for _, n := range r.namespace.Keys() {
				add(n)
			}
		}
		return
	}
	for _, e := range r.unit.locals {
		add(e.name)
	}
	for _, e := range r.unit.record.Indirect {
		add(e.Name)
	}
	for _, star := range r.unit.record.Stars {
		r.deps[star].exportedNames(seen, func(n string) {
			if n != "default" {
				add(n)
			}
		})
	}
}

// names are those of the namespace, in the order in which it lists them.
func (r *record) names() []string {
	set := map[string]bool{}
	var out []string
	r.exportedNames(map[*record]bool{}, func(n string) {
		if !set[n] {
			set[n] = true
			out = append(out, n)
		}
	})
	sortNames(out)
	return out
}

// sortNames orders by UTF-16 units, as the language does.
func sortNames(names []string) {
	sort.Slice(names, func(i, j int) bool {
		a, b := names[i], names[j]
		if ascii(a) && ascii(b) {
			return a < b
		}
		ua, ub := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
		for k := 0; k < len(ua) && k < len(ub); k++ {
			if ua[k] != ub[k] {
				return ua[k] < ub[k]
			}
		}
		return len(ua) < len(ub)
	})
}

// fill gives the namespace of an ES module a function for each name. again: names of CommonJS modules are known now.
func (r *record) fill(again bool) {
	if r.unit == nil || r.filled && !again {
		return
	}
	l := r.l
	if r.filled {
		for _, n := range r.namespace.Keys() {
			must(l.prims.remove, r.namespace, l.vm.ToValue(n))
		}
	}
	r.filled = true
	for _, n := range r.names() {
		res, b := r.follow(n, again, nil)
		if res == boundTo || res == unknownYet {
			defineGetter(r.namespace, n, b.getter(), goja.FLAG_TRUE)
		}
	}
}

// getter is the function that reads what a name means.
func (b binding) getter() goja.Value {
	r := b.record
	switch {
	case b.namespace:
		return r.l.vm.ToValue(func(goja.FunctionCall) goja.Value { return r.namespace })
	case r.unit != nil:
		return r.getters[b.local]
	}
	name := b.name
	return r.l.vm.ToValue(func(goja.FunctionCall) goja.Value { return r.namespace.Get(name) })
}

// constant says that a name will not change its value any more.
func (b binding) constant() bool {
	r := b.record
	switch {
	case r.err != nil:
		return false
	case b.namespace:
		return true
	}
	return r.status == evaluated && (r.unit == nil || r.unit.locals[b.local].fixed)
}

// seal makes constants of the exports that will not change: whoever reads them then reads a plain property, several
// times faster than a function. Other exports stay functions.
func (r *record) seal() {
	if r.sealed || r.err != nil {
		return
	}
	r.sealed = true
	l := r.l
	if r.unit != nil {
		for _, n := range r.namespace.Keys() {
			if res, b := r.follow(n, true, nil); res == boundTo && b.constant() {
				define(r.namespace, n, r.namespace.Get(n), false)
			} else {
				defineGetter(r.namespace, n, nil, goja.FLAG_FALSE)
			}
		}
	}
	must(l.prims.close, r.namespace)
	if r.unit != nil {
		r.unit.source = source{} // there will be no more errors to show it in
	}
}

// instantiate makes the module's variables and hoists its functions. None of its statements runs.
func (r *record) instantiate() {
	if r.unit == nil || r.generator != nil {
		return
	}
	l := r.l
	var meta goja.Value = goja.Undefined()
	if r.unit.meta {
		meta = r.meta()
	}
	export := l.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		r.getters = append([]goja.Value(nil), c.Arguments...)
		return goja.Undefined()
	})
	hidden := []goja.Value{l.dynamicImport(r.base()), meta, export}
	for _, d := range r.deps {
		hidden = append(hidden, d.namespace)
	}
	start := l.unwrap(r.unit, hidden...)
	g, err := start(goja.Undefined())
	if err != nil {
		panic(err)
	}
	must(l.prims.next, g, goja.Undefined())
	r.generator = g
}

// errorAt is a syntax error at an offset of the text that was parsed.
func (u *unit) errorAt(offset, length int, message string) error {
	err := syntaxAt(u.source, offset, length, message)
	if s, ok := err.(*transpile.SyntaxError); ok {
		return s
	}
	return err
}
