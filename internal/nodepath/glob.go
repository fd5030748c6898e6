package nodepath

import (
	"strings"
	"unicode"
)

// matchesGlob says that a path fits a pattern: * ? [...] within a name, ** over names, {a,b} and {1..3}, and the
// extended ?(a|b) *(a) +(a) @(a) !(a). A backslash in the pattern separates, as / does. A name that begins with a dot
// fits only a pattern that has the dot.
func (s style) matchesGlob(path, pattern string) bool {
	if pattern == "" {
		return path == ""
	}
	if s.windows {
		path = strings.ReplaceAll(path, `\`, "/")
	}
	file := simplify(s.names(path))
	for _, p := range braces(strings.ReplaceAll(pattern, `\`, "/")) {
		if matchNames(file, simplify(s.names(p))) {
			return true
		}
	}
	return false
}

// names are those of a path; on Windows a share has one more empty one in front.
func (s style) names(p string) []string {
	out := splitSlashes(p)
	if s.windows && len(p) > 2 && p[:2] == "//" && p[2] != '/' {
		out = append([]string{""}, out...)
	}
	return out
}

// splitSlashes cuts at runs of slashes. One at the front leaves an empty name in front, one at the end behind.
func splitSlashes(p string) []string {
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		if p[i] != '/' || i == 0 || p[i-1] != '/' {
			b.WriteByte(p[i])
		}
	}
	return strings.Split(b.String(), "/")
}

// simplify drops what does not change the meaning of a pattern: names "." and all but one of several ** in a row.
func simplify(names []string) []string {
	var out []string
	for i, n := range names {
		if n == "." && i > 0 {
			continue
		}
		if n == "**" && len(out) > 0 && out[len(out)-1] == "**" {
			continue
		}
		if n == ".." && len(out) > 0 {
			if last := out[len(out)-1]; last != "" && last != "." && last != ".." && last != "**" {
				out = out[:len(out)-1]
				continue
			}
		}
		out = append(out, n)
	}
	return out
}

func matchNames(file, pattern []string) bool {
	for len(pattern) > 0 {
		p := pattern[0]
		if p == "**" {
			rest := pattern[1:]
			if len(rest) == 0 {
				for _, f := range file {
					if hiddenName(f) {
						return false
					}
				}
				return len(file) > 0
			}
			for i := 0; ; i++ {
				if matchNames(file[i:], rest) {
					return true
				}
				if i >= len(file) || hiddenName(file[i]) {
					return false
				}
			}
		}
		if len(file) == 0 {
			return false
		}
		if !matchName(file[0], p) {
			return false
		}
		file, pattern = file[1:], pattern[1:]
	}
	return len(file) == 0 || len(file) == 1 && file[0] == ""
}

func hiddenName(n string) bool { return strings.HasPrefix(n, ".") }

// matchName matches one name.
func matchName(name, pattern string) bool {
	if name == pattern && !strings.ContainsAny(pattern, "*?[(") {
		return true
	}
	if hiddenName(name) && !startsWithDot(pattern) {
		return false
	}
	if strings.Trim(pattern, "*") == "" && pattern != "" {
		return name != "" // stars alone want a name
	}
	return match([]rune(name), []rune(pattern), func(rest []rune) bool { return len(rest) == 0 })
}

func startsWithDot(pattern string) bool {
	if strings.HasPrefix(pattern, ".") {
		return true
	}
	if len(pattern) > 2 && strings.IndexByte("@+?*", pattern[0]) >= 0 && pattern[1] == '(' {
		for _, alt := range strings.Split(pattern[2:], "|") {
			if strings.HasPrefix(alt, ".") {
				return true
			}
		}
	}
	return false
}

// match calls then with what is left of s behind each way in which the pattern fits its beginning, until it says yes.
func match(s, p []rune, then func([]rune) bool) bool {
	if len(p) == 0 {
		return then(s)
	}
	if len(p) > 1 && p[1] == '(' && strings.ContainsRune("?*+@!", p[0]) {
		if end := closing(p, 1); end > 0 {
			return extended(p[0], alternatives(p[2:end]), s, p[end+1:], then)
		}
	}
	switch p[0] {
	case '*':
		for i := 0; i <= len(s); i++ {
			if match(s[i:], p[1:], then) {
				return true
			}
		}
		return false
	case '?':
		return len(s) > 0 && match(s[1:], p[1:], then)
	case '[':
		if fits, n := class(p, s); n > 0 {
			return fits && match(s[1:], p[n:], then)
		}
	}
	return len(s) > 0 && s[0] == p[0] && match(s[1:], p[1:], then)
}

// extended is one of ?(...) *(...) +(...) @(...) !(...).
func extended(kind rune, alts [][]rune, s, p []rune, then func([]rune) bool) bool {
	after := func(rest []rune) bool { return match(rest, p, then) }
	once := func(s []rune, then func([]rune) bool) bool {
		for _, a := range alts {
			if match(s, a, then) {
				return true
			}
		}
		return false
	}
	var many func(s []rune) bool
	many = func(s []rune) bool {
		return after(s) || once(s, func(rest []rune) bool { return len(rest) < len(s) && many(rest) })
	}
	switch kind {
	case '@':
		return once(s, after)
	case '?':
		return after(s) || once(s, after)
	case '*':
		return many(s)
	case '+':
		return once(s, many)
	}
	for i := len(s); i >= 0; i-- { // !( ): any beginning that none of them is, to the end of the name
		part := s[:i]
		if !once(part, func(rest []rune) bool { return len(rest) == 0 }) && after(s[i:]) {
			return true
		}
	}
	return false
}

// closing is where the parenthesis opened at i closes.
func closing(p []rune, i int) int {
	depth := 0
	for ; i < len(p); i++ {
		switch p[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func alternatives(p []rune) (out [][]rune) {
	depth, start := 0, 0
	for i, c := range p {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case '|':
			if depth == 0 {
				out = append(out, p[start:i])
				start = i + 1
			}
		}
	}
	return append(out, p[start:])
}

// class matches the first character of s against [...] at the front of p; n is the length of that, 0 if it is none.
func class(p, s []rune) (fits bool, n int) {
	i := 1
	negated := i < len(p) && (p[i] == '!' || p[i] == '^')
	if negated {
		i++
	}
	first := i
	for ; i < len(p) && (p[i] != ']' || i == first); i++ {
		if p[i] == '[' && i+1 < len(p) && p[i+1] == ':' {
			if end := strings.Index(string(p[i:]), ":]"); end > 0 {
				name := string(p[i+2 : i+end])
				if len(s) > 0 && posixClass(name, s[0]) {
					fits = true
				}
				i += end + 1
				continue
			}
		}
		low, high := p[i], p[i]
		if i+2 < len(p) && p[i+1] == '-' && p[i+2] != ']' {
			high = p[i+2]
			i += 2
		}
		if len(s) > 0 && s[0] >= low && s[0] <= high {
			fits = true
		}
	}
	if i >= len(p) {
		return false, 0
	}
	return len(s) > 0 && fits != negated, i + 1
}

func posixClass(name string, c rune) bool {
	ascii := c < 0x80
	switch name {
	case "alnum":
		return unicode.IsLetter(c) || unicode.Is(unicode.Nl, c) || unicode.Is(unicode.Nd, c)
	case "alpha":
		return unicode.IsLetter(c) || unicode.Is(unicode.Nl, c)
	case "ascii":
		return ascii
	case "blank":
		return unicode.Is(unicode.Zs, c) || c == '\t'
	case "cntrl":
		return unicode.Is(unicode.Cc, c)
	case "digit":
		return unicode.Is(unicode.Nd, c)
	case "graph":
		return !unicode.Is(unicode.Z, c) && !unicode.Is(unicode.C, c)
	case "lower":
		return unicode.IsLower(c)
	case "print":
		return !unicode.Is(unicode.C, c)
	case "punct":
		return unicode.Is(unicode.P, c)
	case "space":
		return unicode.Is(unicode.Z, c) || c >= '\t' && c <= '\r'
	case "upper":
		return unicode.IsUpper(c)
	case "word":
		return unicode.IsLetter(c) || unicode.Is(unicode.Nl, c) || unicode.Is(unicode.Nd, c) || unicode.Is(unicode.Pc, c)
	case "xdigit":
		return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
	}
	return false
}
