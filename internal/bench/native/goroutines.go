package native

import (
	"strings"
	"sync/atomic"
	"time"

	"github.com/RussellLuo/timingwheel"
)

// This file has what other Go programs use for timers, where it can do the work of a
// program: time.AfterFunc and a timing wheel. Both call back on a new goroutine.

var afterFuncTwins = peers(func() (func(time.Duration, func()) *time.Timer, func()) {
	return time.AfterFunc, func() {}
})

var wheelTwins = peers(func() (func(time.Duration, func()) *timingwheel.Timer, func()) {
	w := timingwheel.NewTimingWheel(ms, 20)
	w.Start()
	return w.AfterFunc, w.Stop
})

// noPeer is why there is no row of a program.
func noPeer(name string) string {
	switch {
	case isFloor(name):
		return noTwin(name)
	case strings.Contains(name, "immediate"):
		return "no immediates"
	case strings.Contains(name, "timers-timeout-"):
		return "timers fire on goroutines as soon as they are due; they cannot be held back"
	case strings.Contains(name, "getActiveTimers"):
		return "no listing of timers"
	case strings.Contains(name, "priority-queue"):
		return "not about its timers"
	}
	return "no such program"
}

// stopper is a timer that can be stopped before it fires.
type stopper interface{ Stop() bool }

// far is added to the delays of timers that are stopped.
const far = time.Hour

// peers makes the twins for a function in the manner of time.AfterFunc. open gives
// that function and what shuts it down.
func peers[T stopper](open func() (after func(time.Duration, func()) T, shut func())) map[string]twin {
	table := map[string]twin{}
	add := func(name string, waits bool, run func(p *pass, after func(time.Duration, func()) T) (float64, error)) {
		table[name] = twin{waits: waits, run: func(p *pass) (float64, error) {
			after, shut := open()
			defer shut()
			return run(p, after)
		}}
	}
	type starter = func(time.Duration, func()) T
	add("timers/timers-depth.js", true, func(p *pass, after starter) (float64, error) { return peerDepth(p, after, "n", 1) })
	add("misc/timers.js type=depth", true, func(p *pass, after starter) (float64, error) { return peerDepth(p, after, "thousands", 1000) })
	add("timers/timers-breadth.js", false, func(p *pass, after starter) (float64, error) { return peerBreadth(p, after, "n", 1) })
	add("misc/timers.js type=breadth", false, func(p *pass, after starter) (float64, error) { return peerBreadth(p, after, "thousands", 1000) })
	add("timers/timers-breadth-args.js", false, peerBreadthArgs[T])
	add("timers/timers-insert-pooled.js", false, peerInsertPooled[T])
	add("timers/timers-cancel-pooled.js", false, func(p *pass, after starter) (float64, error) {
		return peerCancel(p, after, func(i, n int) time.Duration { return far }, false)
	})
	ascending := func(i, n int) time.Duration { return far + time.Duration(i+1)*ms }
	descending := func(i, n int) time.Duration { return far + time.Duration(n-i)*ms }
	for direction, order := range map[string]func(i, n int) time.Duration{"start": ascending, "end": descending} {
		add("timers/timers-cancel-unpooled.js direction="+direction, false, func(p *pass, after starter) (float64, error) {
			return peerCancel(p, after, ascending, direction == "end")
		})
		add("timers/timers-insert-unpooled.js direction="+direction, false, func(p *pass, after starter) (float64, error) {
			return peerInsertUnpooled(p, after, order)
		})
	}
	add("settimeout.js line=startup", false, func(p *pass, after starter) (float64, error) { return peerOneSecond(p, after, true) })
	add("settimeout.js line=done", false, func(p *pass, after starter) (float64, error) { return peerOneSecond(p, after, false) })
	return table
}

// countdown counts callbacks on any goroutine and tells of the last. sum is what
// their arguments add up to.
type countdown struct {
	ran, sum atomic.Int64
	n        int64
	last     func()
	end      chan struct{}
}

// newCountdown calls last, on the last callback's goroutine, before wait returns.
func newCountdown(n int, last func()) *countdown {
	return &countdown{n: int64(n), last: last, end: make(chan struct{})}
}

func (c *countdown) done() {
	if c.ran.Add(1) == c.n {
		c.last()
		close(c.end)
	}
}

// wait returns when all have been called, or the pass is cancelled.
func (c *countdown) wait(p *pass) error {
	select {
	case <-c.end:
		return check("callbacks", int(c.ran.Load()), int(c.n))
	case <-p.ctx.Done():
		return p.ctx.Err()
	}
}

