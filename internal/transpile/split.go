package transpile

import (
	"strings"
	"unicode/utf8"
)

// Split finds the import and export statements of a module, import( and import.meta. It returns nil for a text that it
// cannot cut; whether the rest of the text is right is the parser's business.
func Split(src string) *Record { return split(src, true) }

// HideDynamic does the same for a script: import( and import.meta only. A script with an import or export statement has
// Record.Static set and its Code is of no use.
func HideDynamic(src string) *Record { return split(src, false) }

type splitter struct {
	lexer
	code []byte
	rec  *Record
	ok   bool
}

func split(src string, statements bool) *Record {
	s := &splitter{lexer: lexer{src: src}, rec: &Record{Names: NamesFor(src), Code: src}, ok: true}
	s.code = []byte(src)
	for s.ok && s.next() != tEOF {
		if s.tok.kind == tBad {
			return nil
		}
		if s.tok.kind != tName || s.tok.end-s.tok.start != 6 || s.precededByDot(s.tok.start) {
			continue
		}
		switch s.text() {
		case "import":
			s.importWord(statements)
		case "export":
			if s.depth() == 0 {
				s.static(s.tok.start)
				if !statements {
					return s.rec
				}
				s.export()
			}
		}
	}
	if !s.ok || s.depth() != 0 {
		return nil
	}
	s.rec.Code = string(s.code)
	return s.rec
}

// importWord is at the word import: a statement, a call or import.meta.
func (s *splitter) importWord(statements bool) {
	start := s.tok.start
	state := s.lexer
	stack := len(s.stack)
	s.next()
	switch {
	case s.is("("):
		s.rec.Dynamic = true
		copy(s.code[start:], s.rec.Names.Import)
	case s.is("."):
		s.next()
		if s.is("meta") {
			if !s.rec.Meta && !s.rec.Static {
				s.rec.StaticAt = start
			}
			s.rec.Meta = true
			copy(s.code[start:], s.rec.Names.Meta)
		}
	case stack == 0 && statements:
		s.static(start)
		s.importStatement(start)
		return
	case stack == 0 && (s.tok.kind == tString || s.tok.kind == tName || s.is("{") || s.is("*")):
		s.static(start)
	}
	s.lexer = state // what followed is read again, so that the loop sees it
}

func (s *splitter) static(at int) {
	if !s.rec.Static {
		s.rec.Static, s.rec.StaticAt = true, at
	}
}

// importStatement is at the token after import.
func (s *splitter) importStatement(start int) {
	if s.tok.kind == tString {
		s.request()
		s.blank(start, s.endOfStatement())
		return
	}
	first := len(s.rec.Imports)
	if s.tok.kind == tName {
		s.rec.Imports = append(s.rec.Imports, Import{Name: "default", Local: identifier(s.text()), Offset: s.tok.start})
		s.next()
		if s.is(",") {
			s.next()
			s.ok = s.ok && (s.is("{") || s.is("*"))
		} else if !s.is("from") { // import defer, import source
			s.ok = false
		}
	}
	switch {
	case s.is("*"):
		s.next()
		s.expect("as")
		s.rec.Imports = append(s.rec.Imports, Import{Name: "*", Local: identifier(s.text()), Offset: s.tok.start})
		s.next()
	case s.is("{"):
		s.list(func(name, as string, offset int, quoted bool) {
			s.ok = s.ok && !reserved(as)
			s.rec.Imports = append(s.rec.Imports, Import{Name: name, Local: as, Offset: offset})
		})
	}
	s.expect("from")
	r := s.request()
	for i := first; i < len(s.rec.Imports); i++ {
		s.rec.Imports[i].Request = r
	}
	s.blank(start, s.endOfStatement())
}

