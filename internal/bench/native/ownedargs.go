package native

import "github.com/nodetimers/nodetimers/eventloop"

// This file has the programs about immediates with varying arguments, which are fields
// of the caller's struct. An owner has room for the most there are.

func init() {
	each(ownedTwins, "timers/set-immediate-breadth-args.js", map[string]func(*pass) (float64, error){"": ownedBreadthArgs})
	each(ownedTwins, "timers/set-immediate-depth-args.js", map[string]func(*pass) (float64, error){"": ownedDepthArgs})
}

// caller calls one of three functions with its fields.
type caller struct {
	im   eventloop.Immediate
	x    *burst
	kind uint8
	yes  bool
	a, b float64
	c    any
}

func (o *caller) RunImmediate(*eventloop.Immediate) {
	switch o.kind {
	case 3:
		o.x.t.call3(o.a, o.yes, o.c)
	case 2:
		if o.b != o.a {
			o.x.t.two++
		}
	default:
		o.x.t.call1(o.a)
	}
}

func ownedBreadthArgs(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x, owners := p.loop(), &burst{}, make([]caller, n)
	for i := range owners {
		owners[i].x = x
		owners[i].im.Init(l, &owners[i])
	}
	p.start()
	for i := range owners {
		o := &owners[i]
		switch {
		case i%3 == 0:
			o.kind, o.a, o.yes, o.c = 3, 512, true, nil
		case i%2 == 0:
			o.kind, o.yes, o.b = 2, false, 5.1
		default:
			o.kind, o.a = 1, 0
		}
		o.im.Set()
	}
	err = p.run(l)
	p.stop()
	return float64(n), checks(err, x.t.check(n))
}

// argsLink is the chain of set-immediate-depth-args.js.
type argsLink struct {
	caller
	left int
}

func (c *argsLink) RunImmediate(im *eventloop.Immediate) {
	switch c.kind {
	case 3:
		if !c.yes || c.c != nil {
			return
		}
	case 2:
		if c.b < 5 {
			return
		}
	}
	c.x.ran++
	c.next(im, c.left-1)
}

func (c *argsLink) next(im *eventloop.Immediate, left int) {
	switch {
	case left == 0:
		return
	case left%3 == 0:
		c.kind, c.yes, c.c = 3, true, nil
	case left%2 == 0:
		c.kind, c.b = 2, 5.1
	default:
		c.kind = 1
	}
	c.left = left
	im.Set()
}

func ownedDepthArgs(p *pass) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x := p.loop(), &burst{}
	c := &argsLink{caller: caller{x: x, kind: 1}, left: n}
	c.im.Init(l, c)
	p.start()
	c.im.Set()
	err = p.run(l)
	p.stop()
	return float64(n), checks(err, check("callbacks", x.ran, n))
}
