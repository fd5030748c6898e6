package inspect

import (
	"strings"

	"github.com/dop251/goja"
)

// Format is util.format: the %-sequences of a first string are replaced by the arguments, what is
// left over follows, separated by spaces. A single string is returned as it is.
func (i *Inspector) Format(args []goja.Value) string {
	return i.format(&printer{Inspector: i, opt: i.defaults.settings}, args)
}

// FormatWithOptions is Format with options for the values that are inspected.
func (i *Inspector) FormatWithOptions(o Options, args []goja.Value) string {
	p := &printer{Inspector: i, opt: i.defaults.settings}
	o.apply(&p.opt)
	return i.format(p, args)
}

// format prints with the settings of p, which is otherwise unused.
func (i *Inspector) format(p *printer, args []goja.Value) string {
	if len(args) == 0 {
		return ""
	}
	var b strings.Builder
	rest := args
	sep := ""
	if goja.IsString(args[0]) {
		first := args[0].String()
		if len(args) == 1 {
			return first
		}
		if strings.IndexByte(first, '%') >= 0 {
			if used := i.replace(&b, p, first, args); used > 0 {
				rest, sep = args[used:], " "
			}
		}
	}
	for _, v := range rest {
		b.WriteString(sep)
		sep = " "
		if goja.IsString(v) {
			b.WriteString(v.String())
		} else {
			b.WriteString(i.inspect(p, v, nil))
		}
	}
	return b.String()
}

// inspect prints one value with the settings of p, changed by change.
func (i *Inspector) inspect(p *printer, v goja.Value, change func(*settings)) string {
	q := printer{Inspector: i, opt: p.opt, user: p.user}
	if change != nil {
		change(&q.opt)
	}
	return q.value(v, 0, false)
}

// replace writes the first argument with its sequences replaced and returns how many arguments that
// took, itself included; 0 when it has no sequence, in which case nothing is written.
func (i *Inspector) replace(b *strings.Builder, p *printer, first string, args []goja.Value) int {
	used, last, found := 1, 0, false
	for at := 0; at+1 < len(first); at++ {
		if first[at] != '%' {
			continue
		}
		verb := first[at+1]
		at++
		var text string
		switch {
		case verb == '%':
			// the second % is dropped
		case used == len(args):
			continue
		case verb == 'c':
			used++
		default:
			var ok bool
			if text, ok = i.verb(p, verb, args[used]); !ok {
				continue
			}
			used++
		}
		found = true
		if verb == '%' {
			b.WriteString(first[last:at])
		} else {
			b.WriteString(first[last : at-1])
			b.WriteString(text)
		}
		last = at + 1
	}
	if !found {
		return 0
	}
	b.WriteString(first[last:])
	return used
}

// verb prints an argument for one sequence; ok is false if there is no such sequence.
func (i *Inspector) verb(p *printer, verb byte, v goja.Value) (text string, ok bool) {
	_, isSymbol := v.(*goja.Symbol)
	separator := p.opt.numericSeparator
	switch verb {
	case 's':
		return i.stringVerb(p, v), true
	case 'j':
		return i.json(v), true
	case 'O':
		return i.inspect(p, v, nil), true
	case 'o':
		return i.inspect(p, v, func(s *settings) {
			s.showHidden, s.showProxy, s.depth, s.depthNull = true, true, 4, false
		}), true
	case 'd', 'i', 'f':
		switch {
		case goja.IsBigInt(v) && verb != 'f':
			return bigintText(v, separator), true
		case isSymbol:
			return "NaN", true
		case verb == 'd':
			return numberText(call(i.in.numberOf, goja.Undefined(), v), separator), true
		case verb == 'i':
			n := call(i.in.parseInt, goja.Undefined(), v)
			if n.ToInteger() == 0 && !goja.IsNaN(n) && strings.HasPrefix(strings.TrimSpace(v.String()), "-") {
				return "-0", true // the engine's parseInt loses the sign
			}
			return numberText(n, separator), true
		}
		return numberText(call(i.in.parseFloat, goja.Undefined(), v), separator), true
	}
	return "", false
}

// stringVerb is %s: objects are inspected unless their class has a toString of its own.
func (i *Inspector) stringVerb(p *printer, v goja.Value) string {
	if v == nil {
		return "undefined"
	}
	switch x := v.(type) {
	case *goja.Symbol:
		return symbolText(x)
	case *goja.Object:
		if callable(x) || !i.builtinToString(x) {
			return x.String()
		}
		return i.inspect(p, v, func(s *settings) {
			s.depth, s.depthNull, s.colors, s.compact = 0, false, false, 3
		})
	}
	switch {
	case goja.IsNumber(v):
		return numberText(v, p.opt.numericSeparator)
	case goja.IsBigInt(v):
		return bigintText(v, p.opt.numericSeparator)
	}
	return v.String()
}

// builtinToString reports whether an object is converted to a string by a method of a builtin
// class, so that inspecting it says more.
func (i *Inspector) builtinToString(o *goja.Object) bool {
	for o.ExportType() == typeProxy {
		if o = o.Export().(goja.Proxy).Target(); o == nil {
			return true
		}
	}
	isFunction := func(v goja.Value) bool {
		f, ok := v.(*goja.Object)
		return ok && callable(f)
	}
	toString := i.vm.ToValue("toString")
	byName, bySymbol := isFunction(o.Get("toString")), isFunction(o.GetSymbol(goja.SymToPrimitive))
	if !byName && !bySymbol {
		return true
	}
	for at := o; at != nil; at = at.Prototype() {
		if byName && i.HasOwn(at, toString) || bySymbol && i.HasOwn(at, goja.SymToPrimitive) {
			if at == o {
				return false
			}
			d, _ := i.own(at, i.vm.ToValue("constructor"))
			f, ok := d.value.(*goja.Object)
			return ok && callable(f) && builtinName(f.Get("name").String())
		}
	}
	return true
}

// json is %j. A circular structure prints as "[Circular]"; other exceptions pass.
func (i *Inspector) json(v goja.Value) string {
	var out goja.Value
	ex := i.vm.Try(func() { out = call(i.in.stringify, goja.Undefined(), v) })
	if ex == nil {
		if out == nil {
			return "undefined"
		}
		return out.String()
	}
	if e, ok := ex.Value().(*goja.Object); ok {
		if m := e.Get("message"); m != nil && strings.HasPrefix(m.String(), "Converting circular structure to JSON") {
			return "[Circular]"
		}
	}
	panic(ex)
}
