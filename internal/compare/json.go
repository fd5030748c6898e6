package compare

import (
	"encoding/json"
	"io"
	"math"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is the report as JSON. A number that is not available is null; one that
// JSON has no spelling for is the text NaN, Infinity or -Infinity. All samples are in
// it, under "input": the file can be given to compare again.

// JSONFormat is the value of "format" in a report.
const JSONFormat = "nodetimers-comparison/1"

type reportJSON struct {
	Format      string           `json:"format"`
	Baseline    string           `json:"baseline"`
	Alpha       float64          `json:"alpha"`
	Correction  Correction       `json:"correction"`
	MinEffect   float64          `json:"min_effect_pct"`
	Summary     map[Verdict]int  `json:"summary"`
	Comparisons []comparisonJSON `json:"comparisons"`
	Noise       *noiseJSON       `json:"noise"`
	Gate        *gateJSON        `json:"gate"`
	Warnings    []string         `json:"warnings"`
	Input       *samples.Set     `json:"input"`
}

type comparisonJSON struct {
	Old            string             `json:"old"`
	New            string             `json:"new"`
	Rows           []rowJSON          `json:"rows"`
	GeoMean        any                `json:"geomean_ratio"`
	GeoMeanRows    int                `json:"geomean_rows"`
	FalsePositives map[string]float64 `json:"false_positives"`
}

type rowJSON struct {
	Name          string         `json:"name"`
	Filename      string         `json:"filename"`
	Configuration string         `json:"configuration"`
	Conf          samples.Conf   `json:"conf,omitempty"`
	Presence      Presence       `json:"presence"`
	Old           groupJSON      `json:"old"`
	New           groupJSON      `json:"new"`
	Improvement   any            `json:"improvement_pct"`
	Confidence    string         `json:"confidence"`
	T             any            `json:"t"`
	DF            any            `json:"df"`
	SE            any            `json:"se"`
	P             any            `json:"p"`
	PHolm         any            `json:"p_holm"`
	PBH           any            `json:"p_bh"`
	Half          map[string]any `json:"half_pct"`
	RankP         any            `json:"mann_whitney_p"`
	RankMethod    any            `json:"mann_whitney_method"`
	TestError     string         `json:"test_error,omitempty"`
	Verdict       Verdict        `json:"verdict"`
	Interval      [2]any         `json:"interval_pct"`
	Risk          float64        `json:"interval_risk"`
	Regression    bool           `json:"regression"`
	Failures      []string       `json:"failures,omitempty"`
	Warnings      []string       `json:"warnings,omitempty"`
}

type groupJSON struct {
	N       int  `json:"n"`
	Mean    any  `json:"mean"`
	SD      any  `json:"sd"`
	Min     any  `json:"min"`
	Q1      any  `json:"q1"`
	Median  any  `json:"median"`
	Q3      any  `json:"q3"`
	Max     any  `json:"max"`
	Skewed  bool `json:"skewed,omitempty"`
	Bimodal bool `json:"bimodal,omitempty"`
}

type noiseJSON struct {
	Rows    int     `json:"rows"`
	Samples int     `json:"samples"`
	Floor   float64 `json:"floor_pct"`
	Largest float64 `json:"largest_pct"`
	Starred int     `json:"starred"`
}

type gateJSON struct {
	Allowed float64 `json:"allowed_loss_pct"`
	Judged  int     `json:"judged"`
	Left    int     `json:"not_judged"`
	Failed  int     `json:"failed"`
}

// WriteJSON writes the report as one object and a newline.
func WriteJSON(w io.Writer, r *Report) error {
	j := reportJSON{Format: JSONFormat, Baseline: r.Baseline, Alpha: r.Options.Alpha,
		Correction: r.Options.Correction, MinEffect: r.Options.MinEffect, Summary: map[Verdict]int{},
		Comparisons: []comparisonJSON{}, Warnings: append([]string{}, r.Warnings...), Input: r.Input}
	for _, v := range []Verdict{Better, Worse, Equal, Undecided} {
		j.Summary[v] = r.Count(v)
	}
	for i := range r.Comparisons {
		c := &r.Comparisons[i]
		n := float64(len(c.Rows))
		cj := comparisonJSON{Old: c.Old, New: c.New, GeoMean: available(c.GeoMean), GeoMeanRows: c.GeoMeanRows,
			FalsePositives: map[string]float64{"5%": n * 0.05, "1%": n * 0.01, "0.1%": n * 0.001}}
		for k := range c.Rows {
			cj.Rows = append(cj.Rows, rowToJSON(&c.Rows[k]))
		}
		j.Comparisons = append(j.Comparisons, cj)
	}
	if n := r.Noise; n != nil {
		j.Noise = &noiseJSON{n.Rows, n.Samples, n.Floor, n.Largest, n.Starred}
	}
	if g := r.Gate; g != nil {
		j.Gate = &gateJSON{g.Allowed, g.Judged, g.Unjudged, g.Failed}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(j)
}

func rowToJSON(row *Row) rowJSON {
	j := rowJSON{Name: row.Name, Filename: row.Filename, Configuration: row.Configuration, Conf: row.Conf,
		Presence: row.Presence, Old: groupToJSON(row.Old), New: groupToJSON(row.New),
		Improvement: samples.Float(row.Improvement), Confidence: row.Stars,
		T: available(row.Test.T), DF: available(row.Test.DF), SE: available(row.Test.SE), P: available(row.Test.P),
		PHolm: available(row.HolmP), PBH: available(row.BHP), RankP: available(row.Rank.P), Half: map[string]any{},
		Verdict: row.Verdict, Interval: [2]any{available(row.Lo), available(row.Hi)}, Risk: row.Risk,
		Regression: row.Regression, Failures: row.Failures, Warnings: row.Warnings}
	for i, risk := range Risks {
		j.Half[samples.Number(risk)] = available(row.Half[i])
	}
	if row.Rank.Method != "" {
		j.RankMethod = row.Rank.Method
	}
	if row.Test.Err != nil {
		j.TestError = row.Test.Err.Error()
	}
	return j
}

func groupToJSON(g Group) groupJSON {
	return groupJSON{N: g.N, Mean: samples.Float(g.Mean), SD: available(g.SD), Min: available(g.Min),
		Q1: available(g.Q1), Median: available(g.Median), Q3: available(g.Q3), Max: available(g.Max),
		Skewed: g.Shape.Skewed, Bimodal: g.Shape.Bimodal}
}

// available is the number, or null for NaN.
func available(v float64) any {
	if math.IsNaN(v) {
		return nil
	}
	return samples.Float(v)
}
