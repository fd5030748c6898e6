package samples

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/perf/benchfmt"
)

// This file is Go's benchmark text. A script's row is written as
//
//	BenchmarkTimers/immediate.js/type=depth/n=5000000/runtime=new-1  5000000  185.2 ns/op  5.4e+06 ops/s
//
// so benchstat -col /runtime puts the binaries side by side. What a name cannot
// hold (blanks, slashes in values) is percent-encoded. The -1 at the end is where
// Go puts GOMAXPROCS; without it a value such as n=-5 could not be told from it.

const (
	rateUnit   = "ops/s"
	runtimeKey = "runtime"
)

// WriteGoBench writes samples as Go's benchmark text. Samples whose configuration
// cannot be taken apart, or whose rate is not above zero and finite, have no
// honest spelling there: the first such sample is an error, and nothing is
// written. A/A samples are left out, as in CSV.
func WriteGoBench(w io.Writer, list []Sample) error {
	var results []*benchfmt.Result
	for _, s := range list {
		if s.AA != "" {
			continue
		}
		if s.Conf == nil {
			s.Conf, _ = ParseConf(strings.TrimSpace(s.Configuration))
		}
		if s.Conf == nil {
			return fmt.Errorf("samples: %s: its parameters cannot be taken apart, as Go's benchmark text needs them", s.Name())
		}
		if !(s.Rate > 0) || math.IsInf(s.Rate, 0) {
			return fmt.Errorf("samples: %s: rate %s cannot be written as a time per operation", s.Name(), Number(s.Rate))
		}
		r := &benchfmt.Result{Name: benchfmt.Name(goName(s)), Iters: 1}
		if ops := math.Round(s.Rate * s.Time); ops >= 1 && ops < 1<<53 {
			r.Iters = int(ops)
		}
		r.Values = []benchfmt.Value{
			{Value: 1e9 / s.Rate, Unit: "ns/op"},
			{Value: s.Rate, Unit: rateUnit},
		}
		results = append(results, r)
	}
	out := benchfmt.NewWriter(w)
	for _, r := range results {
		if err := out.Write(r); err != nil {
			return err
		}
	}
	return nil
}

func goName(s Sample) string {
	var b strings.Builder
	name := strings.TrimSpace(s.Filename)
	if first, size := utf8.DecodeRuneInString(name); isScript(name) && unicode.IsLower(first) {
		b.WriteRune(unicode.ToUpper(first))
		name = name[size:]
	} else if !isScript(name) && unicode.IsUpper(first) {
		b.WriteRune(first)
		name = name[size:]
	} else {
		b.WriteByte('_')
	}
	for i, part := range strings.Split(name, "/") {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(escape(part))
	}
	for _, p := range s.Conf {
		text := ""
		switch v := p.Value.(type) {
		case string:
			text = escape(v)
			if !sameText(v) {
				text = "%22" + text // a string that looks like a number or boolean
			}
		case float64:
			text = Number(v)
			if v == 0 && math.Signbit(v) {
				text = "-0"
			}
		default:
			text = fmt.Sprint(v)
		}
		fmt.Fprintf(&b, "/%s=%s", escape(p.Key), text)
	}
	fmt.Fprintf(&b, "/%s=%s-1", runtimeKey, escape(s.Binary))
	return b.String()
}

// sameText reports whether a string is read back as a string, as it is.
func sameText(s string) bool {
	_, isText := goValue(s).(string)
	return isText && !strings.HasPrefix(s, `"`)
}

func isScript(name string) bool {
	switch path.Ext(name) {
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts":
		return true
	}
	return false
}

func escape(s string) string {
	return strings.NewReplacer("+", "%20", "%3A", ":", "%2C", ",", "%5B", "[", "%5D", "]").Replace(url.QueryEscape(s))
}

func unescape(s string) string {
	if t, err := url.PathUnescape(s); err == nil {
		return t
	}
	return s
}

