package samples

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// This file is the CSV of Node.js's compare.js. The reader is not encoding/csv
// for two reasons. Files from before 2021 have a blank behind each comma, in front
// of the quote; R keeps that blank in the value, and so must the table, while
// encoding/csv either fails there or drops it. And a benchmark's own output may
// stand between the rows: after a broken row reading must go on with the next line.

const csvHeader = `"binary","filename","configuration","rate","time"`

var errNoHeader = errors.New("the header " + csvHeader + " is missing, and it is neither JSON of nodetimers nor Go's benchmark text")

// CSVWriter prints samples as compare.js does, each as it arrives.
type CSVWriter struct {
	w      io.Writer
	header bool
}

// NewCSVWriter returns a writer that prints the header before the first sample.
func NewCSVWriter(w io.Writer) *CSVWriter { return &CSVWriter{w: w} }

// Header prints the header if it has not been printed yet.
func (c *CSVWriter) Header() error {
	if c.header {
		return nil
	}
	c.header = true
	_, err := io.WriteString(c.w, csvHeader+"\n")
	return err
}

// Write prints one row. A sample of an A/A round is left out: readers of this
// format would take it for a measurement of the other binary.
func (c *CSVWriter) Write(s Sample) error {
	if err := c.Header(); err != nil {
		return err
	}
	if s.AA != "" {
		return nil
	}
	time := ""
	if !math.IsNaN(s.Time) {
		time = Number(s.Time)
	}
	double := strings.NewReplacer(`"`, `""`)
	_, err := fmt.Fprintf(c.w, "\"%s\",\"%s\",\"%s\",%s,%s\n", double.Replace(s.Binary),
		double.Replace(s.Filename), double.Replace(s.Configuration), Number(s.Rate), time)
	return err
}

// ReadCSV reads the CSV of compare.js, with any names of binaries. The name is
// the file's, for errors, which are name:line: text.
func ReadCSV(r io.Reader, name string) (*Set, error) {
	return ReadOptions{AnyBinary: true}.readCSV(r, name)
}

func (o ReadOptions) readCSV(r io.Reader, name string) (*Set, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	set := &Set{}
	in := csvInput{rest: bytes.TrimPrefix(data, []byte("\uFEFF")), line: 1}
	var columns map[string]int
	var firstSkipped int
	for len(in.rest) > 0 {
		at := in
		fields, err := in.record()
		if err == nil && len(fields) == 1 && strings.TrimSpace(fields[0]) == "" {
			continue
		}
		if err == nil && len(in.rest) == 0 && len(fields) < len(columns) && !bytes.HasSuffix(data, []byte("\n")) {
			// The last number there may be the half of a rate.
			err = fmt.Errorf("the file ends in the middle of a row: %d fields, the header has %d", len(fields), len(columns))
		} else if err == nil && strings.TrimSpace(fields[0]) == "binary" {
			columns, err = header(fields)
		} else if err == nil {
			if columns == nil {
				err = errNoHeader
			} else {
				var s Sample
				if s, err = o.row(fields, columns); err == nil {
					set.Samples = append(set.Samples, s)
				}
			}
		}
		if err == nil {
			continue
		}
		if !o.Lenient {
			return nil, fmt.Errorf("%s:%d: %w", name, at.line, err)
		}
		if set.Skipped++; firstSkipped == 0 {
			firstSkipped = at.line
		}
		in = at // a quote that is never closed must not eat the rows behind it
		in.skipLine()
	}
	if columns == nil {
		return nil, fmt.Errorf("%s:1: %w", name, errNoHeader)
	}
	if set.Skipped > 0 {
		set.Notes = append(set.Notes, fmt.Sprintf("%s: %d lines skipped that are no rows, the first at line %d",
			name, set.Skipped, firstSkipped))
	}
	return set, nil
}

func header(fields []string) (map[string]int, error) {
	columns := map[string]int{}
	for i, f := range fields {
		columns[strings.TrimSpace(f)] = i
	}
	for _, need := range []string{"binary", "filename", "configuration", "rate"} {
		if _, ok := columns[need]; !ok {
			return nil, fmt.Errorf("the header has no column %q", need)
		}
	}
	return columns, nil
}

