package programs

import (
	"bytes"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/samples"
	"github.com/nodetimers/nodetimers/internal/script"
)

// The programs run in this process, as the command runs them, with a process.send that
// keeps the messages.

// message is what a program tells its parent.
type message struct {
	kind, name, reason string
	conf               samples.Conf
	rate, seconds      float64
}

// run runs a program to its end.
func run(t *testing.T, file string, args []string, env map[string]string) (messages []message, output string) {
	t.Helper()
	var out bytes.Buffer
	full, err := filepath.Abs(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	sc, err := script.New(script.Options{File: full, Args: args, Env: env, ExecPath: "nodetimers", Stdout: &out, Stderr: &out})
	if err != nil {
		t.Fatal(err)
	}
	vm := sc.Engine().Runtime()
	err = vm.Get("process").ToObject(vm).Set("send", func(call goja.FunctionCall) goja.Value {
		m := call.Argument(0).ToObject(vm)
		text := func(key string) string {
			if v := m.Get(key); v != nil {
				return v.String()
			}
			return ""
		}
		got := message{kind: text("type"), name: text("name"), reason: text("reason")}
		if v := m.Get("conf"); v != nil {
			json, err := v.ToObject(vm).MarshalJSON()
			if err == nil {
				err = got.conf.UnmarshalJSON(json)
			}
			if err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
		if v := m.Get("rate"); v != nil {
			got.rate = v.ToFloat()
			got.seconds, _ = strconv.ParseFloat(text("time"), 64)
		}
		messages = append(messages, got)
		if then, ok := goja.AssertFunction(call.Argument(1)); ok {
			if _, err := then(goja.Undefined()); err != nil {
				panic(err)
			}
		}
		return goja.Undefined()
	})
	if err != nil {
		t.Fatal(err)
	}
	code, err := sc.Run(t.Context())
	if err != nil || code != 0 {
		t.Errorf("%s %v: exit %d, %v\n%s", file, args, code, err, out.String())
	}
	return messages, out.String()
}

// args are a combination's process arguments.
func args(conf samples.Conf) []string {
	var list []string
	for _, p := range conf {
		text := fmt.Sprint(p.Value)
		if f, ok := p.Value.(float64); ok {
			text = samples.Number(f)
		}
		list = append(list, p.Key+"="+text)
	}
	return list
}

// with is conf with another count, given in single things.
func with(conf samples.Conf, n float64) samples.Conf {
	conf = slices.Clone(conf)
	last := &conf[len(conf)-1]
	last.Value = n / unit[last.Key]
	return conf
}

// unit is what the counts are counted in.
var unit = map[string]float64{"n": 1, "thousands": 1e3, "millions": 1e6}

// leaf runs a row with n things to do and gives its one report's count.
func leaf(t *testing.T, r Row, n float64) float64 {
	t.Helper()
	conf := with(r.Full, n)
	messages, output := run(t, r.File, args(conf), map[string]string{"NODE_RUN_BENCHMARK_FN": ""})
	if len(messages) != 1 || messages[0].kind != "report" {
		t.Errorf("%s: %+v\n%s", r.Name(), messages, output)
		return 0
	}
	m := messages[0]
	if got, want := m.name+" "+m.conf.Inspect(), r.File+" "+conf.Inspect(); got != want {
		t.Errorf("reported as %s, want %s", got, want)
	}
	if m.seconds <= 0 || math.IsInf(m.rate, 0) || m.rate <= 0 {
		t.Errorf("%s: rate %v, %v seconds", r.Name(), m.rate, m.seconds)
	}
	return m.rate * m.seconds
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-3*b }

// together runs f for all rows at once: some of them wait for timers.
func together(f func(Row)) {
	var wg sync.WaitGroup
	for _, r := range Rows() {
		wg.Go(func() { f(r) })
	}
	wg.Wait()
}

func TestEveryRowEndsAndReportsItsCount(t *testing.T) {
	together(func(r Row) {
		const n = 12
		want := with(r.Full, n)[len(r.Full)-1].Value.(float64)
		switch kind, _ := r.Full.Get("type"); kind {
		case "breadth4":
			want = n / 2
		case "clear":
			want = 4 * n
		}
		if got := leaf(t, r, n); !near(got, want) {
			t.Errorf("%s: counted %v, want %v", r.Name(), got, want)
		}
	})
}

// breadth4 rounds half of n down, and does one at least.
func TestHalfOfAnOddCount(t *testing.T) {
	for _, r := range Rows() {
		if kind, _ := r.Full.Get("type"); kind != "breadth4" {
			continue
		}
		for n, want := range map[float64]float64{1: 1, 2: 1, 5: 2, 6: 3} {
			if got := leaf(t, r, n); !near(got, want) {
				t.Errorf("%s with n=%v: counted %v, want %v", r.File, n, got, want)
			}
		}
	}
}

// The table of rows is what the programs declare, in their order.
func TestRowsAreWhatTheProgramsDeclare(t *testing.T) {
	declared := map[string][]string{}
	for _, r := range Rows() {
		declared[r.File] = append(declared[r.File], r.Full.Inspect())
	}
	for file, want := range declared {
		messages, _ := run(t, file, nil, map[string]string{"NODETIMERS_BENCH_LIST": "1"})
		var got []string
		for _, m := range messages {
			if m.kind == "combination" {
				got = append(got, m.conf.Inspect())
			}
		}
		if !slices.Equal(sorted(got), sorted(want)) {
			t.Errorf("%s declares\n\t%s\nand the table has\n\t%s", file, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
		}
	}
	var files []string
	err := fs.WalkDir(FS, ".", func(file string, d fs.DirEntry, err error) error {
		name := d.Name()
		if err == nil && !d.IsDir() && strings.HasSuffix(name, ".js") && name[0] != '_' && file != "common.js" {
			files = append(files, file)
			if _, ok := declared[file]; !ok {
				t.Errorf("%s has no row", file)
			}
		}
		return err
	})
	if err != nil || len(files) != len(declared) {
		t.Errorf("%d programs, %d in the table; %v", len(files), len(declared), err)
	}
}

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}

func TestRequiredRows(t *testing.T) {
	want := strings.Split(strings.TrimSpace(`
timers/immediate.js type='depth' n=5000000
timers/immediate.js type='depth1' n=5000000
timers/immediate.js type='breadth' n=5000000
timers/immediate.js type='breadth1' n=5000000
timers/immediate.js type='breadth4' n=5000000
timers/immediate.js type='clear' n=5000000
timers/set-immediate-breadth-args.js n=5000000
timers/set-immediate-breadth.js n=10000000
timers/set-immediate-depth-args.js n=5000000
timers/timers-breadth-args.js n=1000000
timers/timers-breadth.js n=5000000
timers/timers-cancel-pooled.js n=5000000
timers/timers-cancel-unpooled.js direction='start' n=1000000
timers/timers-cancel-unpooled.js direction='end' n=1000000
timers/timers-depth.js n=1000
timers/timers-insert-pooled.js n=5000000
timers/timers-insert-unpooled.js direction='start' n=1000000
timers/timers-insert-unpooled.js direction='end' n=1000000
timers/timers-timeout-nexttick.js n=50000
timers/timers-timeout-nexttick.js n=5000000
timers/timers-timeout-pooled.js n=10000000
timers/timers-timeout-unpooled.js n=1000000`), "\n")
	var got []string
	for _, r := range Rows() {
		if r.Required() {
			got = append(got, r.Name())
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n\t%s", strings.Join(got, "\n\t"))
	}
}

func TestPresets(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rows() {
		for _, name := range []string{r.Name(), r.QuickName()} {
			if seen[name] {
				t.Errorf("%s is there twice", name)
			}
			seen[name] = true
		}
		at := len(r.Full) - 1
		full, quick := r.Full[at], r.Quick[at]
		if unit[full.Key] == 0 || full.Key != quick.Key || len(r.Quick) != len(r.Full) {
			t.Errorf("%s and %s: the last parameter must be the count", r.Name(), r.QuickName())
			continue
		}
		n := quick.Value.(float64)
		if n >= full.Value.(float64) || n <= 0 {
			t.Errorf("%s is not quicker than %s", r.QuickName(), r.Name())
		}
		if !strings.Contains(r.QuickName(), full.Key+"="+samples.Number(n)) {
			t.Errorf("%s does not have its count in its name", r.QuickName())
		}
		if kind, _ := r.Full.Get("type"); kind == "breadth4" && math.Mod(n, 2) != 0 {
			t.Errorf("%s: n must be even", r.QuickName())
		}
		if slices.ContainsFunc(r.Full[:at], func(p samples.Param) bool { v, _ := r.Quick.Get(p.Key); return v != p.Value }) {
			t.Errorf("%s and %s differ in more than the count", r.Name(), r.QuickName())
		}
	}
}

// Each floor row has the parameters of a row of timers, and the 22 have one but for
// timers-depth.js.
func TestFloors(t *testing.T) {
	floors := map[string]bool{}
	for _, r := range Rows() {
		if strings.HasPrefix(r.File, "floor/") {
			floors[r.Name()] = true
		}
	}
	for _, r := range Rows() {
		f, ok := r.Floor()
		if ok != (r.Required() && r.File != "timers/timers-depth.js") {
			t.Errorf("%s: floor %v", r.Name(), ok)
		}
		if ok && !floors[f.Name()] {
			t.Errorf("no row %s", f.Name())
		}
		delete(floors, f.Name())
	}
	if len(floors) > 0 {
		t.Errorf("floors of nothing: %v", floors)
	}
}

func TestSettimeoutPrintsItsLines(t *testing.T) {
	messages, output := run(t, "settimeout.js", []string{"line=done", "n=3"}, map[string]string{"NODE_RUN_BENCHMARK_FN": ""})
	var startup, done int
	if n, err := fmt.Sscanf(output, "wait...\nsmaller is better\nstartup: %d\ndone: %d\n", &startup, &done); n != 2 {
		t.Errorf("printed %q: %v", output, err)
	}
	if startup+done < 999 {
		t.Errorf("timers of a second were done after %d and %d ms", startup, done)
	}
	if len(messages) != 1 || messages[0].seconds < 0.9 {
		t.Errorf("reported %+v", messages)
	}
}

// By hand a program prints its line.
func TestByHand(t *testing.T) {
	var out bytes.Buffer
	file, err := filepath.Abs("timers/immediate.js")
	if err != nil {
		t.Fatal(err)
	}
	sc, err := script.New(script.Options{
		File: file, Args: []string{"type=breadth", "n=10"}, Env: map[string]string{"NODE_RUN_BENCHMARK_FN": ""},
		ExecPath: "nodetimers", Stdout: &out, Stderr: &out,
	})
	if err != nil {
		t.Fatal(err)
	}
	if code, err := sc.Run(t.Context()); err != nil || code != 0 || !strings.HasPrefix(out.String(), `timers/immediate.js type="breadth" n=10: `) {
		t.Errorf("exit %d, %v: %s", code, err, out.String())
	}
}
