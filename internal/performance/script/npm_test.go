package script

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// hashOf is a hash of a folder's files and their names.
func hashOf(t *testing.T, dir string) string {
	t.Helper()
	h := sha256.New()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		fmt.Fprintf(h, "%s %d %s\n", name, len(text), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// The program has a megabyte, is the same each time, and loads all its modules.
func TestNpmProgram(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	p, err := writeNpm(dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := writeNpm(other)
	if err != nil {
		t.Fatal(err)
	}
	if p != again || hashOf(t, dir) != hashOf(t, other) {
		t.Errorf("%+v and %+v differ", p, again)
	}
	if p.bytes < 980_000 || p.bytes > 1_030_000 {
		t.Errorf("%d bytes", p.bytes)
	}
	if p.modules != packages*(parts+1) {
		t.Errorf("%d modules", p.modules)
	}
	if got, want := runFile(t, filepath.Join(dir, p.main)), fmt.Sprintln(p.modules); got != want {
		t.Errorf("it prints %q, want %q", got, want)
	}
}
