package nodeapi

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is the warning that ticks or promise reactions keep timers waiting. It
// is printed without the script's help, which may never get to the tick in which
// warnings are emitted.

func (n *Node) watchStarvation() {
	limit := n.opts.StarvationWarning
	if limit <= 0 {
		return
	}
	n.engine.SetStarvation(eventloop.Starvation{Late: limit, Report: n.starved})
}

// starved is called between two tasks; no JavaScript may run here.
func (n *Node) starved(s eventloop.Starved) {
	message := fmt.Sprintf("Timers have been waiting for %v while %d ticks and microtasks ran.",
		s.Late.Round(time.Millisecond), s.Tasks)
	const name = "EventLoopStarvationWarning"
	if !n.opts.NoWarnings {
		io.WriteString(n.opts.Stderr, fmt.Sprintf("(node:%d) %s: %s\n", os.Getpid(), name, message))
	}
	n.engine.Loop().NextTick(func() {
		w := n.newWarning(message, n.vm.ToValue(name), goja.Undefined(), nil)
		n.warnings.printed = w
		n.emitEvent("warning", w)
		n.warnings.printed = nil
	})
}
