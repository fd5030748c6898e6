package native

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/bench/programs"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// tiny is a row's parameters with a count that takes no time.
func tiny(conf samples.Conf, n float64) samples.Conf {
	conf = append(samples.Conf(nil), conf...)
	last := &conf[len(conf)-1]
	switch last.Key {
	case "n":
		last.Value = n
	case "thousands":
		last.Value = n / 1e3
	case "millions":
		last.Value = n / 1e6
	default:
		panic("no count in " + conf.Inspect())
	}
	return conf
}

// wantCount is what a program counts with a count of n.
func wantCount(r programs.Row, n float64) float64 {
	conf := tiny(r.Full, n)
	if kind, _ := conf.Get("type"); strings.HasSuffix(r.File, "immediate.js") {
		switch kind {
		case "breadth4":
			return n / 2
		case "clear":
			return 4 * n
		}
	}
	return conf[len(conf)-1].Value.(float64)
}

const tinyN = 12

// together runs f for all rows at once: some of them wait for timers.
func together(f func(programs.Row)) {
	var wg sync.WaitGroup
	for _, r := range programs.Rows() {
		wg.Go(func() { f(r) })
	}
	wg.Wait()
}

// once makes one pass.
func once(t *testing.T, runtime string, r programs.Row, observed func(*eventloop.Loop)) (*pass, float64, error) {
	t.Helper()
	w, missing := find(runtime, r.File, r.Full)
	if missing != nil {
		return nil, 0, missing
	}
	p := &pass{ctx: t.Context(), conf: tiny(r.Full, tinyN), observed: observed}
	count, err := w.run(p)
	return p, count, err
}

func TestEveryRowEndsAndCounts(t *testing.T) {
	for _, runtime := range Runtimes() {
		if runtime == GojaNodejs {
			continue // its programs have a test of their own
		}
		together(func(r programs.Row) {
			p, count, err := once(t, runtime, r, nil)
			var missing *Unavailable
			switch {
			case errors.As(err, &missing):
				if runtime == Native || runtime == NativeOwned {
					if !isFloor(r.File) {
						t.Errorf("%s has no twin of %s", runtime, r.Name())
					}
				}
			case err != nil:
				t.Errorf("%s, %s: %v", runtime, r.Name(), err)
			case count != wantCount(r, tinyN):
				t.Errorf("%s, %s: count %v, want %v", runtime, r.Name(), count, wantCount(r, tinyN))
			case p.elapsed <= 0:
				t.Errorf("%s, %s: no time has passed", runtime, r.Name())
			}
		})
	}
}

