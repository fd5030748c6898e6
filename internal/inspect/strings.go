package inspect

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// Text here is UTF-8, while JavaScript counts UTF-16 units. Lone surrogates cannot be held; they are
// escaped where Node escapes them and U+FFFD elsewhere, which is what Node's output shows too.

// units is the length of a text in UTF-16 units.
func units(s string) int {
	n := len(s)
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		n -= size - 1
		if r > 0xffff {
			n++
		}
	}
	return n
}

// quote prints a string as a literal: in single quotes if it can, in double quotes or backticks if
// that saves escaping a quote. value is the engine's string when lone surrogates may be in it.
func quote(s string, value goja.String) string {
	q := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 {
		if strings.IndexByte(s, '"') < 0 {
			q = '"'
		} else if strings.IndexByte(s, '`') < 0 && !strings.Contains(s, "${") {
			q = '`'
		}
	}
	return string(q) + escape(s, q == '\'', value) + string(q)
}

// escape replaces control characters, the backslash, optionally the single quote, and lone
// surrogates of value.
func escape(s string, singleQuote bool, value goja.String) string {
	if value != nil && strings.Contains(s, "\ufffd") {
		return escapeUnits(value, singleQuote)
	}
	var b strings.Builder
	last := 0
	for i, r := range s {
		if !needsEscape(r, singleQuote) {
			continue
		}
		b.WriteString(s[last:i])
		writeEscape(&b, r)
		last = i + utf8.RuneLen(r)
	}
	if last == 0 {
		return s
	}
	b.WriteString(s[last:])
	return b.String()
}

func needsEscape(r rune, singleQuote bool) bool {
	return r < 0x20 || r == '\\' || r >= 0x7f && r <= 0x9f || singleQuote && r == '\''
}

// escapeUnits is escape by UTF-16 units.
func escapeUnits(v goja.String, singleQuote bool) string {
	var b strings.Builder
	for i, n := 0, v.Length(); i < n; i++ {
		r := rune(v.CharAt(i))
		switch {
		case r >= 0xd800 && r < 0xdc00 && i+1 < n && v.CharAt(i+1) >= 0xdc00 && v.CharAt(i+1) <= 0xdfff:
			i++
			b.WriteRune((r-0xd800)<<10 + rune(v.CharAt(i)) - 0xdc00 + 0x10000)
		case r >= 0xd800 && r <= 0xdfff:
			b.WriteString(`\u` + strconv.FormatInt(int64(r), 16))
		case needsEscape(r, singleQuote):
			writeEscape(&b, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func writeEscape(b *strings.Builder, r rune) {
	switch r {
	case '\b':
		b.WriteString(`\b`)
	case '\t':
		b.WriteString(`\t`)
	case '\n':
		b.WriteString(`\n`)
	case '\f':
		b.WriteString(`\f`)
	case '\r':
		b.WriteString(`\r`)
	case '\\', '\'':
		b.WriteByte('\\')
		b.WriteByte(byte(r))
	default:
		const hex = "0123456789ABCDEF"
		b.WriteString(`\x`)
		b.WriteByte(hex[r>>4])
		b.WriteByte(hex[r&15])
	}
}

// JSONString quotes a string as JSON.stringify does.
func JSONString(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil { // cannot be: strings are encodable
		return `"` + s + `"`
	}
	return strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(strings.TrimSuffix(b.String(), "\n"))
}

// numberText prints a number: -0 keeps its sign, and groups of three digits are separated if asked.
func numberText(v goja.Value, separator bool) string {
	f := v.ToFloat()
	if f == 0 && math.Signbit(f) {
		return "-0"
	}
	s := v.String()
	if !separator || math.IsInf(f, 0) || math.IsNaN(f) || strings.IndexByte(s, 'e') >= 0 {
		return s
	}
	whole, fraction, ok := strings.Cut(s, ".")
	if !ok {
		return grouped(whole)
	}
	var b strings.Builder
	b.WriteString(grouped(whole))
	b.WriteByte('.')
	for len(fraction) > 3 {
		b.WriteString(fraction[:3] + "_")
		fraction = fraction[3:]
	}
	b.WriteString(fraction)
	return b.String()
}

// grouped puts underscores between groups of three digits, counted from the end.
func grouped(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	var b strings.Builder
	b.WriteString(sign)
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte('_')
		}
		b.WriteByte(digits[i])
	}
	return b.String()
}

// identifier reports whether a key is printed without quotes.
func identifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// index reports whether a key is an array index, and which.
func index(key string) (int, bool) {
	if key == "" || len(key) > 10 || key[0] == '0' && len(key) > 1 {
		return 0, false
	}
	n := 0
	for i := range len(key) {
		if key[i] < '0' || key[i] > '9' {
			return 0, false
		}
		n = n*10 + int(key[i]-'0')
	}
	return n, n < math.MaxUint32
}
