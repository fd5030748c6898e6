package eventloop

import "time"

// This file is the cap on pending timers, for a loop that runs what it does not
// trust. It is exact: what counts is what Counts counts, a timer whose callback
// runs among it, and at no moment is there one more. Timers that are pending, also
// one whose callback runs, may be started, refreshed and repeated as before.
//
// It is a cap on timers only. Immediates, ticks and posted functions are not
// counted: all of them are run in the next turn.

// Full reports whether as many timers are pending as Options.MaxTimers allows.
func (l *Loop) Full() bool {
	if l.maxTimers == 0 {
		return false
	}
	n := l.lists.Len()
	if l.inFire() {
		n++
	}
	if n < l.maxTimers {
		return false
	}
	_, gone := l.inbox.counts() // cancelled, and on their way out
	return n-gone >= l.maxTimers
}

// SetMaxTimers replaces Options.MaxTimers; zero and less take the cap away. Timers
// that are pending stay, also when they are more than n. It panics if another
// goroutine than the loop's calls it while the loop runs.
func (l *Loop) SetMaxTimers(n int) {
	l.checkGoroutine("SetMaxTimers")
	l.maxTimers = max(n, 0)
}

// MaxTimers is the cap on pending timers, zero if there is none. On the loop only.
func (l *Loop) MaxTimers() int { return l.maxTimers }

// refuses reports whether t may not be started, and sees to it that Run says so.
func (l *Loop) refuses(t *Timer) bool {
	if t.Live() || !l.Full() {
		return false
	}
	if l.Running() {
		l.Fail(ErrTooManyTimers)
	} else {
		l.refused = true
	}
	return true
}

// TryAfterFunc is AfterFunc for a loop with Options.MaxTimers: it returns
// ErrTooManyTimers, and the loop goes on, when that many are pending.
//
// AfterFunc and the other calls that have no error to return do not start the
// timer either, and fail the loop: Run returns ErrTooManyTimers after the running
// callback or, if the loop is not running, when it is run next.
func (l *Loop) TryAfterFunc(d time.Duration, f func()) (*Timer, error) {
	if f == nil {
		misuse("TryAfterFunc with a nil function")
	}
	if l.Full() {
		return nil, ErrTooManyTimers
	}
	return l.AfterFunc(d, f), nil
}

// TryStart is Start for a loop with Options.MaxTimers: it returns ErrTooManyTimers,
// and the loop goes on, when that many are pending and t is not one of them.
func (t *Timer) TryStart(d time.Duration) error {
	if l := t.data().loopOrPanic(); !t.Live() && l.Full() {
		return ErrTooManyTimers
	}
	t.Start(d)
	return nil
}
