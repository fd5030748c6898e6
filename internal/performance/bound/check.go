package bound

import (
	"fmt"
	"io"
	"math"
)

// Row is an operation that can be measured more than once.
type Row struct {
	Name string
	// Measure returns the costs of the operation and of the calibration beside it. The
	// least of several counts, of each.
	Measure func() (cost, unit float64)
}

const (
	passes = 3 // over all rows, so that a slow moment does not meet all of one row
	again  = 8 // more for a row that is above its bound
)

// Measure measures each row several times. A disturbance makes a cost higher and never
// lower, so the least costs are the truest; a ratio of two disturbed costs would be
// anything. more tells whether a row that has been
// measured as often as the others, and gave m at best, is to be measured again; nil
// means never.
func Measure(rows []Row, more func(m Measurement) bool) []Measurement {
	out := make([]Measurement, len(rows))
	once := func(i int) {
		cost, unit := rows[i].Measure()
		out[i].Cost, out[i].Unit = min(out[i].Cost, cost), min(out[i].Unit, unit)
	}
	for i, r := range rows {
		out[i] = Measurement{r.Name, math.Inf(1), math.Inf(1)}
	}
	for range passes {
		for i := range rows {
			once(i)
		}
	}
	if more != nil {
		for range again {
			for i := range rows {
				if more(out[i]) {
					once(i)
				}
			}
		}
	}
	return out
}

// Check measures the rows and judges them: a line for each is written to w. It
// returns an error if the file's names are not those of the rows, before anything is
// measured, and if a row is above its bound.
func (b *Bounds) Check(w io.Writer, rows []Row) error {
	names := make([]string, len(rows))
	for i, r := range rows {
		names[i] = r.Name
	}
	if err := b.Names(names); err != nil {
		return err
	}
	measured := Measure(rows, func(m Measurement) bool {
		v, err := b.Judge(m)
		return err == nil && v.Above
	})
	above := 0
	for _, m := range measured {
		v, err := b.Judge(m)
		if err != nil {
			return err
		}
		if v.Above {
			above++
		}
		if _, err := fmt.Fprintln(w, v); err != nil {
			return err
		}
	}
	if above > 0 {
		return fmt.Errorf("%d of %d operations are above their bounds in %s", above, len(rows), b.file)
	}
	return nil
}
