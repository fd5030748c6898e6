package inspect

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// minBreakable is the length up to which a string is never split at its line breaks.
const minBreakable = 16

// primitive prints anything that is not an object.
func (p *printer) primitive(v goja.Value) string {
	if v == nil || goja.IsUndefined(v) {
		return p.style("undefined", "undefined")
	}
	if goja.IsNull(v) {
		return p.style("null", "null")
	}
	switch x := v.(type) {
	case goja.String:
		return p.str(x)
	case *goja.Symbol:
		return p.style(symbolText(x), "symbol")
	}
	switch {
	case goja.IsNumber(v):
		return p.style(numberText(v, p.opt.numericSeparator), "number")
	case goja.IsBigInt(v):
		return p.style(bigintText(v, p.opt.numericSeparator), "bigint")
	}
	return p.style(v.String(), "boolean")
}

func symbolText(s *goja.Symbol) string { return "Symbol(" + s.String() + ")" }

func bigintText(v goja.Value, separator bool) string {
	if s := v.String(); !separator {
		return s + "n"
	} else {
		return grouped(s) + "n"
	}
}

// str prints a string. One that does not fit the line is split behind its line breaks.
func (p *printer) str(v goja.String) string {
	n := v.Length()
	rest := ""
	if float64(n) > p.opt.maxStringLength {
		shown, more := limit(p.opt.maxStringLength, n)
		v, n = v.Substring(0, shown), shown
		rest = "... " + strconv.Itoa(more) + " more character" + plural(more)
	}
	if p.opt.compact != CompactAll && n > minBreakable && float64(n) > p.opt.breakLength-float64(p.indent)-4 {
		if lines := splitLines(v); len(lines) > 1 {
			out := make([]string, len(lines))
			for i, line := range lines {
				out[i] = p.style(quote(line.String(), line), "string")
			}
			return strings.Join(out, " +\n"+strings.Repeat(" ", p.indent+2)) + rest
		}
	}
	return p.style(quote(v.String(), v), "string") + rest
}

// splitLines cuts a string behind each line break that has something behind it.
func splitLines(v goja.String) []goja.String {
	if strings.IndexByte(v.String(), '\n') < 0 {
		return nil
	}
	var out []goja.String
	from, n := 0, v.Length()
	for i := range n {
		if v.CharAt(i) == '\n' || i == n-1 {
			out = append(out, v.Substring(from, i+1))
			from = i + 1
		}
	}
	return out
}

func plural(n int) string {
	if n > 1 {
		return "s"
	}
	return ""
}

func moreItems(n int) string { return "... " + strconv.Itoa(n) + " more item" + plural(n) }
