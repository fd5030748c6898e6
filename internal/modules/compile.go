package modules

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/nodetimers/nodetimers/internal/transpile"
)

// unit is one file, compiled. The program's value is a function of what the loader hides from the file: see hidden.
type unit struct {
	program *goja.Program
	esm     bool
	async   bool              // a top-level await
	awaits  file.Idx          // where
	record  *transpile.Record // of an ES module; else nil
	// locals are the functions that read what a module exports, in the order in which the program hands them over.
	locals  []local
	caught  bool // the catch hook is called
	meta    bool
	hidden  hidden // of a script for the global scope
	printed bool   // by esbuild
	source  source // of an ES module, for errors that are found when it is linked
	// requires are what a CommonJS file requires whenever it runs, as far as that is plain to see.
	requires []string
}

// local is an export that is a variable of the module.
type local struct {
	name string // as exported
	// fixed: nothing assigns to the variable after its declaration, so once the module has run it is a constant.
	fixed bool
}

// source is a file on its way through compile.
type source struct {
	path     string
	code     string // what the user wrote, without a mark for byte order and with // for #!
	text     string // what is parsed: code, or what esbuild made of it
	mapping  *transpile.Mapping
	tsconfig string
	hook     bool
	script   bool // no wrapper: a program for the global scope
}

// compileFile compiles the text of a file. With anyFormat the format is found from the syntax, as in Node: CommonJS if it
// parses as that.
//
// The order of attempts keeps the common case cheap. A CommonJS file that goja parses is parsed once and printed never;
// an ES module is cut by transpile.Split and then the same; esbuild comes in when goja fails.
func compileFile(src source, want format) (*unit, error) {
	src.code = strings.TrimPrefix(src.code, "\uFEFF")
	if strings.HasPrefix(src.code, "#!") {
		src.code = "//" + src.code[2:]
	}
	if !utf8.ValidString(src.code) {
		src.code = strings.ToValidUTF8(src.code, "\uFFFD")
	}
	src.text = src.code
	if transpile.NeedsLowering(src.path) {
		return lowered(src, want)
	}
	if newSyntax(src.code) {
		if u, err := lowered(src, want); err == nil {
			return u, nil
		}
	}
	u, err := attempt(src, want)
	if err == nil || !worthLowering(err) {
		return u, err
	}
	u, lowerErr := lowered(src, want)
	if lowerErr == nil {
		return u, nil
	}
	return nil, betterOf(err, lowerErr)
}

// attempt compiles src.text.
func attempt(src source, want format) (*unit, error) {
	if want == esModule {
		return compileModule(src)
	}
	var rec *transpile.Record
	if strings.Contains(src.text, "import(") || strings.Contains(src.text, "import.meta") {
		rec = transpile.HideDynamic(src.text)
	}
	var u *unit
	var err error
	if rec == nil || !rec.Meta {
		if u, err = compileScript(src, rec); err == nil {
			return u, nil
		}
	}
	if rec == nil && (strings.Contains(src.text, "import") || strings.Contains(src.text, "export")) {
		if rec = transpile.HideDynamic(src.text); rec != nil && rec.Dynamic && !rec.Static {
			if u, err = compileScript(src, rec); err == nil {
				return u, nil
			}
		}
	}
	if rec != nil && (rec.Static || rec.Meta) {
		if want == anyFormat {
			return compileModule(src)
		}
		return nil, outsideModule(src, rec)
	}
	var a afterAwait
	if errors.As(err, &a) {
		if u, e := compileModule(src); e == nil && u.async {
			if want == anyFormat {
				return u, nil
			}
			return nil, syntaxIdx(src, newRuler(src.code), u.awaits, len("await"), "await is only valid in async functions and the top level bodies of modules")
		}
	}
	return nil, err
}

// outsideModule is the error for module syntax in a CommonJS file.
func outsideModule(src source, rec *transpile.Record) error {
	word, message, at := "import", "Cannot use import statement outside a module", rec.StaticAt
	switch {
	case !rec.Static:
		at += len("import.")
		word, message = "meta", "Cannot use 'import.meta' outside a module"
	case strings.HasPrefix(src.text[rec.StaticAt:], "export"):
		word, message = "export", "Unexpected token 'export'"
	}
	return outside{syntaxAt(src, at, len(word), message)}
}

// syntaxAt is an error at an offset of src.text.
func syntaxAt(src source, offset, length int, message string) error {
	written := newRuler(src.code)
	parsed := written
	if src.mapping != nil {
		parsed = newRuler(src.text)
	}
	idx := mover(0, parsed, written, src.mapping)(file.Idx(offset + 1))
	return syntaxIdx(src, written, idx, length, message)
}

// syntaxIdx is an error at a position that has been moved.
func syntaxIdx(src source, written *ruler, idx file.Idx, length int, message string) error {
	line, col := written.position(int(idx) - 1)
	return transpile.ErrorAtLine(src.path, src.code, line, col, length, message)
}

// hidden are the names under which a wrapper gets what no script should see: parameters of a function around it.
type hidden struct{ catch, dynamic, helpers, meta, export, constant, prefix string }

