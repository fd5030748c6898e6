package core

import (
	"runtime"
	"time"

	"github.com/nodetimers/nodetimers/internal/performance/target"
	"github.com/nodetimers/nodetimers/internal/stats"
)

const (
	least     = 10 * time.Millisecond // how long one side of a pair is timed
	wide      = 0.25                  // a spread of the ratios above this is measured longer,
	mostTimes = 3                     // up to so many times the pairs
)

// pairs are the samples of a row: value i of each list is of pair i. Without a peer
// there are no peers.
type pairs struct {
	ours, peers, calibrations []float64
}

// take samples n pairs, and up to mostTimes n while their ratios are spread wide.
func take(n int, ours, peer func() float64) pairs {
	var p pairs
	for range mostTimes {
		p.take(n, ours, peer)
		if p.spread() <= wide {
			break
		}
	}
	return p
}

// take adds n pairs, in turns: A B B A. peer may be nil.
func (p *pairs) take(n int, ours, peer func() float64) {
	for range n {
		p.calibrations = append(p.calibrations, Calibrate())
		switch {
		case peer == nil:
			p.ours = append(p.ours, ours())
		case len(p.ours)%2 == 0:
			a := ours()
			p.add(a, peer())
		default:
			b := peer()
			p.add(ours(), b)
		}
	}
}

func (p *pairs) add(ours, peer float64) {
	p.ours, p.peers = append(p.ours, ours), append(p.peers, peer)
}

// spread is the interquartile range of the ratios, or of ours, over its median.
func (p *pairs) spread() float64 {
	if len(p.peers) > 0 {
		return quartiles(p.ratios()).Spread()
	}
	return quartiles(p.ours).Spread()
}

// ratios are peer/ours.
func (p *pairs) ratios() []float64 {
	out := make([]float64, len(p.peers))
	for i := range out {
		out[i] = p.peers[i] / p.ours[i]
	}
	return out
}

// less is the ours of each pair less its peer.
func (p *pairs) less() []float64 {
	out := make([]float64, len(p.peers))
	for i := range out {
		out[i] = p.ours[i] - p.peers[i]
	}
	return out
}

func quartiles(x []float64) target.Quartiles {
	return target.Quartiles{Low: stats.Quantile(x, 0.25), Median: median(x), High: stats.Quantile(x, 0.75)}
}

func median(x []float64) float64 { return stats.Quantile(x, 0.5) }

// measure makes the two sides, warms them up and takes the pairs. newPeer may be nil.
func measure(n int, newOurs, newPeer func() probe) (p pairs, allocs float64) {
	ours := newOurs()
	defer ours.end()
	ours.nsPerOp(0)
	var second func() float64
	if newPeer != nil {
		peer := newPeer()
		defer peer.end()
		peer.nsPerOp(0)
		second = func() float64 { return peer.nsPerOp(least) }
	}
	p = take(n, func() float64 { return ours.nsPerOp(least) }, second)
	allocs = ours.allocsPerOp()
	runtime.GC()
	return p, allocs
}
