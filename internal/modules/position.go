package modules

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja/file"
	"github.com/nodetimers/nodetimers/internal/transpile"
)

// A ruler measures a text as JavaScript does: in UTF-16 units. goja counts the bytes of a line for the column of a
// stack frame, so it is given, in place of the text, a picture of it: the same lines with one byte for each unit.
// For a text in ASCII the picture is the text itself. Offsets are looked up in logarithmic time.
type ruler struct {
	picture string
	lines   []int    // where each line of the picture begins
	extra   []excess // nil for ASCII
}

// excess says that from byte offset at on, a picture offset is by less than the text's.
type excess struct{ at, by int }

func newRuler(text string) *ruler {
	r := &ruler{picture: text}
	if !ascii(text) {
		r.draw(text)
	}
	return r
}

// ascii says that a text has one byte for each unit.
func ascii(s string) bool {
	for ; len(s) >= 8; s = s[8:] {
		if (s[0]|s[1]|s[2]|s[3]|s[4]|s[5]|s[6]|s[7])&0x80 != 0 {
			return false
		}
	}
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func (r *ruler) draw(text string) {
	var b strings.Builder
	b.Grow(len(text))
	copied := 0 // what is behind this is ASCII and not yet in the picture
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		c, n := utf8.DecodeRuneInString(text[i:])
		b.WriteString(text[copied:i])
		switch {
		case c == 0x2028 || c == 0x2029:
			b.WriteByte('\n')
		case c > 0xFFFF:
			b.WriteString("xx")
		default:
			b.WriteByte('x')
		}
		i += n
		copied = i
		r.extra = append(r.extra, excess{i, i - b.Len()})
	}
	b.WriteString(text[copied:])
	r.picture = b.String()
}

// offset in the picture of an offset in the text.
func (r *ruler) offset(at int) int {
	if r.extra == nil {
		return at
	}
	i := sort.Search(len(r.extra), func(i int) bool { return r.extra[i].at > at })
	if i == 0 {
		return at
	}
	return max(0, at-r.extra[i-1].by)
}

func (r *ruler) lineStarts() []int {
	if r.lines == nil {
		r.lines = append(r.lines, 0)
		for i := 0; i < len(r.picture); i++ {
			switch r.picture[i] {
			case '\r':
				if i+1 < len(r.picture) && r.picture[i+1] == '\n' {
					continue
				}
			case '\n':
			default:
				continue
			}
			r.lines = append(r.lines, i+1)
		}
	}
	return r.lines
}

// position is the line and column of a picture offset, from 0.
func (r *ruler) position(offset int) (line, col int) {
	lines := r.lineStarts()
	i := sort.SearchInts(lines, offset+1) - 1
	return i, offset - lines[i]
}

// at is the picture offset of a line and column.
func (r *ruler) at(line, col int) int {
	lines := r.lineStarts()
	if line >= len(lines) {
		return len(r.picture)
	}
	return min(lines[line]+col, len(r.picture))
}

// mover makes the function that leads from positions in a parsed text, which has shift bytes of wrapper in front of
// it, to positions in the picture of the text that the user wrote. Without a map the two texts are the same. What is
// in no text of the user's moves to the beginning.
func mover(shift int, parsed, written *ruler, m *transpile.Mapping) func(file.Idx) file.Idx {
	if m == nil {
		return func(idx file.Idx) file.Idx {
			return file.Idx(max(1, written.offset(int(idx)-1-shift)+1))
		}
	}
	var lastIn, lastOut file.Idx // neighbours in the tree often begin at the same place
	return func(idx file.Idx) file.Idx {
		if idx == lastIn {
			return lastOut
		}
		lastIn, lastOut = idx, 1
		if at := int(idx) - 1 - shift; at >= 0 {
			line, col := parsed.position(parsed.offset(at))
			if line, col, ok := m.Original(line, col); ok {
				lastOut = file.Idx(written.at(line, col) + 1)
			}
		}
		return lastOut
	}
}