// goValue reads a value out of a name: a number or boolean if it is spelled as
// JavaScript would spell it, else text.
func goValue(text string) Value {
	switch text {
	case "true":
		return true
	case "false":
		return false
	case "-0":
		return math.Copysign(0, -1)
	}
	if f, err := strconv.ParseFloat(text, 64); (err == nil || math.IsInf(f, 0)) && Number(f) == text {
		return f
	}
	return text
}

// ReadGoBench reads Go's benchmark text. The rate is the one in ops/s if there is
// one, else it comes from ns/op. The binary is the runtime or binary of the name
// or of the file's configuration lines, else empty. The name is the file's.
func ReadGoBench(r io.Reader, name string) (*Set, error) {
	return ReadOptions{}.readGoBench(r, name)
}

func (o ReadOptions) readGoBench(r io.Reader, name string) (*Set, error) {
	set := &Set{}
	first := 0
	in := benchfmt.NewReader(r, name)
	for in.Scan() {
		rec := in.Result()
		_, line := rec.Pos()
		var err error
		switch rec := rec.(type) {
		case *benchfmt.SyntaxError:
			err = errors.New(rec.Msg)
		case *benchfmt.Result:
			var s Sample
			if s, err = goSample(rec); err == nil {
				set.Samples = append(set.Samples, s)
			}
		}
		if err == nil {
			continue
		}
		if !o.Lenient {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		if set.Skipped++; first == 0 {
			first = line
		}
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if set.Skipped > 0 {
		set.Notes = append(set.Notes, fmt.Sprintf("%s: %d lines skipped that are no rows, the first at line %d",
			name, set.Skipped, first))
	}
	return set, nil
}

func goSample(r *benchfmt.Result) (Sample, error) {
	s := Sample{Time: math.NaN(), Round: -1}
	base, parts := r.Name.Parts()
	names := []string{unescape(strings.TrimPrefix(string(base), "Benchmark"))}
	conf := Conf{}
	for _, p := range parts {
		part := string(p)
		if procs, ok := strings.CutPrefix(part, "-"); ok {
			if procs != "1" {
				conf = append(conf, Param{"gomaxprocs", goValue(procs)})
			}
			continue
		}
		key, value, pair := strings.Cut(part[1:], "=")
		switch {
		case !pair:
			names = append(names, unescape(part[1:]))
		case key == runtimeKey || key == "binary":
			s.Binary = unescape(value)
		case strings.HasPrefix(value, "%22"):
			conf = append(conf, Param{unescape(key), unescape(value[3:])})
		default:
			v := goValue(value)
			if text, ok := v.(string); ok {
				v = unescape(text)
			}
			conf = append(conf, Param{unescape(key), v})
		}
	}
	s.Filename = strings.Join(names, "/")
	if rest, ok := strings.CutPrefix(s.Filename, "_"); ok {
		s.Filename = rest
	} else if isScript(s.Filename) {
		c, size := utf8.DecodeRuneInString(s.Filename)
		s.Filename = string(unicode.ToLower(c)) + s.Filename[size:]
	}
	s.Conf = conf
	s.Configuration = conf.Inspect()
	for _, key := range []string{runtimeKey, "binary"} {
		if s.Binary == "" {
			s.Binary = r.GetConfig(key)
		}
	}
	perOp, hasTime := nanoseconds(r) // an operation
	rate, hasRate := r.Value(rateUnit)
	switch {
	case hasRate:
		s.Rate = rate
	case hasTime:
		s.Rate = 1e9 / perOp
	default:
		return s, fmt.Errorf("%s has neither ns/op nor %s", r.Name, rateUnit)
	}
	if hasTime {
		s.Time = perOp * float64(r.Iters) / 1e9
	}
	return s, nil
}

// nanoseconds is the time of an operation as it was written: benchfmt turns it into
// seconds and keeps the original beside it.
func nanoseconds(r *benchfmt.Result) (float64, bool) {
	for _, v := range r.Values {
		switch {
		case v.OrigUnit == "ns/op":
			return v.OrigValue, true
		case v.Unit == "ns/op": // 0, which benchfmt leaves as it is
			return v.Value, true
		case v.Unit == "sec/op":
			return v.Value * 1e9, true
		}
	}
	return 0, false
}
