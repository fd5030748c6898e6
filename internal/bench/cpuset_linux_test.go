package bench

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func init() {
	fakeProcessors = func() int {
		var set unix.CPUSet
		_ = unix.SchedGetaffinity(0, &set)
		return set.Count()
	}
}

func TestProcessors(t *testing.T) {
	r := fakeRuntime(t, "fake", Node)
	cpus, err := ParseCPUSet([]string{"n=1", "CPUSET=0", "CPUSET=0-9"})
	if err != nil || len(cpus) != 1 {
		t.Fatalf("%v, %v", cpus, err)
	}
	warned := ""
	set := run1(t, r, fakeRow("a.js", "cpus"), Options{CPUs: cpus, Warn: func(f string, a ...any) { warned = fmt.Sprintf(f, a...) }})
	if len(set.Samples) != 1 || set.Samples[0].Rate != 1 && warned == "" {
		t.Errorf("samples %v, failures %v, warned %q", set.Samples, set.Failures, warned)
	}
	set = run1(t, r, fakeRow("a.js", "cpus"), Options{CPUs: []int{maxCPU}, Warn: func(f string, a ...any) { warned = fmt.Sprintf(f, a...) }})
	if len(set.Samples) != 1 || !strings.HasPrefix(warned, "CPUSET: the child runs on any processor: ") {
		t.Errorf("samples %v, warned %q", set.Samples, warned)
	}
	for _, c := range []struct{ set, want string }{
		{"CPUSET=0-2,5", "[0 1 2 5]"},
		{"CPUSET=", "CPUSET= is no list of processors such as 0,2-3"},
		{"CPUSET=1,", "CPUSET=1, is no list of processors such as 0,2-3"},
		{"CPUSET=3-1", "CPUSET=3-1: 3-1 is no range of processors"},
		{"CPUSET=9999", "CPUSET=9999: 9999 is no range of processors"},
		{"cpuset=x", "[]"},
	} {
		cpus, err := ParseCPUSet([]string{c.set})
		got := fmt.Sprint(cpus)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.set, got, c.want)
		}
	}
}
