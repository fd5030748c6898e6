package modules

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/nodetimers/nodetimers/internal/transpile"
)

// location is what an import specifier means: a builtin, a file with whatever query followed its name, or data.
type location struct {
	builtin string // "fs"
	path    string // a file
	suffix  string // ?query and #hash, which make another module of the same file
	data    string // a data: URL
}

// url is the name under which the module is known.
func (l location) url() string {
	switch {
	case l.builtin != "":
		return "node:" + l.builtin
	case l.data != "":
		return l.data
	}
	return fileURL(l.path) + l.suffix
}

// importFrom finds what a specifier means in the module at from, a path or a data: URL.
func (r *resolver) importFrom(specifier, from string) (location, error) {
	at, err := r.locate(specifier, from)
	if e, ok := err.(*resolveError); ok && e.url != "" {
		e.message += r.hint(specifier, from)
	}
	return at, err
}

// hint names the file that require would have found.
func (r *resolver) hint(specifier, from string) string {
	found, err := r.requireFile(specifier, from, nil, nil)
	if err != nil {
		return ""
	}
	if isRelative(specifier) {
		if found, err = filepath.Rel(filepath.Dir(from), found); err != nil {
			return ""
		}
		found = filepath.ToSlash(found)
		if !strings.HasPrefix(found, "../") {
			found = "./" + found
		}
	} else if name, _, ok := packageName(specifier); ok && !filepath.IsAbs(specifier) {
		_, rest, inside := strings.Cut(filepath.ToSlash(found), "/node_modules/"+name+"/")
		if !inside {
			return ""
		}
		found = name + "/" + rest
	}
	return fmt.Sprintf("\nDid you mean to import %q?", found)
}

func (r *resolver) locate(specifier, from string) (location, error) {
	switch {
	case strings.HasPrefix(specifier, "node:"):
		name := specifier[len("node:"):]
		if !r.builtin(specifier) {
			return location{}, unknownBuiltin(specifier)
		}
		return location{builtin: name}, nil
	case strings.HasPrefix(specifier, "data:"):
		return location{data: specifier}, nil
	case isRelative(specifier) || strings.HasPrefix(specifier, "/"):
		if strings.HasPrefix(from, "data:") {
			return location{}, &resolveError{class: "TypeError", code: "ERR_UNSUPPORTED_RESOLVE_REQUEST",
				message: fmt.Sprintf(`Failed to resolve module specifier "%s" from "%s": Invalid relative URL or base scheme is not hierarchical.`, specifier, from)}
		}
		return r.importURL(specifier, from)
	case strings.HasPrefix(specifier, "file:"):
		u, err := url.Parse(specifier)
		if err != nil {
			return location{}, &resolveError{class: "TypeError", code: "ERR_INVALID_URL", message: "Invalid URL"}
		}
		if u.Host != "" && u.Host != "localhost" {
			return location{}, &resolveError{class: "TypeError", code: "ERR_INVALID_FILE_URL_HOST", message: `File URL host must be "localhost" or empty on linux`}
		}
		rest := strings.TrimPrefix(specifier, "file:")
		if strings.HasPrefix(rest, "//") {
			if i := strings.IndexByte(rest[2:], '/'); i >= 0 {
				rest = rest[2+i:]
			} else {
				rest = "/"
			}
		}
		return r.importURL(rest, from)
	case strings.HasPrefix(specifier, "#"):
		path, err := r.importsTarget(r.scope(filepath.Dir(from)), specifier, from, r.imports)
		if err == nil && r.builtin(path) {
			return location{builtin: strings.TrimPrefix(path, "node:")}, nil
		}
		return location{path: path}, err
	}
	if r.builtin(specifier) {
		return location{builtin: specifier}, nil
	}
	if u, err := url.Parse(specifier); err == nil && u.Scheme != "" && !strings.HasPrefix(specifier, "@") {
		return location{}, &resolveError{code: "ERR_UNSUPPORTED_ESM_URL_SCHEME", message: fmt.Sprintf(
			"Only URLs with a scheme in: file and data are supported by the default ESM loader. Received protocol '%s:'", u.Scheme)}
	}
	path, err := r.importPackage(specifier, from)
	return location{path: path}, err
}

// importURL is a relative or absolute specifier: a URL, so it may be escaped and have a query.
func (r *resolver) importURL(specifier, from string) (location, error) {
	path, suffix := specifier, ""
	if i := strings.IndexAny(path, "?#"); i >= 0 {
		path, suffix = path[:i], path[i:]
	}
	full := filepath.FromSlash(path)
	if !filepath.IsAbs(full) {
		full = filepath.Join(filepath.Dir(from), full)
	} else {
		full = filepath.Clean(full)
	}
	if encodedSlash(path) {
		return location{}, &resolveError{class: "TypeError", code: "ERR_INVALID_MODULE_SPECIFIER",
			message: fmt.Sprintf(`Invalid module "%s" must not include encoded "/" or "\" characters%s`, full, importedFrom(from))}
	}
	full = unescapePath(full)
	if strings.HasSuffix(path, "/") && !r.isDir(full) {
		return location{}, moduleNotFound(full+"/", from)
	}
	if found := r.file(full); found != "" {
		return location{path: found, suffix: suffix}, nil
	}
	if transpile.TypeScript(from) {
		if found := r.typeScriptImport(full); found != "" {
			return location{path: found, suffix: suffix}, nil
		}
	}
	if r.isDir(full) {
		if strings.HasSuffix(path, "/") {
			full += "/"
		}
		return location{}, directoryImport(full, from)
	}
	return location{}, moduleNotFound(full, from)
}

