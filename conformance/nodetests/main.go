// Command nodetests runs Node.js's own test files for timers on nodetimers.
//
//	go run ./conformance/nodetests -node-tests DIR
//
// DIR is the test folder of a checkout of Node.js's source. The files named in
// files.txt, and the web platform tests among its fixtures that are about timers
// and microtasks, run one process each, in parallel, with stand-ins for test/common and
// for internal modules in place of Node's; a stand-in skips no assertion. A file
// fails when its exit code is not 0. known.txt names the files that fail, each
// with its reason; the run fails when another one does, and when one of them
// passes. None of Node's files is part of this repository.
package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed standins files.txt known.txt
var files embed.FS

const limit = 2 * time.Minute

func main() {
	if len(os.Args) > 1 && os.Args[1] == execVerb {
		os.Exit(execute(os.Args[2:]))
	}
	dir := flag.String("node-tests", "", "the test `folder` of a Node.js checkout")
	jobs := flag.Int("j", runtime.NumCPU(), "how many files run at a time")
	only := flag.String("run", "", "run only files whose name contains `text`, and show what they print")
	flag.Parse()
	if *dir == "" {
		fmt.Fprintln(os.Stderr, "nodetests: -node-tests DIR is needed: the test folder of a Node.js checkout")
		os.Exit(2)
	}
	ok, err := runAll(*dir, *jobs, *only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "nodetests:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

type result struct {
	name     string
	standins []string
	why      string // empty: it passed
	output   string
}

func runAll(dir string, jobs int, only string) (bool, error) {
	known, err := readKnown()
	if err != nil {
		return false, err
	}
	names := lines("files.txt")
	root, err := os.MkdirTemp("", "nodetests")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(root)
	if err := layOut(root, dir, names); err != nil {
		return false, err
	}
	results := make([]result, len(names))
	var wg sync.WaitGroup
	slots := make(chan struct{}, max(1, jobs))
	for i, name := range names {
		if only != "" && !strings.Contains(name, only) {
			continue
		}
		wg.Add(1)
		slots <- struct{}{}
		go func() {
			defer wg.Done()
			results[i] = runFile(root, name)
			<-slots
		}()
	}
	wg.Wait()
	return report(results, known, only != ""), nil
}

func report(results []result, known map[string]string, verbose bool) bool {
	ok := true
	passed, total := 0, 0
	for _, r := range results {
		if r.name == "" {
			continue
		}
		total++
		reason, isKnown := known[r.name]
		uses := ""
		if len(r.standins) > 0 {
			uses = "  [" + strings.Join(r.standins, ", ") + "]"
		}
		switch {
		case r.why == "" && isKnown:
			ok = false
			passed++
			fmt.Printf("PASS  %s: no longer a known failure, its line in known.txt must go%s\n", r.name, uses)
		case r.why == "":
			passed++
			fmt.Printf("pass  %s%s\n", r.name, uses)
		case isKnown:
			fmt.Printf("known %s: %s\n", r.name, reason)
		default:
			ok = false
			fmt.Printf("FAIL  %s: %s%s\n", r.name, r.why, uses)
		}
		if verbose {
			fmt.Println(r.output)
		}
	}
	fmt.Printf("%d passed, %d failed\n", passed, total-passed)
	return ok
}

// layOut makes the tree the files expect around themselves: the tests, copied,
// beside the stand-ins.
func layOut(root, dir string, names []string) error {
	err := fs.WalkDir(files, "standins", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := files.ReadFile(path)
		if err != nil {
			return err
		}
		rel := strings.TrimPrefix(path, "standins/")
		if strings.HasPrefix(rel, "internal/") {
			rel = "node_modules/" + rel
		}
		return write(filepath.Join(root, filepath.FromSlash(rel)), b)
	})
	if err != nil {
		return err
	}
	// Helpers of the async-hooks tests that are tests' own code, not Node's.
	names = append([]string{"async-hooks/init-hooks.js", "async-hooks/hook-checks.js"}, names...)
	for _, name := range names {
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if strings.HasPrefix(name, webPlatformTests) {
			// A web platform test is a script that finds its harness in globals.
			harness := filepath.Join(root, "wpt", "testharness.js")
			b = append([]byte("require("+strconv.Quote(harness)+");"), b...)
		}
		if err := write(filepath.Join(root, filepath.FromSlash(name)), b); err != nil {
			return err
		}
	}
	return nil
}

const webPlatformTests = "fixtures/wpt/"

func write(path string, b []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o644)
}

var (
	standin = regexp.MustCompile(`require\('(\.\./common[^']*|internal/[^']*|worker_threads|child_process)'\)`)
	flags   = regexp.MustCompile(`(?m)^// Flags: (.*)$`)
)

// runFile runs one file in a process of its own.
func runFile(root, name string) result {
	r := result{name: name}
	path := filepath.Join(root, filepath.FromSlash(name))
	src, err := os.ReadFile(path)
	if err != nil {
		r.why = err.Error()
		return r
	}
	for _, m := range standin.FindAllStringSubmatch(string(src), -1) {
		if s := strings.TrimPrefix(m[1], "../"); s != "common" {
			r.standins = append(r.standins, s)
		}
	}
	args := []string{execVerb}
	if m := flags.FindStringSubmatch(string(src)); m != nil {
		args = append(args, strings.Fields(m[1])...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	exe, err := os.Executable()
	if err != nil {
		r.why = err.Error()
		return r
	}
	cmd := exec.CommandContext(ctx, exe, append(args, path)...)
	cmd.Dir = filepath.Dir(path)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	r.output = out.String()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		r.why = fmt.Sprintf("no end within %v", limit)
	case errors.As(err, &exit):
		r.why = fmt.Sprintf("exit code %d: %s", exit.ExitCode(), firstLine(r.output))
	case err != nil:
		r.why = err.Error()
	}
	return r
}

// firstLine is the line of an output that says most: the error.
func firstLine(out string) string {
	best := ""
	for _, line := range strings.Split(out, "\n") {
		if strings.Contains(line, "Error") || strings.Contains(line, "Mismatched") {
			return strings.TrimSpace(line)
		}
		if best == "" {
			best = strings.TrimSpace(line)
		}
	}
	return best
}

func lines(name string) []string {
	b, err := files.ReadFile(name)
	if err != nil {
		panic(err) // embedded
	}
	var list []string
	for _, line := range strings.Split(string(b), "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			list = append(list, line)
		}
	}
	return list
}

// readKnown reads lines of the form "file: reason".
func readKnown() (map[string]string, error) {
	known := map[string]string{}
	for _, line := range lines("known.txt") {
		name, reason, ok := strings.Cut(line, ": ")
		if !ok || reason == "" {
			return nil, fmt.Errorf("known.txt: a line without a reason: %q", line)
		}
		known[name] = reason
	}
	return known, nil
}
