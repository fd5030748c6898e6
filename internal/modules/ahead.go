package modules

import (
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// ahead compiles files before the program asks for them, on the processors that the program leaves idle. What a module
// imports, and what a CommonJS file requires whenever it runs, is known once it is compiled.
//
// Nothing but time depends on it. The loader finds and reads each file itself, at its turn, and takes a program from here
// only if it was made from the very same text; errors come up at that turn too. Its goroutines touch no runtime and have a
// resolver of their own, which keeps its own package.json files. They live while the loader loads: end waits for them.
//
// The loader's goroutine, when it needs a file that another one is compiling, compiles a further one in the meantime.
type ahead struct {
	limit int // of goroutines; 0: nothing is compiled ahead
	hook  bool
	build func(source, format) (*unit, error) // compileFile
	depth int                                 // of loads within each other; the loader's goroutine only

	finding   sync.Mutex // for what finds and reads
	res       *resolver
	tsconfigs tsconfigs
	sought    map[wanted]bool // with the folder of the file in place of the file

	working sync.WaitGroup
	mu      sync.Mutex // for all below
	open    bool
	workers int
	imports []wanted // a stack: what the file compiled last wants comes first
	needs   []wanted // the same for require
	later   []wanted // a queue: CommonJS files that ES modules import; those run when all is loaded
	begun   map[string]begun
	jobs    map[string]*job // by filename: compiled, or being compiled, and not yet asked for
}

// wanted is a file that the program will ask for.
type wanted struct {
	specifier, from string
	imported        bool // by an ES module; else required
	filename        string
	format          format // if filename is known
}

// begun says who was the first to compile a file.
type begun int

const (
	byAhead begun = iota + 1
	byLoader
)

// job is one file that is compiled ahead.
type job struct {
	source source
	format format
	done   chan struct{} // closed when unit and err are set
	unit   *unit
	err    error
	broken bool // the compiler panicked: whoever needs the file shall see that
}

const (
	mostAhead = 4         // goroutines
	mostBytes = 512 << 10 // of a file: a load that fails waits for the ones that are being compiled
)

// newAhead makes the resolver's companion. With files from elsewhere it stays idle: how those are read is not its business.
func newAhead(opts Options, builtin func(string) bool) *ahead {
	a := &ahead{hook: opts.OnCatch != nil, build: compileFile, sought: map[wanted]bool{}, begun: map[string]begun{}, jobs: map[string]*job{}}
	if opts.ReadFile == nil && opts.Stat == nil {
		a.limit = min(runtime.GOMAXPROCS(0)-1, mostAhead)
	}
	a.res = newResolver(opts)
	a.res.builtin = builtin
	a.tsconfigs.readFile = a.res.readFile
	return a
}

// begin says that loading begins; it may be within another load. Every begin needs its end.
func (a *ahead) begin() {
	a.depth++
	if a.depth == 1 && a.limit > 0 {
		a.mu.Lock()
		a.open = true
		a.hire()
		a.mu.Unlock()
	}
}

// end says that the load has ended, and waits for what is being compiled. What nobody asked for is forgotten, unless
// another load is to follow that belongs to this one.
func (a *ahead) end(follows bool) {
	a.depth--
	if a.depth > 0 {
		return
	}
	a.mu.Lock()
	a.open = false
	if !follows {
		a.imports, a.needs, a.later = nil, nil, nil
	}
	a.mu.Unlock()
	a.working.Wait()
	if !follows {
		clear(a.jobs)
		clear(a.sought)
	}
}

// compile is compileFile for the loader: at once if the file has been compiled ahead.
func (a *ahead) compile(src source, want format) (*unit, error) {
	a.mu.Lock()
	j := a.jobs[src.path]
	delete(a.jobs, src.path)
	if a.limit > 0 {
		a.begun[src.path] = byLoader
	}
	a.mu.Unlock()
	if j != nil && j.source == src && j.format == want {
		if a.wait(j); !j.broken {
			return j.unit, j.err
		}
	}
	u, err := compileFile(src, want)
	a.follow(u, src.path)
	return u, err
}

// keep has the next compile of a file, in this load, give what was made from it before.
func (a *ahead) keep(src source, want format, u *unit) {
	j := &job{source: src, format: want, done: make(chan struct{}), unit: u}
	close(j.done)
	a.mu.Lock()
	a.jobs[src.path] = j
	a.mu.Unlock()
}

// wait does what else there is to do until a job is done.
func (a *ahead) wait(j *job) {
	for {
		select {
		case <-j.done:
			return
		default:
		}
		a.mu.Lock()
		w, ok := a.next()
		a.mu.Unlock()
		if !ok {
			<-j.done
			return
		}
		a.do(w)
	}
}

// follow notes what a compiled file asks for.
func (a *ahead) follow(u *unit, from string) {
	if a.limit == 0 || u == nil {
		return
	}
	if u.record == nil && len(u.requires) == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.open {
		return
	}
	if u.record == nil {
		for i := len(u.requires) - 1; i >= 0; i-- {
			a.needs = append(a.needs, wanted{specifier: u.requires[i], from: from})
		}
	} else {
		for i := len(u.record.Requests) - 1; i >= 0; i-- {
			if q := u.record.Requests[i]; len(q.Attributes) == 0 {
				a.imports = append(a.imports, wanted{specifier: q.Specifier, from: from, imported: true})
			}
		}
	}
	a.hire()
}

// hire starts goroutines for what is wanted. The lock is held.
func (a *ahead) hire() {
	for n := len(a.imports) + len(a.needs) + len(a.later); a.workers < min(a.limit, n); {
		a.workers++
		a.working.Add(1)
		go a.work()
	}
}

// work is one of the goroutines.
func (a *ahead) work() {
	defer a.working.Done()
	for {
		a.mu.Lock()
		w, ok := a.next()
		if !ok {
			a.workers--
		}
		a.mu.Unlock()
		if !ok {
			return
		}
		a.do(w)
	}
}

// next takes what is wanted first. The lock is held.
func (a *ahead) next() (w wanted, ok bool) {
	if !a.open {
		return w, false
	}
	for _, stack := range []*[]wanted{&a.imports, &a.needs} {
		if n := len(*stack) - 1; n >= 0 {
			w = (*stack)[n]
			*stack = (*stack)[:n]
			return w, true
		}
	}
	if len(a.later) == 0 {
		return w, false
	}
	w = a.later[0]
	a.later = a.later[1:]
	return w, true
}

// do finds, reads and compiles one file, if nobody has.
func (a *ahead) do(w wanted) {
	j := a.find(w)
	if j == nil {
		return
	}
	defer close(j.done)
	j.broken = true
	defer func() { _ = recover() }()
	j.unit, j.err = a.build(j.source, j.format)
	j.broken = false
	a.follow(j.unit, j.source.path)
}

// find makes the job of a file that is wanted; nil if there is nothing to do now.
func (a *ahead) find(w wanted) *job {
	a.finding.Lock()
	defer a.finding.Unlock()
	if w.filename == "" && !a.locate(&w) {
		return nil
	}
	a.mu.Lock()
	if a.begun[w.filename] != 0 {
		a.mu.Unlock()
		return nil
	}
	if w.imported && w.format == commonJS {
		w.imported = false
		a.later = append(a.later, w)
		a.mu.Unlock()
		return nil
	}
	a.begun[w.filename] = byAhead
	a.mu.Unlock()

	info, err := a.res.stat(w.filename)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostBytes {
		return nil
	}
	data, err := a.res.readFile(w.filename)
	if err != nil {
		return nil
	}
	j := &job{source: newSource(w.filename, string(data), a.hook, &a.tsconfigs), format: w.format, done: make(chan struct{})}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.begun[w.filename] != byAhead { // the loader did not wait
		return nil
	}
	a.jobs[w.filename] = j
	return j
}

// locate finds the name and the format of a file.
func (a *ahead) locate(w *wanted) bool {
	r := a.res
	key := *w
	key.from = filepath.Dir(w.from)
	if a.sought[key] {
		return false
	}
	a.sought[key] = true
	if r.builtin(w.specifier) || strings.HasPrefix(w.specifier, "node:") || strings.HasPrefix(w.specifier, "data:") {
		return false
	}
	var err error
	if w.imported {
		var at location
		at, err = r.locate(w.specifier, w.from)
		w.filename = at.path
	} else {
		w.filename, err = r.requireFile(w.specifier, w.from, nil, nil)
	}
	if err != nil || !filepath.IsAbs(w.filename) {
		return false
	}
	w.format, err = r.formatOf(w.filename)
	return err == nil && w.format <= esModule
}
