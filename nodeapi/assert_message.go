package nodeapi

import (
	"math"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/internal/inspect"
)

// This file writes the message of an AssertionError that was given none, or, for
// the operators that show a diff, under the heading it was given. Texts and
// limits are Node's; lengths are counted in UTF-16 units, as JavaScript's are.

// headings are the first lines, by operator; the other keys are what an operator
// becomes when there is more to say.
var headings = map[string]string{
	"deepStrictEqual":        "Expected values to be strictly deep-equal:",
	"partialDeepStrictEqual": "Expected values to be partially and strictly deep-equal:",
	"strictEqual":            "Expected values to be strictly equal:",
	"strictEqualObject":      `Expected "actual" to be reference-equal to "expected":`,
	"deepEqual":              "Expected values to be loosely deep-equal:",
	"notDeepStrictEqual":     `Expected "actual" not to be strictly deep-equal to:`,
	"notStrictEqual":         `Expected "actual" to be strictly unequal to:`,
	"notStrictEqualObject":   `Expected "actual" not to be reference-equal to "expected":`,
	"notDeepEqual":           `Expected "actual" not to be loosely deep-equal to:`,
	"notIdentical":           "Values have same structure but are not reference-equal:",
	"notDeepEqualUnequal":    "Expected values not to be loosely deep-equal:",
}

// palette is the escape sequences of a coloured message; empty strings otherwise.
type palette struct {
	on                            bool
	green, red, blue, gray, white string
}

func newPalette(on bool) *palette {
	if !on {
		return &palette{}
	}
	return &palette{true, "\x1b[32m", "\x1b[31m", "\x1b[34m", "\x1b[90m", "\x1b[39m"}
}

// assertFailure is an assertion that did not hold.
type assertFailure struct {
	insp             *inspect.Inspector
	operator         string
	actual, expected goja.Value
	heading          string // given by the caller; "" for the operator's
	full             bool   // nothing is left out
	colors           *palette
	columns          int // of a terminal
}

// show prints a value so that all that is compared is seen.
func (f *assertFailure) show(v goja.Value) string {
	lines := 0
	return f.insp.Inspect(v, inspect.Options{
		Compact: &lines, NoCustomInspect: true, Depth: inspect.Number(1000),
		MaxArrayLength: inspect.Number(math.Inf(1)), Sorted: true, Getters: "all",
	})
}

// showsDiff reports whether the operator's message is a diff.
func showsDiff(operator string) bool {
	return operator == "deepStrictEqual" || operator == "strictEqual" || operator == "partialDeepStrictEqual"
}

// message is the whole text.
func (f *assertFailure) message() string {
	switch {
	case showsDiff(f.operator):
		return f.diff()
	case f.operator == "notDeepStrictEqual" || f.operator == "notStrictEqual":
		return f.unequal()
	}
	actual, expected := f.show(f.actual), f.show(f.expected)
	heading := headings[f.operator]
	if f.operator == "notDeepEqual" && actual == expected {
		return f.cut(heading+"\n\n"+actual, 1024)
	}
	actual, expected = f.cut(actual, 512), f.cut(expected, 512)
	switch {
	case f.operator == "deepEqual":
		return heading + "\n\n" + actual + "\n\nshould loosely deep-equal\n\n" + expected
	case headings[f.operator+"Unequal"] != "":
		return headings[f.operator+"Unequal"] + "\n\n" + actual + "\n\nshould not loosely deep-equal\n\n" + expected
	}
	return actual + " " + f.operator + " " + expected
}

// cut shortens a text of more than most units to that length with dots.
func (f *assertFailure) cut(s string, most int) string {
	if f.full || len(s) <= most || units(s) <= most {
		return s
	}
	return unitPrefix(s, most-3) + "..."
}

// unequal says that two values should have differed; one of them is shown.
func (f *assertFailure) unequal() string {
	heading := headings[f.operator]
	if _, ok := f.actual.(*goja.Object); ok && f.operator == "notStrictEqual" {
		heading = headings["notStrictEqualObject"]
	}
	lines := strings.Split(f.show(f.actual), "\n")
	if len(lines) > 50 && !f.full {
		lines = append(lines[:46], f.colors.blue+"..."+f.colors.white)
	}
	if len(lines) > 1 {
		return heading + "\n\n" + strings.Join(lines, "\n") + "\n"
	}
	if units(lines[0]) > 5 {
		return heading + "\n\n" + lines[0]
	}
	return heading + " " + lines[0]
}

