package transpile

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The lexer cuts JavaScript into just enough tokens to find import and export at the top of a module, import( and
// import.meta anywhere. It knows strings, templates, comments and regular expressions, so that nothing inside them is
// taken for code; it checks nothing else. Whether a slash divides or opens a regular expression is decided from the
// token before it and from what its bracket was opened for. That is wrong only for texts such as
// `(function(){} / 2)`; a text cut wrongly does not parse afterwards, and the caller then tries the form that esbuild
// prints, which has none of the doubtful cases.
//
// One pass, linear in the text, no allocation but the stack of open brackets.

type kind uint8

const (
	tEOF    kind = iota
	tName        // identifier, keyword or #private
	tString      // '...' or "..."
	tValue       // number, regular expression, template or the last part of one
	tPunct       // one byte, but for => ++ -- and ?.
	tBad         // unterminated string, template, comment or regular expression, or a bracket that does not match
)

type token struct {
	kind       kind
	start, end int
}

// bracket is an open ( [ { or the ${ of a template.
type bracket struct {
	open byte // '(' '[' '{' or '$'
	head bool // a ( after if, while, for or with: an expression may follow its )
	expr bool // a { that opens an object literal: an operator follows its }
}

type lexer struct {
	src   string
	pos   int
	tok   token // the token last read
	prev  token // the one before it
	stack []bracket
	value bool // the last token ended a value: a slash now divides
	dot   bool // the last token is . or ?. so that a name after it is no keyword
}

var nameByte = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
			c == '$' || c == '_' || c == '#' || c == '\\' || c >= utf8.RuneSelf
	}
	return t
}()

func (l *lexer) text() string { return l.src[l.tok.start:l.tok.end] }

// is says that the current token is exactly this name or punctuation.
func (l *lexer) is(s string) bool {
	return (l.tok.kind == tName || l.tok.kind == tPunct) && l.text() == s
}

// depth is the number of open brackets.
func (l *lexer) depth() int { return len(l.stack) }

// next reads a token. After tEOF and tBad it stays there.
func (l *lexer) next() kind {
	l.prev = l.tok
	k := l.scan()
	l.tok.kind = k
	l.tok.end = l.pos
	return k
}

func (l *lexer) scan() kind {
	if !l.space() {
		l.tok.start = l.pos
		return tBad
	}
	l.tok.start = l.pos
	if l.pos >= len(l.src) {
		return tEOF
	}
	afterDot := l.dot
	l.dot = false
	c := l.src[l.pos]
	switch {
	case c >= '0' && c <= '9' || c == '.' && l.pos+1 < len(l.src) && l.src[l.pos+1] >= '0' && l.src[l.pos+1] <= '9':
		l.number()
		l.value = true
		return tValue
	case nameByte[c]:
		l.name()
		l.value = afterDot || !operatorWord(l.src[l.tok.start:l.pos])
		return tName
	case c == '"' || c == '\'':
		l.value = true
		if !l.quoted(c) {
			return tBad
		}
		return tString
	case c == '`':
		l.pos++
		return l.template()
	case c == '/' && !l.value:
		l.value = true
		if !l.regexp() {
			return tBad
		}
		return tValue
	}
	return l.punct(c)
}

func (l *lexer) punct(c byte) kind {
	l.pos++
	var c2 byte
	if l.pos < len(l.src) {
		c2 = l.src[l.pos]
	}
	switch c {
	case '(':
		head := false
		if l.prev.kind == tName {
			switch l.src[l.prev.start:l.prev.end] {
			case "if", "while", "for", "with", "await": // for await (
				head = !l.precededByDot(l.prev.start)
			}
		}
		l.push(bracket{open: '(', head: head})
	case '[':
		l.push(bracket{open: '['})
	case '{':
		l.push(bracket{open: '{', expr: l.objectFollows()})
	case ')', ']':
		open := byte('(')
		if c == ']' {
			open = '['
		}
		b, ok := l.pop(open)
		if !ok {
			return tBad
		}
		l.value = !b.head
	case '}':
		if n := len(l.stack); n > 0 && l.stack[n-1].open == '$' {
			l.stack = l.stack[:n-1]
			return l.template()
		}
		b, ok := l.pop('{')
		if !ok {
			return tBad
		}
		l.value = b.expr
	case '.':
		l.dot = l.pos >= len(l.src) || c2 != '.'
		l.value = false
	case '?':
		if c2 == '.' && (l.pos+1 >= len(l.src) || l.src[l.pos+1] < '0' || l.src[l.pos+1] > '9') {
			l.pos++
			l.dot = true
		}
		l.value = false
	case '=':
		if c2 == '>' {
			l.pos++
		}
		l.value = false
	case '+', '-':
		if c2 == c {
			l.pos++ // after a value it is postfix; before one, no slash follows: either way value stays
		} else {
			l.value = false
		}
	default:
		l.value = false
	}
	return tPunct
}

func (l *lexer) push(b bracket) {
	l.stack = append(l.stack, b)
	l.value = false
}

