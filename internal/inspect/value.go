package inspect

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// An entryKind says how entries are laid out and whether they carry their key.
type entryKind int

const (
	object  entryKind = iota // key: value
	element                  // an element of an array: no key
	extra                    // a named property of an array
)

// value prints anything. A proxy is looked through without running its traps.
func (p *printer) value(v goja.Value, level int, nested bool) string {
	o, ok := v.(*goja.Object)
	if !ok {
		return p.primitive(v)
	}
	this, proxies := o, 0
	t := o.ExportType()
	for ; t == typeProxy; t = o.ExportType() {
		proxy := o.Export().(goja.Proxy)
		target := proxy.Target()
		if target != nil && proxy.Handler().ExportType() == typeNativeHandler {
			o = target // made by Go code: not the script's business
			continue
		}
		if p.opt.showProxy {
			if target == nil {
				return p.style("<Revoked Proxy>", "special")
			}
			return p.proxy(target, proxy.Handler(), level)
		}
		if target == nil {
			return p.wrapProxies(p.style("<Revoked Proxy>", "special"), proxies)
		}
		o = target
		proxies++
	}
	if p.inspectable(t) {
		o = p.standIn(o)
	}
	if p.opt.customInspect {
		if s, done := p.customized(o, this, proxies > 0, level); done {
			return s
		}
	}
	for _, s := range p.seen {
		if s == o {
			return p.style("[Circular *"+strconv.Itoa(p.reference(o))+"]", "special")
		}
	}
	return p.wrapProxies(p.object(o, level, nested), proxies)
}

func (p *printer) wrapProxies(s string, n int) string {
	for range n {
		s = p.style("Proxy(", "special") + s + p.style(")", "special")
	}
	return s
}

// standIn is the object that is printed for an Inspectable: the same one each time it comes up, so
// that a cycle is seen.
func (p *printer) standIn(o *goja.Object) *goja.Object {
	as, ok := p.standIns[o]
	if !ok {
		if as = o.Export().(Inspectable).InspectAs(p.vm); as == nil {
			as = o
		}
		if p.standIns == nil {
			p.standIns = map[*goja.Object]*goja.Object{}
		}
		p.standIns[o] = as
	}
	return as
}

// inspectable reports whether values of a Go type print as another object. The engine's own types
// are dismissed first; the answer for others is kept.
func (p *printer) inspectable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Map, reflect.Slice, reflect.Func:
		if t.NumMethod() == 0 {
			return false
		}
	}
	is, ok := p.hooked[t]
	if !ok {
		is = t.Implements(typeInspectable)
		p.hooked[t] = is
	}
	return is
}

// reference numbers an object that contains itself.
func (p *printer) reference(o *goja.Object) int {
	n, ok := p.circular[o]
	if !ok {
		if p.circular == nil {
			p.circular = map[*goja.Object]int{}
		}
		n = len(p.circular) + 1
		p.circular[o] = n
	}
	return n
}

// shape is what is known of an object before its entries are printed.
type shape struct {
	typeName
	base        string // printed in front of the braces: a function, a date, an error
	open, close string
	keys        []key
	kind        entryKind
	entries     func(level int) []string // elements, before the properties
	getters     []string                 // names of getters that count as properties: byteLength
	nested      bool                     // a typed array, whose buffer is abbreviated
	done        bool                     // base is all there is
	inherited   []string
}

