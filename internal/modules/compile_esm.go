package modules

import (
	"strconv"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"
	"github.com/nodetimers/nodetimers/internal/transpile"
)

// compileModule compiles an ES module. Its program is a function of the hidden names and of one namespace for each
// request, and gives a generator function:
//
//	(function (catch, helpers, import, meta, export, n0, n1) { "use strict"; const k = 0;
//	    return function* () { export(() => a, () => b); yield; BODY } })
//
// The first step of the generator makes the module's variables and hoists its functions, so that modules that import
// each other see them; the second runs the body. An await at the top is a yield, and who runs the generator waits
// before the next step. An assignment to an imported name becomes one to k, which throws what it should. Of what a
// function has and a module has not, return is refused, this is undefined, and arguments is renamed to a name that
// nothing has.
func compileModule(src source) (*unit, error) {
	rec := transpile.Split(src.text)
	if rec == nil {
		return nil, cannotSplit(src)
	}
	h := hiddenNames(rec.Names)
	params := []string{h.catch, h.helpers, h.dynamic, h.meta, h.export}
	for i := range rec.Requests {
		params = append(params, h.prefix+strconv.Itoa(i))
	}
	before := "(function(" + strings.Join(params, ",") + `){"use strict";const ` + h.constant + `=0;return async function(){`
	prg, err := parse(src, before, rec.Code, "\n}})")
	if err != nil {
		return nil, err
	}
	p := newPass(src, len(before), rec.Code, rec.Names)
	p.restoreSource(rec)
	p.module, p.strict = true, true
	if p.top = wrapped(prg); p.top == nil || len(prg.Body) != 1 || len(p.top.ParameterList.List) != 0 {
		return nil, syntaxAt(src, len(src.text)-1, 1, "Unexpected token '}'")
	}
	if src.hook && strings.Contains(src.text, "catch") {
		p.catchName = name(h.catch)
	}
	exports, declared, bad := moduleNames(rec, p.top, len(before))
	if bad != nil {
		return nil, syntaxAt(src, bad.offset, bad.length, bad.message)
	}
	p.imports = map[unistring.String]reference{}
	p.shadowed = map[unistring.String]int{}
	p.assigned = map[unistring.String]bool{}
	for _, im := range rec.Imports {
		p.imports[name(im.Local)] = reference{
			namespace: name(h.prefix + strconv.Itoa(im.Request)),
			property:  name(im.Name),
		}
	}
	p.program(prg)
	if p.err != nil {
		return nil, syntaxIdx(src, p.written, p.err.idx, 1, p.err.message)
	}
	u := &unit{esm: true, async: p.async, awaits: p.awaits, record: rec, caught: p.caught, meta: rec.Meta, source: src, printed: p.printed}
	var getters []ast.Expression
	for _, e := range exports {
		name := name(e.Local)
		if e.Local == rec.Default && rec.Default != "" {
			name = "default"
		}
		u.locals = append(u.locals, local{name: e.Name, fixed: declared[name] != declaredOften && !p.assigned[name] && !p.evals})
		getters = append(getters, getter(name))
	}
	p.top.Async, p.top.Generator = false, true
	p.top.Body.List = append([]ast.Statement{
		&ast.ExpressionStatement{Expression: &ast.CallExpression{
			Callee: &ast.Identifier{Name: name(h.export), Idx: 1}, LeftParenthesis: 1, ArgumentList: getters, RightParenthesis: 1,
		}},
		&ast.ExpressionStatement{Expression: &ast.YieldExpression{Yield: 1}},
	}, p.top.Body.List...)
	u.program, err = finish(src, p.written, prg)
	return u, err
}

// getter is () => name.
func getter(name unistring.String) ast.Expression {
	return &ast.ArrowFunctionLiteral{
		Start:         1,
		ParameterList: &ast.ParameterList{Opening: 1, Closing: 1},
		Body:          &ast.ExpressionBody{Expression: &ast.Identifier{Name: name, Idx: 1}},
	}
}