// export is at the word export, at the top of the module.
func (s *splitter) export() {
	start := s.tok.start
	s.next()
	switch {
	case s.is("{"):
		first := len(s.rec.Exports)
		quotedLocal := false
		s.list(func(name, as string, offset int, quoted bool) {
			quotedLocal = quotedLocal || quoted
			s.rec.Exports = append(s.rec.Exports, Export{Local: name, Name: as, Offset: offset})
		})
		if s.is("from") {
			s.next()
			r := s.request()
			for _, e := range s.rec.Exports[first:] {
				s.rec.Indirect = append(s.rec.Indirect, Indirect{Request: r, From: e.Local, Name: e.Name, Offset: e.Offset})
			}
			s.rec.Exports = s.rec.Exports[:first]
			s.blank(start, s.endOfStatement())
			return
		}
		if quotedLocal {
			s.ok = false
			return
		}
		// The token read last may begin the next statement: give it back.
		s.blank(start, s.terminator())
	case s.is("*"):
		s.next()
		if s.is("as") {
			s.next()
			name, offset := s.moduleName(), s.tok.start
			s.next()
			s.expect("from")
			s.rec.Indirect = append(s.rec.Indirect, Indirect{Request: s.request(), From: "*", Name: name, Offset: offset})
		} else {
			s.expect("from")
			s.rec.Stars = append(s.rec.Stars, s.request())
		}
		s.blank(start, s.endOfStatement())
	case s.is("default"):
		s.exportDefault(start)
	case s.is("const"), s.is("let"), s.is("var"), s.is("function"), s.is("class"), s.is("async"):
		s.rec.Declared = append(s.rec.Declared, s.tok.start)
		s.blank(start, s.tok.start)
	default:
		s.ok = false
	}
}

// exportDefault is at the word default. A function or class with a name stays a declaration; one without gets a name;
// any other expression becomes the value of a constant.
func (s *splitter) exportDefault(start int) {
	name := s.rec.Names.Default
	defaultEnd := s.tok.end
	s.next()
	from := s.tok.start
	async, star := "", ""
	if s.is("async") {
		end := s.tok.end
		state := s.lexer
		s.next()
		if !s.is("function") || strings.ContainsAny(s.src[end:s.tok.start], "\n\r") {
			s.lexer = state
			s.constant(start, defaultEnd, name)
			return
		}
		async = "async "
	}
	switch {
	case s.is("function"):
		s.next()
		if s.is("*") {
			star = "*"
			s.next()
		}
		if s.tok.kind == tName {
			s.rec.Exports = append(s.rec.Exports, Export{Local: identifier(s.text()), Name: "default", Offset: from})
			s.blank(start, from)
			return
		}
		s.declaration(start, from, s.tok.start, async+"function"+star+" "+name)
	case s.is("class"):
		s.next()
		if s.tok.kind == tName && s.text() != "extends" {
			s.rec.Exports = append(s.rec.Exports, Export{Local: identifier(s.text()), Name: "default", Offset: from})
			s.blank(start, from)
			return
		}
		s.declaration(start, from, s.tok.start, "class "+name+" ")
	default:
		s.constant(start, defaultEnd, name)
		if s.is("import") {
			s.importWord(false)
		}
	}
}

// constant writes `const NAME =` over `export default`, which has as many letters.
func (s *splitter) constant(start, end int, name string) {
	if strings.ContainsAny(s.src[start:end], "\n\r") || end-start < len("const ")+len(name)+len(" =") {
		s.ok = false
		return
	}
	s.blank(start, end)
	copy(s.code[start:], "const "+name+" =")
	s.defaultIs(name, start)
}

// declaration writes text over what begins a nameless function or class, at from, ending where its ( or { begins.
func (s *splitter) declaration(start, from, end int, text string) {
	if strings.ContainsAny(s.src[start:end], "\n\r") || end-start < len(text) {
		s.ok = false
		return
	}
	s.blank(start, end)
	copy(s.code[end-len(text):], text)
	s.rec.DefaultHead = [2]string{text, s.src[from:end]}
	s.defaultIs(s.rec.Names.Default, start)
}

func (s *splitter) defaultIs(name string, offset int) {
	s.rec.Default = name
	s.rec.Exports = append(s.rec.Exports, Export{Local: name, Name: "default", Offset: offset})
}

// list reads { a, b as c, "d" as e } and calls f for each; it ends at the token after the brace.
func (s *splitter) list(f func(name, as string, offset int, quoted bool)) {
	s.next()
	for s.ok && !s.is("}") {
		offset := s.tok.start
		quoted := s.tok.kind == tString
		n := s.moduleName()
		as := n
		s.next()
		if s.is("as") {
			s.next()
			as = s.moduleName()
			s.next()
		}
		if !s.ok {
			return
		}
		f(n, as, offset, quoted)
		if s.is(",") {
			s.next()
		} else if !s.is("}") {
			s.ok = false
		}
	}
	s.next()
}

// moduleName is the current token as the name of an import or export.
func (s *splitter) moduleName() string {
	switch s.tok.kind {
	case tName:
		return identifier(s.text())
	case tString:
		return stringValue(s.text())
	}
	s.ok = false
	return ""
}

func (s *splitter) expect(word string) {
	if !s.is(word) {
		s.ok = false
		return
	}
	s.next()
}

// request reads a specifier and what attributes follow it, and ends at the last token that belongs to it.
func (s *splitter) request() int {
	if s.tok.kind != tString {
		s.ok = false
		return 0
	}
	r := Request{Specifier: stringValue(s.text()), Offset: s.tok.start}
	state := s.lexer
	s.next()
	if s.is("with") || s.is("assert") && !strings.ContainsAny(s.src[state.tok.end:s.tok.start], "\n\r") {
		s.next()
		if !s.is("{") {
			s.ok = false
			return 0
		}
		r.Attributes = map[string]string{}
		s.next()
		for s.ok && !s.is("}") {
			key := s.moduleName()
			s.next()
			s.expect(":")
			if s.tok.kind != tString {
				s.ok = false
				return 0
			}
			r.Attributes[key] = stringValue(s.text())
			s.next()
			if s.is(",") {
				s.next()
			}
		}
	} else {
		s.lexer = state
	}
	for i, old := range s.rec.Requests {
		if old.Specifier == r.Specifier && len(old.Attributes) == len(r.Attributes) && old.Attributes["type"] == r.Attributes["type"] {
			return i
		}
	}
	s.rec.Requests = append(s.rec.Requests, r)
	return len(s.rec.Requests) - 1
}

// endOfStatement is at the last token of a statement; a semicolon after it belongs to it.
func (s *splitter) endOfStatement() int {
	end := s.tok.end
	state := s.lexer
	s.next()
	if s.is(";") {
		return s.tok.end
	}
	s.lexer = state
	s.value = false
	return end
}

// terminator is at the token after a statement and gives it back unless it is a semicolon.
func (s *splitter) terminator() int {
	if s.is(";") {
		return s.tok.end
	}
	end := s.prev.end
	s.pos = end
	s.tok = s.prev
	s.value = false
	if n := len(s.stack); n > 0 {
		s.stack = s.stack[:0] // the token given back had opened a bracket; here all are closed
	}
	return end
}

// blank overwrites with spaces what is no line break, and ends with a semicolon so that the text before and the text
// after stay two statements.
func (s *splitter) blank(from, to int) {
	if !s.ok || to > len(s.code) || from >= to {
		return
	}
	for i := from; i < to; {
		c := s.code[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRune(s.code[i:])
			if r != 0x2028 && r != 0x2029 {
				for j := i; j < i+n; j++ {
					s.code[j] = ' '
				}
			}
			i += n
			continue
		}
		if c != '\n' && c != '\r' {
			s.code[i] = ' '
		}
		i++
	}
	s.code[from] = ';'
}
