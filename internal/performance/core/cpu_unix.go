//go:build unix

package core

import (
	"syscall"
	"time"
)

// cpuTime is the processor time this process has used, in user mode and in the
// kernel.
func cpuTime() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}
