//go:build unix

package health_test

import (
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/trace/health"
)

// BenchmarkPaired is the share of CPU time that a Monitor adds, with all its goroutine
// does: many pairs of short runs on one loop, without and with one, in the order A B B A,
// and the median of the ratios. Pairs are short because what disturbs a machine lasts
// longer than they do, and so comes to both:
//
//	go test -run xxx -bench Paired -benchtime 1x ./trace/health
func BenchmarkPaired(b *testing.B) {
	const script = `
let sum = 0, n
function work() { for (let i = 0; i < rounds; i++) sum += i }
function immediate() { work(); if (--n > 0) setImmediate(immediate) }
function churn() { work(); for (let i = 0; i < 20; i++) clearTimeout(setTimeout(churn, 1000)); if (--n > 0) setImmediate(churn) }
async function promises() { while (--n > 0) { work(); await null } }
`
	for _, c := range []struct {
		name, start string
		n, rounds   int
	}{
		{"immediates", "setImmediate(immediate)", 40_000, 0},
		{"immediates-with-work", "setImmediate(immediate)", 5_000, 60},
		{"promises", "promises()", 25_000, 0},
		{"set-and-clear", "churn()", 3_000, 0},
	} {
		b.Run("script="+c.name, func(b *testing.B) {
			e := gojaloop.New(goja.New(), gojaloop.Options{})
			_ = e.Runtime().Set("rounds", c.rounds)
			_ = e.Runtime().Set("count", c.n)
			if err := e.RunScript(b.Context(), "main.js", script); err != nil {
				b.Fatal(err)
			}
			paired(b, e.Loop(), func() {
				if err := e.RunScript(b.Context(), "start.js", "n = count; "+c.start); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
	b.Run("go=immediates", func(b *testing.B) {
		l, n := eventloop.New(eventloop.Options{}), 0
		var step func()
		step = func() {
			if n++; n < 250_000 {
				l.SetImmediate(step)
			}
		}
		paired(b, l, func() {
			n = 0
			l.SetImmediate(step)
			if err := l.Run(b.Context()); err != nil {
				b.Fatal(err)
			}
		})
	})
}

const pairs = 100

var order = [2][2]bool{{false, true}, {true, false}}

func paired(b *testing.B, l *eventloop.Loop, run func()) {
	m := health.New(l, health.Options{})
	for b.Loop() {
		var ratios []float64
		for i := range pairs {
			var t [2]time.Duration
			for _, watch := range order[i%2] {
				before := cpu(b)
				if watch {
					m.Start()
				}
				run()
				if watch {
					m.Stop()
				}
				t[map[bool]int{true: 1}[watch]] = cpu(b) - before
			}
			ratios = append(ratios, float64(t[1])/float64(t[0]))
		}
		slices.Sort(ratios)
		b.ReportMetric(100*(ratios[pairs/2]-1), "%median")
		b.ReportMetric(100*(ratios[pairs/4]-1), "%lower")
		b.ReportMetric(100*(ratios[pairs*3/4]-1), "%upper")
	}
}

// cpu is the CPU time this process has taken.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
