package gojaloop

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/stack"
)

// This file records where in a script each timer, immediate, tick and microtask was
// made, when Options.TrackOrigins or TrackOrigins asks for it. What is kept is one frame of
// the call stack, as the engine has it: a place is turned into file, line and
// column, through a source map if there is one, only when somebody wants to see
// it. Timers that were made before it was switched on have none.

// originDepth is how far up the stack the script is looked for: on top of it are
// the timer function and what this project puts in between.
const originDepth = 16

// TrackOrigins switches on or off that each timer, immediate, tick and microtask of
// the script keeps the place it was made at; see Options.TrackOrigins. On the loop
// only.
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

// tracked is here for something new, nil if that is not to be kept or not known.
func (e *Engine) tracked() *goja.StackFrame {
	if !e.tracking {
		return nil
	}
	if f, ok := e.here(); ok {
		return &f
	}
	return nil
}

// madeHere notes where a new timer or immediate was made.
func (t *Timeout) madeHere() {
	if f := t.e.tracked(); f != nil {
		t.more().origin = f
	}
}

func (im *Immediate) madeHere() {
	if f := im.e.tracked(); f != nil {
		im.more().origin = f
	}
}

func (t *Timeout) madeAt() *goja.StackFrame {
	if t.rare() == nil {
		return nil
	}
	return t.rare().origin
}

func (im *Immediate) madeAt() *goja.StackFrame {
	if im.rare() == nil {
		return nil
	}
	return im.rare().origin
}

// madeAt is where what a callback belongs to was made, nil if that is not known.
func madeAt(r resource) *goja.StackFrame {
	if p, ok := r.(interface{ madeAt() *goja.StackFrame }); ok {
		return p.madeAt()
	}
	return nil
}
