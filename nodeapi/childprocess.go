package nodeapi

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
	"github.com/nodetimers/nodetimers/internal/nodeipc"
)

// This file lets a script start processes and talk to them and to its parent: the
// module child_process with fork, spawn and spawnSync, and process.send. A child's
// standard streams are the script's own or nothing; streams to the script (stdio
// 'pipe') are there for spawnSync alone, since there is no module stream.
//
// A ChildProcess keeps the loop alive until its close event.

// ProcessOptions say how a script starts processes.
type ProcessOptions struct {
	// Fork are the words in front of a module's name that fork starts, such as
	// nodetimers run.
	Fork []string
}

// EnableProcesses lets the script start processes: Builtins then has the module
// child_process, and if the environment of the script names a channel to a parent
// (NODE_CHANNEL_FD), process has send, disconnect and the event message. Call it
// after Enable, before Builtins and before scripts run. The returned function
// closes the channel; call it when the script has ended.
func (n *Node) EnableProcesses(o ProcessOptions) (stop func(), err error) {
	js := n.json()
	n.children = &children{n: n, o: o, json: js}
	conn, err := nodeipc.FromEnv(func(key string) (string, bool) {
		v, ok := n.opts.Env[key]
		return v, ok
	})
	if conn == nil {
		return func() {}, err
	}
	delete(n.opts.Env, nodeipc.FDVar)
	delete(n.opts.Env, nodeipc.ModeVar)
	n.attach(n.process, conn, js, true)
	return func() { _ = conn.Close() }, nil
}

type children struct {
	n     *Node
	o     ProcessOptions
	json  jsonFunctions
	proto *goja.Object
}

