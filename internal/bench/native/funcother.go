package native

import (
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file has the programs that are not about setting, clearing or running timers one
// by one, in the convenient form: settimeout.js and the listing.

func init() {
	funcTwins["settimeout.js line=startup"] = twin{run: func(p *pass) (float64, error) { return funcOneSecond(p, true) }}
	funcTwins["settimeout.js line=done"] = twin{run: func(p *pass) (float64, error) { return funcOneSecond(p, false) }}
	each(funcTwins, "timers/getActiveTimers-bench.js", map[string]func(*pass) (float64, error){
		"default_value=0": func(p *pass) (float64, error) { return funcListing(p, false) },
		"default_value=1": func(p *pass) (float64, error) { return funcListing(p, true) },
	})
}

// funcOneSecond is settimeout.js: what is timed is setting the timers (startup), or
// from then to the last callback.
func funcOneSecond(p *pass, startup bool) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l, ran, sum := p.loop(), 0, 0
	fired := func(i int) {
		sum += i
		if ran++; ran == n && !startup {
			p.stop()
		}
	}
	if startup {
		p.start()
	}
	for i := range n {
		l.AfterFunc(time.Second, func() { fired(i) })
	}
	if startup {
		p.stop()
	} else {
		p.start()
	}
	return float64(n), checks(p.run(l), check("callbacks", ran, n), check("sum", sum, sumBelow(n)))
}

// funcListing is one call that lists everything pending.
func funcListing(p *pass, different bool) (float64, error) {
	n, err := p.count("n", 1)
	if err != nil {
		return 0, err
	}
	l := p.loop()
	timers := make([]*eventloop.Timer, n)
	for i := range timers {
		d := 10 * ms
		if different {
			d = time.Duration(i+1) * ms
		}
		timers[i] = l.AfterFunc(d, func() {})
	}
	p.start()
	list := l.Pending()
	p.stop()
	for _, t := range timers {
		t.Clear()
	}
	return float64(n), checks(check("listed", len(list), n), p.run(l))
}
