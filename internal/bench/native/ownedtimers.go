package native

import (
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file has the programs about timers with timers that the caller owns: fields of
// structs in one array, made and given to the loop before the clock starts. They
// are started from the loop's cached time, which is updated every 1024 timers.

func init() {
	each(ownedTwins, "timers/timers-breadth.js", map[string]func(*pass) (float64, error){"": ownedTimersBreadth})
	each(ownedTwins, "timers/timers-breadth-args.js", map[string]func(*pass) (float64, error){"": ownedTimersBreadthArgs})
	each(ownedTwins, "timers/timers-cancel-pooled.js", map[string]func(*pass) (float64, error){"": ownedCancelPooled})
	each(ownedTwins, "timers/timers-cancel-unpooled.js", map[string]func(*pass) (float64, error){
		"direction=start": func(p *pass) (float64, error) { return ownedCancelUnpooled(p, false) },
		"direction=end":   func(p *pass) (float64, error) { return ownedCancelUnpooled(p, true) },
	})
	each(ownedTwins, "timers/timers-insert-pooled.js", map[string]func(*pass) (float64, error){"": ownedInsertPooled})
	each(ownedTwins, "timers/timers-insert-unpooled.js", map[string]func(*pass) (float64, error){
		"direction=start": func(p *pass) (float64, error) { return ownedInsertUnpooled(p, false) },
		"direction=end":   func(p *pass) (float64, error) { return ownedInsertUnpooled(p, true) },
	})
	each(ownedTwins, "timers/timers-timeout-nexttick.js", map[string]func(*pass) (float64, error){"": ownedTimeoutNextTick})
	each(ownedTwins, "timers/timers-timeout-pooled.js", map[string]func(*pass) (float64, error){"": ownedTimeoutPooled})
	each(ownedTwins, "timers/timers-timeout-unpooled.js", map[string]func(*pass) (float64, error){"": ownedTimeoutUnpooled})
	each(ownedTwins, "misc/timers.js", map[string]func(*pass) (float64, error){"type=breadth": ownedMiscBreadth})
	ownedTwins["timers/timers-depth.js"] = twin{run: func(p *pass) (float64, error) { return ownedTimersDepth(p, "n", 1) }, waits: true}
	ownedTwins["misc/timers.js type=depth"] = twin{run: func(p *pass) (float64, error) { return ownedTimersDepth(p, "thousands", 1000) }, waits: true}
}

// step is how many timers are started with one reading of the clock.
const step = 1024

// tock brings the loop's cached time up to date before every step-th timer.
func tock(l *eventloop.Loop, i int) {
	if i%step == 0 {
		l.UpdateNow()
	}
}

// timerOwner is a caller's struct with a timer in it: the callback that counts and
// ends the pass with the last.
type timerOwner struct {
	t eventloop.Timer
	x *burst
}

func (o *timerOwner) Expire(*eventloop.Timer) { o.x.done() }

// timers makes owners of n timers that share x.
func timers(l *eventloop.Loop, x *burst, n int) []timerOwner {
	owners := make([]timerOwner, n)
	for i := range owners {
		owners[i].x = x
		owners[i].t.Init(l, &owners[i])
	}
	return owners
}

// chain starts its timer again from its own callback.
type chain struct {
	timerOwner
}

func (c *chain) Expire(t *eventloop.Timer) {
	if c.x.ran++; c.x.ran == c.x.n {
		c.x.p.stop()
	} else {
		t.StartCached(ms)
	}
}

func ownedTimersDepth(p *pass, key string, unit float64) (float64, error) {
	n, err := p.count(key, unit)
	if err != nil {
		return 0, err
	}
	l, c := p.loop(), &chain{timerOwner{x: &burst{p: p, n: n}}}
	c.t.Init(l, c)
	p.start()
	l.UpdateNow()
	c.t.StartCached(ms)
	err = p.run(l)
	return float64(n) / unit, checks(err, check("callbacks", c.x.ran, n))
}

func ownedTimersBreadth(p *pass) (float64, error) { return ownedBurst(p, "n", 1) }
func ownedMiscBreadth(p *pass) (float64, error)   { return ownedBurst(p, "thousands", 1000) }

func ownedBurst(p *pass, key string, unit float64) (float64, error) {
	n, err := p.count(key, unit)
	if err != nil {
		return 0, err
	}
	l, x := p.loop(), &burst{p: p, n: n}
	owners := timers(l, x, n)
	p.start()
	for i := range owners {
		tock(l, i)
		owners[i].t.StartCached(ms)
	}
	err = p.run(l)
	return float64(n) / unit, checks(err, check("callbacks", x.ran, n))
}

// argsOwner has room for four arguments.
type argsOwner struct {
	timerOwner
	kind uint8
	yes  bool
	no   bool
	a, b float64
	c    any
}

func (o *argsOwner) Expire(*eventloop.Timer) {
	switch o.kind {
	case 4:
		if o.a < o.b && o.yes && !o.no {
			o.x.right++
		}
	case 3:
		o.x.t.call3(o.a, o.yes, o.c)
	case 2:
		if !o.no && o.b > 5 {
			o.x.t.two++
		}
	default:
		o.x.t.call1(o.a)
	}
	o.x.done()
}

func ownedTimersBreadthArgs(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x, owners := p.loop(), &burst{p: p, n: n}, make([]argsOwner, n)
	for i := range owners {
		owners[i].x = x
		owners[i].t.Init(l, &owners[i])
	}
	p.start()
	for i := range owners {
		tock(l, i)
		o := &owners[i]
		switch {
		case i%4 == 0:
			o.kind, o.a, o.b, o.yes, o.no = 4, 3.14, 1024, true, false
		case i%3 == 0:
			o.kind, o.a, o.yes, o.c = 3, 512, true, nil
		case i%2 == 0:
			o.kind, o.no, o.b = 2, false, 5.1
		default:
			o.kind, o.a = 1, 0
		}
		o.t.StartCached(ms)
	}
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", x.ran, n), checkFours(x.right, &x.t, n))
}

func ownedCancelPooled(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x := p.loop(), &burst{p: p}
	owners := timers(l, x, n+1)
	for i := range owners {
		tock(l, i)
		owners[i].t.StartCached(ms)
	}
	newer := owners[0].t.Newer()
	owners[0].t.Clear()
	cleared := 0
	p.start()
	for range n {
		t := newer
		newer = t.Newer()
		if t.Clear() {
			cleared++
		}
	}
	p.stop()
	return float64(n), checks(p.run(l), check("cleared", cleared, n), check("callbacks", x.ran, 0))
}

func ownedCancelUnpooled(p *pass, fromEnd bool) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x := p.loop(), &burst{p: p}
	owners := timers(l, x, n)
	for i := range owners {
		tock(l, i)
		owners[i].t.StartCached(time.Duration(i+1) * ms)
	}
	cleared := 0
	if fromEnd {
		p.start()
		for i := n - 1; i >= 0; i-- {
			if owners[i].t.Clear() {
				cleared++
			}
		}
	} else {
		p.start()
		for i := range owners {
			if owners[i].t.Clear() {
				cleared++
			}
		}
	}
	p.stop()
	return float64(n), checks(p.run(l), check("cleared", cleared, n), check("callbacks", x.ran, 0))
}

