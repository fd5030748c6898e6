//go:build !unix

package nodeipc

import (
	"errors"
	"os"
)

var errNoPair = errors.New("channels to child processes need a Unix system")

// Pair fails: there are no socket pairs here.
func Pair() (parent, child *os.File, err error) { return nil, nil, errNoPair }

func open(int) (*os.File, error) { return nil, errNoPair }

func isReset(error) bool { return false }
