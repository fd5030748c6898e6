//go:build unix

package main

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// start runs a script in the command and waits until it has said it is there.
func start(t *testing.T, code string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "run", "-e", code)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if strings.TrimSpace(line) != "ready" {
		t.Fatalf("the script said %q, %v", line, err)
	}
	return cmd
}

func exitCode(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	kill := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	err := cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

func TestInterruptEndsAnyScript(t *testing.T) {
	for name, code := range map[string]string{
		"endless loop":     `console.log('ready'); for (;;) {}`,
		"loop in a timer":  `setTimeout(() => { console.log('ready'); for (;;) {} }, 1)`,
		"loop of promises": `console.log('ready'); const f = () => Promise.resolve().then(f); f()`,
		"sleeping":         `console.log('ready'); setTimeout(() => {}, 1e6)`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := start(t, code)
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			if got := exitCode(t, cmd); got != 130 {
				t.Errorf("exit code %d, want 130", got)
			}
		})
	}
}

func TestListenerGetsTheSignal(t *testing.T) {
	for _, sig := range []struct {
		name string
		s    syscall.Signal
	}{{"SIGINT", syscall.SIGINT}, {"SIGTERM", syscall.SIGTERM}} {
		t.Run(sig.name, func(t *testing.T) {
			t.Parallel()
			cmd := start(t, `const t = setTimeout(() => {}, 1e6)
				process.on('`+sig.name+`', (name, n) => { clearTimeout(t); process.exitCode = n + 40 })
				console.log('ready')`)
			if err := cmd.Process.Signal(sig.s); err != nil {
				t.Fatal(err)
			}
			if got, want := exitCode(t, cmd), int(sig.s)+40; got != want {
				t.Errorf("exit code %d, want %d", got, want)
			}
		})
	}
}
