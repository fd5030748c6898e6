package samples

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func sampleOf(binary, filename string, conf Conf, rate, time float64, round int) Sample {
	return Sample{Binary: binary, Filename: filename, Conf: conf, Configuration: conf.Inspect(), Rate: rate, Time: time, Round: round}
}

func TestJSONRoundTrip(t *testing.T) {
	want := &Set{
		Binaries: []Binary{{Name: "old", Path: "/bin/old", Version: "v20", SHA256: "ab"}, {Name: "new"}},
		Machine:  &Machine{OS: "linux", Arch: "amd64", CPU: "a CPU", Cores: 2, Load: 0.25, Governor: "powersave"},
		Plan:     &Plan{Looks: []int{10, 20}, Alpha: 0.05, Rows: 22},
		Seed:     math.MaxUint64, Order: "interleaved", Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Samples: []Sample{
			sampleOf("old", "a.js", Conf{{"type", "depth"}, {"n", 5e6}, {"on", true}}, 0.1+0.2, 1.5, 0),
			sampleOf("new", "a.js", Conf{{"type", "<&>\u2028"}, {"n", 5e6}, {"on", false}}, math.Inf(1), math.NaN(), 7),
			{Binary: "new", Filename: "b.js", Configuration: "x=1", Rate: math.NaN(), Time: math.NaN(), Round: -1, AA: "b"},
		},
		Failures: []Failure{{"new", "a.js", "n=1", 3, "killed by a signal"}},
		Missing:  []Missing{{"new", "c.js", "", "no _idlePrev"}},
		Skipped:  2, Notes: []string{"a note"},
	}
	var b strings.Builder
	if err := WriteJSON(&b, want); err != nil {
		t.Fatal(err)
	}
	got, err := ReadJSON(strings.NewReader(b.String()), "x.json")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got, sameNaN); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	inside := `{"format": "nodetimers-comparison/1", "rows": [], "input": ` + b.String() + `}`
	if got, err := ReadJSON(strings.NewReader(inside), "x.json"); err != nil || !cmp.Equal(want, got, sameNaN) {
		t.Errorf("inside a comparison: %v", err)
	}
	var one Sample
	if err := json.Unmarshal([]byte(`{"binary":"old","filename":"a.js","conf":{"b":"x","a":1},"rate":5}`), &one); err != nil || one.Configuration != "b='x' a=1" {
		t.Errorf("a sample without the text of its configuration: %+v, %v", one, err)
	}
}

func TestReadJSONErrors(t *testing.T) {
	for text, want := range map[string]string{
		"{\n\n x":            "x.json:3: ",
		`{"format":"other"}`: `its format is "other"`,
		`{"format":"nodetimers-samples/1","samples":[{"binary":"old"}]}`:               "a sample without a rate",
		`{"format":"nodetimers-samples/1","samples":[{"binary":"old","rate":"fast"}]}`: `"fast" is not a number`,
		`{"format":"nodetimers-samples/1","samples":[{"rate":1,"conf":{"a":[1]}}]}`:    "neither text, number nor boolean",
		`{"format":"nodetimers-samples/1","seed":"-1","samples":[]}`:                   "-1",
	} {
		_, err := ReadJSON(strings.NewReader(text), "x.json")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "x.json:") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// textValue draws strings with all that is special in one of the formats.
func textValue() *rapid.Generator[string] {
	return rapid.StringOf(rapid.SampledFrom([]rune("ab 0-1=/%,\"'`\\$\n\té日🚀\x7f")))
}

func confValue() *rapid.Generator[Conf] {
	return rapid.Custom(func(t *rapid.T) Conf {
		conf := Conf{}
		for i := range rapid.IntRange(0, 4).Draw(t, "params") {
			var v Value
			switch rapid.IntRange(0, 2).Draw(t, "kind") {
			case 0:
				v = textValue().Draw(t, "text")
			case 1:
				v = rapid.Float64().Draw(t, "number")
			default:
				v = rapid.Bool().Draw(t, "bool")
			}
			conf = append(conf, Param{fmt.Sprintf("k%d", i), v})
		}
		return conf
	})
}

func TestParseConfIsTheInverseOfInspect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := confValue().Draw(t, "conf")
		got, ok := ParseConf(want.Inspect())
		if !ok || !cmp.Equal(want, got, sameNaN) {
			t.Fatalf("%s gave %v, %v; want %v", want.Inspect(), got, ok, want)
		}
	})
	long := Conf{{"s", strings.Repeat("x", 80) + "\n'y'\n"}, {"n", 1.}}
	if got, ok := ParseConf(long.Inspect()); !ok || !cmp.Equal(long, got) {
		t.Errorf("a long string: %v, %v", got, ok)
	}
	for _, bad := range []string{"x", "=1", "a=", "a=1  b=2", "a='x", `a='x'y`, `a='\x4'`, "a=one", "hello world=1x"} {
		if got, ok := ParseConf(bad); ok {
			t.Errorf("%q was taken for %v", bad, got)
		}
	}
}

func TestGoBenchRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := sampleOf(
			rapid.SampledFrom([]string{"old", "new", "node-26", "my binary"}).Draw(t, "binary"),
			rapid.SampledFrom([]string{"timers/immediate.js", "Upper/x.js", "a b/it's 50%.mjs", "Insert", "lower", "é.ts", "_x.js"}).Draw(t, "file"),
			confValue().Draw(t, "conf"),
			math.Exp(rapid.Float64Range(-20, 40).Draw(t, "log rate")), math.NaN(), -1)
		var b strings.Builder
		if err := WriteGoBench(&b, []Sample{want}); err != nil {
			t.Fatal(err)
		}
		set, err := ReadGoBench(strings.NewReader(b.String()), "x.txt")
		if err != nil || len(set.Samples) != 1 {
			t.Fatalf("%s: %v, %d samples", b.String(), err, len(set.Samples))
		}
		got := set.Samples[0]
		got.Time = math.NaN() // made from the operations' time
		if d := cmp.Diff(want, got, sameNaN); d != "" {
			t.Fatalf("%s(-want +got):\n%s", b.String(), d)
		}
	})
}

func TestReadGoBench(t *testing.T) {
	const text = `goos: linux
runtime: node
BenchmarkInsert/structure=lists/timers=100000-2   	 1000	   2000 ns/op	  16 B/op
PASS
`
	set, err := ReadGoBench(strings.NewReader(text), "x.txt")
	if err != nil {
		t.Fatal(err)
	}
	conf := Conf{{"structure", "lists"}, {"timers", 1e5}, {"gomaxprocs", 2.}}
	want := []Sample{sampleOf("node", "Insert", conf, 500000, 0.002, -1)}
	if d := cmp.Diff(want, set.Samples, sameNaN); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	// Too fast for the clock: the rate is infinite, which the table has a note for.
	if set, err := ReadGoBench(strings.NewReader("BenchmarkX 10 0 ns/op\n"), "x.txt"); err != nil || !math.IsInf(set.Samples[0].Rate, 1) {
		t.Errorf("0 ns/op: %+v, %v", set, err)
	}
	for _, bad := range []string{"BenchmarkX 10 5 widgets\n", "BenchmarkX ten 5 ns/op\n"} {
		if _, err := ReadGoBench(strings.NewReader(bad), "x.txt"); err == nil || !strings.HasPrefix(err.Error(), "x.txt:1: ") {
			t.Errorf("%q: %v", bad, err)
		}
		if set, err := (ReadOptions{Lenient: true}).readGoBench(strings.NewReader(bad), "x.txt"); err != nil || set.Skipped != 1 {
			t.Errorf("%q, lenient: %v", bad, err)
		}
	}
	for _, s := range []Sample{row("old", "a.js", "not parameters", 1, 1), row("old", "a.js", "", 0, 1), row("old", "a.js", "", math.NaN(), 1)} {
		if err := WriteGoBench(&strings.Builder{}, []Sample{s}); err == nil {
			t.Errorf("%+v was written", s)
		}
	}
}

