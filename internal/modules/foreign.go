package modules

import "github.com/dop251/goja"

// Modules that are no ES modules, as import sees them: builtins, CommonJS and JSON. Their namespace is a copy of what
// their exports have when they have run.

// runForeign runs what is no ES module, once, and gives its namespace the names that its exports have then.
func (r *record) runForeign() error {
	if r.status == evaluated {
		return r.err
	}
	var exports goja.Value
	l := r.l
	r.err = l.caught(func() {
		switch r.kind {
		case builtinFormat:
			exports, _ = l.builtins.get(r.at.builtin)
		case jsonFormat:
			exports = r.json()
		default:
			exports = l.load(r.at.path, nil, false)
		}
	})
	r.status = evaluated
	if r.err != nil {
		return r.err
	}
	r.fillForeign(exports)
	if r.kind != builtinFormat { // syncBuiltinESMExports may change those
		must(l.prims.close, r.namespace)
	}
	r.sealed = true
	return nil
}

func (r *record) json() goja.Value {
	if r.at.data != "" {
		return r.l.parseJSON(r.at.data, r.at.path)
	}
	return r.l.parseJSON(r.at.path, r.l.read(r.at.path))
}

func (r *record) fillForeign(exports goja.Value) {
	l := r.l
	values := map[string]goja.Value{"default": exports}
	names := []string{"default"}
	if r.kind != jsonFormat {
		for _, n := range l.strings(must(l.prims.names, exports)) {
			if n == "default" || n == "module.exports" {
				continue
			}
			names = append(names, n)
			values[n] = must(l.prims.read, exports, l.vm.ToValue(n))
		}
	}
	if r.kind == commonJS {
		names = append(names, "module.exports")
		values["module.exports"] = exports
	}
	sortNames(names)
	for _, n := range names {
		define(r.namespace, n, values[n], r.kind == builtinFormat)
	}
}
