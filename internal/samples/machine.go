package samples

import (
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// This file is the record of the machine: what a reader needs to judge whether
// two files may be compared. All of it is read from files, so that an unknown
// system leaves fields empty and never fails. Measured clock speed is left out on
// purpose: it changes from second to second.

// Machine is what was measured on. Fields are empty when unknown.
type Machine struct {
	OS     string `json:"os"`
	Arch   string `json:"arch"`
	Kernel string `json:"kernel,omitempty"`
	// CPU is the model's name.
	CPU string `json:"cpu,omitempty"`
	// Cores counts logical processors that this process may use.
	Cores int `json:"cores"`
	// Affinity is the list of processors that this process may use, such as 0-3.
	Affinity string `json:"affinity,omitempty"`
	// Governor is the frequency governor of the first processor.
	Governor string `json:"governor,omitempty"`
	// Turbo is "on" or "off".
	Turbo string `json:"turbo,omitempty"`
	// Load is the load average of the last minute, from before the first sample.
	Load float64 `json:"load"`
	// Memory is in bytes.
	Memory uint64 `json:"memory,omitempty"`
}

// ReadMachine describes the machine that it runs on, with its load at this moment.
func ReadMachine() *Machine {
	m := readMachine(os.DirFS("/"))
	m.OS, m.Arch, m.Cores = runtime.GOOS, runtime.GOARCH, runtime.NumCPU()
	return m
}

func readMachine(root fs.FS) *Machine {
	text := func(name string) string {
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(data))
	}
	value := func(file, key string) string {
		for line := range strings.Lines(text(file)) {
			k, v, ok := strings.Cut(line, ":")
			if ok && strings.TrimSpace(k) == key {
				return strings.TrimSpace(v)
			}
		}
		return ""
	}
	const cpu0 = "sys/devices/system/cpu/cpu0/cpufreq/"
	m := &Machine{
		Kernel:   text("proc/sys/kernel/osrelease"),
		CPU:      value("proc/cpuinfo", "model name"),
		Affinity: value("proc/self/status", "Cpus_allowed_list"),
		Governor: text(cpu0 + "scaling_governor"),
	}
	switch {
	case text("sys/devices/system/cpu/intel_pstate/no_turbo") == "0", text("sys/devices/system/cpu/cpufreq/boost") == "1":
		m.Turbo = "on"
	case text("sys/devices/system/cpu/intel_pstate/no_turbo") == "1", text("sys/devices/system/cpu/cpufreq/boost") == "0":
		m.Turbo = "off"
	}
	if fields := strings.Fields(text("proc/loadavg")); len(fields) > 0 {
		m.Load, _ = strconv.ParseFloat(fields[0], 64)
	}
	if kib, err := strconv.ParseUint(strings.TrimSuffix(value("proc/meminfo", "MemTotal"), " kB"), 10, 64); err == nil {
		m.Memory = kib << 10
	}
	return m
}

// Warnings says what makes measurements on this machine doubtful.
func (m *Machine) Warnings() []string {
	if m == nil {
		return nil
	}
	var w []string
	if m.Governor == "powersave" {
		w = append(w, "the frequency governor is powersave: rates may drift with the clock speed")
	}
	if limit := max(0.25*float64(m.Cores), 0.5); m.Cores > 0 && m.Load > limit {
		w = append(w, fmt.Sprintf("the machine was busy: load %.2f on %d processors before the first sample", m.Load, m.Cores))
	}
	if m.Cores == 1 {
		w = append(w, "only one processor: whatever else runs takes time from the benchmark")
	}
	return w
}

// String is one line: model, processors, system, kernel, governor.
func (m *Machine) String() string {
	if m == nil {
		return "unknown machine"
	}
	parts := []string{m.CPU, fmt.Sprintf("%d processors", m.Cores), m.OS + "/" + m.Arch}
	if m.CPU == "" {
		parts = parts[1:]
	}
	if m.Cores == 1 {
		parts[len(parts)-2] = "1 processor"
	}
	for _, kv := range [][2]string{{"kernel", m.Kernel}, {"governor", m.Governor}, {"turbo", m.Turbo}, {"affinity", m.Affinity}} {
		if kv[1] != "" {
			parts = append(parts, kv[0]+" "+kv[1])
		}
	}
	return strings.Join(append(parts, fmt.Sprintf("load %.2f", m.Load)), ", ")
}

// Differences lists what differs between two machines in a way that makes their
// samples unfit to compare. Load is not in it.
func (m *Machine) Differences(o *Machine) []string {
	var d []string
	add := func(what, a, b string) {
		if a != b && a != "" && b != "" {
			d = append(d, fmt.Sprintf("%s %s and %s", what, a, b))
		}
	}
	add("system", m.OS+"/"+m.Arch, o.OS+"/"+o.Arch)
	add("kernel", m.Kernel, o.Kernel)
	add("CPU", m.CPU, o.CPU)
	add("processors", strconv.Itoa(m.Cores), strconv.Itoa(o.Cores))
	add("governor", m.Governor, o.Governor)
	add("turbo", m.Turbo, o.Turbo)
	add("affinity", m.Affinity, o.Affinity)
	return d
}
