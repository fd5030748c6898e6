package gojaloop_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
)

func TestLongDelays(t *testing.T) {
	const script = `
		setTimeout(() => say('2^31'), 2 ** 31)
		const t = setTimeout(() => say('year'), 365 * 86400e3); say(String(t._idleTimeout))
		let n = 0
		const iv = setInterval(() => { say('month'); if (++n === 2) clearInterval(iv) }, 30 * 86400e3)
		require('timers/promises').setTimeout(40 * 86400e3).then(() => say('promise'))
		const f = T.setFixedInterval(() => { say('fixed'); clearInterval(f) }, 50 * 86400e3)
		say(String(setTimeout(() => say('never'), Infinity).unref()._idleTimeout))
		setTimeout(() => say('never'), 2 ** 53).unref()
		setTimeout(() => say('never'), 1e13).unref()
		setTimeout(() => say('nan'), NaN); setTimeout(() => say('negative'), -(2 ** 40))`
	var warned []string
	got, err := beyond(t, gojaloop.Options{
		LongDelays: true,
		Warn:       func(name, _ string) { warned = append(warned, name) },
	}, script)
	const want = "31536000000@0 9007199254740992@0 nan@1 negative@1 2^31@2147483648 month@2592000000 promise@3456000000 fixed@4320000000 month@5184000000 year@31536000000"
	if err != nil || got != want {
		t.Errorf("got  %s\nwant %s\nerror %v", got, want, err)
	}
	if s := strings.Join(warned, " "); s != "TimeoutNaNWarning TimeoutNegativeWarning" {
		t.Errorf("warnings: %s", s)
	}
	// Off, it is Node's.
	warned = nil
	got, err = beyond(t, gojaloop.Options{Warn: func(name, _ string) { warned = append(warned, name) }},
		`say(String(setTimeout(() => say('x'), 2 ** 31)._idleTimeout))`)
	if err != nil || got != "1@0 x@1" || len(warned) != 1 || warned[0] != "TimeoutOverflowWarning" {
		t.Errorf("got %s, warnings %v, error %v", got, warned, err)
	}
}

// A loop's clock ends after 292 years: what is due later keeps the loop waiting and
// does not fire.
func TestLongDelaysBeyondTheClock(t *testing.T) {
	got, err := beyond(t, gojaloop.Options{LongDelays: true, Resolution: time.Microsecond}, `
		setTimeout(() => say('never'), 300 * 366 * 86400e3)
		setTimeout(() => { say('late'); stop() }, 290 * 365 * 86400e3)`,
		func(e *gojaloop.Engine) { _ = e.Runtime().Set("stop", func() { e.Loop().StopNoWait() }) })
	if !errors.Is(err, eventloop.ErrStopped) || got != fmt.Sprintf("late@%d", int64(290*365*86400e3)) {
		t.Errorf("got %s, error %v", got, err)
	}
}

func TestMaxTimers(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"each way to a timer", `
			setTimeout(() => say('a'), 5); setInterval(() => say('b'), 10).unref(); const c = setTimeout(() => say('c'), 10)
			const bad = (f) => { try { f(); say('no error') } catch (e) { say(e.name + e.code) } }
			bad(() => setTimeout(() => {}, 1)); bad(() => setInterval(() => {}, 1)); bad(() => AbortSignal.timeout(1))
			bad(() => T.setTimeout(() => {}, 1)); bad(() => T.setFixedInterval(() => {}, 1)); bad(() => T.setAsyncInterval(() => {}, 1))
			const P = require('timers/promises'), no = (e) => say(e.code)
			P.setTimeout(1).catch(no); P.setInterval(1).next().catch(no); P.scheduler.wait(1).catch(no)
			setImmediate(() => say('immediate'))
			c.refresh(); clearTimeout(c); setTimeout(() => say('room'), 7)`,
			strings.Repeat("RangeErrorERR_TOO_MANY_TIMERS@0 ", 6) + strings.Repeat("ERR_TOO_MANY_TIMERS@0 ", 3) + "immediate@0 a@5 room@7"},
		{"a timer counts while its callback runs", `
			const keep = [setTimeout(() => {}, 100), setTimeout(() => {}, 100)]
			const t = setTimeout(() => {
				try { setTimeout(() => {}, 1) } catch (e) { say(e.message) }
				t.refresh(); clearTimeout(keep[0]); setTimeout(() => say('x'), 1); clearTimeout(t); clearTimeout(keep[1])
			}, 10)`,
			"Too many timers. The limit of 3 pending timers is reached@10 x@11"},
		{"intervals go on at the limit", `
			let n = 0
			const iv = setInterval(() => { say('iv'); if (++n === 3) clearInterval(iv) }, 10)
			const more = [setTimeout(() => {}, 50), setTimeout(() => {}, 50)]`,
			"iv@10 iv@20 iv@30"},
		{"a fired timer is refreshed only if there is room", `
			const t = setTimeout(() => say('t'), 1)
			setTimeout(() => {
				setTimeout(() => say('a'), 10); setTimeout(() => say('b'), 10)
				try { t.refresh() } catch (e) { say(e.code) }
			}, 5)`,
			"t@1 ERR_TOO_MANY_TIMERS@5 a@15 b@15"},
		{"an async interval needs room for its next turn", `
			T.setAsyncInterval(async () => { for (let i = 0; i < 2; i++) setTimeout(() => {}, 5)
				await new Promise((r) => setImmediate(r)); setTimeout(() => {}, 5) }, 10).finished.catch((e) => say(e.code))`,
			"ERR_TOO_MANY_TIMERS@10"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := beyond(t, gojaloop.Options{MaxTimers: 3}, c.script); err != nil || got != c.want {
				t.Errorf("got  %s\nwant %s\nerror %v", got, c.want, err)
			}
		})
	}
}

