package transpile

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"
)

// SyntaxError is a file that cannot be read as what it says it is, with what Node prints above the error: the place,
// the line and a mark under the token.
type SyntaxError struct {
	File    string // absolute path
	Line    int    // from 1
	Column  int    // from 1, in UTF-16 units as JavaScript counts
	Length  int    // of the token in the same units; 0 if there is none to mark
	Message string // without "SyntaxError: "
	Source  string // the text of the line
}

func (e *SyntaxError) Error() string { return "SyntaxError: " + e.Message }

// ErrorAt makes an error at a byte offset of a text.
func ErrorAt(path, text string, offset, length int, message string) *SyntaxError {
	offset = max(0, min(offset, len(text)))
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	line := firstLine(text[start:])
	length = max(1, min(length, start+len(line)-offset))
	return &SyntaxError{
		File:    path,
		Line:    strings.Count(text[:start], "\n") + 1,
		Column:  units(text[start:offset]) + 1,
		Length:  max(1, units(text[offset:min(len(text), offset+length)])),
		Message: message,
		Source:  line,
	}
}

// ErrorAtLine makes an error at a line and a column, both from 0, the column and the length in UTF-16 units.
func ErrorAtLine(path, text string, line, column, length int, message string) *SyntaxError {
	start := Offset(text, line+1, 0)
	source := firstLine(text[start:])
	return &SyntaxError{
		File: path, Line: line + 1, Column: column + 1, Length: max(1, min(length, units(source)-column)), Message: message, Source: source,
	}
}

// units is the length of a text in UTF-16 units.
func units(s string) int {
	n := len(s)
	for _, r := range s {
		if r >= utf8.RuneSelf {
			n += utf16.RuneLen(r) - utf8.RuneLen(r)
		}
	}
	return n
}

// fromMessage puts an error of esbuild's into V8's words and to V8's place, where there are words that fit.
func fromMessage(in Input, m api.Message) *SyntaxError {
	if m.Location == nil {
		return ErrorAt(in.Path, in.Code, 0, 1, m.Text)
	}
	at := Offset(in.Code, m.Location.Line, m.Location.Column)
	length := max(1, m.Location.Length)
	text := m.Text
	switch {
	case strings.HasPrefix(text, `Expected ")" but found`):
		if start, end, ok := lastArgument(in.Code[:at]); ok {
			return ErrorAt(in.Path, in.Code, start, end-start, "missing ) after argument list")
		}
	case strings.HasPrefix(text, "Unterminated regular"), strings.HasPrefix(text, "Unterminated string"):
		// esbuild marks the end, V8 the beginning.
		start := strings.LastIndexByte(in.Code[:at], '\n') + 1
		l := lexer{src: in.Code[:at], pos: start}
		for l.next() != tEOF && l.tok.kind != tBad {
		}
		if l.tok.kind == tBad && l.tok.start >= start {
			length = 1
			if l.src[l.tok.start] != '/' {
				length = at - l.tok.start
			}
			at = l.tok.start
		}
	}
	e := ErrorAt(in.Path, in.Code, at, length, inV8Words(text, in.Code[at:]))
	switch {
	case e.Message == endOfInput:
		return AtEnd(in.Path, in.Code)
	case e.Message == invalidToken && in.Code[at] >= utf8.RuneSelf:
		e.Length = 1
	}
	return e
}

const (
	endOfInput   = "Unexpected end of input"
	invalidToken = "Invalid or unexpected token"
)

// AtEnd is the error for a text that ends too early. V8 marks no token for it.
func AtEnd(path, text string) *SyntaxError {
	e := ErrorAt(path, text, len(text), 1, endOfInput)
	e.Length = 0
	return e
}

// Offset is the byte offset of a line, from 1, and a column in bytes, from 0.
func Offset(text string, line, col int) int {
	at := 0
	for ; line > 1; line-- {
		i := strings.IndexAny(text[at:], "\n\r\u2028\u2029")
		if i < 0 {
			return len(text)
		}
		_, n := utf8.DecodeRuneInString(text[at+i:])
		if strings.HasPrefix(text[at+i:], "\r\n") {
			n = 2
		}
		at += i + n
	}
	return min(at+col, len(text))
}

// lastArgument is the last token of a text that ends within the parentheses of a call.
func lastArgument(text string) (start, end int, ok bool) {
	l := lexer{src: text}
	var calls []bool // for each open bracket, whether it is that of a call
	before, word := token{}, ""
	for l.next() != tEOF {
		if l.tok.kind == tBad {
			return 0, 0, false
		}
		switch {
		case len(l.stack) > len(calls):
			call := l.is("(") && !l.stack[len(calls)].head && word != "function" &&
				(l.prev.kind == tName && !operatorWord(text[l.prev.start:l.prev.end]) && !reserved(text[l.prev.start:l.prev.end]) || l.value || l.prev.end > l.prev.start && strings.IndexByte(")]", text[l.prev.start]) >= 0)
			calls = append(calls, call)
		case len(l.stack) < len(calls):
			calls = calls[:len(l.stack)]
		}
		word = ""
		if l.prev.kind == tName {
			word = text[l.prev.start:l.prev.end]
		}
		before = l.tok
	}
	n := len(calls)
	return before.start, before.end, n > 0 && calls[n-1] && before.end > before.start
}

