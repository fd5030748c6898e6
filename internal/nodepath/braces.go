package nodepath

import (
	"strconv"
	"strings"
)

// braces are the patterns that {a,b} and {1..3} stand for.
func braces(p string) []string {
	for open := 0; open < len(p); open++ {
		if p[open] != '{' || open > 0 && p[open-1] == '$' {
			continue
		}
		depth, start := 0, open+1
		var parts []string
		for i := open; i < len(p); i++ {
			switch p[i] {
			case '{':
				depth++
			case '}':
				if depth--; depth > 0 {
					continue
				}
				parts = append(parts, p[start:i])
				if len(parts) == 1 {
					parts = sequence(parts[0])
				}
				if parts == nil {
					i = len(p)
					continue
				}
				var out []string
				for _, part := range parts {
					for _, inner := range braces(part) {
						for _, tail := range braces(p[i+1:]) {
							out = append(out, p[:open]+inner+tail)
						}
					}
				}
				return out
			case ',':
				if depth == 1 {
					parts = append(parts, p[start:i])
					start = i + 1
				}
			}
		}
	}
	return []string{p}
}

// sequence is what {1..3} or {a..e..2} lists; nil if it is none.
func sequence(body string) []string {
	f := strings.Split(body, "..")
	if len(f) != 2 && len(f) != 3 {
		return nil
	}
	step := 1
	if len(f) == 3 {
		n, err := strconv.Atoi(f[2])
		if err != nil {
			return nil
		}
		step = max(1, abs(n))
	}
	from, err1 := strconv.Atoi(f[0])
	to, err2 := strconv.Atoi(f[1])
	letters := err1 != nil && err2 != nil && len(f[0]) == 1 && len(f[1]) == 1
	if letters {
		from, to = int(f[0][0]), int(f[1][0])
	} else if err1 != nil || err2 != nil {
		return nil
	}
	width := 0
	if padded(f[0]) || padded(f[1]) {
		width = max(len(f[0]), len(f[1]))
	}
	var out []string
	add := func(n int) {
		if letters {
			out = append(out, string(rune(n)))
			return
		}
		s := strconv.Itoa(abs(n))
		for len(s) < width {
			s = "0" + s
		}
		if n < 0 {
			s = "-" + s
		}
		out = append(out, s)
	}
	if from <= to {
		for n := from; n <= to && len(out) < 100_000; n += step {
			add(n)
		}
	} else {
		for n := from; n >= to && len(out) < 100_000; n -= step {
			add(n)
		}
	}
	return out
}

func padded(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return len(s) > 1 && s[0] == '0'
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
