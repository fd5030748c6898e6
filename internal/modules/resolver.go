package modules

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/nodetimers/nodetimers/internal/transpile"
)

// resolver finds files as Node does. It knows nothing of JavaScript values. A package.json is read once per resolver, and
// the symbolic links in the path of a folder are followed once; files are looked up anew each time, because programs write
// files and then require them.
type resolver struct {
	readFile func(string) ([]byte, error)
	stat     func(string) (fs.FileInfo, error)
	folders  map[string]string       // where folders really are; nil if symbolic links are not followed
	require  map[string]bool         // the conditions of require()
	imports  map[string]bool         // and of import
	packages map[string]*packageJSON // by folder
	modules  map[string][]string     // what nodeModulePaths gave
	builtin  func(name string) bool  // Node has the module, or the program gets it
}

func newResolver(opts Options) *resolver {
	r := &resolver{readFile: opts.ReadFile, stat: opts.Stat, packages: map[string]*packageJSON{}, modules: map[string][]string{}, builtin: isBuiltinName}
	if r.readFile == nil {
		r.readFile = os.ReadFile
	}
	if r.stat == nil {
		r.stat = os.Stat
		r.folders = map[string]string{}
	}
	r.require = map[string]bool{"node": true, "require": true, "module-sync": true, "node-addons": true, "default": true}
	r.imports = map[string]bool{"node": true, "import": true, "module-sync": true, "node-addons": true, "default": true}
	for _, c := range opts.Conditions {
		r.require[c], r.imports[c] = true, true
	}
	return r
}

// resolveError is why something is not found, with Node's code and words.
type resolveError struct {
	class   string // "Error" if empty
	code    string
	message string
	url     string   // an own property of the error, if not empty
	path    string   // likewise
	stack   []string // requireStack, if not nil
	// plain: the message does not carry the code in the stack, as for errors of require.
	plain bool
}

func (e *resolveError) Error() string { return e.message }

func notFound(request string) *resolveError {
	return &resolveError{code: "MODULE_NOT_FOUND", message: "Cannot find module '" + request + "'", plain: true}
}

func (r *resolver) isFile(p string) bool {
	info, err := r.stat(p)
	return err == nil && !info.IsDir()
}

// file is where a file really is; "" if there is none. In a folder that is known it costs one look at the file.
func (r *resolver) file(p string) string {
	if r.folders != nil && runtime.GOOS != "windows" && filepath.IsAbs(p) && filepath.Clean(p) == p {
		dir, base := filepath.Split(p)
		folder, ok := r.folder(dir)
		if real := folder + base; ok {
			info, err := os.Lstat(real)
			switch {
			case err != nil && folder == dir:
				return ""
			case err == nil && info.IsDir():
				return ""
			case err == nil && info.Mode()&fs.ModeSymlink == 0:
				return real
			}
		}
	}
	switch {
	case !r.isFile(p):
		return ""
	case r.folders != nil:
		if real, err := filepath.EvalSymlinks(p); err == nil {
			return real
		}
	}
	return p
}

// folder is where a folder really is; both paths end with a slash.
func (r *resolver) folder(dir string) (string, bool) {
	if real, ok := r.folders[dir]; ok {
		return real, true
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", false
	}
	if !strings.HasSuffix(real, "/") {
		real += "/"
	}
	r.folders[dir] = real
	return real, true
}

func (r *resolver) isDir(p string) bool {
	info, err := r.stat(p)
	return err == nil && info.IsDir()
}

// extensionsTried are put behind a name in turn; Node has the first two. TypeScript's follow, so that whatever Node
// resolves is resolved alike.
var extensionsTried = []string{".js", ".json"}
var extensionsOfTypeScript = []string{".ts", ".tsx", ".mts", ".cts", ".jsx", ".cjs", ".mjs"}

