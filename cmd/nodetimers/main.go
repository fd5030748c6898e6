// Command nodetimers runs JavaScript and TypeScript programs with Node.js's
// timers and event loop.
//
//	nodetimers run script.ts [args...]   run a program
//	nodetimers run -e CODE [args...]     run code given on the command line
//	nodetimers run - [args...]           run code from standard input
//	nodetimers trace script.ts           run it and draw what its loop did
//	nodetimers bench [category...]       the benchmarks of timers, on several runtimes
//	nodetimers compare FILE...           is the new binary faster? the table of compare.R and more
//	nodetimers scatter -x KEY FILE...    rates over one parameter
//
// Each verb is a function of its arguments and of where it reads and writes, in
// a file of its own; root.go lists them.
package main

import "os"

func main() {
	os.Exit(execute(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}
