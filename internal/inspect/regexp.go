package inspect

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// highlighter makes util.inspect.styles.regexp: a function that colours the text of a regular
// expression by the depth of its groups. Its property colors is the palette, for scripts to change.
func (i *Inspector) highlighter() *goja.Object {
	var f *goja.Object
	f = i.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		return i.vm.ToValue(highlight(c.Argument(0).String(), i.palette(f)))
	}).(*goja.Object)
	must(f.DefineDataProperty("name", i.vm.ToValue("highlightRegExp"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	must(f.DefineDataProperty("length", i.vm.ToValue(1), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	names := make([]any, len(paletteNames))
	for n, name := range paletteNames {
		names[n] = name
	}
	must(f.Set("colors", i.vm.NewArray(names...)))
	return f
}

var paletteNames = []string{"green", "red", "yellow", "cyan", "magenta"}

// palette reads the colours of the highlighter; without usable ones it is nil.
func (i *Inspector) palette(f *goja.Object) [][2]string {
	names := paletteNames
	if list, ok := f.Get("colors").(*goja.Object); ok {
		if n := int(list.Get("length").ToInteger()); n > 0 {
			names = nil
			for k := range n {
				names = append(names, list.Get(strconv.Itoa(k)).String())
			}
		}
	}
	var out [][2]string
	for _, name := range names {
		if on, off, ok := i.Color(name); ok {
			out = append(out, [2]string{on, off})
		}
	}
	return out
}

// patternScanner walks over a regular expression and colours its tokens. The colour of a token is
// that of the groups around it plus an offset for what it is: a literal one, a dot two, an operator
// three. It takes anything; what is not well formed is coloured as literals.
type patternScanner struct {
	src     string
	at      int
	depth   int
	palette [][2]string
	out     strings.Builder
}

const (
	literal  = 1
	dot      = 2
	operator = 3
)

func highlight(src string, palette [][2]string) string {
	if len(palette) == 0 || src == "" {
		return src
	}
	s := patternScanner{src: src, at: 1, palette: palette}
	s.write("/", 0)
	s.depth = 1
	for s.at < len(src) && src[s.at] != '/' {
		switch c := src[s.at]; c {
		case '[':
			s.class()
		case '(':
			s.group()
		case ')':
			s.at++
			s.depth--
			s.write(")", 0)
		case '\\':
			s.escape()
		case '{':
			s.quantifier()
		case '|', '+', '*', '?', ',', '^', '$':
			s.take(1, operator)
		case '.':
			s.take(1, dot)
		default:
			s.take(s.char(), literal)
		}
	}
	s.write("/", -1)
	if s.at++; s.at < len(src) {
		s.write(src[s.at:], 0)
	}
	return s.out.String()
}

// write colours a token.
func (s *patternScanner) write(token string, offset int) {
	c := s.palette[0]
	if n := (s.depth + offset) % len(s.palette); n >= 0 {
		c = s.palette[n]
	}
	s.out.WriteString(c[0] + token + c[1])
}

// take colours the next n bytes.
func (s *patternScanner) take(n, offset int) {
	n = min(n, len(s.src)-s.at)
	s.write(s.src[s.at:s.at+n], offset)
	s.at += n
}

// char is the length of the character at hand.
func (s *patternScanner) char() int {
	for i := range s.src[s.at:] {
		if i > 0 {
			return i
		}
	}
	return len(s.src) - s.at
}

func (s *patternScanner) next(i int) byte {
	if s.at+i < len(s.src) {
		return s.src[s.at+i]
	}
	return 0
}

// class colours [...] with its ranges and escapes.
func (s *patternScanner) class() {
	s.take(1, 0)
	s.depth++
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == ']':
			s.depth--
			s.take(1, 0)
			return
		case c == '\\':
			switch s.next(1) {
			case 'u', 'p', 'P':
				if s.next(2) == '{' {
					s.bracketed(3, '}', 0)
					continue
				}
				s.take(2, 0)
			case 'x':
				s.take(4, 0)
			default:
				s.take(1+s.charAt(1), 0)
			}
		case c == '-' && s.src[s.at-1] != '[' && s.next(1) != 0 && s.next(1) != ']':
			s.take(1, 1)
		default:
			s.take(s.char(), 0)
		}
	}
}

func (s *patternScanner) charAt(i int) int {
	t := patternScanner{src: s.src, at: s.at + i}
	return t.char()
}

// group colours what opens a group.
func (s *patternScanner) group() {
	s.take(1, 0)
	s.depth++
	if s.next(0) != '?' {
		return
	}
	switch a, b := s.next(1), s.next(2); {
	case a == ':' || a == '=' || a == '!':
		s.take(2, -1)
	case a == '<' && (b == '=' || b == '!'):
		s.take(3, -1)
	case a == '<':
		s.take(2, -1)
		if end := strings.IndexByte(s.src[s.at:], '>'); end >= 0 {
			s.take(end, 0)
			s.take(1, -1)
		} else {
			s.take(len(s.src)-s.at, 0)
		}
	default:
		s.take(1, 0)
	}
}

// escape colours a backslash and what belongs to it.
func (s *patternScanner) escape() {
	switch c := s.next(1); {
	case (c == 'u' || c == 'p' || c == 'P') && s.next(2) == '{':
		s.bracketed(3, '}', 0)
	case c == 'k' && s.next(2) == '<':
		s.bracketed(3, '>', -1)
	case c == 'x':
		s.take(4, literal)
	case c >= '0' && c <= '9':
		n := 2
		for s.next(n) >= '0' && s.next(n) <= '9' {
			n++
		}
		s.take(n, literal)
	default:
		s.take(1+s.charAt(1), literal)
	}
}

// bracketed colours \u{61} and its like: an opening of n bytes, a name one deeper, the end. Without
// an end the opening is a literal.
func (s *patternScanner) bracketed(n int, end byte, offset int) {
	length := strings.IndexByte(s.src[s.at+n:], end)
	if length < 0 {
		s.take(n, literal)
		return
	}
	s.take(n, offset)
	if length > 0 {
		s.take(length, offset+1)
	} else {
		s.write("", offset+1)
	}
	s.take(1, offset)
}

// quantifier colours {2,4} and a following question mark; a brace that opens none is a literal.
func (s *patternScanner) quantifier() {
	first := leading(s.src[s.at+1:])
	if first == 0 && s.next(1) != ',' {
		s.take(1, literal)
		return
	}
	s.take(1, 0)
	s.depth++
	if first > 0 {
		s.take(first, 1)
	}
	if s.next(0) == ',' {
		s.take(1, 0)
	}
	if n := leading(s.src[s.at:]); n > 0 {
		s.take(n, 1)
	}
	if s.next(0) == '}' {
		s.depth--
		s.take(1, 0)
	}
	if s.next(0) == '?' {
		s.take(1, operator)
	}
}

// leading counts digits.
func leading(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
