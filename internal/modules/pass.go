package modules

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
	"github.com/nodetimers/nodetimers/internal/transpile"
)

// pass walks the syntax tree of one file, once, between parsing and compiling. It
//
//   - moves every position from the text that was parsed (with a wrapper in front, perhaps printed by esbuild) to the
//     text that the user wrote, so that stack traces need no source map;
//   - puts a call of the catch hook at the head of each catch clause that has a parameter;
//   - turns references to imported names into reads of the namespace they come from, with `this` undefined in calls;
//   - turns `await` at the top of a module into `yield`, and names what `export default` declares "default";
//   - gives functions declared in blocks of sloppy scripts the binding outside of the block that the web expects, and
//     lets a catch clause declare its parameter again with var (Annex B of the language), which goja leaves out.
//
// Each node is visited exactly once, or its positions would be moved twice; lists of var declarations share their
// bindings with the statements and are only read. Linear in the tree.
type pass struct {
	pos   func(file.Idx) file.Idx
	names transpile.Names
	// original undoes, in the source text of functions, what was put into the text for parsing.
	original func(string) string

	top    *ast.FunctionLiteral // the function around the file; nil for a script without one
	module bool
	strict bool
	fn     *function                     // the innermost one
	spare  []*function                   // those that ended, to be used again
	bodies map[*ast.FunctionLiteral]bool // of lowered async generators

	printed   bool             // the text was printed by esbuild, which put helpers in front
	catchName unistring.String // "" for no hook
	caught    bool             // a call of the hook was put in
	async     bool             // await at the top of a module
	awaits    file.Idx         // the first one

	imports  map[unistring.String]reference
	shadowed map[unistring.String]int // how many scopes between here and the top redeclare an imported name
	assigned map[unistring.String]bool
	evals    bool // a direct eval: any name may be assigned
	err      *placed
}

// reference is where an imported name is read: a property of the namespace variable, or with property "*" that itself.
type reference struct{ namespace, property unistring.String }

// placed is a syntax error at a position that has been moved already.
type placed struct {
	idx     file.Idx
	message string
}

// function is what the pass knows of the function it is in.
type function struct {
	literal *ast.FunctionLiteral
	top     bool // the module's, or an arrow function in it: there is no arguments
	vars    *[]*ast.VariableDeclaration
	params  *ast.ParameterList
	scopes  []scope // the blocks around the current place, outermost first
}

// scope is a list of statements, or what else declares names: the head of a loop, what a catch clause binds.
type scope struct {
	list []ast.Statement
	node any
}

// enter is at the beginning of a scope within the function, leave at its end.
func (f *function) enter(s scope) { f.scopes = append(f.scopes, s) }
func (f *function) leave()        { f.scopes = f.scopes[:len(f.scopes)-1] }

func (p *pass) program(prg *ast.Program) {
	p.fn = &function{vars: &prg.DeclarationList}
	if hasStrict(prg.Body) {
		p.strict = true
	}
	p.statements(prg.Body)
}

func (p *pass) fail(idx file.Idx, message string) {
	if p.err == nil {
		p.err = &placed{idx, message}
	}
}

func (p *pass) at(idx *file.Idx) { *idx = p.pos(*idx) }

func (p *pass) statements(list []ast.Statement) {
	for i, s := range list {
		list[i] = p.statement(s)
	}
}

// block visits a list of statements with a scope of its own.
func (p *pass) block(list *[]ast.Statement) {
	undo := p.shadowLexical(*list)
	p.fn.enter(scope{list: *list})
	p.statements(*list)
	if !p.strict {
		p.hoistFunctions(list)
	}
	p.fn.leave()
	p.unshadow(undo)
}

func (p *pass) blockStatement(b *ast.BlockStatement) {
	p.at(&b.LeftBrace)
	p.at(&b.RightBrace)
	p.block(&b.List)
}

