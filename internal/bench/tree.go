package bench

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// This file is a folder of programs: which categories it has, and which programs
// the words of a command line mean. Nothing is read of a program but its name.

// Program is one benchmark script.
type Program struct {
	// ID is the script's name in results: CATEGORY/NAME.js, or NAME.js.
	ID string
	// Path is the file.
	Path string
}

// Category is the folder, empty for a program at the top.
func (p Program) Category() string {
	category, _, ok := strings.Cut(p.ID, "/")
	if !ok {
		return ""
	}
	return category
}

// file is the script's file name, which filters look at.
func (p Program) file() string { return path.Base(p.ID) }

// Tree is a folder with common.js and a folder for each category, such as the
// benchmark folder of a Node.js checkout.
type Tree struct {
	// Root is the folder.
	Root string
}

// OpenTree takes a folder as it is. It must have a common.js.
func OpenTree(root string) (*Tree, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(root, "common.js")); err != nil {
		return nil, fmt.Errorf("%s is no folder of benchmarks: it has no common.js", root)
	}
	// Runtimes tell a script its real path, and its name is a part of that.
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	return &Tree{root}, nil
}

// Unpack writes embedded programs into a folder that exists, so that any runtime
// can read them.
func Unpack(programs fs.FS, dir string) (*Tree, error) {
	err := fs.WalkDir(programs, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		switch path.Ext(name) {
		case ".js", ".json":
			data, err := fs.ReadFile(programs, name)
			if err != nil {
				return err
			}
			return os.WriteFile(to, data, 0o644)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return OpenTree(dir)
}

// Categories lists the folders that may have programs, sorted.
func (t *Tree) Categories() ([]string, error) {
	entries, err := os.ReadDir(t.Root)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != "fixtures" && !hidden(e.Name()) && e.Name() != "node_modules" {
			out = append(out, e.Name())
		}
	}
	slices.Sort(out)
	return out, nil
}

// Programs lists a category's programs, sorted; the category "" is the programs at
// the top, which are scripts that require common.js and are no part of a tool.
func (t *Tree) Programs(category string) ([]Program, error) {
	dir := filepath.Join(t.Root, category)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []Program
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || hidden(name) || path.Ext(name) != ".js" {
			continue
		}
		p := Program{ID: path.Join(category, name), Path: filepath.Join(dir, name)}
		if category == "" && !requiresCommon(p.Path) {
			continue
		}
		out = append(out, p)
	}
	return out, nil
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") }

// requiresCommon tells a program at the top from common.js and from the tools that
// stand beside it in Node's tree.
func requiresCommon(file string) bool {
	text, err := os.ReadFile(file)
	return err == nil && (strings.Contains(string(text), `require('./common.js')`) || strings.Contains(string(text), `require('./common')`))
}

// ErrNothing is what Select returns when the filters leave nothing.
//
//lint:ignore ST1005 the text is the original tool's
var ErrNothing = errors.New("No benchmarks found")

// Select finds the programs that items mean, in the order of the items: a
// category, a script id such as timers/immediate.js, or all. Filters are parts of
// the file's name: a program is kept if any filter matches, or there is none, and
// then dropped if any exclude matches.
func (t *Tree) Select(items, filters, excludes []string) ([]Program, error) {
	var out []Program
	seen := map[string]bool{}
	add := func(list []Program) {
		for _, p := range list {
			if !seen[p.ID] && keep(p.file(), filters, excludes) {
				seen[p.ID] = true
				out = append(out, p)
			}
		}
	}
	categories, err := t.Categories()
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		switch {
		case item == "all":
			for _, c := range append([]string{""}, categories...) {
				list, err := t.Programs(c)
				if err != nil {
					return nil, err
				}
				add(list)
			}
		case slices.Contains(categories, item):
			list, err := t.Programs(item)
			if err != nil {
				return nil, err
			}
			add(list)
		case path.Ext(item) == ".js":
			category := path.Dir(item)
			if category == "." {
				category = ""
			}
			list, _ := t.Programs(category)
			i := slices.IndexFunc(list, func(p Program) bool { return p.ID == item })
			if i < 0 {
				//lint:ignore ST1005 as the next
				return nil, fmt.Errorf("The benchmark %q does not exist.", item)
			}
			add(list[i : i+1])
		default:
			//lint:ignore ST1005 the text is the original tool's
			return nil, fmt.Errorf("The %q category does not exist.", item)
		}
	}
	if len(out) == 0 {
		return nil, ErrNothing
	}
	return out, nil
}

func keep(name string, filters, excludes []string) bool {
	has := func(part string) bool { return strings.Contains(name, part) }
	return (len(filters) == 0 || slices.ContainsFunc(filters, has)) && !slices.ContainsFunc(excludes, has)
}
