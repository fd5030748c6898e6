package inspect

import (
	"strconv"

	"github.com/dop251/goja"
)

// describe fills the shape of an object by its kind. The order of the questions is Node's: what can
// be iterated first, then functions, then objects with the constructor Object, which lets a class
// come before the kind, and the rest.
func (p *printer) describe(o *goja.Object, level int, nested bool, s *shape) {
	s.open, s.close = "{", "}"
	k := p.Kind(o)
	if k == Array || s.null || o.GetSymbol(goja.SymIterator) != nil {
		switch k {
		case Array:
			s.open = ""
			if s.constructor != "Array" || s.tag != "" {
				s.open = s.prefix("Array", "("+o.Get("length").String()+")")
			}
			p.array(o, s)
			return
		case Set:
			p.collection(o, s, "Set", p.in.setSize, p.setEntries)
			return
		case Map:
			p.collection(o, s, "Map", p.in.mapSize, p.mapEntries)
			return
		case TypedArray:
			p.typedArray(o, s)
			return
		}
	}
	s.keys = p.keys(o, false)
	empty := len(s.keys) == 0 && s.inherited == nil
	switch {
	case k == Function:
		s.base = p.functionBase(o, s)
		if s.done = empty; empty {
			s.base = p.style(s.base, "special")
		}
	case s.constructor == "Object" && !s.null:
		if k == Arguments {
			s.open = "[Arguments] {"
		} else if s.tag != "" {
			s.open = s.prefix("Object", "") + "{"
		}
		p.ifEmpty(s, empty)
	case k == RegExp:
		p.regexpBase(o, s)
		s.done = empty || p.beyond(level)
	case k == Date:
		p.dateBase(o, s)
		if s.done = empty; empty {
			s.base = p.style(s.base, "date")
		}
	case p.IsError(o):
		s.base = p.errorBase(o, s)
		s.done = len(s.keys) == 0 && s.inherited == nil
	case k == ArrayBuffer:
		p.arrayBuffer(o, s, nested, empty)
	case k == DataView:
		s.open = s.prefix("DataView", "") + "{"
		s.getters = []string{"byteLength", "byteOffset", "buffer"}
	case k == Promise:
		s.open = s.prefix("Promise", "") + "{"
		s.entries = func(level int) []string { return p.promise(o, level) }
	case k == WeakSet:
		s.open = s.prefix("WeakSet", "") + "{"
		s.entries = p.unknownItems
	case k == WeakMap:
		s.open = s.prefix("WeakMap", "") + "{"
		s.entries = p.unknownItems
	case p.unbox(k) != nil:
		s.base = p.boxedBase(o, p.unbox(k), s)
		s.done = len(s.keys) == 0 && s.inherited == nil
	default:
		s.open = s.plain(p.className(o)) + "{"
		p.ifEmpty(s, empty)
	}
}

// ifEmpty ends an object without entries at its opening brace.
func (p *printer) ifEmpty(s *shape, empty bool) {
	if empty {
		s.done, s.base = true, s.open+s.close
	}
}

// collection describes a Map or Set.
func (p *printer) collection(o *goja.Object, s *shape, class string, size native, entries func(o *goja.Object, size, level int) []string) {
	n := int(call(size, o).ToInteger())
	s.open = s.prefix(class, "("+strconv.Itoa(n)+")") + "{"
	s.keys = p.keys(o, false)
	p.ifEmpty(s, n == 0 && len(s.keys) == 0 && s.inherited == nil)
	s.entries = func(level int) []string { return entries(o, n, level) }
}
