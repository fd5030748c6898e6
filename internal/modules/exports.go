package modules

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// The maps "exports" and "imports" of a package.json: from a subpath or a name with # to a file, by conditions in the
// order in which they are written.

// exportsTarget is the file that a subpath ("." or "./x") of a package leads to.
func (r *resolver) exportsTarget(pkg *packageJSON, subpath, from string, conditions map[string]bool) (string, error) {
	exports := pkg.exports()
	if isSugar, err := sugar(pkg, exports, whileImporting(from, conditions)); err != nil {
		return "", err
	} else if isSugar {
		exports = &ordered{kind: 'o', keys: []string{"."}, values: []*ordered{exports}}
	}
	target, err := r.match(pkg, exports, subpath, from, conditions, false)
	if err != nil {
		return "", err
	}
	if target.kind != found {
		return "", notExported(pkg, subpath, from, conditions)
	}
	return r.finish(target.path, from, conditions)
}

// importsTarget is the file that a name with # leads to, from a package or from outside.
func (r *resolver) importsTarget(pkg *packageJSON, name, from string, conditions map[string]bool) (string, error) {
	if name == "#" || strings.HasSuffix(name, "/") {
		return "", &resolveError{class: "TypeError", code: "ERR_INVALID_MODULE_SPECIFIER",
			message: fmt.Sprintf(`Invalid module "%s" is not a valid internal imports specifier name%s`, name, importedFrom(from))}
	}
	var target target
	if pkg != nil && pkg.imports() != nil {
		var err error
		if target, err = r.match(pkg, pkg.imports(), name, from, conditions, true); err != nil {
			return "", err
		}
	}
	if target.kind != found {
		where := ""
		if pkg != nil {
			where = " in package " + pkg.path
		}
		return "", &resolveError{class: "TypeError", code: "ERR_PACKAGE_IMPORT_NOT_DEFINED",
			message: fmt.Sprintf(`Package import specifier "%s" is not defined%s%s`, name, where, importedFrom(from))}
	}
	return r.finish(target.path, from, conditions)
}

// finish checks that the target of a map is a file.
func (r *resolver) finish(path, from string, conditions map[string]bool) (string, error) {
	if r.builtin(path) {
		return path, nil
	}
	if real := r.file(path); real != "" {
		return real, nil
	}
	if conditions["import"] {
		if r.isDir(path) {
			return "", directoryImport(path, from)
		}
		return "", moduleNotFound(path, from)
	}
	return "", notFound(path)
}

func notExported(pkg *packageJSON, subpath, from string, conditions map[string]bool) error {
	e := &resolveError{code: "ERR_PACKAGE_PATH_NOT_EXPORTED"}
	tail := ""
	if conditions["import"] {
		tail = importedFrom(from)
	}
	if subpath == "." {
		e.message = `No "exports" main defined in ` + pkg.path + tail
	} else {
		e.message = fmt.Sprintf(`Package subpath '%s' is not defined by "exports" in %s%s`, subpath, pkg.path, tail)
	}
	return e
}

func whileImporting(from string, conditions map[string]bool) string {
	if !conditions["import"] {
		return ""
	}
	return " while importing " + fileURL(from)
}

func importedFrom(from string) string {
	if from == "" {
		return ""
	}
	return " imported from " + from
}

// sugar says that exports is the target of "." itself.
func sugar(pkg *packageJSON, exports *ordered, during string) (bool, error) {
	if exports.kind != 'o' {
		return true, nil
	}
	isSugar := false
	for i, k := range exports.keys {
		this := !strings.HasPrefix(k, ".")
		if i > 0 && this != isSugar {
			return false, badConfig(pkg.path, during, ` "exports" cannot contain some keys starting with '.' and some not. `+
				`The exports object must either be an object of package subpath keys or an object of main entry condition name keys only.`)
		}
		isSugar = this
	}
	return isSugar, nil
}

type targetKind int

const (
	missing targetKind = iota // no condition fits
	closed                    // null: not for export, whatever follows
	found
)

type target struct {
	kind targetKind
	path string
}

// match finds the key for a name, exact or with one *, and its target.
func (r *resolver) match(pkg *packageJSON, table *ordered, name, from string, conditions map[string]bool, internal bool) (target, error) {
	if v := table.get(name); v != nil && !strings.Contains(name, "*") && !strings.HasSuffix(name, "/") {
		return r.target(pkg, v, "", name, false, from, conditions, internal)
	}
	best, bestSub := "", ""
	for _, key := range table.keys {
		star := strings.IndexByte(key, '*')
		if star < 0 || strings.Count(key, "*") > 1 || !strings.HasPrefix(name, key[:star]) {
			continue
		}
		trailer := key[star+1:]
		if len(name) >= len(key) && strings.HasSuffix(name, trailer) && longerPattern(key, best) {
			best, bestSub = key, name[star:len(name)-len(trailer)]
		}
	}
	if best == "" {
		return target{}, nil
	}
	return r.target(pkg, table.get(best), bestSub, best, true, from, conditions, internal)
}

// longerPattern orders keys with * : the longer text before the star first, then the longer key.
func longerPattern(a, b string) bool {
	if b == "" {
		return true
	}
	ai, bi := strings.IndexByte(a, '*'), strings.IndexByte(b, '*')
	if ai != bi {
		return ai > bi
	}
	return len(a) > len(b)
}

