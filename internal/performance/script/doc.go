// Package script measures the lines of the table of speed targets that have to do
// with JavaScript: programs on nodetimers beside the same programs on Node.js, Bun,
// Deno and goja_nodejs, their twins in Go, the command, and memory.
//
//	rows, err := script.Rows(ctx, script.Options{
//		Groups:     []string{"goja"},
//		Nodetimers: "bin/nodetimers",
//		Runs:       15,
//	})
//	target.Markdown(os.Stdout, rows)
//
// # The groups
//
//	native   the 22 rows' twins in Go beside the best of Node 26, Node 20, Bun and Deno
//	goja     nodetimers beside goja_nodejs/eventloop on the same programs
//	node     nodetimers beside Node 26, and the timers' share of each row that has a floor
//	command  nodetimers run beside node: time and memory of one line, time of a bundle
//	memory   bytes and allocations of a timer, in this process
//
// The first three read what `nodetimers bench` measured: one process per sample, who
// goes first alternating from round to round, and two rounds of all programs before the
// next two. Rows of the three rest on the rounds: a
// ratio is taken of two samples of one round, and what is shown is the median of these
// ratios and their quartiles. Ratios are the peer's time through ours, so more than 1
// means that ours is faster. A geometric mean is taken over the rows of each round, and
// its quartiles are over the rounds. "Within 1.8x" means that the median is 1/1.8 at
// least, and "not slower" of a row that waits for the clock that the upper quartile
// reaches 1.
//
// # Which rows are in which class
//
//	chains   immediate.js depth and depth1, set-immediate-depth-args.js
//	churn    immediate.js clear, and set+clear of timeouts, which the suite lacks
//	breadth  timers-breadth.js, timers-breadth-args.js
//	firing   timers-timeout-pooled.js, timers-timeout-unpooled.js
//	insert   timers-insert-unpooled.js in both directions
//	ticks    timers-timeout-nexttick.js in both sizes, and a chain of nextTick
//
// Breadth of immediates is a class of its own and has no goal beyond that of all rows.
// The two programs that the suite lacks are in own.go. The set+clear of timeouts runs
// on goja_nodejs and on gojaloop in this process, in turns; beside Node both are
// processes.
//
// # The timers' share
//
// A floor is the same program with empty functions in place of the timers'. A row's
// time on nodetimers less that of its floor in the same round is what the timers take.
// It is held against Node's time for the whole row, which includes the program.
//
// # Garbage collection
//
// Options.GOGC sets GOGC in the environment of every child, nodetimers and goja_nodejs
// alike, and its value is then a part of the rows' names. Left empty, each command has
// the settings that it has when a user starts it; nodetimers bench gives all children
// in Go the same ones, the peer's included. GOGC=100 is Go's own setting. The programs
// that run in this process have that one if nothing is said.
//
// # What is missing
//
// A peer that is not given makes rows that say "no peer". A row that a runtime cannot
// have is there with the reason and has no verdict; means leave it out and say so.
//
// # Reading the files
//
// options.go: what may be chosen. measure.go: nodetimers bench as a child. series.go:
// samples by round and what is computed of them. classes.go: classes and goals.
// native.go, againstgoja.go, againstnode.go: the groups of the bench. own.go: the two
// programs more. command.go, npm.go and the program in folder peak: the command.
// memory.go: bytes and allocations.
package script
