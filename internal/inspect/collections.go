package inspect

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// array describes an array; s.open is its prefix so far.
func (p *printer) array(o *goja.Object, s *shape) {
	s.open, s.close, s.kind = s.open+"[", "]", extra
	s.keys = p.keys(o, true)
	n := int(o.Get("length").ToInteger())
	p.ifEmpty(s, n == 0 && len(s.keys) == 0 && s.inherited == nil)
	s.entries = func(level int) []string { return p.elements(o, n, level) }
}

// elements prints an array's elements, runs of holes as one entry.
func (p *printer) elements(o *goja.Object, n, level int) []string {
	shown, _ := limit(p.opt.maxArrayLength, n)
	out := make([]string, 0, min(shown, 1024)+1)
	dense := p.peek.dense(o, n)
	at := 0
	for at < n && len(out) < shown {
		var d descriptor
		ok := false
		if dense {
			d.value, ok = o.Get(strconv.Itoa(at)), true
		} else {
			d, ok = p.own(o, p.vm.ToValue(at))
		}
		if !ok {
			next := p.nextElement(o, at, n)
			holes := next - at
			out = append(out, p.style("<"+strconv.Itoa(holes)+" empty item"+plural(holes)+">", "undefined"))
			at = next
			continue
		}
		out = append(out, p.property(o, key{}, d, level, element, o))
		at++
	}
	if at < n {
		out = append(out, moreItems(n-at))
	}
	return out
}

// nextElement finds the end of a run of holes. Short runs are walked; for a long one the keys are
// listed once, so that new Array(4e9) is no loop of that length.
func (p *printer) nextElement(o *goja.Object, at, n int) int {
	for i := at + 1; i < n && i < at+64; i++ {
		if p.HasOwn(o, p.vm.ToValue(i)) {
			return i
		}
	}
	for _, k := range o.Keys() {
		i, ok := index(k)
		if !ok {
			break
		}
		if i > at {
			return i
		}
	}
	return n
}

func (p *printer) setEntries(o *goja.Object, size, level int) []string {
	return p.each(p.in.setForEach, o, size, func(c goja.FunctionCall) string {
		return p.value(c.Arguments[0], level, false)
	})
}

func (p *printer) mapEntries(o *goja.Object, size, level int) []string {
	return p.each(p.in.mapForEach, o, size, func(c goja.FunctionCall) string {
		k := p.value(c.Arguments[1], level, false)
		return k + " => " + p.value(c.Arguments[0], level, false)
	})
}

// each runs a captured forEach over a collection. It cannot be stopped early, so entries beyond the
// limit cost a call each.
func (p *printer) each(forEach native, o *goja.Object, size int, text func(goja.FunctionCall) string) []string {
	shown, more := limit(p.opt.maxArrayLength, size)
	out := make([]string, 0, min(shown, 1024)+1)
	p.indent += 2
	call(forEach, o, p.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		if len(out) < shown {
			// The arguments are a window on the engine's stack, which a nested call may move.
			out = append(out, text(goja.FunctionCall{Arguments: append([]goja.Value(nil), c.Arguments...)}))
		}
		return goja.Undefined()
	}))
	p.indent -= 2
	if more > 0 {
		out = append(out, moreItems(more))
	}
	return out
}

// typedArray describes a view of numbers.
func (p *printer) typedArray(o *goja.Object, s *shape) {
	n := int(call(p.in.typedLength, o).ToInteger())
	class := "" // of use only when there is no constructor
	if s.null {
		class = p.TypedArrayClass(o)
	}
	s.open = s.prefix(class, "("+strconv.Itoa(n)+")") + "["
	s.close, s.kind = "]", extra
	s.keys = p.keys(o, true)
	p.ifEmpty(s, n == 0 && len(s.keys) == 0 && !p.opt.showHidden)
	s.entries = func(int) []string {
		shown, more := limit(p.opt.maxArrayLength, n)
		out := make([]string, 0, shown+1)
		for i := range shown {
			v := o.Get(strconv.Itoa(i))
			if goja.IsBigInt(v) {
				out = append(out, p.style(bigintText(v, p.opt.numericSeparator), "bigint"))
			} else {
				out = append(out, p.style(numberText(v, p.opt.numericSeparator), "number"))
			}
		}
		if more > 0 {
			out = append(out, moreItems(more))
		}
		return out
	}
	if p.opt.showHidden {
		s.getters = []string{"BYTES_PER_ELEMENT", "length", "byteLength", "byteOffset", "buffer"}
		s.nested = true
	}
}

// arrayBuffer describes a buffer by its bytes; nested in a typed array by its length alone.
func (p *printer) arrayBuffer(o *goja.Object, s *shape, nested, empty bool) {
	prefix := s.prefix("ArrayBuffer", "")
	s.open = prefix + "{"
	if nested && empty {
		s.done = true
		s.base = prefix + "{ [byteLength]: " + p.style(numberText(o.Get("byteLength"), false), "number") + " }"
		return
	}
	s.getters = []string{"byteLength"}
	if nested {
		return
	}
	s.entries = func(int) []string {
		buffer := o.Export().(goja.ArrayBuffer)
		if buffer.Detached() {
			return []string{p.style("(detached)", "special")}
		}
		bytes := buffer.Bytes()
		shown, more := limit(p.opt.maxArrayLength, len(bytes))
		var b strings.Builder
		for i, c := range bytes[:shown] {
			if i > 0 {
				b.WriteByte(' ')
			}
			const hex = "0123456789abcdef"
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
		if more > 0 {
			b.WriteString(" ... " + strconv.Itoa(more) + " more byte" + plural(more))
		}
		return []string{p.style("[Uint8Contents]", "special") + ": <" + b.String() + ">"}
	}
}

func (p *printer) promise(o *goja.Object, level int) []string {
	promise := o.Export().(*goja.Promise)
	if promise.State() == goja.PromiseStatePending {
		return []string{p.style("<pending>", "special")}
	}
	p.indent += 2
	s := p.value(promise.Result(), level, false)
	p.indent -= 2
	if promise.State() == goja.PromiseStateRejected {
		s = p.style("<rejected>", "special") + " " + s
	}
	return []string{s}
}

func (p *printer) unknownItems(int) []string {
	return []string{p.style("<items unknown>", "special")}
}
