package health

import (
	"encoding/json"
	"math/bits"
	"time"
)

// This file counts times in buckets that double in width: a count costs a few
// instructions and no memory, and a quantile is known within a factor of two.

// buckets is the number of buckets: the first ends at 64 microseconds, the last has no
// end.
const buckets = 24

// firstBucket is where the first bucket ends, as a power of two of nanoseconds.
const firstBucket = 16

// Histogram counts times. The zero value is empty. It is a value: a copy does not
// change.
type Histogram struct {
	Counts [buckets]uint64
	Sum    time.Duration
	Max    time.Duration
}

// Add counts a time; what is negative counts as zero.
func (h *Histogram) Add(d time.Duration) {
	d = max(d, 0)
	h.Counts[bucket(d)]++
	h.Sum += d
	h.Max = max(h.Max, d)
}

// bucket is the number of the bucket that has d.
func bucket(d time.Duration) int {
	return min(max(bits.Len64(uint64(d))-firstBucket, 0), buckets-1)
}

// Bound is where a bucket ends: it has the times below that, and not those of the
// bucket before it. The last has all that are longer, and its Bound is the longest time
// there is.
func Bound(i int) time.Duration {
	if i >= buckets-1 {
		return 1<<63 - 1
	}
	return 1 << (firstBucket + i)
}

// Total is the number of times.
func (h *Histogram) Total() (n uint64) {
	for _, c := range h.Counts {
		n += c
	}
	return n
}

// Quantile is a time that the share q (0 to 1) of all times does not exceed: the end
// of the bucket, or Max. It is zero if there are none.
func (h *Histogram) Quantile(q float64) time.Duration {
	left := uint64(q * float64(h.Total()))
	for i, c := range h.Counts {
		if c > left {
			return min(Bound(i), h.Max)
		}
		left -= c
	}
	return h.Max
}

// Mean is the average, zero if there are none.
func (h *Histogram) Mean() time.Duration {
	if n := h.Total(); n > 0 {
		return h.Sum / time.Duration(n)
	}
	return 0
}

// MarshalJSON gives the count, mean, quantiles and maximum in milliseconds, and the
// buckets that are not empty by where they end.
func (h Histogram) MarshalJSON() ([]byte, error) {
	type bucketJSON struct {
		Below *float64 `json:"below"` // null: no end
		Count uint64   `json:"count"`
	}
	list := []bucketJSON{}
	for i, c := range h.Counts {
		if c > 0 {
			b := bucketJSON{Count: c}
			if i < buckets-1 {
				v := millis(Bound(i))
				b.Below = &v
			}
			list = append(list, b)
		}
	}
	return json.Marshal(struct {
		Count   uint64       `json:"count"`
		Mean    float64      `json:"mean"`
		P50     float64      `json:"p50"`
		P99     float64      `json:"p99"`
		Max     float64      `json:"max"`
		Buckets []bucketJSON `json:"buckets"`
	}{h.Total(), millis(h.Mean()), millis(h.Quantile(0.5)), millis(h.Quantile(0.99)), millis(h.Max), list})
}

// millis is a time in milliseconds, to the microsecond.
func millis(d time.Duration) float64 { return float64(d.Round(time.Microsecond)) / 1e6 }
