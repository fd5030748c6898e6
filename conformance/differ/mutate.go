package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// This file checks the check: it seeds faults into copies of the module, one at a
// time, and looks whether a program finds each. A fault is a file in mutations: a
// sentence that says what it breaks, the name of the source file, the text to be
// replaced, which must occur in it once, and the new text.

// mutation is a fault.
type mutation struct {
	name, what string
	file       string
	old, new   string
}

func readMutations(dir string) ([]mutation, error) {
	names, err := filepath.Glob(filepath.Join(dir, "mutations", "*.txtar"))
	if err != nil {
		return nil, err
	}
	var list []mutation
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			return nil, err
		}
		m := mutation{name: strings.TrimSuffix(filepath.Base(name), ".txtar"), what: strings.TrimSpace(string(a.Comment))}
		parts := map[string]*string{"file": &m.file, "old": &m.old, "new": &m.new}
		for _, f := range a.Files {
			part := parts[f.Name]
			if part == nil {
				return nil, fmt.Errorf("%s: no part is called %q", name, f.Name)
			}
			*part = string(f.Data)
		}
		m.file = strings.TrimSpace(m.file)
		if m.what == "" || m.file == "" || m.old == "" || m.old == m.new {
			return nil, fmt.Errorf("%s: a fault has a description, a file, an old text and a new one", name)
		}
		list = append(list, m)
	}
	if len(list) == 0 {
		return nil, errors.New("no mutations in " + dir)
	}
	return list, nil
}

// apply puts the fault into the module in root. It returns what undoes it.
func (m *mutation) apply(root string) (undo func() error, err error) {
	name := filepath.Join(root, filepath.FromSlash(m.file))
	was, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if n := strings.Count(string(was), m.old); n != 1 {
		return nil, fmt.Errorf("%s: the old text occurs %d times in %s", m.name, n, m.file)
	}
	now := strings.Replace(string(was), m.old, m.new, 1)
	return func() error { return os.WriteFile(name, was, 0o644) }, os.WriteFile(name, []byte(now), 0o644)
}

var errUnfound = errors.New("not all faults were found")

func mutate(ctx context.Context, o *options, p *pair, w io.Writer) error {
	list, err := readMutations(o.dir)
	if err != nil {
		return err
	}
	var corpus []recorded
	files, err := corpusFiles(filepath.Join(o.dir, "testdata"), "virtual")
	if err != nil {
		return err
	}
	for _, name := range files {
		part, err := readCorpus(name)
		if err != nil {
			return err
		}
		corpus = append(corpus, part...)
	}
	root := filepath.Join(p.dir, "module")
	if err := copyModule(filepath.Join(o.dir, "..", ".."), root); err != nil {
		return err
	}
	try := func() (string, error) {
		bin := filepath.Join(p.dir, "differ")
		if err := goBuild(ctx, root, bin, "./conformance/differ"); err != nil {
			return "", err
		}
		return p.hunt(ctx, o, &Runtime{Name: "mutant", Command: []string{bin, "-exec"}}, corpus)
	}
	switch found, err := try(); {
	case err != nil:
		return err
	case found != "":
		return fmt.Errorf("a fault is %s before any is seeded", found)
	}
	unfound := 0
	for _, m := range list {
		if !strings.Contains(m.name, o.only) {
			continue
		}
		start := time.Now()
		undo, err := m.apply(root)
		if err != nil {
			return err
		}
		found, err := try()
		if err := errors.Join(err, undo()); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		if found == "" {
			unfound++
			found = "NOT FOUND"
		}
		fmt.Fprintf(w, "%-34s %s, %v\n", m.name, found, time.Since(start).Round(100*time.Millisecond))
	}
	if unfound > 0 {
		return errUnfound
	}
	return nil
}

// hunt runs programs on a runtime until a trace is not that of Node.js: the
// recorded ones first, in the order of their numbers, then made up ones, if there
// is a Node.js. It says which one found it.
func (p *pair) hunt(ctx context.Context, o *options, r *Runtime, corpus []recorded) (string, error) {
	const part = 25
	for i := 0; i < len(corpus); i += part {
		failed, _, err := replay(ctx, r, corpus[i:min(i+part, len(corpus))])
		if err != nil {
			return "", err
		}
		if len(failed) > 0 {
			return fmt.Sprintf("found by recorded program %d", failed[0].program.ID), nil
		}
	}
	if p.node == nil {
		return "", nil
	}
	mutant := &pair{profile: p.profile, node: p.node, ours: r}
	for first := o.from; first < o.from+o.n; first += o.batch {
		var batch []*Program
		for id := first; id < min(first+o.batch, o.from+o.n); id++ {
			batch = append(batch, Generate(p.profile, o.seed, id))
		}
		node, ours, err := mutant.run(ctx, batch)
		if err != nil {
			return "", err
		}
		for i, q := range batch {
			if node[i] != ours[i] {
				return fmt.Sprintf("found by program %d of seed %d", q.ID, q.Seed), nil
			}
		}
	}
	return "", nil
}

// copyModule copies what is needed to build this command.
func copyModule(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			switch d.Name() {
			case ".git", "node_modules", "testdata", "cases", "bin":
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		switch filepath.Ext(path) {
		case ".go", ".mod", ".sum", ".js", ".c":
		default:
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o644)
	})
}
