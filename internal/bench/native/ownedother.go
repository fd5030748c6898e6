package native

import (
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file has settimeout.js and the listing with timers that the caller owns.

func init() {
	ownedTwins["settimeout.js line=startup"] = twin{run: func(p *pass) (float64, error) { return ownedOneSecond(p, true) }}
	ownedTwins["settimeout.js line=done"] = twin{run: func(p *pass) (float64, error) { return ownedOneSecond(p, false) }}
	each(ownedTwins, "timers/getActiveTimers-bench.js", map[string]func(*pass) (float64, error){
		"default_value=0": func(p *pass) (float64, error) { return ownedListing(p, false) },
		"default_value=1": func(p *pass) (float64, error) { return ownedListing(p, true) },
	})
}

// late is a summed that ends the pass with the last, if that is what is timed.
type late struct{ summed }

func (o *late) Expire(*eventloop.Timer) {
	o.x.sum += o.i
	if o.x.ran++; o.x.ran == o.x.n && o.x.right == 0 {
		o.x.p.stop()
	}
}

func ownedOneSecond(p *pass, startup bool) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x, owners := p.loop(), &burst{p: p, n: n}, make([]late, n)
	for i := range owners {
		owners[i].x = x
		owners[i].t.Init(l, &owners[i])
	}
	if startup {
		x.right = 1
		p.start()
	}
	for i := range owners {
		tock(l, i)
		owners[i].i = i
		owners[i].t.StartCached(time.Second)
	}
	if startup {
		p.stop()
	} else {
		p.start()
	}
	return float64(n), checks(p.run(l), check("callbacks", x.ran, n), check("sum", x.sum, sumBelow(n)))
}

// ownedListing walks the timers, into an array of the caller's.
func ownedListing(p *pass, different bool) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, x := p.loop(), &burst{p: p}
	owners := timers(l, x, n)
	for i := range owners {
		d := 10 * ms
		if different {
			d = time.Duration(i+1) * ms
		}
		tock(l, i)
		owners[i].t.StartCached(d)
	}
	list := make([]*eventloop.Timer, 0, n)
	p.start()
	for t := range l.Timers {
		list = append(list, t)
	}
	p.stop()
	for i := range owners {
		owners[i].t.Clear()
	}
	return float64(n), checks(check("listed", len(list), n), p.run(l))
}
