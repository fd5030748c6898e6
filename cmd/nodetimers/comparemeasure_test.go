package main

import (
	"slices"
	"testing"
)

// A resumed run makes the same decisions at the same looks as one that was not
// interrupted.
func TestLooksSeeNoLaterRounds(t *testing.T) {
	var list []roundRate
	for i := range 12 {
		list = append(list, roundRate{i, float64(i)})
	}
	list[2].round = 11 // a process that had failed and was run again at the end
	if got, want := ratesBefore(list, 4), []float64{0, 1, 3}; !slices.Equal(got, want) {
		t.Errorf("rates are %v, want %v", got, want)
	}
}
