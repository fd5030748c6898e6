// Package imports tests that imports point one way. The rules are those of
// docs/architecture.md.
package imports

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/nodetimers/nodetimers"

// packages lists import paths by go list.
func packages(t *testing.T, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	return strings.Fields(string(out))
}

// deps gives everything a package of the project imports, directly or not,
// without its tests.
func deps(t *testing.T, pkg string) []string {
	return packages(t, "-deps", "./"+pkg)
}

func foreign(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(p string) bool {
		first, _, _ := strings.Cut(p, "/")
		return strings.HasPrefix(p, module) || !strings.Contains(first, ".")
	})
}

func ours(list []string) []string {
	var out []string
	for _, p := range list {
		if rest, ok := strings.CutPrefix(p, module+"/"); ok {
			out = append(out, rest)
		}
	}
	return out
}

func TestCoreUsesTheStandardLibraryAlone(t *testing.T) {
	for pkg, allowed := range map[string][]string{
		"internal/timerlist": {"internal/timerlist"},
		"eventloop":          {"eventloop", "internal/timerlist"},
		"idle":               {"idle", "internal/timerlist"},
		"trace":              {"trace", "eventloop", "internal/timerlist"},
		"trace/health":       {"trace/health", "trace", "eventloop", "internal/timerlist"},
	} {
		all := deps(t, pkg)
		if f := foreign(all); len(f) > 0 {
			t.Errorf("%s imports %v", pkg, f)
		}
		for _, p := range ours(all) {
			if !slices.Contains(allowed, p) {
				t.Errorf("%s imports %s", pkg, p)
			}
		}
	}
}

func TestEmbeddersLinkNoTranspiler(t *testing.T) {
	for _, pkg := range []string{"gojaloop", "nodeapi"} {
		for _, p := range deps(t, pkg) {
			if strings.Contains(p, "evanw/esbuild") || strings.HasSuffix(p, "/internal/transpile") || strings.Contains(p, "spf13/cobra") {
				t.Errorf("%s imports %s", pkg, p)
			}
		}
	}
}

func TestOnlyTheLoaderImportsTheTranspiler(t *testing.T) {
	allowed := map[string]bool{module + "/internal/modules": true, module + "/internal/transpile": true}
	const format = `{{$p := .ImportPath}}{{range .Imports}}{{$p}}>{{.}}{{"\n"}}{{end}}`
	for _, edge := range packages(t, "-f", format, "./...") {
		from, to, _ := strings.Cut(edge, ">")
		switch {
		case to == module+"/internal/transpile" && !allowed[from],
			strings.Contains(to, "evanw/esbuild") && from != module+"/internal/transpile",
			to == module+"/internal/modules" && !strings.HasPrefix(from, module+"/cmd/") && !strings.HasPrefix(from, module+"/conformance/") && from != module+"/internal/script":
			t.Errorf("%s imports %s", from, to)
		}
	}
}

func TestOnlyTheBindingKnowsGoja(t *testing.T) {
	allowed := []string{"gojaloop", "nodeapi", "cmd/", "examples/", "conformance", "internal/bench/native", "internal/inspect", "internal/modules", "internal/nodeerr",
		"internal/nodeevents", "internal/nodepath", "internal/performance/script", "internal/realm", "internal/script", "internal/stack", "internal/webapi"}
	const format = `{{$p := .ImportPath}}{{range .Imports}}{{$p}}>{{.}}{{"\n"}}{{end}}`
	for _, edge := range packages(t, "-f", format, "./...") {
		from, to, _ := strings.Cut(edge, ">")
		if !strings.HasPrefix(to, "github.com/dop251/") {
			continue
		}
		from = strings.TrimPrefix(from, module+"/")
		if !slices.ContainsFunc(allowed, func(a string) bool { return strings.HasPrefix(from, a) }) {
			t.Errorf("%s imports %s", from, to)
		}
	}
}
