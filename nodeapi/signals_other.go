//go:build !unix

package nodeapi

import (
	"os"
	"syscall"
)

// systemSignals are what Windows has of signals: Ctrl-C, the end of the console,
// and the killing of a process. Listeners for others are never called.
var systemSignals = map[string]os.Signal{
	"SIGINT": syscall.SIGINT, "SIGTERM": syscall.SIGTERM, "SIGKILL": syscall.SIGKILL,
}
