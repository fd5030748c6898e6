package gojaloop

import (
	"reflect"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file names a script's callbacks for observers of the loop; see
// eventloop.CallbackDescriber. The name of a function is that of its code, not its
// property name, which a script may have written. Where its code begins goja knows
// and does not tell: it is read by reflection, from fields whose types are checked,
// and is missing should they change.

// CallbackKeys are those of the timer's callback and of the place it was made at.
func (t *Timeout) CallbackKeys() (code, origin any) {
	return codeKey(t.fn), frameKey(t.madeAt())
}

// DescribeCallback describes the timer's callback.
func (t *Timeout) DescribeCallback() eventloop.Callback {
	c := describeFunction(t.fn)
	if t.fn == nil && t.rare() != nil && t.rare().native != nil {
		c.Name = "(timer of a promise or signal)"
	}
	c.Origin = originOf(t.madeAt())
	return c
}

// CallbackKeys are those of the immediate's callback and of the place it was made at.
func (im *Immediate) CallbackKeys() (code, origin any) {
	return codeKey(im.fn), frameKey(im.madeAt())
}

// DescribeCallback describes the immediate's callback.
func (im *Immediate) DescribeCallback() eventloop.Callback {
	c := describeFunction(im.fn)
	switch {
	case im.fn == nil && im.rare() != nil && im.rare().native != nil:
		c.Name = "(immediate of a promise)"
	case im.fn == nil && im.extra == nil:
		c.Name = "(turn after an uncaught exception)"
	}
	c.Origin = originOf(im.madeAt())
	return c
}

func (m *microtask) CallbackKeys() (code, origin any) { return codeKey(m.fn), nil }

func (m *microtask) DescribeCallback() eventloop.Callback { return describeFunction(m.fn) }

func (m *placedMicrotask) CallbackKeys() (code, origin any) {
	return codeKey(m.fn), frameKey(m.origin)
}

func (m *placedMicrotask) DescribeCallback() eventloop.Callback {
	c := describeFunction(m.fn)
	c.Origin = originOf(m.origin)
	return c
}

func (t *tick) CallbackKeys() (code, origin any) { return codeKey(t.fn), nil }

func (t *tick) DescribeCallback() eventloop.Callback { return describeFunction(t.fn) }

func (t *placedTick) CallbackKeys() (code, origin any) {
	return codeKey(t.fn), frameKey(t.origin)
}

func (t *placedTick) DescribeCallback() eventloop.Callback {
	c := describeFunction(t.fn)
	c.Origin = originOf(t.origin)
	return c
}

// frameKey is the frame itself, which can be compared.
func frameKey(f *goja.StackFrame) any {
	if f == nil {
		return nil
	}
	return *f
}

// native is the key of what is no function of a script.
type native struct{}

// codeKey is the code a function shares with those made by the same expression.
func codeKey(fn *goja.Object) any {
	if fn == nil {
		return native{}
	}
	v := code(fn)
	if !v.IsValid() {
		return native{}
	}
	return (*goja.Program)(v.UnsafePointer())
}

// code is the field of a function object that points to its code, the zero Value
// if it is not a function of a script. That of a bound function is of what it calls.
func code(fn *goja.Object) reflect.Value {
	self := reflect.ValueOf(fn).Elem()
	if selfField == nil {
		return reflect.Value{}
	}
	self = self.FieldByIndex(selfField).Elem()
	if !self.IsValid() || self.Kind() != reflect.Pointer || self.Elem().Kind() != reflect.Struct {
		return reflect.Value{}
	}
	f := functionFieldsOf(self.Elem().Type())
	switch {
	case f.prg != nil:
		if prg := self.Elem().FieldByIndex(f.prg); !prg.IsNil() {
			return prg
		}
	case f.wrapped != nil:
		if of := self.Elem().FieldByIndex(f.wrapped); !of.IsNil() {
			return code((*goja.Object)(of.UnsafePointer()))
		}
	}
	return reflect.Value{}
}

// selfField is where an object has what makes it a function, nil if it has no such
// field any more.
var selfField = func() []int {
	if f, ok := reflect.TypeFor[goja.Object]().FieldByName("self"); ok && f.Type.Kind() == reflect.Interface {
		return f.Index
	}
	return nil
}()

// functionFields are the fields of a type of functions: the code, or the function that
// a bound one calls; nil for what it does not have.
type functionFields struct{ prg, wrapped []int }

var functionTypes sync.Map // reflect.Type -> functionFields

func functionFieldsOf(t reflect.Type) functionFields {
	if f, ok := functionTypes.Load(t); ok {
		return f.(functionFields)
	}
	var fields functionFields
	if f, ok := t.FieldByName("prg"); ok && f.Type == reflect.TypeFor[*goja.Program]() {
		fields.prg = f.Index
	}
	if f, ok := t.FieldByName("wrapped"); ok && f.Type == reflect.TypeFor[*goja.Object]() {
		fields.wrapped = f.Index
	}
	functionTypes.Store(t, fields)
	return fields
}

func isCode(v reflect.Value) bool {
	return v.IsValid() && v.Type() == reflect.TypeFor[*goja.Program]() && !v.IsNil()
}

// describeFunction gives a script's function its name and place.
func describeFunction(fn *goja.Object) (c eventloop.Callback) {
	if fn == nil {
		return c
	}
	prg := code(fn)
	if !prg.IsValid() { // asking for its name could call a script
		c.Name = "(" + fn.ClassName() + " not of a script)"
		return c
	}
	if name := prg.Elem().FieldByName("funcName"); name.IsValid() && name.Kind() == reflect.String {
		c.Name = unistring.String(name.String()).String() // goja keeps some as UTF-16
	}
	text := ""
	if t := reflect.ValueOf(fn).Elem().FieldByName("self").Elem().Elem().FieldByName("src"); t.IsValid() && t.Kind() == reflect.String {
		text = t.String() // a bound function has none: the place is then inside
	}
	c.Source = placeOf(prg, text)
	return c
}

// placeOf is where code begins, or the first place in it if its text is not known.
func placeOf(prg reflect.Value, text string) string {
	src, first := prg.Elem().FieldByName("src"), prg.Elem().FieldByName("srcMap")
	if !src.IsValid() || src.Type() != reflect.TypeFor[*file.File]() || src.IsNil() || !first.IsValid() || first.Kind() != reflect.Slice {
		return ""
	}
	f := (*file.File)(src.UnsafePointer())
	inside := 0
	if first.Len() > 0 {
		if pos := first.Index(0).FieldByName("srcPos"); pos.IsValid() && pos.CanInt() {
			inside = int(pos.Int())
		}
	}
	pos := f.Position(begins(f.Source(), text, inside))
	if pos.Filename == "" {
		return ""
	}
	return pos.String()
}

// begins finds where a function's text begins in its file, by a place inside it.
func begins(source, text string, inside int) int {
	if text == "" {
		return inside
	}
	for at := 0; ; {
		i := strings.Index(source[at:], text)
		if i < 0 || at+i > inside {
			return inside
		}
		if at += i; inside < at+len(text) {
			return at
		}
		at++
	}
}

// TracksOrigins reports whether the places of new timers are kept. On the loop only.
func (e *Engine) TracksOrigins() bool { return e.tracking }

// heldFunction is a script's function that can be described when its timer or
// immediate has let go of it, and on any goroutine: its code does not change.
type heldFunction goja.Object

func hold(fn *goja.Object) eventloop.CallbackDescriber { return (*heldFunction)(fn) }

func (f *heldFunction) CallbackKeys() (code, origin any) { return codeKey((*goja.Object)(f)), nil }

func (f *heldFunction) DescribeCallback() eventloop.Callback {
	if f == nil {
		return eventloop.Callback{}
	}
	return describeFunction((*goja.Object)(f))
}

// HoldCallback gives the callback.
func (t *Timeout) HoldCallback() eventloop.CallbackDescriber { return hold(t.fn) }

// HoldCallback gives the callback.
func (im *Immediate) HoldCallback() eventloop.CallbackDescriber { return hold(im.fn) }

func (m *microtask) HoldCallback() eventloop.CallbackDescriber { return hold(m.fn) }

func (t *tick) HoldCallback() eventloop.CallbackDescriber { return hold(t.fn) }
