//go:build unix

package main

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// peakOf is the largest resident set of a process that has ended, in bytes. Systems
// count it in kilobytes, but for those of Apple.
func peakOf(p *os.ProcessState) (int64, error) {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, errors.New("the system does not tell the memory of a process")
	}
	bytes := int64(usage.Maxrss)
	if runtime.GOOS != "darwin" && runtime.GOOS != "ios" {
		bytes *= 1024
	}
	return bytes, nil
}
