package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// This file is the options of a program, which the verbs run and trace have.

// add defines the flags of a program.
func (o *runOptions) add(f *pflag.FlagSet) {
	f.SetInterspersed(false)
	f.StringVarP(&o.eval, "eval", "e", "", "run `CODE`")
	f.StringVar(&o.inputType, "input-type", "", "what -e and - are: commonjs or module (default: as the code looks)")
	f.BoolVar(&o.noWarnings, "no-warnings", false, "do not print warnings")
	f.BoolVar(&o.traceWarnings, "trace-warnings", false, "print the stacks of warnings")
	f.BoolVar(&o.traceUncaught, "trace-uncaught", false, "print where uncaught exceptions were thrown, and where their timers were set")
	f.BoolVar(&o.virtualTime, "virtual-time", false, "do not wait: the clock of timers and dates begins with the year 2000 and jumps")
	f.DurationVar(&o.until, "until", 0, "end at this virtual `TIME`, such as 24h; what is pending then is dropped")
	f.BoolVar(&o.why, "why", false, "list what keeps the program alive, on standard error: "+whenWhy)
	o.beyond.add(f)
}

// check looks at what was given; the error is a usageError of the command.
func (o *runOptions) check(cmd *cobra.Command, args []string) error {
	verb := cmd.Name() + " "
	o.hasEval = cmd.Flags().Changed("eval")
	if !o.hasEval && len(args) == 0 {
		return usageError{errors.New(cmd.Name() + " needs a FILE, -e CODE or - for standard input"), verb}
	}
	switch o.inputType {
	case "", "commonjs", "module":
	default:
		return usageError{fmt.Errorf("--input-type must be commonjs or module, not %q", o.inputType), verb}
	}
	if cmd.Flags().Changed("until") {
		switch {
		case !o.virtualTime:
			return usageError{errors.New("--until needs --virtual-time"), verb}
		case o.until <= 0:
			return usageError{fmt.Errorf("--until must be above zero, not %v", o.until), verb}
		}
	}
	if err := o.beyond.check(cmd.Flags()); err != nil {
		return usageError{err, verb}
	}
	return nil
}
