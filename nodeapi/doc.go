// Package nodeapi gives scripts on a gojaloop.Engine what programs written for
// Node.js expect around timers: process with its events and exit codes, Node's
// console, and the modules events, util, assert, path, async_hooks, perf_hooks,
// node:test and, if the program allows it, os and tty.
//
// A first program:
//
//	e := gojaloop.New(goja.New(), gojaloop.Options{NoConsole: true})
//	node := nodeapi.Enable(e, nodeapi.Options{Argv: []string{"app", "main.js"}})
//	err := e.RunScript(ctx, "main.js", source)
//	code, err := node.Finish(err)
//
// Enable comes before any script. Finish turns what Run returned into an exit code:
// it emits 'exit' after a natural end, and prints an uncaught exception as Node
// does. It never ends the Go program; process.exit makes Run return an *ExitError.
//
// # What a script may see
//
// By default nothing of the program but its standard output and error: argv is one
// word, env is empty, cwd is "/", signals and the machine are out of reach. Options
// open each of these. process.env is a copy. Several programs may run in one
// process; signals are the one thing they share.
//
// # Modules
//
// Enable does not touch the engine's require. Builtins are the modules by name, one
// exports object each, for the loader the program uses; the command nodetimers has
// one for CommonJS and ES modules.
//
// # The goroutine rule
//
// It is gojaloop's: all methods of Node are called on the loop, or while it does
// not run. Signals come in through the loop's Post.
//
// # Exceptions and warnings
//
// Exceptions are offered to 'uncaughtExceptionMonitor', the capture callback and
// 'uncaughtException', rejections to 'unhandledRejection' before that. Without a
// listener 'exit' is emitted with code 1 and Finish prints the error: file and line,
// the source line with a caret, the stack. A listener that throws makes the code 7.
// Warnings are events, in a tick, and are printed unless Options say otherwise.
//
// Differences from Node are listed in docs/differences.md.
//
// # Reading the files
//
// node.go is Enable, Options and Builtins. process.go makes the object process;
// exit.go, uncaught.go, warnings.go, signals.go and stdio.go are parts of it.
// async_hooks.go and .js are the contexts that follow callbacks, perf.go the loop's
// health, starvation.go the warning about ticks that keep timers waiting. console.go,
// console_class.go and console_table.go are console; util*.go is util, assert*.go is
// assert, testmodule*.go is node:test. host.go is os and tty, reflect.go lets scripts
// list the symbols of handles.
package nodeapi
