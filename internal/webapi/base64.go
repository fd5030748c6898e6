package webapi

import (
	"encoding/base64"
	"strings"

	"github.com/dop251/goja"
)

// atob and btoa: base64 between strings whose characters stand for bytes.

// encodeBase64 is btoa; undefined when a character is no byte.
func (a *API) encodeBase64(v goja.Value) goja.Value {
	units := utf16Units(v)
	data := make([]byte, len(units))
	for i, u := range units {
		if u > 0xff {
			return goja.Undefined()
		}
		data[i] = byte(u)
	}
	return a.vm.ToValue(base64.StdEncoding.EncodeToString(data))
}

// decodeBase64 is atob: undefined for a character that does not belong there, null for a number
// of characters that cannot be.
func (a *API) decodeBase64(v goja.Value) goja.Value {
	var b strings.Builder
	for _, u := range utf16Units(v) {
		switch {
		case u == ' ', u == '\t', u == '\n', u == '\f', u == '\r':
		case u < 0x80:
			b.WriteByte(byte(u))
		default:
			return goja.Undefined()
		}
	}
	text := b.String()
	padding := len(text) - len(strings.TrimRight(text, "="))
	text = text[:len(text)-padding]
	for i := 0; i < len(text); i++ {
		if !isBase64(text[i]) {
			return goja.Undefined()
		}
	}
	if padding > 0 && (padding > 2 || (len(text)+padding)%4 != 0) {
		return goja.Undefined()
	}
	if len(text)%4 == 1 {
		return goja.Null()
	}
	// Not strict: as in browsers the unused bits of the last character may be set.
	data, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return goja.Undefined()
	}
	units := make([]uint16, len(data))
	for i, c := range data {
		units[i] = uint16(c)
	}
	return goja.StringFromUTF16(units)
}

func isBase64(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/'
}

// utf16Units returns the code units of a string, lone surrogates included.
func utf16Units(v goja.Value) []uint16 {
	s := v.ToString().(goja.String)
	units := make([]uint16, s.Length())
	for i := range units {
		units[i] = s.CharAt(i)
	}
	return units
}
