package stack

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// DefaultLimit is V8's initial Error.stackTraceLimit: that many frames are shown.
const DefaultLimit = 10

// A Frame is one line of a stack trace as Node would show it.
type Frame struct {
	Func   string // name of the function, with its class where it is a builtin; "" when it has none
	File   string // "" for code made by eval or new Function
	Line   int    // from 1; 0 for a builtin
	Column int    // from 1, in UTF-16 units
	Native bool   // a builtin of the engine
	Eval   bool   // made by eval or new Function
}

// Frames gives the frames that Node would show, innermost first and at most limit of them. Frames
// of this project are left out: sources whose name starts with "node:" and functions written in Go.
// Those of the engine's builtins that V8 shows too are kept.
func Frames(frames []goja.StackFrame, limit int) []Frame {
	var out []Frame
	for i := range frames {
		if len(out) >= limit {
			break
		}
		if f, ok := visible(&frames[i]); ok {
			out = append(out, f)
		}
	}
	return out
}

// FormatFrames renders frames as the tail of a stack text: for each frame a line break, four spaces
// and "at ". DefaultLimit applies.
func FormatFrames(frames []goja.StackFrame) string {
	return lines(Frames(frames, DefaultLimit))
}

func lines(frames []Frame) string {
	var b strings.Builder
	for i := range frames {
		b.WriteString("\n    at ")
		frames[i].write(&b)
	}
	return b.String()
}

// String renders the frame without "at": "f (file.js:3:4)", "file.js:3:4", "Array.map (<anonymous>)".
func (f Frame) String() string {
	var b strings.Builder
	f.write(&b)
	return b.String()
}

func (f *Frame) write(b *strings.Builder) {
	if f.Func != "" {
		b.WriteString(f.Func)
		b.WriteString(" (")
	}
	if f.File == "" {
		b.WriteString("<anonymous>")
	} else {
		b.WriteString(f.File)
	}
	if !f.Native {
		b.WriteByte(':')
		b.WriteString(strconv.Itoa(f.Line))
		b.WriteByte(':')
		b.WriteString(strconv.Itoa(f.Column))
	}
	if f.Func != "" {
		b.WriteByte(')')
	}
}

// visible converts one frame of the engine. A name that the engine makes up for a frame without one
// ("<anonymous>", "<native>") counts as no name.
func visible(s *goja.StackFrame) (Frame, bool) {
	name := s.FuncName()
	src := s.SrcName()
	if src == "<native>" {
		shown, ok := builtins[name]
		return Frame{Func: shown, Native: true}, ok
	}
	if strings.HasPrefix(src, "node:") {
		return Frame{}, false
	}
	if name == "<anonymous>" {
		name = ""
	}
	pos := s.Position()
	f := Frame{Func: name, File: pos.Filename, Line: pos.Line, Column: pos.Column}
	if f.File == "" || f.File == "<eval>" {
		f.File, f.Eval = "", true
		if name == "" || name == "anonymous" {
			f.Func = "eval"
		}
	}
	return f, true
}

// builtins lists the engine's functions that call back into scripts and that V8 shows in a trace,
// under the name V8 gives them. The engine reports the bare name only, so where several classes
// have a function of that name the commonest one, Array, is assumed. Function.prototype.call and
// apply, Reflect.apply, bound functions and constructors are missing as they are in V8's traces.
var builtins = map[string]string{
	"forEach": "Array.forEach", "map": "Array.map", "filter": "Array.filter",
	"reduce": "Array.reduce", "reduceRight": "Array.reduceRight", "some": "Array.some",
	"every": "Array.every", "find": "Array.find", "findIndex": "Array.findIndex",
	"findLast": "Array.findLast", "findLastIndex": "Array.findLastIndex",
	"flatMap": "Array.flatMap", "sort": "Array.sort", "toSorted": "Array.toSorted",
	"from": "Array.from", "join": "Array.join", "toLocaleString": "Array.toLocaleString",
	"replace": "String.replace", "replaceAll": "String.replaceAll",
	"stringify": "JSON.stringify", "parse": "JSON.parse",
	"next": "Generator.next", "defineProperty": "Object.defineProperty",
	"assign": "Object.assign", "groupBy": "Object.groupBy", "fromEntries": "Object.fromEntries",
}
