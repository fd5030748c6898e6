//go:build unix

package nodeapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/internal/nodeipc"
)

// This file tests child_process and process.send with this test binary as the
// child: asChild, in its environment, names a script that it runs instead of tests.

const asChild = "NODEAPI_TEST_CHILD"

func init() {
	if source, ok := os.LookupEnv(asChild); ok { // also an empty one: a child must never run the tests
		os.Exit(runChild(source))
	}
}

// runChild runs a script whose arguments are those of the process.
func runChild(source string) int {
	env := map[string]string{}
	for _, kv := range os.Environ() {
		k, v, _ := strings.Cut(kv, "=")
		env[k] = v
	}
	e := gojaloop.New(goja.New(), gojaloop.Options{NoConsole: true})
	n := Enable(e, Options{Argv: os.Args, Env: env, Signals: true})
	stop, err := n.EnableProcesses(ProcessOptions{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 99
	}
	defer stop()
	code, err := n.Finish(e.RunScript(context.Background(), "child.js", source))
	if err != nil {
		return 98
	}
	return code
}

// parent runs a script that may fork this binary; what it and its children print
// goes into one file.
func parent(t *testing.T, source string) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	p := newProgram(t, func(o *Options) {
		o.Stdout, o.Stderr, o.ExecPath = out, out, exe
		o.Env = map[string]string{"PATH": os.Getenv("PATH"), "OWN": "1"}
	})
	stop, err := p.EnableProcesses(ProcessOptions{Fork: []string{exe}})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	must(p.vm.Set("child_process", p.ChildProcess()))
	code := p.run(`const { fork, spawn, spawnSync } = child_process;
		const child = (source, args = [], options = {}) => fork('child.js', args, { env: { NODEAPI_TEST_CHILD: source, GORACE: 'atexit_sleep_ms=0', ...options.env }, ...options });
		` + strings.ReplaceAll(source, "EXE", fmt.Sprintf("%q", exe)))
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestForkTalksBothWays(t *testing.T) {
	got := parent(t, `
		const c = child("process.on('message', (m, handle) => { process.send({ got: m, handle: typeof handle, argv: process.argv.slice(1) }, (e) => { process.send(String(e)); process.disconnect() }) }); process.on('disconnect', () => console.log('child is alone', process.connected, process.channel)); process.on('exit', () => console.log('child ends'))", ['a b', 'c']);
		console.log(c.connected, typeof c.pid, c.exitCode, c.signalCode, c.stdout, Object.prototype.toString.call(c.channel), c.constructor.name, c.spawnargs.length);
		c.on('spawn', () => console.log('spawn'));
		c.on('message', (m) => console.log('message', JSON.stringify(m)));
		for (const e of ['exit', 'disconnect']) c.on(e, (...a) => console.log('event', e === 'exit' ? e : '', ...a));
		c.on('close', (...a) => console.log('close', ...a, c.connected, c.exitCode));
		console.log(c.send({ z: 1, a: [true, null] }, () => console.log('sent')));
	`)
	// The child's lines and the parent's are written by two processes: each in order.
	own, others := []string{}, []string{}
	for _, line := range strings.Split(strings.TrimSpace(got), "\n") {
		if strings.HasPrefix(line, "child ") {
			others = append(others, line)
		} else if !strings.HasPrefix(line, "event ") { // exit and disconnect may come either way round
			own = append(own, line)
		}
	}
	want := []string{
		"true number null null null [object Object] ChildProcess 4",
		"true",
		"spawn",
		"sent",
		`message {"got":{"z":1,"a":[true,null]},"handle":"undefined","argv":["child.js","a b","c"]}`,
		`message "null"`,
		"close 0 null false 0",
	}
	if diff := cmp.Diff(want, own); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"child is alone false null", "child ends"}, others); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.Contains(got, "event exit 0 null\n") || !strings.Contains(got, "event  \n") && !strings.Contains(got, "event \n") {
		t.Errorf("events are missing:\n%s", got)
	}
}

