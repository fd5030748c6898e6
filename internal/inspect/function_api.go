package inspect

import (
	"github.com/dop251/goja"
)

// makeFunction makes util.inspect: (value, options) or, as of old, (value, showHidden, depth, colors).
func (i *Inspector) makeFunction() *goja.Object {
	vm := i.vm
	f := vm.ToValue(func(c goja.FunctionCall) goja.Value {
		p := printer{Inspector: i, opt: i.defaults.settings}
		p.read(c.Arguments)
		return vm.ToValue(p.value(c.Argument(0), 0, false))
	}).(*goja.Object)
	must(f.DefineDataProperty("name", vm.ToValue("inspect"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	must(f.DefineDataProperty("length", vm.ToValue(2), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	prototype := vm.NewObject()
	must(prototype.DefineDataProperty("constructor", f, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	must(f.DefineDataProperty("prototype", prototype, goja.FLAG_TRUE, goja.FLAG_FALSE, goja.FLAG_FALSE))
	must(f.Set("custom", i.in.custom))
	get := vm.ToValue(func(goja.FunctionCall) goja.Value { return i.defaults.object })
	set := vm.ToValue(func(c goja.FunctionCall) goja.Value {
		o, ok := c.Argument(0).(*goja.Object)
		if !ok {
			if i.Invalid != nil {
				panic(i.Invalid("options", "of type object", c.Argument(0)))
			}
			panic(vm.NewTypeError(`The "options" argument must be of type object.`))
		}
		for _, name := range o.Keys() {
			if !i.defaults.Set(name, o.Get(name)) {
				panic(vm.NewTypeError("Cannot add property %s, object is not extensible", name))
			}
		}
		return goja.Undefined()
	})
	must(f.DefineAccessorProperty("defaultOptions", get, set, goja.FLAG_FALSE, goja.FLAG_FALSE))
	must(f.Set("colors", i.colors()))
	must(f.Set("styles", i.styles()))
	return f
}

// must is for definitions on objects made here, which cannot refuse them.
func must(err error) {
	if err != nil {
		panic("inspect: " + err.Error())
	}
}

// read takes over the arguments of util.inspect behind the value. Options it does not know are kept
// for the custom functions of objects.
func (p *printer) read(args []goja.Value) {
	if len(args) > 2 && !goja.IsUndefined(args[2]) {
		p.opt.set("depth", args[2])
	}
	if len(args) > 3 && !goja.IsUndefined(args[3]) {
		p.opt.set("colors", args[3])
	}
	if len(args) < 2 {
		return
	}
	if o, ok := args[1].(*goja.Object); ok {
		p.readOptions(o)
	} else if b, ok := args[1].Export().(bool); ok {
		p.opt.showHidden = b
	}
}

func (p *printer) readOptions(o *goja.Object) {
	for _, name := range o.Keys() {
		if !p.opt.set(name, o.Get(name)) && name != "stylize" && p.user == nil {
			p.user = o
		}
	}
}

// FormatOptions is util.formatWithOptions with the options as a script gives them.
func (i *Inspector) FormatOptions(options *goja.Object, args []goja.Value) string {
	p := &printer{Inspector: i, opt: i.defaults.settings}
	p.readOptions(options)
	return i.format(p, args)
}

// InspectOptions is util.inspect with the options as a script gives them.
func (i *Inspector) InspectOptions(v goja.Value, options *goja.Object) string {
	p := printer{Inspector: i, opt: i.defaults.settings}
	if options != nil {
		p.readOptions(options)
	}
	return p.value(v, 0, false)
}

// scriptOptions makes the options that a custom inspect function is called with: stylize, the
// settings, then what the script gave itself. Objects of a foreign chain get no object back that
// leads to ours.
func (p *printer) scriptOptions(foreign bool) *goja.Object {
	o := p.vm.NewObject()
	colors := p.opt.colors
	stylize := p.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		if !colors {
			return c.Argument(0)
		}
		q := printer{Inspector: p.Inspector, opt: settings{colors: true}}
		return p.vm.ToValue(q.style(c.Argument(0).String(), c.Argument(1).String()))
	}).(*goja.Object)
	must(stylize.DefineDataProperty("name", p.vm.ToValue("stylize"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	must(o.Set("stylize", stylize))
	for n, v := range p.opt.values(p.vm) {
		must(o.Set(optionNames[n], v))
	}
	if p.user != nil {
		for _, name := range p.user.Keys() {
			must(o.Set(name, p.user.Get(name)))
		}
		for _, s := range p.user.Symbols() {
			must(o.SetSymbol(s, p.user.GetSymbol(s)))
		}
	}
	if foreign {
		must(o.SetPrototype(nil))
		must(stylize.SetPrototype(nil))
		for _, name := range o.Keys() {
			if v, ok := o.Get(name).(*goja.Object); ok && v != stylize {
				must(o.Delete(name))
			}
		}
	}
	return o
}

func (i *Inspector) colors() *goja.Object {
	colors := i.vm.CreateObject(nil)
	for _, c := range colorTable {
		must(colors.Set(c.name, i.vm.NewArray(c.on, c.off)))
	}
	for _, a := range colorAliases {
		target := a[1]
		get := i.vm.ToValue(func(goja.FunctionCall) goja.Value { return colors.Get(target) })
		set := i.vm.ToValue(func(c goja.FunctionCall) goja.Value {
			must(colors.Set(target, c.Argument(0)))
			return goja.Undefined()
		})
		must(colors.DefineAccessorProperty(a[0], get, set, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
	return colors
}

func (i *Inspector) styles() *goja.Object {
	styles := i.vm.CreateObject(nil)
	for _, s := range styleTable {
		must(styles.Set(s[0], s[1]))
	}
	must(styles.Set("regexp", i.highlighter()))
	return styles
}
