package bound

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Measurement is what was measured: a name without spaces, the cost of an operation,
// and the cost of the calibration beside it.
type Measurement struct {
	Name       string
	Cost, Unit float64
}

// Ratio is what is bounded: Cost over Unit.
func (m Measurement) Ratio() float64 { return m.Cost / m.Unit }

// Bounds are the lines of a file.
type Bounds struct {
	file  string
	limit map[string]float64
	line  map[string]int
	names []string // in the order of the file
}

// Read reads bounds; file is what r is called in errors, which have the line. It goes
// on after a line it does not understand, so that one error tells of all of them.
func Read(r io.Reader, file string) (*Bounds, error) {
	b := &Bounds{file: file, limit: make(map[string]float64), line: make(map[string]int)}
	var errs []error
	s := bufio.NewScanner(r)
	n := 0
	for s.Scan() {
		n++
		text, _, _ := strings.Cut(s.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		if err := b.add(n, fields); err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %w", file, n, err))
		}
	}
	if err := s.Err(); err != nil {
		errs = append(errs, fmt.Errorf("%s:%d: %w", file, n+1, err))
	}
	return b, errors.Join(errs...)
}

func (b *Bounds) add(n int, fields []string) error {
	if len(fields) != 2 {
		return fmt.Errorf("%d words, want a name and a ratio", len(fields))
	}
	name := fields[0]
	f, err := strconv.ParseFloat(fields[1], 64)
	if err != nil || !(f > 0) || math.IsInf(f, 1) {
		return fmt.Errorf("%s: %q is no ratio above zero", name, fields[1])
	}
	if first, ok := b.line[name]; ok {
		return fmt.Errorf("%s has a bound already, in line %d", name, first)
	}
	b.limit[name], b.line[name] = f, n
	b.names = append(b.names, name)
	return nil
}

// Verdict is a measurement with its bound.
type Verdict struct {
	Measurement
	Bound float64
	Above bool // a ratio that is no number is above any bound
}

// String is a line of text: "refresh: ratio 4.21, above its bound 3.4".
func (v Verdict) String() string {
	within := "within"
	if v.Above {
		within = "above"
	}
	return fmt.Sprintf("%s: ratio %.2f, %s its bound %s", v.Name, v.Ratio(), within, number(v.Bound))
}

// Names returns an error if the names of the file are not those given.
func (b *Bounds) Names(names []string) error {
	var errs []error
	known := make(map[string]bool)
	for _, name := range names {
		known[name] = true
		if _, ok := b.limit[name]; !ok {
			errs = append(errs, fmt.Errorf("%s: no bound for %s", b.file, name))
		}
	}
	for _, name := range b.names {
		if !known[name] {
			errs = append(errs, fmt.Errorf("%s:%d: %s is not measured", b.file, b.line[name], name))
		}
	}
	return errors.Join(errs...)
}

// Judge gives a verdict on a measurement, whose name has to be in the file.
func (b *Bounds) Judge(m Measurement) (Verdict, error) {
	limit, ok := b.limit[m.Name]
	if !ok {
		return Verdict{}, fmt.Errorf("%s: no bound for %s", b.file, m.Name)
	}
	return Verdict{m, limit, !(m.Ratio() <= limit)}, nil
}

// Room is how many times a measured ratio its bound is. On a machine that did other
// things on all its processors ratios were up to 2.2 times those of a quiet one. A
// change that this is to find, such as an allocation, a clock read or a search that
// grows, makes an operation of a few nanoseconds more than three times as slow.
const Room = 3

// Write writes a file of bounds, Room times what was measured, rounded up to a tenth.
func Write(w io.Writer, measured []Measurement) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# The highest ratio of each operation's time to that of the calibration that the check\n"+
		"# allows: %s times what was measured. Written by \"performance check -update\".\n", number(Room))
	for _, m := range measured {
		fmt.Fprintf(out, "%s %s\n", m.Name, number(math.Ceil(m.Ratio()*Room*10-1e-9)/10))
	}
	return out.Flush()
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
