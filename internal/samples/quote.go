package samples

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// This file is how JavaScript spells numbers and strings: String(number),
// util.inspect(string) and JSON.stringify(string). The rules are ECMAScript's and
// Node's; the tests hold spellings recorded from Node.

// Number is JavaScript's text of a number: the shortest digits that read back the
// same, with an exponent from 1e21 and below 1e-6.
func Number(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f == 0:
		return "0"
	}
	if a := math.Abs(f); a >= 1e-6 && a < 1e21 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	// Go pads the exponent to two digits, JavaScript does not.
	s := strconv.FormatFloat(f, 'e', -1, 64)
	mantissa, exp, _ := strings.Cut(s, "e")
	return mantissa + "e" + exp[:1] + strings.TrimLeft(exp[1:], "0")
}

const (
	// inspectWidth is what util.inspect leaves of its 80 columns for a string;
	// longer ones are broken behind each newline.
	inspectWidth = 76
	// inspectMax is how many UTF-16 units util.inspect prints of a string.
	inspectMax = 10000
)

// inspectString is util.inspect of a string.
func inspectString(s string) string {
	trailer := ""
	if n := utf16Len(s); n > inspectMax {
		var rest int
		s, rest = cutUTF16(s, inspectMax)
		plural := "s"
		if rest == 1 {
			plural = ""
		}
		trailer = fmt.Sprintf("... %d more character%s", rest, plural)
	}
	if utf16Len(s) > inspectWidth && strings.Contains(strings.TrimSuffix(s, "\n"), "\n") {
		lines := strings.SplitAfter(s, "\n")
		if lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		for i, line := range lines {
			lines[i] = quote(line)
		}
		return strings.Join(lines, " +\n  ") + trailer
	}
	return quote(s) + trailer
}

// quote puts s in the first quotes of ', " and ` that it does not contain.
func quote(s string) string {
	mark := byte('\'')
	if strings.Contains(s, "'") {
		switch {
		case !strings.Contains(s, `"`):
			mark = '"'
		case !strings.Contains(s, "`") && !strings.Contains(s, "${"):
			mark = '`'
		}
	}
	var b strings.Builder
	b.WriteByte(mark)
	for _, r := range s {
		switch {
		case r == '\b':
			b.WriteString(`\b`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\f':
			b.WriteString(`\f`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\\':
			b.WriteString(`\\`)
		case r == '\'' && mark == '\'':
			b.WriteString(`\'`)
		case r < 0x20, r >= 0x7f && r <= 0x9f:
			fmt.Fprintf(&b, `\x%02X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte(mark)
	return b.String()
}

// jsonString is JSON.stringify of a string. encoding/json escapes more than
// JavaScript does (<, >, & and two line separators).
func jsonString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\b':
			b.WriteString(`\b`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\f':
			b.WriteString(`\f`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x20:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// cutUTF16 returns the first n UTF-16 units of s and how many follow. A pair that
// the cut would split is left out.
func cutUTF16(s string, n int) (head string, rest int) {
	for i, r := range s {
		if n -= utf16.RuneLen(r); n < 0 {
			return s[:i], utf16Len(s[i:])
		}
		if n == 0 {
			i += utf8.RuneLen(r)
			return s[:i], utf16Len(s[i:])
		}
	}
	return s, 0
}
