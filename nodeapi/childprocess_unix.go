//go:build unix

package nodeapi

import (
	"os"
	"syscall"
)

// endSignal names the signal that ended a process, as SIGTERM; empty without one.
func endSignal(s *os.ProcessState) string {
	ws, ok := s.Sys().(syscall.WaitStatus)
	if !ok || !ws.Signaled() {
		return ""
	}
	for name, sig := range systemSignals {
		if sig == ws.Signal() {
			return name
		}
	}
	return ws.Signal().String()
}
