package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// This file runs programs in a runtime's process, many one after another, and
// reads their traces. A program that ends its process, by design or by a fault,
// costs one more start for those behind it.

//go:embed harness.js
var harness string

// Runtime is something that runs a JavaScript file.
type Runtime struct {
	Name    string
	Command []string // the file is appended; nil: nodetimers on a virtual clock, in this process
	Env     []string // added to the environment
}

// limit is how long a process may take. A program takes milliseconds.
func limit(programs int) time.Duration {
	return 10*time.Second + time.Duration(programs)*200*time.Millisecond
}

// script is a batch as one file.
func script(programs []*Program) []byte {
	var b bytes.Buffer
	b.WriteString(harness)
	for _, p := range programs {
		b.WriteByte('\n')
		b.WriteString(p.Source())
	}
	return b.Bytes()
}

// Run gives the trace of each program. The error is for what keeps a runtime from
// working at all; a program that hangs or dies has a trace that says so.
func (r *Runtime) Run(ctx context.Context, programs []*Program) ([]string, error) {
	dir, err := os.MkdirTemp("", "differ")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	traces := make([]string, 0, len(programs))
	for len(traces) < len(programs) {
		rest := programs[len(traces):]
		file := filepath.Join(dir, "batch.js")
		if err := os.WriteFile(file, script(rest), 0o644); err != nil {
			return nil, err
		}
		out, err := r.process(ctx, file, limit(len(rest)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name, err)
		}
		got := parse(out.stdout, rest)
		if len(got) == len(rest) && !exited.MatchString(got[len(got)-1]) {
			if out.code != 0 {
				return nil, fmt.Errorf("%s: exit code %d after a whole batch: %s", r.Name, out.code, out.stderr)
			}
			return append(traces, got...), nil
		}
		if n := len(got); n > 0 && exited.MatchString(got[n-1]) {
			got[n-1] += fmt.Sprintf("exit code %d\n", out.code)
		} else {
			got = append(got, fmt.Sprintf(noTrace+"%s\n", out.how()))
			if n == 0 && len(rest) == len(programs) && out.code == 1 && !out.timeout && bytes.Contains(out.stderr, []byte("SyntaxError")) {
				return nil, fmt.Errorf("%s: %s", r.Name, out.stderr)
			}
		}
		traces = append(traces, got...)
	}
	return traces, nil
}

// noTrace begins the trace of a program that hung or died.
const noTrace = "no trace: "

// exited finds the event 'exit' in a trace.
var exited = regexp.MustCompile(`(?m)^\S+ exit \d+$`)

// output is what a process left.
type output struct {
	stdout, stderr []byte
	code           int
	timeout        bool
}

func (o *output) how() string {
	if o.timeout {
		return "no end"
	}
	first, _, _ := strings.Cut(string(bytes.TrimSpace(o.stderr)), "\n")
	return fmt.Sprintf("exit code %d %s", o.code, first)
}

func (r *Runtime) process(ctx context.Context, file string, limit time.Duration) (*output, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if r.Command == nil {
		return inProcess(ctx, file)
	}
	cmd := exec.CommandContext(ctx, r.Command[0], append(r.Command[1:len(r.Command):len(r.Command)], file)...)
	cmd.Env = append(os.Environ(), r.Env...)
	cmd.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	o := &output{stdout: stdout.Bytes(), stderr: stderr.Bytes()}
	var exit *exec.ExitError
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		o.timeout = true
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &exit):
		o.code = exit.ExitCode()
	case err != nil:
		return nil, err
	}
	return o, nil
}

func inProcess(ctx context.Context, file string) (*output, error) {
	code, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var stdout, stderr bytes.Buffer
	n, err := execute(ctx, file, string(code), &stdout, &stderr)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return &output{stdout: stdout.Bytes(), stderr: stderr.Bytes(), timeout: true}, nil
	case err != nil:
		return nil, err
	}
	return &output{stdout: stdout.Bytes(), stderr: stderr.Bytes(), code: n}, nil
}

// parse takes the output of a batch apart: the traces of the first programs, as
// many as are whole.
func parse(out []byte, programs []*Program) []string {
	var traces []string
	text := string(out)
	for _, p := range programs {
		head := "#" + strconv.Itoa(p.ID) + "\n"
		if !strings.HasPrefix(text, head) {
			break
		}
		trace, rest, ok := strings.Cut(text[len(head):], "\n.\n")
		if !ok {
			break
		}
		traces = append(traces, trace+"\n")
		text = rest
	}
	return traces
}
