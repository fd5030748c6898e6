// Command differ runs random timer programs on Node.js and on nodetimers and
// compares what they do.
//
//	go run ./conformance/differ -node BIN -n 20000 -seed 1
//
// A program is made up from a seed (generate.go, statements.go), printed as
// JavaScript (print.go) and run inside harness.js, which notes each callback and
// each operation with the virtual time and the fields of the handle in a trace.
// The traces of the two runtimes must be the same, line by line (compare.go). A
// program for which they are not is made smaller as long as they are not (shrink.go).
//
// Time is a matter of control, not of luck. On Linux Node.js gets a clock that
// stands still while JavaScript runs and jumps when the event loop would sleep
// (shim/clock.c); nodetimers gets the same from an eventloop.Clock (engine.go). So
// deadlines may meet exactly, lists may tie, and nothing waits. With -clock real both
// run as they are, the command included, on programs that were found not to
// depend on the speed of the machine (runtimes.go).
//
// The flags:
//
//	-node BIN        the Node.js to compare with
//	-n, -seed        how many programs, and which
//	-from            the first of them
//	-clock           virtual or real
//	-batch           programs in one process
//	-print ID        print a program and its traces, and run nothing else
//	-mutate          check that faults seeded into the loop are found (mutate.go)
//	-record N        record N programs for go test (corpus.go)
//	-again           record the traces of those programs again
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	var code exitCode
	switch {
	case errors.As(err, &code):
		os.Exit(int(code))
	case err != nil && !errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(os.Stderr, "differ:", err)
		os.Exit(1)
	}
}

// exitCode ends the command with a code of a script's.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// options are the flags.
type options struct {
	node   string
	ours   string
	n      int
	from   int
	seed   uint64
	clock  string
	batch  int
	print  int
	exec   string
	mutate bool
	only   string
	record int
	again  bool
	dir    string
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var o options
	f := flag.NewFlagSet("differ", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.node, "node", "", "the Node.js `binary` to compare with")
	f.StringVar(&o.ours, "ours", "", "another `binary` of this command, or with -clock real of nodetimers, to test")
	f.IntVar(&o.n, "n", 1000, "how many programs")
	f.IntVar(&o.from, "from", 0, "the first program")
	f.Uint64Var(&o.seed, "seed", 1, "what the programs are made from")
	f.StringVar(&o.clock, "clock", "virtual", "virtual or real")
	f.IntVar(&o.batch, "batch", 200, "programs in one process")
	f.IntVar(&o.print, "print", -1, "print the program of this `number` and its traces")
	f.StringVar(&o.exec, "exec", "", "run a script `file` on the virtual clock")
	f.BoolVar(&o.mutate, "mutate", false, "check that seeded faults are found")
	f.StringVar(&o.only, "only", "", "with -mutate: only the faults whose name has this in it")
	f.IntVar(&o.record, "record", 0, "record this many programs for go test")
	f.BoolVar(&o.again, "again", false, "record the traces of the recorded programs again")
	f.StringVar(&o.dir, "dir", "conformance/differ", "where the files of this package are")
	if err := f.Parse(args); err != nil {
		return err
	}
	if o.exec != "" {
		code, err := os.ReadFile(o.exec)
		if err != nil {
			return err
		}
		n, err := execute(ctx, o.exec, string(code), stdout, stderr)
		if err == nil && n != 0 {
			err = exitCode(n)
		}
		return err
	}
	pair, err := newPair(ctx, &o)
	if err != nil {
		return err
	}
	defer pair.close()
	switch {
	case o.print >= 0:
		return pair.print(ctx, stdout, Generate(pair.profile, o.seed, o.print))
	case o.mutate:
		return mutate(ctx, &o, pair, stdout)
	case (o.record > 0 || o.again) && pair.node == nil:
		return errNoNode
	case o.record > 0:
		return record(ctx, &o, pair, stdout)
	case o.again:
		return recordAgain(ctx, &o, pair, stdout)
	}
	return compare(ctx, &o, pair, stdout)
}
