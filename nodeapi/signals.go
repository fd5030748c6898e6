package nodeapi

import (
	"errors"
	"os"
	"os/signal"
	"sort"
	"syscall"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file makes signals events of process. A signal is watched as long as it
// has a listener, and watching does not keep the loop alive. Without a listener
// a signal does to the program what it does to any Go program. Which signals
// there are depends on the system; a listener for one it lacks is never called.

type signals struct {
	watched map[string]chan os.Signal
}

func (n *Node) installSignals() {
	proto := n.events.Get("prototype").(*goja.Object)
	on, _ := goja.AssertFunction(proto.Get("on"))
	count, _ := goja.AssertFunction(proto.Get("listenerCount"))
	n.signals.watched = map[string]chan os.Signal{}
	listen := func(event string, f func(name string)) {
		_, err := on(n.process, n.vm.ToValue(event), n.function("", 1, func(c goja.FunctionCall) goja.Value {
			if goja.IsString(c.Argument(0)) {
				f(c.Argument(0).String())
			}
			return goja.Undefined()
		}))
		must(err)
	}
	if n.opts.Signals {
		listen("newListener", n.watch)
		listen("removeListener", func(name string) {
			left, err := count(n.process, n.vm.ToValue(name))
			must(err)
			if left.ToInteger() == 0 {
				n.unwatch(name)
			}
		})
	}
	n.method(n.process, "kill", 2, n.kill)
}

func (n *Node) watch(name string) {
	sig, ok := systemSignals[name]
	if !ok || n.signals.watched[name] != nil {
		return
	}
	ch := make(chan os.Signal, 1)
	n.signals.watched[name] = ch
	signal.Notify(ch, sig)
	loop := n.engine.Loop()
	number := signalNumber(sig)
	go func() {
		for range ch {
			loop.PostHosted(func() {
				if n.signals.watched[name] == ch {
					n.emitEvent(name, n.vm.ToValue(name), n.vm.ToValue(number))
				}
			})
		}
	}()
}

func (n *Node) unwatch(name string) {
	if ch := n.signals.watched[name]; ch != nil {
		delete(n.signals.watched, name)
		signal.Stop(ch)
		close(ch)
	}
}

func (n *Node) stopSignals() {
	for name := range n.signals.watched {
		n.unwatch(name)
	}
}

// Watches reports whether the script listens to the signal of that name, such as
// "SIGINT".
func (n *Node) Watches(name string) bool { return n.signals.watched[name] != nil }

// kill is process.kill(pid, signal): by name, by number, 0 to ask only.
func (n *Node) kill(c goja.FunctionCall) goja.Value {
	vm := n.vm
	pid, ok := pidOf(c.Argument(0))
	if !ok {
		panic(nodeerr.InvalidArgType(vm, "pid", "of type number", c.Argument(0)))
	}
	var sig os.Signal = syscall.SIGTERM
	switch s := c.Argument(1); {
	case s == goja.Undefined():
	case goja.IsNumber(s):
		sig = syscall.Signal(s.ToInteger())
	default:
		known, ok := systemSignals[s.String()]
		if !ok {
			panic(nodeerr.New(vm, "TypeError", "ERR_UNKNOWN_SIGNAL", "Unknown signal: "+n.inspector.Format([]goja.Value{n.vm.ToValue("%s"), s})))
		}
		sig = known
	}
	if !n.opts.Signals {
		panic(nodeerr.New(vm, "Error", "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", "process.kill is not allowed: the program that runs this script has not enabled signals"))
	}
	p, err := os.FindProcess(pid)
	if err == nil {
		err = p.Signal(sig)
	}
	if err != nil {
		code := "ESRCH"
		switch {
		case errors.Is(err, os.ErrPermission):
			code = "EPERM"
		case errors.Is(err, syscall.EINVAL):
			code = "EINVAL"
		}
		e := nodeerr.New(vm, "Error", code, "kill "+code)
		set(e, "syscall", vm.ToValue("kill"))
		panic(e)
	}
	return vm.ToValue(true)
}

// pidOf takes an integer of 32 bits, or the string of one.
func pidOf(v goja.Value) (pid int, ok bool) {
	if _, isObject := v.(*goja.Object); isObject || !goja.IsNumber(v) && !goja.IsString(v) {
		return 0, false
	}
	f := v.ToFloat()
	return int(f), f == float64(int32(f))
}

// SignalNames lists the names of the signals this system has, sorted.
func SignalNames() []string {
	names := make([]string, 0, len(systemSignals))
	for name := range systemSignals {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func signalNumber(s os.Signal) int {
	if s, ok := s.(syscall.Signal); ok {
		return int(s)
	}
	return 0
}
