package gojaloop

import "github.com/dop251/goja"

// This file gives timers and immediates the fields that Node keys by symbols. A
// DynamicObject holds none, so the lookup goes on to the prototype, which is a
// Proxy with traps for symbols alone: reading and writing work on the handle
// itself, and so does in for the fields of Node's; only listing its own symbols
// needs OwnSymbols.

// fieldSymbols are the keys, one set per engine.
type fieldSymbols struct {
	refed, hasPrimitive, asyncID, triggerID, frame *goja.Symbol
}

func newFieldSymbols() fieldSymbols {
	return fieldSymbols{
		refed:        goja.NewSymbol("refed"),
		hasPrimitive: goja.NewSymbol("kHasPrimitive"),
		asyncID:      goja.NewSymbol("asyncId"),
		triggerID:    goja.NewSymbol("triggerId"),
		frame:        goja.NewSymbol("kAsyncContextFrame"),
	}
}

func (f *fieldSymbols) has(s *goja.Symbol) bool {
	return s == f.refed || s == f.hasPrimitive || s == f.asyncID || s == f.triggerID || s == f.frame
}

// symbolFields is a handle that has such fields.
type symbolFields interface {
	symbols() []*goja.Symbol
	symbol(s *goja.Symbol) goja.Value // nil: none
	added() *symbolProperties
}

// symbolProperties are those a script adds.
type symbolProperties struct {
	keys   []*goja.Symbol
	values map[*goja.Symbol]goja.Value
}

func (p *symbolProperties) set(s *goja.Symbol, v goja.Value) {
	if p.values == nil {
		p.values = map[*goja.Symbol]goja.Value{}
	}
	if _, ok := p.values[s]; !ok {
		p.keys = append(p.keys, s)
	}
	p.values[s] = v
}

func fieldsOf(v goja.Value) symbolFields {
	if o, ok := v.(*goja.Object); ok {
		f, _ := o.Export().(symbolFields)
		return f
	}
	return nil
}

// withSymbols puts the traps in front of a prototype.
func (e *Engine) withSymbols(proto *goja.Object) *goja.Object {
	p := e.vm.NewProxy(proto, &goja.ProxyTrapConfig{
		GetSym: func(target *goja.Object, s *goja.Symbol, receiver goja.Value) goja.Value {
			if f := fieldsOf(receiver); f != nil {
				if v := f.symbol(s); v != nil {
					return v
				}
			}
			return target.GetSymbol(s)
		},
		HasSym: func(target *goja.Object, s *goja.Symbol) bool {
			return e.fields.has(s) || target.GetSymbol(s) != nil
		},
		SetSym: func(target *goja.Object, s *goja.Symbol, v, receiver goja.Value) bool {
			if f := fieldsOf(receiver); f != nil {
				f.added().set(s, v)
				return true
			}
			return target.SetSymbol(s, v) == nil
		},
	})
	return e.vm.ToValue(p).(*goja.Object)
}

// OwnSymbols are the symbols that Object.getOwnPropertySymbols lists for a
// Timeout or an Immediate in Node; ok is false for any other object.
func (e *Engine) OwnSymbols(o *goja.Object) (symbols []*goja.Symbol, ok bool) {
	f := fieldsOf(o)
	if f == nil {
		return nil, false
	}
	return f.symbols(), true
}

func (t *Timeout) symbols() []*goja.Symbol {
	k := &t.e.fields
	list := []*goja.Symbol{k.refed, k.hasPrimitive, k.asyncID, k.triggerID, k.frame}
	if t.rare() != nil {
		list = append(list, t.rare().symbols.keys...)
	}
	return list
}

func (t *Timeout) symbol(s *goja.Symbol) goja.Value {
	if t.rare() != nil {
		if v := t.rare().symbols.values[s]; v != nil {
			return v
		}
	}
	switch k := &t.e.fields; s {
	case k.refed:
		return t.refed()
	case k.hasPrimitive:
		return t.e.vm.ToValue(t.is(bitPrimitive))
	case k.asyncID:
		return t.e.vm.ToValue(t.id())
	case k.triggerID:
		return t.e.vm.ToValue(t.trigger)
	case k.frame:
		return undefined
	}
	return nil
}

func (t *Timeout) added() *symbolProperties { return &t.more().symbols }

func (im *Immediate) symbols() []*goja.Symbol {
	k := &im.e.fields
	list := []*goja.Symbol{k.refed, k.asyncID, k.triggerID, k.frame}
	if im.rare() != nil {
		list = append(list, im.rare().symbols.keys...)
	}
	return list
}

func (im *Immediate) symbol(s *goja.Symbol) goja.Value {
	if im.rare() != nil {
		if v := im.rare().symbols.values[s]; v != nil {
			return v
		}
	}
	switch k := &im.e.fields; s {
	case k.refed:
		if !im.im.Live() {
			return goja.Null()
		}
		return im.e.vm.ToValue(im.im.HasRef())
	case k.asyncID:
		return im.e.vm.ToValue(im.id())
	case k.triggerID:
		return im.e.vm.ToValue(im.trigger)
	case k.frame:
		return undefined
	}
	return nil
}

func (im *Immediate) added() *symbolProperties { return &im.more().symbols }
