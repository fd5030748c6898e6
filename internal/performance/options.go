package main

import (
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/nodetimers/nodetimers/internal/performance/script"
)

// options are what the flags and arguments say.
type options struct {
	tables []string
	pairs  int
	row    *regexp.Regexp
	out    string
	plot   string
	bounds string
	update bool
	script script.Options // its Node26 is the peer of core too
}

// tables lists the arguments that no argument at all stands for.
func tables() []string { return append([]string{"core", "flat"}, script.Groups()...) }

// parse reads flags and tables in any order.
func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	var row, filter string
	f := flag.NewFlagSet("performance", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.IntVar(&o.pairs, "pairs", 15, "measure ours and the peer this often, in turns")
	f.StringVar(&row, "row", "", "core: measure the lines whose key matches this `pattern` only")
	f.StringVar(&o.out, "o", "", "write the tables to this `file` instead of standard output")
	f.StringVar(&o.plot, "plot", "docs/img/flat-cost.svg", "flat: draw it into this `file`, .svg or .png; empty means no drawing")
	f.StringVar(&o.bounds, "bounds", "internal/performance/bounds.txt", "check: the `file` of bounds")
	f.BoolVar(&o.update, "update", false, "check: write the bounds anew, from what is measured")
	f.StringVar(&o.script.Nodetimers, "nodetimers", "", "the nodetimers `binary`; without it one is built from ./cmd/nodetimers")
	f.StringVar(&o.script.Node26, "node", "", "the `binary` of Node 26, to measure beside")
	f.StringVar(&o.script.Node20, "node20", "", "the `binary` of Node 20")
	f.StringVar(&o.script.Bun, "bun", "", "the `binary` of Bun")
	f.StringVar(&o.script.Deno, "deno", "", "the `binary` of Deno")
	f.StringVar(&o.script.GOGC, "gogc", "", "native, goja, node, command: set GOGC to this `percentage` in children")
	f.StringVar(&o.script.JSON, "json", "", "native, goja, node: take the samples from this `file` of an earlier nodetimers bench, or the folder of -save")
	f.StringVar(&o.script.Save, "save", "", "native, goja, node: write the samples into this `folder`, for -json")
	f.StringVar(&filter, "filter", "", "native, goja, node: programs with one of these `texts`, separated by commas, in their names only")
	for {
		if err := f.Parse(args); err != nil {
			return o, err
		}
		if f.NArg() == 0 {
			break
		}
		name := f.Arg(0)
		if all := append(tables(), "check"); !slices.Contains(all, name) {
			return o, fmt.Errorf("there is no table %q; there are %s", name, strings.Join(all, ", "))
		}
		o.tables = append(o.tables, name)
		args = f.Args()[1:]
	}
	if len(o.tables) == 0 {
		o.tables = tables()
	}
	if o.pairs < 1 {
		return o, fmt.Errorf("-pairs %d: at least one is needed", o.pairs)
	}
	if row != "" {
		var err error
		if o.row, err = regexp.Compile(row); err != nil {
			return o, fmt.Errorf("-row: %w", err)
		}
	}
	if filter != "" {
		o.script.Filter = strings.Split(filter, ",")
	}
	return o, nil
}
