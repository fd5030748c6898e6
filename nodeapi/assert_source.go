package nodeapi

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/stack"
)

// This file finds the text of the call that an assertion without a message was
// made by, from the place in the stack trace and the source line there, as far
// as that line goes: Node does not look at the lines below either.
//
// It differs from Node where Node fails: a line that ends inside a comment or a
// string is shown to its end, and a semicolon in a function among the arguments
// is part of the text.

// callText is the text of the innermost call in a script; "" if it is unknown.
func (n *Node) callText() string {
	for _, f := range stack.Frames(n.vm.CaptureCallStack(0, nil), 10) {
		if f.Native {
			continue
		}
		if f.File == "" {
			return ""
		}
		line, ok := n.sourceLine(f.File, f.Line)
		if !ok {
			return ""
		}
		return callIn(line, byteOffset(line, f.Column-1))
	}
	return ""
}

// byteOffset converts a column in UTF-16 units.
func byteOffset(line string, column int) int {
	for i, r := range line {
		if column <= 0 {
			return i
		}
		column -= len(utf16.Encode([]rune{r}))
	}
	return len(line)
}

// callIn cuts the call at a position out of a line: from the first name of a
// chain such as assert.strict.ok, whose last name is at the position, to the
// closing parenthesis, or to the end of the line. The engine alone gives the
// place of the parenthesis behind a single name, the module loader that of the
// name.
func callIn(line string, at int) string {
	s := wordScanner{src: line}
	chain := -1 // where the chain that is being read began
	afterName := -1
	start, level := at, 0
	for s.next() {
		t := s.text()
		if s.start < at {
			member := t == "." || t == "?." || t == "[" || t == "]"
			switch {
			case member && chain < 0:
				chain = afterName
			case !member && !s.isName && !s.literal:
				chain = -1
			}
			afterName = -1
			if s.isName {
				afterName = s.start
			}
			continue
		}
		switch {
		case chain >= 0:
			start, chain = chain, -1
		case s.start == at && t == "(" && afterName >= 0:
			start = afterName
		}
		afterName = -1
		switch t {
		case "(":
			level++
		case ")":
			if level--; level == 0 {
				return line[start:s.end]
			}
		}
	}
	if chain >= 0 {
		start = chain
	}
	return strings.TrimSuffix(line[start:], "\r")
}

// isKeyword reports the words that cannot begin a chain of names.
func isKeyword(s string) bool {
	switch s {
	case "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "export",
		"extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "null", "return",
		"super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with":
		return true
	}
	return false
}

// wantsValue reports the keywords that are not the end of a value.
func wantsValue(s string) bool {
	switch s {
	case "false", "null", "super", "this", "true":
		return false
	}
	return isKeyword(s)
}

// wordScanner cuts a line of JavaScript into names, strings, numbers and single
// characters of punctuation, skipping comments. It stops where one of them does
// not end in the line.
type wordScanner struct {
	src        string
	start, end int
	isName     bool // and no keyword
	literal    bool // a string or number
	value      bool // a slash now divides
	nested     []int
	braces     int
}

func (s *wordScanner) text() string { return s.src[s.start:s.end] }

func (s *wordScanner) next() bool {
	if !s.space() {
		return false
	}
	s.start = s.end
	s.isName, s.literal = false, false
	c := s.src[s.end]
	switch r, _ := utf8.DecodeRuneInString(s.src[s.end:]); {
	case c >= '0' && c <= '9':
		s.while(isNamePart)
		s.literal, s.value = true, true
		return true
	case isNamePart(r):
		s.while(isNamePart)
		t := s.text()
		s.isName, s.value = !isKeyword(t) && t[0] != '#', !wantsValue(t)
		return true
	case c == '"' || c == '\'':
		s.literal, s.value = true, true
		return s.until(c)
	case c == '`':
		s.end++
		return s.template()
	case c == '}' && len(s.nested) > 0 && s.nested[len(s.nested)-1] == s.braces:
		s.nested = s.nested[:len(s.nested)-1]
		s.end++
		return s.template()
	case c == '/' && !s.value:
		s.value = true
		return s.regexp()
	case strings.HasPrefix(s.src[s.end:], "?."):
		s.end += 2
		s.value = false
		return true
	}
	switch c {
	case '{':
		s.braces++
	case '}':
		s.braces--
	}
	s.value = c == ')' || c == ']' || c == '}'
	s.end++
	return true
}

func isNamePart(r rune) bool {
	return r == '$' || r == '_' || r == '#' || r == '\\' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

func (s *wordScanner) while(is func(rune) bool) {
	for s.end < len(s.src) {
		r, n := utf8.DecodeRuneInString(s.src[s.end:])
		if !is(r) {
			return
		}
		s.end += n
	}
}

// space skips white space and comments; false at the end.
func (s *wordScanner) space() bool {
	for {
		s.while(func(r rune) bool { return unicode.IsSpace(r) || r == 0xfeff })
		rest := s.src[s.end:]
		switch {
		case rest == "" || strings.HasPrefix(rest, "//"):
			return false
		case strings.HasPrefix(rest, "/*"):
			i := strings.Index(rest[2:], "*/")
			if i < 0 {
				return false
			}
			s.end += i + 4
		default:
			return true
		}
	}
}

// until reads on to a closing quote.
func (s *wordScanner) until(quote byte) bool {
	for s.end++; s.end < len(s.src); s.end++ {
		switch s.src[s.end] {
		case quote:
			s.end++
			return true
		case '\\':
			s.end++
		}
	}
	s.end = len(s.src)
	return false
}

// template reads on to its end or to the next substitution.
func (s *wordScanner) template() bool {
	s.value = true
	for ; s.end < len(s.src); s.end++ {
		switch {
		case s.src[s.end] == '`':
			s.end++
			return true
		case s.src[s.end] == '\\':
			s.end++
		case strings.HasPrefix(s.src[s.end:], "${"):
			s.nested = append(s.nested, s.braces)
			s.end += 2
			s.value = false
			return true
		}
	}
	s.end = len(s.src)
	return false
}

func (s *wordScanner) regexp() bool {
	class := false
	for s.end++; s.end < len(s.src); s.end++ {
		switch s.src[s.end] {
		case '\\':
			s.end++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				s.end++
				s.while(isNamePart)
				return true
			}
		}
	}
	s.end = len(s.src)
	return false
}

// escapeControls writes control characters but line breaks and tabs as in a
// string literal.
func escapeControls(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' }) {
		return s
	}
	const hex = "0123456789abcdef"
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\b':
			b.WriteString(`\b`)
		case r == '\f':
			b.WriteString(`\f`)
		case r < ' ' && r != '\n' && r != '\t' && r != '\r':
			b.WriteString(`\u00`)
			b.WriteByte('0' + byte(r>>4))
			b.WriteByte(hex[r&15])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// falsy is the message of an assertion that its first argument is truthy;
// undefined if the source is not known.
func (n *Node) falsy() goja.Value {
	text := n.callText()
	if text == "" {
		return goja.Undefined()
	}
	return n.vm.ToValue("The expression evaluated to a falsy value:\n\n  " + escapeControls(text) + "\n")
}
