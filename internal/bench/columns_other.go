//go:build !unix

package bench

import "io"

// terminalColumns would be the width of a terminal; here it is not known.
func terminalColumns(io.Writer) int { return 0 }
