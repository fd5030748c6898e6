package inspect

import (
	"reflect"
	"strings"

	"github.com/dop251/goja"
)

// functionBase prints a function or class without its properties: "[Function: f]", "[class A
// extends B]", "[AsyncFunction (anonymous)]".
func (p *printer) functionBase(o *goja.Object, s *shape) string {
	if o.ExportType() == typeClass {
		return p.classBase(o, s)
	}
	kind := "Function"
	switch {
	case p.IsGeneratorFunction(o):
		kind = "GeneratorFunction"
	case p.IsAsyncFunction(o):
		kind = "AsyncFunction"
		if s.constructor == "Function" { // an async method: see IsAsyncFunction
			s.constructor = kind
		}
	}
	var b strings.Builder
	b.WriteString("[" + kind)
	if s.null {
		b.WriteString(" (null prototype)")
	}
	name := o.Get("name")
	switch {
	case name == nil:
		b.WriteString(": undefined")
	case !goja.IsString(name):
		b.WriteString(": " + p.value(name, noLevel, false))
	case name.String() == "":
		b.WriteString(" (anonymous)")
	default:
		b.WriteString(": " + name.String())
	}
	b.WriteByte(']')
	if !s.null && s.constructor != kind {
		b.WriteString(" " + s.constructor)
	}
	if s.tag != "" && s.constructor != s.tag {
		b.WriteString(" [" + s.tag + "]")
	}
	return b.String()
}

// IsGeneratorFunction reports whether a function is a generator. The engine shows it by the
// function's prototype only.
func (i *Inspector) IsGeneratorFunction(o *goja.Object) bool {
	return callable(o) && inherits(o, i.in.generator)
}

// IsAsyncFunction reports whether a function is async. The engine gives async methods the prototype
// of plain functions; their text is asked then. A name follows "async" in it, while in a method
// that is called async a parenthesis does.
func (i *Inspector) IsAsyncFunction(o *goja.Object) bool {
	if o.ExportType().Kind() != reflect.Func {
		return false
	}
	if inherits(o, i.in.async) {
		return true
	}
	text, ok := strings.CutPrefix(call(i.in.functionToString, o).String(), "async")
	name := strings.TrimLeft(text, " \t\r\n")
	return ok && name != text && name != "" && name[0] != '('
}

func (p *printer) classBase(o *goja.Object, s *shape) string {
	var b strings.Builder
	b.WriteString("[class ")
	name := "(anonymous)"
	if p.HasOwn(o, p.vm.ToValue("name")) {
		if v := o.Get("name"); v != nil && v.ToBoolean() {
			name = v.String()
		}
	}
	b.WriteString(name)
	if !s.null && s.constructor != "Function" {
		b.WriteString(" [" + s.constructor + "]")
	}
	if s.tag != "" && s.constructor != s.tag {
		b.WriteString(" [" + s.tag + "]")
	}
	if s.null {
		b.WriteString(" extends [null prototype]")
	} else if super := o.Prototype(); super != nil {
		if v := super.Get("name"); v != nil && v.ToBoolean() {
			b.WriteString(" extends " + v.String())
		}
	}
	b.WriteByte(']')
	return b.String()
}

// boxedBase prints new Number(3) as "[Number: 3]". The characters of a string are no properties.
func (p *printer) boxedBase(o *goja.Object, unbox native, s *shape) string {
	v := call(unbox, o)
	kind := "Symbol"
	switch {
	case goja.IsString(v):
		kind = "String"
		s.keys = s.keys[min(len(s.keys), v.(goja.String).Length()):]
	case goja.IsNumber(v):
		kind = "Number"
	case goja.IsBigInt(v):
		kind = "BigInt"
	default:
		if _, ok := v.(*goja.Symbol); !ok {
			kind = "Boolean"
		}
	}
	base := "[" + kind
	if s.null {
		base += " (null prototype)"
	} else if s.constructor != kind {
		base += " (" + s.constructor + ")"
	}
	q := *p
	q.opt.colors = false
	base += ": " + q.primitive(v) + "]"
	if s.tag != "" && s.tag != s.constructor {
		base += " [" + s.tag + "]"
	}
	if len(s.keys) != 0 {
		return base
	}
	return p.style(base, strings.ToLower(kind))
}

// regexpBase and dateBase print the value with its class in front if that is not the usual one.
func (p *printer) regexpBase(o *goja.Object, s *shape) {
	v := o
	if s.null {
		if c, err := p.vm.New(p.in.regexp, o); err == nil {
			v = c
		}
	}
	s.base = call(p.in.regexpToString, v).String()
	if prefix := s.prefix("RegExp", ""); prefix != "RegExp " {
		s.base = prefix + s.base
	}
	s.base = p.style(s.base, "regexp")
}

func (p *printer) dateBase(o *goja.Object, s *shape) {
	format := p.in.dateToISO
	if goja.IsNaN(call(p.in.dateGetTime, o)) {
		format = p.in.dateToString
	}
	s.base = call(format, o).String()
	if prefix := s.prefix("Date", ""); prefix != "Date " {
		s.base = prefix + s.base
	}
}
