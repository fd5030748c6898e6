package timerlist

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// The table against a map, with durations that make neighbours, runs and long jumps.
func TestTableIsAMap(t *testing.T) {
	for _, reach := range []int64{200, 400, 5_000, 1 << 40} {
		t.Run(fmt.Sprint("reach=", reach), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(reach), 5))
			var tab table[int]
			want := map[int64]*list[int]{}
			var some []int64
			for step := range 40_000 {
				d := 1 + r.Int64N(reach)
				if len(some) > 0 && r.IntN(2) == 0 {
					d = some[r.IntN(len(some))] + r.Int64N(20)
				}
				if l := want[d]; l != nil {
					if tab.get(d) != l {
						t.Fatalf("step %d: %d is not found", step, d)
					}
					if len(want) > 1000 || r.IntN(2) == 0 {
						tab.delete(d)
						delete(want, d)
					}
				} else {
					if tab.get(d) != nil {
						t.Fatalf("step %d: %d is found", step, d)
					}
					l := &list[int]{duration: d}
					tab.put(l)
					want[d] = l
					if len(some) < 50 {
						some = append(some, d)
					}
				}
				if step%500 == 0 {
					if err := tab.check(); err != nil {
						t.Fatalf("step %d: %v", step, err)
					}
				}
			}
			if tab.count != len(want) {
				t.Errorf("%d lists, want %d", tab.count, len(want))
			}
			for _, l := range tab.appendAll(nil) {
				if want[l.duration] != l {
					t.Errorf("list %d should not be there", l.duration)
				}
			}
		})
	}
}

// How far from home the entries lie decides what the table costs. Durations that programs use must not gather.
func TestTableSpreads(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cluster := int64(0)
	kinds := []struct {
		name string
		mean float64 // the limit
		next func(i int64) int64
	}{
		{"each", 0.1, func(i int64) int64 { return 1000 + i }},
		{"second", 0.5, func(i int64) int64 { return 1000 + 2*i }},
		{"tens", 1, func(i int64) int64 { return 1000 + 10*i }},
		{"sixteens", 1, func(i int64) int64 { return 1024 + 16*i }},
		{"hundreds", 1, func(i int64) int64 { return 1000 + 100*i }},
		{"seconds", 2, func(i int64) int64 { return 1000 + 1000*i }},
		{"binary", 2, func(i int64) int64 { return 1024 + 1024*i }},
		{"minutes", 4, func(i int64) int64 { return 60_000 + 60_000*i }},
		{"random", 1, func(int64) int64 { return 256 + r.Int64N(1<<31) }},
		{"clusters", 10, func(i int64) int64 {
			if i%100 == 0 {
				cluster = 256 + r.Int64N(1<<31)
			}
			cluster++
			return cluster
		}},
	}
	for _, k := range kinds {
		for _, n := range []int64{100, 1000, 10_000, 65_000} {
			var s Lists[int]
			nodes := make([]Node[int], n)
			for i := range n {
				s.Insert(&nodes[i], 0, k.next(i))
			}
			if mean, most := s.Spread(); mean > k.mean {
				t.Errorf("%s, %d: %.2f from home on average, %d at most", k.name, n, mean, most)
			}
		}
	}
}
