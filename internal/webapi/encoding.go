package webapi

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// TextEncoder and TextDecoder: bytes to UTF-16 and back. Decoders are those of the encodings that
// need no tables: UTF-8, UTF-16 in both orders and windows-1252, which is what latin1 and ascii mean
// on the web. Node has the others through ICU.
//
// Invariant of a decoder: pending holds the bytes of a character that was not complete at the end
// of the last chunk, at most three.

// encodings maps labels, in lower case, to names.
var encodings = map[string]string{
	"unicode-1-1-utf-8": "utf-8", "unicode11utf8": "utf-8", "unicode20utf8": "utf-8", "utf-8": "utf-8",
	"utf8": "utf-8", "x-unicode20utf8": "utf-8",

	"csunicode": "utf-16le", "iso-10646-ucs-2": "utf-16le", "ucs-2": "utf-16le", "unicode": "utf-16le",
	"unicodefeff": "utf-16le", "utf-16": "utf-16le", "utf-16le": "utf-16le",
	"unicodefffe": "utf-16be", "utf-16be": "utf-16be",

	"ansi_x3.4-1968": "windows-1252", "ascii": "windows-1252", "cp1252": "windows-1252",
	"cp819": "windows-1252", "csisolatin1": "windows-1252", "ibm819": "windows-1252",
	"iso-8859-1": "windows-1252", "iso-ir-100": "windows-1252", "iso8859-1": "windows-1252",
	"iso88591": "windows-1252", "iso_8859-1": "windows-1252", "iso_8859-1:1987": "windows-1252",
	"l1": "windows-1252", "latin1": "windows-1252", "us-ascii": "windows-1252",
	"windows-1252": "windows-1252", "x-cp1252": "windows-1252",
}

// windows1252 holds what the bytes 0x80 to 0x9f mean.
var windows1252 = [32]uint16{
	0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
	0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d, 0x017d, 0x8f,
	0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
	0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d, 0x017e, 0x0178,
}

const replacement = 0xfffd

type decoder struct {
	encoding  string
	fatal     bool
	ignoreBOM bool
	started   bool // a first character was seen since the last flush
	pending   []byte
}

// decode returns the code units of data; ok is false where fatal forbids what is there. Without
// stream the input ends here, and the decoder is as new afterwards.
func (d *decoder) decode(data []byte, stream bool) (units []uint16, ok bool) {
	if len(d.pending) > 0 {
		data = append(d.pending, data...)
		d.pending = nil
	}
	switch d.encoding {
	case "utf-8":
		units, ok = d.utf8(data, stream)
	case "windows-1252":
		units, ok = singleByte(data), true
	default:
		units, ok = d.utf16(data, stream)
	}
	if ok && !d.started && len(units) > 0 {
		d.started = true
		if units[0] == 0xfeff && !d.ignoreBOM && d.encoding != "windows-1252" {
			units = units[1:]
		}
	}
	if !stream || !ok {
		d.started = false
		d.pending = nil
	}
	return units, ok
}

func singleByte(data []byte) []uint16 {
	units := make([]uint16, len(data))
	for i, b := range data {
		units[i] = uint16(b)
		if b >= 0x80 && b < 0xa0 {
			units[i] = windows1252[b-0x80]
		}
	}
	return units
}

func (d *decoder) utf8(data []byte, stream bool) ([]uint16, bool) {
	units := make([]uint16, 0, len(data))
	for len(data) > 0 {
		if data[0] < utf8.RuneSelf {
			units = append(units, uint16(data[0]))
			data = data[1:]
			continue
		}
		r, size := utf8.DecodeRune(data)
		if r != utf8.RuneError || size > 1 {
			units = utf16.AppendRune(units, r)
			data = data[size:]
			continue
		}
		if stream && !utf8.FullRune(data) {
			d.pending = append([]byte(nil), data...)
			return units, true
		}
		if d.fatal {
			return nil, false
		}
		units = append(units, replacement)
		data = data[subpart(data):]
	}
	return units, true
}

// subpart returns the length of what one replacement character stands for: the longest beginning
// of a character, at least one byte.
func subpart(data []byte) int {
	for n := 2; n <= 3 && n <= len(data); n++ {
		if utf8.FullRune(data[:n]) {
			return n - 1 // so far it could have become one, with this byte it cannot
		}
		if n == len(data) {
			return n
		}
	}
	if len(data) >= 3 && !utf8.FullRune(data[:3]) {
		return 3
	}
	return 1
}

