package native

import (
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file has the programs about timers in the convenient form: AfterFunc makes a
// timer for each call and reads the clock, arguments are captured.

func init() {
	each(funcTwins, "timers/timers-breadth.js", map[string]func(*pass) (float64, error){"": funcTimersBreadth})
	each(funcTwins, "timers/timers-breadth-args.js", map[string]func(*pass) (float64, error){"": funcTimersBreadthArgs})
	each(funcTwins, "timers/timers-cancel-pooled.js", map[string]func(*pass) (float64, error){"": funcCancelPooled})
	each(funcTwins, "timers/timers-cancel-unpooled.js", map[string]func(*pass) (float64, error){
		"direction=start": func(p *pass) (float64, error) { return funcCancelUnpooled(p, false) },
		"direction=end":   func(p *pass) (float64, error) { return funcCancelUnpooled(p, true) },
	})
	each(funcTwins, "timers/timers-insert-pooled.js", map[string]func(*pass) (float64, error){"": funcInsertPooled})
	each(funcTwins, "timers/timers-insert-unpooled.js", map[string]func(*pass) (float64, error){
		"direction=start": func(p *pass) (float64, error) { return funcInsertUnpooled(p, false) },
		"direction=end":   func(p *pass) (float64, error) { return funcInsertUnpooled(p, true) },
	})
	each(funcTwins, "timers/timers-timeout-nexttick.js", map[string]func(*pass) (float64, error){"": funcTimeoutNextTick})
	each(funcTwins, "timers/timers-timeout-pooled.js", map[string]func(*pass) (float64, error){"": funcTimeoutPooled})
	each(funcTwins, "timers/timers-timeout-unpooled.js", map[string]func(*pass) (float64, error){"": funcTimeoutUnpooled})
	each(funcTwins, "misc/timers.js", map[string]func(*pass) (float64, error){"type=breadth": funcMiscBreadth})
	funcTwins["timers/timers-depth.js"] = twin{run: func(p *pass) (float64, error) { return funcTimersDepth(p, "n", 1) }, waits: true}
	funcTwins["misc/timers.js type=depth"] = twin{run: func(p *pass) (float64, error) { return funcTimersDepth(p, "thousands", 1000) }, waits: true}
}

// funcTimersDepth is a chain of timers of 1 ms, counted from the loop's cached time:
// that is Node's rounding. AfterFunc never fires early, and is up to two ticks late.
func funcTimersDepth(p *pass, key string, unit float64) (float64, error) {
	n, err := p.count(key, unit)
	if err != nil {
		return 0, err
	}
	l, ran := p.loop(), 0
	var next func()
	next = func() {
		if ran++; ran == n {
			p.stop()
		} else {
			l.AfterFuncCached(ms, next)
		}
	}
	p.start()
	l.UpdateNow()
	l.AfterFuncCached(ms, next)
	err = p.run(l)
	return float64(n) / unit, checks(err, check("callbacks", ran, n))
}

func funcTimersBreadth(p *pass) (float64, error) { return funcBurst(p, "n", 1) }
func funcMiscBreadth(p *pass) (float64, error)   { return funcBurst(p, "thousands", 1000) }

// funcBurst sets timers of 1 ms in one go and runs them.
func funcBurst(p *pass, key string, unit float64) (float64, error) {
	n, err := p.count(key, unit)
	if err != nil {
		return 0, err
	}
	l, ran := p.loop(), 0
	done := func() {
		if ran++; ran == n {
			p.stop()
		}
	}
	p.start()
	for range n {
		l.AfterFunc(ms, done)
	}
	err = p.run(l)
	return float64(n) / unit, checks(err, check("callbacks", ran, n))
}

func funcTimersBreadthArgs(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, ran, fours, x := p.loop(), 0, 0, &tally{}
	v := values{whole: 512, half: 5.1, yes: true}
	done := func() {
		if ran++; ran == n {
			p.stop()
		}
	}
	four := func(a, b float64, c, d bool) {
		if a < b && c && !d {
			fours++
		}
		done()
	}
	three := func(a float64, b bool, c any) { x.call3(a, b, c); done() }
	two := func(a bool, b float64) {
		if !a && b > 5 {
			x.two++
		}
		done()
	}
	one := func(a float64) { x.call1(a); done() }
	p.start()
	for i := range n {
		switch {
		case i%4 == 0:
			a, b, c, d := v.half, v.whole, v.yes, v.no
			l.AfterFunc(ms, func() { four(a, b, c, d) })
		case i%3 == 0:
			a, b, c := v.whole, v.yes, v.null
			l.AfterFunc(ms, func() { three(a, b, c) })
		case i%2 == 0:
			a, b := v.no, v.half
			l.AfterFunc(ms, func() { two(a, b) })
		default:
			a := v.whole
			l.AfterFunc(ms, func() { one(a) })
		}
	}
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", ran, n), checkFours(fours, x, n))
}

// checkFours compares with what the loop of timers-breadth-args.js does.
func checkFours(fours int, x *tally, n int) error {
	var four, three, two int
	for i := range n {
		switch {
		case i%4 == 0:
			four++
		case i%3 == 0:
			three++
		case i%2 == 0:
			two++
		}
	}
	return checks(check("calls with four", fours, four), check("calls with three", x.three, three),
		check("calls with two", x.two, two), check("calls with one", x.one, n-four-three-two))
}

// funcCancelPooled finds each timer through its older neighbour.
func funcCancelPooled(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, ran := p.loop(), 0
	fired := func() { ran++ }
	first := l.AfterFunc(ms, fired)
	for range n {
		l.AfterFunc(ms, fired)
	}
	newer := first.Newer()
	first.Clear()
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
	return float64(n), checks(p.run(l), check("cleared", cleared, n), check("callbacks", ran, 0))
}

func funcCancelUnpooled(p *pass, fromEnd bool) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, ran := p.loop(), 0
	fired := func() { ran++ }
	timers := make([]*eventloop.Timer, n)
	for i := range timers {
		timers[i] = l.AfterFunc(time.Duration(i+1)*ms, fired)
	}
	cleared := 0
	if fromEnd {
		p.start()
		for i := n - 1; i >= 0; i-- {
			if timers[i].Clear() {
				cleared++
			}
		}
	} else {
		p.start()
		for _, t := range timers {
			if t.Clear() {
				cleared++
			}
		}
	}
	p.stop()
	return float64(n), checks(p.run(l), check("cleared", cleared, n), check("callbacks", ran, 0))
}

