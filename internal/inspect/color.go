package inspect

import (
	"regexp"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// style colours a text by what it is, if colours are on. The tables are the objects
// util.inspect.styles and util.inspect.colors, which scripts may change.
func (p *printer) style(s, what string) string {
	if !p.opt.colors {
		return s
	}
	styles, ok := p.function.Get("styles").(*goja.Object)
	if !ok {
		return s
	}
	switch v := styles.Get(what).(type) {
	case *goja.Object:
		if f, ok := goja.AssertFunction(v); ok {
			out, err := f(goja.Undefined(), p.vm.ToValue(s))
			if err != nil {
				panic(err)
			}
			return out.String()
		}
	case goja.String:
		if on, off, ok := p.Color(v.String()); ok {
			return on + s + off
		}
	}
	return s
}

// Color gives the sequences that switch a colour or style of util.inspect.colors on and off.
func (i *Inspector) Color(name string) (on, off string, ok bool) {
	colors, isObject := i.function.Get("colors").(*goja.Object)
	if !isObject {
		return "", "", false
	}
	pair, isObject := colors.Get(name).(*goja.Object)
	if !isObject {
		return "", "", false
	}
	return "\x1b[" + pair.Get("0").String() + "m", "\x1b[" + pair.Get("1").String() + "m", true
}

var corePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^ {4}at (?:[^/\\(]+ \(|)node:(.+):\d+:\d+\)?$`)
})

// colorFrame greys frames of the platform and the working directory, and underlines packages.
func (p *printer) colorFrame(line string) string {
	if corePattern().MatchString(line) {
		return p.style(line, "undefined")
	}
	line = p.markPackages(line)
	if p.Cwd == nil {
		return line
	}
	cwd := p.Cwd()
	if cwd == "" {
		return line
	}
	at := strings.Index(line, cwd)
	if at < 0 {
		return line
	}
	n := len(cwd) + 1 // and the slash
	if strings.HasSuffix(line[:at], "file://") {
		at, n = at-7, n+7
	}
	from, end := at, len(line)
	closing := ""
	if at > 0 && line[at-1] == '(' {
		from--
		if strings.HasSuffix(line, ")") {
			end--
			closing = p.style(")", "undefined")
		}
	}
	stop := min(at+n, end)
	return line[:from] + p.style(line[from:stop], "undefined") + line[stop:end] + closing
}

// markPackages styles the name that follows each node_modules in a path.
func (p *printer) markPackages(line string) string {
	const dir = "node_modules"
	var b strings.Builder
	last := 0
	for from := 0; ; {
		i := strings.Index(line[from:], dir)
		if i < 0 {
			b.WriteString(line[last:])
			return b.String()
		}
		i += from
		end := i + len(dir)
		if i == 0 || end >= len(line) || !isSlash(line[i-1]) || !isSlash(line[end]) {
			from = i + 1
			continue
		}
		start, slash := end+1, line[i-1:i]
		stop := nextIndex(line, slash, start)
		if stop < len(line) && line[start] == '@' { // a scope and a name
			stop = nextIndex(line, slash, stop+1)
		}
		b.WriteString(line[last:start])
		b.WriteString(p.style(line[start:stop], "module"))
		last, from = stop, stop
	}
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }

// nextIndex is the place of sep from a position on, or the end.
func nextIndex(s, sep string, from int) int {
	if i := strings.Index(s[from:], sep); i >= 0 {
		return from + i
	}
	return len(s)
}

// A color is an entry of util.inspect.colors.
type color struct {
	name    string
	on, off int
}

// colorTable lists the colours in Node's order.
var colorTable = []color{
	{"reset", 0, 0}, {"bold", 1, 22}, {"dim", 2, 22}, {"italic", 3, 23}, {"underline", 4, 24},
	{"blink", 5, 25}, {"inverse", 7, 27}, {"hidden", 8, 28}, {"strikethrough", 9, 29},
	{"doubleunderline", 21, 24}, {"black", 30, 39}, {"red", 31, 39}, {"green", 32, 39},
	{"yellow", 33, 39}, {"blue", 34, 39}, {"magenta", 35, 39}, {"cyan", 36, 39}, {"white", 37, 39},
	{"bgBlack", 40, 49}, {"bgRed", 41, 49}, {"bgGreen", 42, 49}, {"bgYellow", 43, 49},
	{"bgBlue", 44, 49}, {"bgMagenta", 45, 49}, {"bgCyan", 46, 49}, {"bgWhite", 47, 49},
	{"framed", 51, 54}, {"overlined", 53, 55}, {"gray", 90, 39}, {"redBright", 91, 39},
	{"greenBright", 92, 39}, {"yellowBright", 93, 39}, {"blueBright", 94, 39},
	{"magentaBright", 95, 39}, {"cyanBright", 96, 39}, {"whiteBright", 97, 39}, {"bgGray", 100, 49},
	{"bgRedBright", 101, 49}, {"bgGreenBright", 102, 49}, {"bgYellowBright", 103, 49},
	{"bgBlueBright", 104, 49}, {"bgMagentaBright", 105, 49}, {"bgCyanBright", 106, 49},
	{"bgWhiteBright", 107, 49},
}

// colorAliases are second names, not enumerable.
var colorAliases = [][2]string{
	{"grey", "gray"}, {"blackBright", "gray"}, {"bgGrey", "bgGray"}, {"bgBlackBright", "bgGray"},
	{"faint", "dim"}, {"crossedout", "strikethrough"}, {"strikeThrough", "strikethrough"},
	{"crossedOut", "strikethrough"}, {"conceal", "hidden"}, {"swapColors", "inverse"},
	{"swapcolors", "inverse"}, {"doubleUnderline", "doubleunderline"},
}

// styleTable lists util.inspect.styles in Node's order; regexp has a function.
var styleTable = [][2]string{
	{"special", "cyan"}, {"number", "yellow"}, {"bigint", "yellow"}, {"boolean", "yellow"},
	{"undefined", "grey"}, {"null", "bold"}, {"string", "green"}, {"symbol", "green"},
	{"date", "magenta"}, {"regexp", ""}, {"module", "underline"},
}
