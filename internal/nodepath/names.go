package nodepath

import "strings"

// The functions that take a path apart by its last name: dirname, basename, extname, parse and format. Separators at
// the end do not count; on Windows a drive is no part of a name. Linear in the path.

func (s style) dirname(p string) string {
	if p == "" {
		return "."
	}
	rootEnd, start := 0, 0 // the root stays; the search for separators begins behind start
	if s.windows {
		if len(p) == 1 {
			if s.isSep(p[0]) {
				return p
			}
			return "."
		}
		r := s.root(p)
		rootEnd, start = r.end, r.end
		switch {
		case r.unc && r.end == len(p):
			return p
		case r.unc:
			rootEnd, start = r.end+1, r.end+1
		case r.device == "" && r.absolute:
			rootEnd, start = 1, 1
		case strings.HasPrefix(r.device, `\\`):
			rootEnd, start = 1, 1
			// A device is a share to this function.
			if serverEnd := s.segmentEnd(p, 2); serverEnd > 2 {
				if share := s.skipSeps(p, serverEnd); share > serverEnd && share < len(p) {
					end := s.segmentEnd(p, share)
					if end == len(p) {
						return p
					}
					rootEnd, start = end+1, end+1
				}
			}
		}
	} else if p[0] == '/' {
		rootEnd, start = 1, 1
	}
	end := -1
	inName := false
	for i := len(p) - 1; i >= start; i-- {
		if s.isSep(p[i]) {
			if inName {
				end = i
				break
			}
		} else {
			inName = true
		}
	}
	switch {
	case end < 0 && rootEnd == 0:
		return "."
	case end < 0:
		return p[:rootEnd]
	case !s.windows && end == 1 && p[0] == '/':
		return "//"
	}
	return p[:end]
}

// base is where the last name of a path begins and ends, without separators behind it; both are 0 for none. A drive is
// no part of a name.
func (s style) base(p string) (start, end int) {
	first := 0
	if s.windows && len(p) >= 2 && isLetter(p[0]) && p[1] == ':' {
		first = 2
	}
	end = len(p)
	for end > first && s.isSep(p[end-1]) {
		end--
	}
	start = end
	for start > first && !s.isSep(p[start-1]) {
		start--
	}
	return start, end
}

func (s style) basename(p, suffix string) string {
	start, end := s.base(p)
	if suffix == "" || len(suffix) > len(p) {
		return p[start:end]
	}
	if suffix == p {
		return ""
	}
	name := p[start:end]
	switch {
	case name == "":
		return p[start:] // nothing but separators: as Node does, they are the name then
	case name == suffix:
		return name
	case strings.HasSuffix(name, suffix):
		return name[:len(name)-len(suffix)]
	case strings.HasSuffix(suffix, name):
		return p[start:] // as Node does: the separators behind the name come along
	}
	return name
}

func (s style) extname(p string) string {
	start, end := s.base(p)
	return extension(p[start:end])
}

// extension of a name: from its last dot on, unless that is its first character. Two dots are a folder.
func extension(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || name == ".." {
		return ""
	}
	return name[dot:]
}

// parts is what parse gives.
type parts struct{ root, dir, base, ext, name string }

func (s style) parse(p string) parts {
	if p == "" {
		return parts{}
	}
	var out parts
	rootEnd := 0
	if s.windows {
		rootEnd = s.parseRoot(p)
		if rootEnd >= len(p) && rootEnd > 0 && (s.isSep(p[0]) || len(p) <= 3) {
			return parts{root: p, dir: p}
		}
	} else if p[0] == '/' {
		rootEnd = 1
	}
	out.root = p[:rootEnd]
	rest := p[rootEnd:]
	start, end := s.base2(rest)
	out.base = rest[start:end]
	out.ext = extension(out.base)
	if out.base == ".." && start == 0 && p[0] == '/' && rootEnd == 1 && !s.windows {
		out.ext = "." // as Node does: of this folder alone the name counts as one with an extension
	}
	out.name = out.base[:len(out.base)-len(out.ext)]
	if start > 0 {
		out.dir = p[:rootEnd+start-1]
	} else {
		out.dir = out.root
	}
	return out
}

// base2 is base for what is behind a root: there is no drive in it.
func (s style) base2(p string) (start, end int) {
	end = len(p)
	for end > 0 && s.isSep(p[end-1]) {
		end--
	}
	start = end
	for start > 0 && !s.isSep(p[start-1]) {
		start--
	}
	return start, end
}

// parseRoot is how much of a Windows path parse calls its root: the separator behind it too, and a device is a share.
func (s style) parseRoot(p string) int {
	if len(p) >= 2 && isLetter(p[0]) && p[1] == ':' {
		if len(p) > 2 && s.isSep(p[2]) {
			return 3
		}
		return 2
	}
	if !s.isSep(p[0]) {
		return 0
	}
	if len(p) < 2 || !s.isSep(p[1]) {
		return 1
	}
	serverEnd := s.segmentEnd(p, 2)
	share := s.skipSeps(p, serverEnd)
	if serverEnd == 2 || share == serverEnd || share == len(p) {
		return 1
	}
	end := s.segmentEnd(p, share)
	if end < len(p) {
		end++
	}
	return end
}

func (s style) format(root, dir, base, name, ext string) string {
	if base == "" {
		if ext != "" && ext[0] != '.' {
			ext = "." + ext
		}
		base = name + ext
	}
	if dir == "" {
		dir = root
	}
	switch {
	case dir == "":
		return base
	case dir == root:
		return dir + base
	}
	return dir + s.sep + base
}