// Ticks, queueMicrotask, promise reactions, async functions and thenables for ever:
// each is seen, and can be ended.
func TestStarvation(t *testing.T) {
	for name, script := range map[string]string{
		"ticks":      `const f = () => tick(f); f()`,
		"microtasks": `const f = () => queueMicrotask(f); f()`,
		"reactions":  `const f = () => { Promise.resolve().then(f) }; f()`,
		"await":      `(async () => { for (;;) await null })()`,
		"both":       `const f = () => { Promise.resolve().then(() => tick(f)) }; f()`,
	} {
		t.Run(name, func(t *testing.T) {
			var reports []eventloop.Starved
			run := func(end func(*gojaloop.Engine)) error {
				reports = nil
				vm := goja.New()
				var e *gojaloop.Engine
				e = gojaloop.New(vm, gojaloop.Options{Clock: eventloop.NewVirtualClock(), Starvation: eventloop.Starvation{
					Tasks: 1000,
					Report: func(s eventloop.Starved) {
						reports = append(reports, s)
						end(e)
					},
				}})
				_ = vm.Set("tick", e.NextTickFunction(nil))
				return e.RunScript(context.Background(), "x.js", script)
			}
			if err := run(func(e *gojaloop.Engine) { e.Loop().Fail(errGo) }); !errors.Is(err, errGo) {
				t.Errorf("failed: %v", err)
			}
			if len(reports) != 1 || reports[0] != (eventloop.Starved{Tasks: 1000}) {
				t.Errorf("reports %+v", reports)
			}
			if err := run(func(e *gojaloop.Engine) { e.Loop().StopNoWait() }); !errors.Is(err, eventloop.ErrStopped) {
				t.Errorf("stopped: %v", err)
			}
		})
	}
}

// A drain of many tasks that keeps no timer waiting is fine.
func TestStarvationOfTimers(t *testing.T) {
	var reports []eventloop.Starved
	got, err := beyond(t, gojaloop.Options{Starvation: eventloop.Starvation{
		Late:   50 * time.Millisecond,
		Report: func(s eventloop.Starved) { reports = append(reports, s) },
	}}, `
		const spin = (n) => new Promise((r) => { const f = () => n-- ? (busy(1), Promise.resolve().then(f)) : r(); f() })
		setTimeout(() => spin(200), 10)            // nobody waits
		setTimeout(() => { setTimeout(() => say('late'), 100); spin(300) }, 1000)
		setTimeout(() => { setTimeout(() => say('in time'), 280); spin(300) }, 2000)`)
	if err != nil || got != "late@1300 in time@2300" {
		t.Errorf("got %s, error %v", got, err)
	}
	if len(reports) != 1 || reports[0].Late <= 50*time.Millisecond || reports[0].Late > 90*time.Millisecond ||
		reports[0].Tasks < 150 || reports[0].Tasks > 200 {
		t.Errorf("reports %+v", reports)
	}
}

func TestResolutionWithScripts(t *testing.T) {
	for _, r := range []time.Duration{time.Microsecond, 50 * time.Microsecond, 250 * time.Microsecond, time.Millisecond, 0, 300} {
		got, err := beyond(t, gojaloop.Options{Resolution: r}, `
			setTimeout(() => say('js2'), 2); go(1500, 'go1.5'); go(2000, 'go2'); go(2500, 'go2.5'); setTimeout(() => say('js3'), 3)
			const t = setTimeout(() => {}, 7)
			let n = 0
			const iv = setInterval(() => { say('iv'); if (++n === 2) { clearInterval(iv); say(t._idleStart + '/' + t._idleTimeout) } }, 4)`,
			func(e *gojaloop.Engine) {
				vm := e.Runtime()
				_ = vm.Set("go", func(us int64, word string) {
					from, d := e.Loop().Clock().Now(), time.Duration(us)*time.Microsecond
					e.Loop().AfterFunc(d, func() {
						if at := e.Loop().Clock().Now() - from; at < d || at > d+max(r, time.Microsecond) && r != 0 {
							t.Errorf("resolution %v: %v after %v", r, d, at)
						}
						say, _ := goja.AssertFunction(vm.Get("say"))
						_, _ = say(goja.Undefined(), vm.ToValue(word))
					})
				})
			})
		want := "go1.5@1 js2@2 go2@2 go2.5@2 js3@3 iv@4 iv@8 0/7@8"
		if r == time.Millisecond || r == 0 {
			want = "js2@2 go1.5@2 go2@2 go2.5@3 js3@3 iv@4 iv@8 0/7@8"
		}
		if err != nil || got != want {
			t.Errorf("resolution %v\ngot  %s\nwant %s\nerror %v", r, got, want, err)
		}
	}
}

var errGo = errors.New("an error of Go's")

// What the options say can be changed later, for timers made from then on.
func TestLimitsCanBeChanged(t *testing.T) {
	got, err := beyond(t, gojaloop.Options{LongDelays: true, MaxTimers: 1}, `
		const t = setTimeout(() => say('long'), 2 ** 31); set()
		say(String(setTimeout(() => say('short'), 2 ** 31)._idleTimeout))`,
		func(e *gojaloop.Engine) {
			_ = e.Runtime().Set("set", func() {
				e.SetLongDelays(false)
				e.SetMaxTimers(2)
			})
		})
	if err != nil || got != "1@0 short@1 long@2147483648" {
		t.Errorf("got %s, error %v", got, err)
	}
}
