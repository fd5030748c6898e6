package samples

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file reads the text of parameters back: the inverse of Conf.Inspect.

// ParseConf takes the text that [Conf.Inspect] makes apart. It reports false, and
// nil, for text that is not of that form.
func ParseConf(text string) (Conf, bool) {
	conf := Conf{}
	for text != "" {
		key, rest, ok := strings.Cut(text, "=")
		if !ok || key == "" || strings.ContainsAny(key, " '\"`") {
			return nil, false
		}
		var value Value
		if value, text, ok = parseValue(rest); !ok {
			return nil, false
		}
		conf = append(conf, Param{key, value})
		if text != "" {
			if text[0] != ' ' {
				return nil, false
			}
			text = text[1:]
		}
	}
	return conf, true
}

func parseValue(text string) (v Value, rest string, ok bool) {
	if text == "" {
		return nil, "", false
	}
	if strings.IndexByte("'\"`", text[0]) >= 0 {
		s, rest, ok := parseString(text)
		// a long string was broken behind its newlines
		for ok {
			more, has := strings.CutPrefix(rest, " +\n  ")
			if !has {
				break
			}
			var part string
			part, rest, ok = parseString(more)
			s += part
		}
		return s, rest, ok
	}
	word, _, _ := strings.Cut(text, " ")
	rest = text[len(word):]
	switch word {
	case "true":
		return true, rest, true
	case "false":
		return false, rest, true
	case "-0":
		return math.Copysign(0, -1), rest, true
	}
	f, ok := number(word)
	return f, rest, ok
}

func parseString(text string) (s, rest string, ok bool) {
	if text == "" || strings.IndexByte("'\"`", text[0]) < 0 {
		return "", "", false
	}
	mark := text[0]
	var b strings.Builder
	for i := 1; i < len(text); {
		switch c := text[i]; {
		case c == mark:
			return b.String(), text[i+1:], true
		case c == '\\' && i+1 < len(text):
			i++
			switch text[i] {
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
			case 'x':
				if i+2 >= len(text) {
					return "", "", false
				}
				code, err := strconv.ParseUint(text[i+1:i+3], 16, 8)
				if err != nil {
					return "", "", false
				}
				b.WriteRune(rune(code))
				i += 2
			default:
				b.WriteByte(text[i])
			}
			i++
		default:
			_, size := utf8.DecodeRuneInString(text[i:])
			b.WriteString(text[i : i+size])
			i += size
		}
	}
	return "", "", false
}
