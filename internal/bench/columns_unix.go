//go:build unix

package bench

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// terminalColumns is the width of a terminal, 0 for what is none.
func terminalColumns(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}
