package gojaloop_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/nodeapi"
)

// timeline is an engine with process on a virtual clock; its scripts have say(...).
type timeline struct {
	*gojaloop.Engine
	t     *testing.T
	lines []string
}

func newTimeline(t *testing.T, o gojaloop.Options) *timeline {
	t.Helper()
	if o.Clock == nil {
		o.Clock = eventloop.NewVirtualClock()
	}
	vm := goja.New()
	l := &timeline{t: t, Engine: gojaloop.New(vm, o)}
	nodeapi.Enable(l.Engine, nodeapi.Options{Stdout: io.Discard, Stderr: io.Discard})
	if err := vm.Set("say", func(a ...any) { l.lines = append(l.lines, strings.TrimSpace(fmt.Sprintln(a...))) }); err != nil {
		t.Fatal(err)
	}
	return l
}

func (l *timeline) run(source string) {
	l.t.Helper()
	if err := l.RunScript(context.Background(), "main.js", source); err != nil {
		l.t.Fatal(err)
	}
}

func (l *timeline) runFor(d time.Duration) {
	l.t.Helper()
	if err := l.RunFor(context.Background(), d); err != nil {
		l.t.Fatal(err)
	}
}

func (l *timeline) want(lines ...string) {
	l.t.Helper()
	if d := cmp.Diff(lines, l.lines); d != "" {
		l.t.Errorf("said (-want +got):\n%s", d)
	}
	l.lines = nil
}

// Everything that tells a script the time tells the same, wherever it is asked.
func TestVirtualOneClock(t *testing.T) {
	l := newTimeline(t, gojaloop.Options{})
	l.run(`
		const { setTimeout: sleep, setInterval: every, setImmediate: turn } = require('timers/promises')
		const start = process.hrtime(), startBig = process.hrtime.bigint(), epoch = Date.UTC(2000, 0, 1)
		const all = [
			() => Date.now() - epoch, () => new Date().getTime() - epoch, () => performance.now(),
			() => process.uptime() * 1e3, () => { const [s, ns] = process.hrtime(start); return s * 1e3 + ns / 1e6 },
			() => Number(process.hrtime.bigint() - startBig) / 1e6, () => performance.timeOrigin + performance.now() - epoch,
			() => new Event('x').timeStamp, () => performance.mark('m').startTime,
		]
		const told = (where) => {
			const times = all.map((f) => Math.floor(f())) // each reading moves the clock a little, less than 1 ms in all
			say(where, times.every((t) => t === times[0]) ? times[0] : times)
		}
		told('main')
		setTimeout(() => { told('timer'); process.nextTick(told, 'tick'); Promise.resolve('reaction').then(told) }, 20)
		const iv = setInterval(() => { told('interval'); if (++n === 3) clearInterval(iv) }, 60000); let n = 0
		;(async () => {
			await sleep(3600000); told('an hour')
			await turn(); told('immediate')
			setImmediate(told, 'immediate of old')
			let k = 0
			for (const it = every(250);;) { await it.next(); told('async interval'); if (++k === 2) { it.return(); break } }
			AbortSignal.timeout(86400000).onabort = () => told('a day')
			await sleep(86400000 * 2); told('two days')
		})()
	`)
	l.want("main 0", "timer 20", "tick 20", "reaction 20", "interval 60000", "interval 120000", "interval 180000",
		"an hour 3600000", "immediate 3600000", "immediate of old 3600000",
		"async interval 3600250", "async interval 3600500", "a day 90000500", "two days 176400500")
}

func TestVirtualDayOfIntervals(t *testing.T) {
	from := time.Now()
	l := newTimeline(t, gojaloop.Options{})
	l.run(`let n = 0; const iv = setInterval(() => { if (++n === 86400) clearInterval(iv) }, 1000)
		setTimeout(() => say(n, new Date().toISOString()), 86400001)`)
	l.want("86400 2000-01-02T00:00:00.001Z")
	if took := time.Since(from); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
}

