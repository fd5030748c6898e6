package modules

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// bindings are those of a declaration.
func (p *pass) bindings(list []*ast.Binding) {
	for _, b := range list {
		p.binding(b)
	}
}

func (p *pass) binding(b *ast.Binding) {
	b.Target = p.target(b.Target, true).(ast.BindingTarget)
	b.Initializer = p.expr(b.Initializer)
}

// target is the left side of an assignment, or with declares, what a declaration binds.
func (p *pass) target(e ast.Expression, declares bool) ast.Expression {
	switch e := e.(type) {
	case *ast.Identifier:
		if declares {
			p.bound(e)
			return e
		}
		p.assign(e)
		return p.constant(e)
	case *ast.Binding: // an element of a pattern with a default
		b := p.target(e.Target, declares)
		if t, ok := b.(ast.BindingTarget); ok {
			e.Target = t
			e.Initializer = p.expr(e.Initializer)
			return e
		}
		return &ast.AssignExpression{Operator: token.ASSIGN, Left: b, Right: p.expr(e.Initializer)}
	case *ast.AssignExpression: // the same in an assignment
		e.Left = p.target(e.Left, declares)
		e.Right = p.expr(e.Right)
		return e
	case *ast.ArrayPattern:
		p.at(&e.LeftBracket)
		p.at(&e.RightBracket)
		for i, el := range e.Elements {
			if el != nil {
				e.Elements[i] = p.target(el, declares)
			}
		}
		if e.Rest != nil {
			e.Rest = p.target(e.Rest, declares)
		}
		return e
	case *ast.ObjectPattern:
		p.at(&e.LeftBrace)
		p.at(&e.RightBrace)
		for i, prop := range e.Properties {
			e.Properties[i] = p.targetProperty(prop, declares)
		}
		if e.Rest != nil {
			e.Rest = p.target(e.Rest, declares)
		}
		return e
	}
	return p.expr(e)
}

func (p *pass) targetProperty(prop ast.Property, declares bool) ast.Property {
	switch prop := prop.(type) {
	case *ast.PropertyShort:
		prop.Initializer = p.expr(prop.Initializer)
		if declares {
			p.bound(&prop.Name)
			return prop
		}
		p.assign(&prop.Name)
		id := &ast.Identifier{Name: prop.Name.Name, Idx: prop.Name.Idx}
		var value ast.Expression = p.constant(id)
		prop.Name.Idx = id.Idx
		if id.Name == prop.Name.Name {
			return prop
		}
		if prop.Initializer != nil {
			value = &ast.AssignExpression{Operator: token.ASSIGN, Left: value, Right: prop.Initializer}
		}
		key := &ast.StringLiteral{Idx: id.Idx, Literal: string(prop.Name.Name), Value: prop.Name.Name}
		return &ast.PropertyKeyed{Key: key, Kind: ast.PropertyKindValue, Value: value}
	case *ast.PropertyKeyed:
		prop.Key = p.key(prop.Key, prop.Computed)
		prop.Value = p.target(prop.Value, declares)
	}
	return prop
}

// constant is a name that is assigned to. An imported one becomes a constant, so that the assignment throws.
func (p *pass) constant(id *ast.Identifier) *ast.Identifier {
	p.at(&id.Idx)
	if _, ok := p.imported(id.Name); ok {
		id.Name = name(p.names.Prefix + "k")
	}
	return id
}

// name is a string as the tree has it.
func name(s string) unistring.String { return unistring.NewFromString(s) }

// bound is a name where it is declared.
func (p *pass) bound(id *ast.Identifier) {
	p.at(&id.Idx)
	if string(id.Name) == p.names.Default {
		id.Name = "default"
	}
}

// assign notes that a name does not keep its first value. Names are not told apart by scope: to be careful costs an
// accessor instead of a plain property in a namespace, no more.
func (p *pass) assign(e ast.Expression) {
	if p.assigned == nil {
		return
	}
	for _, name := range boundNames(nil, e) {
		p.assigned[name] = true
	}
}
