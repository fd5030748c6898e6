package modules

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// plainRequires are the modules that a CommonJS file requires by a literal name whenever it runs: in its statements, but in
// no function, branch, loop or try. It is a hint for compiling ahead: a file may have given the name require to something
// else. Only the outermost statements are looked at.
func plainRequires(list []ast.Statement) (names []string) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExpressionStatement:
			names = requiresIn(names, s.Expression)
		case *ast.VariableStatement:
			for _, b := range s.List {
				names = requiresIn(names, b.Initializer)
			}
		case *ast.LexicalDeclaration:
			for _, b := range s.List {
				names = requiresIn(names, b.Initializer)
			}
		}
	}
	return names
}

// requiresIn looks at what is evaluated whenever e is.
func requiresIn(names []string, e ast.Expression) []string {
	switch e := e.(type) {
	case *ast.CallExpression:
		if id, ok := e.Callee.(*ast.Identifier); ok && id.Name == "require" && len(e.ArgumentList) == 1 {
			if s, ok := e.ArgumentList[0].(*ast.StringLiteral); ok {
				return append(names, s.Value.String())
			}
		}
		names = requiresIn(names, e.Callee)
		return requiresInAll(names, e.ArgumentList)
	case *ast.NewExpression:
		names = requiresIn(names, e.Callee)
		return requiresInAll(names, e.ArgumentList)
	case *ast.DotExpression:
		return requiresIn(names, e.Left)
	case *ast.BracketExpression:
		names = requiresIn(names, e.Left)
		return requiresIn(names, e.Member)
	case *ast.AssignExpression:
		if e.Operator == token.ASSIGN {
			return requiresIn(names, e.Right)
		}
	case *ast.ObjectLiteral:
		for _, p := range e.Value {
			switch p := p.(type) {
			case *ast.PropertyKeyed:
				names = requiresIn(names, p.Value)
			case *ast.SpreadElement:
				names = requiresIn(names, p.Expression)
			}
		}
	case *ast.ArrayLiteral:
		return requiresInAll(names, e.Value)
	case *ast.SequenceExpression:
		return requiresInAll(names, e.Sequence)
	case *ast.SpreadElement:
		return requiresIn(names, e.Expression)
	}
	return names
}

func requiresInAll(names []string, list []ast.Expression) []string {
	for _, e := range list {
		names = requiresIn(names, e)
	}
	return names
}
