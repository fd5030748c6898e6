package core

import (
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/performance/target"
)

// This file measures how late timers of a millisecond are, in a chain in which each
// callback sets the next. The lateness of a link is the time from just before it was
// set to its callback, less a millisecond. It may be negative: timers that count from
// the loop's cached time, as Node's do, may fire early by a part of a millisecond.

const (
	links     = 500
	warmLinks = 20 // at the beginning, not counted
)

// nodeChain does in Node what lateness does on a loop. It is given how many links.
const nodeChain = `
const late = [];
let from;
function fired() {
  const now = process.hrtime.bigint();
  late.push(Number(now - from));
  if (late.length < +process.argv[1]) set();
  else console.log(JSON.stringify(late));
}
function set() {
  from = process.hrtime.bigint();
  setTimeout(fired, 1);
}
set();
`

// chainSpec is a way to make the chain, by a function that sets the next link to be f.
type chainSpec struct {
	key, name string
	options   eventloop.Options
	goal      bool
	form      func(l *eventloop.Loop) (set func(f func()))
	note      string
}

var chains = []chainSpec{
	{key: "chain-cached", name: "1 ms chain, caller-owned, cached time: lateness", goal: true, form: ownedChain},
	{key: "chain-func", name: "1 ms chain, AfterFunc: lateness", form: funcChain,
		note: "AfterFunc promises that the whole delay has passed and rounds up to the loop's tick of 1 ms, so a chain takes two ticks a link; Node promises neither."},
	{key: "chain-func-fine", name: "1 ms chain, AfterFunc, ticks of 10 µs: lateness", goal: true, form: funcChain,
		options: eventloop.Options{Resolution: 10 * time.Microsecond}},
}

// funcOf is an Expirer that calls a function.
type funcOf struct {
	t eventloop.Timer
	f func()
}

func (x *funcOf) Expire(*eventloop.Timer) { x.f() }

func ownedChain(l *eventloop.Loop) func(func()) {
	x := new(funcOf)
	x.t.Init(l, x)
	return func(f func()) {
		x.f = f
		x.t.StartCached(time.Millisecond)
	}
}

func funcChain(l *eventloop.Loop) func(func()) {
	return func(f func()) { l.AfterFunc(time.Millisecond, f) }
}

// lateness runs a chain on the system clock and returns the median of the links'
// lateness in microseconds.
func (c *chainSpec) lateness() float64 {
	l := eventloop.New(c.options)
	set := c.form(l)
	took := make([]float64, 0, warmLinks+links)
	var from time.Time
	var fired func()
	fired = func() {
		took = append(took, float64(time.Since(from).Nanoseconds()))
		if len(took) < cap(took) {
			from = time.Now()
			set(fired)
		}
	}
	from = time.Now()
	set(fired)
	runLoop(l)
	return medianLate(took)
}

// medianLate is the median lateness, in microseconds, of links that took so many
// nanoseconds.
func medianLate(took []float64) float64 { return median(took[warmLinks:])/1e3 - 1e3 }

// nodeLateness is the same of Node.
func nodeLateness(node string) (float64, error) {
	out, err := exec.Command(node, "-e", nodeChain, "--", strconv.Itoa(warmLinks+links)).Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", node, err)
	}
	var took []float64
	if err := json.Unmarshal(out, &took); err != nil || len(took) != warmLinks+links {
		return 0, fmt.Errorf("%s: printed %q, not the times of %d links", node, out, warmLinks+links)
	}
	return medianLate(took), nil
}

// row measures the chain beside Node's. Node is started anew for each pair, outside
// of what is measured.
func (c *chainSpec) row(o Options) (target.Row, pairs) {
	r := target.Row{Name: c.name, Unit: "µs", Allocs: math.NaN(), Peer: math.NaN(), Note: c.note,
		Command: command(c.key) + " -node NODE"}
	if c.goal {
		r.Goal = "not above Node's"
	}
	var version string
	var failed error
	var peer func() float64
	if o.Node == "" {
		failed = fmt.Errorf("no Node was given with -node")
	} else if v, err := exec.Command(o.Node, "--version").Output(); err != nil {
		failed = fmt.Errorf("%s --version: %w", o.Node, err)
	} else {
		version = strings.TrimSpace(string(v))
		peer = func() float64 {
			late, err := nodeLateness(o.Node)
			if err != nil {
				failed = err
				return math.NaN()
			}
			return late
		}
	}
	var p pairs
	p.take(o.Pairs, c.lateness, peer)
	r.Ours, r.Pairs = median(p.ours), len(p.ours)
	if failed != nil {
		p.peers = nil
		note(&r, "No peer: "+failed.Error()+".")
		return r, p
	}
	r.Beside, r.Peer = "Node "+version, median(p.peers)
	note(&r, fmt.Sprintf("Medians of %d links: ours %s, Node's %s.", links, span(p.ours), span(p.peers)))
	if slices.Min(p.ours) > 0 && slices.Min(p.peers) > 0 {
		r.Ratio = quartiles(p.ratios())
	}
	if c.goal {
		r.Met = target.AtMost(median(p.less()), 0)
	}
	return r, p
}

// span is "12 to 15 µs", the quartiles of x.
func span(x []float64) string {
	q := quartiles(x)
	return target.Number(q.Low) + " to " + target.Number(q.High) + " µs"
}