// What is set, run and cleared, as the loop itself sees it.
func TestTwinsDoTheWorkOfThePrograms(t *testing.T) {
	type work struct{ set, ran, cleared, ticks int }
	const n = tinyN
	want := map[string]work{
		"timers/immediate.js type='depth'":                   {set: n, ran: n},
		"timers/immediate.js type='depth1'":                  {set: n, ran: n},
		"timers/immediate.js type='breadth'":                 {set: n, ran: n},
		"timers/immediate.js type='breadth1'":                {set: n, ran: n},
		"timers/immediate.js type='breadth4'":                {set: n / 2, ran: n / 2},
		"timers/immediate.js type='clear'":                   {set: 4*n + 1, ran: 1, cleared: 4 * n},
		"timers/set-immediate-breadth-args.js":               {set: n, ran: n},
		"timers/set-immediate-breadth.js":                    {set: n, ran: n},
		"timers/set-immediate-depth-args.js":                 {set: n, ran: n},
		"timers/set-immediate-depth.js":                      {set: n, ran: n},
		"timers/timers-breadth-args.js":                      {set: n, ran: n},
		"timers/timers-breadth.js":                           {set: n, ran: n},
		"timers/timers-cancel-pooled.js":                     {set: n + 1, cleared: n + 1},
		"timers/timers-cancel-unpooled.js direction='start'": {set: n, cleared: n},
		"timers/timers-cancel-unpooled.js direction='end'":   {set: n, cleared: n},
		"timers/timers-depth.js":                             {set: n, ran: n},
		"timers/timers-insert-pooled.js":                     {set: n, ran: n},
		"timers/timers-insert-unpooled.js direction='start'": {set: n, cleared: n},
		"timers/timers-insert-unpooled.js direction='end'":   {set: n, cleared: n},
		"timers/timers-timeout-nexttick.js":                  {set: n, ran: n, ticks: n},
		"timers/timers-timeout-pooled.js":                    {set: n, ran: n},
		"timers/timers-timeout-unpooled.js":                  {set: n, ran: n},
		"timers/getActiveTimers-bench.js default_value=1":    {set: n, cleared: n},
		"timers/getActiveTimers-bench.js default_value=0":    {set: n, cleared: n},
		"misc/timers.js type='depth'":                        {set: n, ran: n},
		"misc/timers.js type='breadth'":                      {set: n, ran: n},
		"settimeout.js line='startup'":                       {set: n, ran: n},
		"settimeout.js line='done'":                          {set: n, ran: n},
	}
	seen := map[string]bool{}
	var lock sync.Mutex
	for _, runtime := range []string{Native, NativeOwned} {
		together(func(r programs.Row) {
			name := strings.TrimSpace(r.File + " " + r.Full[:len(r.Full)-1].Inspect())
			w, ok := want[name]
			if !ok {
				if !isFloor(r.File) && r.File != "timers/priority-queue.js" {
					t.Errorf("no expectation for %s", name)
				}
				return
			}
			lock.Lock()
			seen[name] = true
			lock.Unlock()
			var got work
			_, _, err := once(t, runtime, r, func(l *eventloop.Loop) {
				l.AddHooks(eventloop.Hooks{
					Set: func(k eventloop.Kind, _ any) {
						if k == eventloop.KindTimer || k == eventloop.KindImmediate {
							got.set++
						}
					},
					Cleared: func(eventloop.Kind, any) { got.cleared++ },
					Before: func(k eventloop.Kind, _ any) {
						if k == eventloop.KindTick {
							got.ticks++
						} else {
							got.ran++
						}
					},
				})
			})
			if err != nil || got != w {
				t.Errorf("%s, %s: %+v, want %+v; %v", runtime, name, got, w, err)
			}
		})
	}
	for name := range want {
		if !seen[name] {
			t.Errorf("no row %s", name)
		}
	}
}

// A pass whose callbacks do not add up fails.
func TestChecksFail(t *testing.T) {
	for _, test := range []struct {
		err  error
		fail bool
	}{
		{check("x", 1, 1), false},
		{check("x", 1, 2), true},
		{checks(nil, check("x", 1, 2), nil), true},
		{(&tally{one: 1, two: 1, three: 2}).check(6), true},
		{(&tally{one: 2, two: 2, three: 2}).check(6), false},
		{checkFours(1, &tally{one: 2, two: 1, three: 1}, 5), true},
		{checkFours(2, &tally{one: 1, two: 1, three: 1}, 5), false},
	} {
		if (test.err != nil) != test.fail {
			t.Errorf("%+v: %v", test, test.err)
		}
	}
	l := (&pass{}).loop()
	l.AfterFunc(0, func() { l.StopNoWait() })
	l.AfterFunc(ms, func() {})
	if err := (&pass{ctx: t.Context()}).run(l); err == nil {
		t.Error("a loop that was stopped counts as run to its end")
	}
}

func TestProgramsOnGojaNodejs(t *testing.T) {
	missing := map[string]string{
		"timers/set-immediate-breadth-args.js": "no exit event",
		"timers/set-immediate-breadth.js":      "no exit event",
		"timers/set-immediate-depth-args.js":   "no exit event",
		"timers/set-immediate-depth.js":        "no exit event",
		"timers/timers-cancel-pooled.js":       "timers of one delay are not linked by _idlePrev",
		"timers/timers-timeout-nexttick.js":    "no process.nextTick",
		"timers/timers-timeout-unpooled.js":    "timers have no unref",
		"timers/getActiveTimers-bench.js":      "no process.getActiveResourcesInfo",
	}
	together(func(r programs.Row) {
		p := &pass{ctx: t.Context(), conf: tiny(r.Full, tinyN)}
		count, err := runProgram(p, r.File, io.Discard)
		if reason := missing[r.File]; reason != "" {
			var u *Unavailable
			if !errors.As(err, &u) || u.Reason != reason {
				t.Errorf("%s: %v, want it n/a: %s", r.Name(), err, reason)
			}
			return
		}
		want := wantCount(r, tinyN)
		if err != nil || count < want*0.999 || count > want*1.001 || p.elapsed <= 0 {
			t.Errorf("%s: count %v in %v, %v; want %v", r.Name(), count, p.elapsed, err, want)
		}
	})
}