// A script that waits for a time to come, by whatever clock it reads, comes there.
// Timers are late by that, as they would be, and never early.
func TestVirtualBusyWait(t *testing.T) {
	from := time.Now()
	for name, now := range map[string]string{
		"Date.now": "Date.now()", "new Date": "+new Date()", "performance.now": "performance.now()",
		"hrtime": "process.hrtime()[0] * 1e3 + process.hrtime()[1] / 1e6", "hrtime.bigint": "Number(process.hrtime.bigint() / 1000000n)",
		"uptime": "process.uptime() * 1e3",
	} {
		t.Run(name, func(t *testing.T) {
			l := newTimeline(t, gojaloop.Options{})
			l.run(`const now = () => ` + now + `
				const busy = (ms) => { for (const end = now() + ms; now() < end;); }
				const at = (name) => say(name, Math.floor(performance.now()))
				setTimeout(() => at('due at 50'), 50)
				setTimeout(() => { at('due at 101'); busy(100); setTimeout(() => { at('50 later') }, 50) }, 101)
				busy(100); busy(0)`)
			if len(l.lines) != 3 || l.lines[0] != "due at 50 100" || l.lines[1] != "due at 101 101" {
				t.Fatal(l.lines)
			}
			if third := l.lines[2]; third < "50 later 250" || third > "50 later 252" {
				t.Error(third)
			}
		})
	}
	if took := time.Since(from); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
}

// Each run is the same: what scripts read of the time included.
func TestVirtualRunsAreTheSame(t *testing.T) {
	run := func() []string {
		l := newTimeline(t, gojaloop.Options{})
		l.run(`
			const log = (what) => say(what, Date.now(), performance.now(), String(process.hrtime.bigint()))
			let seed = 1; const random = () => seed = seed * 16807 % 2147483647
			for (let i = 0; i < 200; i++) {
				setTimeout(() => { log('t' + i); if (i % 3 === 0) setImmediate(log, 'i' + i) }, random() % 1000)
				if (i % 5 === 0) Promise.resolve().then(() => log('p' + i))
				for (let k = random() % 100; k > 0; k--) Date.now()
			}`)
		return l.lines
	}
	if d := cmp.Diff(run(), run()); d != "" {
		t.Errorf("two runs differ:\n%s", d)
	}
}

func TestVirtualEpoch(t *testing.T) {
	clock := eventloop.NewVirtualClock()
	clock.Advance(time.Hour) // used before
	epoch := time.Date(2024, 2, 28, 23, 0, 0, 0, time.UTC)
	l := newTimeline(t, gojaloop.Options{Clock: clock, Epoch: epoch})
	l.run(`say(new Date().toISOString(), Math.floor(performance.now()), new Date(performance.timeOrigin).toISOString())
		setTimeout(() => say(new Date().toISOString()), 86400000)`)
	l.want("2024-02-29T00:00:00.000Z 0 2024-02-29T00:00:00.000Z", "2024-03-01T00:00:00.000Z")
	if got := l.TimeOrigin(); !got.Equal(epoch.Add(time.Hour)) {
		t.Errorf("origin %v", got)
	}
}

// The clock stands while work of Go's is under way, for scripts too.
func TestVirtualWaitsForGo(t *testing.T) {
	l := newTimeline(t, gojaloop.Options{})
	answer := make(chan string)
	if err := l.Runtime().Set("fetch", func() goja.Value {
		return l.Go(context.Background(), func(context.Context) (any, error) { return <-answer, nil })
	}); err != nil {
		t.Fatal(err)
	}
	// The answer is sent when the loop waits for it: then it is too late for a jump.
	l.Loop().AddHooks(eventloop.Hooks{Wait: func(time.Duration) {
		select {
		case answer <- "answer":
		default:
		}
	}})
	go func() { answer <- "answer" }()
	l.run(`setTimeout(() => say('an hour', performance.now()), 3600000)
		fetch().then((v) => { say(v, performance.now()); setTimeout(() => say('a second', performance.now()), 1000) })`)
	l.want("answer 0", "a second 1000", "an hour 3600000")
}

