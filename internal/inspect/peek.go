package inspect

import (
	"reflect"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// A peeker tells plain data properties from accessors by looking, through reflection, at fields the
// engine does not export. Only counts and the kind of a property are read that way: its value comes
// from Object.Get, which for data runs no script. It saves the descriptor object that the API makes
// for the same answer, about nine tenths of the cost of a property.
//
// Invariant: if the fields are not found under their names and types, or do not answer for an
// example as they should, every question is answered with "unknown", and the API is asked instead.
type peeker struct {
	self         []int // in goja.Object: what implements it
	plain, array reflect.Type
	values       []int // in plain: the properties
	property     reflect.Type
	special      []int // in array: how many elements are no plain values
	present      []int // in array: how many elements there are, without holes
	names        []int // in array: the names of other properties, with length
	usable       bool
}

// newPeeker finds the fields on two examples and tries itself on them.
func newPeeker(vm *goja.Runtime) peeker {
	var p peeker
	example, list, holes := vm.NewObject(), vm.NewArray(1, 2), vm.NewArray(1, 2)
	getter := vm.ToValue(func(goja.FunctionCall) goja.Value { return nil })
	must(example.Set("data", 1))
	must(example.DefineAccessorProperty("get", getter, nil, goja.FLAG_TRUE, goja.FLAG_TRUE))
	must(holes.Delete("0"))

	all := true
	find := func(t reflect.Type, name string, kind reflect.Kind) []int {
		if all && t.Kind() == reflect.Struct {
			if f, ok := t.FieldByName(name); ok && f.Type.Kind() == kind {
				return f.Index
			}
		}
		all = false
		return nil
	}
	if p.self = find(reflect.TypeOf(goja.Object{}), "self", reflect.Interface); !all {
		return p
	}
	p.plain, p.array = p.impl(example).Type(), p.impl(list).Type()
	if p.plain.Kind() != reflect.Pointer || p.array.Kind() != reflect.Pointer {
		return p
	}
	p.values = find(p.plain.Elem(), "values", reflect.Map)
	p.special = find(p.array.Elem(), "propValueCount", reflect.Int)
	p.present = find(p.array.Elem(), "objCount", reflect.Int)
	p.names = find(p.array.Elem(), "propNames", reflect.Slice)
	if !all || p.impl(example).Elem().FieldByIndex(p.values).Type() != reflect.TypeOf(map[unistring.String]goja.Value(nil)) {
		return p
	}
	p.property = p.kind(example, "get")
	p.usable = p.property != nil
	works := p.data(example, "data") && !p.data(example, "get") && !p.data(example, "none") &&
		p.dense(list, 2) && !p.dense(holes, 2) && p.unnamed(list)
	must(list.DefineAccessorProperty("1", getter, nil, goja.FLAG_TRUE, goja.FLAG_TRUE))
	must(list.Set("name", 1))
	p.usable = works && !p.dense(list, 2) && !p.unnamed(list)
	return p
}

// impl is what the engine keeps behind an object.
func (p *peeker) impl(o *goja.Object) reflect.Value {
	return reflect.ValueOf(o).Elem().FieldByIndex(p.self).Elem()
}

// kind is the type in which a plain object keeps a property; nil when it has none of that name.
func (p *peeker) kind(o *goja.Object, name string) reflect.Type {
	v := p.impl(o).Elem().FieldByIndex(p.values).MapIndex(reflect.ValueOf(unistring.NewFromString(name)))
	if !v.IsValid() || v.IsNil() {
		return nil
	}
	return v.Elem().Type()
}

// data reports that an own property is known to be plain data: writable, enumerable, no accessor.
func (p *peeker) data(o *goja.Object, name string) bool {
	if !p.usable || p.impl(o).Type() != p.plain {
		return false
	}
	k := p.kind(o, name)
	return k != nil && k != p.property
}

// dense reports that an array of length n is known to have no holes and only plain data elements.
func (p *peeker) dense(o *goja.Object, n int) bool {
	if !p.usable {
		return false
	}
	v := p.impl(o)
	return v.Type() == p.array && v.Elem().FieldByIndex(p.special).Int() == 0 && v.Elem().FieldByIndex(p.present).Int() == int64(n)
}

// unnamed reports that an array is known to have no property beside its elements and length, symbols
// apart.
func (p *peeker) unnamed(o *goja.Object) bool {
	if !p.usable {
		return false
	}
	v := p.impl(o)
	return v.Type() == p.array && v.Elem().FieldByIndex(p.names).Len() == 1
}
