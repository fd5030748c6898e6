// Package gojaloop runs JavaScript on the goja engine with Node.js's timers:
// setTimeout, setInterval and setImmediate with their handles, ticks before
// promise reactions, the modules timers and timers/promises, abort signals, and
// Node's order of all of it. It is goja on an eventloop.Loop.
//
// A first program:
//
//	vm := goja.New()
//	e := gojaloop.New(vm, gojaloop.Options{})
//	err := e.RunScript(context.Background(), "main.js", `
//		setTimeout(() => console.log('later'), 100)
//		Promise.resolve().then(() => console.log('soon'))`)
//
// RunScript returns when nothing is left to wait for. The runtime is the program's:
// values and functions are given to it as to any goja runtime, before, between and
// after runs, and it is run as often as the program likes. Several engines may
// live side by side, each on a runtime of its own.
//
// A program that uses goja_nodejs/eventloop changes its import line: EventLoop has
// that package's names, signatures and panics.
//
// # The goroutine rule
//
// A runtime belongs to one goroutine at a time, and so does its engine. While the
// loop runs, that is the goroutine that called Run: the methods of Engine, and the
// runtime, may be used by what the loop calls. While it does not run, by one
// goroutine at a time. Other goroutines reach it through Loop().Post and the timers
// of Loop().PostAfterFunc, through PostMain, and with promises: a Deferred is
// settled, and Await is called, from any goroutine. Each exported method that may be
// called from any goroutine says so.
//
// # Inside and outside the engine's frame
//
// goja runs waiting promise reactions when the outermost frame of JavaScript
// returns to Go. To have ticks before them, as in Node, callbacks of scripts, their
// ticks and what PostMain is given run inside one such frame that the engine opens.
// In there a RunString returns before the reactions that it has caused.
//
// Functions of the Go program (Post, AfterFunc, Every, SetImmediate of the loop) run
// outside it: when a RunString in one of them returns, its reactions have run. Both
// kinds share one queue of timers, in one order.
//
// # Exceptions, rejections, panics
//
// What leaves a callback is never dropped. Handlers.Uncaught, then Options.Uncaught
// decide: stop, go on, or go on without the timer whose callback it left. If both
// say stop, the run ends and Run returns an *eventloop.UncaughtError. It holds the
// value and the stack, with Options.TrackOrigins also where the timer, immediate,
// tick or microtask was set, and errors.As finds in it a Go error that was thrown
// through JavaScript. A promise that is rejected and
// has no handler when its turn ends, ticks and microtasks included, goes the same
// way after Handlers.Rejected. Whoever goes on gets Node's order: the next timer of
// the list first, then the ticks and reactions of both.
//
// The end of the context interrupts a script, also in an endless loop, and Run
// returns the context's error. A Go panic in a callback reaches the caller of Run.
// After each of these the engine may be run again: what was pending is pending
// still, but for promise reactions that were about to run, which goja throws away.
//
// No call of a script panics in Go: a wrong argument is a TypeError with Node's
// code and text.
//
// # What scripts see
//
// The globals setTimeout, clearTimeout, setInterval, clearInterval, setImmediate,
// clearImmediate and queueMicrotask; AbortController, AbortSignal, EventTarget,
// Event, DOMException, performance, structuredClone and what else Node has of the
// web platform around timers; require, with the modules timers, timers/promises and
// nodetimers, and console as goja_nodejs has it. Options leave most of that out.
// process and the rest of Node is package nodeapi. Symbol.dispose and
// Symbol.asyncIterator are defined; the syntax that uses them, for await and using,
// has to be compiled to what goja knows, as the command nodetimers does.
//
// Scripts may overwrite builtins: nothing here calls what they put there. Fields
// such as _idleStart are read and written as in Node. What differs from Node is
// listed, with the reasons, in docs/differences.md. The ones that a program meets
// first: a stack overflow cannot be caught by a script; handles have no accessors
// and cannot be frozen; there is no event for the creation of a promise.
//
// # Reading the files
//
// engine.go is the Engine and how it is run, options.go what it may be told;
// host.go how it takes part in the loop, and the only file that knows how goja
// orders its work; guard.go what repairs a runtime after an interrupt. functions.go
// has what scripts call, ticks.go what they queue, call.go how functions are called
// and made. timeout.go and immediate.go are the life of one timer and one immediate;
// fields.go, immediatefields.go, lists.go, symbols.go and classes.go what scripts
// see of them. promises.go and interval.go are timers/promises. errors.go follows an
// exception, async.go the async context. promise.go is where promises meet
// goroutines. dropin.go is the drop-in. The rest is what Node does not have:
// beyond.go, group.go and asyncinterval.go make the module nodetimers/timers;
// limits.go, origin.go, pending.go and virtual.go are what their options say.
package gojaloop