// ChildProcess is the module child_process. It panics before EnableProcesses.
func (n *Node) ChildProcess() *goja.Object {
	return n.module("child_process", func() *goja.Object {
		c := n.children
		if c == nil {
			panic("nodeapi: ChildProcess before EnableProcesses")
		}
		ctor := n.function("ChildProcess", 0, func(goja.FunctionCall) goja.Value {
			panic(n.vm.NewTypeError("ChildProcess is made by spawn and fork"))
		})
		c.proto = n.vm.CreateObject(n.events.Get("prototype").(*goja.Object))
		must(c.proto.DefineDataProperty("constructor", ctor, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
		must(ctor.DefineDataProperty("prototype", c.proto, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
		m := n.vm.NewObject()
		set(m, "ChildProcess", ctor)
		n.method(m, "fork", 1, c.fork)
		n.method(m, "spawn", 3, c.spawn)
		n.method(m, "spawnSync", 3, c.spawnSync)
		return m
	})
}

// request is what is to be started.
type request struct {
	file    string
	args    []string
	options *goja.Object // may be nil
	ipc     bool
}

// arguments reads (file[, args][, options]).
func (c *children) arguments(call goja.FunctionCall, name string) (r request) {
	n := c.n
	file := call.Argument(0)
	if !goja.IsString(file) {
		panic(nodeerr.InvalidArgType(n.vm, name, "of type string", file))
	}
	r.file = file.String()
	rest := call.Arguments[1:]
	if len(rest) > 0 && !nullish(rest[0]) {
		if o, ok := rest[0].(*goja.Object); ok && o.ClassName() == "Array" {
			n.vm.ForOf(o, func(v goja.Value) bool {
				r.args = append(r.args, v.String())
				return true
			})
			rest = rest[1:]
		}
	} else if len(rest) > 0 {
		rest = rest[1:]
	}
	if len(rest) > 0 && !nullish(rest[0]) {
		o, ok := rest[0].(*goja.Object)
		if !ok {
			panic(nodeerr.InvalidArgType(n.vm, "options", "of type object", rest[0]))
		}
		r.options = o
	}
	return r
}

func nullish(v goja.Value) bool { return v == nil || goja.IsUndefined(v) || goja.IsNull(v) }

// option is a field of the options; nil if it is not there.
func (r *request) option(name string) goja.Value {
	if r.options == nil {
		return nil
	}
	if v := r.options.Get(name); !nullish(v) {
		return v
	}
	return nil
}

// environment is options.env, or the script's.
func (c *children) environment(r *request) []string {
	var env []string
	if v := r.option("env"); v != nil {
		o := v.ToObject(c.n.vm)
		for _, k := range o.Keys() {
			if v := o.Get(k); v != goja.Undefined() {
				env = append(env, k+"="+v.String())
			}
		}
		return env
	}
	for k, v := range c.n.opts.Env {
		env = append(env, k+"="+v)
	}
	return env
}

// stdio gives the child's standard output and error as options.stdio says.
func (c *children) stdio(r *request, fallback string) (out, errout io.Writer) {
	words := []string{fallback, fallback, fallback}
	if v := r.option("stdio"); v != nil {
		if o, ok := v.(*goja.Object); ok {
			for i := range words {
				if w := o.Get(fmt.Sprint(i)); !nullish(w) {
					words[i] = w.String()
				}
			}
		} else {
			words = []string{v.String(), v.String(), v.String()}
		}
	}
	choose := func(word, number string, own io.Writer) io.Writer {
		switch word {
		case "inherit", number:
			return own
		case "ignore":
			return nil
		}
		panic(nodeerr.New(c.n.vm, "Error", "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
			"child_process: stdio '"+word+"' is not provided by nodetimers: it must be 'inherit' or 'ignore'"))
	}
	return choose(words[1], "1", c.n.opts.Stdout), choose(words[2], "2", c.n.opts.Stderr)
}

func (c *children) fork(call goja.FunctionCall) goja.Value {
	r := c.arguments(call, "modulePath")
	words := c.o.Fork
	if v := r.option("execPath"); v != nil && v.String() != c.n.opts.ExecPath {
		words = []string{v.String()}
	}
	words = append([]string{}, words...)
	if v := r.option("execArgv"); v != nil {
		c.n.vm.ForOf(v, func(v goja.Value) bool {
			words = append(words, v.String())
			return true
		})
	}
	words = append(append(words, r.file), r.args...)
	r.file, r.args, r.ipc = words[0], words[1:], true
	fallback := "inherit"
	if v := r.option("silent"); v != nil && v.ToBoolean() {
		fallback = "pipe"
	}
	return c.start(r, fallback)
}

func (c *children) spawn(call goja.FunctionCall) goja.Value {
	return c.start(c.arguments(call, "file"), "pipe")
}

// command makes the exec.Cmd but for its streams.
func (c *children) command(r *request) *exec.Cmd {
	cmd := exec.Command(r.file, r.args...)
	cmd.Env = c.environment(r)
	if v := r.option("cwd"); v != nil {
		cmd.Dir = v.String()
	}
	return cmd
}

// process is a running child.
type process struct {
	c              *children
	object         *goja.Object
	cmd            *exec.Cmd
	hold           *eventloop.Hold
	code, signal   goja.Value
	exited, silent bool // has ended; has closed its channel
	closed         bool
}

func (c *children) start(r request, stdio string) goja.Value {
	n, vm := c.n, c.n.vm
	cmd := c.command(&r)
	cmd.Stdout, cmd.Stderr = c.stdio(&r, stdio)
	o := vm.CreateObject(c.proto)
	p := &process{c: c, object: o, cmd: cmd, code: goja.Null(), signal: goja.Null(), silent: true}
	set(o, "spawnfile", vm.ToValue(r.file))
	set(o, "spawnargs", n.strings(cmd.Args))
	for _, name := range []string{"exitCode", "signalCode", "stdin", "stdout", "stderr"} {
		set(o, name, goja.Null())
	}
	set(o, "killed", vm.ToValue(false))
	set(o, "connected", vm.ToValue(false))
	n.method(o, "kill", 1, p.kill)
	n.method(o, "ref", 0, func(goja.FunctionCall) goja.Value {
		if p.hold == nil && !(p.exited && p.silent) {
			p.hold = n.engine.Loop().Hold()
		}
		return goja.Undefined()
	})
	n.method(o, "unref", 0, func(goja.FunctionCall) goja.Value {
		p.release()
		return goja.Undefined()
	})

	var ours *nodeipc.Conn
	var theirs *os.File
	if r.ipc {
		parent, child, err := nodeipc.Pair()
		if err != nil {
			panic(nodeerr.New(vm, "Error", "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", err.Error()))
		}
		ours, theirs = nodeipc.NewConn(parent), child
		defer theirs.Close()
		cmd.ExtraFiles = []*os.File{theirs}
		cmd.Env = append(cmd.Env, nodeipc.Env(3)...)
	}
	if err := cmd.Start(); err != nil {
		if ours != nil {
			_ = ours.Close()
		}
		e := c.startError(&r, err, "spawn ")
		n.engine.NextTick(func() { p.emit("error", e) })
		return o
	}
	set(o, "pid", vm.ToValue(cmd.Process.Pid))
	p.hold = n.engine.Loop().Hold()
	if ours != nil {
		p.silent = false
		ch := n.attach(o, ours, c.json, false) // the process's own hold is enough
		ch.ended = func() {
			p.silent = true
			n.engine.NextTick(p.close) // behind the event disconnect
		}
		ch.read()
	}
	loop := n.engine.Loop()
	go func() {
		err := cmd.Wait()
		loop.PostHosted(func() { p.end(err) })
	}()
	n.engine.NextTick(func() { p.emit("spawn") })
	return o
}

// end is the child's end: the event exit, and close if its channel has ended too.
func (p *process) end(err error) {
	vm := p.c.n.vm
	p.exited = true
	if state := p.cmd.ProcessState; state != nil {
		if name := endSignal(state); name != "" {
			p.signal = vm.ToValue(name)
		} else {
			p.code = vm.ToValue(state.ExitCode())
		}
	} else if err != nil {
		p.code = vm.ToValue(-1)
	}
	set(p.object, "exitCode", p.code)
	set(p.object, "signalCode", p.signal)
	p.c.n.engine.NextTick(p.close)
	p.emit("exit", p.code, p.signal)
}

func (p *process) close() {
	if !p.exited || !p.silent || p.closed {
		return
	}
	p.closed = true
	p.release()
	p.emit("close", p.code, p.signal)
}

func (p *process) release() {
	if p.hold != nil {
		p.hold.Release()
		p.hold = nil
	}
}

func (p *process) emit(event string, args ...goja.Value) {
	emit, ok := goja.AssertFunction(p.object.Get("emit"))
	if !ok {
		emit = p.c.n.emit
	}
	if _, err := emit(p.object, append([]goja.Value{p.c.n.vm.ToValue(event)}, args...)...); err != nil {
		panic(err)
	}
}

func (p *process) kill(call goja.FunctionCall) goja.Value {
	vm := p.c.n.vm
	var sig os.Signal = syscall.SIGTERM
	if v := call.Argument(0); !nullish(v) {
		known, ok := systemSignals[v.String()]
		switch {
		case goja.IsNumber(v):
			known = syscall.Signal(v.ToInteger())
		case !ok:
			panic(nodeerr.New(vm, "TypeError", "ERR_UNKNOWN_SIGNAL", "Unknown signal: "+v.String()))
		}
		sig = known
	}
	if p.exited || p.cmd.Process == nil || p.cmd.Process.Signal(sig) != nil {
		return vm.ToValue(false)
	}
	set(p.object, "killed", vm.ToValue(true))
	return vm.ToValue(true)
}

// startError is the error of a process that could not be started.
func (c *children) startError(r *request, err error, call string) *goja.Object {
	vm := c.n.vm
	code := "EIO"
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrNotExist):
		code = "ENOENT"
	case errors.Is(err, os.ErrPermission):
		code = "EACCES"
	}
	e := nodeerr.New(vm, "Error", code, call+r.file+" "+code)
	set(e, "syscall", vm.ToValue(call+r.file))
	set(e, "path", vm.ToValue(r.file))
	set(e, "spawnargs", c.n.strings(r.args))
	return e
}
