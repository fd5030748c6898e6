package modules

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/dop251/goja"
)

// parseJSON is the value of a JSON file. The message of an error begins with the file's name and goes on in V8's words.
func (l *Loader) parseJSON(filename, text string) goja.Value {
	text = strings.TrimPrefix(text, "\uFEFF")
	v, err := l.prims.jsonParse(goja.Undefined(), l.vm.ToValue(text))
	if err == nil {
		return v
	}
	if problem := jsonProblem(text); problem != "" {
		panic(l.plainError("SyntaxError", filename+": "+problem))
	}
	panic(err)
}

// jsonProblem says what is wrong with a JSON text; "" if nothing is.
func jsonProblem(text string) (problem string) {
	c := &jsonChecker{s: utf16.Encode([]rune(text))}
	defer func() {
		if x := recover(); x != nil {
			p, ok := x.(jsonFailure)
			if !ok {
				panic(x)
			}
			problem = string(p)
		}
	}()
	c.value()
	if c.space(); c.i < len(c.s) {
		c.fail("Unexpected non-whitespace character after JSON")
	}
	return ""
}

type jsonFailure string

type jsonChecker struct {
	s []uint16
	i int
}

const endOfJSON = jsonFailure("Unexpected end of JSON input")

// fail names the place.
func (c *jsonChecker) fail(what string) {
	line, column := 1, 1
	for _, u := range c.s[:c.i] {
		column++
		if u == '\n' {
			line, column = line+1, 1
		}
	}
	if !strings.HasSuffix(what, "JSON") {
		what += " in JSON"
	}
	panic(jsonFailure(fmt.Sprintf("%s at position %d (line %d column %d)", what, c.i, line, column)))
}

// token shows what is at the place and around it.
func (c *jsonChecker) token() {
	if c.i >= len(c.s) {
		panic(endOfJSON)
	}
	text := func(from, to int) string { return string(utf16.Decode(c.s[from:to])) }
	const around = 10
	whole := text(0, len(c.s))
	switch whole {
	case "undefined", "NaN", "Infinity", "[object Object]":
		panic(jsonFailure(`"` + whole + `" is not valid JSON`))
	}
	shown := `"` + whole + `"`
	if len(c.s) > 2*around {
		from, to := max(0, c.i-around), min(len(c.s), c.i+around)
		shown = `"` + text(from, to) + `"`
		if from > 0 {
			shown = "..." + shown
		}
		if to < len(c.s) {
			shown += "..."
		}
	}
	panic(jsonFailure(fmt.Sprintf("Unexpected token '%s', %s is not valid JSON", text(c.i, c.i+1), shown)))
}

func (c *jsonChecker) space() {
	for c.i < len(c.s) && (c.s[c.i] == ' ' || c.s[c.i] == '\t' || c.s[c.i] == '\n' || c.s[c.i] == '\r') {
		c.i++
	}
}

func (c *jsonChecker) at(u uint16) bool { return c.i < len(c.s) && c.s[c.i] == u }

func (c *jsonChecker) digit() bool { return c.i < len(c.s) && c.s[c.i] >= '0' && c.s[c.i] <= '9' }

func (c *jsonChecker) value() {
	c.space()
	if c.i >= len(c.s) {
		panic(endOfJSON)
	}
	switch u := c.s[c.i]; {
	case u == '{':
		c.object()
	case u == '[':
		c.array()
	case u == '"':
		c.str()
	case u == '-' || c.digit():
		c.number()
	case u == 't':
		c.word("true")
	case u == 'f':
		c.word("false")
	case u == 'n':
		c.word("null")
	default:
		c.token()
	}
}

func (c *jsonChecker) word(w string) {
	for j := range len(w) {
		if !c.at(uint16(w[j])) {
			c.token()
		}
		c.i++
	}
}

func (c *jsonChecker) object() {
	c.i++
	if c.space(); c.at('}') {
		c.i++
		return
	}
	if !c.at('"') {
		c.fail("Expected property name or '}'")
	}
	for {
		c.str()
		if c.space(); !c.at(':') {
			c.fail("Expected ':' after property name")
		}
		c.i++
		c.value()
		c.space()
		switch {
		case c.at('}'):
			c.i++
			return
		case !c.at(','):
			c.fail("Expected ',' or '}' after property value")
		}
		c.i++
		if c.space(); !c.at('"') {
			c.fail("Expected double-quoted property name")
		}
	}
}

func (c *jsonChecker) array() {
	c.i++
	if c.space(); c.at(']') {
		c.i++
		return
	}
	for {
		c.value()
		c.space()
		switch {
		case c.at(']'):
			c.i++
			return
		case !c.at(','):
			c.fail("Expected ',' or ']' after array element")
		}
		c.i++
	}
}

func (c *jsonChecker) str() {
	for c.i++; c.i < len(c.s); c.i++ {
		switch u := c.s[c.i]; {
		case u == '"':
			c.i++
			return
		case u < ' ':
			c.fail("Bad control character in string literal")
		case u == '\\':
			c.i++
			c.escape()
		}
	}
	c.fail("Unterminated string")
}

func (c *jsonChecker) escape() {
	if c.i >= len(c.s) {
		panic(endOfJSON)
	}
	switch c.s[c.i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
	case 'u':
		for range 4 {
			c.i++
			if c.i >= len(c.s) || !strings.ContainsRune("0123456789abcdefABCDEF", rune(c.s[c.i])) {
				c.fail("Bad Unicode escape")
			}
		}
	default:
		c.fail("Bad escaped character")
	}
}

func (c *jsonChecker) number() {
	if c.at('-') {
		c.i++
		if !c.digit() {
			c.fail("No number after minus sign")
		}
	}
	if c.at('0') {
		c.i++
		if c.digit() {
			c.fail("Unexpected number")
		}
	}
	c.digits()
	if c.at('.') {
		c.i++
		if !c.digit() {
			c.fail("Unterminated fractional number")
		}
		c.digits()
	}
	if c.at('e') || c.at('E') {
		c.i++
		if c.at('+') || c.at('-') {
			c.i++
		}
		if !c.digit() {
			c.fail("Exponent part is missing a number")
		}
		c.digits()
	}
}

func (c *jsonChecker) digits() {
	for c.digit() {
		c.i++
	}
}
