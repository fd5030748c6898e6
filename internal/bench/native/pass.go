package native

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is one execution of a row: its stopwatch, its loop and its checks.

// pass is what a twin is given: parameters, a stopwatch and the means to make and run
// a loop. It belongs to one goroutine at a time.
type pass struct {
	ctx  context.Context
	conf samples.Conf

	began   time.Time
	elapsed time.Duration

	// observed, if set, is told of each loop before it is used: the tests' view.
	observed func(*eventloop.Loop)
	// started and stopped, if set, are called beside the stopwatch: the timer of go
	// test -bench.
	started, stopped func()
}

// start begins what is timed.
func (p *pass) start() {
	if p.started != nil {
		p.started()
	}
	p.began = time.Now()
}

// stop ends it. The first call counts.
func (p *pass) stop() { p.stopAt(time.Now()) }

// stopAt is stop for an end that was noted elsewhere.
func (p *pass) stopAt(end time.Time) {
	if p.elapsed != 0 {
		return
	}
	p.elapsed = end.Sub(p.began)
	if p.stopped != nil {
		p.stopped()
	}
}

// loop makes a loop on the system clock.
func (p *pass) loop() *eventloop.Loop {
	l := eventloop.New(eventloop.Options{})
	if p.observed != nil {
		p.observed(l)
	}
	return l
}

// run runs a loop until nothing is left.
func (p *pass) run(l *eventloop.Loop) error {
	if err := l.Run(p.ctx); err != nil {
		return err
	}
	if c := l.Counts(); c != (eventloop.Counts{}) {
		return fmt.Errorf("the loop has ended with %+v", c)
	}
	return nil
}

// overdue waits until timers of 1 ms that were set before are due.
func overdue() { time.Sleep(2 * time.Millisecond) }

// check is the error of a pass that has not done what it should have.
func check(what string, got, want int) error {
	if got == want {
		return nil
	}
	return fmt.Errorf("%s: %d, not %d", what, got, want)
}

// checks is the first error of several.
func checks(errs ...error) error { return errors.Join(errs...) }

// sumBelow is 0 + 1 + ... + n-1: what callbacks add up that were given these.
func sumBelow(n int) int { return n * (n - 1) / 2 }

const ms = time.Millisecond
