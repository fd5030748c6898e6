// Package inspect prints goja values as Node's util.inspect and util.format do, to the byte.
//
// An Inspector belongs to one runtime. It reads objects through the Go API and through builtins it
// captured when it was made, so what a script later does to Array.prototype, Object.keys or
// Symbol.iterator neither breaks nor changes what is printed. Scripts run only where Node lets them:
// custom inspect functions, getters of `name`, `stack` or Symbol.toStringTag, and getters at large
// when the option getters asks for it.
//
// How a value becomes text: value.go decides what kind of thing it is and which prefix, braces and
// entries it has; each entry is text already, made by the same way one level deeper; layout.go puts
// the entries on one line, in columns or one below the other. names.go finds constructor names and
// keys, errors.go the stack of errors, format.go replaces the %-sequences.
//
// What differs from Node: an object whose prototype was taken away prints as Object where V8 still
// knows its class; iterators of maps and sets do not show what is left in them, because looking would
// take it; a stylize function among the options is not called, colors decides; lone surrogates that
// Node would pass on print as U+FFFD.
//
// Costs: a string 15 ns; an object about 1 us and 0.5 us more for each property; 3 us for a property
// of a kind of object that peek.go does not know.
//
// All methods must be called on the runtime's goroutine. They panic with a JavaScript exception
// where a script's own code throws and Node would let it pass.
package inspect

import (
	"math"
	"reflect"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/realm"
)

// Inspectable is implemented by Go values behind goja objects (Object.Export) that print as another
// object: one whose symbol-keyed fields a DynamicObject cannot hold, for example.
type Inspectable interface {
	InspectAs(vm *goja.Runtime) *goja.Object
}

// Inspector prints the values of one runtime. New makes it.
type Inspector struct {
	vm       *goja.Runtime
	in       intrinsics
	peek     peeker
	function *goja.Object // the JavaScript function util.inspect
	defaults *defaults    // what util.inspect.defaultOptions shows and changes
	hooked   map[reflect.Type]bool

	// Invalid makes the exception for an argument of the wrong type; nil means a plain TypeError.
	Invalid func(name, expected string, got goja.Value) *goja.Object

	// Cwd gives the directory that is greyed in coloured stacks; nil means there is none.
	Cwd func() string
}

type inspectorKey struct{}

// New returns the Inspector of a runtime. It is made on the first call, which should come before
// scripts run: builtins are captured then.
func New(vm *goja.Runtime) *Inspector {
	return realm.Of(vm).Value(inspectorKey{}, func(vm *goja.Runtime) any {
		i := &Inspector{vm: vm, hooked: map[reflect.Type]bool{}}
		i.in.capture(vm)
		i.peek = newPeeker(vm)
		i.defaults = newDefaults(i)
		i.function = i.makeFunction()
		return i
	}).(*Inspector)
}

// Inspect prints a value. The zero Options are Node's defaults, including changes that a script made
// to util.inspect.defaultOptions.
func (i *Inspector) Inspect(v goja.Value, o Options) string {
	p := printer{Inspector: i, opt: i.defaults.settings}
	o.apply(&p.opt)
	return p.value(v, 0, false)
}

// Function returns the JavaScript function util.inspect with its properties custom, defaultOptions,
// colors and styles.
func (i *Inspector) Function() *goja.Object { return i.function }

// printer is one run of Inspect: the settings and where in the value we are.
type printer struct {
	*Inspector
	opt  settings
	user *goja.Object // the options a script gave, when they have keys that are not ours

	indent   int            // columns that lines of the current entry start with
	seen     []*goja.Object // the objects being printed, outermost first
	circular map[*goja.Object]int
	standIns map[*goja.Object]*goja.Object // what Inspectables print as
	deepest  int                           // level of the object entered last
	budget   map[int]int                   // bytes printed so far, by indentation
}

// outputLimit bounds the text at one indentation, as in Node: beyond it objects are not entered.
const outputLimit = 1 << 27

// maxLevels bounds the recursion about where Node meets the end of its stack. Time and text grow with
// the square of the depth.
const maxLevels = 900

// noLevel is the level of values that Node prints without one: no depth ends them and their entries
// never share a line.
const noLevel = -1 << 30

// beyond says whether objects at this level are abbreviated. With NaN, a script's undefined, none is.
func (p *printer) beyond(level int) bool { return float64(level) > p.opt.depth }

// limit splits n entries into those shown and those counted only.
func limit(most float64, n int) (shown, more int) {
	if math.IsNaN(most) {
		return 0, 0
	}
	if shown = n; most < float64(n) {
		shown = int(math.Max(0, most))
	}
	return shown, n - shown
}
