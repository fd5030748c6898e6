package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nodetimers/nodetimers/internal/samples"
	"github.com/nodetimers/nodetimers/internal/stats"
)

// This file makes a report out of samples: it groups, tests each row, then corrects
// over all rows of the report.

// rowKey is what rows of different files are matched by: trimmed, so that files with
// and without blanks behind their commas meet.
type rowKey struct{ filename, configuration string }

type rowData struct {
	rawName string
	conf    samples.Conf
	rates   map[string][]float64
	reasons map[string][]string
	failed  map[string]bool // binaries that have the row, but a process failed
}

// New makes a report. Errors are about the data: no samples, or binaries whose names
// leave open what is compared with what.
func New(set *samples.Set, o Options) (*Report, error) {
	if o.Alpha == 0 {
		o.Alpha = 0.05
	}
	if o.Correction == "" {
		o.Correction = BH
	}
	rows, aa := group(set, o.Filter)
	if len(rows) == 0 {
		if len(set.Samples) > 0 {
			return nil, errors.New("no sample is left by the filters")
		}
		return nil, errors.New("there are no samples")
	}
	r := &Report{Options: o, Baseline: cmp.Or(o.Baseline, "old"), Input: set}
	others, err := pairs(set, o, r.Baseline)
	if err != nil {
		return nil, err
	}
	keys := make([]rowKey, 0, len(rows))
	for k := range rows {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b rowKey) int {
		return cmp.Or(strings.Compare(rows[a].rawName, rows[b].rawName),
			strings.Compare(a.filename, b.filename), strings.Compare(a.configuration, b.configuration))
	})
	for _, other := range others {
		c := Comparison{Old: r.Baseline, New: other}
		for _, k := range keys {
			d := rows[k]
			row := compareRow(k, d, c.Old, c.New)
			for name, rates := range d.rates {
				if name != c.Old && name != c.New {
					row.others += len(rates)
				}
			}
			if len(others) > 1 && row.Old.N == 0 && row.New.N == 0 && len(row.Failures) == 0 {
				continue
			}
			c.Rows = append(c.Rows, row)
		}
		c.GeoMean, c.GeoMeanRows = geoMean(c.Rows)
		r.Comparisons = append(r.Comparisons, c)
	}
	r.Noise = measureNoise(aa, o)
	r.correct()
	if err := r.judge(set.Plan); err != nil {
		return nil, err
	}
	r.warn(set)
	return r, nil
}

// group sorts samples into rows, A/A samples apart.
func group(set *samples.Set, f Filter) (rows map[rowKey]*rowData, aa []samples.Sample) {
	rows = map[rowKey]*rowData{}
	at := func(filename, configuration string, conf samples.Conf) *rowData {
		k := rowKey{strings.TrimSpace(filename), strings.TrimSpace(configuration)}
		d := rows[k]
		if d == nil {
			d = &rowData{rawName: filename + " " + configuration, conf: conf,
				rates: map[string][]float64{}, reasons: map[string][]string{}, failed: map[string]bool{}}
			if d.conf == nil {
				d.conf, _ = samples.ParseConf(k.configuration)
			}
			rows[k] = d
		}
		return d
	}
	for _, s := range set.Samples {
		if !f.Keep(s) {
			continue
		}
		if s.AA != "" {
			aa = append(aa, s)
			continue
		}
		d := at(s.Filename, s.Configuration, s.Conf)
		d.rates[s.Binary] = append(d.rates[s.Binary], s.Rate)
	}
	for _, x := range set.Failures {
		if f.Keep(samples.Sample{Filename: x.Filename, Configuration: x.Configuration}) {
			d := at(x.Filename, x.Configuration, nil)
			d.reasons[x.Binary] = append(d.reasons[x.Binary], fmt.Sprintf("round %d: %s", x.Round+1, x.Reason))
			d.failed[x.Binary] = true
		}
	}
	for _, x := range set.Missing {
		if f.Keep(samples.Sample{Filename: x.Filename, Configuration: x.Configuration}) {
			d := at(x.Filename, x.Configuration, nil)
			d.reasons[x.Binary] = append(d.reasons[x.Binary], x.Reason)
		}
	}
	return rows, aa
}

