// Package programs holds the benchmark programs in JavaScript, as files, and says
// what rows they make. They are written against common.js alone and run unchanged on
// Node 20 and later, Bun, Deno, nodetimers and goja_nodejs/eventloop:
//
//	settimeout.js          the oldest: prints startup and done
//	misc/timers.js         chains and bursts, counted in thousands
//	timers/*.js            one file for each benchmark of Node's category timers
//	floor/NAME.js          the loop of timers/NAME.js without timers, same parameters
//
// A row is a file with one combination of its parameters, such as
//
//	timers/immediate.js type='depth' n=5000000
//
// Names, parameters and counts are those of the originals, so that figures can be laid
// beside published ones; the text is new. The count is part of the name: rows of the
// quick preset never mix with full ones.
//
// A floor row is what the engine takes for the program itself: the same loops and
// callbacks, with a function that does nothing where the program sets and clears. What
// the timers cost is the difference. An engine that compiles may leave most of a floor
// out; it is meant for one that interprets. Where the loop calls the callbacks of
// timers set before (timers-timeout-*.js), the floor has a loop in JavaScript for that and
// may be the slower of the two. There is none for timers-depth.js, whose
// time is spent waiting, nor for programs beyond Node's category.
//
// A program whose runtime lacks something calls bench.unavailable(reason) before it
// measures: the row is n/a there. The reasons are a missing exit event, nextTick, unref
// or listing of resources, and timers that are not linked by _idlePrev.
//
// Every program checks itself: callbacks are counted, a cleared timer that fires throws.
package programs

import "embed"

// FS has the programs, common.js, and a package.json that says they are CommonJS.
//
//go:embed common.js package.json settimeout.js timers/*.js timers/_queues.js misc/*.js floor/*.js
var FS embed.FS
