//go:build unix

package nodeipc

import (
	"errors"
	"os"
	"syscall"
)

// Pair makes a channel. Neither end is inherited by accident; the child's is
// handed over with exec.Cmd.ExtraFiles and closed here after the start.
func Pair() (parent, child *os.File, err error) {
	syscall.ForkLock.RLock()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fds[0])
		syscall.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	// The parent's end waits in Go's poller, so that Close ends a read. The child's
	// end stays as a child expects it: blocking.
	if err := syscall.SetNonblock(fds[0], true); err != nil {
		_ = syscall.Close(fds[0])
		_ = syscall.Close(fds[1])
		return nil, nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(fds[0]), "channel"), os.NewFile(uintptr(fds[1]), "channel of the child"), nil
}

// open takes over an inherited descriptor. Children of this process do not get it.
func open(fd int) (*os.File, error) {
	syscall.CloseOnExec(fd)
	if err := syscall.SetNonblock(fd, true); err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(fd), "channel"), nil
}

// isReset tells the end of a channel whose other side died with data unread.
func isReset(err error) bool { return errors.Is(err, syscall.ECONNRESET) }
