package bench

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file prints results as Node's benchmark/run.js does: lines for people, and
// its own CSV, which has other separators and quoting than compare.js's.

// GroupDigits puts commas between the thousands of a number's integer part, in
// JavaScript's text of it; an exponent form stays as it is.
func GroupDigits(f float64) string {
	text := samples.Number(f)
	if strings.ContainsAny(text, "eIN") {
		return text
	}
	whole, rest, hasRest := strings.Cut(text, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if hasRest {
		whole += "." + rest
	}
	return sign + whole
}

// ResultLine is the line that a script prints by hand:
// timers/immediate.js type="depth" n=5000000: 80,080.5
func ResultLine(s samples.Sample) string {
	name := s.Filename
	if text := s.Conf.JSONText(); text != "" {
		name += " " + text
	}
	return name + ": " + GroupDigits(s.Rate)
}

// SimpleWriter prints samples as run.js does: at each new script an empty line and
// its id, then a line for each sample. With more than one runtime the line begins
// with the runtime's name.
type SimpleWriter struct {
	w     io.Writer
	named bool
	last  string
}

// NewSimpleWriter returns a SimpleWriter; named says that there are several
// runtimes.
func NewSimpleWriter(w io.Writer, named bool) *SimpleWriter { return &SimpleWriter{w: w, named: named} }

// Write prints one sample.
func (s *SimpleWriter) Write(x samples.Sample) error {
	if x.Filename != s.last {
		s.last = x.Filename
		if _, err := fmt.Fprintf(s.w, "\n%s\n", x.Filename); err != nil {
			return err
		}
	}
	prefix := ""
	if s.named {
		prefix = x.Binary + ": "
	}
	_, err := fmt.Fprintln(s.w, prefix+ResultLine(x))
	return err
}

// RunCSVWriter prints the four columns of run.js --format csv. They do not say
// which runtime it was.
type RunCSVWriter struct {
	w      io.Writer
	header bool
}

// NewRunCSVWriter returns a RunCSVWriter, which prints its header with the first
// sample.
func NewRunCSVWriter(w io.Writer) *RunCSVWriter { return &RunCSVWriter{w: w} }

// Write prints one row.
func (c *RunCSVWriter) Write(s samples.Sample) error {
	if !c.header {
		c.header = true
		if _, err := fmt.Fprintln(c.w, `"filename", "configuration", "rate", "time"`); err != nil {
			return err
		}
	}
	time := ""
	if !math.IsNaN(s.Time) {
		time = samples.Number(s.Time)
	}
	double := strings.NewReplacer(`"`, `""`)
	_, err := fmt.Fprintf(c.w, "\"%s\", \"%s\", %s, %s\n", double.Replace(s.Filename),
		double.Replace(s.Conf.JSONText()), samples.Number(s.Rate), time)
	return err
}