func (p *pass) statement(s ast.Statement) ast.Statement {
	switch s := s.(type) {
	case *ast.ExpressionStatement:
		s.Expression = p.expr(s.Expression)
	case *ast.VariableStatement:
		p.at(&s.Var)
		p.bindings(s.List)
		if p.printed && len(s.List) == 1 {
			p.helper(s.List[0])
		}
		if e := p.varInCatch(s.List); e != nil {
			return &ast.ExpressionStatement{Expression: e}
		}
	case *ast.LexicalDeclaration:
		p.at(&s.Idx)
		p.bindings(s.List)
	case *ast.FunctionDeclaration:
		p.function(s.Function, true)
	case *ast.ClassDeclaration:
		p.class(s.Class)
	case *ast.ReturnStatement:
		p.at(&s.Return)
		if p.module && p.fn.literal == p.top {
			p.fail(s.Return, "Illegal return statement")
		}
		s.Argument = p.expr(s.Argument)
		if p.printed {
			p.awaitReturn(s)
		}
	case *ast.IfStatement:
		p.at(&s.If)
		s.Test = p.expr(s.Test)
		s.Consequent = p.branch(s.Consequent)
		s.Alternate = p.branch(s.Alternate)
	case *ast.BlockStatement:
		p.blockStatement(s)
	case *ast.TryStatement:
		p.try(s)
	case *ast.ThrowStatement:
		p.at(&s.Throw)
		s.Argument = p.expr(s.Argument)
	case *ast.ForStatement:
		p.forStatement(s)
	case *ast.ForInStatement:
		p.at(&s.For)
		p.forEach(s.Into, &s.Source, &s.Body)
	case *ast.ForOfStatement:
		p.at(&s.For)
		p.forEach(s.Into, &s.Source, &s.Body)
	case *ast.WhileStatement:
		p.at(&s.While)
		s.Test = p.expr(s.Test)
		s.Body = p.statement(s.Body)
	case *ast.DoWhileStatement:
		p.at(&s.Do)
		p.at(&s.RightParenthesis)
		s.Test = p.expr(s.Test)
		s.Body = p.statement(s.Body)
	case *ast.SwitchStatement:
		p.switchStatement(s)
	case *ast.LabelledStatement:
		p.at(&s.Label.Idx)
		p.at(&s.Colon)
		s.Statement = p.statement(s.Statement)
	case *ast.BranchStatement:
		p.at(&s.Idx)
		if s.Label != nil {
			p.at(&s.Label.Idx)
		}
	case *ast.WithStatement:
		p.at(&s.With)
		s.Object = p.expr(s.Object)
		s.Body = p.statement(s.Body)
	case *ast.DebuggerStatement:
		p.at(&s.Debugger)
	case *ast.EmptyStatement:
		p.at(&s.Semicolon)
	case *ast.BadStatement:
		p.at(&s.From)
		p.at(&s.To)
	}
	return s
}

// branch is what an if decides about: it may be a bare function declaration.
func (p *pass) branch(s ast.Statement) ast.Statement {
	if s == nil {
		return nil
	}
	s = p.statement(s)
	if f, ok := s.(*ast.FunctionDeclaration); ok && !p.strict && p.hoistable(f) {
		return p.hoist(f)
	}
	return s
}

func (p *pass) try(s *ast.TryStatement) {
	p.at(&s.Try)
	if p.printed {
		p.freshBlock(s)
	}
	p.blockStatement(s.Body)
	if c := s.Catch; c != nil {
		p.at(&c.Catch)
		p.at(&c.Body.LeftBrace)
		p.at(&c.Body.RightBrace)
		undo := p.shadow(boundNames(nil, c.Parameter))
		if pattern, ok := c.Parameter.(ast.Pattern); ok {
			// A function in the clause may not hoist past a name of a pattern; past a plain one it may.
			p.fn.enter(scope{node: pattern})
		} else {
			p.fn.enter(scope{node: c.Parameter})
		}
		if c.Parameter != nil {
			c.Parameter = p.target(c.Parameter, true).(ast.BindingTarget)
		}
		p.block(&c.Body.List)
		p.fn.leave()
		p.unshadow(undo)
		if c.Parameter != nil && p.catchName != "" {
			p.hookCatch(c)
		}
	}
	if s.Finally != nil {
		p.blockStatement(s.Finally)
	}
}

