package compare

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is the report as CSV, a line for each row. What is not available is empty.

var csvColumns = []string{"old", "new", "filename", "configuration", "n_old", "n_new", "mean_old", "mean_new",
	"improvement_pct", "confidence", "half_pct_0.05", "half_pct_0.01", "half_pct_0.001", "p", "p_holm", "p_bh",
	"mann_whitney_p", "interval_lo_pct", "interval_hi_pct", "verdict", "regression", "presence"}

// WriteCSV writes the report's rows.
func WriteCSV(w io.Writer, r *Report) error {
	out := csv.NewWriter(w)
	if err := out.Write(csvColumns); err != nil {
		return err
	}
	for _, c := range r.Comparisons {
		for _, row := range c.Rows {
			err := out.Write([]string{c.Old, c.New, row.Filename, row.Configuration,
				strconv.Itoa(row.Old.N), strconv.Itoa(row.New.N), csvNumber(row.Old.Mean), csvNumber(row.New.Mean),
				csvNumber(row.Improvement), row.Stars, csvNumber(row.Half[0]), csvNumber(row.Half[1]), csvNumber(row.Half[2]),
				csvNumber(row.Test.P), csvNumber(row.HolmP), csvNumber(row.BHP), csvNumber(row.Rank.P),
				csvNumber(row.Lo), csvNumber(row.Hi), string(row.Verdict), strconv.FormatBool(row.Regression), string(row.Presence)})
			if err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

func csvNumber(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return samples.Number(v)
}
