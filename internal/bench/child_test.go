//go:build unix

package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/nodetimers/nodetimers/internal/nodeipc"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file makes the test binary a child as well: with asFake in its environment
// it does what the parameter "do" says, instead of running tests.

// fakeProcessors counts the processors that a process may use.
var fakeProcessors func() int

const asFake = "BENCH_TEST_FAKE"

func TestMain(m *testing.M) {
	if _, ok := os.LookupEnv(asFake); ok { // a child must never run the tests
		os.Exit(fake(os.Args[1], os.Args[2:]))
	}
	goleak.VerifyTestMain(m)
}

// fakeRuntime is a runtime whose leaves are this binary.
func fakeRuntime(t *testing.T, name string, kind Kind) Runtime {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(asFake, "1")
	t.Setenv("GORACE", "atexit_sleep_ms=0") // with -race a process waits a second at its end
	return Runtime{Name: name, Kind: kind, Path: exe}
}

// fakeRow is a row that makes the fake do something.
func fakeRow(file, do string, more ...samples.Param) Row {
	return Row{
		Program: Program{ID: file, Path: "/programs/" + file},
		Conf:    append(samples.Conf{{Key: "do", Value: do}}, more...),
	}
}

// fake is the child's side.
func fake(script string, words []string) int {
	conn, err := nodeipc.FromEnv(os.LookupEnv)
	if err != nil || conn == nil {
		fmt.Fprintln(os.Stderr, "no channel:", err)
		return 9
	}
	id := strings.TrimPrefix(script, "/programs/")
	send := func(text string) { _ = conn.Send([]byte(text)) }
	if _, ok := os.LookupEnv("NODETIMERS_BENCH_LIST"); ok {
		return fakeList(send, words)
	}
	if v, ok := os.LookupEnv("NODE_RUN_BENCHMARK_FN"); !ok || v != "" {
		return 8
	}
	conf, err := ParseConf(words)
	if err != nil {
		return 7
	}
	text, _ := json.Marshal(conf)
	report := func(rate any) string {
		return fmt.Sprintf(`{"type":"report","name":%q,"conf":%s,"rate":%v,"time":"0.250000000"}`, id, text, rate)
	}
	do, _ := conf.Get("do")
	switch do {
	case "report":
		send(`{"cmd":"NODE_SOMETHING","type":"report","rate":1}`)
		send(`{"type":"coverage","module":"m","fn":"f"}`)
		send(`"just text"`)
		send(report(12.5))
	case "two":
		send(`{"type":"report","name":"other/name.js","conf":{"b":"x","a":-0},"rate":1e21,"time":1.5}`)
		send(`{"type":"report","rate":3}`)
	case "unavailable":
		send(`{"type":"unavailable","reason":"no such thing"}`)
	case "code":
		send(report(1))
		return 3
	case "signal":
		send(report(1))
		_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
		select {}
	case "silent":
	case "null":
		send(report("null"))
	case "garbage":
		f := os.NewFile(3, "channel")
		fmt.Fprint(f, "stray on the channel\n")
		send(report(1))
	case "stray":
		fmt.Println("to stdout")
		fmt.Fprint(os.Stderr, "to stderr, no newline")
		send(report(1))
	case "hang":
		_ = startGrandchild(os.Stdout).Start()
		time.Sleep(time.Hour)
	case "linger":
		send(report(7))
		time.Sleep(time.Hour)
	case "grandchild": // is left behind, with the streams of this one
		send(report(1))
		if err := startGrandchild(os.Stdout).Start(); err != nil {
			return 6
		}
	case "sleep":
		time.Sleep(time.Hour)
	case "late":
		_ = os.WriteFile(os.Getenv("NODETIMERS_BENCH_LATE"), []byte(report(5)+"\n"), 0o600)
	case "cpus":
		send(report(fakeProcessors()))
	case "who": // as what it was started
		name, _ := conf.Get("extra")
		send(report(len(fmt.Sprint(name))))
	default:
		return 5
	}
	return 0
}

func startGrandchild(out io.Writer) *exec.Cmd {
	exe, _ := os.Executable()
	cmd := exec.Command(exe, "/programs/x.js", "do=sleep")
	cmd.Env = append(os.Environ(), nodeipc.Env(3)...)
	cmd.Stdout, cmd.Stderr = out, out
	_, theirs, err := nodeipc.Pair()
	if err != nil {
		panic(err)
	}
	cmd.ExtraFiles = []*os.File{theirs}
	return cmd
}

// fakeList tells combinations: of the project's common.js, or in the manner of the
// recorder for others.
func fakeList(send func(string), words []string) int {
	has := func(w string) bool { return strings.Contains(" "+strings.Join(words, " ")+" ", " "+w+" ") }
	switch {
	case has("how=exit"):
		return 4
	case has("how=short"):
		send(`{"type":"config","name":"a.js","queueLength":3}`)
		send(`{"type":"combination","conf":{"n":1}}`)
	case has("how=foreign") || has("--foreign"):
		args := []string{`"type=a b"`, `"n=1000"`}
		for _, w := range words {
			if !strings.HasPrefix(w, "n=") && !strings.HasPrefix(w, "--") {
				args = append(args, strconv.Quote(w))
			}
		}
		send(`{"type":"config","name":"a.js","queueLength":1}`)
		send(`{"type":"combination","args":[` + strings.Join(args, ",") + `],"flags":["--expose-internals"]}`)
	default:
		send(`{"type":"config","name":"a.js","queueLength":2}`)
		send(`{"type":"combination","conf":{"type":"depth","n":5000000},"flags":[]}`)
		send(`{"type":"combination","conf":{"type":"breadth","n":5000000},"flags":["--flag"]}`)
	}
	return 0
}
