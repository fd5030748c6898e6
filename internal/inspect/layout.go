package inspect

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// layout joins the entries of an object with its braces. In the usual mode they share a line if at
// most opt.compact levels are nested in them and the line is not too long; arrays of more than six
// entries are set in columns; else each entry has a line.
func (p *printer) layout(out []string, base, open, close string, k entryKind, level int, o *goja.Object) string {
	lead := open
	if p.opt.compact == CompactAll {
		return p.compactLayout(out, base, open, close)
	}
	if base != "" {
		lead = base + " " + open
	}
	if p.opt.compact >= 1 {
		entries := len(out)
		if k == extra && entries > 6 {
			out = p.columns(out, o)
		}
		if level > noLevel/2 && p.deepest-level < p.opt.compact && entries == len(out) &&
			p.fits(out, len(out)+p.indent+units(open)+units(base)+10, base) {
			if line := strings.Join(out, ", "); !strings.Contains(line, "\n") {
				return lead + " " + line + " " + close
			}
		}
	}
	nl := "\n" + strings.Repeat(" ", p.indent)
	return lead + nl + "  " + strings.Join(out, ","+nl+"  ") + nl + close
}

// compactLayout is `compact: true`: one line if it fits, else the entries below each other with the
// braces on the first and last of them.
func (p *printer) compactLayout(out []string, base, open, close string) string {
	if p.fits(out, 0, base) {
		if base != "" {
			base = " " + base
		}
		return open + base + " " + strings.Join(out, ", ") + " " + close
	}
	nl := "\n" + strings.Repeat(" ", p.indent) + "  "
	sep := " "
	if base != "" {
		sep = " " + base + nl
	} else if units(open) != 1 {
		sep = nl
	}
	return open + sep + strings.Join(out, ","+nl) + " " + close
}

// fits says whether the entries go on one line: their length and a comma each, with start, are
// within the break length, and no line break is in base.
func (p *printer) fits(out []string, start int, base string) bool {
	if math.IsInf(p.opt.breakLength, 1) {
		return !strings.Contains(base, "\n") &&
			!slices.ContainsFunc(out, func(s string) bool { return strings.Contains(s, "\n") })
	}
	total := float64(len(out) + start)
	if total+float64(len(out)) > p.opt.breakLength {
		return false
	}
	for _, s := range out {
		if float64(len(s)) > 3*p.opt.breakLength && !p.opt.colors {
			return false // a unit is three bytes at most
		}
		if p.opt.colors {
			s = stripColors(s)
		}
		if total += float64(units(s)); total > p.opt.breakLength {
			return false
		}
	}
	return !strings.Contains(base, "\n")
}

// columns sets array entries in columns of equal width if they are many and of similar length. The
// number of columns aims at a square, a character being 2.5 times as high as wide. o, if not nil, is
// the array: numbers are aligned to the right.
func (p *printer) columns(out []string, o *goja.Object) []string {
	const gap = 2 // a comma and a space
	n := len(out)
	if p.opt.maxArrayLength < float64(n) {
		n-- // "... more items" takes no part
	}
	widths := make([]int, n)
	total, widest := 0, 0
	for i := range n {
		widths[i] = width(out[i], p.opt.colors)
		total += widths[i] + gap
		widest = max(widest, widths[i])
	}
	cell := widest + gap
	if float64(cell*3+p.indent) >= p.opt.breakLength || float64(total)/float64(cell) <= 5 && widest > 6 {
		return out
	}
	bias := math.Sqrt(float64(cell) - float64(total)/float64(len(out)))
	biased := math.Max(float64(cell)-3-bias, 1)
	count := int(min(
		math.Floor(math.Sqrt(2.5*biased*float64(n))/biased+0.5),
		math.Floor((p.opt.breakLength-float64(p.indent))/float64(cell)),
		float64(p.opt.compact*4),
		15))
	if count <= 1 {
		return out
	}
	columns := make([]int, count)
	for c := range columns {
		for i := c; i < n; i += count {
			columns[c] = max(columns[c], widths[i])
		}
		columns[c] += gap
	}
	right := p.numeric(o, len(out))
	var rows []string
	var b strings.Builder
	for from := 0; from < n; from += count {
		b.Reset()
		last := min(from+count, n) - 1
		for i := from; i <= last; i++ {
			pad := strings.Repeat(" ", columns[i-from]-gap-widths[i])
			switch {
			case right && i < last:
				b.WriteString(pad + out[i] + ", ")
			case right:
				b.WriteString(pad + out[i])
			case i < last:
				b.WriteString(out[i] + ", " + pad)
			default:
				b.WriteString(out[i])
			}
		}
		rows = append(rows, b.String())
	}
	if n < len(out) {
		rows = append(rows, out[n])
	}
	return rows
}

// numeric reports whether the first n elements are numbers, and so to be aligned to the right.
func (p *printer) numeric(o *goja.Object, n int) bool {
	if o == nil {
		return true
	}
	for i := range n {
		if v := o.Get(strconv.Itoa(i)); v == nil || !goja.IsNumber(v) && !goja.IsBigInt(v) {
			return false
		}
	}
	return true
}

// sort orders entries by their text, or as the script's comparator says.
func (p *printer) sort(out []string) {
	if p.opt.comparator == nil {
		slices.SortFunc(out, compareUnits)
		return
	}
	items := make([]any, len(out))
	for i, s := range out {
		items[i] = s
	}
	list := p.vm.NewArray(items...)
	call(p.in.sort, list, p.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		v, err := p.opt.comparator(goja.Undefined(), c.Argument(0), c.Argument(1))
		if err != nil {
			panic(err)
		}
		return v
	}))
	for i := range out {
		out[i] = list.Get(strconv.Itoa(i)).String()
	}
}

// compareUnits orders as JavaScript does, by UTF-16 units. It differs from the order of bytes only
// where a surrogate pair meets a character above it.
func compareUnits(a, b string) int {
	x, y := []rune(a), []rune(b)
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] != y[i] {
			if (x[i] > 0xffff) != (y[i] > 0xffff) {
				if x[i] > 0xffff {
					return int(0xd800) - int(min(y[i], 0xffff))
				}
				return int(min(x[i], 0xffff)) - 0xd800
			}
			return int(x[i]) - int(y[i])
		}
	}
	return len(x) - len(y)
}
