package compare

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"math"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is the report as a page: one file, no network, readable without scripts.
// What the page shows is made here; its script only sorts and filters what is there.

//go:embed page
var pageFiles embed.FS

var page = template.Must(template.New("report.html").Funcs(template.FuncMap{
	"signed":  signed,
	"p":       pText,
	"rate":    rateText,
	"sortkey": sortKey,
	"boxes":   drawBoxes,
	"forest":  drawForest,
	"style": func() (template.CSS, error) {
		b, err := pageFiles.ReadFile("page/report.css")
		return template.CSS(b), err
	},
	"script": func() (template.JS, error) {
		b, err := pageFiles.ReadFile("page/report.js")
		return template.JS(b), err
	},
}).ParseFS(pageFiles, "page/report.html"))

type pageData struct {
	Report   *Report
	Machine  string
	Gate     string
	Noise    string
	Interval string
	Plan     string // what early stopping does; empty without
	Verdicts []pageVerdict
	Tables   []pageTable
}

type pageVerdict struct {
	Verdict Verdict
	Count   int
}

type pageTable struct {
	*Comparison
	Rows  []pageRow
	Geo   string
	Scale float64 // of the column of intervals, in percent
}

type pageRow struct {
	*Row
	Scale float64 // of the column of intervals, in percent
}

// WriteHTML writes the report as a page.
func WriteHTML(w io.Writer, r *Report) error {
	d := pageData{Report: r, Interval: r.intervalText(), Plan: r.planNote()}
	if r.Input.Machine != nil {
		d.Machine = r.Input.Machine.String()
	}
	if r.Gate != nil {
		d.Gate = r.Gate.String()
	}
	if r.Noise != nil {
		d.Noise = r.Noise.String()
	}
	for _, v := range []Verdict{Worse, Better, Equal, Undecided} {
		d.Verdicts = append(d.Verdicts, pageVerdict{v, r.Count(v)})
	}
	for i := range r.Comparisons {
		c := &r.Comparisons[i]
		t := pageTable{Comparison: c}
		if c.GeoMeanRows > 0 {
			t.Geo = fmt.Sprintf("%s over %d rows", signed((c.GeoMean-1)*100), c.GeoMeanRows)
		}
		scale := chartScale(c.Rows)
		t.Scale = scale
		for j := range c.Rows {
			t.Rows = append(t.Rows, pageRow{&c.Rows[j], scale})
		}
		d.Tables = append(d.Tables, t)
	}
	return page.ExecuteTemplate(w, "report.html", d)
}

// rateText is a rate with four significant digits and a unit prefix.
func rateText(v float64) string {
	switch a := math.Abs(v); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return samples.Number(v)
	case a == 0:
		return "0"
	case a >= 1e15 || a < 1e-3:
		return fmt.Sprintf("%.3e", v)
	case a >= 1e12:
		return fmt.Sprintf("%.4g T", v/1e12)
	case a >= 1e9:
		return fmt.Sprintf("%.4g G", v/1e9)
	case a >= 1e6:
		return fmt.Sprintf("%.4g M", v/1e6)
	case a >= 1e4:
		return fmt.Sprintf("%.4g k", v/1e3)
	}
	return fmt.Sprintf("%.4g", v)
}

// sortKey is a number for the script; what is not available sorts last.
func sortKey(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return samples.Number(v)
}
