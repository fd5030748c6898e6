package inspect

import (
	"strings"

	"github.com/dop251/goja"
)

// property prints one property, or an element without its key. this is the object getters are
// called on when the options ask for that.
func (p *printer) property(o *goja.Object, k key, d descriptor, level int, kd entryKind, this *goja.Object) string {
	var text string
	gap := " "
	switch {
	case d.value != nil && !goja.IsUndefined(d.value):
		step := 2
		if p.opt.compact == CompactAll && kd == object {
			step = 3
		}
		p.indent += step
		text = p.value(d.value, level, false)
		if step == 3 && p.opt.breakLength < float64(width(text, p.opt.colors)) {
			gap = "\n" + strings.Repeat(" ", p.indent)
		}
		p.indent -= step
	case d.get != nil:
		text = p.getter(d, level, this)
	case d.set != nil:
		text = p.style("[Setter]", "special")
	default:
		text = p.style("undefined", "undefined")
	}
	if kd == element {
		return text
	}
	var name string
	switch {
	case k.symbol != nil:
		name = p.style(escape(symbolText(k.symbol), true, nil), "symbol")
	case k.name == "__proto__":
		name = "['__proto__']"
	case identifier(k.name):
		name = p.style(k.name, "name")
	default:
		name = p.style(quote(k.name, nil), "string")
	}
	if !d.enumerable {
		name = "[" + name + "]"
	}
	return name + ":" + gap + text
}

// getter prints an accessor: what it is, and its value if the option getters asks for it.
func (p *printer) getter(d descriptor, level int, this *goja.Object) string {
	label := "Getter"
	if d.set != nil {
		label = "Getter/Setter"
	}
	asked := p.opt.getters == "all" || p.opt.getters == "get" && d.set == nil || p.opt.getters == "set" && d.set != nil
	f, ok := goja.AssertFunction(d.get)
	if !asked || !ok {
		return p.style("["+label+"]", "special")
	}
	p.indent += 2
	defer func() { p.indent -= 2 }()
	v, err := f(this)
	if ex, ok := err.(*goja.Exception); ok {
		return p.style("["+label+":", "special") + " <Inspection threw (" + p.value(ex.Value(), level, false) + ")>" + p.style("]", "special")
	} else if err != nil {
		panic(err)
	}
	if _, ok := v.(*goja.Object); ok {
		return p.style("["+label+"]", "special") + " " + p.value(v, level, false)
	}
	return p.style("["+label+":", "special") + " " + p.primitive(v) + p.style("]", "special")
}

// getterProperty prints the value of a builtin getter as a property in brackets: [byteLength]: 8.
func (p *printer) getterProperty(o *goja.Object, name string, level int, nested bool) string {
	p.indent += 2
	s := p.value(o.Get(name), level, nested)
	p.indent -= 2
	return p.style("["+name+"]", "string") + ": " + s
}
