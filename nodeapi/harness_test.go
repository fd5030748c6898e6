package nodeapi

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
)

// This file is what the tests of process share: a program on a virtual clock,
// with what it writes. No test here sleeps.

type program struct {
	*Node
	t           *testing.T
	out, errout bytes.Buffer
}

// newProgram makes an engine with process on it. Its scripts find the modules of
// Builtins by require.
func newProgram(t *testing.T, set ...func(*Options)) *program {
	t.Helper()
	p := &program{t: t}
	o := Options{Stdout: &p.out, Stderr: &p.errout}
	for _, f := range set {
		f(&o)
	}
	vm := goja.New()
	e := gojaloop.New(vm, gojaloop.Options{Clock: eventloop.NewVirtualClock(), NoRequire: true, NoConsole: true})
	p.Node = Enable(e, o)
	builtins := p.Builtins()
	made := map[string]goja.Value{}
	must(vm.Set("require", func(name string) (goja.Value, error) {
		name = strings.TrimPrefix(name, "node:")
		if made[name] == nil {
			load := builtins[name]
			if load == nil {
				return nil, errors.New("no module " + name)
			}
			made[name] = load(vm)
		}
		return made[name], nil
	}))
	return p
}

// run runs a script to its end and returns its exit code.
func (p *program) run(source string) int {
	p.t.Helper()
	return p.runFile("main.js", source)
}

func (p *program) runFile(name, source string) int {
	p.t.Helper()
	code, err := p.Finish(p.Engine().RunScript(context.Background(), name, source))
	if err != nil {
		p.t.Fatalf("Finish: %v", err)
	}
	return code
}

// printed compares what was written to standard output and error since the last
// call. In the latter, the version of this build is "VERSION" and the process id
// "PID".
func (p *program) printed(out, errout string) {
	p.t.Helper()
	if diff := cmp.Diff(out, p.out.String()); diff != "" {
		p.t.Errorf("stdout (-want +got):\n%s", diff)
	}
	got := strings.ReplaceAll(p.errout.String(), "nodetimers "+Version()+" ", "nodetimers VERSION ")
	got = strings.ReplaceAll(got, "(node:"+strconv.Itoa(os.Getpid())+")", "(node:PID)")
	if diff := cmp.Diff(errout, got); diff != "" {
		p.t.Errorf("stderr (-want +got):\n%s", diff)
	}
	p.out.Reset()
	p.errout.Reset()
}

// onDisk puts a script into a file, whose name is taken out of what is printed.
func (p *program) onDisk(source string) (code int) {
	p.t.Helper()
	dir := p.t.TempDir()
	file := filepath.Join(dir, "main.js")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		p.t.Fatal(err)
	}
	code = p.runFile(file, source)
	text := strings.ReplaceAll(p.errout.String(), dir+string(filepath.Separator), "/")
	p.errout.Reset()
	p.errout.WriteString(text)
	return code
}
