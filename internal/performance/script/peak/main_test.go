package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestMain makes this binary a program that takes memory, if the environment says so.
func TestMain(m *testing.M) {
	if os.Getenv("PEAK_TAKES_MEMORY") != "" {
		block := make([]byte, 64<<20)
		for i := range block {
			block[i] = 1
		}
		os.Stdout.Write(block[:1])
		return
	}
	os.Exit(m.Run())
}

func TestPeakOfAChild(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PEAK_TAKES_MEMORY=1")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if bytes, err := peakOf(cmd.ProcessState); err != nil || bytes < 64<<20 || bytes > 512<<20 {
		t.Errorf("%d bytes, error %v", bytes, err)
	}
}

func TestErrors(t *testing.T) {
	if err := run(nil); err == nil {
		t.Error("nothing was run")
	}
	if err := run([]string{os.Args[0], "-no-such-flag"}); err == nil || !strings.Contains(err.Error(), "exit status") {
		t.Errorf("error %v", err)
	}
}
