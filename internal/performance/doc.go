// Command performance repeats the table of speed targets.
//
//	go run ./internal/performance [flags] [table ...]
//
// Without a table it measures all but check, and writes them as Markdown to standard
// output, or to the file of -o. Lines are told on standard error as they are measured.
//
//	core     operations of package eventloop, beside package time and bare costs;
//	         about a minute
//	flat     the cost of insert, refresh and cancel by the number of timers and of
//	         durations; it also draws docs/img/flat-cost.svg, or what -plot says
//	native   programs in Go beside the best JavaScript runtime, see package script
//	goja     the same programs on nodetimers and on goja_nodejs
//	node     the same programs on nodetimers and on Node
//	command  what starting the command costs
//	memory   bytes and allocations of a timer
//	check    core operations against internal/performance/bounds.txt, as ratios to a
//	         calibration loop: an error if one is above its bound; about ten seconds.
//	         With -update the bounds are written anew
//
// The whole table, in the root of the module, where the peers are installed:
//
//	go run ./internal/performance -node NODE26 -node20 NODE20 -bun BUN -deno DENO -o table.md
//
// A peer that is not given makes lines without a peer. Flags may stand before or after
// the tables; -help lists them. One line of core is repeated by its key, as the
// commands below that table show:
//
//	go run ./internal/performance core -row '^refresh$'
//
// Measurements are taken in packages core, flat and script, bounds are judged in bound,
// and target is a line of a table. Here are the arguments (options.go) and what they
// start (run.go, check.go).
package main
