package modules

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// expr visits an expression and returns what takes its place; nil stays nil.
func (p *pass) expr(e ast.Expression) ast.Expression {
	switch e := e.(type) {
	case nil:
		return nil
	case *ast.Identifier:
		return p.identifier(e)
	case *ast.DotExpression:
		if id, ok := e.Left.(*ast.Identifier); ok && string(id.Name) == p.names.Meta {
			p.at(&id.Idx)
			return id // import.meta
		}
		e.Left = p.expr(e.Left)
		p.at(&e.Identifier.Idx)
	case *ast.CallExpression:
		if p.printed {
			p.generatorBody(e)
		}
		e.Callee = p.callee(e.Callee)
		p.at(&e.LeftParenthesis)
		p.at(&e.RightParenthesis)
		p.placeCall(e)
		p.exprs(e.ArgumentList)
	case *ast.StringLiteral:
		p.at(&e.Idx)
	case *ast.NumberLiteral:
		p.at(&e.Idx)
	case *ast.BinaryExpression:
		e.Left = p.expr(e.Left)
		e.Right = p.expr(e.Right)
	case *ast.AssignExpression:
		e.Left = p.target(e.Left, false)
		e.Right = p.expr(e.Right)
	case *ast.FunctionLiteral:
		p.function(e, false)
	case *ast.ArrowFunctionLiteral:
		p.arrow(e)
	case *ast.ObjectLiteral:
		p.at(&e.LeftBrace)
		p.at(&e.RightBrace)
		for i, prop := range e.Value {
			e.Value[i] = p.property(prop)
		}
	case *ast.ArrayLiteral:
		p.at(&e.LeftBracket)
		p.at(&e.RightBracket)
		p.exprs(e.Value)
	case *ast.BracketExpression:
		e.Left = p.expr(e.Left)
		e.Member = p.expr(e.Member)
		p.at(&e.LeftBracket)
		p.at(&e.RightBracket)
	case *ast.ConditionalExpression:
		e.Test = p.expr(e.Test)
		e.Consequent = p.expr(e.Consequent)
		e.Alternate = p.expr(e.Alternate)
	case *ast.UnaryExpression:
		p.at(&e.Idx)
		if e.Operator == token.INCREMENT || e.Operator == token.DECREMENT {
			e.Operand = p.target(e.Operand, false)
		} else {
			e.Operand = p.expr(e.Operand)
		}
	case *ast.SequenceExpression:
		p.exprs(e.Sequence)
	case *ast.NewExpression:
		p.at(&e.New)
		e.Callee = p.expr(e.Callee)
		p.at(&e.LeftParenthesis)
		p.at(&e.RightParenthesis)
		p.exprs(e.ArgumentList)
	case *ast.TemplateLiteral:
		p.template(e)
	case *ast.SpreadElement:
		e.Expression = p.expr(e.Expression)
	case *ast.AwaitExpression:
		p.at(&e.Await)
		e.Argument = p.expr(e.Argument)
		if p.module && p.fn.literal == p.top {
			if !p.async {
				p.async, p.awaits = true, e.Await
			}
			return &ast.YieldExpression{Yield: e.Await, Argument: e.Argument}
		}
	case *ast.YieldExpression:
		p.at(&e.Yield)
		e.Argument = p.expr(e.Argument)
		if p.printed && e.Delegate {
			p.plainYieldStar(e)
		}
	case *ast.ClassLiteral:
		p.class(e)
	case *ast.OptionalChain:
		e.Expression = p.expr(e.Expression)
	case *ast.Optional:
		e.Expression = p.expr(e.Expression)
	case *ast.RegExpLiteral:
		return p.regexp(e)
	case *ast.ThisExpression:
		p.at(&e.Idx)
	case *ast.SuperExpression:
		p.at(&e.Idx)
	case *ast.BooleanLiteral:
		p.at(&e.Idx)
	case *ast.NullLiteral:
		p.at(&e.Idx)
	case *ast.PrivateDotExpression:
		e.Left = p.expr(e.Left)
		p.at(&e.Identifier.Idx)
	case *ast.PrivateIdentifier:
		p.at(&e.Idx)
	case *ast.MetaProperty:
		p.at(&e.Meta.Idx)
		p.at(&e.Property.Idx)
		p.at(&e.Idx)
	case *ast.ObjectPattern, *ast.ArrayPattern:
		return p.target(e, false)
	case *ast.Binding:
		p.binding(e)
	case *ast.BadExpression:
		p.at(&e.From)
		p.at(&e.To)
	}
	return e
}

