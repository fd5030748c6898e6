//go:build !unix

package core

import (
	"errors"
	"time"
)

// cpuTime is not known on systems without getrusage.
func cpuTime() (time.Duration, error) { return 0, errors.ErrUnsupported }
