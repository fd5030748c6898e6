//go:build race

package eventloop_test

// slow is how many times longer loops take with the race detector.
const slow = 10
