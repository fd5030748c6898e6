// Package bench runs benchmark programs on several JavaScript runtimes and in Go,
// and gathers what they report: one process per sample, interleaved, with the child
// protocol of Node's own benchmarks. It measures nothing itself and computes no
// statistics beyond the medians of its table; what it yields are samples.
//
//	tree, _ := bench.OpenTree("node/benchmark")
//	list, _ := tree.Select([]string{"timers"}, nil, nil)
//	lister := bench.Lister{Argv: []string{exe, "bench-js", "--list"}}
//	plan := bench.Plan{Runs: 30, Seed: 1}
//	for _, p := range list {
//		rows, _ := lister.Rows(ctx, p, []string{"n=1000"}, false)
//		plan.Rows = append(plan.Rows, rows...)
//	}
//	for _, text := range []string{"old=./node-old", "new=./node-new"} {
//		r, _ := bench.ParseRuntime(text, self)
//		plan.Runtimes = append(plan.Runtimes, r)
//	}
//	set, err := bench.Run(ctx, plan, bench.Options{OnSample: print})
//	bench.Describe(ctx, set, plan) // versions, hashes, machine
//
// # The way of a sample
//
//	Tree ─▶ Program ─▶ Lister.Rows ─▶ Row ─▶ Plan ─▶ Run ─▶ samples.Set ─▶ Table, lines, files
//	folder  script     combinations   one    order   one process
//	                                                 per sample
//
// A Lister starts a program once, in a process that tells its combinations and runs
// none. So Run starts leaves itself, and combinations of several runtimes can be
// interleaved, which a root of Node's protocol, with its own loop over all of them,
// does not allow. A leaf cannot tell the difference.
//
// # For who drives a run
//
// Options has a function for each event: OnSample, OnFailure and OnMissing for a
// journal or for rows printed as they come; Skip to resume; RowDone to end a row
// early when its verdict is settled; Stop for a budget; Progress and ProgressLine
// for the terminal. All are called one at a time. A failing child is no error of Run.
// Plan.AA adds rounds of the first runtime against itself, whose samples have AA set.
//
// # What a failure is
//
// A process that ends with a code other than 0 or by a signal, writes nonsense on
// the channel, reports a rate that is no number, says nothing, or takes longer than
// the timeout has failed, and what it had reported does not count. A process that
// lives on after its report is ended after Options.Linger, which is no failure. A
// row that a runtime lacks is neither: it is Missing, with the reason, and is asked
// for once.
//
// # Programs
//
// programs/common.js is createBenchmark for every runtime; its comments are its
// manual. A program calls bench.unavailable(reason) where its runtime lacks
// something. Rows in Go (package native) are children too: this binary, started as
// Self.Row says, answers by [Leaf]. Package bench knows neither of those packages;
// the command joins them.
//
// # Goroutines
//
// Run uses the calling goroutine and several of its own, which are gone when it
// returns. Children get a process group of their own and are killed with what they
// have started. Nothing here may be copied while it is used.
//
// # Reading the files
//
// tree.go and row.go: what there is to run. runtime.go: on what. plan.go: in which
// order. run.go: the loop. child.go, cpuset.go: one process. report.go: what it says.
// progress.go, lines.go, table.go: what is printed.
package bench
