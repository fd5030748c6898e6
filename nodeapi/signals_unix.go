//go:build unix

package nodeapi

import (
	"os"
	"syscall"
)

// systemSignals are the signals a script may listen to; SIGKILL and SIGSTOP
// cannot be caught but can be sent.
var systemSignals = map[string]os.Signal{
	"SIGHUP": syscall.SIGHUP, "SIGINT": syscall.SIGINT, "SIGQUIT": syscall.SIGQUIT, "SIGTERM": syscall.SIGTERM,
	"SIGUSR1": syscall.SIGUSR1, "SIGUSR2": syscall.SIGUSR2, "SIGPIPE": syscall.SIGPIPE, "SIGALRM": syscall.SIGALRM,
	"SIGCHLD": syscall.SIGCHLD, "SIGCONT": syscall.SIGCONT, "SIGTSTP": syscall.SIGTSTP, "SIGWINCH": syscall.SIGWINCH,
	"SIGKILL": syscall.SIGKILL, "SIGSTOP": syscall.SIGSTOP, "SIGABRT": syscall.SIGABRT,
}
