//go:build unix

package bench

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/nodetimers/nodetimers/internal/samples"
)

func testTree(t *testing.T) *Tree {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range map[string]string{
		"common.js": "", "run.js": "", "settimeout.js": "require('./common.js')", "package.json": "{}", "notes.md": "",
		"timers/immediate.js": "", "timers/timers-depth.js": "", "timers/_queues.js": "", "timers/.hidden.js": "",
		"timers/data.json": "", "misc/timers.js": "", "fixtures/x.js": "", "node_modules/x/x.js": "", ".git/x.js": "",
	} {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	tree, err := Unpack(fsys, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestUnpackWritesWhatRuntimesNeed(t *testing.T) {
	tree := testTree(t)
	for name, want := range map[string]bool{"package.json": true, "timers/_queues.js": true, "notes.md": false} {
		if _, err := os.Stat(filepath.Join(tree.Root, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSelect(t *testing.T) {
	tree := testTree(t)
	for _, c := range []struct{ items, filters, excludes, want string }{
		{"timers", "", "", "timers/immediate.js timers/timers-depth.js"},
		{"misc timers timers", "", "", "misc/timers.js timers/immediate.js timers/timers-depth.js"},
		{"timers misc", "imm depth", "", "timers/immediate.js timers/timers-depth.js"},
		{"timers misc", "timers", "depth", "misc/timers.js"}, // the file's name, not the category
		{"all", "", "", "settimeout.js misc/timers.js timers/immediate.js timers/timers-depth.js"},
		{"settimeout.js timers/timers-depth.js", "", "", "settimeout.js timers/timers-depth.js"},
		{"timers", "nothing", "", "No benchmarks found"},
		{"timers", "", ".js", "No benchmarks found"},
		{"timer", "", "", `The "timer" category does not exist.`},
		{"fixtures", "", "", `The "fixtures" category does not exist.`},
		{"--runs", "", "", `The "--runs" category does not exist.`},
		{"timers/_queues.js", "", "", `The benchmark "timers/_queues.js" does not exist.`},
		{"run.js", "", "", `The benchmark "run.js" does not exist.`},
		{"no/such.js", "", "", `The benchmark "no/such.js" does not exist.`},
	} {
		list, err := tree.Select(strings.Fields(c.items), strings.Fields(c.filters), strings.Fields(c.excludes))
		var got []string
		for _, p := range list {
			got = append(got, p.ID)
			if p.Path != filepath.Join(tree.Root, filepath.FromSlash(p.ID)) {
				t.Errorf("%s: path %s", p.ID, p.Path)
			}
		}
		text := strings.Join(got, " ")
		if err != nil {
			text = err.Error()
		}
		if text != c.want {
			t.Errorf("%q filter %q exclude %q: %s, want %s", c.items, c.filters, c.excludes, text, c.want)
		}
		if errors.Is(err, ErrNothing) != (c.want == "No benchmarks found") {
			t.Errorf("error %v", err)
		}
	}
	if categories, err := tree.Categories(); err != nil || !slices.Equal(categories, []string{"misc", "timers"}) {
		t.Errorf("categories %v, %v", categories, err)
	}
	if _, err := OpenTree(t.TempDir()); err == nil || !strings.HasSuffix(err.Error(), "is no folder of benchmarks: it has no common.js") {
		t.Errorf("error %v", err)
	}
	if c := (Program{ID: "timers/x.js"}).Category(); c != "timers" {
		t.Errorf("category %q", c)
	}
}

func TestParseRuntime(t *testing.T) {
	dir := t.TempDir()
	script := func(name, version string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte("#!/bin/sh\necho '"+version+"'\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		return file
	}
	self := Self{Path: "/self", Script: []string{"js"}, Row: []string{"row"}, Rows: []string{"native"},
		Lacks: func(runtime string, p Program, _ samples.Conf) string { return "" }}
	row := Row{Program: Program{ID: "timers/a.js", Path: "/p/timers/a.js"}, Conf: samples.Conf{{Key: "type", Value: "x y"}, {Key: "n", Value: 1e21}}, Extra: []string{"CPUSET=0"}}
	words := " type=x y n=1e+21 CPUSET=0"
	denoArgs := " run --allow-all --quiet --unstable-detect-cjs /p/timers/a.js"
	for _, c := range []struct{ text, kind, command string }{
		{"nodetimers", "nodetimers", "/self js /p/timers/a.js"},
		{"native", "go", "/self row native timers/a.js"},
		{"old=" + script("node-18", "?"), "node", dir + "/node-18 /p/timers/a.js"},
		{"x=" + script("bun-next", "?"), "bun", dir + "/bun-next /p/timers/a.js"},
		{"x=" + script("deno2", "?"), "deno", dir + "/deno2" + denoArgs},
		{"x=" + script("nodetimers-old", "?"), "nodetimers", dir + "/nodetimers-old js /p/timers/a.js"},
		{"x=" + script("a", "v20.1.0"), "node", dir + "/a /p/timers/a.js"},
		{"x=" + script("b", "1.4.0"), "bun", dir + "/b /p/timers/a.js"},
		{"x=" + script("c", "deno 2.9.0 (stable)"), "deno", dir + "/c" + denoArgs},
		{"x=" + script("d", "nodetimers version 1"), "nodetimers", dir + "/d js /p/timers/a.js"},
		{"bun-of-mine=" + script("e", ""), "bun", dir + "/e /p/timers/a.js"},
		{"f=" + script("f", ""), "node", dir + "/f /p/timers/a.js"},
	} {
		r, err := ParseRuntime(c.text, self)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		argv, reason := r.command(row)
		name, _, _ := strings.Cut(c.text, "=")
		if string(r.Kind) != c.kind || strings.Join(argv, " ") != c.command+words || reason != "" || r.Name != name {
			t.Errorf("%s: %s %s: %v %q", c.text, r.Name, r.Kind, argv, reason)
		}
	}
	for text, want := range map[string]string{
		"=x":              `"=x" is no runtime: it must be NAME or NAME=PATH`,
		"x=":              `"x=" is no runtime: it must be NAME or NAME=PATH`,
		"no-such-runtime": "no runtime no-such-runtime: it is neither on PATH nor one of nodetimers, native",
		"x=./no/such":     "runtime x: ./no/such: stat ./no/such: no such file or directory",
	} {
		if _, err := ParseRuntime(text, self); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
	b := (Runtime{Name: "x", Path: script("g", "v1.2.3\nmore")}).Describe(t.Context())
	if b.Version != "v1.2.3" || len(b.SHA256) != 64 || b.Name != "x" {
		t.Errorf("described as %+v", b)
	}
}

func TestSmallest(t *testing.T) {
	conf, err := ParseConf([]string{"type=depth", "n=5000000", "thousands=500", "millions=0.3", "dur=5", "size=100", "text=n=5", "on=true"})
	if err != nil {
		t.Fatal(err)
	}
	if got := Smallest(conf).Inspect(); got != "type='depth' n=1 thousands=1 millions=0.3 dur=0.05 size=100 text='n=5' on=true" {
		t.Errorf("smallest: %s", got)
	}
	if n, _ := conf.Get("n"); n != 5e6 {
		t.Error("Smallest changed its argument")
	}
	rows := []Row{{Conf: conf}, {Conf: Smallest(conf)}, {Conf: conf}}
	if got := Distinct(rows); len(got) != 2 {
		t.Errorf("distinct: %v", got)
	}
	if _, err := ParseConf([]string{"n"}); err == nil || err.Error() != "bad argument: n" {
		t.Errorf("error %v", err)
	}
	if conf, _ := ParseConf([]string{"n=05", "m=1e6", "x=", "k=0x10"}); conf.Inspect() != "n='05' m='1e6' x='' k='0x10'" {
		t.Errorf("conf: %s", conf.Inspect())
	}
}

// What hangs when asked for its version is asked no longer than the limit, also if it
// has left a process behind that holds its output.
func TestVersionIsNotWaitedForLong(t *testing.T) {
	limit := versionLimit
	versionLimit = 50 * time.Millisecond
	defer func() { versionLimit = limit }()
	file := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(file, []byte("#!/bin/sh\nsleep 1000 &\nsleep 1000\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if b := (Runtime{Name: "x", Path: file}).Describe(t.Context()); b.Version != "" || len(b.SHA256) != 64 {
		t.Errorf("described as %+v", b)
	}
	if took := time.Since(began); took > 100*time.Second {
		t.Errorf("it took %v", took)
	}
}