// badSegment is a path that climbs out, or into a node_modules, also in percent-encoding.
var badSegment = regexp.MustCompile(`(?i)(^|\\|/)((\.|%2e)(\.|%2e)?|(n|%6e|%4e)(o|%6f|%4f)(d|%64|%44)(e|%65|%45)(_|%5f)(m|%6d|%4d)(o|%6f|%4f)(d|%64|%44)(u|%75|%55)(l|%6c|%4c)(e|%65|%45)(s|%73|%53))(\\|/|$)`)

func (r *resolver) target(pkg *packageJSON, v *ordered, sub, key string, pattern bool, from string, conditions map[string]bool, internal bool) (target, error) {
	switch v.kind {
	case 's':
		return r.stringTarget(pkg, v.text, sub, key, pattern, from, conditions, internal)
	case 'a':
		var last error
		result := target{kind: closed}
		for _, el := range v.values {
			t, err := r.target(pkg, el, sub, key, pattern, from, conditions, internal)
			if e, ok := err.(*resolveError); ok && e.code == "ERR_INVALID_PACKAGE_TARGET" {
				last = err
				continue
			}
			if err != nil || t.kind == found {
				return t, err
			}
			if t.kind == closed {
				last = nil
			}
			if t.kind == missing {
				result = target{}
			}
		}
		return result, last
	case 'o':
		for i, k := range v.keys {
			if isIndex(k) {
				return target{}, badConfig(pkg.path, whileImporting(from, conditions), ` "exports" cannot contain numeric property keys.`)
			}
			if conditions[k] {
				t, err := r.target(pkg, v.values[i], sub, key, pattern, from, conditions, internal)
				if err != nil || t.kind != missing {
					return t, err
				}
			}
		}
		return target{}, nil
	case 'z':
		return target{kind: closed}, nil
	}
	return target{}, invalidTarget(pkg, key, "", from, conditions, internal)
}

func (r *resolver) stringTarget(pkg *packageJSON, text, sub, key string, pattern bool, from string, conditions map[string]bool, internal bool) (target, error) {
	if !strings.HasPrefix(text, "./") {
		if internal && !strings.HasPrefix(text, "../") && !strings.HasPrefix(text, "/") && !strings.Contains(text, ":") {
			if pattern {
				text = strings.ReplaceAll(text, "*", sub)
			}
			if r.builtin(text) {
				return target{found, text}, nil
			}
			path, err := r.bare(text, filepath.Join(pkg.dir, "package.json"), conditions)
			return target{found, path}, err
		}
		return target{}, invalidTarget(pkg, key, text, from, conditions, internal)
	}
	if badSegment.MatchString(text[2:]) {
		return target{}, invalidTarget(pkg, key, text, from, conditions, internal)
	}
	if pattern && badSegment.MatchString(sub) {
		field := "exports"
		if internal {
			field = "imports"
		}
		if !internal && !conditions["import"] {
			from = ""
		}
		return target{}, &resolveError{class: "TypeError", code: "ERR_INVALID_MODULE_SPECIFIER", message: fmt.Sprintf(
			`Invalid module "%s" request is not a valid match in pattern "%s" for the "%s" resolution of %s%s`,
			strings.Replace(key, "*", sub, 1), key, field, pkg.path, importedFrom(from))}
	}
	if pattern {
		text = strings.ReplaceAll(text, "*", sub)
	}
	path := filepath.Join(pkg.dir, filepath.FromSlash(text))
	if encodedSlash(text) {
		shown, tail := "file://"+pkg.dir+"/"+strings.TrimPrefix(text, "./"), ""
		if conditions["import"] {
			shown, tail = strings.TrimPrefix(shown, "file://"), importedFrom(from)
		}
		return target{}, &resolveError{class: "TypeError", code: "ERR_INVALID_MODULE_SPECIFIER",
			message: fmt.Sprintf(`Invalid module "%s" must not include encoded "/" or "\" characters%s`, shown, tail)}
	}
	return target{found, unescapePath(path)}, nil
}

// bare resolves a package name for a map: as require or import would, by the conditions.
func (r *resolver) bare(request, from string, conditions map[string]bool) (string, error) {
	if conditions["import"] {
		return r.importPackage(request, from)
	}
	return r.requireFile(request, from, nil, nil)
}

func invalidTarget(pkg *packageJSON, key, text, from string, conditions map[string]bool, internal bool) error {
	if !conditions["import"] {
		from = ""
	}
	field := "exports"
	if internal {
		field = "imports"
	}
	hint := ""
	if text != "" && !internal && !strings.HasPrefix(text, "./") {
		hint = `; targets must start with "./"`
	}
	message := fmt.Sprintf(`Invalid "%s" target "%s" defined for '%s' in the package config %s%s%s`, field, text, key, pkg.path, importedFrom(from), hint)
	if key == "." {
		message = fmt.Sprintf(`Invalid "exports" main target "%s" defined in the package config %s%s%s`, text, pkg.path, importedFrom(from), hint)
	}
	return &resolveError{code: "ERR_INVALID_PACKAGE_TARGET", message: message}
}

func isIndex(s string) bool {
	if s == "" || len(s) > 1 && s[0] == '0' {
		return false
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
