package gojaloop

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/stack"
)

// This file records where in a script each timer and immediate was made, when
// Options.TrackOrigins or TrackOrigins asks for it. What is kept is one frame of
// the call stack, as the engine has it: a place is turned into file, line and
// column, through a source map if there is one, only when somebody wants to see
// it. Timers that were made before it was switched on have none.

// originDepth is how far up the stack the script is looked for: on top of it are
// the timer function and what this project puts in between.
const originDepth = 16

// TrackOrigins switches on or off that each timer and immediate of the script
// keeps the place it was made at; see Options.TrackOrigins. On the loop only.
func (e *Engine) TrackOrigins(on bool) { e.tracking = on }

// here is the innermost frame of the script that runs now; ok is false when none
// does.
func (e *Engine) here() (frame goja.StackFrame, ok bool) {
	e.frames = e.vm.CaptureCallStack(originDepth, e.frames[:0])
	defer clear(e.frames)
	for i := range e.frames {
		if src := e.frames[i].SrcName(); src != "<native>" && !strings.HasPrefix(src, "node:") {
			return e.frames[i], true
		}
	}
	return goja.StackFrame{}, false
}

// originOf is "file:line:column", with the name of the function behind it.
func originOf(frame *goja.StackFrame) string {
	if frame == nil {
		return ""
	}
	frames := stack.Frames([]goja.StackFrame{*frame}, 1)
	if len(frames) == 0 {
		return ""
	}
	f := frames[0]
	name := f.Func
	f.Func = ""
	if name == "" {
		return f.String()
	}
	return f.String() + " (" + name + ")"
}

// madeHere notes where a new timer or immediate was made.
func (t *Timeout) madeHere() {
	if f, ok := t.e.here(); ok {
		t.more().origin = &f
	}
}

func (im *Immediate) madeHere() {
	if f, ok := im.e.here(); ok {
		im.more().origin = &f
	}
}
