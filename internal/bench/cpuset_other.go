//go:build !linux

package bench

import "errors"

func pinThread([]int) (restore func(), err error) {
	return nil, errors.New("processors can be chosen on Linux only")
}
