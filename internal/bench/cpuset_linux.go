package bench

import (
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// pinThread binds the calling goroutine's thread, and what is started from it,
// until restore is called.
func pinThread(cpus []int) (restore func(), err error) {
	runtime.LockOSThread()
	var before, set unix.CPUSet
	err = unix.SchedGetaffinity(0, &before)
	if err == nil {
		for _, i := range cpus {
			set.Set(i)
		}
		err = unix.SchedSetaffinity(0, &set)
	}
	if err != nil {
		runtime.UnlockOSThread()
		return nil, os.NewSyscallError("sched_setaffinity", err)
	}
	return func() {
		if unix.SchedSetaffinity(0, &before) == nil {
			runtime.UnlockOSThread()
		} // else the thread stays locked and ends with the goroutine
	}, nil
}
