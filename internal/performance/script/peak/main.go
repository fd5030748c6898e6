// Command peak runs a command to its end, without its output, and prints how many
// nanoseconds that took and how many bytes of memory it had at most.
//
//	peak node one.js
//	41870233 43581440
//
// A process counts as its own what its parent had when it was started, because it
// begins in the parent's memory. So memory of children must be taken by a small
// parent, which this one is.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "peak:", err)
		os.Exit(1)
	}
}

func run(argv []string) error {
	if len(argv) == 0 {
		return fmt.Errorf("what is to be run?")
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stderr = os.Stderr
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return err
	}
	took := time.Since(began)
	bytes, err := peakOf(cmd.ProcessState)
	if err != nil {
		return err
	}
	_, err = fmt.Println(took.Nanoseconds(), bytes)
	return err
}
