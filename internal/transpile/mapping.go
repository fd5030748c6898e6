package transpile

import (
	"encoding/json"
	"sort"
)

// Mapping leads from the text that esbuild printed back to the text that it read. Lines and columns are from 0,
// columns in UTF-16 units. Original is a binary search; the map is decoded once, in linear time.
type Mapping struct {
	lines []int // the first segment of each printed line; one more at the end
	segs  []segment
	raw   []byte
}

type segment struct{ col, srcLine, srcCol int32 }

// JSON is the source map itself.
func (m *Mapping) JSON() []byte { return m.raw }

// Original finds where a printed position comes from; false if from nowhere, such as a helper of esbuild's.
func (m *Mapping) Original(line, col int) (int, int, bool) {
	if line < 0 || line+1 >= len(m.lines) {
		return 0, 0, false
	}
	segs := m.segs[m.lines[line]:m.lines[line+1]]
	i := sort.Search(len(segs), func(i int) bool { return int(segs[i].col) > col })
	if i == 0 {
		return 0, 0, false
	}
	return int(segs[i-1].srcLine), int(segs[i-1].srcCol), true
}

func decodeMapping(raw []byte) (*Mapping, error) {
	var file struct {
		Mappings string `json:"mappings"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, err
	}
	m := &Mapping{raw: raw, lines: []int{0}}
	var col, srcLine, srcCol int
	for s := file.Mappings; ; {
		if len(s) == 0 || s[0] == ';' {
			m.lines = append(m.lines, len(m.segs))
			col = 0
			if len(s) == 0 {
				return m, nil
			}
			s = s[1:]
			continue
		}
		if s[0] == ',' {
			s = s[1:]
			continue
		}
		var v [5]int
		n := 0
		for ; n < 5 && len(s) > 0 && s[0] != ',' && s[0] != ';'; n++ {
			v[n], s = vlq(s)
		}
		col += v[0]
		if n >= 4 {
			srcLine += v[2]
			srcCol += v[3]
			m.segs = append(m.segs, segment{int32(col), int32(srcLine), int32(srcCol)})
		}
	}
}

// vlq reads one number in base 64, least significant digits first, its lowest bit the sign.
func vlq(s string) (int, string) {
	v, shift := 0, 0
	for i := 0; i < len(s); i++ {
		d := digit64(s[i])
		v |= d & 31 << shift
		shift += 5
		if d&32 == 0 {
			if v&1 != 0 {
				return -(v >> 1), s[i+1:]
			}
			return v >> 1, s[i+1:]
		}
	}
	return 0, ""
}

func digit64(c byte) int {
	switch {
	case c >= 'A' && c <= 'Z':
		return int(c - 'A')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 26
	case c >= '0' && c <= '9':
		return int(c-'0') + 52
	case c == '+':
		return 62
	}
	return 63
}
