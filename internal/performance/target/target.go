// Package target is one line of the table of speed targets: what was aimed at,
// what was measured, and the peer that was measured in the same minutes.
//
//	row := target.Row{Group: "core", Name: "insert", Goal: "8 ns", Unit: "ns", Ours: 6.1, Peer: math.NaN(), Allocs: 0}
//	row.Met = target.AtMost(row.Ours, 8)
//	target.Markdown(os.Stdout, []target.Row{row})
//
// It measures nothing. The rows are made by the packages above it.
package target

import "math"

// Row is one measured line of the table.
type Row struct {
	// Group is the table that the row belongs to: "core", "native", "goja",
	// "node", "command" or "memory".
	Group string
	// Name says what was done, such as "insert pooled, caller-owned, cached time".
	Name string
	// Goal is the target as text, such as "8 ns" or "≥ 2.5x"; empty if there is
	// none.
	Goal string
	// Unit is the unit of Ours and Peer: "ns", "x", "bytes", "ms", "MB", "allocs".
	Unit string
	// Ours is the median of what was measured.
	Ours float64
	// Beside is the name of the peer; empty if there is none.
	Beside string
	// Peer is the median of the peer, NaN if there is none.
	Peer float64
	// Ratio has the quartiles of the ratios of the pairs: peer/ours for times, so
	// that more than 1 means that ours is faster. It is zero without a peer.
	Ratio Quartiles
	// Allocs is the number of heap allocations for one operation, NaN if they were
	// not counted.
	Allocs float64
	// Pairs is how many pairs, or rounds if there is no peer, were measured.
	Pairs int
	// Met is whether the goal was reached.
	Met Verdict
	// Command is the shell command that repeats this row alone.
	Command string
	// Note is one sentence, which may be empty.
	Note string
}

// Quartiles are the lower quartile, the median and the upper quartile.
type Quartiles struct{ Low, Median, High float64 }

// Spread is the interquartile range as a share of the median, NaN if that is zero.
func (q Quartiles) Spread() float64 {
	if q.Median == 0 {
		return math.NaN()
	}
	return (q.High - q.Low) / q.Median
}

// Verdict is what became of a goal.
type Verdict uint8

const (
	// NoGoal is the verdict on a row that has no goal.
	NoGoal Verdict = iota
	// Met means that the goal was reached.
	Met
	// Missed means that it was not.
	Missed
)

// String is the verdict as the table shows it: "met", "missed" or nothing.
func (v Verdict) String() string {
	switch v {
	case Met:
		return "met"
	case Missed:
		return "missed"
	}
	return ""
}

// AtMost is the verdict on a measured value that is to be goal or less. A value
// that is no number misses it.
func AtMost(measured, goal float64) Verdict {
	if measured <= goal {
		return Met
	}
	return Missed
}

// AtLeast is the verdict on a measured value that is to be goal or more. A value
// that is no number misses it.
func AtLeast(measured, goal float64) Verdict {
	if measured >= goal {
		return Met
	}
	return Missed
}
