// Package flat measures whether the cost of a timer depends on how many there are and
// how many different durations they have, and draws the answer.
//
//	points := flat.Measure(flat.Options{})
//	err := flat.Save("flat-cost.svg", points)
//
// Timers are owned by the caller and count from the loop's cached time. They take the
// durations in turns, so that with more than one duration no two operations in a row
// meet the same list. The clock moves on by a millisecond every thousand operations.
// Passes go over all numbers in turn. The first touches new memory and is not counted;
// a point is the median of those after it.
package flat
