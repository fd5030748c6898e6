//go:build unix

package main

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// explained runs a script under run --why; next reads its standard error up to a
// line that begins with a text.
func explained(t *testing.T, code string) (cmd *exec.Cmd, next func(prefix string) string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(exe, "run", "--why", "-e", code)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() { kill.Stop() })
	lines := bufio.NewScanner(out)
	return cmd, func(prefix string) string {
		t.Helper()
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), prefix) {
				return lines.Text()
			}
		}
		t.Fatalf("no line begins with %q: %v", prefix, lines.Err())
		return ""
	}
}

func send(t *testing.T, cmd *exec.Cmd, sig os.Signal) {
	t.Helper()
	if err := cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
}

func TestWhyOnSignals(t *testing.T) {
	t.Parallel()
	cmd, next := explained(t, `setTimeout(() => {}, 1e6); setInterval(() => {}, 1e5).unref()`)
	next("nodetimers: the main module has ended")
	for _, sig := range []syscall.Signal{syscall.SIGUSR1, syscall.SIGQUIT, syscall.SIGUSR1} {
		send(t, cmd, sig)
		next("nodetimers: signal " + sig.String())
		if line := next("timer"); !strings.Contains(line, "16m40s") || !strings.HasSuffix(line, "ref  1      [eval]:1:1") &&
			!strings.HasSuffix(line, "ref    1      [eval]:1:1") {
			t.Errorf("%q", line)
		}
		next("interval")
	}
	send(t, cmd, syscall.SIGINT)
	next("nodetimers: interrupted")
	next("timer")
	next("interval")
	if code := exitCode(t, cmd); code != 130 {
		t.Errorf("exit code %d", code)
	}
}

// While a callback runs the loop cannot answer; on Ctrl-C the list comes all the
// same.
func TestWhyInAnEndlessLoop(t *testing.T) {
	t.Parallel()
	cmd, next := explained(t, `setTimeout(() => {}, 1e6); setTimeout(() => { console.error('ready'); for (;;) {} }, 1)`)
	next("ready")
	send(t, cmd, syscall.SIGUSR1)
	next("nodetimers: signal user defined signal 1: a callback is running")
	send(t, cmd, syscall.SIGINT)
	next("nodetimers: interrupted")
	next("timer")
	if code := exitCode(t, cmd); code != 130 {
		t.Errorf("exit code %d", code)
	}
}
