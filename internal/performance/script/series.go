package script

import (
	"fmt"
	"math"
	"strings"

	"github.com/nodetimers/nodetimers/internal/bench/programs"
	"github.com/nodetimers/nodetimers/internal/performance/target"
	"github.com/nodetimers/nodetimers/internal/samples"
	"github.com/nodetimers/nodetimers/internal/stats"
)

// This file is the arithmetic. A series has one number for each round, NaN for a round
// without one; two series meet in the rounds that both have, and nowhere else.

// series is numbers by round.
type series []float64

// at is the number of a round.
func (s series) at(round int) float64 {
	if round >= len(s) {
		return math.NaN()
	}
	return s[round]
}

// numbers are those that are there.
func (s series) numbers() []float64 {
	var list []float64
	for _, v := range s {
		if !math.IsNaN(v) {
			list = append(list, v)
		}
	}
	return list
}

// median is NaN for an empty series.
func (s series) median() float64 { return stats.Quantile(s.numbers(), 0.5) }

func (s series) quartiles() target.Quartiles {
	list := s.numbers()
	return target.Quartiles{
		Low:    stats.Quantile(list, 0.25),
		Median: stats.Quantile(list, 0.5),
		High:   stats.Quantile(list, 0.75),
	}
}

// comparison is two series in the rounds that both have.
type comparison struct {
	ours, peer float64 // medians
	ratios     series  // peer through ours, by round
	ratio      target.Quartiles
	pairs      int
}

// compare pairs two series of times.
func compare(ours, peer series) comparison {
	var c comparison
	var first, second series
	for round := range ours {
		a, b := ours[round], peer.at(round)
		if math.IsNaN(a + b) {
			a, b = math.NaN(), math.NaN()
		}
		first, second = append(first, a), append(second, b)
		c.ratios = append(c.ratios, b/a)
	}
	c.ours, c.peer = first.median(), second.median()
	c.pairs = len(c.ratios.numbers())
	if c.pairs > 0 {
		c.ratio = c.ratios.quartiles()
	}
	return c
}

// compareShare is compare for what of ours is left without the floor of that round. It
// takes the quartiles of share through peer, which are finite where a share is nothing,
// and turns them over. A share below nothing, which is noise, counts as nothing.
func compareShare(ours, floor, peer series) comparison {
	share := make(series, len(ours))
	for round, v := range ours {
		share[round] = v - floor.at(round)
		if share[round] < 0 {
			share[round] = 0
		}
	}
	c := compare(peer, share)
	if c.pairs == 0 {
		return comparison{ours: share.median(), peer: peer.median()}
	}
	c.ours, c.peer = c.peer, c.ours
	c.ratio = target.Quartiles{Low: 1 / c.ratio.High, Median: 1 / c.ratio.Median, High: 1 / c.ratio.Low}
	for round := range c.ratios {
		c.ratios[round] = 1 / c.ratios[round]
	}
	return c
}

// geoMean is the geometric mean over the rows by round. A round in which a row has no
// ratio has no mean: it would be one of other rows.
func geoMean(rows []series) series {
	var out series
	for round := range longest(rows) {
		ratios := make([]float64, len(rows))
		for i, s := range rows {
			ratios[i] = s.at(round)
		}
		mean, n := stats.GeoMean(ratios)
		if n < len(rows) {
			mean = math.NaN()
		}
		out = append(out, mean)
	}
	return out
}

func longest(rows []series) int {
	n := 0
	for _, s := range rows {
		n = max(n, len(s))
	}
	return n
}

// key is one row on one runtime.
type key struct{ binary, row string }

// table is samples as times of one operation in nanoseconds, by round.
type table struct {
	ns      map[key]series
	reasons map[key]string   // why a row is n/a
	failed  map[key][]string // reasons of processes that failed
}

// newTable sorts a set's samples. Two samples of one round cannot be paired: an error.
func newTable(set *samples.Set) (*table, error) {
	t := &table{map[key]series{}, map[key]string{}, map[key][]string{}}
	for _, s := range set.Samples {
		if s.AA != "" {
			continue
		}
		k := key{s.Binary, s.Name()}
		round := s.Round
		if round < 0 {
			round = len(t.ns[k]) // a file without rounds: the order is what is known
		}
		if !math.IsNaN(t.ns[k].at(round)) {
			return nil, fmt.Errorf("two samples of %s %s in round %d", s.Binary, s.Name(), round)
		}
		t.put(k, round, 1e9/s.Rate)
	}
	for _, m := range set.Missing {
		t.reasons[key{m.Binary, rowText(m.Filename, m.Configuration)}] = m.Reason
	}
	for _, f := range set.Failures {
		k := key{f.Binary, rowText(f.Filename, f.Configuration)}
		t.failed[k] = append(t.failed[k], f.Reason)
	}
	return t, nil
}

// put notes a time. What is no time, such as that of a rate of 0, counts as none.
func (t *table) put(k key, round int, ns float64) {
	if math.IsInf(ns, 0) || !(ns > 0) {
		ns = math.NaN()
	}
	s := t.ns[k]
	for len(s) <= round {
		s = append(s, math.NaN())
	}
	s[round] = ns
	t.ns[k] = s
}

// rounds is how many rounds there are, or otherwise in an empty table.
func (t *table) rounds(otherwise int) int {
	n := 0
	for _, s := range t.ns {
		n = max(n, len(s))
	}
	if n == 0 {
		return otherwise
	}
	return n
}

// has tells whether a row was measured on nodetimers.
func (t *table) has(row string) bool { return len(t.ns[key{"nodetimers", row}].numbers()) > 0 }

func rowText(file, configuration string) string {
	return samples.Sample{Filename: file, Configuration: configuration}.Name()
}

// name is a program's row as this table has it: that of the quick preset, unless only
// the full one is there.
func (t *table) name(r programs.Row) string {
	for k := range t.ns {
		if k.row == r.QuickName() {
			return k.row
		}
	}
	for k := range t.ns {
		if k.row == r.Name() {
			return k.row
		}
	}
	return r.QuickName()
}

// why tells why a row has no samples.
func (t *table) why(k key) string {
	switch failed := t.failed[k]; {
	case t.reasons[k] != "":
		return t.reasons[k]
	case len(failed) > 0:
		return "failed: " + failed[0]
	}
	return "not measured"
}

// failures is a note about processes of a row that failed, empty if none did.
func (t *table) failures(keys ...key) string {
	var list []string
	for _, k := range keys {
		if n := len(t.failed[k]); n > 0 {
			list = append(list, fmt.Sprintf("%d of %d processes of %s failed: %s", n, n+len(t.ns[k].numbers()), k.binary, t.failed[k][0]))
		}
	}
	return strings.Join(list, "; ")
}
