package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nodetimers/nodetimers/internal/compare"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is the verb compare as far as it reads samples from files.

// Exit codes of compare. A regression is said before a failed process: what is
// proven does not go away because something else is missing.
const (
	exitRegression = 1 // the gate failed
	exitData       = 2 // a wrong command line, or samples that cannot be compared
	exitFailure    = 3 // a process failed; the rest was compared
)

// compareOptions are the flags that judge and print; see [compare.Options].
type compareOptions struct {
	baseline   string
	compat     string
	format     string
	correction string
	alpha      float64
	minEffect  percentValue
	gate       percentValue
	details    bool
	bars       bool
	plot       string
	save       []string
	noise      []string
	lenient    bool
	filter     compare.Filter
}

func (o *compareOptions) addFlags(f *pflag.FlagSet) {
	f.StringVar(&o.baseline, "baseline", "", "the binary that others are compared with, if it is not named old")
	f.StringVar(&o.format, "format", "text", "what is printed: "+strings.Join(compareFormats(), ", "))
	f.StringArrayVar(&o.save, "save", nil, "also write the report to `FILE`, in the format of its ending: .txt, .csv, .json, .md, .html; repeatable")
	f.BoolVar(&o.details, "details", false, "print verdicts, corrected p values, the rank test and warnings after the table")
	f.BoolVar(&o.bars, "bars", false, "print a bar chart after the table")
	f.StringVar(&o.plot, "plot", "", "save a box plot to `FILE`, as its ending says: ."+strings.Join(compare.PlotFormats, ", ."))
	f.Var(&o.gate, "fail-on-regression", "exit with 1 if a row is proven to lose more than `N%`")
	f.Var(&o.minEffect, "min-effect", "changes of less than `N%` do not matter")
	f.StringVar(&o.correction, "correction", "bh", "how verdicts allow for many rows: bh, holm or none")
	f.Float64Var(&o.alpha, "alpha", 0.05, "the `RISK` of wrong verdicts")
	f.StringArrayVar(&o.noise, "noise", nil, "a `FILE` of one binary measured on both sides: shows the noise floor; repeatable")
	f.StringArrayVar(&o.filter.Files, "filter", nil, "only scripts whose file name contains `TEXT`; repeatable")
	f.StringArrayVar(&o.filter.Exclude, "exclude", nil, "no scripts whose file name contains `TEXT`; repeatable")
	f.StringArrayVar(&o.filter.Where, "where", nil, "only rows with the parameter `KEY=VALUE`; repeatable")
	f.BoolVar(&o.lenient, "lenient", false, "skip lines that are no samples, and say how many")
	f.StringVar(&o.compat, "compat", "", "r: print nothing that compare.R does not print, and abort where it aborts")
}

// check finds what is wrong with the flags by themselves, before anything is measured
// or read.
func (o *compareOptions) check() error {
	if o.compat != "" && o.compat != "r" {
		return fmt.Errorf("--compat must be r, not %q", o.compat)
	}
	if compareWriters[o.format] == nil {
		return fmt.Errorf("--format must be %s, not %q", strings.Join(compareFormats(), ", "), o.format)
	}
	for _, file := range o.save {
		if compareWriters[formatOfName(file)] == nil {
			return fmt.Errorf("--save %s: the file's name must end in .txt, .csv, .json, .md or .html", file)
		}
	}
	switch compare.Correction(o.correction) {
	case compare.BH, compare.Holm, compare.None:
	default:
		return fmt.Errorf("--correction must be bh, holm or none, not %q", o.correction)
	}
	if !(o.alpha > 0 && o.alpha < 1) {
		return fmt.Errorf("--alpha must be between 0 and 1, not %v", o.alpha)
	}
	if o.plot != "" {
		if err := compare.CheckPlotName(o.plot); err != nil {
			return err
		}
	}
	return o.filter.Check()
}

func newCompare(s streams) *cobra.Command {
	var o compareOptions
	var r compareRun
	cmd := &cobra.Command{
		Use:   "compare [flags] FILE... | --old BINARY --new BINARY [CATEGORY | SCRIPT.js | all]...",
		Short: "compare benchmark samples: is it really faster?",
		Long: `compare reads samples of two binaries and prints the table of Node.js's compare.R,
without R. FILE is the CSV of Node's compare.js, the JSON of nodetimers, or Go's benchmark
text; - is standard input; several files are joined. Of two files of Go's benchmark text
the first is old.

With --old and --new (or --bin, or --old-ref and --new-ref) compare measures first, as bench
does: one process per sample, combination by combination, the binaries in turn. The arguments
are categories or scripts then, timers without any. What children print goes to standard
error; a process that fails marks its row, and the rest goes on.

Exit codes: 0; 1 if --fail-on-regression found one; 2 for a wrong command line or samples
that cannot be compared; 3 if a process had failed.`,
		Example: `  node benchmark/compare.js --old ./node-main --new ./node-pr timers > pr.csv
  nodetimers compare pr.csv
  nodetimers compare --min-effect 1% --fail-on-regression 5% --save report.html pr.csv
  nodetimers compare --baseline node --where n=5000000 runtimes.json
  nodetimers compare --old ./node-main --new ./node-pr --runs 30 --filter immediate timers
  nodetimers compare --old-ref main --new-ref HEAD --build 'go build -o {out} ./cmd/nodetimers' \
      --early --min-effect 2% --journal pr.journal --fail-on-regression 5% timers`,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(o.check(), r.check(cmd.Flags())); err != nil {
				return usageError{err, "compare "}
			}
			read := slices.Concat(o.noise, r.raw)
			if !r.wanted() {
				read = append(read, args...)
			}
			if err := o.checkNames(read); err != nil {
				return usageError{err, "compare "}
			}
			if r.wanted() {
				return o.measured(cmd.Context(), &r, args, s)
			}
			if len(args) == 0 {
				return usageError{errors.New("compare needs a FILE of samples, or - for standard input"), "compare "}
			}
			set, err := o.read(args, s.in)
			if err != nil {
				return o.fail(s, err)
			}
			return o.report(set, s)
		},
	}
	o.addFlags(cmd.Flags())
	r.addFlags(cmd.Flags())
	return cmd
}

