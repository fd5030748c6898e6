package bench

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/internal/script"
)

// This file tests programs/common.js as programs see it, on nodetimers' own engine
// in this process and without a parent: results are printed lines.

type commonRun struct {
	source string
	args   []string
	env    string // K=V, blank separated
}

// run runs a program against common.js as a script by hand.
func (c commonRun) run(t *testing.T) (out, errout string, code int) {
	t.Helper()
	dir := t.TempDir()
	common, err := os.ReadFile("programs/common.js")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "some", "program.js")
	for name, text := range map[string]string{
		filepath.Join(dir, "common.js"): string(common), filepath.Join(dir, "package.json"): `{"type":"commonjs"}`,
		file: "'use strict';\nconst { createBenchmark } = require('../common.js');\n" + c.source,
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	env := map[string]string{}
	for _, kv := range strings.Fields(c.env) {
		k, v, _ := strings.Cut(kv, "=")
		env[k] = v
	}
	var stdout, stderr bytes.Buffer
	s, err := script.New(script.Options{File: file, Args: c.args, Env: env, Cwd: dir, Stdout: &stdout, Stderr: &stderr, NoWarnings: true})
	if err != nil {
		t.Fatal(err)
	}
	code, err = s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return stdout.String(), stderr.String(), code
}

const asList, asLeaf = "NODETIMERS_BENCH_LIST=", "NODE_RUN_BENCHMARK_FN="

// Combinations, in their order and with their values; the last declared key varies
// fastest and is printed first.
func TestCombinations(t *testing.T) {
	for _, c := range []struct {
		configs, options string
		args             string
		env              string
		want             string
	}{
		{configs: "{ n: [5e6], type: ['depth', 'breadth'] }",
			want: `type="depth" n=5000000; type="breadth" n=5000000`},
		{configs: "{ a: [1, 2], b: ['x', 'y'], c: [true, false] }",
			want: `c=true b="x" a=1; c=false b="x" a=1; c=true b="y" a=1; c=false b="y" a=1; ` +
				`c=true b="x" a=2; c=false b="x" a=2; c=true b="y" a=2; c=false b="y" a=2`},
		{configs: "{ n: 7, s: 'one' }", want: `s="one" n=7`},
		{configs: "{}", want: ""},
		{configs: "undefined", want: ""},
		{configs: "{ n: [1, 2], s: ['a', 'b'] }", args: "n=1e6|n=0x10|s=b", want: `s="b" n=1000000; s="b" n=16`},
		{configs: "{ n: [1], s: ['a'] }", args: "s=x=y|n=", want: `s="x=y" n=0`},
		{configs: "{ n: [1], s: ['a'] }", args: "s=two\nlines", want: `s="two\nlines" n=1`},
		{configs: "{ n: [1] }", args: "n=nonsense", want: `n=null`}, // NaN
		{configs: "{ on: [true] }", args: "on=false|on=true", want: `on=false; on=true`},
		{configs: "{ n: [1, 2] }", args: "other=3|CPUSET=0", want: `n=1; n=2`}, // extra options
		{configs: "{ n: [5e6, 3], dur: [5], duration: 2, s: ['x', 'y'], f: 0.5 }", args: "--test",
			want: `f=0.5 s="x" duration=0.05 dur=0.05 n=1`},
		{configs: "{ n: [5e6], s: ['x', 'y'] }", options: "{ test: { s: ['y', 'z'], n: 4 } }", args: "--test",
			want: `s="y" n=4; s="z" n=4`},
		{configs: "{ n: [5e6], s: ['x', 'y'] }", args: "--test|s=y", want: `s="y" n=1`},
		{configs: "{ a: [1, 2, 3], b: [1, 2] }", options: "{ combinationFilter: ({ a, b }) => a + b === 3 }", want: `b=2 a=1; b=1 a=2`},
		{configs: "{ small: { n: [1, 2] }, big: { n: [1e6], s: ['x'] } }", options: "{ byGroups: true }",
			want: `n=1 group="small"; n=2 group="small"; s="x" n=1000000 group="big"`},
		{configs: "{ small: { n: [1, 2] }, big: { n: [1e6] } }", options: "{ byGroups: true }", args: "group=big", want: `n=1000000 group="big"`},
		{configs: "{ small: { n: [1] }, big: { n: [2] }, c: { n: 3 } }", options: "{ byGroups: true }",
			env: "NODE_RUN_BENCHMARK_GROUPS=c,small,none", want: `n=3 group="c"; n=1 group="small"`},
	} {
		options := c.options
		if options == "" {
			options = "undefined"
		}
		var args []string
		if c.args != "" {
			args = strings.Split(c.args, "|")
		}
		out, errout, code := commonRun{
			source: "createBenchmark(() => { throw new Error('main ran') }, " + c.configs + ", " + options + ");",
			args:   args, env: asList + " " + c.env,
		}.run(t)
		var got []string
		for _, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
			got = append(got, strings.TrimPrefix(strings.TrimPrefix(line, "some/program.js"), " "))
		}
		if text := strings.Join(got, "; "); text != c.want || errout != "" || code != 0 {
			t.Errorf("%s %s %q:\n%s\nwant\n%s\nstderr %q, code %d", c.configs, c.options, args, text, c.want, errout, code)
		}
	}
}

func TestNothingIsLeftToDo(t *testing.T) {
	out, errout, code := commonRun{source: "createBenchmark(() => { throw 1 }, { n: [1] }, { combinationFilter: () => false });", env: asLeaf}.run(t)
	if out != "" || errout != "" || code != 0 {
		t.Errorf("%q, %q, %d", out, errout, code)
	}
}

