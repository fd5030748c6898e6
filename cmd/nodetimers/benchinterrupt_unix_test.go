//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// This file interrupts bench and compare where there is no sample yet: the exit code
// is that of an interrupt, and nothing that they have started lives on.

// interrupted runs the command until the file appears, ends it, and returns its exit
// code, what it said, and the number in the file.
func interrupted(t *testing.T, sig syscall.Signal, file string, args ...string) (code int, said, pid string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, args...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); pid == ""; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			_ = cmd.Process.Kill()
			t.Fatalf("%s did not appear", file)
		}
		if text, err := os.ReadFile(file); err == nil && bytes.HasSuffix(text, []byte("\n")) {
			pid = strings.TrimSpace(string(text))
		}
	}
	if err := cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	return exitCode(t, cmd), stderr.String(), pid
}

// gone waits until there is no process of that number.
func gone(t *testing.T, pid string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); exec.Command("sh", "-c", "kill -0 "+pid).Run() == nil; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("process %s lives on", pid)
		}
	}
}

func git(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", args, err, out)
	}
	return string(out)
}

func TestInterruptEndsABuild(t *testing.T) {
	repo := t.TempDir()
	git(t, "init", "-q", repo)
	git(t, "-C", repo, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "one")
	file := filepath.Join(t.TempDir(), "pid")
	build := `sleep 1000 & echo $! > ` + shellQuote(file) + `; wait; : {out}`
	code, said, pid := interrupted(t, syscall.SIGINT, file, "compare", "--repo", repo, "--old-ref", "HEAD", "--new-ref", "HEAD", "--build", build)
	if code != 130 || !strings.Contains(said, "nodetimers: interrupted before there was a sample") {
		t.Errorf("exit code %d, said %s", code, said)
	}
	gone(t, pid)
	if trees := git(t, "-C", repo, "worktree", "list"); strings.Count(trees, "\n") != 1 {
		t.Errorf("worktrees are left: %s", trees)
	}
}

func TestHangupEndsARun(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "pid")
	fake := filepath.Join(dir, "node")
	text := "#!/bin/sh\nif [ \"$1\" = --version ]; then echo v26.0.0; exit; fi\necho $$ > " + shellQuote(file) + "\nexec sleep 1000\n"
	if err := os.WriteFile(fake, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	code, said, pid := interrupted(t, syscall.SIGHUP, file, "bench", "--runtime", "node="+fake, "timers/timers-depth.js")
	if code != 130 {
		t.Errorf("exit code %d, said %s", code, said)
	}
	gone(t, pid)
}

// The reader of bench's rows may go away, as head does: the run ends, and its folder
// is removed.
func TestReaderGoesAway(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "bench", "--runtime", "native", "--format", "csv", "--runs", "100000", "--set", "n=1", "timers/timers-depth.js")
	tmp := t.TempDir()
	cmd.Env = append(os.Environ(), asCommand+"=1", "TMPDIR="+tmp)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if code := exitCode(t, cmd); code != 141 {
		t.Errorf("exit code %d, want 141", code)
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
