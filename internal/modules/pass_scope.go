package modules

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// function visits a function; a declaration's name belongs to the scope around it, an expression's to its own.
func (p *pass) function(f *ast.FunctionLiteral, declaration bool) {
	p.at(&f.Function)
	f.Source = p.source(f.Source)
	var own []unistring.String
	if f.Name != nil {
		if !declaration {
			own = append(own, f.Name.Name)
		}
		p.bound(f.Name)
	}
	p.scope(f, &f.DeclarationList, f.ParameterList, own, f.Body.List, func() {
		p.blockBraces(f.Body)
		p.functionBody(&f.Body.List, f.DeclarationList)
	})
}

func (p *pass) arrow(f *ast.ArrowFunctionLiteral) {
	p.at(&f.Start)
	f.Source = p.source(f.Source)
	var list []ast.Statement
	if b, ok := f.Body.(*ast.BlockStatement); ok {
		list = b.List
	}
	p.scope(nil, &f.DeclarationList, f.ParameterList, nil, list, func() {
		switch b := f.Body.(type) {
		case *ast.BlockStatement:
			p.blockBraces(b)
			p.functionBody(&b.List, f.DeclarationList)
		case *ast.ExpressionBody:
			b.Expression = p.expr(b.Expression)
		}
	})
}

// scope visits parameters and then the body, each within its names.
func (p *pass) scope(f *ast.FunctionLiteral, vars *[]*ast.VariableDeclaration, params *ast.ParameterList, own []unistring.String, list []ast.Statement, body func()) {
	outer, strict := p.fn, p.strict
	p.fn = p.newFunction()
	p.fn.literal, p.fn.vars, p.fn.params = f, vars, params
	p.fn.top = p.module && (f == p.top || f == nil && outer.top)
	p.strict = p.strict || hasStrict(list)
	var undo []unistring.String
	if p.imports != nil {
		undo = p.shadow(parameterNames(own, params))
	}
	if params != nil {
		p.at(&params.Opening)
		p.at(&params.Closing)
		p.bindings(params.List)
		if params.Rest != nil {
			params.Rest = p.target(params.Rest, true)
		}
	}
	body()
	p.unshadow(undo)
	p.spare = append(p.spare, p.fn)
	p.fn, p.strict = outer, strict
}

// newFunction is an empty function, with the room for scopes of one that ended.
func (p *pass) newFunction() *function {
	n := len(p.spare) - 1
	if n < 0 {
		return &function{}
	}
	f := p.spare[n]
	p.spare = p.spare[:n]
	*f = function{scopes: f.scopes[:0]}
	return f
}

func (p *pass) blockBraces(b *ast.BlockStatement) {
	p.at(&b.LeftBrace)
	p.at(&b.RightBrace)
}

func (p *pass) functionBody(list *[]ast.Statement, vars []*ast.VariableDeclaration) {
	var undo []unistring.String
	// The names of a module's top are not shadows of its imports: they cannot be the same.
	if p.imports != nil && !(p.module && p.fn.literal == p.top) {
		var names []unistring.String
		for _, v := range vars {
			names = bindingNames(names, v.List)
		}
		undo = p.shadow(lexicalNames(names, *list, true))
	}
	p.fn.enter(scope{list: *list})
	p.statements(*list)
	p.fn.leave()
	p.unshadow(undo)
}

func (p *pass) class(c *ast.ClassLiteral) {
	p.at(&c.Class)
	p.at(&c.RightBrace)
	c.Source = p.source(c.Source)
	var undo []unistring.String
	if c.Name != nil {
		undo = p.shadow([]unistring.String{c.Name.Name})
		p.bound(c.Name)
	}
	strict := p.strict
	p.strict = true
	c.SuperClass = p.expr(c.SuperClass)
	for _, el := range c.Body {
		switch el := el.(type) {
		case *ast.FieldDefinition:
			p.at(&el.Idx)
			el.Key = p.key(el.Key, el.Computed)
			if el.Initializer != nil {
				p.scope(nil, &[]*ast.VariableDeclaration{}, nil, nil, nil, func() { el.Initializer = p.expr(el.Initializer) })
			}
		case *ast.MethodDefinition:
			p.at(&el.Idx)
			el.Key = p.key(el.Key, el.Computed)
			p.function(el.Body, false)
		case *ast.ClassStaticBlock:
			p.at(&el.Static)
			el.Source = p.source(el.Source)
			p.scope(nil, &el.DeclarationList, nil, nil, nil, func() {
				p.blockBraces(el.Block)
				p.functionBody(&el.Block.List, el.DeclarationList)
			})
		}
	}
	p.strict = strict
	p.unshadow(undo)
}

func (p *pass) source(s string) string {
	if p.original == nil {
		return s
	}
	return p.original(s)
}

// shadow counts those names that are imported as redeclared; unshadow takes them back.
func (p *pass) shadow(names []unistring.String) (undo []unistring.String) {
	if p.imports == nil {
		return nil
	}
	for _, n := range names {
		if _, ok := p.imports[n]; ok {
			p.shadowed[n]++
			undo = append(undo, n)
		}
	}
	return undo
}

func (p *pass) unshadow(names []unistring.String) {
	for _, n := range names {
		p.shadowed[n]--
	}
}

func (p *pass) shadowLexical(list []ast.Statement) []unistring.String {
	if p.imports == nil {
		return nil
	}
	return p.shadow(lexicalNames(nil, list, true))
}

