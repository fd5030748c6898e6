package nodeerr

import (
	"math"
	"math/big"
	"strings"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
)

// InvalidArgType makes the ERR_INVALID_ARG_TYPE TypeError for an argument, or for a property of one
// when the name has a dot. A name may also be words that end in " argument". expected completes
// "must be": "of type function", "an instance of AbortSignal", "one of type string or Buffer".
func InvalidArgType(vm *goja.Runtime, name, expected string, got goja.Value) *goja.Object {
	return New(vm, "TypeError", "ERR_INVALID_ARG_TYPE",
		"The "+subject(name)+" must be "+expected+". Received "+Received(vm, got))
}

// InvalidArgValue makes the ERR_INVALID_ARG_VALUE TypeError; reason completes "The argument 'x' ".
// Without one it is "is invalid". The value is printed as util.inspect prints it.
func InvalidArgValue(vm *goja.Runtime, name string, got goja.Value, reason string) *goja.Object {
	if reason == "" {
		reason = "is invalid"
	}
	kind := "argument"
	if strings.Contains(name, ".") {
		kind = "property"
	}
	shown := inspect.New(vm).Inspect(got, inspect.Options{})
	if n := utf16Len(shown); n > 128 {
		shown = utf16Prefix(shown, 128) + "..."
	}
	return New(vm, "TypeError", "ERR_INVALID_ARG_VALUE", "The "+kind+" '"+name+"' "+reason+". Received "+shown)
}

// OutOfRange makes the ERR_OUT_OF_RANGE RangeError; rng completes "It must be": ">= 0", "an integer".
func OutOfRange(vm *goja.Runtime, name, rng string, got goja.Value) *goja.Object {
	return New(vm, "RangeError", "ERR_OUT_OF_RANGE",
		`The value of "`+name+`" is out of range. It must be `+rng+". Received "+quantity(vm, got))
}

// subject is how a message names what is wrong.
func subject(name string) string {
	switch {
	case strings.HasSuffix(name, " argument"):
		return name
	case strings.Contains(name, "."):
		return `"` + name + `" property`
	}
	return `"` + name + `" argument`
}

// Received describes a value as Node's messages do after "Received": "undefined", "function f", "an
// instance of Foo", "type string ('x')". It never throws for plain data; a getter of a script may.
func Received(vm *goja.Runtime, v goja.Value) string {
	if v == nil || goja.IsUndefined(v) {
		return "undefined"
	}
	if goja.IsNull(v) {
		return "null"
	}
	if o, ok := v.(*goja.Object); ok {
		return receivedObject(vm, o)
	}
	switch x := v.(type) {
	case *goja.Symbol:
		return "type symbol (Symbol(" + x.String() + "))"
	case goja.String:
		return "type string (" + quoted(x.String()) + ")"
	}
	switch {
	case goja.IsBigInt(v):
		return "type bigint (" + v.String() + "n)"
	case goja.IsNumber(v):
		return "type number (" + number(v) + ")"
	}
	return "type boolean (" + v.String() + ")"
}

func receivedObject(vm *goja.Runtime, o *goja.Object) string {
	if _, ok := goja.AssertFunction(o); ok {
		return "function " + field(o, "name")
	}
	if c := o.Get("constructor"); c != nil && !goja.IsUndefined(c) && !goja.IsNull(c) {
		if n := c.ToObject(vm).Get("name"); goja.IsString(n) && n.String() != "" {
			return "an instance of " + n.String()
		}
	}
	return inspect.New(vm).Inspect(o, inspect.Options{Depth: inspect.Number(-1)})
}

// quoted shows at most 28 UTF-16 units; more are cut to 25. Nothing is escaped but in the form with
// double quotes, which is JSON.
func quoted(s string) string {
	if utf16Len(s) > 28 {
		s = utf16Prefix(s, 25) + "..."
	}
	if !strings.Contains(s, "'") {
		return "'" + s + "'"
	}
	return inspect.JSONString(s)
}

// number keeps the sign of zero, which a conversion to string loses.
func number(v goja.Value) string {
	if f := v.ToFloat(); f == 0 && math.Signbit(f) {
		return "-0"
	}
	return v.String()
}

// quantity prints a value for a range message: integers beyond 2^32 get a separator between groups
// of three characters, whatever those are.
func quantity(vm *goja.Runtime, v goja.Value) string {
	const limit = 1 << 32
	switch {
	case v != nil && goja.IsNumber(v):
		f := v.ToFloat()
		if f == math.Trunc(f) && !math.IsInf(f, 0) && math.Abs(f) > limit {
			return grouped(v.String())
		}
	case v != nil && goja.IsBigInt(v):
		s := v.String()
		if b, ok := new(big.Int).SetString(s, 10); ok && b.CmpAbs(big.NewInt(limit)) > 0 {
			s = grouped(s)
		}
		return s + "n"
	}
	return inspect.New(vm).Inspect(v, inspect.Options{})
}

func grouped(s string) string {
	start := 0
	if strings.HasPrefix(s, "-") {
		start = 1
	}
	out, i := "", len(s)
	for ; i >= start+4; i -= 3 {
		out = "_" + s[i-3:i] + out
	}
	return s[:i] + out
}

// utf16Len and utf16Prefix count as JavaScript does. A cut through a surrogate pair leaves U+FFFD.
func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

func utf16Prefix(s string, units int) string {
	n := 0
	for i, r := range s {
		w := 1
		if r > 0xffff {
			w = 2
		}
		switch {
		case n == units:
			return s[:i]
		case n+w > units:
			return s[:i] + "\ufffd"
		}
		n += w
	}
	return s
}
