package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The faults fit the source as it is: each old text occurs once in its file.
func TestMutationsApply(t *testing.T) {
	list, err := readMutations(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 10 {
		t.Errorf("%d faults", len(list))
	}
	root := filepath.Join("..", "..")
	for _, m := range list {
		source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.file)))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(source), m.old); n != 1 {
			t.Errorf("%s: the old text occurs %d times in %s", m.name, n, m.file)
		}
	}
}