// row turns fields into a sample. Fields at the end may be missing up to the rate.
func (o ReadOptions) row(fields []string, columns map[string]int) (Sample, error) {
	s := Sample{Time: math.NaN(), Round: -1}
	if len(fields) > len(columns) {
		return s, fmt.Errorf("%d fields, the header has %d", len(fields), len(columns))
	}
	if columns["rate"] >= len(fields) {
		return s, fmt.Errorf("not a row of samples: %.60q", strings.Join(fields, ","))
	}
	s.Binary = strings.TrimSpace(fields[columns["binary"]])
	s.Filename = fields[columns["filename"]]
	s.Configuration = fields[columns["configuration"]]
	if s.Binary == "" {
		return s, fmt.Errorf("the name of the binary is empty")
	}
	if !o.AnyBinary && s.Binary != "old" && s.Binary != "new" {
		return s, fmt.Errorf("unknown binary %q: it must be old or new; for other names say which is the first with --baseline", s.Binary)
	}
	var ok bool
	if s.Rate, ok = number(fields[columns["rate"]]); !ok {
		return s, fmt.Errorf("rate %q is not a number", fields[columns["rate"]])
	}
	if i, has := columns["time"]; has && i < len(fields) && strings.TrimSpace(fields[i]) != "" {
		if s.Time, ok = number(fields[i]); !ok {
			return s, fmt.Errorf("time %q is not a number", fields[i])
		}
	}
	return s, nil
}

// number reads JavaScript's text of a number, which R reads too. Out of range is
// infinite.
func number(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, "xX_pP") {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil || math.IsInf(f, 0)
}

// csvInput is what is left to read. It is copied to be able to return to a record.
type csvInput struct {
	rest []byte
	line int
}

func (in *csvInput) skipLine() {
	i := bytes.IndexByte(in.rest, '\n')
	if i < 0 {
		in.rest = nil
		return
	}
	in.rest = in.rest[i+1:]
	in.line++
}

// record reads one record and the end of its last line. A blank between a comma
// and a quote becomes part of the value.
func (in *csvInput) record() ([]string, error) {
	var fields []string
	for {
		field, err := in.field()
		if err != nil {
			return nil, err
		}
		fields = append(fields, field)
		if len(in.rest) == 0 {
			return fields, nil
		}
		c := in.rest[0]
		in.rest = in.rest[1:]
		if c == '\n' {
			in.line++
			return fields, nil
		}
	}
}

// field reads up to the comma, newline or end behind it, which it leaves.
func (in *csvInput) field() (string, error) {
	lead := len(in.rest) - len(bytes.TrimLeft(in.rest, " \t"))
	if lead < len(in.rest) && in.rest[lead] == '"' {
		return in.quoted(lead)
	}
	end := bytes.IndexAny(in.rest, ",\n")
	if end < 0 {
		end = len(in.rest)
	}
	text := in.rest[:end]
	in.rest = in.rest[end:]
	text = bytes.TrimSuffix(text, []byte("\r"))
	if bytes.IndexByte(text, '"') >= 0 {
		return "", fmt.Errorf("a quote inside the field %.60q", text)
	}
	return string(text), nil
}

func (in *csvInput) quoted(lead int) (string, error) {
	var b strings.Builder
	b.Write(in.rest[:lead])
	rest := in.rest[lead+1:]
	for {
		i := bytes.IndexByte(rest, '"')
		if i < 0 {
			return "", fmt.Errorf("the quote that begins here is never closed")
		}
		b.Write(rest[:i])
		in.line += bytes.Count(rest[:i], []byte("\n"))
		rest = rest[i+1:]
		if len(rest) == 0 || rest[0] != '"' {
			break
		}
		b.WriteByte('"')
		rest = rest[1:]
	}
	rest = bytes.TrimLeft(rest, " \t")
	if bytes.HasPrefix(rest, []byte("\r\n")) || len(rest) == 1 && rest[0] == '\r' {
		rest = rest[1:]
	}
	if len(rest) > 0 && rest[0] != ',' && rest[0] != '\n' {
		line, _, _ := bytes.Cut(rest, []byte("\n"))
		return "", fmt.Errorf("text behind the closing quote: %.60q", line)
	}
	in.rest = rest
	return b.String(), nil
}
