package transpile

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// identifier undoes the unicode escapes of a name.
func identifier(s string) string {
	if !strings.Contains(s, "\\") {
		return s
	}
	return stringValue("'" + s + "'")
}

// stringValue is the value of a string literal.
func stringValue(lit string) string {
	body := lit[1 : len(lit)-1]
	if !strings.Contains(body, "\\") {
		return body
	}
	var b strings.Builder
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' || i+1 >= len(body) {
			b.WriteByte(body[i])
			continue
		}
		i++
		switch c := body[i]; c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'v':
			b.WriteByte('\v')
		case '0':
			b.WriteByte(0)
		case 'x', 'u':
			r, n := hexEscape(body[i:])
			i += n - 1
			if utf16.IsSurrogate(r) && i+2 < len(body) && body[i+1] == '\\' && body[i+2] == 'u' {
				if low, m := hexEscape(body[i+2:]); utf16.DecodeRune(r, low) != utf8.RuneError {
					r = utf16.DecodeRune(r, low)
					i += m + 1
				}
			}
			b.WriteRune(r)
		case '\r':
			if i+1 < len(body) && body[i+1] == '\n' {
				i++
			}
		case '\n':
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// hexEscape reads x61, u0061 or u{61} and says how long it is.
func hexEscape(s string) (rune, int) {
	digits, n := "", 0
	switch {
	case s[0] == 'x' && len(s) >= 3:
		digits, n = s[1:3], 3
	case len(s) > 1 && s[1] == '{':
		end := strings.IndexByte(s, '}')
		if end < 0 {
			return utf8.RuneError, 1
		}
		digits, n = s[2:end], end+1
	case len(s) >= 5:
		digits, n = s[1:5], 5
	default:
		return utf8.RuneError, 1
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		return utf8.RuneError, n
	}
	return rune(v), n
}
