package nodeapi

import (
	"strconv"

	"github.com/dop251/goja"
)

// This file compares the elements of arrays and the members of sets and maps.
// Primitives are found by their key; objects, and in loose mode primitives that
// == may match, are tried in turn. Which partner an object gets, where several
// would do, is Node's choice: it decides whether the others find one.

func indexKey(i int) propertyKey { return propertyKey{name: strconv.Itoa(i)} }

// empty reports whether an expected object holds nothing.
func (c *comparison) empty(y *goja.Object, holds contentKind) bool {
	switch holds {
	case arrayContents:
		return y.Get("length").ToInteger() == 0
	case setContents, mapContents:
		return false // asked when the members are listed
	}
	return true
}

func (c *comparison) held(x, y *goja.Object, holds contentKind) bool {
	switch holds {
	case arrayContents:
		if c.mode == partialMode {
			return c.someElements(x, y)
		}
		return c.elements(x, y)
	case setContents:
		a, b := c.members(x), c.members(y)
		return c.lengths(len(a.list), len(b.list)) && c.sets(a, b)
	case mapContents:
		a, b := c.members(x), c.members(y)
		return c.lengths(len(a.list), len(b.list)) && c.maps(a, b)
	}
	return true
}

func (c *comparison) lengths(a, b int) bool { return a == b || c.mode == partialMode && a > b }

// element reads an element; there is none at a hole.
func (c *comparison) element(o *goja.Object, i int) (v goja.Value, exists bool) {
	k := indexKey(i)
	if v = valueAt(o, k); goja.IsUndefined(v) {
		return v, c.hasOwn(o, k)
	}
	return v, true
}

func (c *comparison) elements(x, y *goja.Object) bool {
	for i := range int(x.Get("length").ToInteger()) {
		b, exists := c.element(y, i)
		if !exists {
			return c.sparse(x, y, i)
		}
		if c.mode == looseMode && goja.IsNull(b) {
			continue
		}
		a, has := c.element(x, i)
		switch {
		case !goja.IsUndefined(b):
			if goja.IsUndefined(a) || !c.values(a, b) {
				return false
			}
		case !has || !goja.IsUndefined(a) && (c.mode != looseMode || !goja.IsNull(a)):
			return false
		}
	}
	return true
}

// sparse compares arrays with holes by their keys, from the i-th on.
func (c *comparison) sparse(x, y *goja.Object, i int) bool {
	names, expected := x.Keys(), y.Keys()
	if len(names) != len(expected) {
		return false
	}
	for ; i < len(expected); i++ {
		k := propertyKey{name: expected[i]}
		a := valueAt(x, k)
		if goja.IsUndefined(a) && !c.hasOwn(x, k) || !c.values(a, valueAt(y, k)) {
			return false
		}
	}
	return true
}

// someElements looks for the expected elements among the others, in order.
func (c *comparison) someElements(x, y *goja.Object) bool {
	n, wanted, at := int(x.Get("length").ToInteger()), int(y.Get("length").ToInteger()), 0
	for i := range wanted {
		b, exists := c.element(y, i)
		if !exists {
			return c.someSparse(x, y, at, i)
		}
		for {
			a, has := c.element(x, at)
			if !has {
				return c.someSparse(x, y, at, i)
			}
			if c.values(a, b) {
				break
			}
			if at++; at > n-wanted+i {
				return false
			}
		}
		at++
	}
	return true
}

// someSparse goes on with the keys of the two arrays when a hole was met.
func (c *comparison) someSparse(x, y *goja.Object, at, from int) bool {
	names, expected := x.Keys(), y.Keys()
	wanted := len(expected) - from
	if len(names)-at < wanted {
		return false
	}
	for i := range wanted {
		b := valueAt(y, propertyKey{name: expected[from+i]})
		for ; ; at++ {
			if at > len(names)-wanted+i || at >= len(names) {
				return false
			}
			if c.values(valueAt(x, propertyKey{name: names[at]}), b) {
				break
			}
		}
		at++
	}
	return true
}

// member is one of a set, or a key of a map with its value.
type member struct{ key, value goja.Value }

// members are those of a set or map in order, and by key.
type members struct {
	list []member
	at   map[any]int
}

func (c *comparison) members(o *goja.Object) members {
	m := members{at: map[any]int{}}
	c.insp.Each(o, func(key, value goja.Value) {
		m.at[memberKey(key)] = len(m.list)
		m.list = append(m.list, member{key, orUndefined(value)})
	})
	return m
}

func (m *members) find(key goja.Value) (member, bool) {
	i, ok := m.at[memberKey(key)]
	if !ok {
		return member{}, false
	}
	return m.list[i], true
}

