package modules

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// What the pass mends in code that esbuild printed.
//
//   - The loader's own functions take the place of esbuild's helpers for async generators and for await: helpers.js.
//   - return x in an async generator awaits x before a finally block around it runs.
//   - yield* in a generator that is not async gets its operand back: esbuild wraps that one too.
//   - The variables of a for await, and of a block with using, are set anew each time the statement is reached. esbuild
//     declares them with var, so that an error that was caught came up again when the statement ran once more.

// helper puts one of the loader's own functions in place of the helper that esbuild printed. Such a helper comes from
// nowhere in the file: a variable of the user's with the same name does not.
func (p *pass) helper(b *ast.Binding) {
	id, ok := b.Target.(*ast.Identifier)
	if !ok || id.Idx != 1 || b.Initializer == nil || b.Initializer.Idx0() != 1 {
		return
	}
	switch id.Name {
	case "__await", "__asyncGenerator", "__forAwait", "__yieldStar":
		b.Initializer = p.helperNamed(id.Name, 1)
	}
}

func (p *pass) helperNamed(helper unistring.String, idx file.Idx) ast.Expression {
	return &ast.DotExpression{
		Left:       &ast.Identifier{Name: name(p.names.Prefix + "h"), Idx: idx},
		Identifier: ast.Identifier{Name: helper, Idx: idx},
	}
}

// generatorBody notes that a function is the body of an async generator: __asyncGenerator(this, args, function* () {}).
func (p *pass) generatorBody(call *ast.CallExpression) {
	id, ok := call.Callee.(*ast.Identifier)
	if !ok || id.Name != "__asyncGenerator" || len(call.ArgumentList) != 3 {
		return
	}
	if f, ok := call.ArgumentList[2].(*ast.FunctionLiteral); ok && f.Generator {
		p.bodies[f] = true
	}
}

// awaitReturn makes `return x` of an async generator `return yield new Await(x)`.
func (p *pass) awaitReturn(s *ast.ReturnStatement) {
	if s.Argument == nil || p.fn.literal == nil || !p.bodies[p.fn.literal] {
		return
	}
	s.Argument = &ast.YieldExpression{Yield: s.Return, Argument: &ast.NewExpression{
		New: s.Return, Callee: p.helperNamed("__await", s.Return), ArgumentList: []ast.Expression{s.Argument},
	}}
}

// plainYieldStar makes yield* __yieldStar(x) of a generator that is not async yield* x.
func (p *pass) plainYieldStar(e *ast.YieldExpression) {
	if p.fn.literal != nil && p.bodies[p.fn.literal] {
		return
	}
	if call, ok := e.Argument.(*ast.CallExpression); ok && len(call.ArgumentList) == 1 {
		if id, ok := call.Callee.(*ast.Identifier); ok && id.Name == "__yieldStar" {
			e.Argument = call.ArgumentList[0]
		}
	}
}

// freshLoop is for (var iter = __forAwait(x), more, temp, error; ...): the other variables come first, and are set.
func (p *pass) freshLoop(init *ast.ForLoopInitializerVarDeclList) {
	if len(init.List) != 4 {
		return
	}
	call, ok := init.List[0].Initializer.(*ast.CallExpression)
	if !ok {
		return
	}
	if id, ok := call.Callee.(*ast.Identifier); !ok || id.Name != "__forAwait" {
		return
	}
	for _, b := range init.List[1:] {
		if b.Initializer == nil {
			b.Initializer = undefined(call.LeftParenthesis)
		}
	}
	first := init.List[0]
	copy(init.List, init.List[1:])
	init.List[3] = first
}

// freshBlock is try { ... } catch (_) { var _error = _, _hasError = true; } finally { ... }: both are unset first.
func (p *pass) freshBlock(s *ast.TryStatement) {
	if s.Catch == nil || s.Finally == nil || len(s.Catch.Body.List) != 1 {
		return
	}
	param, ok := s.Catch.Parameter.(*ast.Identifier)
	if !ok {
		return
	}
	vars, ok := s.Catch.Body.List[0].(*ast.VariableStatement)
	if !ok || len(vars.List) != 2 {
		return
	}
	value, ok := vars.List[0].Initializer.(*ast.Identifier)
	flag, isTrue := vars.List[1].Initializer.(*ast.BooleanLiteral)
	if !ok || !isTrue || value.Name != param.Name || !flag.Value || len(param.Name) == 0 || param.Name[0] != '_' {
		return
	}
	var reset []ast.Statement
	for _, b := range vars.List {
		id, ok := b.Target.(*ast.Identifier)
		if !ok {
			return
		}
		reset = append(reset, &ast.ExpressionStatement{Expression: &ast.AssignExpression{
			Operator: token.ASSIGN, Left: &ast.Identifier{Name: id.Name, Idx: s.Try}, Right: undefined(s.Try),
		}})
	}
	s.Body.List = append(reset, s.Body.List...)
}

// undefined is void 0.
func undefined(idx file.Idx) ast.Expression {
	return &ast.UnaryExpression{Operator: token.VOID, Idx: idx, Operand: &ast.NumberLiteral{Idx: idx, Literal: "0", Value: int64(0)}}
}
