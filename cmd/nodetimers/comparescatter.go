package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nodetimers/nodetimers/internal/compare"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is the verb scatter: rates over one parameter.

func newScatter(s streams) *cobra.Command {
	var o struct {
		x, plot string
		lenient bool
		filter  compare.Filter
	}
	cmd := &cobra.Command{
		Use:   "scatter -x KEY [flags] FILE...",
		Short: "show how rates depend on one parameter",
		Long: `scatter reads samples as compare does and prints the mean rate, with its 95 % interval, for
each value of one parameter: a table for each binary and combination of the others.`,
		Example:               `  nodetimers scatter -x n --plot depth.svg samples.json`,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			wrong := func(err error) error { return usageError{err, "scatter "} }
			switch {
			case o.x == "":
				return wrong(errors.New("scatter needs a parameter: -x KEY"))
			case len(args) == 0:
				return wrong(errors.New("scatter needs a FILE of samples, or - for standard input"))
			}
			if o.plot != "" {
				if err := compare.CheckPlotName(o.plot); err != nil {
					return wrong(err)
				}
			}
			if err := o.filter.Check(); err != nil {
				return wrong(err)
			}
			fail := func(err error) error {
				fmt.Fprintf(s.err, "nodetimers: %v\n", err)
				return exitStatus(exitData)
			}
			set, err := samples.ReadOptions{Lenient: o.lenient, AnyBinary: true, Stdin: s.in}.Open(args...)
			if err != nil {
				return fail(err)
			}
			r, err := compare.NewScatter(set, o.x, o.filter)
			if err != nil {
				return fail(err)
			}
			if o.plot != "" {
				if err := r.SavePlot(o.plot); err != nil {
					return fail(err)
				}
			}
			if r.Left > 0 {
				fmt.Fprintf(s.err, "nodetimers: warning: %d samples have no parameter %s\n", r.Left, o.x)
			}
			if err := r.WriteText(s.out); err != nil {
				return fail(err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.x, "xaxis", "x", "", "the parameter `KEY`")
	f.StringVar(&o.plot, "plot", "", "save means with intervals to `FILE`, as its ending says")
	f.StringArrayVar(&o.filter.Files, "filter", nil, "only scripts whose file name contains `TEXT`; repeatable")
	f.StringArrayVar(&o.filter.Exclude, "exclude", nil, "no scripts whose file name contains `TEXT`; repeatable")
	f.StringArrayVar(&o.filter.Where, "where", nil, "only rows with the parameter `KEY=VALUE`; repeatable")
	f.BoolVar(&o.lenient, "lenient", false, "skip lines that are no samples, and say how many")
	return cmd
}