func peerDepth[T stopper](p *pass, after func(time.Duration, func()) T, key string, unit float64) (float64, error) {
	n, err := p.count(key, unit)
	if err != nil {
		return 0, err
	}
	c := newCountdown(n, p.stop)
	left := n // one callback at a time
	var next func()
	next = func() {
		if left--; left > 0 {
			after(ms, next)
		}
		c.done()
	}
	p.start()
	after(ms, next)
	return float64(n) / unit, c.wait(p)
}

func peerBreadth[T stopper](p *pass, after func(time.Duration, func()) T, key string, unit float64) (float64, error) {
	n, err := p.count(key, unit)
	if err != nil {
		return 0, err
	}
	c := newCountdown(n, p.stop)
	done := c.done
	p.start()
	for range n {
		after(ms, done)
	}
	return float64(n) / unit, c.wait(p)
}

func peerBreadthArgs[T stopper](p *pass, after func(time.Duration, func()) T) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	c := newCountdown(n, p.stop)
	var one, two, three, four atomic.Int64
	v := values{whole: 512, half: 5.1, yes: true}
	p.start()
	for i := range n {
		switch {
		case i%4 == 0:
			a, b, yes, no := v.half, v.whole, v.yes, v.no
			after(ms, func() {
				if a < b && yes && !no {
					four.Add(1)
				}
				c.done()
			})
		case i%3 == 0:
			a, yes, null := v.whole, v.yes, v.null
			after(ms, func() {
				if a > 0 && yes && null == nil {
					three.Add(1)
				}
				c.done()
			})
		case i%2 == 0:
			no, b := v.no, v.half
			after(ms, func() {
				if !no && b > 5 {
					two.Add(1)
				}
				c.done()
			})
		default:
			a := v.whole
			after(ms, func() {
				if a > 0 {
					one.Add(1)
				}
				c.done()
			})
		}
	}
	err = c.wait(p)
	t := &tally{one: int(one.Load()), two: int(two.Load()), three: int(three.Load())}
	return float64(n), checks(err, checkFours(int(four.Load()), t, n))
}

func peerInsertPooled[T stopper](p *pass, after func(time.Duration, func()) T) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	c := newCountdown(n, func() {})
	p.start()
	for i := range n {
		after(ms, func() {
			c.sum.Add(int64(i))
			c.done()
		})
	}
	p.stop()
	err = c.wait(p)
	return float64(n), checks(err, check("sum", int(c.sum.Load()), sumBelow(n)))
}

// peerCancel stops timers in the order they were set, or the other way round.
func peerCancel[T stopper](p *pass, after func(time.Duration, func()) T, delay func(i, n int) time.Duration, fromEnd bool) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	var ran atomic.Int64
	fired := func() { ran.Add(1) }
	list := make([]T, n)
	for i := range list {
		list[i] = after(delay(i, n), fired)
	}
	stopped := 0
	if fromEnd {
		p.start()
		for i := n - 1; i >= 0; i-- {
			if list[i].Stop() {
				stopped++
			}
		}
	} else {
		p.start()
		for _, t := range list {
			if t.Stop() {
				stopped++
			}
		}
	}
	p.stop()
	return float64(n), checks(check("stopped", stopped, n), check("callbacks", int(ran.Load()), 0))
}

func peerInsertUnpooled[T stopper](p *pass, after func(time.Duration, func()) T, delay func(i, n int) time.Duration) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	var ran atomic.Int64
	fired := func() { ran.Add(1) }
	var list []T
	p.start()
	for i := range n {
		list = append(list, after(delay(i, n), fired))
	}
	p.stop()
	stopped := 0
	for _, t := range list {
		if t.Stop() {
			stopped++
		}
	}
	return float64(n), checks(check("stopped", stopped, n), check("callbacks", int(ran.Load()), 0))
}

func peerOneSecond[T stopper](p *pass, after func(time.Duration, func()) T, startup bool) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	var end time.Time // noted by the last callback: the pass may not have been started for it
	c := newCountdown(n, func() { end = time.Now() })
	if startup {
		p.start()
	}
	for i := range n {
		after(time.Second, func() {
			c.sum.Add(int64(i))
			c.done()
		})
	}
	if startup {
		p.stop()
	} else {
		p.start()
	}
	if err = c.wait(p); err == nil {
		p.stopAt(end) // which does nothing if startup is what is timed
	}
	return float64(n), checks(err, check("sum", int(c.sum.Load()), sumBelow(n)))
}
