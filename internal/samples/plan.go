package samples

// This file is the record of a stopping rule.

// Plan says when rows were looked at while they were measured. Who stops when the
// numbers look good must say so, or the numbers look better than they are; package
// compare takes its intervals accordingly.
type Plan struct {
	// Looks are the numbers of samples a side at which a row was looked at, in
	// increasing order; the last is where each row ends.
	Looks []int `json:"looks"`
	// Alpha is the risk of a wrong claim over all looks at all rows.
	Alpha float64 `json:"alpha"`
	// Rows is how many rows the risk was divided by.
	Rows int `json:"rows"`
}
