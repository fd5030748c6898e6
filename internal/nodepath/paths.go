package nodepath

import "strings"

// The functions that put paths together or make them simpler: normalize, join, resolve, relative, toNamespacedPath.
// Linear in the paths.

func (s style) isAbsolute(p string) bool {
	if p == "" {
		return false
	}
	return s.isSep(p[0]) || s.windows && len(p) > 2 && isLetter(p[0]) && p[1] == ':' && s.isSep(p[2])
}

func (s style) normalize(p string) string {
	if p == "" {
		return "."
	}
	if s.windows {
		return s.normalizeWindows(p)
	}
	absolute := p[0] == '/'
	tail := s.squeeze(p, !absolute)
	if tail == "" && !absolute {
		tail = "."
	}
	if s.endsWithSep(p) && tail != "" {
		tail += "/"
	}
	if absolute {
		return "/" + tail
	}
	return tail
}

func (s style) normalizeWindows(p string) string {
	if len(p) == 1 {
		if p[0] == '/' {
			return `\`
		}
		return p
	}
	r := s.root(p)
	if r.unc && r.end == len(p) {
		return r.device + `\`
	}
	tail := ""
	if r.end < len(p) {
		tail = s.squeeze(p[r.end:], !r.absolute)
	}
	if tail == "" && !r.absolute {
		tail = "."
	}
	if tail != "" && s.endsWithSep(p) {
		tail += `\`
	}
	if !r.absolute && r.device == "" && strings.Contains(p, ":") {
		// Dropping "." or ".." from the front must not turn a name with a colon into one with a drive.
		if len(tail) >= 2 && isLetter(tail[0]) && tail[1] == ':' {
			return `.\` + tail
		}
		for i := 0; i < len(p); i++ {
			if p[i] == ':' && (i+1 == len(p) || s.isSep(p[i+1])) {
				return `.\` + tail
			}
		}
	}
	if isReserved(p, strings.IndexByte(p, ':')) {
		return `.\` + r.device + tail
	}
	if r.absolute {
		return r.device + `\` + tail
	}
	return r.device + tail
}

// isReserved says that what is before the colon is the name of a device, such as COM1.
func isReserved(p string, colon int) bool {
	if colon < 0 {
		return false
	}
	switch name := strings.ToUpper(p[:colon]); name {
	case "CON", "PRN", "AUX", "NUL", "COM\u00b9", "COM\u00b2", "COM\u00b3", "LPT\u00b9", "LPT\u00b2", "LPT\u00b3":
		return true
	default:
		return len(name) == 4 && (name[:3] == "COM" || name[:3] == "LPT") && name[3] >= '1' && name[3] <= '9'
	}
}

func (s style) join(parts []string) string {
	var used []string
	for _, p := range parts {
		if p != "" {
			used = append(used, p)
		}
	}
	if len(used) == 0 {
		return "."
	}
	joined := strings.Join(used, s.sep)
	if !s.windows {
		return s.normalize(joined)
	}
	// Separators at the front mean a share only if the first part itself begins with exactly two of them and a name.
	first := used[0]
	slashes := s.skipSeps(first, 0)
	if !(slashes == 2 && len(first) > 2) {
		if n := s.skipSeps(joined, 0); n >= 2 {
			joined = `\` + joined[n:]
		}
	}
	for _, seg := range s.segments(joined) {
		if isReserved(seg, strings.IndexByte(seg, ':')) {
			return strings.ReplaceAll(joined, "/", `\`) // as it is: nothing must make a device of it
		}
	}
	return s.normalize(joined)
}

func (s style) resolve(parts []string) string {
	if s.windows {
		return s.resolveWindows(parts)
	}
	path := ""
	absolute := false
	for i := len(parts) - 1; i >= -1 && !absolute; i-- {
		p := ""
		if i >= 0 {
			p = parts[i]
		} else {
			p = s.cwd()
		}
		if p == "" {
			continue
		}
		path = p + "/" + path
		absolute = p[0] == '/'
	}
	path = s.squeeze(path, !absolute)
	switch {
	case absolute:
		return "/" + path
	case path == "":
		return "."
	}
	return path
}

func (s style) resolveWindows(parts []string) string {
	device, tail := "", ""
	absolute := false
	for i := len(parts) - 1; i >= -1; i-- {
		var p string
		if i >= 0 {
			if p = parts[i]; p == "" {
				continue
			}
		} else if p = s.cwd(); device != "" && (len(p) < 3 || !strings.EqualFold(p[:2], device[:min(2, len(device))]) && p[2] == '\\') {
			p = device + `\` // the current folder of another drive is not known
		}
		r := s.root(p)
		if r.device != "" {
			if device != "" && !strings.EqualFold(r.device, device) {
				continue // of another drive
			}
			if device == "" {
				device = r.device
			}
		}
		if absolute {
			if device != "" {
				break
			}
			continue
		}
		tail = p[r.end:] + `\` + tail
		absolute = r.absolute
		if absolute && device != "" {
			break
		}
	}
	tail = s.squeeze(tail, !absolute)
	switch {
	case absolute:
		return device + `\` + tail
	case device+tail == "":
		return "."
	}
	return device + tail
}

func (s style) relative(from, to string) string {
	if from == to {
		return ""
	}
	from, to = s.resolve([]string{from}), s.resolve([]string{to})
	if from == to || s.windows && strings.EqualFold(from, to) {
		return ""
	}
	a, b := s.segments(from), s.segments(to)
	n := 0
	for n < len(a) && n < len(b) && (a[n] == b[n] || s.windows && strings.EqualFold(a[n], b[n])) {
		n++
	}
	if s.windows && n == 0 && len(a) > 0 && len(b) > 0 {
		return to // on another drive
	}
	out := make([]string, 0, len(a)+len(b)-2*n)
	for range a[n:] {
		out = append(out, "..")
	}
	return strings.Join(append(out, b[n:]...), s.sep)
}

func (s style) toNamespacedPath(p string) string {
	if !s.windows || p == "" {
		return p
	}
	r := s.resolve([]string{p})
	if len(r) <= 2 {
		return p
	}
	if r[0] == '\\' && r[1] == '\\' && r[2] != '?' && r[2] != '.' {
		return `\\?\UNC\` + r[2:]
	}
	if isLetter(r[0]) && r[1] == ':' && r[2] == '\\' {
		return `\\?\` + r
	}
	return r
}
