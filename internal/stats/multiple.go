package stats

import (
	"cmp"
	"math"
	"slices"
)

// This file is corrections for many comparisons. Holm's keeps the chance of even
// one false alarm below the risk; Benjamini and Hochberg's keeps the expected share
// of false ones among those reported below it. Each exists twice: as adjusted p
// values, and as the risk at which a row's interval must be taken so that interval
// and adjusted p never contradict each other.

// Holm adjusts p values. NaN means no test: it stays NaN and does not count.
func Holm(p []float64) []float64 {
	adjusted, order := prepare(p)
	m := len(order)
	running := 0.0
	for i, at := range order {
		running = max(running, min(1, float64(m-i)*p[at]))
		adjusted[at] = running
	}
	return adjusted
}

// BenjaminiHochberg adjusts p values. NaN means no test: it stays NaN and does not
// count.
func BenjaminiHochberg(p []float64) []float64 {
	adjusted, order := prepare(p)
	m := len(order)
	running := 1.0
	for i := m - 1; i >= 0; i-- {
		running = min(running, float64(m)/float64(i+1)*p[order[i]])
		adjusted[order[i]] = running
	}
	return adjusted
}

// HolmRisks returns the risk of each row's interval: risk/(m-k) for the row that
// Holm's procedure reaches as number k, and the last one reached for all the rest.
// A row's p is below its risk exactly if Holm's adjusted p is below risk.
func HolmRisks(p []float64, risk float64) []float64 {
	risks, order := prepare(p)
	m := len(order)
	step := risk
	if m > 0 {
		step = risk / float64(m)
	}
	stopped := false
	for i, at := range order {
		if !stopped {
			step = risk / float64(m-i)
			stopped = !(p[at] < step)
		}
		risks[at] = step
	}
	return fill(p, risks, step)
}

// BenjaminiHochbergRisks returns the risk of each row's interval: with r rows of m
// found, risk*r/m for all (intervals corrected for the selection, after Benjamini
// and Yekutieli). A row's p is below its risk exactly if its adjusted p is below
// risk.
func BenjaminiHochbergRisks(p []float64, risk float64) []float64 {
	risks, order := prepare(p)
	m, found := len(order), 0
	for i, at := range order {
		if p[at]*float64(m)/float64(i+1) < risk {
			found = i + 1
		}
	}
	step := risk
	if m > 0 {
		step = risk * (float64(max(found, 1)) / float64(m))
	}
	for i := range risks {
		risks[i] = step
	}
	return risks
}

// prepare returns a slice of NaN and the indexes of the p values that are numbers,
// smallest first.
func prepare(p []float64) (result []float64, order []int) {
	result = make([]float64, len(p))
	for i := range p {
		result[i] = math.NaN()
		if !math.IsNaN(p[i]) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	return result, order
}

// fill gives rows without a test the risk of the last step.
func fill(p, risks []float64, step float64) []float64 {
	for i := range p {
		if math.IsNaN(p[i]) {
			risks[i] = step
		}
	}
	return risks
}