// pairs lists the binaries that are compared with the baseline.
func pairs(set *samples.Set, o Options, baseline string) ([]string, error) {
	names := set.Names()
	for _, f := range set.Failures {
		if !slices.Contains(names, f.Binary) {
			names = append(names, f.Binary)
		}
	}
	if o.Baseline == "" {
		if o.AllowOthers {
			return []string{"new"}, nil
		}
		for _, n := range names {
			if n != "old" && n != "new" {
				return nil, fmt.Errorf("unknown binary %q: it must be old or new; for other names say which is the first with --baseline", n)
			}
		}
		return []string{"new"}, nil
	}
	if !slices.Contains(names, baseline) {
		return nil, fmt.Errorf("no sample is of the baseline %q; there are %s", baseline, strings.Join(names, ", "))
	}
	others := slices.DeleteFunc(names, func(n string) bool { return n == baseline })
	if len(others) == 0 {
		return nil, fmt.Errorf("all samples are of the baseline %q: there is nothing to compare it with", baseline)
	}
	return others, nil
}

func compareRow(k rowKey, d *rowData, oldName, newName string) Row {
	row := Row{RawName: d.rawName, Filename: k.filename, Configuration: k.configuration, Conf: d.conf,
		Name: strings.TrimSpace(k.filename + " " + k.configuration),
		Old:  newGroup(d.rates[oldName]), New: newGroup(d.rates[newName]), Presence: Both}
	for _, name := range []string{oldName, newName} {
		for _, reason := range d.reasons[name] {
			row.Failures = append(row.Failures, name+": "+reason)
		}
	}
	switch {
	case row.Old.N == 0 && row.New.N > 0 && !d.failed[oldName]:
		row.Presence = Added
	case row.New.N == 0 && row.Old.N > 0 && !d.failed[newName]:
		row.Presence = Removed
	}
	row.Improvement = (row.New.Mean - row.Old.Mean) / row.Old.Mean * 100
	before, after := row.numbers()
	row.Test = stats.Welch(before, after)
	row.Rank = stats.RankTest{P: math.NaN()}
	row.Stars = "NA"
	for i := range row.Half {
		row.Half[i] = math.NaN()
	}
	if row.Old.N >= 2 && row.New.N >= 2 {
		row.Rank = stats.MannWhitney(row.Old.Rates, row.New.Rates)
	}
	if row.Tested() {
		row.Stars = stars(row.Test.P)
		for i, risk := range Risks {
			// The means are those with NaN: then R has no half widths.
			row.Half[i] = row.Test.HalfWidth(risk) / row.Old.Mean * 100
			if math.IsNaN(row.New.Mean) {
				row.Half[i] = math.NaN()
			}
		}
	}
	return row
}

func newGroup(rates []float64) Group {
	return Group{Rates: rates, Summary: stats.Describe(rates), Shape: stats.ShapeOf(rates)}
}

// numbers are the groups without NaN, as the test takes them.
func (r *Row) numbers() (before, after stats.Summary) {
	before, after = r.Old.Summary, r.New.Summary
	if before.NaNs > 0 {
		before = stats.DescribeNumbers(r.Old.Rates)
	}
	if after.NaNs > 0 {
		after = stats.DescribeNumbers(r.New.Rates)
	}
	return before, after
}

func stars(p float64) string {
	switch {
	case p < 0.001:
		return "***"
	case p < 0.01:
		return "**"
	case p < 0.05:
		return "*"
	}
	return ""
}

func geoMean(rows []Row) (float64, int) {
	ratios := make([]float64, len(rows))
	for i, row := range rows {
		ratios[i] = row.New.Mean / row.Old.Mean
	}
	return stats.GeoMean(ratios)
}

// each calls f for all rows of the report.
func (r *Report) each(f func(*Row)) {
	for i := range r.Comparisons {
		for j := range r.Comparisons[i].Rows {
			f(&r.Comparisons[i].Rows[j])
		}
	}
}

// collect makes a list with a number for each row.
func (r *Report) collect(f func(*Row) float64) []float64 {
	var list []float64
	r.each(func(row *Row) { list = append(list, f(row)) })
	return list
}

// spread gives each row its number of the list.
func (r *Report) spread(list []float64, f func(*Row, float64)) {
	i := 0
	r.each(func(row *Row) {
		f(row, list[i])
		i++
	})
}

// correct corrects the p values over the whole report.
func (r *Report) correct() {
	p := r.collect(func(row *Row) float64 { return row.Test.P })
	r.spread(stats.Holm(p), func(row *Row, v float64) { row.HolmP = v })
	r.spread(stats.BenjaminiHochberg(p), func(row *Row, v float64) { row.BHP = v })
}
