package native

import "github.com/nodetimers/nodetimers/eventloop"

// This file has the programs about immediates with immediates that the caller owns:
// fields of structs in one array, made and given to the loop before the clock starts.
// Arguments are other fields of the struct; to write them is timed.

var ownedTwins = map[string]twin{}

func init() {
	each(ownedTwins, "timers/immediate.js", map[string]func(*pass) (float64, error){
		"type=depth":    ownedDepth,
		"type=depth1":   ownedDepth1,
		"type=breadth":  ownedBreadth,
		"type=breadth1": ownedBreadth1,
		"type=breadth4": ownedBreadth4,
		"type=clear":    ownedClear,
	})
	each(ownedTwins, "timers/set-immediate-breadth.js", map[string]func(*pass) (float64, error){"": ownedBreadthToExit})
	each(ownedTwins, "timers/set-immediate-depth.js", map[string]func(*pass) (float64, error){"": ownedDepthToExit})
}

// link is a chain: a callback that queues itself until it has run n times.
type link struct {
	im       eventloop.Immediate
	p        *pass
	ran, n   int
	arg      int
	sum      int
	toTheEnd bool // the stopwatch runs on when the chain ends
}

func (c *link) RunImmediate(im *eventloop.Immediate) {
	if c.ran++; c.ran < c.n {
		im.Set()
	} else if !c.toTheEnd {
		c.p.stop()
	}
}

func ownedDepth(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, c := p.loop(), &link{p: p, n: n}
	c.im.Init(l, c)
	p.start()
	c.im.Set()
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", c.ran, n))
}

// link1 is a chain that passes one argument on.
type link1 struct{ link }

func (c *link1) RunImmediate(im *eventloop.Immediate) {
	value := c.arg
	c.sum += value
	if c.ran++; c.ran == c.n {
		c.p.stop()
	} else {
		c.arg = value
		im.Set()
	}
}

func ownedDepth1(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, c := p.loop(), &link1{link{p: p, n: n}}
	c.im.Init(l, c)
	p.start()
	c.arg = 1
	c.im.Set()
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", c.ran, n), check("sum", c.sum, n))
}

// burst is what the callbacks of one program share.
type burst struct {
	p                  *pass
	ran, n, sum, right int
	t                  tally
}

func (x *burst) done() {
	if x.ran++; x.ran == x.n {
		x.p.stop()
	}
}

// owner is a caller's struct with an immediate in it and room for arguments.
type owner struct {
	im   eventloop.Immediate
	x    *burst
	i    int
	text string
	flag bool
	any  any
}

type (
	owner0 struct {
		im eventloop.Immediate
		x  *burst
	}
	owner1 struct {
		im eventloop.Immediate
		x  *burst
		i  int
	}
)

func (o *owner0) RunImmediate(*eventloop.Immediate) { o.x.done() }

func (o *owner1) RunImmediate(*eventloop.Immediate) {
	o.x.sum += o.i
	o.x.done()
}

func (o *owner) RunImmediate(*eventloop.Immediate) {
	o.x.sum += o.i
	if o.flag && len(o.text) == 4 && o.any == nil {
		o.x.right++
	}
	o.x.done()
}

func ownedBreadth(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x, owners := p.loop(), &burst{p: p, n: n}, make([]owner0, n)
	for i := range owners {
		owners[i].x = x
		owners[i].im.Init(l, &owners[i])
	}
	p.start()
	for i := range owners {
		owners[i].im.Set()
	}
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", x.ran, n))
}

func ownedBreadth1(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x, owners := p.loop(), &burst{p: p, n: n}, make([]owner1, n)
	for i := range owners {
		owners[i].x = x
		owners[i].im.Init(l, &owners[i])
	}
	p.start()
	for i := range owners {
		owners[i].i = i
		owners[i].im.Set()
	}
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", x.ran, n), check("sum", x.sum, sumBelow(n)))
}

// ownedBreadth4 does half of n, rounded down, at least one.
func ownedBreadth4(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	n = max(1, n/2)
	l, x, owners := p.loop(), &burst{p: p, n: n}, make([]owner, n)
	for i := range owners {
		owners[i].x = x
		owners[i].im.Init(l, &owners[i])
	}
	p.start()
	for i := range owners {
		o := &owners[i]
		o.i, o.text, o.flag, o.any = i, "text", true, nil
		o.im.Set()
	}
	err = p.run(l)
	return float64(n), checks(err, check("callbacks", x.ran, n), check("sum", x.sum, sumBelow(n)), check("arguments", x.right, n))
}

// never counts its calls, weighted by its argument.
type never struct{ owner1 }

func (o *never) RunImmediate(*eventloop.Immediate) { o.x.ran += o.i + 1 }

func ownedClear(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	pairs := 4 * n
	l, x, cleared := p.loop(), &burst{}, 0
	o := &never{owner1{x: x}}
	o.im.Init(l, o)
	last := &link{p: p, n: 1}
	last.im.Init(l, last)
	p.start()
	for i := range pairs {
		o.i = i
		o.im.Set()
		if o.im.Clear() {
			cleared++
		}
	}
	last.im.Set()
	err = p.run(l)
	return float64(pairs), checks(err, check("cleared", cleared, pairs), check("cleared ones that ran", x.ran, 0), check("last", last.ran, 1))
}

// quiet counts itself and nothing else.
type quiet struct{ owner0 }

func (o *quiet) RunImmediate(*eventloop.Immediate) { o.x.ran++ }

func ownedBreadthToExit(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x, owners := p.loop(), &burst{}, make([]quiet, n)
	for i := range owners {
		owners[i].x = x
		owners[i].im.Init(l, &owners[i])
	}
	p.start()
	for i := range owners {
		owners[i].im.Set()
	}
	err = p.run(l)
	p.stop()
	return float64(n), checks(err, check("callbacks", x.ran, n))
}

// ownedDepthToExit counts in millions.
func ownedDepthToExit(p *pass) (float64, error) {
	n, err := p.count("millions", 1e6)
	if err != nil {
		return 0, err
	}
	l, c := p.loop(), &link{n: n, toTheEnd: true}
	c.im.Init(l, c)
	p.start()
	c.im.Set()
	err = p.run(l)
	p.stop()
	return float64(n) / 1e6, checks(err, check("callbacks", c.ran, n))
}
