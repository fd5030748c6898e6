package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/nodetimers/nodetimers/internal/performance/bound"
	"github.com/nodetimers/nodetimers/internal/performance/core"
)

// rounds is how often an operation is measured in one pass of check.
const rounds = 8

// check measures the operations that have bounds and judges them, or writes the
// bounds.
func check(o options, w io.Writer) error {
	var rows []bound.Row
	for _, c := range core.Checks() {
		rows = append(rows, bound.Row{Name: c.Name, Measure: func() (cost, unit float64) { return c.Measure(rounds) }})
	}
	if o.update {
		measured := bound.Measure(rows, nil)
		for _, m := range measured {
			fmt.Fprintf(w, "%s: ratio %.2f (%.2f ns, a step of the calibration %.2f ns)\n", m.Name, m.Ratio(), m.Cost, m.Unit)
		}
		var b bytes.Buffer
		if err := bound.Write(&b, measured); err != nil {
			return err
		}
		return os.WriteFile(o.bounds, b.Bytes(), 0o666)
	}
	f, err := os.Open(o.bounds)
	if err != nil {
		return err
	}
	defer f.Close()
	bounds, err := bound.Read(f, o.bounds)
	if err != nil {
		return err
	}
	return bounds.Check(w, rows)
}
