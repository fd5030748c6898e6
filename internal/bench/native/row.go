package native

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/nodetimers/nodetimers/internal/bench/programs"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is what the runner sees: which rows there are, and how one is run.

// The runtimes. See the package comment.
const (
	Native      = "native"
	NativeOwned = "native-owned"
	AfterFunc   = "afterfunc"
	TimingWheel = "timingwheel"
	GojaNodejs  = "goja_nodejs"
)

// Runtimes lists the names of the runtimes.
func Runtimes() []string {
	return []string{Native, NativeOwned, AfterFunc, TimingWheel, GojaNodejs}
}

// Row is one row of package programs on one runtime.
type Row struct {
	Runtime  string
	Filename string // the script's id, such as timers/immediate.js
	// Full and Quick are its parameters in the two presets.
	Full, Quick samples.Conf
	// Reason tells why there is nothing to measure; empty if there is. Of
	// goja_nodejs it is known only when the program runs.
	Reason string
}

// Rows lists all rows of all runtimes, those that are n/a too.
func Rows() []Row {
	var list []Row
	for _, name := range Runtimes() {
		for _, r := range programs.Rows() {
			row := Row{Runtime: name, Filename: r.File, Full: r.Full, Quick: r.Quick}
			if _, err := find(name, r.File, r.Full); err != nil {
				row.Reason = err.Reason
			}
			list = append(list, row)
		}
	}
	return list
}

// Unavailable is the error for a row that a runtime has nothing for.
type Unavailable struct {
	// Reason completes the sentence "not available because": no exit event.
	Reason string
}

// Error is n/a and the reason.
func (u *Unavailable) Error() string { return "n/a: " + u.Reason }

// Run does a row's work and tells how much of what it counts was done in which time.
// An *Unavailable says that the runtime has nothing for it; any other error that the
// work was not done, or of ctx. Parameters are those of the program, with any count.
//
// It is meant to be called once in a process, on its main goroutine, as a JavaScript
// program runs. See the package comment for what is timed.
func Run(ctx context.Context, runtime, name string, conf samples.Conf) (count float64, elapsed time.Duration, err error) {
	passes := 2
	if runtime == GojaNodejs {
		passes = 1
	}
	list, err := Measure(ctx, runtime, name, conf, passes)
	if err != nil {
		return 0, 0, err
	}
	last := list[len(list)-1]
	return last.Count, last.Elapsed, nil
}

// Pass is one execution of a row's work.
type Pass struct {
	Count   float64
	Elapsed time.Duration
}

// Measure makes passes one after the other, each on a fresh loop, with a garbage
// collection before each. The first one touches new memory. Of rows that wait for
// the clock all but the last pass are short.
func Measure(ctx context.Context, runtimeName, name string, conf samples.Conf, passes int) ([]Pass, error) {
	t, missing := find(runtimeName, name, conf)
	if missing != nil {
		return nil, missing
	}
	var list []Pass
	for i := range passes {
		this := conf
		if t.waits && i < passes-1 {
			this = few(conf)
		}
		p := &pass{ctx: ctx, conf: this}
		runtime.GC()
		count, err := t.run(p)
		if err == nil {
			err = ctx.Err()
		}
		if err == nil && p.elapsed <= 0 {
			err = fmt.Errorf("the clock is too coarse for %s %s", name, this.Inspect())
		}
		if err != nil {
			return nil, err
		}
		list = append(list, Pass{count, p.elapsed})
	}
	return list, nil
}

// few is conf with a count of ten timers at most.
func few(conf samples.Conf) samples.Conf {
	conf = slices.Clone(conf)
	for i, param := range conf {
		n, ok := param.Value.(float64)
		if !ok {
			continue
		}
		switch param.Key {
		case "n":
			conf[i].Value = min(n, 10)
		case "thousands":
			conf[i].Value = min(n, 0.01)
		}
	}
	return conf
}

// twin is a row's work in Go. run is called with a fresh pass and returns the count
// that the JavaScript program gives to bench.end.
type twin struct {
	run   func(*pass) (float64, error)
	waits bool // most of its time is waiting for timers
}

// find looks a row up.
func find(runtime, name string, conf samples.Conf) (twin, *Unavailable) {
	table, reasons := tableOf(runtime)
	if table == nil {
		return twin{}, &Unavailable{fmt.Sprintf("no runtime %q", runtime)}
	}
	key := name
	for _, param := range []string{"type", "direction", "line", "default_value"} {
		if v, ok := conf.Get(param); ok {
			if f, ok := v.(float64); ok {
				v = samples.Number(f)
			}
			key += fmt.Sprintf(" %s=%v", param, v)
		}
	}
	if t, ok := table[key]; ok {
		return t, nil
	}
	if t, ok := table[name]; ok {
		return t, nil
	}
	return twin{}, &Unavailable{reasons(name)}
}

// tableOf gives a runtime's twins and why others are missing.
func tableOf(runtime string) (table map[string]twin, reasons func(name string) string) {
	switch runtime {
	case Native:
		return funcTwins, noTwin
	case NativeOwned:
		return ownedTwins, noTwin
	case AfterFunc:
		return afterFuncTwins, noPeer
	case TimingWheel:
		return wheelTwins, noPeer
	case GojaNodejs:
		return gojaTwins(), noTwin
	}
	return nil, nil
}

// noTwin is why package eventloop has no twin of a program.
func noTwin(name string) string {
	if isFloor(name) {
		return "Go compiles the bare loop away"
	}
	return "no such program"
}

func isFloor(name string) bool { return len(name) > 6 && name[:6] == "floor/" }

// count reads the number of things to do from the parameter of that name, in units of
// unit: at least one.
func (p *pass) count(key string, unit float64) (int, error) {
	v, _ := p.conf.Get(key)
	f, ok := v.(float64)
	if !ok || math.IsNaN(f) || f*unit < 0.5 || f*unit > 1e9 {
		return 0, fmt.Errorf("%s must be a number of things to do, not %v", key, v)
	}
	return int(math.Round(f * unit)), nil
}