// On a manual clock a test goes through the time of a script step by step.
func TestManualSteps(t *testing.T) {
	l := newTimeline(t, gojaloop.Options{Clock: eventloop.NewManualClock()})
	l.PostMain(func() {
		if _, err := l.Runtime().RunScript("main.js", `
			let n = 0; setInterval(() => say('interval', ++n, Date.now() % 100000), 1000)
			require('timers/promises').setTimeout(2500).then(() => say('slept', performance.now()))
			process.on('beforeExit', () => say('beforeExit'))`); err != nil {
			panic(err)
		}
	})
	l.runFor(999 * time.Millisecond)
	l.want()
	l.runFor(time.Millisecond)
	l.want("interval 1 1000")
	l.runFor(2 * time.Second)
	l.want("interval 2 2000", "slept 2500", "interval 3 3000")
	if err := l.RunUntil(context.Background(), 4*time.Second); err != nil {
		t.Fatal(err)
	}
	l.want("interval 4 4000")
	if now := l.Loop().UpdateNow(); now != 4*time.Second || !l.Loop().Alive() {
		t.Errorf("at %v", now)
	}
	// An exception ends a step; the next goes on.
	if _, err := l.Runtime().RunString(`setTimeout(() => { throw new Error('thrown') }, 10)`); err != nil {
		t.Fatal(err)
	}
	if err := l.RunFor(context.Background(), time.Second); err == nil || !strings.Contains(err.Error(), "thrown") {
		t.Errorf("error %v", err)
	}
	l.runFor(990 * time.Millisecond)
	l.want("interval 5 5000")
}

// Another goroutine moves the clock, inside a testing/synctest bubble.
func TestManualInBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := eventloop.NewManualClock()
		l := newTimeline(t, gojaloop.Options{Clock: clock})
		end := make(chan error, 1)
		go func() {
			end <- l.RunScript(t.Context(), "main.js", `
				const iv = setInterval(() => say('interval', performance.now()), 60000)
				setTimeout(() => { say('end', Math.floor(performance.now())); clearInterval(iv) }, 150000)`)
		}()
		synctest.Wait()
		l.want()
		clock.Advance(time.Minute)
		synctest.Wait()
		l.want("interval 60000")
		time.Sleep(time.Hour) // the bubble's time is another
		clock.Advance(time.Minute - time.Millisecond)
		synctest.Wait()
		l.want()
		clock.AdvanceTo(150 * time.Second)
		if err := <-end; err != nil {
			t.Error(err)
		}
		l.want("interval 150000", "end 150000")
	})
}

// The jumping clock in a bubble, and the bubble's own.
func TestVirtualInBubble(t *testing.T) {
	for name, clock := range map[string]func() eventloop.Clock{
		"virtual": func() eventloop.Clock { return eventloop.NewVirtualClock() },
		"bubble":  eventloop.NewSystemClock,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				from := time.Now()
				l := newTimeline(t, gojaloop.Options{Clock: clock()})
				l.run(`const start = Date.now(); setTimeout(() => say(Date.now() - start), 86400000)`)
				l.want("86400000")
				if d := time.Since(from); (d != 0) != (name == "bubble") {
					t.Errorf("the bubble's time went on by %v", d)
				}
			})
		})
	}
}

func ExampleEngine_RunFor() {
	vm := goja.New()
	_ = vm.Set("print", fmt.Println)
	js := gojaloop.New(vm, gojaloop.Options{Clock: eventloop.NewManualClock()})
	js.PostMain(func() {
		_, _ = vm.RunString(`setInterval(() => print(new Date().toISOString()), 3600000)`)
	})
	ctx := context.Background()
	_ = js.RunFor(ctx, 59*time.Minute)
	fmt.Println("nothing for 59 minutes")
	_ = js.RunFor(ctx, 2*time.Hour)
	// Output:
	// nothing for 59 minutes
	// 2000-01-01T01:00:00.000Z
	// 2000-01-01T02:00:00.000Z
}
