package modules

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nodetimers/nodetimers/internal/nodepath"
	"github.com/nodetimers/nodetimers/internal/stack"
)

var recordAnew = flag.Bool("record", false, "record testdata/*.txtar anew from the Node named by $NODE")

// world is a runtime as a program sees it, as far as these tests need: a console that collects lines.
type world struct {
	vm     *goja.Runtime
	loader *Loader
	out    strings.Builder
	caught []goja.Value
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{vm: goja.New()}
	stack.Install(w.vm)
	console := w.vm.NewObject()
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(console.Set("log", func(c goja.FunctionCall) goja.Value {
		for i, a := range c.Arguments {
			if i > 0 {
				w.out.WriteByte(' ')
			}
			w.out.WriteString(a.String())
		}
		w.out.WriteByte('\n')
		return goja.Undefined()
	}))
	must(w.vm.Set("console", console))
	for _, s := range []string{"asyncIterator", "dispose", "asyncDispose"} {
		_, err := w.vm.RunString("Object.defineProperty(Symbol, '" + s + "', { value: Symbol('Symbol." + s + "') })")
		must(err)
	}
	builtins := GojaBuiltins()
	builtins["path"] = nodepath.Builtin
	builtins["timers"] = func(vm *goja.Runtime) goja.Value {
		v, err := vm.RunString("({ setTimeout() { return 'timeout' }, clearTimeout() {} })")
		must(err)
		return v
	}
	w.loader = New(w.vm, Options{Builtins: builtins, OnCatch: func(v goja.Value) { w.caught = append(w.caught, v) }})
	must(w.vm.Set("URL", w.loader.mustRequire("url").ToObject(w.vm).Get("URL")))
	return w
}

func (l *Loader) mustRequire(name string) goja.Value {
	v, err := l.RequireFrom(".", name)
	if err != nil {
		panic(err)
	}
	return v
}

// run loads and runs a file, with promise jobs, inside one JavaScript frame as the event loop does.
func (w *world) run(file string) error {
	m, err := w.loader.Main(file)
	if err != nil {
		return err
	}
	return w.evaluate(m)
}

func (w *world) evaluate(m *Module) (err error) {
	v, e := w.vm.RunString("(function (f) { f() })")
	if e != nil {
		return e
	}
	frame, _ := goja.AssertFunction(v)
	var p *goja.Promise
	_, e = frame(goja.Undefined(), w.vm.ToValue(func(goja.FunctionCall) goja.Value {
		p, err = m.Evaluate()
		return goja.Undefined()
	}))
	if e != nil {
		return e
	}
	if err == nil && p != nil && p.State() != goja.PromiseStateFulfilled {
		return w.loader.exceptionFor(p.Result())
	}
	return err
}

// TestRecorded runs each tree of files in testdata and compares what it prints with what Node printed: with each file
// compiled at its turn, and with other goroutines ahead.
func TestRecorded(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases: ", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir := realTempDir(t)
			main, want := extract(t, archive, dir)
			if *recordAnew {
				want = recordNode(t, archive, file, main, dir)
			}
			for _, ahead := range []int{0, 3} {
				w := newWorld(t)
				w.loader.ahead.limit = ahead
				if err := w.run(main); err != nil {
					w.out.WriteString("uncaught " + err.Error() + "\n")
				}
				got := strings.ReplaceAll(w.out.String(), dir, "$DIR")
				if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); d != "" {
					t.Errorf("%d goroutines ahead: Node - , here + :\n%s", ahead, d)
				}
			}
		})
	}
}

func realTempDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// extract writes the files of a case, but for "out", and finds its main file.
func extract(t *testing.T, archive *txtar.Archive, dir string) (main, out string) {
	t.Helper()
	for _, f := range archive.Files {
		if f.Name == "out" {
			out = string(f.Data)
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		data := f.Data
		if strings.HasSuffix(path, ".mjs") || strings.HasSuffix(path, ".cjs") || strings.HasSuffix(path, ".js") {
			data = []byte(strings.TrimSuffix(string(data), "\n"))
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(f.Name, "main.") {
			main = path
		}
	}
	return main, out
}

func recordNode(t *testing.T, archive *txtar.Archive, file, main, dir string) string {
	t.Helper()
	node := os.Getenv("NODE")
	if node == "" {
		t.Skip("$NODE is not set")
	}
	cmd := exec.Command(node, "--no-warnings", main)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := strings.ReplaceAll(string(out), dir, "$DIR")
	var kept []txtar.File
	for _, f := range archive.Files {
		if f.Name != "out" {
			kept = append(kept, f)
		}
	}
	archive.Files = append(kept, txtar.File{Name: "out", Data: []byte(text)})
	if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
		t.Fatal(err)
	}
	return text
}
