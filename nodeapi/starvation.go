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

// SetStarvationWarning replaces Options.StarvationWarning, and the engine's
// Options.Starvation; zero and less switch it off.
func (n *Node) SetStarvationWarning(late time.Duration) {
	s := eventloop.Starvation{Late: late, Report: n.starved}
	if late <= 0 {
		s = eventloop.Starvation{}
	}
	n.engine.SetStarvation(s)
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
