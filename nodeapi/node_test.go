package nodeapi

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/gojaloop"
)

// By default a script sees nothing of the program it runs in.
func TestDefaultsShowNothing(t *testing.T) {
	t.Setenv("NODETIMERS_TEST_SECRET", "secret")
	p := newProgram(t)
	code := p.run(`
		console.log(process.argv, process.execPath, process.execArgv, process.cwd())
		console.log(Object.keys(process.env), process.env.NODETIMERS_TEST_SECRET, process.stdout.isTTY, process.stderr.isTTY)
		for (const name of ['os', 'tty', 'fs', 'child_process']) { try { require(name); console.log('got', name) } catch (e) { console.log(e.message) } }
		try { process.kill(process.pid, 0) } catch (e) { console.log(e.code) }
		process.on('SIGINT', () => {}); process.on('SIGUSR2', () => {})`)
	if code != 0 {
		t.Errorf("code %d", code)
	}
	p.printed(`[ 'nodetimers' ] nodetimers [] /
[] undefined undefined undefined
no module os
no module tty
no module fs
no module child_process
ERR_FEATURE_UNAVAILABLE_ON_PLATFORM
`, "")
	if p.Watches("SIGINT") || p.Watches("SIGUSR2") {
		t.Error("signals are watched")
	}
}

func TestOptionsAreShown(t *testing.T) {
	p := newProgram(t, func(o *Options) {
		o.Argv = []string{"/bin/me", "/app/main.js", "--port", "80"}
		o.ExecArgv = []string{"--flag"}
		o.Env = map[string]string{"B": "2", "A": "1"}
		o.Cwd = "/app"
		o.IsTTY = true
		o.Host = true
	})
	p.run(`
		console.log(process.argv, process.execPath, process.execArgv, process.argv0, process.cwd(), process.env)
		console.log(process.stdout.isTTY, process.stderr.isTTY, require('tty').isatty(1), require('tty').isatty(0), typeof require('os').cpus().length)`)
	p.printed(`[ '/bin/me', '/app/main.js', '--port', '80' ] /bin/me [ '--flag' ] /bin/me /app { A: '1', B: '2' }
true true true false number
`, "")
}

// process.env is a copy, and its values are strings.
func TestEnvIsolation(t *testing.T) {
	given := map[string]string{"KEPT": "1", "GONE": "2"}
	p := newProgram(t, func(o *Options) { o.Env = given })
	p.run(`
		const e = process.env
		e.NEW = 5; e.NULL = null; delete e.GONE; e.KEPT = undefined
		console.log(e.NEW === '5', e.NULL, e.KEPT, 'GONE' in e, e.GONE, Object.keys(e), { ...e }, JSON.stringify(e))
		try { e.S = Symbol('s') } catch (x) { console.log(x.name) }`)
	p.printed(`true null undefined false undefined [ 'KEPT', 'NEW', 'NULL' ] { KEPT: 'undefined', NEW: '5', NULL: 'null' } {"KEPT":"undefined","NEW":"5","NULL":"null"}
TypeError
`, "")
	if given["KEPT"] != "1" || given["GONE"] != "2" || len(given) != 2 || os.Getenv("NEW") != "" {
		t.Errorf("the program's map became %v", given)
	}
}

// Several programs in one process do not see each other.
func TestSeveralNodes(t *testing.T) {
	var all sync.WaitGroup
	codes := make([]int, 4)
	programs := make([]*program, len(codes))
	for i := range programs {
		programs[i] = newProgram(t, func(o *Options) { o.Argv = []string{"node", string(rune('a' + i))} })
	}
	for i, p := range programs {
		all.Go(func() {
			code, err := p.Finish(p.Engine().RunScript(context.Background(), "main.js", `
				const { AsyncLocalStorage } = require('async_hooks'), als = new AsyncLocalStorage(), id = process.argv[1]
				globalThis.mine = id; let n = 0
				process.on('exit', (c) => console.log(id, mine, n, c))
				als.run(id, () => { const i = setInterval(() => { if (als.getStore() !== id) throw new Error(); if (++n === 100) { clearInterval(i); process.exitCode = id.charCodeAt(0) - 96 } }, 1) })`))
			if err != nil {
				t.Error(err)
			}
			codes[i] = code
		})
	}
	all.Wait()
	if !slices.Equal(codes, []int{1, 2, 3, 4}) {
		t.Errorf("codes %v", codes)
	}
	for i, p := range programs {
		id := string(rune('a' + i))
		p.printed(id+" "+id+" 100 "+string(rune('1'+i))+"\n", "")
	}
}

