// Package script runs a whole program: an engine, Node's modules on it, a module
// loader, the program's main module, and at the end an exit code. It is what the
// command does, apart from the command line.
package script

import (
	"context"
	"errors"
	"io"
	"maps"
	"path/filepath"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/internal/modules"
	"github.com/nodetimers/nodetimers/internal/stack"
	"github.com/nodetimers/nodetimers/nodeapi"
)

// Options are a program and what it sees.
type Options struct {
	// File is the main module, a path. Without it Code is run under Name, such as
	// "[eval]".
	File, Name, Code string
	// Mode says how Code is read.
	Mode modules.EvalMode
	// Args follow the program's name in process.argv.
	Args []string
	// ExecPath is process.execPath and the first word of process.argv.
	ExecPath string
	// Env is the environment, Cwd the current folder.
	Env map[string]string
	Cwd string
	// Stdout and Stderr are where the program writes; IsTTY tells it whether that
	// is a terminal.
	Stdout, Stderr io.Writer
	IsTTY          bool
	// NoWarnings, TraceWarnings and TraceUncaught are nodeapi's.
	NoWarnings, TraceWarnings, TraceUncaught bool
	// VirtualTime runs the program on a virtual clock. Until, if it is not zero, ends
	// it at that virtual time: what is pending then is dropped.
	VirtualTime bool
	Until       time.Duration
	// Why is where the program's pending work is listed when its main module has
	// ended, and when TellWhy asks. Default: nowhere, and nothing is recorded for it.
	Why io.Writer
	// Fork are the words in front of a module's name that child_process.fork starts.
	// Empty: the program cannot start processes, nor talk to a parent.
	Fork []string
	// Builtins are modules beside those of nodeapi, url and buffer, or in their place.
	Builtins map[string]func(*goja.Runtime) goja.Value
}

// Script is a program that is ready to run.
type Script struct {
	engine *gojaloop.Engine
	node   *nodeapi.Node
	loader *modules.Loader
	load   func() (*modules.Module, error)
	stop   func() // ends what belongs to the run
	why    *why
	main   func() bool // whether the main module has ended; nil: it has not begun
}

// New sets a program up. Nothing is read or run yet.
func New(o Options) (*Script, error) {
	vm := goja.New()
	settings := gojaloop.Options{NoRequire: true, NoConsole: true}
	if o.VirtualTime {
		clock := eventloop.NewVirtualClock()
		clock.EndAt(o.Until)
		settings.Clock = clock
	}
	e := gojaloop.New(vm, settings)
	argv := []string{o.ExecPath}
	if o.File != "" {
		file, err := filepath.Abs(o.File)
		if err != nil {
			return nil, err
		}
		o.File = file
		argv = append(argv, file)
	} else if o.Name == "[stdin]" {
		argv = append(argv, "-")
	}
	node := nodeapi.Enable(e, nodeapi.Options{
		Argv:          append(argv, o.Args...),
		ExecPath:      o.ExecPath,
		Env:           o.Env,
		Cwd:           o.Cwd,
		Stdout:        o.Stdout,
		Stderr:        o.Stderr,
		IsTTY:         o.IsTTY,
		Signals:       true,
		Host:          true,
		NoWarnings:    o.NoWarnings || o.Env["NODE_NO_WARNINGS"] == "1",
		TraceWarnings: o.TraceWarnings,
		TraceUncaught: o.TraceUncaught,
	})
	stop := func() {}
	if len(o.Fork) > 0 {
		var err error
		if stop, err = node.EnableProcesses(nodeapi.ProcessOptions{Fork: o.Fork}); err != nil {
			return nil, err
		}
	}
	builtins := node.Builtins()
	for name, load := range modules.GojaBuiltins() {
		if builtins[name] == nil {
			builtins[name] = load
		}
	}
	maps.Copy(builtins, o.Builtins)
	s := &Script{engine: e, node: node, stop: stop}
	if o.Why != nil {
		s.explain(o.Why, o.Cwd)
	}
	s.loader = modules.New(vm, modules.Options{
		Builtins: builtins,
		OnCatch:  func(v goja.Value) { stack.Normalize(vm, v) },
	})
	node.Place = s.place
	if o.File != "" {
		s.load = func() (*modules.Module, error) { return s.loader.Main(o.File) }
		return s, nil
	}
	node.Source = func(file string) []byte {
		if file == o.Name {
			return []byte(o.Code)
		}
		return nil
	}
	s.load = func() (*modules.Module, error) { return s.loader.Eval(o.Name, o.Code, o.Cwd, o.Mode) }
	return s, nil
}

// Engine is the engine the program runs on.
func (s *Script) Engine() *gojaloop.Engine { return s.engine }

// Node is the program's process and modules.
func (s *Script) Node() *nodeapi.Node { return s.node }

// Run runs the program to its end and returns its exit code. The error is for
// what is not the program's: the end of ctx.
func (s *Script) Run(ctx context.Context) (code int, err error) {
	defer s.stop()
	s.engine.PostMain(func() {
		m, err := s.load()
		if err != nil {
			panic(err)
		}
		s.evaluate(m)
	})
	err = s.engine.Run(ctx)
	switch {
	case errors.Is(err, eventloop.ErrTimeUp): // an end as by process.exit()
		s.TellWhyAtEnd("the virtual time is up")
		s.node.Unsettled = nil
		err = nil
	case err == nil && s.why != nil && !s.why.told:
		s.why.mainEnded()
	}
	return s.node.Finish(err)
}

// ended reports whether the main module has ended, with what it awaits.
func (s *Script) ended() bool { return s.main != nil && s.main() }

// evaluate runs the main module: CommonJS in this very frame, an ES module as a
// microtask, so that the promise reactions its body leaves come before its ticks,
// as in Node. An ES module that fails is an unhandled rejection.
func (s *Script) evaluate(m *modules.Module) {
	if !m.ESM() {
		s.main = func() bool { return true } // before anybody asks; also if it throws
		if _, err := m.Evaluate(); err != nil {
			panic(err)
		}
		return
	}
	failed := func(reason goja.Value) { s.engine.Uncaught(reason, true) }
	s.engine.QueueMicrotask(func() {
		p, err := m.Evaluate()
		var ex *goja.Exception
		switch {
		case errors.As(err, &ex):
			p, _, reject := s.engine.Runtime().NewPromise()
			s.engine.Then(p, func(goja.Value) {}, failed)
			_ = reject(ex.Value())
		case err != nil:
			panic(err)
		case p != nil:
			s.node.Unsettled = func() bool { return p.State() == goja.PromiseStatePending }
			s.main = func() bool { return p.State() != goja.PromiseStatePending }
			s.engine.Then(p, func(goja.Value) {}, failed)
		}
	})
}

// place finds what a SyntaxError is about.
func (s *Script) place(v goja.Value) (file string, line, column, length int, source string, ok bool) {
	se := s.loader.SyntaxErrorOf(v)
	if se == nil {
		return "", 0, 0, 0, "", false
	}
	return se.File, se.Line, se.Column, se.Length, se.Source, true
}
