package idle

import (
	"errors"
	"fmt"
	"net"
	"time"
)

// This file is how expiry looks to whoever waits on the connection.

// ErrTimeout is in the chain of every error that a limit of this package causes. It is not os.ErrDeadlineExceeded, which
// is what a deadline set by the program causes, and after which the connection is still open.
var ErrTimeout error = &TimeoutError{}

// Limit is one of the three limits of a connection.
type Limit uint8

const (
	Idle       Limit = iota + 1 // Config.Idle
	ReadStall                   // Config.ReadStall
	WriteStall                  // Config.WriteStall
)

func (l Limit) String() string {
	switch l {
	case Idle:
		return "idle"
	case ReadStall:
		return "read stalled"
	case WriteStall:
		return "write stalled"
	}
	return fmt.Sprintf("Limit(%d)", uint8(l))
}

// TimeoutError says which limit ran out. It is a net.Error with Timeout() true, and errors.Is(err, ErrTimeout) holds.
type TimeoutError struct {
	Limit Limit
	After time.Duration // the limit's setting
}

func (e *TimeoutError) Error() string {
	if e.Limit == 0 {
		return "idle: timeout"
	}
	return fmt.Sprintf("idle: %v for %v", e.Limit, e.After)
}

// Timeout is true.
func (e *TimeoutError) Timeout() bool { return true }

// Temporary is false: the connection is closed.
func (e *TimeoutError) Temporary() bool { return false }

// Is makes errors.Is(e, ErrTimeout) true.
func (e *TimeoutError) Is(target error) bool { return target == ErrTimeout }

var (
	_ net.Error = (*TimeoutError)(nil)

	errNoSyscallConn = fmt.Errorf("idle: the connection has no SyscallConn: %w", errors.ErrUnsupported)
	errNoHalfClose   = fmt.Errorf("idle: the connection cannot be closed by half: %w", errors.ErrUnsupported)
)