func (m *members) has(key goja.Value) bool { _, ok := m.find(key); return ok }

// memberKey makes a Go map key of a value, equal for what a Set takes for one:
// objects and symbols by address, the two zeros alike, NaN equal to itself.
func memberKey(v goja.Value) any {
	type bigint string
	type other string
	switch x := v.(type) {
	case *goja.Object, *goja.Symbol:
		return x
	case goja.String:
		return x.String()
	}
	switch {
	case isNaN(v):
		return other("NaN")
	case goja.IsNumber(v):
		return v.ToFloat() // Go's zeros are one key as well
	case goja.IsBigInt(v):
		return bigint(v.String())
	}
	return other(v.String())
}

// memberPool is the members of the expected collection that still want a partner. They
// are taken from the front as long as the orders agree, and from the back when
// they are reversed; else all are tried.
type memberPool struct {
	list   []member
	lo, hi int
	back   bool
}

func (p *memberPool) empty() bool { return p.lo > p.hi }

func (p *memberPool) take(equal func(member) bool) bool {
	if p.empty() {
		return false
	}
	first := p.lo
	if !p.back {
		if equal(p.list[p.lo]) {
			p.lo++
			return true
		}
		if p.lo == p.hi {
			return false
		}
		p.back = true
		first++
	}
	if equal(p.list[p.hi]) {
		p.hi--
		return true
	}
	p.back = false
	for i := p.hi - 1; i >= first; i-- {
		if equal(p.list[i]) {
			p.list[i] = p.list[p.hi]
			p.hi--
			return true
		}
	}
	return false
}

func (c *comparison) sets(a, b members) bool {
	var open memberPool
	for _, m := range b.list {
		if a.has(m.key) {
			continue
		}
		if _, ok := isObject(m.key); !ok && (c.mode != looseMode || !c.mayMatch(m.key, a, b, nil)) {
			return false
		}
		open.list = append(open.list, m)
	}
	open.hi = len(open.list) - 1
	if open.empty() {
		return true
	}
	for _, m := range a.list {
		if b.has(m.key) {
			continue
		}
		found := open.take(func(want member) bool { return c.values(m.key, want.key) })
		switch {
		case c.mode == partialMode:
			if open.empty() {
				return true
			}
		case !found:
			return false
		}
	}
	return c.mode != partialMode
}

func (c *comparison) maps(a, b members) bool {
	var open memberPool
	for _, m := range b.list {
		if _, ok := isObject(m.key); ok {
			open.list = append(open.list, m)
			continue
		}
		if have, ok := a.find(m.key); ok && c.values(have.value, m.value) {
			continue
		}
		if c.mode != looseMode || !c.mayMatch(m.key, a, b, m.value) {
			return false
		}
		open.list = append(open.list, m)
	}
	open.hi = len(open.list) - 1
	if open.empty() {
		return true
	}
	single := len(a.list) == 1
	for _, m := range a.list {
		o, ok := isObject(m.key)
		if !ok {
			if c.mode == partialMode {
				continue
			}
			if same, ok := b.find(m.key); ok {
				if c.mode != looseMode || c.values(m.value, same.value) {
					continue
				}
			} else if c.mode != looseMode {
				return false
			}
		}
		found := open.take(func(want member) bool {
			if p, both := isObject(want.key); both && ok && c.mode != looseMode && !single {
				// Node skips the test for identity here: a promise is no key that equals itself.
				return c.objects(o, p) && c.values(m.value, want.value)
			}
			return c.values(m.key, want.key) && c.values(m.value, want.value)
		})
		switch {
		case c.mode == partialMode:
			if open.empty() {
				return true
			}
		case !found:
			return false
		}
	}
	return c.mode != partialMode
}

// mayMatch reports whether a primitive that the actual collection lacks could be
// == to one it has. null and undefined equal each other only, so for a map the
// values are compared at once; symbols and words equal nothing else.
func (c *comparison) mayMatch(key goja.Value, a, b members, value goja.Value) bool {
	other := goja.Null()
	switch {
	case goja.IsUndefined(key):
	case goja.IsNull(key):
		other = goja.Undefined()
	case goja.IsString(key):
		return !goja.IsNaN(c.toNumber(goja.FunctionCall{Arguments: []goja.Value{key}}))
	case isNaN(key):
		return false
	default:
		_, isSymbol := key.(*goja.Symbol)
		return !isSymbol
	}
	have, ok := a.find(other)
	return ok && !b.has(other) && (value == nil || c.values(have.value, value))
}
