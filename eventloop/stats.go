package eventloop

import "time"

// This file is a loop's state in numbers, for health checks. Nothing is recorded for
// it; package trace/health adds what has to be counted while the loop runs.

// Stats is the state of a loop at one moment.
type Stats struct {
	// Elapsed is the time by the loop's clock since the loop was made, and Waited how
	// much of it the loop slept in its poll phase.
	Elapsed, Waited time.Duration
	// Turns is how many times the loop has come to its poll phase.
	Turns uint64
	// Counts are what is pending.
	Counts Counts
	// Lists is the number of different delays that timers are set to.
	Lists int
	// Next is the time until the first timer expires, negative if it is overdue, and
	// HasNext is false if there is none. While timers run the list that they are in
	// counts as it was before.
	Next    time.Duration
	HasNext bool
	// Phase is where in its turn the loop is.
	Phase Phase
}

// Utilisation is the share of the time since the loop was made that it did not sleep,
// from 0 to 1.
func (s Stats) Utilisation() float64 {
	if s.Elapsed <= 0 {
		return 0
	}
	return 1 - float64(s.Waited)/float64(s.Elapsed)
}

// Stats is the state of the loop now. It takes constant time, but for the search of
// the next expiry. On the loop, or while it does not run.
func (l *Loop) Stats() Stats {
	s := Stats{Elapsed: l.Elapsed(), Waited: l.waited, Turns: l.turns, Counts: l.Counts(), Lists: l.lists.Durations(), Phase: l.phase}
	if tick, ok := l.lists.NextExpiry(); ok {
		s.HasNext = true
		s.Next = time.Duration(min(tick, l.horizon))*l.tick - s.Elapsed
	}
	return s
}
