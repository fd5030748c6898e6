package inspect

import (
	"math"

	"github.com/dop251/goja"
)

// Options are those of util.inspect. The zero value of each field is Node's default; pointers tell a
// value that was given from one that was not.
type Options struct {
	ShowHidden       bool     // also properties that are not enumerable
	Depth            *float64 // levels of nested objects shown: 2. math.Inf(1) for all
	Colors           bool     // ANSI sequences, as util.inspect.styles says
	NoCustomInspect  bool     // do not call the objects' own inspect functions
	ShowProxy        bool     // target and handler of a proxy
	MaxArrayLength   *float64 // entries shown of arrays, maps, sets: 100
	MaxStringLength  *float64 // UTF-16 units shown of a string: 10000
	BreakLength      *float64 // columns of a line: 80
	Compact          *int     // innermost levels put on one line: 3. CompactAll is Node's true
	Sorted           bool     // entries in the order of their text
	Getters          string   // getters to call: "", "all", "get" (without a setter), "set" (with one)
	NumericSeparator bool     // 1_000_000
}

// CompactAll is the value of Options.Compact that stands for Node's `compact: true`.
const CompactAll = -1

// Number returns a pointer to n, for the fields of Options.
func Number(n float64) *float64 { return &n }

// settings is what the printer reads: complete options.
type settings struct {
	showHidden, colors, customInspect, showProxy, numericSeparator bool

	depth           float64 // +Inf for null too
	depthNull       bool    // the script said null; custom functions are told so
	maxArrayLength  float64
	maxStringLength float64
	breakLength     float64
	compact         int // CompactAll, or 0 for false
	sorted          bool
	comparator      goja.Callable
	getters         string
}

func (o *Options) apply(s *settings) {
	s.showHidden = s.showHidden || o.ShowHidden
	s.colors = s.colors || o.Colors
	s.customInspect = s.customInspect && !o.NoCustomInspect
	s.showProxy = s.showProxy || o.ShowProxy
	s.numericSeparator = s.numericSeparator || o.NumericSeparator
	s.sorted = s.sorted || o.Sorted
	if o.Getters != "" {
		s.getters = o.Getters
	}
	if o.Compact != nil {
		s.compact = *o.Compact
	}
	if o.Depth != nil {
		s.depth, s.depthNull = *o.Depth, false
	}
	for _, f := range []struct{ from, to *float64 }{
		{o.MaxArrayLength, &s.maxArrayLength}, {o.MaxStringLength, &s.maxStringLength}, {o.BreakLength, &s.breakLength},
	} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
}

// optionNames are the options in Node's order.
var optionNames = []string{
	"showHidden", "depth", "colors", "customInspect", "showProxy", "maxArrayLength",
	"maxStringLength", "breakLength", "compact", "sorted", "getters", "numericSeparator",
}

// set takes over one option as a script gives it and reports whether there is such an option.
func (s *settings) set(name string, v goja.Value) bool {
	switch name {
	case "showHidden":
		s.showHidden = v.ToBoolean()
	case "depth":
		s.depth, s.depthNull = number(v), goja.IsNull(v)
	case "colors":
		s.colors = v.ToBoolean()
	case "customInspect":
		s.customInspect = v.ToBoolean()
	case "showProxy":
		s.showProxy = v.ToBoolean()
	case "maxArrayLength":
		s.maxArrayLength = number(v)
	case "maxStringLength":
		s.maxStringLength = number(v)
	case "breakLength":
		s.breakLength = number(v)
	case "compact":
		s.compact = 0
		if goja.IsNumber(v) {
			s.compact = int(max(0, v.ToInteger()))
		} else if b, ok := v.Export().(bool); ok && b {
			s.compact = CompactAll
		}
	case "sorted":
		s.sorted = v.ToBoolean()
		s.comparator, _ = goja.AssertFunction(v)
	case "getters":
		switch x := v.Export().(type) {
		case bool:
			s.getters = ""
			if x {
				s.getters = "all"
			}
		case string:
			s.getters = x
		default:
			s.getters = ""
		}
	case "numericSeparator":
		s.numericSeparator = v.ToBoolean()
	default:
		return false
	}
	return true
}

// number reads an option that may be null for "no limit". undefined is NaN: all comparisons fail.
func number(v goja.Value) float64 {
	if goja.IsNull(v) {
		return math.Inf(1)
	}
	return v.ToFloat()
}

// values gives the settings back as a script sees them, in the order of optionNames.
func (s *settings) values(vm *goja.Runtime) []goja.Value {
	depth := vm.ToValue(s.depth)
	if s.depthNull {
		depth = goja.Null()
	} else if math.IsNaN(s.depth) {
		depth = goja.Undefined()
	}
	var compact, sorted, getters any = s.compact, s.sorted, s.getters
	if s.compact == CompactAll {
		compact = true
	}
	switch s.getters {
	case "":
		getters = false
	case "all":
		getters = true
	}
	out := []goja.Value{vm.ToValue(s.showHidden), depth}
	for _, v := range []any{s.colors, s.customInspect, s.showProxy, s.maxArrayLength,
		s.maxStringLength, s.breakLength, compact, sorted, getters, s.numericSeparator} {
		out = append(out, vm.ToValue(v))
	}
	return out
}

// defaults is the object util.inspect.defaultOptions. It keeps the values as scripts set them and
// the settings made of them, so that a call without options converts nothing.
type defaults struct {
	settings
	values map[string]goja.Value
	object *goja.Object
}

func newDefaults(i *Inspector) *defaults {
	d := &defaults{values: map[string]goja.Value{}}
	d.settings = settings{customInspect: true, depth: 2, maxArrayLength: 100, maxStringLength: 10000, breakLength: 80, compact: 3}
	for n, v := range d.settings.values(i.vm) {
		d.values[optionNames[n]] = v
	}
	d.object = i.vm.NewDynamicObject(d)
	return d
}

// Get, Set, Has, Delete and Keys make defaults a goja.DynamicObject. It is sealed as Node's is: keys
// are neither added nor removed.
func (d *defaults) Get(key string) goja.Value { return d.values[key] }

// Set changes a default for all later calls without that option.
func (d *defaults) Set(key string, v goja.Value) bool {
	if !d.settings.set(key, v) {
		return false
	}
	d.values[key] = v
	return true
}

// Has reports whether there is such an option.
func (d *defaults) Has(key string) bool { return d.values[key] != nil }

// Delete refuses.
func (d *defaults) Delete(key string) bool { return !d.Has(key) }

// Keys lists the options in Node's order.
func (d *defaults) Keys() []string { return optionNames }
