//go:build !unix

package main

import "os"

// whySignals is empty where there are no signals to ask with.
var whySignals []os.Signal

const whenWhy = "when its main module has ended, and on Ctrl-C; this system has no signal to ask with in between"
