package modules

import (
	"errors"
	"strings"

	"github.com/dop251/goja"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
	"github.com/nodetimers/nodetimers/internal/transpile"
)

// Between Go errors and JavaScript ones. Inside a native function an error is thrown, which in goja is a panic with the
// value or with the exception of a script; where Go calls, it is returned as a *goja.Exception. What no script may
// catch, an interrupt or the end of the stack, passes through both ways as it is.

// throw turns an error of this package into a JavaScript exception and panics with it, as native functions do.
// Exceptions of scripts pass as they are, so they keep their stack.
func (l *Loader) throw(err error) {
	panic(l.thrown(err))
}

// thrown is what throw panics with: the error's value, or the exception itself if a script has thrown it.
func (l *Loader) thrown(err error) any {
	var ex *goja.Exception
	if errors.As(err, &ex) {
		return ex
	}
	var interrupted *goja.InterruptedError
	var overflow *goja.StackOverflowError
	switch {
	case errors.As(err, &interrupted):
		return interrupted
	case errors.As(err, &overflow):
		return overflow
	}
	return l.errorValue(err)
}

// errorValue is the JavaScript error for a Go error. One Go error is one object, however often it is asked for.
func (l *Loader) errorValue(err error) goja.Value {
	var ex *goja.Exception
	if errors.As(err, &ex) {
		return ex.Value()
	}
	var syntax *transpile.SyntaxError
	if errors.As(err, &syntax) {
		return l.syntaxError(syntax)
	}
	var resolve *resolveError
	if errors.As(err, &resolve) {
		return l.resolveErrorValue(resolve)
	}
	return l.plainError("Error", err.Error())
}

func (l *Loader) plainError(class, message string) *goja.Object {
	o, err := l.vm.New(l.errorClass[class], l.vm.ToValue(message))
	if err != nil {
		panic(err)
	}
	return o
}

func (l *Loader) syntaxError(s *transpile.SyntaxError) *goja.Object {
	o := l.plainError("SyntaxError", s.Message)
	l.js.note(o, l.vm.ToValue(s))
	return o
}

// SyntaxErrorOf is the place of the syntax error in a loaded file that v is the error for, or nil.
// Call it on the runtime's goroutine.
func (l *Loader) SyntaxErrorOf(v goja.Value) *transpile.SyntaxError {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	if note := l.js.noteOf(o); note != nil {
		s, _ := note.Export().(*transpile.SyntaxError)
		return s
	}
	return nil
}

func (l *Loader) resolveErrorValue(e *resolveError) *goja.Object {
	class := e.class
	if class == "" {
		class = "Error"
	}
	var o *goja.Object
	if e.plain {
		o = l.plainError(class, e.message)
		_ = o.Set("code", e.code)
	} else {
		o = nodeerr.New(l.vm, class, e.code, e.message)
	}
	if e.path != "" {
		_ = o.Set("path", e.path)
	}
	if e.url != "" {
		_ = o.Set("url", e.url)
	}
	if e.stack != nil {
		_ = o.Set("requireStack", l.vm.NewArray(anySlice(e.stack)...))
	}
	return o
}

func anySlice(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// withRequireStack adds to a not-found error the files that led to the request.
func withRequireStack(e *resolveError, stack []string) *resolveError {
	if e.code != "MODULE_NOT_FOUND" || e.stack != nil {
		return e
	}
	c := *e
	c.stack = stack
	if c.stack == nil {
		c.stack = []string{}
	}
	if len(stack) > 0 {
		c.message += "\nRequire stack:\n- " + strings.Join(stack, "\n- ")
	}
	return &c
}

// exception makes an exception from an error, for the functions that Go calls.
func (l *Loader) exception(err error) error {
	if err == nil {
		return nil
	}
	var ex *goja.Exception
	if errors.As(err, &ex) {
		return err
	}
	if x := l.thrown(err); x != nil {
		if e, ok := x.(error); ok {
			return e
		}
		if ex := l.vm.Try(func() { panic(x) }); ex != nil {
			return ex
		}
	}
	return err
}

// caught runs f and gives what it panics with as an error: an exception, or what no script can catch.
func (l *Loader) caught(f func()) (err error) {
	defer func() {
		if x := recover(); x != nil {
			switch x := x.(type) {
			case *goja.InterruptedError:
				err = x
			case *goja.StackOverflowError:
				err = x
			default:
				panic(x)
			}
		}
	}()
	if ex := l.vm.Try(f); ex != nil {
		return ex
	}
	return nil
}
