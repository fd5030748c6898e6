package bench

import (
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// This file binds children to processors, by --set CPUSET=0,2-3. The mask is set
// on the thread that starts the child, which inherits it, and put back after; no
// taskset is needed.

var cpusetForm = regexp.MustCompile(`^(\d+(-\d+)?)(,\d+(-\d+)?)*$`)

// maxCPU bounds what is believed to be a processor's number.
const maxCPU = 1023

// ParseCPUSet reads the first CPUSET=LIST among k=v words; nil without one.
func ParseCPUSet(set []string) ([]int, error) {
	for _, w := range set {
		text, ok := strings.CutPrefix(w, "CPUSET=")
		if !ok {
			continue
		}
		if !cpusetForm.MatchString(text) {
			return nil, fmt.Errorf("CPUSET=%s is no list of processors such as 0,2-3", text)
		}
		var cpus []int
		for _, part := range strings.Split(text, ",") {
			first, last, isRange := strings.Cut(part, "-")
			if !isRange {
				last = first
			}
			from, err1 := strconv.Atoi(first)
			to, err2 := strconv.Atoi(last)
			if err1 != nil || err2 != nil || to > maxCPU || from > to {
				return nil, fmt.Errorf("CPUSET=%s: %s is no range of processors", text, part)
			}
			for i := from; i <= to; i++ {
				cpus = append(cpus, i)
			}
		}
		return cpus, nil
	}
	return nil, nil
}

// start starts the process on the processors it may use. That they cannot be set
// is a warning.
func (c *child) start(cmd *exec.Cmd) error {
	if c.cpus == nil {
		return cmd.Start()
	}
	restore, err := pinThread(c.cpus)
	if err != nil {
		if c.warn != nil {
			c.warn("CPUSET: the child runs on any processor: %v", err)
		}
		return cmd.Start()
	}
	defer restore()
	return cmd.Start()
}
