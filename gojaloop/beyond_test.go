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

// beyond runs a script on a virtual clock and gives what it said: say(word) adds
// word@ms, and Go functions of the test may be put in place by setup.
func beyond(t *testing.T, o gojaloop.Options, script string, setup ...func(*gojaloop.Engine)) (string, error) {
	t.Helper()
	clock := eventloop.NewVirtualClock()
	o.Clock = clock
	vm := goja.New()
	e := gojaloop.New(vm, o)
	var words []string
	for name, f := range map[string]any{
		"say":  func(w string) { words = append(words, fmt.Sprintf("%s@%d", w, clock.Now()/time.Millisecond)) },
		"busy": func(ms int64) { clock.Advance(time.Duration(ms) * time.Millisecond) },
	} {
		if err := vm.Set(name, f); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range setup {
		f(e)
	}
	err := e.RunScript(context.Background(), "test.js", "'use strict'; const T = require('nodetimers/timers');\n"+script)
	return strings.Join(words, " "), err
}

func TestBeyondModule(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"the functions take options and then arguments", `
			T.setTimeout((a, b) => say('t' + a + b), 10, {}, 1, 2)
			T.setTimeout((a) => say('u' + a), 20, undefined, 3)
			T.setImmediate((a) => say('i' + a), undefined, 4)
			const iv = T.setInterval((a) => { say(a); if (n++) T.clearInterval(iv) }, 7, {}, 'v'); let n = 0`,
			"i4@0 v@7 t12@10 v@14 u3@20"},
		{"handles are Node's", `
			const t = T.setTimeout(() => say('never'), 10)
			say(t.constructor === setTimeout(() => {}, 1).constructor)
			clearTimeout(t)
			say(T.clearTimeout === clearTimeout)`,
			"true@0 true@0"},
		{"unref", `
			T.setTimeout(() => say('never'), 10, { unref: true })
			T.setInterval(() => say('never'), 10, { unref: true })
			T.setFixedInterval(() => say('never'), 10, { unref: true })
			T.setAsyncInterval(() => say('never'), 10, { unref: true })
			T.setImmediate(() => say('never'), { unref: true })`,
			""},
		{"a signal clears each kind", `
			const c = new AbortController(), { signal } = c
			T.setTimeout(() => say('never'), 100, { signal })
			T.setInterval(() => say('interval'), 40, { signal })
			T.setFixedInterval(() => say('fixed'), 45, { signal })
			T.setAsyncInterval(() => say('async'), 47, { signal }).finished.then(() => say('finished'))
			T.setTimeout(() => { T.setImmediate(() => say('never'), { signal }); c.abort() }, 90)`,
			"interval@40 fixed@45 async@47 interval@80 finished@90"},
		{"a signal that is aborted already", `
			const signal = AbortSignal.abort()
			const t = T.setTimeout(() => say('never'), 1, { signal })
			T.setImmediate(() => say('never'), { signal })
			T.setFixedInterval(() => say('never'), 1, { signal })
			T.setAsyncInterval(() => say('never'), 1, { signal }).finished.then(() => say('finished'))
			say(t._destroyed)`,
			"true@0 finished@0"},
		{"a callback may abort its own interval", `
			const c = new AbortController()
			T.setInterval(() => { say('once'); c.abort() }, 5, { signal: c.signal })`,
			"once@5"},
		{"the listener leaves the signal when the timer is over", `
			const c = new AbortController()
			T.setTimeout(() => {}, 1, { signal: c.signal })
			clearTimeout(T.setTimeout(() => {}, 1, { signal: c.signal }))
			T.setImmediate(() => {}, { signal: c.signal })
			T.setAsyncInterval(() => {}, 1, { signal: c.signal }).clear()
			say(listeners(c.signal))
			setTimeout(() => say(listeners(c.signal)), 5)`,
			"2@0 0@5"},
		{"a group", `
			const g = T.group()
			T.setTimeout(() => say('a'), 10, { group: g })
			T.setTimeout(() => say('never'), 100, { group: g })
			T.setInterval(() => say('iv'), 30, { group: g })
			g.add(setInterval(() => say('node'), 35))
			const im = g.add(setImmediate(() => say('im')))
			const as = T.setAsyncInterval(() => say('as'), 40, { group: g })
			const out = g.add(setTimeout(() => say('out'), 60)); say(g.delete(out) + ' ' + g.delete(out))
			say(g.size)
			setTimeout(() => { say(g.size); say(g.clear()); say(g.size) }, 50)`,
			"true false@0 6@0 im@0 a@10 iv@30 node@35 as@40 4@50 4@50 0@50 out@60"},
		{"a group holds no one twice and nothing that is over", `
			const g = T.group(), t = setTimeout(() => {}, 5)
			g.add(t); g.add(t); say(g.size)
			clearTimeout(t); say(g.size); g.add(t); say(g.size)
			const f = g.add(setTimeout(() => {}, 1))
			setTimeout(() => { say(g.size); f.refresh(); say(g.size) }, 9)`,
			"1@0 0@0 0@0 0@9 0@9"},
		{"a group in its own callback", `
			const g = T.group()
			T.setInterval(() => { say('x'); say(g.clear()) }, 5, { group: g })
			T.setInterval(() => say('never'), 5, { group: g })
			g[Symbol.dispose]`,
			"x@5 2@5"},
		{"fixed, skip", `
			let n = 0
			const iv = T.setFixedInterval(() => { say('x'); if (++n === 2) busy(25); if (n === 5) clearInterval(iv) }, 10)`,
			"x@10 x@20 x@45 x@50 x@60"},
		{"fixed, catch-up", `
			let n = 0
			const iv = T.setFixedInterval(() => { say('x'); if (++n === 2) busy(35); if (n === 6) iv.close() }, 10, { missed: 'catch-up' })`,
			"x@10 x@20 x@55 x@55 x@55 x@60"},
		{"fixed, delay", `
			let n = 0
			const iv = T.setFixedInterval(() => { say('x'); if (++n === 2) busy(25); if (n === 5) clearTimeout(iv) }, 10, { missed: 'delay' })`,
			"x@10 x@20 x@45 x@55 x@65"},
		{"fixed intervals do not drift where others do", `
			let n = 0, m = 0
			const late = setInterval(() => busy(3), 7)
			const node = setInterval(() => { if (++n === 100) { clearInterval(node); say('node') } }, 10)
			const fixed = T.setFixedInterval(() => { if (++m === 100) { clearInterval(fixed); clearInterval(late); say('fixed') } }, 10)`,
			"fixed@1000 node@1047"},
		{"fixed intervals keep their place among timers of one delay", `
			let n = 0
			const iv = T.setFixedInterval(() => { say('f'); if (++n === 2) clearInterval(iv) }, 10)
			setTimeout(() => { busy(7); setTimeout(() => say('a'), 10) }, 5)`,
			"f@13 f@20 a@22"},
		{"a fixed interval may be refreshed", `
			let n = 0
			const iv = T.setFixedInterval(() => { say('x'); if (++n === 3) clearInterval(iv) }, 10)
			setTimeout(() => iv.refresh(), 5)`,
			"x@15 x@20 x@30"},
		{"an exception leaves a fixed interval running", `
			let n = 0
			const iv = T.setFixedInterval(() => { say('x'); if (++n === 2) clearInterval(iv); throw new Error('thrown') }, 10)`,
			"x@10 thrown@10 x@20 thrown@20"},
		{"async: the next turn counts from the end", `
			const { setTimeout: sleep } = require('timers/promises')
			let n = 0
			const iv = T.setAsyncInterval(async (a) => {
				say('begin' + a); await sleep(25); say('end')
				if (++n === 2) iv.clear()
			}, 10, {}, 1)
			iv.finished.then((v) => say('finished ' + v))`,
			"begin1@10 end@35 begin1@45 end@70 finished undefined@70"},
		{"async on fixed points, skip", `
			const { setTimeout: sleep } = require('timers/promises')
			let n = 0
			const iv = T.setAsyncInterval(async () => { say('x'); await sleep(n++ ? 3 : 25); if (n === 3) iv.clear() }, 10, { missed: 'skip' })`,
			"x@10 x@40 x@50"},
		{"async on fixed points, catch-up", `
			const { setTimeout: sleep } = require('timers/promises')
			let n = 0
			const iv = T.setAsyncInterval(async () => { say('x'); await sleep(n++ ? 3 : 25); if (n === 4) iv.clear() }, 10, { missed: 'catch-up' })`,
			"x@10 x@35 x@38 x@41"},
		{"async on fixed points, delay", `
			const { setTimeout: sleep } = require('timers/promises')
			let n = 0
			const iv = T.setAsyncInterval(async () => { say('x'); await sleep(n++ ? 3 : 25); if (n === 3) iv.clear() }, 10, { missed: 'delay' })`,
			"x@10 x@45 x@55"},
		{"async: errors end it and reject", `
			T.setAsyncInterval(async () => { throw new Error('rejected') }, 5).finished.catch((e) => say(e.message))
			T.setAsyncInterval(() => { throw new Error('threw') }, 6).finished.catch((e) => say(e.message))
			T.setAsyncInterval(() => ({ then(ok, no) { no(new Error('thenable')) } }), 7).finished.catch((e) => say(e.message))`,
			"rejected@5 threw@6 thenable@7"},
		{"async: cleared while it runs, it waits for the turn", `
			const { setTimeout: sleep } = require('timers/promises')
			const iv = T.setAsyncInterval(async () => { say('x'); await sleep(30); say('y') }, 10)
			setTimeout(async () => { await iv[Symbol.asyncDispose](); say('finished') }, 20)`,
			"x@10 y@40 finished@40"},
		{"async: an error after clear is not lost", `
			const { setTimeout: sleep } = require('timers/promises')
			const iv = T.setAsyncInterval(async () => { await sleep(30); throw new Error('late') }, 10)
			setTimeout(() => iv.clear(), 20); iv.finished.catch((e) => say(e.message))`,
			"late@40"},
		{"async: ref", `
			const iv = T.setAsyncInterval(() => say('never'), 10)
			say(iv.hasRef()); say(iv.unref() === iv); say(iv.hasRef()); iv.ref().unref()
			iv.extra = 1; say(Object.keys(iv).join() + iv.extra + ('extra' in iv) + delete iv.extra)`,
			"true@0 true@0 false@0 extra1truetrue@0"},
		{"they are listed as intervals, from where they were made", `
			const { pending } = require('nodetimers')
			const f = T.setFixedInterval(() => {}, 10)
			const a = T.setAsyncInterval(() => {}, 10)
			setTimeout(() => {
				say(pending().filter((p) => p.delay < 25).map((p) => p.kind + ' ' + p.delay + ' ' + p.origin).join())
				clearInterval(f); a.clear()
			}, 25)`,
			"interval 10 test.js:4:32,interval 10 test.js:5:32@25"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var thrown []string
			got, err := beyond(t, gojaloop.Options{
				TrackOrigins: true,
				Uncaught: func(u *eventloop.UncaughtError) eventloop.Verdict {
					thrown = append(thrown, u.Error())
					return eventloop.VerdictContinue
				},
			}, c.script, func(e *gojaloop.Engine) {
				vm := e.Runtime()
				_ = vm.Set("listeners", func(signal *goja.Object) int { return countListeners(e, signal) })
			})
			if strings.Contains(c.want, "thrown@") { // reported outside the script
				c.want = strings.NewReplacer(" thrown@10", "", " thrown@20", "").Replace(c.want)
				if len(thrown) != 2 {
					t.Errorf("exceptions: %v", thrown)
				}
			} else if len(thrown) > 0 {
				t.Errorf("exceptions: %v", thrown)
			}
			if err != nil || got != c.want {
				t.Errorf("got  %s\nwant %s\nerror %v", got, c.want, err)
			}
		})
	}
}

