package nodeapi

import (
	"bytes"
	"errors"
	"os/exec"

	"github.com/dop251/goja"
)

// This file is child_process.spawnSync: the loop stands still until the process
// has ended, and what it printed is in the result.

func (c *children) spawnSync(call goja.FunctionCall) goja.Value {
	n, vm := c.n, c.n.vm
	r := c.arguments(call, "file")
	cmd := c.command(&r)
	var out, errout bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errout
	if v := r.option("stdio"); v != nil && v.String() != "pipe" {
		cmd.Stdout, cmd.Stderr = c.stdio(&r, "pipe")
	}
	if v := r.option("input"); v != nil {
		if b, ok := bytesOf(v); ok {
			cmd.Stdin = bytes.NewReader(b)
		} else {
			cmd.Stdin = bytes.NewReader([]byte(v.String()))
		}
	}
	err := cmd.Run()
	result := vm.NewObject()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		set(result, "error", c.startError(&r, err, "spawnSync "))
		for _, name := range []string{"status", "signal", "output", "stdout", "stderr"} {
			set(result, name, goja.Null())
		}
		set(result, "pid", vm.ToValue(0))
		return result
	}
	status, signal := vm.ToValue(cmd.ProcessState.ExitCode()), goja.Null()
	if name := endSignal(cmd.ProcessState); name != "" {
		status, signal = goja.Null(), vm.ToValue(name)
	}
	encoding := ""
	if v := r.option("encoding"); v != nil {
		encoding = v.String()
	}
	text := func(b []byte) goja.Value {
		if encoding != "" && encoding != "buffer" {
			return vm.ToValue(string(b))
		}
		return n.bytes(b)
	}
	o, e := text(out.Bytes()), text(errout.Bytes())
	set(result, "pid", vm.ToValue(cmd.ProcessState.Pid()))
	set(result, "output", vm.NewArray(goja.Null(), o, e))
	set(result, "stdout", o)
	set(result, "stderr", e)
	set(result, "status", status)
	set(result, "signal", signal)
	return result
}

// bytes is a Buffer, or a Uint8Array where the program has no Buffer.
func (n *Node) bytes(b []byte) goja.Value {
	ab := n.vm.ToValue(n.vm.NewArrayBuffer(b))
	if class, ok := n.vm.Get("Buffer").(*goja.Object); ok {
		if from, ok := goja.AssertFunction(class.Get("from")); ok {
			v, err := from(class, ab)
			must(err)
			return v
		}
	}
	v, err := n.vm.New(n.vm.Get("Uint8Array"), ab)
	must(err)
	return v
}
