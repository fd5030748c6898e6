package gojaloop_test

import (
	"context"
	"fmt"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
)

// runVirtual runs a script on a virtual clock; say prints its arguments.
func runVirtual(o gojaloop.Options, script string) {
	o.Clock = eventloop.NewVirtualClock()
	vm := goja.New()
	e := gojaloop.New(vm, o)
	_ = vm.Set("say", func(args ...any) { fmt.Println(args...) })
	if err := e.RunScript(context.Background(), "example.js", script); err != nil {
		fmt.Println(err)
	}
}

func ExampleOptions_longDelays() {
	runVirtual(gojaloop.Options{LongDelays: true}, `
		const day = 86400e3, begin = performance.now()
		setTimeout(() => say(Math.round((performance.now() - begin) / day), 'days later'), 90 * day)
	`)
	// Output: 90 days later
}

func ExampleOptions_maxTimers() {
	runVirtual(gojaloop.Options{MaxTimers: 1000}, `
		try {
			for (;;) setTimeout(() => {}, 1)
		} catch (err) {
			say(err.name, err.code)
		}
	`)
	// Output: RangeError ERR_TOO_MANY_TIMERS
}

func ExampleEngine_BeyondModule() {
	runVirtual(gojaloop.Options{}, `
		const timers = require('nodetimers/timers')
		const abort = new AbortController(), group = timers.group()

		timers.setTimeout((word) => say('signal', word), 10, { signal: abort.signal }, 'in time')
		timers.setTimeout(() => say('never'), 1000, { signal: abort.signal })
		timers.setInterval(() => say('group'), 15, { group })

		let n = 0
		const fixed = timers.setFixedInterval(() => {
			say('fixed', Math.floor(performance.now()))
			if (++n === 3) clearInterval(fixed)
		}, 20, { missed: 'skip' })

		const async = timers.setAsyncInterval(async () => {
			await new Promise((done) => setTimeout(done, 30))
			say('async')
			async.clear()
		}, 5)
		async.finished.then(() => say('finished'))

		setTimeout(() => { abort.abort(); say('cleared', group.clear()) }, 40)
	`)
	// Output:
	// signal in time
	// group
	// fixed 20
	// group
	// async
	// finished
	// cleared 1
	// fixed 40
	// fixed 60
}