func (l *lexer) pop(open byte) (bracket, bool) {
	n := len(l.stack)
	if n == 0 || l.stack[n-1].open != open {
		return bracket{}, false
	}
	b := l.stack[n-1]
	l.stack = l.stack[:n-1]
	return b, true
}

// objectFollows says that a { here opens an object literal and no block: the token before it wants a value.
func (l *lexer) objectFollows() bool {
	switch l.prev.kind {
	case tPunct:
		switch s := l.src[l.prev.start:l.prev.end]; s {
		case ")", "]", "}", ";", "{", "=>":
			return false
		case ":":
			// A property's value or a label: the bracket around says which, but for `a ? b : {`, where nothing
			// follows that would need to know.
			n := len(l.stack)
			return n > 0 && (l.stack[n-1].expr || l.stack[n-1].open != '{')
		default:
			return true
		}
	case tName:
		switch l.src[l.prev.start:l.prev.end] {
		case "return", "typeof", "case", "in", "instanceof", "new", "void", "delete", "throw", "yield", "await", "default":
			return !l.precededByDot(l.prev.start)
		}
	}
	return false
}

// precededByDot says that the name at start is a property's.
func (l *lexer) precededByDot(start int) bool {
	return start > 0 && l.src[start-1] == '.' && (start < 3 || l.src[start-3:start] != "...")
}

// operatorWord says that a value may follow the keyword.
func operatorWord(s string) bool {
	switch s {
	case "return", "typeof", "case", "do", "else", "in", "instanceof", "new", "void", "delete", "throw", "yield", "await",
		"extends", "default":
		return true
	}
	return false
}

// space skips white space and comments; false means a comment without an end.
func (l *lexer) space() bool {
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\v' || c == '\f':
			l.pos++
		case c == '/' && l.pos+1 < len(l.src) && l.src[l.pos+1] == '/':
			l.line()
		case c == '#' && l.pos == 0 && len(l.src) > 1 && l.src[1] == '!':
			l.line()
		case c == '/' && l.pos+1 < len(l.src) && l.src[l.pos+1] == '*':
			end := indexFrom(l.src, l.pos+2, "*/")
			if end < 0 {
				return false
			}
			l.pos = end + 2
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(l.src[l.pos:])
			if r != 0xFEFF && r != 0x2028 && r != 0x2029 && !unicode.Is(unicode.Zs, r) {
				return true
			}
			l.pos += n
		default:
			return true
		}
	}
	return true
}

func (l *lexer) line() {
	for l.pos < len(l.src) && l.src[l.pos] != '\n' && l.src[l.pos] != '\r' {
		l.pos++
	}
}

func (l *lexer) name() {
	for l.pos < len(l.src) && nameByte[l.src[l.pos]] {
		if l.src[l.pos] == '\\' && l.pos+2 < len(l.src) && l.src[l.pos+2] == '{' { // \u{61}
			if end := indexFrom(l.src, l.pos, "}"); end >= 0 {
				l.pos = end
			}
		} else if c := l.src[l.pos]; c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(l.src[l.pos:])
			if r == 0xFEFF || r == 0x2028 || r == 0x2029 || unicode.Is(unicode.Zs, r) {
				return
			}
			l.pos += n - 1
		}
		l.pos++
	}
}

func (l *lexer) number() {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		if (c == '+' || c == '-') && (l.src[l.pos-1] == 'e' || l.src[l.pos-1] == 'E') && l.src[l.tok.start] != '0' {
			l.pos++
			continue
		}
		if c != '.' && !nameByte[c] || c >= utf8.RuneSelf {
			return
		}
		l.pos++
	}
}

func (l *lexer) quoted(q byte) bool {
	for l.pos++; l.pos < len(l.src); l.pos++ {
		switch l.src[l.pos] {
		case q:
			l.pos++
			return true
		case '\\':
			l.pos++
			if l.pos+1 < len(l.src) && l.src[l.pos] == '\r' && l.src[l.pos+1] == '\n' {
				l.pos++
			}
		case '\n', '\r':
			return false
		}
	}
	return false
}

// template reads on after ` or after the } of a substitution.
func (l *lexer) template() kind {
	for ; l.pos < len(l.src); l.pos++ {
		switch l.src[l.pos] {
		case '`':
			l.pos++
			l.value = true
			return tValue
		case '\\':
			l.pos++
		case '$':
			if l.pos+1 < len(l.src) && l.src[l.pos+1] == '{' {
				l.pos += 2
				l.push(bracket{open: '$'})
				return tPunct
			}
		}
	}
	return tBad
}

func (l *lexer) regexp() bool {
	class := false
	for l.pos++; l.pos < len(l.src); l.pos++ {
		switch l.src[l.pos] {
		case '\\':
			l.pos++
		case '[':
			class = true
		case ']':
			class = false
		case '\n', '\r':
			return false
		case '/':
			if !class {
				l.pos++
				for l.pos < len(l.src) && nameByte[l.src[l.pos]] {
					l.pos++ // the flags
				}
				return true
			}
		}
	}
	return false
}

func indexFrom(s string, from int, sub string) int {
	if from > len(s) {
		return -1
	}
	if i := strings.Index(s[from:], sub); i >= 0 {
		return from + i
	}
	return -1
}