// summed adds its number up when it fires.
type summed struct {
	timerOwner
	i int
}

func (o *summed) Expire(*eventloop.Timer) { o.x.sum += o.i }

// ownedInsertPooled writes the number that the convenient form captures.
func ownedInsertPooled(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x, owners := p.loop(), &burst{p: p}, make([]summed, n)
	for i := range owners {
		owners[i].x = x
		owners[i].t.Init(l, &owners[i])
	}
	p.start()
	for i := range owners {
		tock(l, i)
		owners[i].i = i
		owners[i].t.StartCached(ms)
	}
	p.stop()
	return float64(n), checks(p.run(l), check("sum", x.sum, sumBelow(n)))
}

// ownedInsertUnpooled keeps no handles: the array of owners is there.
func ownedInsertUnpooled(p *pass, descending bool) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x := p.loop(), &burst{p: p}
	owners := timers(l, x, n)
	if descending {
		p.start()
		for i := range owners {
			tock(l, i)
			owners[i].t.StartCached(time.Duration(n-i) * ms)
		}
	} else {
		p.start()
		for i := range owners {
			tock(l, i)
			owners[i].t.StartCached(time.Duration(i+1) * ms)
		}
	}
	p.stop()
	err = check("set", l.Counts().Timers, n)
	for i := range owners {
		owners[i].t.Clear()
	}
	return float64(n), checks(err, p.run(l), check("callbacks", x.ran, 0))
}

// ticker queues itself as a tick when its timer fires.
type ticker struct{ timerOwner }

func (o *ticker) Expire(t *eventloop.Timer) {
	o.x.sum++
	t.Loop().NextTickTask(o)
}

func (o *ticker) RunTask() { o.x.done() }

func ownedTimeoutNextTick(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x, owners := p.loop(), &burst{p: p, n: n}, make([]ticker, n)
	for i := range owners {
		tock(l, i)
		owners[i].x = x
		owners[i].t.Init(l, &owners[i])
		owners[i].t.StartCached(ms)
	}
	overdue()
	p.start()
	err = p.run(l)
	return float64(n), checks(err, check("ticks", x.ran, n), check("callbacks", x.sum, n))
}

func ownedTimeoutPooled(p *pass) (float64, error)   { return ownedTimeouts(p, false) }
func ownedTimeoutUnpooled(p *pass) (float64, error) { return ownedTimeouts(p, true) }

// ownedTimeouts runs timers that are due; reref unrefs and refs each before.
func ownedTimeouts(p *pass, reref bool) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x := p.loop(), &burst{p: p, n: n}
	owners := timers(l, x, n)
	for i := range owners {
		tock(l, i)
		owners[i].t.StartCached(ms)
		if reref {
			owners[i].t.Unref().Ref()
		}
	}
	overdue()
	p.start()
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", x.ran, n))
}