func TestSettimeoutPrintsItsLines(t *testing.T) {
	var b strings.Builder
	p := &pass{ctx: t.Context(), conf: samples.Conf{{Key: "line", Value: "done"}, {Key: "n", Value: 3.0}}}
	if _, err := runProgram(p, "settimeout.js", &b); err != nil {
		t.Fatal(err)
	}
	var startup, done int
	if n, err := fmt.Sscanf(b.String(), "wait...\nsmaller is better\nstartup: %d\ndone: %d\n", &startup, &done); n != 2 {
		t.Errorf("printed %q: %v", b.String(), err)
	}
	if startup+done < 999 {
		t.Errorf("timers of a second were done after %d and %d ms", startup, done)
	}
}

func TestRun(t *testing.T) {
	ctx := t.Context()
	conf := samples.Conf{{Key: "type", Value: "clear"}, {Key: "n", Value: 5.0}}
	count, elapsed, err := Run(ctx, Native, "timers/immediate.js", conf)
	if err != nil || count != 20 || elapsed <= 0 {
		t.Errorf("%v in %v, %v", count, elapsed, err)
	}
	list, err := Measure(ctx, NativeOwned, "timers/immediate.js", conf, 3)
	if err != nil || len(list) != 3 || list[0].Count != 20 {
		t.Errorf("%v, %v", list, err)
	}
	list, err = Measure(ctx, Native, "timers/timers-depth.js", samples.Conf{{Key: "n", Value: 20.0}}, 2)
	if err != nil || list[0].Count != 10 || list[1].Count != 20 {
		t.Errorf("warming up and measuring: %v, %v", list, err)
	}

	for _, test := range []struct {
		runtime, name string
		n             samples.Value
		want          string
	}{
		{"node", "timers/immediate.js", 5.0, `n/a: no runtime "node"`},
		{Native, "floor/immediate.js", 5.0, "n/a: Go compiles the bare loop away"},
		{Native, "timers/other.js", 5.0, "n/a: no such program"},
		{AfterFunc, "timers/immediate.js", 5.0, "n/a: no immediates"},
		{AfterFunc, "timers/timers-timeout-pooled.js", 5.0, "n/a: timers fire on goroutines as soon as they are due; they cannot be held back"},
		{TimingWheel, "timers/getActiveTimers-bench.js", 5.0, "n/a: no listing of timers"},
		{GojaNodejs, "timers/timers-timeout-nexttick.js", 5.0, "n/a: no process.nextTick"},
		{GojaNodejs, "misc/timers.js", 5.0, "n/a: a missing delay is zero, not one millisecond"},
		{Native, "timers/immediate.js", "many", "n must be a number of things to do, not many"},
		{Native, "timers/immediate.js", 0.0, "n must be a number of things to do, not 0"},
	} {
		conf := samples.Conf{{Key: "type", Value: "depth"}, {Key: "n", Value: test.n}}
		if _, _, err := Run(ctx, test.runtime, test.name, conf); err == nil || err.Error() != test.want {
			t.Errorf("%s, %s: %v, want %s", test.runtime, test.name, err, test.want)
		}
	}

	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	for _, runtime := range Runtimes() {
		_, _, err := Run(cancelled, runtime, "timers/timers-depth.js", samples.Conf{{Key: "n", Value: 1e6}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: %v", runtime, err)
		}
	}
}

func TestRowsTellWhatIsMissing(t *testing.T) {
	counts := map[string]int{}
	for _, r := range Rows() {
		if r.Reason == "" {
			counts[r.Runtime]++
		}
		if r.Full.Inspect() == r.Quick.Inspect() {
			t.Errorf("%s %s: both presets are alike", r.Filename, r.Full.Inspect())
		}
	}
	all := len(programs.Rows())
	if counts[Native] != counts[NativeOwned] || counts[GojaNodejs] != all || counts[AfterFunc] != counts[TimingWheel] || counts[AfterFunc] != 13 {
		t.Errorf("rows there are: %v", counts)
	}
}
