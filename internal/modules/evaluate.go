package modules

import (
	"errors"
	"sort"

	"github.com/dop251/goja"
)

// Evaluation follows the language's algorithm: modules run depth first, those that import each other as one group;
// one that awaits at its top lets what imports it wait while others go on. Without an await everything has run when
// run returns, and no promise is made.

// run evaluates a linked module. A promise says that it waits; it settles when the module is done.
func (l *Loader) run(r *record) (*goja.Promise, error) {
	if r.unit == nil {
		return nil, r.runForeign()
	}
	if (r.status == waiting || r.status == evaluated) && r.root != nil {
		r = r.root
	}
	switch {
	case r.status == evaluated:
		return nil, r.err
	case r.status == evaluating:
		return nil, nil // it is on its way, further out
	case r.status == ready:
		var stack []*record
		if _, err := r.walk(&stack, 0); err != nil {
			for _, m := range stack {
				m.status, m.err, m.root = evaluated, err, m
			}
			return nil, err
		}
		if r.status == evaluated {
			return nil, r.err
		}
	}
	if r.promise == nil {
		r.promise, r.resolve, r.reject = l.vm.NewPromise()
	}
	return r.promise, nil
}

// walk is the depth-first walk. index numbers the modules; a module whose group begins earlier stays on the stack.
func (r *record) walk(stack *[]*record, index int) (int, error) {
	if r.unit == nil {
		return index, r.runForeign()
	}
	switch r.status {
	case waiting, evaluated:
		return index, r.err
	case evaluating:
		return index, nil
	}
	r.status = evaluating
	r.index, r.ancestor, r.pending = index, index, 0
	index++
	*stack = append(*stack, r)
	for _, dep := range r.deps {
		var err error
		if index, err = dep.walk(stack, index); err != nil {
			return index, err
		}
		if dep.unit == nil {
			continue
		}
		if dep.status == evaluating && onStack(*stack, dep) {
			r.ancestor = min(r.ancestor, dep.ancestor)
		} else if dep.root != nil {
			dep = dep.root
			if dep.err != nil {
				return index, dep.err
			}
		}
		if dep.asyncOrder > 0 && dep.status != evaluated {
			r.pending++
			dep.parents = append(dep.parents, r)
		}
	}
	if r.pending > 0 || r.unit.async {
		r.l.order++
		r.asyncOrder = r.l.order
		if r.pending == 0 {
			r.start()
		}
	} else if err := r.execute(); err != nil {
		return index, err
	}
	if r.ancestor == r.index {
		r.close(stack)
	}
	return index, nil
}

func onStack(stack []*record, r *record) bool {
	for _, m := range stack {
		if m == r {
			return true
		}
	}
	return false
}

// close takes the group that begins with r off the stack.
func (r *record) close(stack *[]*record) {
	var group []*record
	for {
		n := len(*stack) - 1
		m := (*stack)[n]
		*stack = (*stack)[:n]
		m.root = r
		if m.status == evaluating { // else its await is over already, which cannot be before this returns
			m.status = evaluated
			if m.asyncOrder > 0 {
				m.status = waiting
			}
		}
		group = append(group, m)
		if m == r {
			break
		}
	}
	for _, m := range group {
		if m.status == evaluated {
			m.seal()
		}
	}
}

// begin is what is left to check and to name when all that a module imports has run.
func (r *record) begin() error {
	if err := r.checkNames(true); err != nil {
		return r.l.exception(err)
	}
	if len(r.unit.record.Stars) > 0 {
		r.fill(true)
	}
	return nil
}

// execute runs a body without await.
func (r *record) execute() error {
	if err := r.begin(); err != nil {
		return err
	}
	_, err := r.l.prims.next(goja.Undefined(), r.generator, goja.Undefined())
	return err
}

// start runs a body with await up to the first one. What follows comes in promise jobs.
func (r *record) start() {
	l := r.l
	p, resolve, reject := l.vm.NewPromise()
	l.settle(l.vm.ToValue(p), func(goja.Value) { r.fulfilled() }, func(e goja.Value) { r.rejected(l.exceptionFor(e)) })
	if err := r.begin(); err != nil {
		l.finishStep(reject(l.errorValue(err)))
		return
	}
	r.step(l.prims.next, goja.Undefined(), resolve, reject)
}

