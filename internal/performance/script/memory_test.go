package script

import (
	"context"
	"math"
	"strings"
	"testing"
)

// With few timers the figures are coarse, but an object that is counted twice, or not
// at all, is seen.
func TestMemoryRows(t *testing.T) {
	rows, err := memoryRows(context.Background(), 4000)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 8 {
		t.Errorf("%d rows", len(rows))
	}
	for _, r := range rows {
		switch {
		case strings.HasSuffix(r.Name, "a closure of its own"):
			if r.Ours < 300 || r.Ours > 2000 || r.Allocs < 2 || r.Allocs > 20 {
				t.Errorf("%+v", r)
			}
		case strings.HasPrefix(r.Name, "bytes kept by set"):
			if r.Ours < 100 || r.Ours > 600 || r.Allocs < 1 || r.Allocs > 8 {
				t.Errorf("%+v", r)
			}
		case strings.HasPrefix(r.Name, "bytes kept by AfterFunc"):
			if r.Ours < 50 || r.Ours > 150 || r.Allocs < 0.9 || r.Allocs > 2 {
				t.Errorf("%+v", r)
			}
		case strings.HasPrefix(r.Name, "caller-owned"):
			if r.Ours != 64 {
				t.Errorf("%+v", r)
			}
		default:
			if math.IsNaN(r.Ours) || r.Ours < 0 || r.Ours > 1000 || math.IsNaN(r.Allocs) {
				t.Errorf("%+v", r)
			}
		}
	}
}
