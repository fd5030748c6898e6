package inspect

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/stack"
)

// errorBase prints an error without its properties: its stack, with the class in the first line, and
// in brackets when there are no frames. It drops from s.keys what the stack shows already and adds
// cause and errors, which are printed although they are not enumerable.
func (p *printer) errorBase(o *goja.Object, s *shape) string {
	text, ok := p.stackText(o)
	if !ok {
		return call(p.in.objectToString, o).String()
	}
	message, messageOK := p.get(o, "message")
	name, nameOK := p.get(o, "name")
	if !p.opt.showHidden && len(s.keys) > 0 {
		drop := func(key string) {
			if i := keyIndex(s.keys, key); i >= 0 {
				s.keys = slices.Delete(s.keys, i, i+1)
			}
		}
		shown := func(v goja.Value) bool { return !goja.IsString(v) || strings.Contains(text, v.String()) }
		drop("stack")
		if messageOK && shown(message) {
			drop("message")
		}
		if nameOK && shown(name) {
			drop("name")
		}
	}
	if p.HasOwn(o, p.vm.ToValue("cause")) && keyIndex(s.keys, "cause") < 0 {
		s.keys = append(s.keys, key{name: "cause"})
	}
	if v, ok := p.get(o, "errors"); ok {
		if list, ok := v.(*goja.Object); ok && isArray(list) && p.HasOwn(o, p.vm.ToValue("errors")) && keyIndex(s.keys, "errors") < 0 {
			s.keys = append(s.keys, key{name: "errors"})
		}
	}
	if goja.IsUndefined(name) || goja.IsNull(name) {
		name = p.vm.ToValue("Error")
	}
	text = nameInStack(text, name, s)

	// The frames start behind the message, which may contain what looks like one.
	from := 0
	if goja.IsString(message) && message.String() != "" {
		if i := strings.Index(text, message.String()); i > 0 {
			from = i + len(message.String())
		}
	}
	at := strings.Index(text[from:], "\n    at")
	if at < 0 {
		text = "[" + text + "]"
	} else {
		at += from
		lines := p.stackLines(o, strings.Split(text[at+1:], "\n"))
		text = text[:at] + "\n" + strings.Join(lines, "\n")
	}
	return indented(text, p.indent)
}

func isArray(o *goja.Object) bool {
	for o.ExportType() == typeProxy {
		if o = o.Export().(goja.Proxy).Target(); o == nil {
			return false
		}
	}
	return o.ClassName() == "Array"
}

func keyIndex(keys []key, name string) int {
	return slices.IndexFunc(keys, func(k key) bool { return k.symbol == nil && k.name == name })
}

// stackText reads the stack of an error. Without one the text of the error itself is taken; ok is
// false when not even that can be had.
func (p *printer) stackText(o *goja.Object) (text string, ok bool) {
	stack.Normalize(p.vm, o)
	v, _ := p.get(o, "stack")
	ex := p.vm.Try(func() {
		switch {
		case !v.ToBoolean():
			text = call(p.in.errorToString, o).String()
		case goja.IsString(v):
			text = v.String()
		default: // what a script's Error.prepareStackTrace returned
			p.seen = append(p.seen, o)
			p.indent += 4
			inner := p.value(v, noLevel, false)
			p.indent -= 4
			p.seen = p.seen[:len(p.seen)-1]
			text = call(p.in.errorToString, o).String() + "\n    " + inner
		}
	})
	return text, ex == nil
}

// nameInStack puts the class into the first line where that has only the error's name: a class Foo
// with the name Error prints as "Foo: ...", one whose name is not part of it as "Foo [Error]: ...".
func nameInStack(text string, v goja.Value, s *shape) string {
	if !goja.IsString(v) {
		return strings.Replace(text, v.String(), v.String()+" ["+strings.TrimSuffix(s.prefix("Error", ""), " ")+"]", 1)
	}
	name := v.String()
	n := len(name)
	regular := strings.HasSuffix(name, "Error") && strings.HasPrefix(text, name) &&
		(len(text) == n || text[n] == ':' || text[n] == '\n')
	if !s.null && !regular {
		return text
	}
	fallback := "Error"
	if s.null {
		fallback = leadingClass(text)
		n = len(fallback)
		if n == 0 {
			fallback = "Error"
		}
	}
	prefix := strings.TrimSuffix(s.prefix(fallback, ""), " ")
	switch {
	case name == prefix:
		return text
	case !strings.Contains(prefix, name):
		return prefix + " [" + name + "]" + text[n:]
	case n == 0:
		return prefix + ": " + text
	}
	return prefix + text[n:]
}

var classPatterns = sync.OnceValue(func() [2]*regexp.Regexp {
	return [2]*regexp.Regexp{
		regexp.MustCompile(`^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n {4}at)`),
		regexp.MustCompile(`^([a-z_A-Z0-9-]*Error)$`),
	}
})

// leadingClass finds what looks like a class name at the start of a stack.
func leadingClass(text string) string {
	for _, r := range classPatterns() {
		if m := r.FindStringSubmatch(text); m != nil {
			return m[1]
		}
	}
	return ""
}

// stackLines shortens the frames: those shared with the cause, and repetitions by recursion.
func (p *printer) stackLines(o *goja.Object, lines []string) []string {
	if v, ok := p.get(o, "cause"); ok {
		if c, isObject := v.(*goja.Object); isObject && p.IsError(c) {
			if text, ok := p.stackText(c); ok {
				if at := strings.Index(text, "\n    at"); at >= 0 {
					lines = p.dropShared(lines, strings.Split(text[at+1:], "\n"))
				}
			}
		}
	}
	if len(lines) > 10 {
		lines = p.collapse(lines)
	}
	if p.opt.colors {
		for i, line := range lines {
			lines[i] = p.colorFrame(line)
		}
	}
	return lines
}

// dropShared replaces the first run of more than three lines that the cause has too, but for its
// first and last line.
func (p *printer) dropShared(lines, cause []string) []string {
	for i := 0; i < len(lines)-3; i++ {
		at := slices.Index(cause, lines[i])
		if at < 0 {
			continue
		}
		n := 1
		for i+n < len(lines) && at+n < len(cause) && lines[i+n] == cause[at+n] {
			n++
		}
		if n > 3 {
			note := p.style("    ... "+strconv.Itoa(n-2)+" lines matching cause stack trace ...", "undefined")
			return slices.Replace(slices.Clone(lines), i+1, i+n-1, note)
		}
	}
	return lines
}

// collapse replaces repetitions of a block of lines that follow it directly by a note. Of several
// possible blocks the one that hides most lines is taken, of equals the shortest.
func (p *printer) collapse(lines []string) []string {
	out := make([]string, 0, len(lines))
	for i := 0; i < len(lines); {
		size, times := 0, 0
		for n := 1; i+2*n <= len(lines); n++ {
			k := 0
			for i+(k+2)*n <= len(lines) && slices.Equal(lines[i:i+n], lines[i+(k+1)*n:i+(k+2)*n]) {
				k++
			}
			if k*n > size*times {
				size, times = n, k
			}
		}
		if size*times < 3 {
			out = append(out, lines[i])
			i++
			continue
		}
		out = append(out, lines[i:i+size]...)
		note := "lines ..."
		if times > 1 {
			note = strconv.Itoa(size) + " lines " + strconv.Itoa(times) + " times..."
		}
		out = append(out, p.style("    ... collapsed "+strconv.Itoa(size*times)+" duplicate lines matching above "+note, "undefined"))
		i += size * (times + 1)
	}
	return out
}
