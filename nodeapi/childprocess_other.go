//go:build !unix

package nodeapi

import "os"

func endSignal(*os.ProcessState) string { return "" }
