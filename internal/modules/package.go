package modules

import (
	"path/filepath"
	"strings"
)

// packageJSON is what loading needs of one.
type packageJSON struct {
	path, dir  string
	name, main string
	kind       string // "module", "commonjs" or ""
	fields     *ordered
}

// exports is nil too for what cannot be one: null, a number, a truth value.
func (p *packageJSON) exports() *ordered {
	if v := p.fields.get("exports"); v != nil && v.kind != 'z' && v.kind != 'x' {
		return v
	}
	return nil
}
func (p *packageJSON) imports() *ordered {
	if v := p.fields.get("imports"); v != nil && v.kind == 'o' {
		return v
	}
	return nil
}

// packageAt reads the package.json in a folder; nil if there is none.
func (r *resolver) packageAt(dir string) (*packageJSON, error) {
	if p, ok := r.packages[dir]; ok {
		return p, nil
	}
	path := filepath.Join(dir, "package.json")
	var p *packageJSON
	if data, err := r.readFile(path); err == nil {
		fields, err := parseOrdered(strings.TrimPrefix(string(data), "\uFEFF"))
		if err != nil || fields.kind != 'o' || !stringOrNone(fields.get("name")) || !stringOrNone(fields.get("type")) {
			return nil, badConfig(path, "", "")
		}
		p = &packageJSON{path: path, dir: dir, fields: fields}
		p.name, _ = fields.get("name").str()
		p.main, _ = fields.get("main").str()
		switch kind, _ := fields.get("type").str(); kind {
		case "module", "commonjs":
			p.kind = kind
		}
	}
	r.packages[dir] = p
	return p, nil
}

func stringOrNone(v *ordered) bool { return v == nil || v.kind == 's' }

// badConfig is the error for a package.json; during says what it was read for.
func badConfig(path, during, detail string) *resolveError {
	return &resolveError{code: "ERR_INVALID_PACKAGE_CONFIG", message: "Invalid package config " + path + during + "." + detail}
}

// scope is the nearest package.json at or above a folder; node_modules ends the way up.
func (r *resolver) scope(dir string) *packageJSON {
	for {
		if filepath.Base(dir) == "node_modules" {
			return nil
		}
		if p, _ := r.packageAt(dir); p != nil {
			return p
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return nil
		}
		dir = parent
	}
}

// packageName splits a specifier such as @a/b/c/d into the package @a/b and the subpath ./c/d.
func packageName(specifier string) (name, subpath string, ok bool) {
	end := strings.IndexByte(specifier, '/')
	ok = specifier != ""
	if strings.HasPrefix(specifier, "@") {
		if end < 0 {
			ok = false
		} else if i := strings.IndexByte(specifier[end+1:], '/'); i >= 0 {
			end += 1 + i
		} else {
			end = -1
		}
	}
	if end < 0 {
		end = len(specifier)
	}
	name = specifier[:end]
	if strings.HasPrefix(name, ".") || strings.ContainsAny(name, `\%`) {
		ok = false
	}
	return name, "." + specifier[end:], ok
}

// packageExports asks the "exports" of the package in a node_modules folder. Without exports there is no answer, and
// the caller looks for files.
func (r *resolver) packageExports(modules, request, from string, conditions map[string]bool) (string, error) {
	name, subpath, ok := packageName(request)
	if !ok {
		return "", nil
	}
	pkg, err := r.packageAt(filepath.Join(modules, filepath.FromSlash(name)))
	if err != nil || pkg == nil || pkg.exports() == nil {
		return "", err
	}
	return r.exportsTarget(pkg, subpath, from, conditions)
}

// self lets a package import itself by its name, if it has exports.
func (r *resolver) self(request, dir, from string, conditions map[string]bool) (string, error) {
	pkg := r.scope(dir)
	if pkg == nil || pkg.name == "" || pkg.exports() == nil {
		return "", nil
	}
	if request != pkg.name && !strings.HasPrefix(request, pkg.name+"/") {
		return "", nil
	}
	return r.exportsTarget(pkg, "."+request[len(pkg.name):], from, conditions)
}