func TestSetupRunsOnceBeforeTheLeaves(t *testing.T) {
	out, errout, code := commonRun{source: "createBenchmark(() => {}, { n: [1, 2] }, { setup: (queue) => console.log(JSON.stringify(queue)) });", env: asList}.run(t)
	if out != "[{\"n\":1},{\"n\":2}]\nsome/program.js n=1\nsome/program.js n=2\n" || errout != "" || code != 0 {
		t.Errorf("%q, %q, %d", out, errout, code)
	}
	if out, _, _ := (commonRun{source: "createBenchmark(() => {}, { n: [1] }, { setup: () => console.log('setup') });", env: asLeaf}).run(t); out != "" {
		t.Errorf("a leaf ran setup: %q", out)
	}
}

func TestErrorsOfPrograms(t *testing.T) {
	for _, c := range []struct {
		name, source, args, env, want string
	}{
		{"bad argument", "createBenchmark(() => {}, { n: 1 });", "n", "", "bad argument: n\n"},
		{"a second --test", "createBenchmark(() => {}, { n: 1 });", "--test|--test", "", "bad argument: --test\n"},
		{"type", "createBenchmark(() => {}, { n: [1], o: [{}] });", "", "", `configuration "o" had type object`},
		{"mixed", "createBenchmark(() => {}, { n: [1, '2'] });", "", "", `configuration "n" has mixed types`},
		{"start twice", "const b = createBenchmark(() => { b.start(); b.start() }, {});", "", "",
			"Called start more than once in a single benchmark"},
		{"end without start", "const b = createBenchmark(() => b.end(1), {});", "", "", "called end without start"},
		{"no count", "const b = createBenchmark(() => { b.start(); b.end() }, {});", "", "",
			"called end() without specifying operation count"},
		{"text for a count", "const b = createBenchmark(() => { b.start(); b.end('1') }, {});", "", "",
			"called end() without specifying operation count"},
		{"zero", "const b = createBenchmark(() => { b.start(); b.end(0) }, {});", "", "", "called end() with operation count <= 0"},
		{"end twice", "const b = createBenchmark(() => { b.start(); setTimeout(() => { b.end(1); b.end(1) }, 2) }, {});", "", "",
			"called end multiple times"},
		{"no time", "process.hrtime.bigint = () => 5n;\nconst b = createBenchmark(() => { b.start(); b.end(1) }, {});", "", "",
			"insufficient clock precision for short benchmark"},
	} {
		var args []string
		if c.args != "" {
			args = strings.Split(c.args, "|")
		}
		_, errout, code := commonRun{source: c.source, args: args, env: asLeaf + " " + c.env}.run(t)
		if !strings.Contains(errout, c.want) || code != 1 {
			t.Errorf("%s: code %d, stderr\n%s\nwant %q", c.name, code, errout, c.want)
		}
	}
}

// The clock is replaced, so what is printed is exact.
func TestResults(t *testing.T) {
	clock := "let now = 0n;\nprocess.hrtime.bigint = () => now;\n"
	for _, c := range []struct{ name, source, env, want string }{
		{"rate", "const b = createBenchmark(({ n }) => { b.start(); now = 250000000n; b.end(n) }, { n: [1234567], s: ['a\"b'] });", "",
			"some/program.js s=\"a\\\"b\" n=1234567: 4,938,268\n"},
		{"fraction", "const b = createBenchmark(() => { b.start(); now = 3000000000n; b.end(10000) }, {});", "",
			"some/program.js: 3,333.3333333333335\n"},
		{"tiny", "const b = createBenchmark(() => b.report(0.0000001234, 5), {});", "", "some/program.js: 1.234e-7\n"},
		{"huge", "const b = createBenchmark(() => b.report(1e21, 5), {});", "", "some/program.js: 1e+21\n"},
		{"several", "const b = createBenchmark(() => { b.report(1, 1); b.report(2, 1) }, {});", "", "some/program.js: 1\nsome/program.js: 2\n"},
		{"zero allowed", "const b = createBenchmark(() => { b.start(); b.end(0) }, {});", "NODEJS_BENCHMARK_ZERO_ALLOWED=1", "some/program.js: 0\n"},
		{"no time allowed", "const b = createBenchmark(() => { b.start(); b.end(3) }, {});", "NODEJS_BENCHMARK_ZERO_ALLOWED=1",
			"some/program.js: 1.7976931348623157e+308\n"},
		{"at exit", "const b = createBenchmark(() => { process.on('exit', () => { now = 1000000000n; b.end(5) }); b.start(); setTimeout(() => {}, 1) }, {});", "",
			"some/program.js: 5\n"},
		{"not available", "const b = createBenchmark(() => b.unavailable('no such thing'), { n: 1 });", "", "some/program.js: n/a: no such thing\n"},
		{"message", "process.send = (m, cb) => { console.log(JSON.stringify(m)); if (cb) cb(null) };\n" +
			"const b = createBenchmark(() => { b.start(); now = 405000001n; b.end(1) }, { n: 1, s: 'x' });", "",
			`{"type":"report","name":"some/program.js","conf":{"s":"x","n":1},"rate":2.469135796372504,"time":"0.405000001"}` + "\n"},
		{"long", "process.send = (m) => console.log(m.time);\n" +
			"const b = createBenchmark(() => { b.start(); now = 12345678901n; b.end(1) }, {});", "", "12.345678901\n"},
	} {
		out, errout, code := commonRun{source: clock + c.source, env: asLeaf + " " + c.env}.run(t)
		if diff := cmp.Diff(c.want, out); diff != "" || errout != "" || code != 0 {
			t.Errorf("%s: code %d, stderr %q (-want +got):\n%s", c.name, code, errout, diff)
		}
	}
}
