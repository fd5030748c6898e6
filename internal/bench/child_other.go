//go:build !unix

package bench

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func signalOf(*os.ProcessState) string { return "" }
