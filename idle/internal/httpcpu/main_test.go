//go:build unix

package main

import (
	"strings"
	"testing"
)

func TestQuantile(t *testing.T) {
	for _, x := range []struct{ q, want float64 }{{0, 1}, {0.25, 2}, {0.5, 3}, {0.75, 4}, {0.9, 4.6}, {1, 5}} {
		if got := quantile([]float64{5, 1, 3, 2, 4}, x.q); got < x.want-1e-9 || got > x.want+1e-9 {
			t.Errorf("quantile %v: %v, want %v", x.q, got, x.want)
		}
	}
	if quantile(nil, 0.5) != 0 {
		t.Error("quantile of nothing")
	}
}

func TestUnknownServer(t *testing.T) {
	if err := serve("fast"); err == nil || !strings.Contains(err.Error(), `there is no server "fast"`) {
		t.Error(err)
	}
}

func TestCountsOfWrk(t *testing.T) {
	m := wrkCount.FindStringSubmatch("  63441 requests in 1.00s, 7.87MB read\n")
	if m == nil || m[1] != "63441" || m[2] != "1.00" {
		t.Error(m)
	}
}