// hookCatch puts `hook(e);` first. A pattern is taken apart only after that, so it moves from the parameter into a
// declaration: catch ({ message }) { ... } becomes catch (e) { hook(e); let { message } = e; ... }.
func (p *pass) hookCatch(c *ast.CatchStatement) {
	idx := c.Body.LeftBrace
	p.caught = true
	var head []ast.Statement
	id, ok := c.Parameter.(*ast.Identifier)
	if !ok {
		id = &ast.Identifier{Name: p.catchName + "e", Idx: idx}
		head = append(head, &ast.LexicalDeclaration{Idx: idx, Token: token.LET, List: []*ast.Binding{{
			Target: c.Parameter, Initializer: &ast.Identifier{Name: id.Name, Idx: idx},
		}}})
		c.Parameter = id
	}
	call := &ast.ExpressionStatement{Expression: &ast.CallExpression{
		Callee:           &ast.Identifier{Name: p.catchName, Idx: idx},
		LeftParenthesis:  idx,
		ArgumentList:     []ast.Expression{&ast.Identifier{Name: id.Name, Idx: idx}},
		RightParenthesis: idx,
	}}
	list := make([]ast.Statement, 0, len(c.Body.List)+2)
	list = append(list, call)
	list = append(list, head...)
	c.Body.List = append(list, c.Body.List...)
}

func (p *pass) forStatement(s *ast.ForStatement) {
	p.at(&s.For)
	var undo []unistring.String
	p.fn.enter(scope{node: s.Initializer})
	switch init := s.Initializer.(type) {
	case *ast.ForLoopInitializerExpression:
		init.Expression = p.expr(init.Expression)
	case *ast.ForLoopInitializerVarDeclList:
		p.at(&init.Var)
		p.bindings(init.List)
		if p.printed {
			p.freshLoop(init)
		}
		if e := p.varInCatch(init.List); e != nil {
			s.Initializer = &ast.ForLoopInitializerExpression{Expression: e}
		}
	case *ast.ForLoopInitializerLexicalDecl:
		undo = p.shadow(bindingNames(nil, init.LexicalDeclaration.List))
		p.at(&init.LexicalDeclaration.Idx)
		p.bindings(init.LexicalDeclaration.List)
	}
	s.Test = p.expr(s.Test)
	s.Update = p.expr(s.Update)
	s.Body = p.statement(s.Body)
	p.fn.leave()
	p.unshadow(undo)
}

func (p *pass) forEach(into ast.ForInto, source *ast.Expression, body *ast.Statement) {
	var undo []unistring.String
	p.fn.enter(scope{node: into})
	switch into := into.(type) {
	case *ast.ForIntoVar:
		p.bindings([]*ast.Binding{into.Binding})
		p.assign(into.Binding.Target)
	case *ast.ForDeclaration:
		undo = p.shadow(boundNames(nil, into.Target))
		p.at(&into.Idx)
		into.Target = p.target(into.Target, true).(ast.BindingTarget)
	case *ast.ForIntoExpression:
		into.Expression = p.target(into.Expression, false)
	}
	*source = p.expr(*source)
	*body = p.statement(*body)
	p.fn.leave()
	p.unshadow(undo)
}

func (p *pass) switchStatement(s *ast.SwitchStatement) {
	p.at(&s.Switch)
	p.at(&s.RightBrace)
	s.Discriminant = p.expr(s.Discriminant)
	var all []ast.Statement
	for _, c := range s.Body {
		all = append(all, c.Consequent...)
	}
	undo := p.shadowLexical(all)
	p.fn.enter(scope{list: all})
	for _, c := range s.Body {
		p.at(&c.Case)
		c.Test = p.expr(c.Test)
		p.statements(c.Consequent)
		if !p.strict {
			p.hoistFunctions(&c.Consequent)
		}
	}
	p.fn.leave()
	p.unshadow(undo)
}