func hiddenNames(n transpile.Names) hidden {
	return hidden{catch: n.Prefix + "c", dynamic: n.Import, helpers: n.Prefix + "h", meta: n.Meta, export: n.Prefix + "x", constant: n.Prefix + "k", prefix: n.Prefix + "n"}
}

// compileScript compiles CommonJS in Node's wrapper, or a script for the global scope.
func compileScript(src source, rec *transpile.Record) (*unit, error) {
	names, body := transpile.NamesFor(src.text), src.text
	if rec != nil {
		names, body = rec.Names, rec.Code
	}
	h := hiddenNames(names)
	before, after := "", ""
	if !src.script {
		before = "(function(" + h.catch + "," + h.helpers + "," + h.dynamic + "){return function (exports, require, module, __filename, __dirname) {"
		after = "\n}})"
	}
	prg, err := parse(src, before, body, after)
	if err != nil {
		return nil, err
	}
	p := newPass(src, len(before), body, names)
	if rec != nil {
		p.restoreSource(rec)
	}
	if !src.script {
		p.top = wrapped(prg)
		if p.top == nil || len(prg.Body) != 1 || len(p.top.ParameterList.List) != 5 {
			return nil, syntaxAt(src, len(body)-1, 1, "Unexpected token '}'")
		}
	}
	if src.hook && strings.Contains(body, "catch") {
		p.catchName = name(h.catch)
	}
	p.program(prg)
	if p.err != nil {
		return nil, syntaxIdx(src, p.written, p.err.idx, 1, p.err.message)
	}
	u := &unit{caught: p.caught, hidden: h, printed: p.printed}
	if p.top != nil && strings.Contains(body, "require") {
		u.requires = plainRequires(p.top.Body.List)
	}
	u.program, err = finish(src, p.written, prg)
	return u, err
}

// wrapped is the function around the file.
func wrapped(prg *ast.Program) *ast.FunctionLiteral {
	e, ok := prg.Body[0].(*ast.ExpressionStatement)
	if !ok {
		return nil
	}
	outer, ok := e.Expression.(*ast.FunctionLiteral)
	if !ok {
		return nil
	}
	list := outer.Body.List
	ret, ok := list[len(list)-1].(*ast.ReturnStatement)
	if !ok {
		return nil
	}
	f, _ := ret.Argument.(*ast.FunctionLiteral)
	return f
}

// filePass is a pass with the picture it moves positions to.
type filePass struct {
	pass
	written *ruler
}

func newPass(src source, shift int, body string, names transpile.Names) *filePass {
	p := &filePass{written: newRuler(src.code)}
	parsed := p.written
	if src.mapping != nil {
		parsed = newRuler(body)
	}
	p.pos = mover(shift, parsed, p.written, src.mapping)
	p.names = names
	p.printed = src.mapping != nil
	p.bodies = map[*ast.FunctionLiteral]bool{}
	return p
}

// restoreSource has functions show the text that the user wrote, without the names put into it.
func (p *filePass) restoreSource(rec *transpile.Record) {
	n := p.names
	if !rec.Dynamic && !rec.Meta && rec.Default == "" {
		return
	}
	pairs := []string{n.Import, "import", n.Meta, "import"}
	if rec.DefaultHead[0] != "" {
		pairs = append(pairs, rec.DefaultHead[0], rec.DefaultHead[1])
	}
	undo := strings.NewReplacer(pairs...)
	p.original = func(s string) string {
		if strings.Contains(s, n.Prefix) {
			return undo.Replace(s)
		}
		return s
	}
}

func parse(src source, before, body, after string) (*ast.Program, error) {
	text := make([]byte, 0, len(before)+len(body)+len(after)) // of a string the parser would make two copies
	text = append(append(append(text, before...), body...), after...)
	prg, err := parser.ParseFile(nil, src.path, text, 0, parser.WithDisableSourceMaps)
	if err == nil {
		return prg, nil
	}
	var list parser.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return nil, syntaxAt(src, 0, 1, err.Error())
	}
	// A column of goja's counts bytes.
	pos := list[0].Position
	offset := transpile.Offset(before+body+after, pos.Line, pos.Column-1) - len(before)
	message := list[0].Message
	if message == "Unexpected end of input" {
		return nil, transpile.AtEnd(src.path, src.code)
	}
	if strings.HasPrefix(message, "Unexpected ") {
		message = transpile.Unexpected(body[max(0, min(offset, len(body))):])
	}
	err = syntaxAt(src, offset, 1, message)
	if strings.HasSuffix(strings.TrimRight(body[:max(0, min(offset, len(body)))], " \t\r\n"), "await") {
		err = afterAwait{err}
	}
	return nil, err
}

// afterAwait is a syntax error right behind the word await, which outside of a module is a name.
type afterAwait struct{ error }

func (a afterAwait) Unwrap() error { return a.error }

// finish compiles the tree. Its positions are in the picture by now, so the picture becomes its file.
func finish(src source, written *ruler, prg *ast.Program) (*goja.Program, error) {
	prg.File = file.NewFile(src.path, written.picture, 1)
	out, err := goja.CompileAST(prg, false)
	var c *goja.CompilerSyntaxError
	if errors.As(err, &c) {
		return nil, syntaxIdx(src, written, file.Idx(max(0, c.Offset)+1), 1, c.Message)
	}
	return out, err
}
