package nodeapi

import (
	"os"
	"runtime"
	"strings"

	"github.com/dop251/goja"
)

// This file is what the modules os and tty tell of the machine: what Go's
// standard library knows of it on every system.

func (n *Node) osModule() *goja.Object {
	return n.module("os", func() *goja.Object {
		vm := n.vm
		m := vm.NewObject()
		say := func(name string, f func() any) {
			n.method(m, name, 0, func(goja.FunctionCall) goja.Value { return vm.ToValue(f()) })
		}
		eol := "\n"
		if runtime.GOOS == "windows" {
			eol = "\r\n"
		}
		set(m, "EOL", vm.ToValue(eol))
		set(m, "devNull", vm.ToValue(os.DevNull))
		say("arch", func() any { return nodeArch() })
		say("platform", func() any { return nodePlatform() })
		say("type", func() any { return osType() })
		say("release", func() any { return osRelease() })
		say("endianness", func() any { return "LE" })
		say("hostname", func() any { h, _ := os.Hostname(); return h })
		say("homedir", func() any { h, _ := os.UserHomeDir(); return h })
		say("tmpdir", func() any { return strings.TrimRight(os.TempDir(), `/\`) })
		say("availableParallelism", func() any { return runtime.GOMAXPROCS(0) })
		n.method(m, "cpus", 0, func(goja.FunctionCall) goja.Value {
			list := make([]any, runtime.NumCPU())
			for i := range list {
				list[i] = map[string]any{"model": runtime.GOARCH, "speed": 0}
			}
			return vm.NewArray(list...)
		})
		return m
	})
}

func osType() string {
	switch runtime.GOOS {
	case "windows":
		return "Windows_NT"
	case "darwin":
		return "Darwin"
	case "linux":
		return "Linux"
	}
	return runtime.GOOS
}

// osRelease is the kernel's release where the system shows it in a file.
func osRelease() string {
	b, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

func (n *Node) ttyModule() *goja.Object {
	return n.module("tty", func() *goja.Object {
		m := n.vm.NewObject()
		n.method(m, "isatty", 1, func(c goja.FunctionCall) goja.Value {
			fd := c.Argument(0)
			isStd := goja.IsNumber(fd) && (fd.ToInteger() == 1 || fd.ToInteger() == 2)
			return n.vm.ToValue(isStd && n.opts.IsTTY)
		})
		return m
	})
}
