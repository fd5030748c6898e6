package conformance

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPackages runs programs of packages from npm that live on timers: what they
// print was recorded from Node.js. It is skipped where there is no npm.
func TestPackages(t *testing.T) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is not installed")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("packages")); err != nil {
		t.Fatal(err)
	}
	install := exec.Command(npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", "--loglevel=error")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm install: %v\n%s", err, out)
	}
	command := build(t)
	for _, file := range find(t, filepath.Join(dir, "cases")) {
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		t.Run(name, func(t *testing.T) {
			if *record != "" {
				recordCase(t, file)
				out, err := os.ReadFile(strings.TrimSuffix(file, filepath.Ext(file)) + ".out")
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join("packages", "cases", name+".out"), out, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if why := check(t, command, file); why != "" {
				t.Error(why)
			}
		})
	}
}
