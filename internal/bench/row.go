package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/nodetimers/nodetimers/internal/nodeipc"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is a row, one program with one combination of parameters, and how a
// program is asked for its combinations.

// Row is one program with one combination.
type Row struct {
	Program Program
	Conf    samples.Conf
	// Flags are those that the program asks for, of Node.
	Flags []string
	// Extra are k=v words that are handed on and are no part of Conf.
	Extra []string
}

// Name is the row's name in tables.
func (r Row) Name() string {
	return strings.TrimSpace(r.Program.ID + " " + r.Conf.Inspect())
}

// words are the leaf's arguments: values as JavaScript turns them into text.
func (r Row) words() []string {
	var out []string
	for _, p := range r.Conf {
		out = append(out, p.Key+"="+valueText(p.Value))
	}
	return append(out, r.Extra...)
}

func valueText(v samples.Value) string {
	switch v := v.(type) {
	case float64:
		return samples.Number(v)
	case string:
		return v
	}
	return fmt.Sprint(v)
}

// ParseConf reads k=v words: a number's text and true and false are values of
// those types.
func ParseConf(words []string) (samples.Conf, error) {
	var conf samples.Conf
	for _, w := range words {
		k, v, ok := strings.Cut(w, "=")
		if !ok || k == "" {
			return nil, fmt.Errorf("bad argument: %s", w)
		}
		conf = append(conf, samples.Param{Key: k, Value: guess(v)})
	}
	return conf, nil
}

func guess(text string) samples.Value {
	switch text {
	case "true":
		return true
	case "false":
		return false
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && samples.Number(f) == text {
		return f
	}
	return text
}

// Smallest is a combination with which a program does as little as it can: the
// counts n, thousands and millions are 1, dur and duration 0.05 s.
func Smallest(conf samples.Conf) samples.Conf {
	conf = slices.Clone(conf)
	for i, p := range conf {
		f, ok := p.Value.(float64)
		if !ok {
			continue
		}
		switch p.Key {
		case "n", "thousands", "millions":
			conf[i].Value = min(f, 1)
		case "dur", "duration":
			conf[i].Value = 0.05
		}
	}
	return conf
}

// Distinct drops rows that have become the same as an earlier one.
func Distinct(rows []Row) []Row {
	seen := map[string]bool{}
	return slices.DeleteFunc(rows, func(r Row) bool {
		name := r.Name()
		defer func() { seen[name] = true }()
		return seen[name]
	})
}

// Lister starts the process that tells a program's combinations: argv followed by
// the script and its arguments.
type Lister struct {
	Argv []string
	// Output takes what the process prints.
	Output func(stream, line string)
}

// Rows asks a program for its combinations, with the given k=v words, and --test
// if test is set. The error does not name the program.
func (l Lister) Rows(ctx context.Context, p Program, set []string, test bool) ([]Row, error) {
	argv := append(append([]string{}, l.Argv...), p.Path)
	if test {
		argv = append(argv, "--test")
	}
	argv = append(argv, set...)
	var rows []Row
	foreign := false
	queue := -1
	var broken error
	c := child{
		argv:   argv,
		env:    append(os.Environ(), "NODETIMERS_BENCH_LIST="),
		output: l.Output,
		message: func(raw json.RawMessage) {
			var m struct {
				Type        string       `json:"type"`
				QueueLength int          `json:"queueLength"`
				Conf        samples.Conf `json:"conf"`
				Args        []string     `json:"args"`
				Flags       []string     `json:"flags"`
			}
			if err := json.Unmarshal(raw, &m); err != nil {
				broken = err
				return
			}
			switch m.Type {
			case "config":
				queue = m.QueueLength
			case "combination":
				row := Row{Program: p, Conf: m.Conf, Flags: m.Flags}
				if m.Args != nil { // of a foreign common.js: what it would have given a leaf
					foreign = true
					if row.Conf, broken = ParseConf(m.Args); broken != nil {
						return
					}
				}
				rows = append(rows, row)
			}
		},
	}
	err := c.run(ctx)
	switch {
	case err != nil:
		return nil, fmt.Errorf("its combinations cannot be listed: %w", err)
	case broken != nil:
		return nil, fmt.Errorf("its combinations cannot be listed: %w", broken)
	case queue < 0 && len(rows) > 0 || queue >= 0 && queue != len(rows):
		return nil, fmt.Errorf("it announced %d combinations and told %d", queue, len(rows))
	}
	var known samples.Conf
	if foreign && len(set) > 0 {
		plain, err := l.Rows(ctx, p, nil, false)
		if err != nil {
			return nil, err
		}
		known = samples.Conf{}
		if len(plain) > 0 {
			known = plain[0].Conf
		}
	}
	splitExtra(rows, set, known)
	return rows, nil
}

// splitExtra takes what was set and is no parameter out of the conf of a foreign
// program, which gives both to its leaves, and notes it as Extra. known are the
// program's parameters; nil if conf has nothing else.
func splitExtra(rows []Row, set []string, known samples.Conf) {
	for i := range rows {
		r := &rows[i]
		if known != nil {
			r.Conf = slices.DeleteFunc(r.Conf, func(p samples.Param) bool { _, ok := known.Get(p.Key); return !ok })
		}
		for _, w := range set {
			k, _, _ := strings.Cut(w, "=")
			if _, ok := r.Conf.Get(k); !ok {
				r.Extra = append(r.Extra, w)
			}
		}
	}
}

// Leaf runs one row in this process as a leaf does, and reports over the channel
// of the environment, or prints a line on out without one. An error of run whose
// text begins with "n/a: " is reported as a row that is not available. The
// returned error is for the exit code.
func Leaf(id string, conf samples.Conf, out io.Writer, run func() (rate, seconds float64, err error)) error {
	conn, err := nodeipc.FromEnv(os.LookupEnv)
	if err != nil {
		return err
	}
	rate, seconds, err := run()
	message := map[string]any{"type": "report", "name": id, "conf": conf, "rate": rate, "time": seconds}
	if conf == nil {
		message["conf"] = samples.Conf{}
	}
	line := ResultLine(samples.Sample{Filename: id, Conf: conf, Rate: rate})
	if err != nil {
		reason, ok := strings.CutPrefix(err.Error(), "n/a: ")
		if !ok {
			return err
		}
		message = map[string]any{"type": "unavailable", "name": id, "conf": message["conf"], "reason": reason}
		line = id + ": n/a: " + reason
	}
	if conn == nil {
		_, err := fmt.Fprintln(out, line)
		return err
	}
	raw, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return errors.Join(conn.Send(raw), conn.Close())
}