// requireFile finds what require(request) in the file from means; from may be a file that does not exist. paths, if
// given, are looked in instead of the folders of from. A builtin is not its business.
func (r *resolver) requireFile(request, from string, paths []string, extensions []string) (string, error) {
	dir := filepath.Dir(from)
	relative := isRelative(request)
	if strings.HasPrefix(request, "#") && paths == nil {
		if pkg := r.scope(dir); pkg != nil && pkg.imports() != nil {
			target, err := r.importsTarget(pkg, request, from, r.require)
			return target, err
		}
	}
	if !relative && !filepath.IsAbs(request) && paths == nil {
		if target, err := r.self(request, dir, from, r.require); target != "" || err != nil {
			return target, err
		}
	}
	switch {
	case filepath.IsAbs(request):
		paths = []string{""}
	case relative && paths == nil:
		paths = []string{dir}
	case paths == nil:
		paths = r.modulePaths(dir)
	}
	for _, base := range paths {
		if base != "" && !r.isDir(base) {
			continue
		}
		if !relative && base != "" {
			if target, err := r.packageExports(base, request, from, r.require); target != "" || err != nil {
				return target, err
			}
		}
		if found, err := r.findPath(filepath.Join(base, filepath.FromSlash(request)), endsAsFolder(request), request, extensions); found != "" || err != nil {
			return found, err
		}
	}
	if transpile.TypeScript(from) && (relative || filepath.IsAbs(request)) {
		if found := r.typeScriptFile(filepath.Join(paths[0], filepath.FromSlash(request))); found != "" {
			return found, nil
		}
	}
	return "", notFound(request)
}

func isRelative(s string) bool {
	return s == "." || s == ".." || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") ||
		filepath.Separator == '\\' && (strings.HasPrefix(s, `.\`) || strings.HasPrefix(s, `..\`))
}

func endsAsFolder(request string) bool {
	return request == "." || request == ".." || strings.HasSuffix(request, "/") || strings.HasSuffix(request, "/.") || strings.HasSuffix(request, "/..")
}

// findPath is a file of that name, with an extension, or the package or index in a folder of that name.
func (r *resolver) findPath(base string, folder bool, request string, extensions []string) (string, error) {
	if extensions == nil {
		extensions = extensionsTried
	}
	if !folder {
		if found := r.file(base); found != "" {
			return found, nil
		}
		if found := r.withExtension(base, extensions); found != "" {
			return found, nil
		}
	}
	if r.isDir(base) {
		return r.entry(base, request, extensions)
	}
	return "", nil
}

func (r *resolver) withExtension(base string, extensions []string) string {
	for _, list := range [][]string{extensions, extensionsOfTypeScript} {
		for _, ext := range list {
			if found := r.file(base + ext); found != "" {
				return found
			}
		}
	}
	return ""
}

// entry is the file that a folder stands for: "main" of its package.json, or index.
func (r *resolver) entry(dir, request string, extensions []string) (string, error) {
	index := filepath.Join(dir, "index")
	pkg, err := r.packageAt(dir)
	if err != nil {
		return "", err
	}
	main := ""
	if pkg != nil {
		main = pkg.main
	}
	if main == "" {
		return r.withExtension(index, extensions), nil
	}
	target := filepath.Join(dir, filepath.FromSlash(main))
	if found := r.file(target); found != "" {
		return found, nil
	}
	for _, p := range []string{target, filepath.Join(target, "index"), index} {
		if found := r.withExtension(p, extensions); found != "" {
			return found, nil
		}
	}
	e := notFound(target)
	e.message += ". Please verify that the package.json has a valid \"main\" entry"
	e.path = filepath.Join(dir, "package.json")
	return "", e
}

// typeScriptFile finds the source that TypeScript means by the name of what it would be compiled to: ./x.js is ./x.ts.
func (r *resolver) typeScriptFile(p string) string {
	for _, pair := range [][2]string{{".js", ".ts"}, {".js", ".tsx"}, {".jsx", ".tsx"}, {".mjs", ".mts"}, {".cjs", ".cts"}} {
		if stem, ok := strings.CutSuffix(p, pair[0]); ok {
			if found := r.file(stem + pair[1]); found != "" {
				return found
			}
		}
	}
	return ""
}

// modulePaths is nodeModulePaths, remembered.
func (r *resolver) modulePaths(dir string) []string {
	paths, ok := r.modules[dir]
	if !ok {
		paths = nodeModulePaths(dir)
		r.modules[dir] = paths
	}
	return paths
}

// nodeModulePaths are the folders in which a package may be, from the nearest on.
func nodeModulePaths(dir string) []string {
	var out []string
	for {
		if filepath.Base(dir) != "node_modules" {
			out = append(out, filepath.Join(dir, "node_modules"))
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return out
		}
		dir = parent
	}
}
