package compare

import (
	"math"

	"github.com/nodetimers/nodetimers/internal/samples"
	"github.com/nodetimers/nodetimers/internal/stats"
)

// This file is the noise floor: what the tool says when nothing was changed. In an
// A/A round one binary is measured in both places. A change that is smaller than what
// such rounds show is not to be trusted, stars or not: drift between processes is not
// in the t test's model.

// Noise is what A/A rounds showed.
type Noise struct {
	// Rows counts rows with A/A samples on both sides.
	Rows int
	// Samples is the smallest number of samples a side in such a row. With fewer than
	// the comparison itself has, the floor is too high rather than too low.
	Samples int
	// Floor is the 95th percentile of |improvement| over those rows, in percent.
	Floor float64
	// Largest is the largest |improvement|, in percent.
	Largest float64
	// Starred counts rows that would have had a star. About 5 % of Rows are expected.
	Starred int
}

// measureNoise is nil if no row has A/A samples on both sides.
func measureNoise(aa []samples.Sample, o Options) *Noise {
	type sides struct{ a, b []float64 }
	rows := map[rowKey]*sides{}
	add := func(s samples.Sample, first bool) {
		k := rowKey{trimmed(s.Filename), trimmed(s.Configuration)}
		if rows[k] == nil {
			rows[k] = &sides{}
		}
		if first {
			rows[k].a = append(rows[k].a, s.Rate)
		} else {
			rows[k].b = append(rows[k].b, s.Rate)
		}
	}
	for _, s := range aa {
		add(s, s.AA == "a")
	}
	if o.Noise != nil {
		names := o.Noise.Names()
		for _, s := range o.Noise.Samples {
			if o.Filter.Keep(s) {
				add(s, s.AA == "a" || s.AA == "" && s.Binary == names[0])
			}
		}
	}
	n := &Noise{}
	var changes []float64
	for _, s := range rows {
		before, after := stats.DescribeNumbers(s.a), stats.DescribeNumbers(s.b)
		change := math.Abs((after.Mean - before.Mean) / before.Mean * 100)
		if math.IsNaN(change) || math.IsInf(change, 0) {
			continue
		}
		changes = append(changes, change)
		if least := min(before.N, after.N); n.Rows == 0 || least < n.Samples {
			n.Samples = least
		}
		n.Rows++
		n.Largest = max(n.Largest, change)
		if w := stats.Welch(before, after); w.Err == nil && w.P < 0.05 {
			n.Starred++
		}
	}
	if n.Rows == 0 {
		return nil
	}
	n.Floor = stats.Quantile(changes, 0.95)
	return n
}