// wordings are V8's for esbuild's messages, found by how those begin.
var wordings = []struct{ begins, message string }{
	{"Unterminated string", invalidToken},
	{"Syntax error", invalidToken},
	{"Unterminated template", endOfInput},
	{"Unterminated regular", "Invalid regular expression: missing /"},
	{`"await" can only be used inside an "async" function`, "await is only valid in async functions and the top level bodies of modules"},
	{"Invalid assignment target", "Invalid left-hand side in assignment"},
	{"A return statement cannot be used here", "Illegal return statement"},
	{"Top-level return cannot be used", "Illegal return statement"},
	{`Cannot use "break"`, "Illegal break statement"},
	{`Cannot use "continue"`, "Illegal continue statement: no surrounding iteration statement"},
	{`Cannot use "await" as an identifier`, "Unexpected reserved word"},
	{`Cannot use "yield" outside`, "Unexpected number"},
	{"With statements cannot be used", "Strict mode code may not include a with statement"},
	{"Legacy octal literals cannot be used", "Octal literals are not allowed in strict mode."},
	{"Legacy octal escape sequences cannot be used", "Octal escape sequences are not allowed in strict mode."},
	{"Delete of a bare identifier cannot be used", "Delete of an unqualified identifier in strict mode."},
	{"Legacy HTML single-line comments are not allowed", "HTML comments are not allowed in modules"},
	{`Unexpected "super"`, "'super' keyword unexpected here"},
	{"Classes cannot contain more than one constructor", "A class may only have one constructor"},
	{"for-of loop variables cannot have an initializer", "for-of loop variable declaration may not have an initializer."},
}

// patterns are those whose wording repeats a name.
var patterns = []struct {
	re   *regexp.Regexp
	form string
}{
	{regexp.MustCompile(`^The symbol "(.*)" has already been declared$`), "Identifier '%s' has already been declared"},
	{regexp.MustCompile(`^Multiple exports with the same name "(.*)"$`), "Duplicate export of '%s'"},
	{regexp.MustCompile(`^"(.*)" is not declared in this file$`), "Export '%s' is not defined in module"},
	{regexp.MustCompile(`^Private name "(.*)" must be declared in an enclosing class$`), "Private field '%s' must be declared in an enclosing class"},
	{regexp.MustCompile(`^Duplicate label "(.*)"$`), "Label '%s' has already been declared"},
	{regexp.MustCompile(`^"(?:.*)" cannot be bound multiple times in the same parameter list$`), "Duplicate parameter name not allowed in this context"},
	{regexp.MustCompile(`^"(?:.*)" is a reserved word and cannot be used in`), "Unexpected strict mode reserved word"},
	{regexp.MustCompile(`^Cannot use "(\|\||&&|\?\?)" with "(?:.*)" without parentheses$`), "Unexpected token '%s'"},
	{regexp.MustCompile(`^The constant "(?:.*)" must be initialized$`), "Missing initializer in const declaration"},
}

var unexpected = regexp.MustCompile(`^(?:Expected .* but found|Unexpected) ("(?:[^"\\]|\\.)*"|end of file|.*)$`)

// inV8Words: rest is the text from the place of the error on, which says what kind of token it is.
func inV8Words(text, rest string) string {
	for _, w := range wordings {
		if strings.HasPrefix(text, w.begins) {
			return w.message
		}
	}
	for _, p := range patterns {
		if m := p.re.FindStringSubmatch(text); m != nil {
			if len(m) > 1 {
				return fmt.Sprintf(p.form, m[1])
			}
			return p.form
		}
	}
	if m := unexpected.FindStringSubmatch(text); m != nil {
		if m[1] == "end of file" {
			return endOfInput
		}
		return Unexpected(rest)
	}
	return text
}

// Unexpected is V8's message for the token that a text begins with.
func Unexpected(rest string) string {
	l := lexer{src: rest}
	l.next()
	switch l.tok.kind {
	case tEOF:
		return "Unexpected end of input"
	case tBad:
		if c := rest[l.tok.start]; strings.IndexByte(")]}", c) >= 0 {
			return "Unexpected token '" + string(c) + "'"
		}
		return invalidToken
	case tString:
		return "Unexpected string"
	case tValue:
		switch c := rest[l.tok.start]; {
		case c == '`':
			return "Unexpected template string"
		case c == '/':
			return "Unexpected token '/'"
		}
		return "Unexpected number"
	case tName:
		switch s := l.text(); {
		case s == "enum":
			return "Unexpected reserved word"
		case reserved(s):
			return "Unexpected token '" + s + "'"
		case strictReserved(s):
			return "Unexpected strict mode reserved word"
		default:
			if r, _ := utf8.DecodeRuneInString(s); r >= utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.Is(unicode.Nl, r) {
				return invalidToken
			}
			return "Unexpected identifier '" + s + "'"
		}
	}
	switch s := longest(rest[l.tok.start:]); s {
	case "@", "#", "\\":
		return invalidToken
	default:
		if s < " " {
			return invalidToken
		}
		return "Unexpected token '" + s + "'"
	}
}

// longest is the operator that a text begins with.
func longest(s string) string {
	for _, op := range []string{
		">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=",
		"=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
	} {
		if strings.HasPrefix(s, op) {
			return op
		}
	}
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

func reserved(s string) bool {
	switch s {
	case "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "export",
		"extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "null", "return",
		"super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with":
		return true
	}
	return false
}

func strictReserved(s string) bool {
	switch s {
	case "implements", "interface", "package", "private", "protected", "public":
		return true
	}
	return false
}
