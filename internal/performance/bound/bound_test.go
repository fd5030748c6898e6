package bound

import (
	"errors"
	"math"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

const file = "# head\n\ninsert 4\nrefresh 2.5 # a comment\n"

func read(t *testing.T, text string) *Bounds {
	t.Helper()
	b, err := Read(strings.NewReader(text), "b.txt")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func wantErr(t *testing.T, err error, want ...string) {
	t.Helper()
	got := "no error"
	if err != nil {
		got = err.Error()
	}
	if all := strings.Join(want, "\n"); got != all {
		t.Errorf("the error is\n%s\nwant\n%s", got, all)
	}
}

func TestReadErrorsHaveTheirLine(t *testing.T) {
	_, err := Read(strings.NewReader("insert 4\nrefresh\ncancel x\nfire 0\nfire -1\nfire NaN\nfire Inf\ninsert 5\na b c\n"), "b.txt")
	wantErr(t, err,
		`b.txt:2: 1 words, want a name and a ratio`,
		`b.txt:3: cancel: "x" is no ratio above zero`,
		`b.txt:4: fire: "0" is no ratio above zero`,
		`b.txt:5: fire: "-1" is no ratio above zero`,
		`b.txt:6: fire: "NaN" is no ratio above zero`,
		`b.txt:7: fire: "Inf" is no ratio above zero`,
		`b.txt:8: insert has a bound already, in line 1`,
		`b.txt:9: 3 words, want a name and a ratio`)
	_, err = Read(iotest.ErrReader(errors.New("broken")), "b.txt")
	wantErr(t, err, "b.txt:1: broken")
}

func TestJudge(t *testing.T) {
	b := read(t, file)
	for _, c := range []struct {
		name  string
		ratio float64
		want  string
	}{
		{"insert", 4, "insert: ratio 4.00, within its bound 4"},
		{"insert", 4.001, "insert: ratio 4.00, above its bound 4"},
		{"refresh", 2.51, "refresh: ratio 2.51, above its bound 2.5"},
		{"refresh", math.NaN(), "refresh: ratio NaN, above its bound 2.5"},
		{"refresh", math.Inf(1), "refresh: ratio +Inf, above its bound 2.5"},
	} {
		v, err := b.Judge(Measurement{c.name, c.ratio * 2, 2})
		if err != nil || v.String() != c.want {
			t.Errorf("%q, %v, want %q", v, err, c.want)
		}
	}
	_, err := b.Judge(Measurement{"cancel", 1, 1})
	wantErr(t, err, "b.txt: no bound for cancel")
}

// fake gives costs one after the other, the last one again and again, beside a unit
// of 1.
func fake(name string, costs ...float64) Row {
	return Row{name, func() (cost, unit float64) {
		cost = costs[0]
		if len(costs) > 1 {
			costs = costs[1:]
		}
		return cost, 1
	}}
}

func TestCheck(t *testing.T) {
	check := func(rows ...Row) (string, error) {
		var out strings.Builder
		err := read(t, file).Check(&out, rows)
		return out.String(), err
	}
	// A row passes by the best of its rounds.
	out, err := check(fake("insert", 9, 3, 9), fake("refresh", 1))
	if want := "insert: ratio 3.00, within its bound 4\nrefresh: ratio 1.00, within its bound 2.5\n"; err != nil || out != want {
		t.Errorf("%v, %s", err, out)
	}
	// One that is slow in all of them is measured again, and passes by that.
	out, err = check(fake("insert", 9, 9, 9, 9, 9, 3), fake("refresh", 1))
	if err != nil || !strings.HasPrefix(out, "insert: ratio 3.00, within its bound 4\n") {
		t.Errorf("%v, %s", err, out)
	}
	// One that is slow always fails, alone.
	out, err = check(fake("insert", 1), fake("refresh", 2.6))
	wantErr(t, err, "1 of 2 operations are above their bounds in b.txt")
	if want := "insert: ratio 1.00, within its bound 4\nrefresh: ratio 2.60, above its bound 2.5\n"; out != want {
		t.Error(out)
	}
}

func TestCheckWantsTheSameNames(t *testing.T) {
	measured := false
	rows := []Row{{"insert", func() (cost, unit float64) { measured = true; return 1, 1 }}, {"fire", nil}}
	err := read(t, file).Check(new(strings.Builder), rows)
	wantErr(t, err, "b.txt: no bound for fire", "b.txt:4: refresh is not measured")
	if measured {
		t.Error("it was measured nevertheless")
	}
}

// The least costs count, each for itself: a round in which only the calibration was
// disturbed makes no ratio smaller.
func TestMeasureKeepsTheLeast(t *testing.T) {
	units := []float64{5, 2, 9}
	i := -1
	disturbed := Row{"b", func() (cost, unit float64) { i++; return 4, units[i] }}
	got := Measure([]Row{fake("a", 3, 1, 2), disturbed}, nil)
	if d := cmp.Diff([]Measurement{{"a", 1, 1}, {"b", 4, 2}}, got); d != "" {
		t.Error(d)
	}
	if r := got[1].Ratio(); r != 2 {
		t.Errorf("ratio %v, want 2", r)
	}
}

func TestWriteCanBeRead(t *testing.T) {
	var out strings.Builder
	if err := Write(&out, []Measurement{{"insert", 3.22, 2}, {"refresh", 0.4, 1}}); err != nil {
		t.Fatal(err)
	}
	b := read(t, out.String())
	if d := cmp.Diff(map[string]float64{"insert": 4.9, "refresh": 1.2}, b.limit); d != "" {
		t.Error(d)
	}
	if err := Write(failing{}, []Measurement{{"insert", 1, 1}}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("%v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }
