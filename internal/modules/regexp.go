package modules

import (
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// Regular expressions that goja takes wrongly or not at all.
//
// goja has two engines. The one that it tries first knows no \p{...} and quietly reads it as the letter p; the other one
// knows it, and inline flags such as (?i:...), but is used only for patterns with a lookahead or the like. An empty
// lookahead in front, (?=), matches everywhere and makes goja choose the second. It shows in the property source, where
// it does no harm, also when sources are joined. The flag v means what u does unless the pattern has one of the
// notations that came with it; goja has no such notation and no flag d, so those become calls of RegExp, which throw when
// they are reached and not when the file is loaded.
//
// Only literals are seen here. new RegExp(text) is as goja has it.

// regexp is what a literal becomes.
func (p *pass) regexp(r *ast.RegExpLiteral) ast.Expression {
	p.at(&r.Idx)
	if strings.ContainsRune(r.Flags, 'd') || strings.ContainsRune(r.Flags, 'v') && setNotation(r.Pattern) {
		return newRegExp(r)
	}
	if strings.ContainsRune(r.Flags, 'v') {
		r.Flags = strings.Replace(r.Flags, "v", "u", 1)
	}
	properties := strings.ContainsRune(r.Flags, 'u') && (strings.Contains(r.Pattern, `\p{`) || strings.Contains(r.Pattern, `\P{`))
	if properties {
		r.Pattern = propertyNames(r.Pattern)
	}
	if properties || inlineFlags(r.Pattern) {
		r.Pattern = "(?=)" + r.Pattern
		r.Literal = "/" + r.Pattern + "/" + r.Flags
		if _, err := goja.Compile("", "x="+r.Literal, false); err != nil {
			return newRegExp(r) // a property that the engine does not know
		}
	}
	return r
}

// newRegExp is new RegExp(pattern, flags).
func newRegExp(r *ast.RegExpLiteral) ast.Expression {
	str := func(s string) ast.Expression { return &ast.StringLiteral{Idx: r.Idx, Literal: s, Value: name(s)} }
	return &ast.NewExpression{New: r.Idx, Callee: &ast.Identifier{Name: "RegExp", Idx: r.Idx}, ArgumentList: []ast.Expression{str(r.Pattern), str(r.Flags)}}
}

// setNotation says that a pattern has what only the flag v gives a meaning.
func setNotation(pattern string) bool {
	class := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
			if i < len(pattern) && (pattern[i] == 'q' || strings.HasPrefix(pattern[i:], "p{RGI_Emoji") || strings.HasPrefix(pattern[i:], "p{Basic_Emoji")) {
				return true
			}
		case c == '[':
			if class {
				return true
			}
			class = true
		case c == ']':
			class = false
		case class && (strings.HasPrefix(pattern[i:], "--") || strings.HasPrefix(pattern[i:], "&&")):
			return true
		}
	}
	return false
}

// inlineFlags says that there is a group such as (?i:...) or (?-s:...).
func inlineFlags(pattern string) bool {
	for i := 0; i+2 < len(pattern); i++ {
		if pattern[i] == '(' && pattern[i+1] == '?' && strings.IndexByte("ims-", pattern[i+2]) >= 0 {
			return true
		}
	}
	return false
}

// unions are properties that the engine knows by their parts only.
var unions = map[string]string{
	"Any": `\u{0}-\u{10FFFF}`, "ASCII": `\u{0}-\u{7F}`,
	"Alphabetic": `\p{L}\p{Nl}\p{Other_Alphabetic}`, "Alpha": `\p{L}\p{Nl}\p{Other_Alphabetic}`,
	"Uppercase": `\p{Lu}\p{Other_Uppercase}`, "Upper": `\p{Lu}\p{Other_Uppercase}`,
	"Lowercase": `\p{Ll}\p{Other_Lowercase}`, "Lower": `\p{Ll}\p{Other_Lowercase}`,
	"Default_Ignorable_Code_Point": ignorable, "DI": ignorable,
	"ID_Start": idStart, "IDS": idStart, "XID_Start": idStart, "XIDS": idStart,
	"ID_Continue": idContinue, "IDC": idContinue, "XID_Continue": idContinue, "XIDC": idContinue,
}

// The ranges of Default_Ignorable_Code_Point, which Unicode keeps stable.
const ignorable = `\u{AD}\u{34F}\u{61C}\u{115F}\u{1160}\u{17B4}\u{17B5}\u{180B}-\u{180F}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{3164}` +
	`\u{FE00}-\u{FE0F}\u{FEFF}\u{FFA0}\u{FFF0}-\u{FFF8}\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}`

const (
	idStart    = `\p{L}\p{Nl}\p{Other_ID_Start}`
	idContinue = idStart + `\p{Mn}\p{Mc}\p{Nd}\p{Pc}\p{Other_ID_Continue}`
)

// propertyNames puts the names of properties as the engine spells them: values without what they are values of, and
// unions as unions.
func propertyNames(pattern string) string {
	var b strings.Builder
	class := false
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch c {
		case '[':
			class = true
		case ']':
			class = false
		case '\\':
			if i+2 < len(pattern) && (pattern[i+1] == 'p' || pattern[i+1] == 'P') && pattern[i+2] == '{' {
				if end := strings.IndexByte(pattern[i:], '}'); end > 0 {
					b.WriteString(property(pattern[i+1], pattern[i+3:i+end], class))
					i += end
					continue
				}
			}
			b.WriteByte(c)
			i++
			if i < len(pattern) {
				b.WriteByte(pattern[i])
			}
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

func property(letter byte, name string, class bool) string {
	for _, prefix := range []string{"General_Category=", "gc=", "Script=", "sc=", "Script_Extensions=", "scx="} {
		name = strings.TrimPrefix(name, prefix)
	}
	union, ok := unions[name]
	switch {
	case name == "Assigned" && letter == 'p':
		return `\P{Cn}`
	case name == "Assigned":
		return `\p{Cn}`
	case !ok:
		return `\` + string(letter) + "{" + name + "}"
	case letter == 'P' && name == "ASCII" && class:
		return `\u{80}-\u{10FFFF}`
	case letter == 'P' && class:
		return `\P{` + name + "}" // no way to say it: the engine will refuse it
	case letter == 'P':
		return "[^" + union + "]"
	case class:
		return union
	}
	return "[" + union + "]"
}
