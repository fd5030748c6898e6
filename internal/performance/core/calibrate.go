package core

import "time"

// node is as large as a timer and is reached as one is, through a pointer.
type node struct {
	next    *node
	a, b, c uint64
	_       [4]uint64
}

var (
	walkStart = newWalk()
	walkSum   uint64 // keeps the sums, and so the walk
	bareKept  = make([]*node, batch)
)

// newWalk makes 100,000 nodes in one allocation, linked in the order of their
// addresses.
func newWalk() *node {
	all := make([]node, batch)
	for i := range all[1:] {
		all[i].next = &all[i+1]
	}
	return &all[0]
}

// Calibrate is the time of one step of a walk through 100,000 nodes of 64 bytes,
// with a few additions and stores on each that depend on those before, in
// nanoseconds. It feels the same clock rate and the same caches as an operation on
// timers, and has nothing to do with them. Walks that are not timed go before, until
// the nodes are where the processor keeps what is used all the time. About two
// milliseconds.
func Calibrate() float64 {
	for range 3 {
		walk()
	}
	from := time.Now()
	walk()
	return float64(time.Since(from).Nanoseconds()) / batch
}

func walk() {
	x := walkSum
	for p := walkStart; p != nil; p = p.next {
		x += p.a
		p.b = x
		x ^= p.b >> 3
		p.a = x + 1
		p.c++
	}
	walkSum = x
}

// calibrateAllocation is the time of one bare allocation of 64 bytes that has
// pointers and is kept, in nanoseconds.
func calibrateAllocation() float64 {
	clear(bareKept)
	from := time.Now()
	for i := range bareKept {
		bareKept[i] = new(node)
	}
	return float64(time.Since(from).Nanoseconds()) / batch
}