func TestBuiltins(t *testing.T) {
	p := newProgram(t, func(o *Options) { o.Host = true })
	names := make([]string, 0)
	for name, load := range p.Builtins() {
		names = append(names, name)
		a, b := load(p.Engine().Runtime()), load(p.Engine().Runtime())
		if a != b || goja.IsUndefined(a) {
			t.Errorf("%s: %v, then %v", name, a, b)
		}
	}
	slices.Sort(names)
	for _, want := range []string{"assert", "async_hooks", "console", "events", "os", "path", "path/posix", "path/win32",
		"perf_hooks", "process", "timers", "timers/promises", "tty", "util", "util/types"} {
		if !slices.Contains(names, want) {
			t.Errorf("no %s in %v", want, names)
		}
	}
	if plain := newProgram(t).Builtins(); plain["os"] != nil || plain["tty"] != nil {
		t.Error("os and tty are there without Options.Host")
	}
	p.run(`
		console.log(require('process') === process, require('console') === console, require('timers').promises === require('timers/promises'),
			require('util').types === require('util/types'), require('path').posix === require('path/posix'), require('perf_hooks').performance === performance)`)
	p.printed("true true true true true true\n", "")
}

// process.exit ends the run of the script, never the Go program.
func TestExitEndsTheScriptOnly(t *testing.T) {
	for source, want := range map[string]int{
		`process.exit()`:  0,
		`process.exit(3)`: 3,
		`process.exitCode = 4; setTimeout(() => process.exit(), 1)`:                            4,
		`try { process.exit(5) } catch { console.log('no') } finally { console.log('no') }`:    5,
		`Promise.resolve().then(() => process.exit(6)); setImmediate(() => console.log('no'))`: 6,
		`process.on('exit', () => process.exit(7))`:                                            7,
		`process.on('exit', () => { process.exitCode = 8 })`:                                   8,
		`process.exit(256 + 9)`:  9,
		`process.exitCode = -1`:  255,
		`process.reallyExit(10)`: 10,
		`process.abort()`:        134,
		`process.exitCode = 11; process.on('exit', () => { process.exitCode = undefined })`:                 11,
		`process.exitCode = 12; process.on('exit', () => { process.exitCode = undefined }); process.exit()`: 0,
	} {
		p := newProgram(t)
		if code := p.run(source); code != want {
			t.Errorf("%s: code %d, want %d", source, code, want)
		}
		p.printed("", "")
	}
}

// Run returns an ExitError, which tells the code.
func TestExitError(t *testing.T) {
	p := newProgram(t)
	err := p.Engine().RunScript(context.Background(), "main.js", `process.exit(3)`)
	var exit *ExitError
	if !errors.As(err, &exit) || exit.Code != 3 || exit.Error() != "process.exit(3)" {
		t.Errorf("Run gave %v", err)
	}
}

// An error that is not the script's comes back from Finish.
func TestFinishPassesForeignErrors(t *testing.T) {
	p := newProgram(t)
	why := errors.New("why")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	code, err := p.Finish(p.Engine().RunScript(ctx, "main.js", `console.log('no')`))
	if !errors.Is(err, why) || code != 0 {
		t.Errorf("%d, %v", code, err)
	}
	p.printed("", "")
}

// The events at the end come in Node's order, with the code of the moment.
func TestEndOfAScript(t *testing.T) {
	p := newProgram(t)
	code := p.run(`
		let n = 0
		process.on('beforeExit', (c) => { console.log('beforeExit', c); if (!n++) setTimeout(() => { console.log('timer'); process.exitCode = 5 }, 10) })
		process.on('exit', (c) => {
			console.log('exit', c, process.exitCode); process.exitCode = 6
			queueMicrotask(() => console.log('microtask')); process.nextTick(() => console.log('no')); setTimeout(() => console.log('no'))
		})
		process.on('exit', (c) => console.log('second', c, process.exitCode))`)
	if code != 6 {
		t.Errorf("code %d", code)
	}
	p.printed("beforeExit 0\ntimer\nbeforeExit 5\nexit 5 5\nsecond 5 6\nmicrotask\n", "")
}

// Handlers of the engine are those of process; an engine without process has its
// own way.
func TestWarningsGoThroughProcess(t *testing.T) {
	p := newProgram(t)
	p.run(`
		process.on('warning', (w) => console.log(w.name))
		setTimeout(() => {}, -1); setTimeout(() => {}, NaN); setTimeout(() => {}, 2 ** 31)`)
	p.printed("TimeoutNegativeWarning\nTimeoutNaNWarning\nTimeoutOverflowWarning\n", `(node:PID) TimeoutNegativeWarning: -1 is a negative number.
Timeout duration was set to 1.
(Use `+"`nodetimers run --trace-warnings ...`"+` to show where the warning was created)
(node:PID) TimeoutNaNWarning: NaN is not a number.
Timeout duration was set to 1.
(node:PID) TimeoutOverflowWarning: 2147483648 does not fit into a 32-bit signed integer.
Timeout duration was set to 1.
`)
}

// Without require and without process a program is not able to reach the modules.
func TestEnableLeavesRequireAlone(t *testing.T) {
	vm := goja.New()
	n := Enable(gojaloop.New(vm, gojaloop.Options{NoRequire: true, NoConsole: true}), Options{})
	if v := vm.Get("require"); v != nil {
		t.Errorf("require is %v", v)
	}
	if n.Process() != vm.Get("process") || n.Inspector() == nil || n.Engine() == nil {
		t.Error("Process, Inspector or Engine")
	}
	if !strings.HasPrefix(NodeVersion, "v26.") || Version() == "" {
		t.Errorf("versions %q %q", NodeVersion, Version())
	}
}
