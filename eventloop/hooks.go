package eventloop

import (
	"slices"
	"time"
)

// This file lets observers (tracing, async hooks, loop health) see what a loop
// does. A loop without hooks pays one comparison at each of these points.

// Kind is what sort of callback a hook is told of, or of work Pending lists.
type Kind uint8

// The kinds. The item a hook gets is a *Timer, an *Immediate, the Task for ticks
// and microtasks, and nil for posted functions. Hooks are not told of the last two:
// to them an interval is a timer.
const (
	KindTimer Kind = iota
	KindImmediate
	KindTick
	KindMicrotask
	KindPosted
	KindInterval
	KindHold
)

// String is the name of the kind.
func (k Kind) String() string {
	names := [...]string{"timer", "immediate", "tick", "microtask", "posted", "interval", "hold"}
	if int(k) < len(names) {
		return names[k]
	}
	return "unknown"
}

// Hooks are functions a loop calls, each of them optional. They run on the loop
// and must not start, clear or run anything on it.
type Hooks struct {
	// Set is called when something is scheduled: a timer at each start and
	// refresh.
	Set func(k Kind, item any)
	// Cleared is called when a pending timer or immediate was cleared.
	Cleared func(k Kind, item any)
	// Before and After surround each callback, also one that panics or throws
	// an exception of JavaScript. Hooks added or removed in between are not told
	// of its end. Microtasks that an engine runs by itself and tells of by
	// Loop.BeginTask may lie inside another callback.
	Before func(k Kind, item any)
	After  func(k Kind, item any)
	// Phase is called when a phase begins.
	Phase func(Phase)
	// Wait is called before the loop sleeps, with how long it will at the most;
	// negative means until it is woken. Woke tells how long it slept.
	Wait func(d time.Duration)
	Woke func(slept time.Duration)
}

// hookList is the hooks of a loop; nil when there are none. It is replaced, not
// changed, so that hooks may be added and removed while one of them runs. The other
// lists are those of all that have such a function: what happens often costs nothing if
// nobody wants to know.
type hookList struct{ all, befores, afters, sets, clears, phases []*hook }

type hook struct {
	Hooks
	removed bool
}

// span is a callback that hooks were told of and that has not ended. The item of the
// last one stays until another begins or the loop waits or ends its run.
type span struct {
	hooks *hookList // those told; nil: no callback
	kind  Kind
	item  any
}

// AddHooks adds observers to the loop and returns a function that removes them.
// Both may be called on the loop only, also by one of its callbacks; an observer
// that was removed is not called any more.
func (l *Loop) AddHooks(h Hooks) (remove func()) {
	l.checkGoroutine("AddHooks")
	p := &hook{Hooks: h}
	var all []*hook
	if l.hooks != nil {
		all = slices.Clone(l.hooks.all)
	}
	l.hooks = newHookList(append(all, p))
	return func() {
		if p.removed {
			return
		}
		p.removed = true
		all := slices.DeleteFunc(slices.Clone(l.hooks.all), func(q *hook) bool { return q == p })
		if len(all) == 0 {
			l.hooks = nil
			return
		}
		l.hooks = newHookList(all)
	}
}

func newHookList(all []*hook) *hookList {
	hl := &hookList{all: all}
	for _, h := range all {
		if h.Before != nil {
			hl.befores = append(hl.befores, h)
		}
		if h.After != nil {
			hl.afters = append(hl.afters, h)
		}
		if h.Set != nil {
			hl.sets = append(hl.sets, h)
		}
		if h.Cleared != nil {
			hl.clears = append(hl.clears, h)
		}
		if h.Phase != nil {
			hl.phases = append(hl.phases, h)
		}
	}
	return hl
}

// before and after surround a callback of a loop that has hooks.
func (l *Loop) before(k Kind, item any) {
	hl := l.hooks
	l.span = span{hl, k, item}
	for _, h := range hl.befores {
		if !h.removed {
			h.Before(k, item)
		}
	}
}

func (l *Loop) after() {
	hl, k, item := l.span.hooks, l.span.kind, l.span.item
	l.span.hooks = nil
	for _, h := range hl.afters {
		if !h.removed {
			h.After(k, item)
		}
	}
}

func (hl *hookList) set(k Kind, item any) {
	for _, h := range hl.sets {
		if !h.removed {
			h.Set(k, item)
		}
	}
}

func (hl *hookList) cleared(k Kind, item any) {
	for _, h := range hl.clears {
		if !h.removed {
			h.Cleared(k, item)
		}
	}
}

func (hl *hookList) phase(p Phase) {
	switch p {
	case phaseBegin, phaseDry, phaseEnd:
		return
	case phaseFirstTimers:
		p = PhaseTimers
	}
	for _, h := range hl.phases {
		if !h.removed {
			h.Phase(p)
		}
	}
}

func (hl *hookList) wait(d time.Duration) {
	for _, h := range hl.all {
		if h.Wait != nil && !h.removed {
			h.Wait(d)
		}
	}
}

func (hl *hookList) woke(d time.Duration) {
	for _, h := range hl.all {
		if h.Woke != nil && !h.removed {
			h.Woke(d)
		}
	}
}
