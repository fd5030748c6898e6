// Package native runs the rows of package programs in Go: the same work on package
// eventloop without JavaScript, and on what else Go programs use.
//
//	row := native.Rows()[0]
//	count, elapsed, err := native.Run(ctx, row.Runtime, row.Filename, row.Full)
//	var missing *native.Unavailable
//	if errors.As(err, &missing) {
//		fmt.Println(missing.Reason)
//	}
//	fmt.Printf("%.0f a second", count/elapsed.Seconds())
//
// # Runtimes
//
//	native        eventloop in its convenient form: AfterFunc and SetImmediate, which
//	              allocate the timer as setTimeout does, and read the clock for each
//	              timer as Node does. Arguments are a closure's captured variables:
//	              another allocation.
//	native-owned  eventloop with timers that the caller owns: one array of structs, made
//	              before, given to the loop once. Delays count from the loop's cached
//	              time, which is brought up to date every 1024 timers.
//	afterfunc     the runtime's timers: time.AfterFunc
//	timingwheel   github.com/RussellLuo/timingwheel, a hierarchical wheel with ticks of 1 ms
//	goja_nodejs   the very programs on github.com/dop251/goja_nodejs/eventloop, the event
//	              loop that goja programs know
//
// Anything else, and what a runtime has nothing for, is an [Unavailable].
//
// # What is timed
//
// The same stretch as in the JavaScript program of the same name: from its start to its
// end, on the monotonic clock. Setting up is not timed where the program does not time
// it. Differences:
//
//   - Run makes a whole pass first that is not timed, on a loop of its own, and
//     collects its garbage. The first pass over fresh memory measures the kernel, which
//     has to provide the pages. [Measure] gives every pass, the first included. Rows
//     that wait for the clock warm up with few timers, and goja_nodejs does not: its
//     process has one engine and runs the program once, as the others do.
//   - Programs that measure expiry alone rely on setting their timers taking longer than
//     the delay. Go may be faster than that, so the twins wait until all are due.
//   - The chains of timers (timers-depth.js) count from the loop's cached time in both
//     forms, which rounds as Node does. AfterFunc keeps its promise never to be early
//     and takes a chain of 1 ms more than twice as long, unless Options.Resolution is
//     finer than a millisecond.
//   - Programs that end with the exit event of their process end when Run of the loop
//     returns.
//   - Timers of afterfunc and timingwheel fire on goroutines of their own, as soon as
//     they are due. They cannot be held back until something is timed, so the rows of
//     expiry alone are n/a; rows that clear timers add an hour to each delay, lest they
//     fire while they are set; in timers-insert-pooled.js they fire meanwhile.
//
// # What is checked
//
// Every callback counts itself or adds its arguments up, and a pass whose sums are not
// what they must be fails: nothing of the work can be left out by a compiler. The tests
// also count, through the loop's hooks, what was set, cleared and run.
//
// BenchmarkRows has all rows for go test -bench, told apart by form=, and
// BenchmarkPeers the others; ns/op is the time of one of what the row counts.
//
// Read row.go, pass.go and one of the pairs funcimmediates.go with ownedimmediates.go
// or functimers.go with ownedtimers.go (funcother.go, ownedother.go and ownedargs.go
// are more of the same); queues.go has the priority queue, goroutines.go afterfunc and
// timingwheel, gojanodejs.go the engine.
package native
