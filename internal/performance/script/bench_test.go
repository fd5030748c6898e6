package script

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	run "github.com/nodetimers/nodetimers/internal/script"
)

// The programs of three rows, and their floors, run in this process, for profiles:
//
//	go test -run '^$' -bench Program/timers-breadth.js -cpuprofile cpu.out ./internal/performance/script
//	go tool pprof -top cpu.out
//
// ns/timer is what the program itself reports.
func BenchmarkProgram(b *testing.B) {
	for _, c := range []struct{ file, args string }{
		{"timers/timers-insert-pooled.js", "n=200000"},
		{"timers/timers-breadth.js", "n=200000"},
		{"timers/immediate.js", "n=400000 type=breadth"},
		{"floor/timers-insert-pooled.js", "n=200000"},
		{"floor/timers-breadth.js", "n=200000"},
		{"floor/immediate.js", "n=400000 type=breadth"},
	} {
		name := strings.ReplaceAll(strings.TrimPrefix(c.file, "timers/"), "floor/", "floor-")
		b.Run(name, func(b *testing.B) {
			var ns float64
			for b.Loop() {
				var out, errs bytes.Buffer
				sc, err := run.New(run.Options{File: "../../bench/programs/" + c.file, Args: strings.Fields(c.args),
					Env: map[string]string{"NODE_RUN_BENCHMARK_FN": ""}, Cwd: ".", Stdout: &out, Stderr: &errs})
				if err != nil {
					b.Fatal(err)
				}
				if code, err := sc.Run(context.Background()); code != 0 || err != nil {
					b.Fatal(code, err, errs.String())
				}
				var rate float64
				_, text, _ := strings.Cut(out.String(), ": ")
				if _, err := fmt.Sscan(strings.ReplaceAll(text, ",", ""), &rate); err != nil {
					b.Fatalf("it printed %q", out.String())
				}
				ns += 1e9 / rate
			}
			b.ReportMetric(ns/float64(b.N), "ns/timer")
		})
	}
}

// The program of group command that npm could have made, loaded in this process, for
// profiles as above.
func BenchmarkNpm(b *testing.B) {
	dir := b.TempDir()
	p, err := writeNpm(dir)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var out, errs bytes.Buffer
		sc, err := run.New(run.Options{File: filepath.Join(dir, p.main), Cwd: dir, Stdout: &out, Stderr: &errs})
		if err != nil {
			b.Fatal(err)
		}
		if code, err := sc.Run(context.Background()); code != 0 || err != nil || out.String() != fmt.Sprintln(p.modules) {
			b.Fatal(code, err, out.String(), errs.String())
		}
	}
}