// hoistFunctions gives the functions declared in a block a variable of the function around, set where the block
// begins. The block's own binding goes: two of one name cannot be told apart in the tree. What differs from the
// language then is a closure made in one round of a loop that calls such a function after a later round.
func (p *pass) hoistFunctions(list *[]ast.Statement) {
	n := 0
	for i, s := range *list {
		f, ok := s.(*ast.FunctionDeclaration)
		if !ok || !p.hoistable(f) {
			continue
		}
		// Behind those moved before it, ahead of the statements.
		assignment := p.hoist(f)
		copy((*list)[n+1:i+1], (*list)[n:i])
		(*list)[n] = assignment
		n++
	}
}

func (p *pass) hoist(f *ast.FunctionDeclaration) ast.Statement {
	lit := f.Function
	id := lit.Name
	lit.Name = nil // the assignment names it
	*p.fn.vars = append(*p.fn.vars, &ast.VariableDeclaration{Var: id.Idx, List: []*ast.Binding{{
		Target: &ast.Identifier{Name: id.Name, Idx: id.Idx},
	}}})
	return &ast.ExpressionStatement{Expression: &ast.AssignExpression{Operator: token.ASSIGN, Left: id, Right: lit}}
}

// hoistable says that no parameter and no let, const or class on the way out has the name.
func (p *pass) hoistable(f *ast.FunctionDeclaration) bool {
	if f.Function.Async || f.Function.Generator || p.fn.vars == nil {
		return false
	}
	name := f.Function.Name.Name
	for _, n := range parameterNames(nil, p.fn.params) {
		if n == name {
			return false
		}
	}
	for _, s := range p.fn.scopes {
		names := lexicalNames(nil, s.list, false)
		switch s := s.node.(type) {
		case *ast.ForLoopInitializerLexicalDecl:
			names = bindingNames(nil, s.LexicalDeclaration.List)
		case *ast.ForDeclaration:
			names = boundNames(nil, s.Target)
		case ast.Pattern:
			names = boundNames(nil, s)
		}
		for _, n := range names {
			if n == name {
				return false
			}
		}
	}
	return true
}

// varInCatch is for var e = x in a catch clause with the parameter e: the variable is the function's, the value goes to
// the parameter. It returns the assignments that the declaration comes to, nil for any other declaration. The variable
// itself is in the function's list already.
func (p *pass) varInCatch(list []*ast.Binding) ast.Expression {
	found := false
	for _, b := range list {
		id, ok := b.Target.(*ast.Identifier)
		if !ok {
			return nil
		}
		for _, s := range p.fn.scopes {
			if param, ok := s.node.(*ast.Identifier); ok && param.Name == id.Name {
				found = true
			}
		}
	}
	if !found {
		return nil
	}
	var out []ast.Expression
	for _, b := range list {
		if b.Initializer != nil {
			id := b.Target.(*ast.Identifier)
			out = append(out, &ast.AssignExpression{Operator: token.ASSIGN, Left: &ast.Identifier{Name: id.Name, Idx: id.Idx}, Right: b.Initializer})
		}
	}
	switch len(out) {
	case 0:
		return undefined(list[0].Idx0())
	case 1:
		return out[0]
	}
	return &ast.SequenceExpression{Sequence: out}
}

// parameterNames are those of a function's parameters.
func parameterNames(names []unistring.String, params *ast.ParameterList) []unistring.String {
	if params == nil {
		return names
	}
	for _, b := range params.List {
		names = boundNames(names, b.Target)
	}
	return boundNames(names, params.Rest)
}

// boundNames are the names in a binding or assignment target.
func boundNames(names []unistring.String, e ast.Expression) []unistring.String {
	switch e := e.(type) {
	case *ast.Identifier:
		return append(names, e.Name)
	case *ast.Binding:
		return boundNames(names, e.Target)
	case *ast.AssignExpression:
		return boundNames(names, e.Left)
	case *ast.ArrayPattern:
		for _, el := range e.Elements {
			names = boundNames(names, el)
		}
		return boundNames(names, e.Rest)
	case *ast.ObjectPattern:
		for _, prop := range e.Properties {
			switch prop := prop.(type) {
			case *ast.PropertyShort:
				names = append(names, prop.Name.Name)
			case *ast.PropertyKeyed:
				names = boundNames(names, prop.Value)
			}
		}
		return boundNames(names, e.Rest)
	}
	return names
}

func bindingNames(names []unistring.String, list []*ast.Binding) []unistring.String {
	for _, b := range list {
		names = boundNames(names, b.Target)
	}
	return names
}

// lexicalNames are what a list of statements declares for its block: let, const and class, and functions if asked.
func lexicalNames(names []unistring.String, list []ast.Statement, functions bool) []unistring.String {
	for _, s := range list {
		for {
			l, ok := s.(*ast.LabelledStatement)
			if !ok {
				break
			}
			s = l.Statement
		}
		switch s := s.(type) {
		case *ast.LexicalDeclaration:
			names = bindingNames(names, s.List)
		case *ast.ClassDeclaration:
			names = append(names, s.Class.Name.Name)
		case *ast.FunctionDeclaration:
			if functions {
				names = append(names, s.Function.Name.Name)
			}
		}
	}
	return names
}

func hasStrict(list []ast.Statement) bool {
	for _, s := range list {
		e, ok := s.(*ast.ExpressionStatement)
		if !ok {
			return false
		}
		lit, ok := e.Expression.(*ast.StringLiteral)
		if !ok {
			return false
		}
		if lit.Literal == `'use strict'` || lit.Literal == `"use strict"` {
			return true
		}
	}
	return false
}