// A listener for messages keeps a child alive; without one it ends by itself, and
// what its parent sent meanwhile is nobody's.
func TestChannelKeepsAliveAsLongAsSomebodyListens(t *testing.T) {
	got := parent(t, `
		const c = child("const once = (m) => { process.send('first ' + m); process.off('message', once) }; process.on('message', once)");
		c.on('message', (m) => console.log(m));
		c.on('close', (code) => { console.log('close', code); unheard() });
		c.send('hello');
		function unheard() {
			const d = child("process.send('from exit')");
			d.send('nobody listens', () => {});
			d.on('message', (m) => console.log(m));
			d.on('close', (code) => { console.log('close', code); unrefed() });
		}
		function unrefed() {
			const e = child("process.on('message', () => {}); process.channel.unref()");
			e.on('close', (code) => { console.log('close', code); late() });
		}
		function late() { // a message that came before the listener waits for it
			const f = child("setTimeout(() => process.on('message', (m) => { console.log('late ' + m); process.disconnect() }), 20)");
			f.send('mail');
			f.on('close', (code) => console.log('close', code));
		}
	`)
	want := "first hello\nclose 0\nfrom exit\nclose 0\nclose 0\nlate mail\nclose 0\n"
	if got != want {
		t.Errorf("printed\n%s\nwant\n%s", got, want)
	}
}