// object prints an object that is not a proxy and has no inspect function of its own.
func (p *printer) object(o *goja.Object, level int, nested bool) string {
	var s shape
	var inherited *[]string
	if p.opt.showHidden && !p.beyond(level) {
		inherited = &s.inherited
	}
	s.typeName = p.typeOf(o, level, inherited)
	if p.describe(o, level, nested, &s); s.done {
		return s.base
	}
	if p.beyond(level) || level > maxLevels {
		return p.abbreviated(o, &s, level)
	}
	level++
	p.seen = append(p.seen, o)
	p.deepest = level
	var out []string
	if s.entries != nil {
		out = s.entries(level)
	}
	for _, name := range s.getters {
		out = append(out, p.getterProperty(o, name, level, s.nested))
	}
	elements := len(out)
	for _, k := range s.keys {
		d, ok := p.ownKey(o, k)
		if !ok {
			d.enumerable = true
			if k.name == "cause" || k.name == "errors" { // added for an error by name; gone meanwhile
				d.enumerable = false
			}
		}
		out = append(out, p.property(o, k, d, level, s.kind, o))
	}
	out = append(out, s.inherited...)
	if n, ok := p.circular[o]; ok {
		p.addReference(&s, n)
	}
	p.seen = p.seen[:len(p.seen)-1]
	if p.opt.sorted {
		if s.kind == object {
			p.sort(out)
		} else {
			p.sort(out[elements : elements+len(s.keys)])
		}
	}
	text := p.layout(out, s.base, s.open, s.close, s.kind, level, o)
	if p.budget == nil {
		p.budget = map[int]int{}
	}
	if p.budget[p.indent] += len(text); p.budget[p.indent] > outputLimit {
		p.opt.depth = -1
	}
	return text
}

func (p *printer) addReference(s *shape, n int) {
	ref := p.style("<ref *"+strconv.Itoa(n)+">", "special")
	switch {
	case p.opt.compact == CompactAll:
		s.open = ref + " " + s.open
	case s.base == "":
		s.base = ref
	default:
		s.base = ref + " " + s.base
	}
}

// abbreviated is what is printed of an object too deep down: "[Object]", "[Array]", "[Foo]".
func (p *printer) abbreviated(o *goja.Object, s *shape, level int) string {
	name := strings.TrimSuffix(s.plain(p.className(o)), " ")
	if level > maxLevels {
		return p.style("["+name+": Inspection interrupted prematurely. Maximum call stack size exceeded.]", "special")
	}
	if !s.null {
		name = "[" + name + "]"
	}
	return p.style(name, "special")
}

// proxy prints target and handler, for showProxy.
func (p *printer) proxy(target, handler *goja.Object, level int) string {
	if p.beyond(level) {
		return p.style("Proxy [Array]", "special")
	}
	level++
	p.indent += 2
	out := []string{p.value(target, level, false), p.value(handler, level, false)}
	p.indent -= 2
	return p.layout(out, "", "Proxy [", "]", extra, level, nil)
}

// customized calls the object's own inspect function. done is false when there is none or it
// returned the object itself.
func (p *printer) customized(o, this *goja.Object, proxied bool, level int) (s string, done bool) {
	v := o.GetSymbol(p.in.custom)
	f, ok := v.(*goja.Object)
	if !ok || f == p.function {
		return "", false
	}
	custom, ok := goja.AssertFunction(f)
	if !ok {
		return "", false
	}
	if c, ok := p.own(o, p.vm.ToValue("constructor")); ok { // a prototype is no instance
		if f, ok := c.value.(*goja.Object); ok && f.Get("prototype") == goja.Value(o) {
			return "", false
		}
	}
	var depth goja.Value = goja.Null()
	if !p.opt.depthNull {
		depth = p.vm.ToValue(p.opt.depth - float64(level))
	}
	foreign := proxied || !inherits(this, p.in.proto["Object"])
	ret, err := custom(this, depth, p.scriptOptions(foreign), p.function)
	if err != nil {
		panic(err)
	}
	if r, ok := ret.(*goja.Object); ok && r == this {
		return "", false
	}
	if !goja.IsString(ret) {
		return p.value(ret, level, false), true
	}
	return indented(ret.String(), p.indent), true
}

func indented(s string, n int) string {
	if n == 0 {
		return s
	}
	return strings.ReplaceAll(s, "\n", "\n"+strings.Repeat(" ", n))
}