func (d *decoder) utf16(data []byte, stream bool) ([]uint16, bool) {
	units := make([]uint16, 0, len(data)/2+1)
	high := false // the last unit is a high surrogate without its partner
	for len(data) >= 2 {
		u := uint16(data[0]) | uint16(data[1])<<8
		if d.encoding == "utf-16be" {
			u = u<<8 | u>>8
		}
		low := u&0xfc00 == 0xdc00
		if high != low { // a high one without a low one, or a low one without a high one
			if d.fatal {
				return nil, false
			}
			if high {
				units[len(units)-1] = replacement
			} else {
				u = replacement
			}
		}
		high = u&0xfc00 == 0xd800
		units = append(units, u)
		data = data[2:]
	}
	if stream {
		if high {
			last := units[len(units)-1]
			units = units[:len(units)-1]
			d.pending = []byte{byte(last), byte(last >> 8)}
			if d.encoding == "utf-16be" {
				d.pending[0], d.pending[1] = d.pending[1], d.pending[0]
			}
		}
		d.pending = append(d.pending, data...)
		return units, true
	}
	if d.fatal && (high || len(data) > 0) {
		return nil, false
	}
	if high {
		units[len(units)-1] = replacement
	} else if len(data) > 0 {
		units = append(units, replacement)
	}
	return units, true
}

// encodeUTF8 returns the bytes of a string; surrogates without a partner become U+FFFD.
func encodeUTF8(units []uint16) []byte {
	data := make([]byte, 0, len(units))
	for _, r := range utf16.Decode(units) {
		data = utf8.AppendRune(data, r)
	}
	return data
}

// encodeInto writes whole characters while they fit and returns how many units it read.
func encodeInto(units []uint16, into []byte) (read, written int) {
	for read < len(units) {
		r, width := rune(units[read]), 1
		if utf16.IsSurrogate(r) {
			r = utf8.RuneError
			if read+1 < len(units) {
				if pair := utf16.DecodeRune(rune(units[read]), rune(units[read+1])); pair != utf8.RuneError {
					r, width = pair, 2
				}
			}
		}
		n := utf8.RuneLen(r)
		if written+n > len(into) {
			break
		}
		utf8.EncodeRune(into[written:], r)
		written += n
		read += width
	}
	return read, written
}

// addEncoding adds to the host object what js/encoding.js uses.
func (a *API) addEncoding(set setter) {
	vm := a.vm
	set("encodeUTF8", func(call goja.FunctionCall) goja.Value {
		return vm.ToValue(vm.NewArrayBuffer(encodeUTF8(utf16Units(call.Argument(0)))))
	})
	set("encodeInto", func(call goja.FunctionCall) goja.Value {
		read, written := encodeInto(utf16Units(call.Argument(0)), a.bytesOf(call.Argument(1)))
		result := vm.NewObject()
		_ = result.Set("read", read)
		_ = result.Set("written", written)
		return result
	})
	set("canonicalEncoding", func(call goja.FunctionCall) goja.Value {
		label := strings.ToLower(strings.Trim(call.Argument(0).String(), "\t\n\f\r "))
		if name, ok := encodings[label]; ok {
			return vm.ToValue(name)
		}
		return goja.Undefined()
	})
	set("newDecoder", func(call goja.FunctionCall) goja.Value {
		return vm.ToValue(&decoder{
			encoding:  call.Argument(0).String(),
			fatal:     call.Argument(1).ToBoolean(),
			ignoreBOM: call.Argument(2).ToBoolean(),
		})
	})
	// decode returns a string, or undefined for invalid data.
	set("decode", func(call goja.FunctionCall) goja.Value {
		d, _ := unwrap[*decoder](call.Argument(0))
		units, ok := d.decode(a.bytesOf(call.Argument(1)), call.Argument(2).ToBoolean())
		if !ok {
			return goja.Undefined()
		}
		return goja.StringFromUTF16(units)
	})
	set("encodeBase64", func(call goja.FunctionCall) goja.Value { return a.encodeBase64(call.Argument(0)) })
	set("decodeBase64", func(call goja.FunctionCall) goja.Value { return a.decodeBase64(call.Argument(0)) })
}

// bytesOf returns the memory of an array buffer or of a view on one that is not detached; none for
// another value.
func (a *API) bytesOf(v goja.Value) (data []byte) {
	if buffer, ok := arrayBuffer(v); ok {
		return buffer.Bytes()
	}
	if _, ok := v.(*goja.Object); ok && a.vm.ExportTo(v, &data) != nil {
		return nil
	}
	return data
}