func TestEndsOfChildren(t *testing.T) {
	got := parent(t, `
		const ends = (name, c, then) => {
			const seen = [];
			c.on('exit', (...a) => seen.push('exit ' + a));
			c.on('close', (...a) => { console.log(name, seen.join(), 'close ' + a, c.exitCode, c.signalCode, c.killed); then() });
		};
		ends('code', child('process.exit(7)'), () => {
			const c = child("process.on('message', () => {}); process.send('up')");
			c.on('message', () => console.log(c.kill('SIGKILL'), c.killed));
			ends('signal', c, () => {
				console.log(c.kill());
				const d = child("process.on('message', () => {})");
				ends('disconnect', d, sending);
				d.disconnect();
			});
		});
		function sending() {
			const c = child('');
			for (const m of [undefined, () => {}, Symbol('s'), 1n]) try { c.send(m) } catch (e) { console.log(e.name, e.code, e.message) }
			c.on('close', () => {
				console.log(c.send('x'), c.send('y', (e) => console.log('callback', e.code, e.message)));
				c.on('error', (e) => console.log('error', e.code, e.message));
				c.disconnect();
			});
		}
	`)
	want := `code exit 7, close 7, 7 null false
true true
signal exit ,SIGKILL close ,SIGKILL null SIGKILL true
false
disconnect exit 0, close 0, 0 null false
TypeError ERR_MISSING_ARGS The "message" argument must be specified
TypeError ERR_INVALID_ARG_TYPE The "message" argument must be one of type string, object, number, or boolean. Received function` + " " + `
TypeError ERR_INVALID_ARG_TYPE The "message" argument must be one of type string, object, number, or boolean. Received type symbol (Symbol(s))
TypeError ERR_INVALID_ARG_TYPE The "message" argument must be one of type string, object, number, or boolean. Received type bigint (1n)
false false
error ERR_IPC_CHANNEL_CLOSED Channel closed
callback ERR_IPC_CHANNEL_CLOSED Channel closed
error ERR_IPC_DISCONNECTED IPC channel is already disconnected
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSpawn(t *testing.T) {
	got := parent(t, `
		const c = spawn('no-such-program', ['x'], { stdio: 'ignore' });
		c.on('error', (e) => {
			console.log(e.code, e.message, e.syscall, e.path, String(e.spawnargs), c.pid);
			spawn(EXE, [], { stdio: 'inherit', env: { GORACE: 'atexit_sleep_ms=0', NODEAPI_TEST_CHILD: "console.log('inherited', process.send, process.env.OWN)" } }).on('close', (code) => {
				console.log(code);
				spawn(EXE, { stdio: ['ignore', 'ignore', 'ignore'], env: { GORACE: 'atexit_sleep_ms=0', NODEAPI_TEST_CHILD: "console.log('not seen')" } }).on('close', (code) => console.log(code));
			});
		});
		try { spawn(EXE) } catch (e) { console.log(e.code, e.message) }
		try { spawn(7) } catch (e) { console.log(e.code) }
		const r = spawnSync(EXE, ['a'], { encoding: 'utf8', env: { GORACE: 'atexit_sleep_ms=0', NODEAPI_TEST_CHILD: "console.log(process.argv[1]); console.error('bad'); process.exit(3)" } });
		console.log(JSON.stringify([r.status, r.signal, r.stdout, r.stderr, r.output, typeof r.pid]));
		console.log(spawnSync(EXE, { env: { GORACE: 'atexit_sleep_ms=0', NODEAPI_TEST_CHILD: "process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 1e6)" } }).signal);
		console.log(String(spawnSync('cat', { input: 'through' }).stdout));
		const none = spawnSync('no-such-program', ['-h']);
		console.log(none.error.code, none.error.message, none.status);
	`)
	want := `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM child_process: stdio 'pipe' is not provided by nodetimers: it must be 'inherit' or 'ignore'
ERR_INVALID_ARG_TYPE
[3,null,"a\n","bad\n",[null,"a\n","bad\n"],"number"]
SIGKILL
116,104,114,111,117,103,104
ENOENT spawnSync no-such-program ENOENT null
ENOENT spawn no-such-program ENOENT spawn no-such-program no-such-program x undefined
inherited undefined undefined
0
0
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A script that was not given processes has neither the module nor send.
func TestProcessesAreForWhoAsks(t *testing.T) {
	p := newProgram(t, func(o *Options) { o.Env = map[string]string{"NODE_CHANNEL_FD": "3"} })
	if p.Builtins()["child_process"] != nil {
		t.Error("child_process is there")
	}
	p.run(`console.log(process.send, process.connected, process.env.NODE_CHANNEL_FD)`)
	p.printed("undefined undefined 3\n", "")
	p = newProgram(t, func(o *Options) { o.Env = map[string]string{"NODE_CHANNEL_FD": "x"} })
	if _, err := p.EnableProcesses(ProcessOptions{}); err == nil || err.Error() != `NODE_CHANNEL_FD is "x", not a descriptor` {
		t.Errorf("error %v", err)
	}
}

// The parent may be a Go program; the script does not see the channel's variables.
func TestChildOfAGoProgram(t *testing.T) {
	ours, theirs, err := nodeipc.Pair()
	if err != nil {
		t.Fatal(err)
	}
	fd, err := syscall.Dup(int(theirs.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	var out bytes.Buffer
	p := newProgram(t, func(o *Options) {
		o.Stdout = &out
		o.Env = map[string]string{"KEPT": "1"}
		for _, kv := range nodeipc.Env(fd) {
			k, v, _ := strings.Cut(kv, "=")
			o.Env[k] = v
		}
	})
	stop, err := p.EnableProcesses(ProcessOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	conn := nodeipc.NewConn(ours)
	defer conn.Close()
	got := make(chan string, 1)
	go func() {
		for _, text := range []string{"no json", `{"cmd":"NODE_INTERNAL"}`, `{"n":1}`} {
			_ = conn.Send([]byte(text))
		}
		var all []string
		for {
			m, err := conn.Receive()
			if err != nil {
				got <- strings.Join(all, " ")
				return
			}
			all = append(all, string(m))
		}
	}()
	code := p.run(`console.log(Object.keys(process.env).join());
		process.on('message', (m) => { process.send({ twice: m.n * 2 }); process.disconnect() });
		process.on('exit', () => console.log(process.connected))`)
	if code != 0 || out.String() != "KEPT\nfalse\n" {
		t.Errorf("code %d, printed %q", code, out.String())
	}
	if text := <-got; text != `{"twice":2}` || !json.Valid([]byte(text)) {
		t.Errorf("the parent got %s", text)
	}
}