func (p *pass) exprs(list []ast.Expression) {
	for i, e := range list {
		list[i] = p.expr(e)
	}
}

// identifier is a name that is read.
func (p *pass) identifier(id *ast.Identifier) ast.Expression {
	p.at(&id.Idx)
	if ref, ok := p.imported(id.Name); ok {
		return ref.read(id)
	}
	if id.Name == "arguments" && p.fn.top {
		id.Name = name(p.names.Prefix + "arguments")
	}
	return id
}

func (p *pass) imported(name unistring.String) (reference, bool) {
	if p.imports == nil {
		return reference{}, false
	}
	ref, ok := p.imports[name]
	return ref, ok && p.shadowed[name] == 0
}

// read is the expression that an imported name becomes, at the place of the name.
func (r reference) read(id *ast.Identifier) ast.Expression {
	ns := &ast.Identifier{Name: r.namespace, Idx: id.Idx}
	if r.property == "*" {
		return ns
	}
	return &ast.DotExpression{Left: ns, Identifier: ast.Identifier{Name: r.property, Idx: id.Idx}}
}

// callee is what a call or a tagged template calls. An imported function is called without a this, so its read must not
// look like a method: (0, ns.f)().
func (p *pass) callee(e ast.Expression) ast.Expression {
	switch c := e.(type) {
	case *ast.Identifier:
		if c.Name == "eval" {
			p.evals = true
		}
		out := p.identifier(c)
		if dot, ok := out.(*ast.DotExpression); ok {
			zero := &ast.NumberLiteral{Idx: c.Idx, Literal: "0", Value: int64(0)}
			return &ast.SequenceExpression{Sequence: []ast.Expression{zero, dot}}
		}
		return out
	case *ast.Optional:
		c.Expression = p.callee(c.Expression)
		return c
	}
	return p.expr(e)
}

// placeCall moves the place of a call to where V8 sees it: the name that is called, not the parenthesis.
func (p *pass) placeCall(e *ast.CallExpression) {
	switch c := e.Callee.(type) {
	case *ast.Identifier:
		e.LeftParenthesis = c.Idx
	case *ast.DotExpression:
		e.LeftParenthesis = c.Identifier.Idx
	case *ast.PrivateDotExpression:
		e.LeftParenthesis = c.Identifier.Idx
	case *ast.SequenceExpression: // a call of an imported name
		dot, ok := c.Sequence[len(c.Sequence)-1].(*ast.DotExpression)
		if ok && dot.Left.Idx0() == dot.Identifier.Idx && c.Sequence[0].Idx0() == dot.Identifier.Idx {
			e.LeftParenthesis = dot.Identifier.Idx
		}
	}
}

func (p *pass) template(t *ast.TemplateLiteral) {
	p.at(&t.OpenQuote)
	p.at(&t.CloseQuote)
	if t.Tag != nil {
		t.Tag = p.callee(t.Tag)
	}
	for _, el := range t.Elements {
		p.at(&el.Idx)
	}
	p.exprs(t.Expressions)
}

// property is a member of an object literal.
func (p *pass) property(prop ast.Property) ast.Property {
	switch prop := prop.(type) {
	case *ast.PropertyShort:
		id := &ast.Identifier{Name: prop.Name.Name, Idx: prop.Name.Idx}
		value := p.identifier(id)
		prop.Name.Idx = id.Idx
		prop.Initializer = p.expr(prop.Initializer)
		if value != ast.Expression(id) {
			key := &ast.StringLiteral{Idx: id.Idx, Literal: string(id.Name), Value: id.Name}
			return &ast.PropertyKeyed{Key: key, Kind: ast.PropertyKindValue, Value: value}
		}
	case *ast.PropertyKeyed:
		prop.Key = p.key(prop.Key, prop.Computed)
		prop.Value = p.expr(prop.Value)
	case *ast.SpreadElement:
		prop.Expression = p.expr(prop.Expression)
	}
	return prop
}

// key is the name of a property or class member. A method called import was taken for a call of import.
func (p *pass) key(key ast.Expression, computed bool) ast.Expression {
	if s, ok := key.(*ast.StringLiteral); ok && !computed && string(s.Value) == p.names.Import {
		s.Literal, s.Value = "import", "import"
	}
	return p.expr(key)
}
