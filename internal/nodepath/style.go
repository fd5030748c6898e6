package nodepath

import "strings"

// style is what differs between the two kinds of paths: which bytes separate, and what a path may begin with.
type style struct {
	sep, delimiter string
	windows        bool
	cwd            func() string
}

func (s style) isSep(c byte) bool { return c == '/' || s.windows && c == '\\' }

// root splits off what no ".." climbs over: "/" or nothing here, and on Windows a drive "C:", a share
// "\\server\share" or a device "\\?", each perhaps followed by a separator.
type root struct {
	device   string // "C:", `\\server\share`, `\\?` or ""
	end      int    // where the rest of the path begins
	absolute bool
	unc      bool // of a share
}

func (s style) root(p string) root {
	if p == "" {
		return root{}
	}
	if !s.windows {
		if p[0] == '/' {
			return root{end: 1, absolute: true}
		}
		return root{}
	}
	if s.isSep(p[0]) {
		return s.shareRoot(p)
	}
	if len(p) >= 2 && isLetter(p[0]) && p[1] == ':' {
		if len(p) > 2 && s.isSep(p[2]) {
			return root{device: p[:2], end: 3, absolute: true}
		}
		return root{device: p[:2], end: 2}
	}
	return root{}
}

// shareRoot is the root of a path that begins with a separator.
func (s style) shareRoot(p string) root {
	plain := root{end: 1, absolute: true}
	if len(p) < 2 || !s.isSep(p[1]) {
		return plain
	}
	serverEnd := s.segmentEnd(p, 2)
	share := s.skipSeps(p, serverEnd)
	if serverEnd == 2 || serverEnd == len(p) || share == serverEnd {
		return plain
	}
	server := p[2:serverEnd]
	if server == "." || server == "?" {
		return root{device: `\\` + server, end: 4, absolute: true}
	}
	shareEnd := s.segmentEnd(p, share)
	if shareEnd == share {
		return plain
	}
	return root{device: `\\` + server + `\` + p[share:shareEnd], end: shareEnd, absolute: true, unc: true}
}

func (s style) segmentEnd(p string, i int) int {
	for i < len(p) && !s.isSep(p[i]) {
		i++
	}
	return i
}

func (s style) skipSeps(p string, i int) int {
	for i < len(p) && s.isSep(p[i]) {
		i++
	}
	return i
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// squeeze resolves "." and ".." and drops empty segments. above keeps a ".." that climbs out.
func (s style) squeeze(p string, above bool) string {
	var out []string
	for i := 0; i < len(p); {
		end := s.segmentEnd(p, i)
		switch seg := p[i:end]; seg {
		case "", ".":
		case "..":
			if n := len(out); n > 0 && out[n-1] != ".." {
				out = out[:n-1]
			} else if above {
				out = append(out, seg)
			}
		default:
			out = append(out, seg)
		}
		i = end + 1
	}
	return strings.Join(out, s.sep)
}

func (s style) segments(p string) []string {
	var out []string
	for i := 0; i < len(p); {
		end := s.segmentEnd(p, i)
		if end > i {
			out = append(out, p[i:end])
		}
		i = end + 1
	}
	return out
}

func (s style) endsWithSep(p string) bool { return p != "" && s.isSep(p[len(p)-1]) }