// step lets the body go on with the value, or the error, that it waited for.
func (r *record) step(resume goja.Callable, v goja.Value, resolve, reject func(any) error) {
	l := r.l
	for {
		out, err := resume(goja.Undefined(), r.generator, v)
		if err != nil {
			l.finishStep(reject(l.valueOf(err)))
			return
		}
		o := out.(*goja.Object)
		if o.Get("done").ToBoolean() {
			l.finishStep(resolve(goja.Undefined()))
			return
		}
		err = l.caught(func() {
			l.settle(o.Get("value"),
				func(v goja.Value) { r.step(l.prims.next, v, resolve, reject) },
				func(e goja.Value) { r.step(l.prims.throwInto, e, resolve, reject) })
		})
		if err == nil {
			return
		}
		resume, v = l.prims.throwInto, l.valueOf(err) // what was awaited could not even be asked
	}
}

// finishStep passes on what no script can catch.
func (l *Loader) finishStep(err error) {
	if err != nil {
		panic(err)
	}
}

// valueOf is what an exception threw; what no script can catch goes on.
func (l *Loader) valueOf(err error) goja.Value {
	var ex *goja.Exception
	if !errors.As(err, &ex) {
		panic(err)
	}
	return ex.Value()
}

// exceptionFor is an exception that throws a value.
func (l *Loader) exceptionFor(v goja.Value) error {
	if ex := l.vm.Try(func() { panic(v) }); ex != nil {
		return ex
	}
	return nil
}

// settle calls one of two functions in a promise job when a value, or the promise it is, settles.
func (l *Loader) settle(v goja.Value, ok, fail func(goja.Value)) {
	wrap := func(f func(goja.Value)) goja.Value {
		return l.vm.ToValue(func(c goja.FunctionCall) goja.Value {
			f(c.Argument(0))
			return goja.Undefined()
		})
	}
	var onFail goja.Value = goja.Undefined()
	if fail != nil {
		onFail = wrap(fail)
	}
	must(l.prims.settle, v, wrap(ok), onFail)
}

// fulfilled: the body of a module with await has come to its end. Those that waited only for it run now, in the order
// in which they began to wait.
func (r *record) fulfilled() {
	if r.status == evaluated {
		return // it failed in the meantime with something that it imports
	}
	r.done()
	var next []*record
	r.available(&next)
	sort.Slice(next, func(i, j int) bool { return next[i].asyncOrder < next[j].asyncOrder })
	for _, m := range next {
		switch {
		case m.status == evaluated:
		case m.unit.async:
			m.start()
		default:
			if err := m.execute(); err != nil {
				m.rejected(err)
			} else {
				m.done()
			}
		}
	}
}

func (r *record) done() {
	r.status = evaluated
	r.seal()
	if r.promise != nil {
		r.l.finishStep(r.resolve(goja.Undefined()))
	}
}

// available collects the modules that wait for nothing more.
func (r *record) available(out *[]*record) {
	for _, m := range r.parents {
		if onStack(*out, m) || m.root != nil && m.root.err != nil {
			continue
		}
		m.pending--
		if m.pending == 0 {
			*out = append(*out, m)
			if !m.unit.async {
				m.available(out)
			}
		}
	}
}

// rejected: the module failed, and so does what imports it.
func (r *record) rejected(err error) {
	if r.status == evaluated {
		return
	}
	r.status, r.err = evaluated, err
	for _, m := range r.parents {
		m.rejected(err)
	}
	if r.promise != nil {
		r.l.finishStep(r.reject(r.l.valueOf(err)))
	}
}

// evaluateMain links and runs the program's entry.
func (l *Loader) evaluateMain(r *record) (p *goja.Promise, err error) {
	if caught := l.caught(func() {
		if err = l.link(r); err == nil {
			p, err = l.run(r)
		}
	}); caught != nil {
		err = caught
	}
	return p, l.exception(err)
}
