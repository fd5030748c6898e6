package stack

import "strings"

// FromText converts a stack text of the engine to Node's form, for texts whose frames are not at
// hand. Lines that are not frames (a message may have several) stay as they are; DefaultLimit
// applies. A text that is in Node's form already comes back unchanged.
func FromText(text string) string {
	if !isEngineText(text) {
		return text
	}
	var b strings.Builder
	shown := 0
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		frame, ok := strings.CutPrefix(line, "\tat ")
		if !ok {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(line)
			continue
		}
		if f, ok := parseFrame(frame); ok && shown < DefaultLimit {
			shown++
			b.WriteString("\n    at ")
			b.WriteString(f)
		}
	}
	return b.String()
}

// isEngineText tells the engine's form by its end: a line break behind the last frame, and a tab in
// front of it. An error without frames has the line break alone.
func isEngineText(text string) bool {
	if !strings.HasSuffix(text, "\n") {
		return false
	}
	text = text[:len(text)-1]
	last := text[strings.LastIndexByte(text, '\n')+1:]
	return strings.HasPrefix(last, "\tat ") || !strings.Contains(text, "\n    at ")
}

// parseFrame rewrites "f (file.js:3:4(12))", "file.js:3:4(12)" and "map (native)".
func parseFrame(s string) (string, bool) {
	name, place := "", s
	if i := strings.Index(s, " ("); i >= 0 && strings.HasSuffix(s, ")") {
		name, place = s[:i], s[i+2:len(s)-1]
	}
	if place == "native" {
		shown, ok := builtins[name]
		return shown + " (<anonymous>)", ok
	}
	if strings.HasPrefix(place, "node:") {
		return "", false
	}
	if i := strings.LastIndexByte(place, '('); i >= 0 { // the program counter
		place = place[:i]
	}
	if rest, ok := strings.CutPrefix(place, "<eval>"); ok {
		place = "<anonymous>" + rest
		if name == "" || name == "anonymous" {
			name = "eval"
		}
	}
	if name == "" {
		return place, true
	}
	return name + " (" + place + ")", true
}
