package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// The recorded programs do on nodetimers, on a virtual clock in this process, what
// they did on Node.js.
func TestRecorded(t *testing.T) {
	files, err := corpusFiles("testdata", "virtual")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recorded programs: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			list, err := readCorpus(name)
			if err != nil {
				t.Fatal(err)
			}
			failed, traces, err := replay(context.Background(), &Runtime{Name: "nodetimers"}, list)
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range failed {
				t.Errorf("program %d (-node +nodetimers)\n%s\n%s", r.program.ID, diff(r.trace, traces[i]), r.program.Source())
			}
		})
	}
}

func TestMain(m *testing.M) { os.Exit(m.Run()) }
