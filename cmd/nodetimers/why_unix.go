//go:build unix

package main

import (
	"os"
	"syscall"
)

// whySignals ask for the list of run --why; SIGQUIT is Ctrl-\ in a terminal.
var whySignals = []os.Signal{syscall.SIGUSR1, syscall.SIGQUIT}

const whenWhy = "when its main module has ended, on SIGUSR1, on SIGQUIT (Ctrl-\\) and on Ctrl-C"
