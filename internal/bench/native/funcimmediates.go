package native

// This file has the programs about immediates in the convenient form: SetImmediate
// makes an immediate for each call, arguments are captured.

var funcTwins = map[string]twin{}

// each adds twins to a table under one program's name and its parameter's values.
func each(table map[string]twin, program string, twins map[string]func(*pass) (float64, error)) {
	for params, run := range twins {
		name := program
		if params != "" {
			name += " " + params
		}
		table[name] = twin{run: run}
	}
}

func init() {
	each(funcTwins, "timers/immediate.js", map[string]func(*pass) (float64, error){
		"type=depth":    funcDepth,
		"type=depth1":   funcDepth1,
		"type=breadth":  funcBreadth,
		"type=breadth1": funcBreadth1,
		"type=breadth4": funcBreadth4,
		"type=clear":    funcClear,
	})
	each(funcTwins, "timers/set-immediate-breadth.js", map[string]func(*pass) (float64, error){"": funcBreadthToExit})
	each(funcTwins, "timers/set-immediate-breadth-args.js", map[string]func(*pass) (float64, error){"": funcBreadthArgs})
	each(funcTwins, "timers/set-immediate-depth-args.js", map[string]func(*pass) (float64, error){"": funcDepthArgs})
	each(funcTwins, "timers/set-immediate-depth.js", map[string]func(*pass) (float64, error){"": funcDepthToExit})
}

func funcDepth(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, ran := p.loop(), 0
	var next func()
	next = func() {
		if ran++; ran == n {
			p.stop()
		} else {
			l.SetImmediate(next)
		}
	}
	p.start()
	l.SetImmediate(next)
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", ran, n))
}

func funcDepth1(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, ran, sum := p.loop(), 0, 0
	var next func(value int)
	next = func(value int) {
		sum += value
		if ran++; ran == n {
			p.stop()
		} else {
			l.SetImmediate(func() { next(value) })
		}
	}
	p.start()
	l.SetImmediate(func() { next(1) })
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", ran, n), check("sum", sum, n))
}

func funcBreadth(p *pass) (float64, error) {
	n, err := p.count("n", 1)
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
		l.SetImmediate(done)
	}
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", ran, n))
}

func funcBreadth1(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, ran, sum := p.loop(), 0, 0
	done := func(i int) {
		sum += i
		if ran++; ran == n {
			p.stop()
		}
	}
	p.start()
	for i := range n {
		l.SetImmediate(func() { done(i) })
	}
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", ran, n), check("sum", sum, sumBelow(n)))
}

// funcBreadth4 does half of n, rounded down, at least one.
func funcBreadth4(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	n = max(1, n/2)
	l, ran, sum, flags := p.loop(), 0, 0, 0
	done := func(i int, text string, flag bool, value any) {
		sum += i
		if flag && len(text) == 4 && value == nil {
			flags++
		}
		if ran++; ran == n {
			p.stop()
		}
	}
	text, flag, value := "text", true, any(nil)
	p.start()
	for i := range n {
		l.SetImmediate(func() { done(i, text, flag, value) })
	}
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", ran, n), check("sum", sum, sumBelow(n)), check("arguments", flags, n))
}

func funcClear(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	pairs := 4 * n
	l, ran, cleared := p.loop(), 0, 0
	p.start()
	for i := range pairs {
		im := l.SetImmediate(func() { ran += i + 1 })
		if im.Clear() {
			cleared++
		}
	}
	ended := 0
	l.SetImmediate(func() {
		ended++
		p.stop()
	})
	err = p.run(l)
	return float64(pairs), checks(err, check("cleared", cleared, pairs), check("cleared ones that ran", ran, 0), check("last", ended, 1))
}

func funcBreadthToExit(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, ran := p.loop(), 0
	f := func() { ran++ }
	p.start()
	for range n {
		l.SetImmediate(f)
	}
	err = p.run(l)
	p.stop()
	return float64(n), checks(err, check("callbacks", ran, n))
}

// values are the arguments of set-immediate-breadth-args.js and its like, in
// variables, so that closures have to capture them.
type values struct {
	whole, half float64
	yes, no     bool
	null        any
}

// tally counts callbacks by their number of parameters.
type tally struct{ one, two, three int }

func (t *tally) call1(a float64) { t.one++ }
func (t *tally) call2(a, b any) {
	if a != b {
		t.two++
	}
}
func (t *tally) call3(a float64, b bool, c any) {
	if b && c == nil {
		t.three++
	}
}

// check compares with what a loop over i below n does.
func (t *tally) check(n int) error {
	var want tally
	for i := range n {
		switch {
		case i%3 == 0:
			want.three++
		case i%2 == 0:
			want.two++
		default:
			want.one++
		}
	}
	return checks(check("calls with one", t.one, want.one), check("calls with two", t.two, want.two), check("calls with three", t.three, want.three))
}

func funcBreadthArgs(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, t := p.loop(), &tally{}
	v := values{whole: 512, half: 5.1, yes: true}
	p.start()
	for i := range n {
		switch {
		case i%3 == 0:
			a, b, c := v.whole, v.yes, v.null
			l.SetImmediate(func() { t.call3(a, b, c) })
		case i%2 == 0:
			a, b := v.no, v.half
			l.SetImmediate(func() { t.call2(a, b) })
		default:
			a := v.whole
			l.SetImmediate(func() { t.call1(a) })
		}
	}
	err = p.run(l)
	p.stop()
	return float64(n), checks(err, t.check(n))
}

func funcDepthArgs(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, ran := p.loop(), 0
	v := values{whole: 512, half: 5.1, yes: true}
	var next func(left int)
	call := func(left int) {
		ran++
		next(left - 1)
	}
	three := func(left int, b bool, c any) {
		if b && c == nil {
			call(left)
		}
	}
	two := func(left int, b float64) {
		if b > 5 {
			call(left)
		}
	}
	next = func(left int) {
		switch {
		case left == 0:
		case left%3 == 0:
			b, c := v.yes, v.null
			l.SetImmediate(func() { three(left, b, c) })
		case left%2 == 0:
			b := v.half
			l.SetImmediate(func() { two(left, b) })
		default:
			l.SetImmediate(func() { call(left) })
		}
	}
	p.start()
	l.SetImmediate(func() { call(n) })
	err = p.run(l)
	p.stop()
	return float64(n), checks(err, check("callbacks", ran, n))
}

// funcDepthToExit counts in millions.
func funcDepthToExit(p *pass) (float64, error) {
	n, err := p.count("millions", 1e6)
	if err != nil {
		return 0, err
	}
	l, ran := p.loop(), 0
	var next func()
	next = func() {
		if ran++; ran < n {
			l.SetImmediate(next)
		}
	}
	p.start()
	l.SetImmediate(next)
	err = p.run(l)
	p.stop()
	return float64(n) / 1e6, checks(err, check("callbacks", ran, n))
}
