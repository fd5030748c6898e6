// Package core measures package eventloop through its exported API, beside what
// else a program could use: package time, a slice, a channel, a bare allocation.
//
//	rows := core.Run(core.Options{Pairs: 15, Node: "node"})
//	err := target.Markdown(os.Stdout, rows)
//
// Operations are taken 100,000 at a time, from arrays that have been used before,
// on a clock that moves on by a millisecond every thousand operations: a timer that
// is armed again within its tick would not have to be moved. What has to be done
// in between, such as clearing what was inserted, is not timed.
//
// Ours and the peer are measured in turns, A B B A, after one unmeasured turn of
// each. Each pair gives a ratio, and the row has the median of the ratios. A walk
// through memory is timed before each pair (see Calibrate): where it takes longer,
// the machine was slow, and not what was measured.
//
// Reading order: watch.go is how one side is timed, pairs.go how two are; rows.go
// is the table. beds.go, peers.go, tasks.go and posts.go are the operations,
// chain.go and idle.go what runs in real time. checks.go chooses what the gate
// repeats.
//
// Nothing here may be called by two goroutines at a time: they would disturb each
// other.
package core