// funcInsertPooled makes a closure for each timer, as the program does.
func funcInsertPooled(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, sum := p.loop(), 0
	p.start()
	for i := range n {
		l.AfterFunc(ms, func() { sum += i })
	}
	p.stop()
	return float64(n), checks(p.run(l), check("sum", sum, sumBelow(n)))
}

func funcInsertUnpooled(p *pass, descending bool) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, ran := p.loop(), 0
	fired := func() { ran++ }
	var timers []*eventloop.Timer
	if descending {
		p.start()
		for delay := n; delay > 0; delay-- {
			timers = append(timers, l.AfterFunc(time.Duration(delay)*ms, fired))
		}
	} else {
		p.start()
		for delay := 1; delay <= n; delay++ {
			timers = append(timers, l.AfterFunc(time.Duration(delay)*ms, fired))
		}
	}
	p.stop()
	err = check("set", l.Counts().Timers, n)
	for _, t := range timers {
		t.Clear()
	}
	return float64(n), checks(err, p.run(l), check("callbacks", ran, 0))
}

func funcTimeoutNextTick(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, ran, evens, odds := p.loop(), 0, 0, 0
	tick := func() {
		if ran++; ran == n {
			p.stop()
		}
	}
	even := func() { evens++; l.NextTick(tick) }
	odd := func() { odds++; l.NextTick(tick) }
	for i := range n {
		if i%2 == 0 {
			l.AfterFunc(ms, even)
		} else {
			l.AfterFunc(ms, odd)
		}
	}
	overdue()
	p.start()
	err = p.run(l)
	return float64(n), checks(err, check("ticks", ran, n), check("callbacks", evens, n-n/2), check("callbacks", odds, n/2))
}

func funcTimeoutPooled(p *pass) (float64, error) {
	return funcTimeouts(p, func(t *eventloop.Timer) {})
}

func funcTimeoutUnpooled(p *pass) (float64, error) {
	return funcTimeouts(p, func(t *eventloop.Timer) { t.Unref().Ref() })
}

// funcTimeouts runs timers that are due; prepare is done to each before.
func funcTimeouts(p *pass, prepare func(*eventloop.Timer)) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, ran, evens := p.loop(), 0, 0
	even := func() {
		evens++
		if ran++; ran == n {
			p.stop()
		}
	}
	odd := func() {
		if ran++; ran == n {
			p.stop()
		}
	}
	for i := range n {
		if i%2 == 0 {
			prepare(l.AfterFunc(ms, even))
		} else {
			prepare(l.AfterFunc(ms, odd))
		}
	}
	overdue()
	p.start()
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", ran, n), check("callbacks of even ones", evens, n-n/2))
}