func TestOpenDetectsAndJoins(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	csv := write("a.csv", head+`"old","a.js","n=1",5,1`+"\n")
	var b strings.Builder
	if err := WriteJSON(&b, &Set{Samples: []Sample{sampleOf("new", "a.js", Conf{{"n", 1.}}, 6, 1, 0)}, Machine: &Machine{OS: "linux", CPU: "one"}}); err != nil {
		t.Fatal(err)
	}
	js := write("b.json", b.String())
	js2 := write("c.json", strings.ReplaceAll(b.String(), `"one"`, `"two"`))
	go1 := write("first.txt", "BenchmarkX 10 5 ns/op\n")
	go2 := write("second.txt", "BenchmarkX 10 4 ns/op\n")
	go3 := write("third.txt", "BenchmarkX 10 3 ns/op\n")

	names := func(paths ...string) []string {
		set, err := Open(paths...)
		if err != nil {
			t.Fatal(err)
		}
		return set.Names()
	}
	if got := names(csv, js); !slices.Equal(got, []string{"old", "new"}) {
		t.Errorf("CSV and JSON: %v", got)
	}
	if got := names(go1, go2); !slices.Equal(got, []string{"old", "new"}) {
		t.Errorf("two of Go: %v", got)
	}
	if got := names(go1, go2, go3); !slices.Equal(got, []string{"first", "second", "third"}) {
		t.Errorf("three of Go: %v", got)
	}
	if set, err := Open(js, js2); err != nil || len(set.Notes) != 1 || !strings.Contains(set.Notes[0], "CPU one and two") {
		t.Errorf("two machines: %v, notes %v", err, set.Notes)
	}
	if _, err := (ReadOptions{}).Open(go1, go2, go3); err == nil || !strings.Contains(err.Error(), `unknown binary "first"`) {
		t.Errorf("three of Go without a baseline: %v", err)
	}
	in := ReadOptions{Stdin: strings.NewReader("stray\n" + head)}
	if _, err := in.Open("-"); err == nil || !strings.HasPrefix(err.Error(), "<stdin>:1: ") {
		t.Errorf("standard input: %v", err)
	}
	if _, err := Open(); err == nil {
		t.Error("no file: no error")
	}
	if _, err := Open(filepath.Join(dir, "none")); !os.IsNotExist(err) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestMachine(t *testing.T) {
	m := readMachine(fstest.MapFS{
		"proc/cpuinfo":                         {Data: []byte("processor\t: 0\nmodel name\t: A CPU @ 2 GHz\n")},
		"proc/loadavg":                         {Data: []byte("1.75 1.0 0.5 1/200 99\n")},
		"proc/sys/kernel/osrelease":            {Data: []byte("6.1.0\n")},
		"proc/self/status":                     {Data: []byte("Name:\tx\nCpus_allowed_list:\t0-1\n")},
		"proc/meminfo":                         {Data: []byte("MemTotal:        2048 kB\n")},
		"sys/devices/system/cpu/cpufreq/boost": {Data: []byte("1\n")},
		"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": {Data: []byte("powersave\n")},
	})
	m.Cores = 2
	want := &Machine{Kernel: "6.1.0", CPU: "A CPU @ 2 GHz", Cores: 2, Affinity: "0-1", Governor: "powersave", Turbo: "on", Load: 1.75, Memory: 2 << 20}
	if d := cmp.Diff(want, m); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if w := m.Warnings(); len(w) != 2 || !strings.Contains(w[0], "powersave") || !strings.Contains(w[1], "load 1.75") {
		t.Errorf("warnings: %q", w)
	}
	quiet := &Machine{OS: "linux", Cores: 8, Load: 0.3}
	if w := quiet.Warnings(); len(w) != 0 {
		t.Errorf("a quiet machine: %q", w)
	}
	if d := m.Differences(&Machine{CPU: "another", Load: 9}); len(d) != 2 {
		t.Errorf("differences: %q, want those of CPU and processors", d)
	}
	if here := ReadMachine(); here.Cores < 1 || here.OS == "" || !strings.Contains(here.String(), here.Arch) {
		t.Errorf("this machine: %v", here)
	}
	if (*Machine)(nil).Warnings() != nil || (*Machine)(nil).String() == "" {
		t.Error("no machine")
	}
}

func ExampleConf() {
	c := Conf{{"type", "depth"}, {"n", 5e6}}
	fmt.Println(c.Inspect())
	fmt.Println(c.JSONText())
	// Output:
	// type='depth' n=5000000
	// type="depth" n=5000000
}

func ExampleCSVWriter() {
	w := NewCSVWriter(os.Stdout)
	w.Write(Sample{Binary: "old", Filename: "timers/immediate.js", Configuration: "type='depth' n=5000000", Rate: 81368.25, Time: 61.5})
	// Output:
	// "binary","filename","configuration","rate","time"
	// "old","timers/immediate.js","type='depth' n=5000000",81368.25,61.5
}

// What Windows' shell makes of redirected output, and editors that mark UTF-8.
func TestOpenDecodes(t *testing.T) {
	csv := head + `"old","é.js","n=1",5,1` + "\n"
	var js strings.Builder
	if err := WriteJSON(&js, &Set{Samples: []Sample{row("old", "é.js", "n=1", 5, 1)}}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{csv, js.String(), "BenchmarkÉ 10 5 ns/op\n"} {
		units := utf16.Encode([]rune("\uFEFF" + text))
		for name, data := range map[string][]byte{
			"UTF-8 with a mark":     []byte("\uFEFF" + text),
			"UTF-16, little endian": encode16(binary.LittleEndian, units),
			"UTF-16, big endian":    encode16(binary.BigEndian, units),
		} {
			set, err := ReadOptions{AnyBinary: true}.Read(bytes.NewReader(data), "x")
			if err != nil || len(set.Samples) != 1 || !strings.ContainsAny(set.Samples[0].Filename, "éÉ") {
				t.Errorf("%s of %.20q: %+v, %v", name, text, set, err)
			}
		}
	}
}

func encode16(order binary.AppendByteOrder, units []uint16) []byte {
	var data []byte
	for _, u := range units {
		data = order.AppendUint16(data, u)
	}
	return data
}

func TestOpenTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(path, []byte(head+`"old","a.js","",5,1`+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	set, err := Open(path, filepath.Dir(path)+"/./x.csv")
	if err != nil || len(set.Notes) != 1 || !strings.Contains(set.Notes[0], "is named twice") {
		t.Errorf("%+v, %v", set, err)
	}
	_, err = ReadOptions{Stdin: strings.NewReader(head)}.Open("-", "-")
	if err == nil || !strings.Contains(err.Error(), "named twice") {
		t.Errorf("standard input twice: %v", err)
	}
}
