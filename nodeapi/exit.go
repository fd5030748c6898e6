package nodeapi

import (
	"errors"
	"fmt"
	"math"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file is how a script ends: process.exit, exitCode and reallyExit, the
// events beforeExit and exit, and Finish, which turns what Engine.Run returned
// into an exit code.

func (n *Node) isExiting() bool { return n.exiting }

func (n *Node) installExit() {
	p, vm := n.process, n.vm
	must(p.DefineAccessorProperty("exitCode",
		n.function("get", 0, func(goja.FunctionCall) goja.Value { return n.exitCode }),
		n.function("set", 1, func(c goja.FunctionCall) goja.Value {
			n.exitCode = n.checkCode(c.Argument(0))
			return goja.Undefined()
		}), goja.FLAG_FALSE, goja.FLAG_TRUE))
	must(p.DefineAccessorProperty("_exiting",
		n.function("get", 0, func(goja.FunctionCall) goja.Value { return vm.ToValue(n.exiting) }),
		n.function("set", 1, func(c goja.FunctionCall) goja.Value {
			n.exiting = c.Argument(0).ToBoolean()
			return goja.Undefined()
		}), goja.FLAG_TRUE, goja.FLAG_TRUE))
	n.method(p, "exit", 1, func(c goja.FunctionCall) goja.Value {
		if len(c.Arguments) > 0 {
			n.exitCode = n.checkCode(c.Arguments[0])
		}
		if !n.exiting {
			n.exiting = true
			n.emitEvent("exit", vm.ToValue(n.code()))
		}
		really, ok := goja.AssertFunction(p.Get("reallyExit")) // a test may have replaced it
		if !ok {
			panic(vm.NewTypeError("process.reallyExit is not a function"))
		}
		if _, err := really(p, vm.ToValue(n.code())); err != nil {
			panic(err)
		}
		return goja.Undefined()
	})
	n.method(p, "reallyExit", 0, func(c goja.FunctionCall) goja.Value {
		n.engine.Exit(&ExitError{int(int32(c.Argument(0).ToInteger()))})
		return nil
	})
	n.method(p, "abort", 0, func(goja.FunctionCall) goja.Value {
		n.engine.Exit(&ExitError{134})
		return nil
	})
}

// checkCode takes an integer, the string of one, null or undefined.
func (n *Node) checkCode(v goja.Value) goja.Value {
	if v == goja.Undefined() || goja.IsNull(v) {
		return goja.Undefined()
	}
	number := v
	if goja.IsString(v) && v.String() != "" {
		if f := v.ToNumber(); !math.IsNaN(f.ToFloat()) {
			number = f
		}
	}
	if !goja.IsNumber(number) {
		panic(nodeerr.InvalidArgType(n.vm, "code", "of type number", v))
	}
	const safe = 1<<53 - 1
	switch f := number.ToFloat(); {
	case f != math.Trunc(f) || math.IsInf(f, 0) || math.IsNaN(f):
		panic(nodeerr.OutOfRange(n.vm, "code", "an integer", number))
	case math.Abs(f) > safe:
		panic(nodeerr.OutOfRange(n.vm, "code", ">= -9007199254740991 && <= 9007199254740991", number))
	}
	return n.vm.ToValue(int32(number.ToInteger()))
}

// code is process.exitCode as a number.
func (n *Node) code() int {
	if n.exitCode == goja.Undefined() {
		return 0
	}
	return int(n.exitCode.ToInteger())
}

// emitEvent is process.emit, by the method the script may have replaced. It
// reports whether there was a listener. What a listener throws is a panic.
func (n *Node) emitEvent(name string, args ...goja.Value) bool {
	emit, ok := goja.AssertFunction(n.process.Get("emit"))
	if !ok {
		emit = n.emit
	}
	v, err := emit(n.process, append([]goja.Value{n.vm.ToValue(name)}, args...)...)
	if err != nil {
		panic(err)
	}
	return v.ToBoolean()
}

func (n *Node) emitBeforeExit() {
	if n.flushDestroyed != nil {
		n.flushDestroyed()
	}
	n.emitEvent("beforeExit", n.vm.ToValue(n.code()))
}

// Finish ends the script: err is what Engine.Run returned. After a natural end
// it emits 'exit' and lets the microtasks of its listeners run; it prints an
// uncaught exception as Node does. It returns the exit code. An err that is none
// of the script's (a cancelled context, a stop) is returned as it is.
func (n *Node) Finish(err error) (code int, _ error) {
	defer n.stopSignals()
	last := n.code()
	if err == nil {
		if n.Unsettled != nil && n.Unsettled() && n.exitCode == goja.Undefined() {
			n.exitCode = n.vm.ToValue(13)
			defer fmt.Fprintln(n.opts.Stderr, "Warning: the main module ended with an unsettled top-level await")
		}
		last = n.code()
		err = n.engine.Call(func() {
			n.exiting = true
			n.emitEvent("exit", n.vm.ToValue(last))
		})
	}
	var exit *ExitError
	var uncaught *eventloop.UncaughtError
	switch {
	case err == nil:
		if n.exitCode != goja.Undefined() {
			last = n.code()
		}
		return last & 0xff, nil
	case errors.As(err, &exit):
		return exit.Code & 0xff, nil
	case errors.As(err, &uncaught):
		n.printUncaught(uncaught)
		if n.fatal != 0 {
			return n.fatal, nil
		}
		if n.exitCode != goja.Undefined() {
			return n.code() & 0xff, nil
		}
		return 1, nil
	}
	return 0, err
}