func (f *assertFailure) diff() string {
	p := f.colors
	operator := f.operator
	x, isX := f.actual.(*goja.Object)
	y, isY := f.expected.(*goja.Object)
	if operator == "strictEqual" && isX && isY && isFunction(x) == isFunction(y) {
		operator = "strictEqualObject"
	}
	actual, expected := f.show(f.actual), f.show(f.expected)
	lines, others := strings.Split(actual, "\n"), strings.Split(expected, "\n")
	header := p.green + "+ actual" + p.white + " " + p.red + "- expected" + p.white
	var text string
	skipped := false
	_, objX := isObject(f.actual)
	_, objY := isObject(f.expected)
	switch {
	case len(lines) == 1 && len(others) == 1 && !(objX && objY):
		header, text = f.short(lines[0], others[0], header)
	case actual == expected:
		operator, header, text = "notIdentical", "", actual
		if len(lines) > 50 && !f.full {
			text = strings.Join(lines[:50], "\n") + "\n...}"
			skipped = true
		}
	default:
		partial := operator == "partialDeepStrictEqual"
		text, skipped = printDiff(diffLines(lines, others, objX), p, partial)
		text = "\n" + text
		if partial {
			header = p.gray + "+ actual" + p.white + " " + p.red + "- expected" + p.white
			if p.on {
				header = p.gray + "actual" + p.white + " " + p.red + "- expected" + p.white
			}
		}
	}
	heading := f.heading
	if heading == "" {
		heading = headings[operator]
	}
	if skipped {
		header += "\n... Skipped lines"
	}
	return heading + "\n" + header + "\n" + text + "\n"
}

// short compares two values of one line each: on one line if they are very
// short, else one below the other with a mark where they begin to differ.
func (f *assertFailure) short(actual, expected, header string) (newHeader, text string) {
	p := f.colors
	_, stringX := f.actual.(goja.String)
	_, stringY := f.expected.(goja.String)
	length := units(actual) + units(expected)
	shown := length
	if stringX {
		shown -= 2
	}
	if stringY {
		shown -= 2
	}
	bothZero := isZero(f.actual) && isZero(f.expected)
	if shown <= 12 && !bothZero {
		return "", actual + " !== " + expected
	}
	if stringX && stringY && p.on {
		return p.green + "actual" + p.white + " " + p.red + "expected" + p.white, "\n" + f.inline(actual, expected)
	}
	text = "\n" + p.green + "+" + p.white + " " + actual + "\n" + p.red + "- " + p.white + expected
	if length <= f.columns {
		if at := firstDifference(actual, expected); at >= 3 { // nearer to the start it is seen without
			text += "\n" + strings.Repeat(" ", at+2) + "^"
		}
	}
	return header, text
}

// inline shows two strings in one, coloured by what is of which.
func (f *assertFailure) inline(actual, expected string) string {
	var b strings.Builder
	for _, e := range diffLines(splitUnits(actual), splitUnits(expected), false) {
		color := f.colors.white
		switch e.kind {
		case inserted:
			color = f.colors.green
		case deleted:
			color = f.colors.red
		}
		b.WriteString(color + e.line + f.colors.white)
	}
	return b.String()
}

func isZero(v goja.Value) bool { return goja.IsNumber(v) && v.ToFloat() == 0 }

// firstDifference is the position in UTF-16 units, or -1.
func firstDifference(a, b string) int {
	x, y := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
	for i, u := range x {
		if i >= len(y) || u != y[i] {
			return i
		}
	}
	return -1
}

func splitUnits(s string) []string {
	out := make([]string, 0, len(s))
	for _, r := range s {
		out = append(out, string(r))
	}
	return out
}

// units is the length of a string in JavaScript.
func units(s string) int {
	n := 0
	for _, r := range s {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}

// unitPrefix cuts a string after n units. Half a surrogate pair becomes U+FFFD.
func unitPrefix(s string, n int) string {
	for i, r := range s {
		w := 1
		if r > 0xffff {
			w = 2
		}
		if n < w {
			if n > 0 {
				return s[:i] + string(utf8.RuneError)
			}
			return s[:i]
		}
		n -= w
	}
	return s
}