// countListeners counts those on a signal.
func countListeners(e *gojaloop.Engine, signal *goja.Object) int {
	return int(e.Web().EventListeners(signal, e.Runtime().ToValue("abort")).Get("length").ToInteger())
}

func TestBeyondBadCalls(t *testing.T) {
	for _, c := range []struct{ call, want string }{
		{`T.setTimeout()`, `TypeError ERR_INVALID_ARG_TYPE: The "callback" argument must be of type function. Received undefined`},
		{`T.setInterval(1)`, `TypeError ERR_INVALID_ARG_TYPE: The "callback" argument must be of type function. Received type number (1)`},
		{`T.setImmediate({})`, `TypeError ERR_INVALID_ARG_TYPE: The "callback" argument must be of type function. Received an instance of Object`},
		{`T.setFixedInterval('x')`, `TypeError ERR_INVALID_ARG_TYPE: The "callback" argument must be of type function. Received type string ('x')`},
		{`T.setAsyncInterval(null)`, `TypeError ERR_INVALID_ARG_TYPE: The "callback" argument must be of type function. Received null`},
		{`T.setTimeout(f, 1, 5)`, `TypeError ERR_INVALID_ARG_TYPE: The "options" argument must be of type object. Received type number (5)`},
		{`T.setTimeout(f, 1, null)`, `TypeError ERR_INVALID_ARG_TYPE: The "options" argument must be of type object. Received null`},
		{`T.setImmediate(f, [])`, `TypeError ERR_INVALID_ARG_TYPE: The "options" argument must be of type object. Received an instance of Array`},
		{`T.setTimeout(f, 1, { signal: 1 })`, `TypeError ERR_INVALID_ARG_TYPE: The "options.signal" property must be an instance of AbortSignal. Received type number (1)`},
		{`T.setInterval(f, 1, { group: {} })`, `TypeError ERR_INVALID_ARG_TYPE: The "options.group" property must be an instance of TimerGroup. Received an instance of Object`},
		{`T.setAsyncInterval(f, 1, { unref: 1 })`, `TypeError ERR_INVALID_ARG_TYPE: The "options.unref" property must be of type boolean. Received type number (1)`},
		{`T.setFixedInterval(f, 1, { missed: 'burst' })`, `TypeError ERR_INVALID_ARG_VALUE: The property 'options.missed' must be one of: 'skip', 'catch-up', 'delay'. Received type string ('burst')`},
		{`T.group().add(1)`, `TypeError ERR_INVALID_ARG_TYPE: The "timer" argument must be an instance of Timeout, Immediate, or AsyncInterval. Received type number (1)`},
		{`T.group().add.call({}, setTimeout(f, 1))`, `TypeError ERR_INVALID_THIS: Value of "this" must be of type TimerGroup`},
		{`new (T.group().constructor)()`, `TypeError ERR_ILLEGAL_CONSTRUCTOR: Illegal constructor`},
		{`T.setAsyncInterval(f, 1).clear.call({})`, `TypeError ERR_INVALID_THIS: Value of "this" must be of type AsyncInterval`},
	} {
		var got string
		_, err := beyond(t, gojaloop.Options{}, `const f = () => {}; let all = T.group(); try { `+c.call+` } catch (e) { report(e.name + ' ' + e.code + ': ' + e.message) }; process_end()`,
			func(e *gojaloop.Engine) {
				_ = e.Runtime().Set("report", func(s string) { got = s })
				_ = e.Runtime().Set("process_end", func() { e.Loop().StopNoWait() })
			})
		if !errors.Is(err, eventloop.ErrStopped) || got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s\nerror %v", c.call, got, c.want, err)
		}
	}
}