// cannotSplit finds words for a text that Split gave up on: those of the parser, for what it trips over first.
func cannotSplit(src source) error {
	if _, err := parse(src, "", src.text, ""); err != nil {
		return err
	}
	return syntaxAt(src, 0, 1, "Invalid or unexpected token")
}

// misplaced is a syntax error at an offset of the parsed text.
type misplaced struct {
	offset, length int
	message        string
}

// How a name of a module's top is declared.
type declaration int

const (
	declaredOnce  declaration = iota + 1
	declaredOften             // several var, or var and function
)

// moduleNames checks the names of a module's top and lists what it exports of its own variables. An export of an
// imported name moves to the record's indirect exports: it is the other module's. The tree has not been visited yet,
// so its positions are those of the parsed text.
func moduleNames(rec *transpile.Record, top *ast.FunctionLiteral, shift int) ([]transpile.Export, map[unistring.String]declaration, *misplaced) {
	declared := map[unistring.String]declaration{}
	for _, v := range top.DeclarationList {
		for _, n := range bindingNames(nil, v.List) {
			if declared[n] != 0 {
				declared[n] = declaredOften
			} else {
				declared[n] = declaredOnce
			}
		}
	}
	for _, n := range lexicalNames(nil, top.Body.List, true) {
		if declared[n] != 0 {
			declared[n] = declaredOften
		} else {
			declared[n] = declaredOnce
		}
	}
	if d := name(rec.Default); rec.Default != "" && declared[d] != 0 {
		declared["default"] = declared[d]
	}
	imports := map[string]transpile.Import{}
	for _, im := range rec.Imports {
		if _, twice := imports[im.Local]; twice || declared[name(im.Local)] != 0 {
			return nil, nil, &misplaced{im.Offset, len(im.Local), "Identifier '" + im.Local + "' has already been declared"}
		}
		imports[im.Local] = im
	}
	all := append([]transpile.Export(nil), rec.Exports...)
	all = append(all, declaredExports(rec, top, shift)...)
	names := map[string]bool{}
	for _, e := range rec.Indirect {
		if names[e.Name] {
			return nil, nil, &misplaced{e.Offset, len(e.Name), "Duplicate export of '" + e.Name + "'"}
		}
		names[e.Name] = true
	}
	var out []transpile.Export
	for _, e := range all {
		if names[e.Name] {
			return nil, nil, &misplaced{e.Offset, len(e.Name), "Duplicate export of '" + e.Name + "'"}
		}
		names[e.Name] = true
		if im, ok := imports[e.Local]; ok {
			rec.Indirect = append(rec.Indirect, transpile.Indirect{Request: im.Request, From: im.Name, Name: e.Name, Offset: e.Offset})
			continue
		}
		if declared[name(e.Local)] == 0 {
			return nil, nil, &misplaced{e.Offset, len(e.Local), "Export '" + e.Local + "' is not defined in module"}
		}
		out = append(out, e)
	}
	return out, declared, nil
}

// declaredExports are the names of the declarations that had export in front of them.
func declaredExports(rec *transpile.Record, top *ast.FunctionLiteral, shift int) (out []transpile.Export) {
	want := map[file.Idx]bool{}
	for _, at := range rec.Declared {
		want[file.Idx(at+shift+1)] = true
	}
	if len(want) == 0 {
		return nil
	}
	for _, s := range top.Body.List {
		var start file.Idx
		var names []unistring.String
		switch s := s.(type) {
		case *ast.VariableStatement:
			start, names = s.Var, bindingNames(nil, s.List)
		case *ast.LexicalDeclaration:
			start, names = s.Idx, bindingNames(nil, s.List)
		case *ast.FunctionDeclaration:
			start, names = s.Function.Function, []unistring.String{s.Function.Name.Name}
		case *ast.ClassDeclaration:
			start, names = s.Class.Class, []unistring.String{s.Class.Name.Name}
		}
		if want[start] {
			for _, n := range names {
				out = append(out, transpile.Export{Local: n.String(), Name: n.String(), Offset: int(start) - 1 - shift})
			}
		}
	}
	return out
}