// read reads and joins files of samples.
func (o *compareOptions) read(files []string, stdin io.Reader) (*samples.Set, error) {
	return samples.ReadOptions{
		Lenient:   o.lenient,
		AnyBinary: o.baseline != "" || o.compat == "r",
		Stdin:     stdin,
	}.Open(files...)
}

// fail reports samples that cannot be compared.
func (o *compareOptions) fail(s streams, err error) error {
	fmt.Fprintf(s.err, "nodetimers: %v\n", err)
	if o.compat == "r" {
		return exitStatus(1)
	}
	return exitStatus(exitData)
}

// report judges the samples, prints and saves the report, and returns the exit code
// as an error.
func (o *compareOptions) report(set *samples.Set, s streams) error {
	r, err := o.judge(set)
	if err != nil {
		return o.fail(s, err)
	}
	if o.compat == "r" {
		if err := compare.CompatError(r); err != nil {
			return o.fail(s, err)
		}
	} else {
		for _, w := range r.Warnings {
			fmt.Fprintf(s.err, "nodetimers: warning: %s\n", w)
		}
	}
	// All that can fail is made before anything is printed.
	files := map[string][]byte{}
	for _, file := range o.save {
		var b bytes.Buffer
		if err := compareWriters[formatOfName(file)](&b, r, o); err != nil {
			return o.fail(s, err)
		}
		files[file] = b.Bytes()
	}
	if o.plot != "" {
		fmt.Fprintln(s.err, "Saving 7 x 7 in image")
		if err := compare.SavePlot(o.plot, r); err != nil {
			return o.fail(s, err)
		}
	}
	for _, file := range o.save {
		if err := os.WriteFile(file, files[file], 0o644); err != nil {
			return o.fail(s, err)
		}
	}
	if err := compareWriters[o.format](s.out, r, o); err != nil {
		return o.fail(s, err)
	}
	switch {
	case r.Gate != nil && r.Gate.Failed > 0:
		return exitStatus(exitRegression)
	case r.Failed() > 0:
		return exitStatus(exitFailure)
	case r.Gate != nil && r.Gate.Judged == 0:
		return o.fail(s, errors.New("the gate could judge no row: it needs two samples on both sides"))
	}
	return nil
}

func (o *compareOptions) judge(set *samples.Set) (*compare.Report, error) {
	c := compare.Options{
		Baseline:    o.baseline,
		Alpha:       o.alpha,
		Correction:  compare.Correction(o.correction),
		MinEffect:   o.minEffect.percent,
		Filter:      o.filter,
		AllowOthers: o.compat == "r",
	}
	if o.gate.set {
		c.Gate = &o.gate.percent
	}
	var err error
	if c.Noise, err = o.readNoise(); err != nil {
		return nil, err
	}
	return compare.New(set, c)
}

// compareWriters are the formats of --format.
var compareWriters = map[string]func(io.Writer, *compare.Report, *compareOptions) error{
	"text": func(w io.Writer, r *compare.Report, o *compareOptions) error {
		text := compare.TextOptions{Details: o.details, Compat: o.compat == "r"}
		if err := compare.WriteText(w, r, text); err != nil || !o.bars {
			return err
		}
		return compare.WriteBars(w, r)
	},
	"csv":      func(w io.Writer, r *compare.Report, _ *compareOptions) error { return compare.WriteCSV(w, r) },
	"json":     func(w io.Writer, r *compare.Report, _ *compareOptions) error { return compare.WriteJSON(w, r) },
	"markdown": func(w io.Writer, r *compare.Report, _ *compareOptions) error { return compare.WriteMarkdown(w, r) },
	"html":     func(w io.Writer, r *compare.Report, _ *compareOptions) error { return compare.WriteHTML(w, r) },
}

func compareFormats() []string {
	var names []string
	for name := range compareWriters {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// formatOfName is the format that a file's ending asks for.
func formatOfName(file string) string {
	switch ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), "."); ending {
	case "txt":
		return "text"
	case "md":
		return "markdown"
	case "htm":
		return "html"
	default:
		return ending
	}
}

// percentValue is a flag such as 5% or 5.
type percentValue struct {
	percent float64
	set     bool
}

func (p *percentValue) Set(text string) error {
	v, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(text, "%")), 64)
	if err != nil || !(v >= 0 && v <= 1e6) {
		return fmt.Errorf("%q is not a percentage of at least 0", text)
	}
	p.percent, p.set = v, true
	return nil
}

func (p *percentValue) String() string {
	if !p.set {
		return ""
	}
	return strconv.FormatFloat(p.percent, 'g', -1, 64) + "%"
}

func (p *percentValue) Type() string { return "percent" }
