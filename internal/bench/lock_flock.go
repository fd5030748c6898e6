//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package bench

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFile takes the file for this process until it is closed, and reports false if
// another one has it. A file system without locks is no reason to stop.
func lockFile(f *os.File) bool {
	return !errors.Is(unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB), unix.EWOULDBLOCK)
}
