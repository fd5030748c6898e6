package nodeapi

import (
	"os"
	"runtime"
	"runtime/debug"
	"sort"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file makes the object process: what it is an instance of, and the fields
// and functions that ask nothing of the loop. Its exits are in exit.go, its
// exceptions in uncaught.go, its warnings in warnings.go.

// NodeVersion is the release of Node.js whose behaviour is reproduced; scripts
// read it as process.version.
const NodeVersion = "v26.10.0"

func (n *Node) installProcess() {
	vm := n.vm
	emitter := n.events.Get("prototype").(*goja.Object)
	ctor := n.function("process", 0, func(goja.FunctionCall) goja.Value { return goja.Undefined() })
	proto := vm.CreateObject(emitter)
	must(proto.DefineDataProperty("constructor", ctor, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	must(proto.DefineDataPropertySymbol(goja.SymToStringTag, vm.ToValue("process"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	p := vm.CreateObject(proto)
	n.process = p

	set(p, "version", vm.ToValue(NodeVersion))
	set(p, "versions", n.versions())
	set(p, "arch", vm.ToValue(nodeArch()))
	set(p, "platform", vm.ToValue(nodePlatform()))
	release := vm.NewObject()
	set(release, "name", vm.ToValue("node"))
	set(p, "release", release)
	set(p, "title", vm.ToValue("nodetimers"))
	set(p, "argv", n.strings(n.opts.Argv))
	set(p, "execArgv", n.strings(n.opts.ExecArgv))
	set(p, "execPath", vm.ToValue(n.opts.ExecPath))
	set(p, "argv0", vm.ToValue(n.opts.Argv[0]))
	set(p, "env", n.env())
	set(p, "pid", vm.ToValue(os.Getpid()))
	set(p, "ppid", vm.ToValue(os.Getppid()))
	set(p, "features", vm.NewObject())
	set(p, "stdout", n.stream(n.opts.Stdout, 1))
	set(p, "stderr", n.stream(n.opts.Stderr, 2))

	set(p, "nextTick", n.engine.NextTickFunction(n.isExiting))
	n.method(p, "cwd", 0, func(goja.FunctionCall) goja.Value { return vm.ToValue(n.opts.Cwd) })
	n.method(p, "uptime", 0, func(goja.FunctionCall) goja.Value { return vm.ToValue(n.nowMS() / 1e3) })
	set(p, "hrtime", n.hrtime())
	set(p, "memoryUsage", n.memoryUsage())
	n.method(p, "getActiveResourcesInfo", 0, func(goja.FunctionCall) goja.Value {
		return n.strings(n.engine.ActiveResources())
	})
	n.installExit()
	n.installUncaught()
	n.installWarnings()
	n.installSignals()
	must(vm.GlobalObject().DefineDataProperty("process", p, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

func (n *Node) versions() *goja.Object {
	o := n.vm.NewObject()
	set(o, "node", n.vm.ToValue(strings.TrimPrefix(NodeVersion, "v")))
	set(o, "go", n.vm.ToValue(strings.TrimPrefix(runtime.Version(), "go")))
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == "github.com/dop251/goja" {
				set(o, "goja", n.vm.ToValue(strings.TrimPrefix(d.Version, "v")))
			}
		}
	}
	set(o, "nodetimers", n.vm.ToValue(Version()))
	return o
}

// Version is the version of this module as the build recorded it.
func Version() string {
	const module = "github.com/nodetimers/nodetimers"
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Path == module && info.Main.Version != "" {
			return strings.TrimPrefix(info.Main.Version, "v")
		}
		for _, d := range info.Deps {
			if d.Path == module {
				return strings.TrimPrefix(d.Version, "v")
			}
		}
	}
	return "(devel)"
}

func nodePlatform() string {
	if runtime.GOOS == "windows" {
		return "win32"
	}
	return runtime.GOOS
}

func nodeArch() string {
	switch runtime.GOARCH {
	case "amd64":
		return "x64"
	case "386":
		return "ia32"
	}
	return runtime.GOARCH
}

func (n *Node) strings(list []string) *goja.Object {
	items := make([]any, len(list))
	for i, s := range list {
		items[i] = s
	}
	return n.vm.NewArray(items...)
}

// env is process.env: every value is a string.
func (n *Node) env() *goja.Object {
	values := make(map[string]string, len(n.opts.Env))
	for k, v := range n.opts.Env {
		values[k] = v
	}
	n.opts.Env = values
	return n.vm.NewDynamicObject(&environment{n.vm, values})
}

type environment struct {
	vm     *goja.Runtime
	values map[string]string
}

// Get is called by goja.
func (e *environment) Get(key string) goja.Value {
	if v, ok := e.values[key]; ok {
		return e.vm.ToValue(v)
	}
	return nil
}

// Set is called by goja.
func (e *environment) Set(key string, v goja.Value) bool {
	if _, ok := v.(*goja.Symbol); ok {
		panic(e.vm.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	e.values[key] = v.String()
	return true
}

// Has is called by goja.
func (e *environment) Has(key string) bool { _, ok := e.values[key]; return ok }

// Delete is called by goja.
func (e *environment) Delete(key string) bool { delete(e.values, key); return true }

// Keys is called by goja.
func (e *environment) Keys() []string {
	keys := make([]string, 0, len(e.values))
	for k := range e.values {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// hrtime is process.hrtime with its bigint form, on the loop's clock.
func (n *Node) hrtime() *goja.Object {
	vm := n.vm
	now := n.engine.ReadTime
	base := time.Duration(n.engine.TimeOrigin().UnixNano() % int64(24*time.Hour)) // an arbitrary past, as in Node
	f := n.function("hrtime", 1, func(c goja.FunctionCall) goja.Value {
		t := base + now()
		if prev := c.Argument(0); prev != goja.Undefined() {
			a, ok := prev.(*goja.Object)
			if !ok || a.ClassName() != "Array" {
				panic(nodeerr.InvalidArgType(vm, "time", "an instance of Array", prev))
			}
			if l := a.Get("length").ToInteger(); l != 2 {
				panic(nodeerr.OutOfRange(vm, "time", "2", vm.ToValue(l)))
			}
			t -= time.Duration(a.Get("0").ToInteger())*time.Second + time.Duration(a.Get("1").ToInteger())
		}
		s, ns := int64(t/time.Second), int64(t%time.Second)
		if ns < 0 {
			s, ns = s-1, ns+int64(time.Second)
		}
		return vm.NewArray(s, ns)
	})
	toBigInt, _ := goja.AssertFunction(vm.Get("BigInt"))
	set(f, "bigint", n.function("hrtimeBigInt", 0, func(goja.FunctionCall) goja.Value {
		v, err := toBigInt(goja.Undefined(), vm.ToValue(int64(base+now())))
		if err != nil {
			panic(err)
		}
		return v
	}))
	return f
}

// memoryUsage tells what Go's runtime knows: there is no heap of JavaScript's
// own.
func (n *Node) memoryUsage() *goja.Object {
	f := n.function("memoryUsage", 0, func(goja.FunctionCall) goja.Value {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		o := n.vm.NewObject()
		set(o, "rss", n.vm.ToValue(int64(residentMemory(&m))))
		set(o, "heapTotal", n.vm.ToValue(int64(m.HeapSys-m.HeapReleased)))
		set(o, "heapUsed", n.vm.ToValue(int64(m.HeapAlloc)))
		set(o, "external", n.vm.ToValue(0))
		set(o, "arrayBuffers", n.vm.ToValue(0))
		return o
	})
	n.method(f, "rss", 0, func(goja.FunctionCall) goja.Value {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return n.vm.ToValue(int64(residentMemory(&m)))
	})
	return f
}

// residentMemory is the process's resident set where the system tells it, and
// otherwise what Go has taken from the system.
func residentMemory(m *runtime.MemStats) uint64 {
	if b, err := os.ReadFile("/proc/self/statm"); err == nil {
		var pages uint64
		fields := strings.Fields(string(b))
		if len(fields) > 1 {
			for _, d := range fields[1] {
				pages = pages*10 + uint64(d-'0')
			}
			return pages * uint64(os.Getpagesize())
		}
	}
	return m.Sys - m.HeapReleased
}
