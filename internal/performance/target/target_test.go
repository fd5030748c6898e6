package target

import (
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMarkdown(t *testing.T) {
	nan := math.NaN()
	rows := []Row{
		{Group: "core", Name: "insert|append", Goal: "8 ns", Unit: "ns", Ours: 6.125, Beside: "append", Peer: 1.5,
			Ratio: Quartiles{0.2, 0.25, 0.3}, Allocs: 0, Met: Met, Command: "measure insert"},
		{Group: "memory", Name: "bytes of a timer", Unit: "bytes", Ours: 64, Peer: nan, Allocs: nan, Command: "measure memory"},
		{Group: "core", Name: "chain", Goal: "not above the peer", Unit: "ms", Ours: 1234, Beside: "peer", Peer: nan,
			Allocs: 1.0049, Met: Missed, Command: "measure insert", Note: "No peer."},
	}
	want := `### core

| row | goal | ours | beside | ratio (quartiles) | allocations | met |
|---|---|---:|---|---:|---:|---|
| insert\|append | 8 ns | 6.12 ns | append 1.50 ns | 0.25 (0.20 to 0.30) | 0 | met |
| chain | not above the peer | 1234 ms | peer |  | 1 | missed |

- chain: No peer.

` + "```\nmeasure insert\n```" + `

### memory

| row | goal | ours | beside | ratio (quartiles) | allocations | met |
|---|---|---:|---|---:|---:|---|
| bytes of a timer |  | 64.0 bytes |  |  |  |  |

` + "```\nmeasure memory\n```\n"
	var b strings.Builder
	if err := Markdown(&b, rows); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
	if err := Markdown(failing{}, rows); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a writer's error becomes %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestVerdicts(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		got, want Verdict
	}{
		{AtMost(8, 8), Met}, {AtMost(8.01, 8), Missed}, {AtMost(nan, 8), Missed},
		{AtLeast(3, 3), Met}, {AtLeast(2.99, 3), Missed}, {AtLeast(nan, 3), Missed},
	} {
		if c.got != c.want {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
	if s := NoGoal.String() + Met.String() + Missed.String(); s != "metmissed" {
		t.Error(s)
	}
}

func TestQuantity(t *testing.T) {
	for want, got := range map[string]string{
		"2.50x": Quantity(2.5, "x"), "n/a": Quantity(math.NaN(), "ns"), "0.00 ns": Quantity(0, "ns"),
		"99.9 MB": Quantity(99.9, "MB"), "100 MB": Quantity(100.4, "MB"), "-1.50 µs": Quantity(-1.5, "µs"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSpread(t *testing.T) {
	if got := (Quartiles{2, 4, 5}).Spread(); got != 0.75 {
		t.Errorf("%v, want 0.75", got)
	}
	if got := (Quartiles{}).Spread(); !math.IsNaN(got) {
		t.Errorf("of nothing %v, want NaN", got)
	}
}