// typeScriptImport finds what TypeScript lets an import leave out. Node does not; it stops with an error where this
// begins to look.
func (r *resolver) typeScriptImport(full string) string {
	if found := r.typeScriptFile(full); found != "" {
		return found
	}
	if found := r.withExtension(full, extensionsTried); found != "" {
		return found
	}
	if r.isDir(full) {
		found, _ := r.entry(full, full, extensionsTried)
		return found
	}
	return ""
}

// importPackage is a package by name.
func (r *resolver) importPackage(specifier, from string) (string, error) {
	name, subpath, ok := packageName(specifier)
	if !ok {
		return "", &resolveError{class: "TypeError", code: "ERR_INVALID_MODULE_SPECIFIER",
			message: fmt.Sprintf(`Invalid module "%s" is not a valid package name%s`, specifier, importedFrom(from))}
	}
	dir := filepath.Dir(from)
	if target, err := r.self(specifier, dir, from, r.imports); target != "" || err != nil {
		return target, err
	}
	for _, modules := range r.modulePaths(dir) {
		home := filepath.Join(modules, filepath.FromSlash(name))
		if !r.isDir(home) {
			continue
		}
		pkg, err := r.packageAt(home)
		if err != nil {
			return "", badConfig(filepath.Join(home, "package.json"), fmt.Sprintf(` while importing "%s" from %s`, specifier, from), "")
		}
		if pkg != nil && pkg.exports() != nil {
			return r.exportsTarget(pkg, subpath, from, r.imports)
		}
		if subpath == "." {
			return r.legacyMain(home, pkg, from)
		}
		full := filepath.Join(home, filepath.FromSlash(unescapePath(subpath)))
		if found := r.file(full); found != "" {
			return found, nil
		}
		if transpile.TypeScript(from) {
			if found := r.typeScriptImport(full); found != "" {
				return found, nil
			}
		}
		if r.isDir(full) {
			return "", directoryImport(full, from)
		}
		return "", moduleNotFound(full, from)
	}
	return "", &resolveError{code: "ERR_MODULE_NOT_FOUND", message: fmt.Sprintf("Cannot find package '%s'%s", name, importedFrom(from))}
}

// legacyMain is the entry of a package without exports: here, unlike for other imports, endings may be left out.
func (r *resolver) legacyMain(home string, pkg *packageJSON, from string) (string, error) {
	var tries []string
	if pkg != nil && pkg.main != "" {
		main := filepath.Join(home, filepath.FromSlash(pkg.main))
		tries = append(tries, main, main+".js", main+".json", filepath.Join(main, "index.js"), filepath.Join(main, "index.json"))
	}
	tries = append(tries, filepath.Join(home, "index.js"), filepath.Join(home, "index.json"))
	for _, p := range tries {
		if found := r.file(p); found != "" {
			return found, nil
		}
	}
	return "", &resolveError{code: "ERR_MODULE_NOT_FOUND", message: fmt.Sprintf("Cannot find package '%s'%s", filepath.Join(home, "index.js"), importedFrom(from))}
}

func moduleNotFound(path, from string) *resolveError {
	return &resolveError{code: "ERR_MODULE_NOT_FOUND", message: fmt.Sprintf("Cannot find module '%s'%s", path, importedFrom(from)), url: fileURL(path)}
}

func directoryImport(path, from string) *resolveError {
	return &resolveError{code: "ERR_UNSUPPORTED_DIR_IMPORT", url: fileURL(path), message: fmt.Sprintf(
		"Directory import '%s' is not supported resolving ES modules%s", path, importedFrom(from))}
}

func unknownBuiltin(specifier string) *resolveError {
	return &resolveError{code: "ERR_UNKNOWN_BUILTIN_MODULE", message: "No such built-in module: " + specifier}
}

// fileURL is the file: URL of a path.
func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	var b strings.Builder
	b.WriteString("file://")
	for i := 0; i < len(path); i++ {
		c := path[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte("%\\\"#?<>^`{}|", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func encodedSlash(path string) bool {
	lower := strings.ToLower(path)
	return strings.Contains(lower, "%2f") || strings.Contains(lower, "%5c")
}

// unescapePath undoes %xx.
func unescapePath(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	if out, err := url.PathUnescape(s); err == nil {
		return out
	}
	return s
}
