package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/nodetimers/nodetimers/nodeapi"
)

// streams are where a verb reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// exitStatus is an error that is no more than an exit code: what there was to
// say has been said.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// execute runs the command line and returns the exit code: that of the script,
// 2 for a wrong command line, 1 for what else went wrong.
func execute(args []string, s streams) int {
	root := newRoot(s)
	root.SetArgs(args)
	err := root.Execute()
	var status exitStatus
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &usage):
		fmt.Fprintf(s.err, "nodetimers: %v\nSee 'nodetimers %s--help'.\n", err, usage.verb)
		return 2
	}
	fmt.Fprintf(s.err, "nodetimers: %v\n", err)
	return 1
}

// usageError is a wrong command line.
type usageError struct {
	error
	verb string // with a space behind it, or empty
}

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "nodetimers",
		Short:         "Node.js's timers and event loop, in Go",
		Long:          "nodetimers runs JavaScript and TypeScript programs with Node.js's timers and event loop.",
		Version:       nodeapi.Version() + " (behaves as Node.js " + nodeapi.NodeVersion + ")",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError{fmt.Errorf("unknown command %q", args[0]), ""}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		verb := ""
		if cmd.HasParent() {
			verb = cmd.Name() + " "
		}
		return usageError{err, verb}
	})
	root.AddCommand(newCompare(s), newScatter(s), newRun(s), newTrace(s), newBench(s), newBenchJS(s), newBenchNative(s))
	return root
}
