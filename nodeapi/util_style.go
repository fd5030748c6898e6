package nodeapi

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
	"github.com/nodetimers/nodetimers/internal/nodeerr"
)

// This file is util.styleText and the question whether a stream takes colours.

var hexColor = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`)
})

// styleText is util.styleText(format, text, { validateStream = true, stream =
// process.stdout }): with a stream that is no terminal the text stays as it is.
func (u *utility) styleText(c goja.FunctionCall) goja.Value {
	vm := u.vm
	format, text, options := c.Argument(0), c.Argument(1), c.Argument(2)
	validate, stream := goja.Value(vm.ToValue(true)), goja.Value(nil)
	if !goja.IsString(text) {
		panic(nodeerr.InvalidArgType(vm, "text", "of type string", text))
	}
	if !goja.IsUndefined(options) {
		o, ok := options.(*goja.Object)
		if !ok {
			panic(nodeerr.InvalidArgType(vm, "options", "of type object", options))
		}
		if v := o.Get("validateStream"); v != nil && !goja.IsUndefined(v) && !goja.IsNull(v) {
			validate = v
		}
		stream = o.Get("stream")
	}
	check, ok := validate.Export().(bool)
	if !ok {
		panic(nodeerr.InvalidArgType(vm, "options.validateStream", "of type boolean", validate))
	}
	plain := check && !u.colorStream(stream)

	list := []goja.Value{format}
	if o, ok := format.(*goja.Object); ok && u.insp.Kind(o) == inspect.Array {
		list = nil
		for i := range int(o.Get("length").ToInteger()) {
			list = append(list, orUndefined(o.Get(strconv.Itoa(i))))
		}
	}
	before, after, s := "", "", text.String()
	for _, f := range list {
		on, off, ok := u.styleCodes(f)
		if !ok {
			continue
		}
		before, after = before+on, off+after
		// bold and dim end alike, so what ends one must begin the other again.
		keep := on == "\x1b[1m" || on == "\x1b[2m"
		s = restyle(s, on, off, keep)
	}
	if plain {
		return text
	}
	return vm.ToValue(before + s + after)
}

// styleCodes gives the sequences of one format; ok is false for "none".
func (u *utility) styleCodes(f goja.Value) (on, off string, ok bool) {
	if goja.IsString(f) {
		name := f.String()
		switch {
		case name == "none":
			return "", "", false
		case strings.HasPrefix(name, "#"):
			if !hexColor().MatchString(name) {
				panic(nodeerr.InvalidArgValue(u.vm, "format", f, "must be a valid hex color (#RGB or #RRGGBB)"))
			}
			return "\x1b[38;2;" + rgb(name[1:]) + "m", "\x1b[39m", true
		}
		if on, off, ok = u.insp.Color(name); ok {
			return on, off, true
		}
	}
	names := u.insp.Function().Get("colors").(*goja.Object).GetOwnPropertyNames()
	panic(nodeerr.InvalidArgValue(u.vm, "format", f, "must be one of: '"+strings.Join(names, "', '")+"'"))
}

// rgb turns 3 or 6 hexadecimal digits into "r;g;b".
func rgb(hex string) string {
	width := len(hex) / 3
	var parts []string
	for i := 0; i < len(hex); i += width {
		digits := hex[i : i+width]
		if width == 1 {
			digits += digits
		}
		n, _ := strconv.ParseUint(digits, 16, 8) // digits only: see hexColor
		parts = append(parts, strconv.FormatUint(n, 10))
	}
	return strings.Join(parts, ";")
}

// restyle makes a style go on behind the ends of the same kind that are in the
// text already, but for one at the very end.
func restyle(s, on, off string, keep bool) string {
	again := on
	if keep {
		again = off + on
	}
	var b strings.Builder
	for {
		i := strings.Index(s, off)
		if i < 0 || i+len(off) == len(s) {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i] + again)
		s = s[i+len(off):]
	}
}

// colorStream reports whether a stream, process.stdout by default, takes
// colours. What is no stream is refused.
func (u *utility) colorStream(stream goja.Value) bool {
	if stream == nil || goja.IsUndefined(stream) || goja.IsNull(stream) {
		process, ok := u.vm.GlobalObject().Get("process").(*goja.Object)
		if !ok {
			return false
		}
		stream = process.Get("stdout")
	}
	s, ok := stream.(*goja.Object)
	if !ok || !isFunction(orUndefined(s.Get("on"))) || !isFunction(orUndefined(s.Get("write"))) && !isFunction(orUndefined(s.Get("pipe"))) {
		panic(nodeerr.InvalidArgType(u.vm, "stream", "an instance of ReadableStream, WritableStream, or Stream", orUndefined(stream)))
	}
	if force := u.env("FORCE_COLOR"); force != "" {
		return force == "1" || force == "2" || force == "3" || force == "true"
	}
	return takesColors(s)
}

// takesColors asks a stream for isTTY and, if it can tell, its colours.
func takesColors(s *goja.Object) bool {
	if tty := s.Get("isTTY"); tty == nil || !tty.ToBoolean() {
		return false
	}
	depth, ok := goja.AssertFunction(orUndefined(s.Get("getColorDepth")))
	if !ok {
		return true
	}
	v, err := depth(s)
	if err != nil {
		panic(err)
	}
	return v.ToFloat() > 2
}
