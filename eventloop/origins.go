package eventloop

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// This file records where a Go program made its timers and immediates, for
// Pending. It is built on hooks, so a loop that does not record pays nothing.

// origins keeps one return address for each timer and immediate that was set.
// Entries of those that are over are swept when their number has doubled.
type origins struct {
	at    map[any]uintptr
	sweep int // the size at which to look for entries that are over
	stop  func()
	seen  map[stack]uintptr // what caller has found for it
}

// stack is the innermost return addresses of a call. The more they are the longer it
// takes to find them; those that a start needs are four to seven.
type stack [8]uintptr

// maxSeen bounds seen. Looking a stack up is faster than finding out what its
// addresses are.
const maxSeen = 4096

// TrackOrigins begins to record where in the Go program each timer and immediate
// was set; Pending.Origin tells it, as "file.go:12 (pkg.function)". It costs a few
// microseconds for each start and a place in a map for each timer. Those of a
// JavaScript engine are left to its binding, and those set from another goroutine
// have none. A second call does nothing. On the loop, or while it does not run;
// the function it returns stops recording and forgets what was recorded.
func (l *Loop) TrackOrigins() (stop func()) {
	l.checkGoroutine("TrackOrigins")
	if o := l.origins; o != nil {
		return o.stop
	}
	o := &origins{at: map[any]uintptr{}, sweep: 64, seen: map[stack]uintptr{}}
	l.origins = o
	remove := l.AddHooks(Hooks{
		Set: func(k Kind, item any) {
			switch x := item.(type) {
			case *Timer:
				if x.data().is(flagHosted) {
					return
				}
			case *Immediate:
				if x.pos&flagHosted != 0 {
					return
				}
			default:
				return
			}
			o.record(item)
		},
		Cleared: func(k Kind, item any) { delete(o.at, item) },
	})
	o.stop = func() {
		if l.origins == o {
			l.origins = nil
			remove()
		}
	}
	return o.stop
}

func (o *origins) record(item any) {
	if pc := o.caller(); pc != 0 {
		o.at[item] = pc
	} else if _, ok := o.at[item]; !ok {
		return // an interval that goes on keeps what it has
	}
	if len(o.at) < o.sweep {
		return
	}
	for item := range o.at {
		live := false
		switch x := item.(type) {
		case *Timer:
			live = x.Live()
		case *Immediate:
			live = x.Live()
		}
		if !live {
			delete(o.at, item)
		}
	}
	o.sweep = max(64, 2*len(o.at))
}

// caller is the innermost function outside this package that led here, 0 if the
// loop itself did.
func (o *origins) caller() uintptr {
	var pcs stack
	n := runtime.Callers(3, pcs[:])
	if pc, ok := o.seen[pcs]; ok {
		return pc
	}
	pc, ended := outsider(pcs[:n])
	if !ended && n == len(pcs) { // further up
		var more [32]uintptr
		pc, _ = outsider(more[:runtime.Callers(3, more[:])])
		return pc
	}
	if len(o.seen) == maxSeen {
		clear(o.seen)
	}
	o.seen[pcs] = pc
	return pc
}

// outsider is the innermost function outside this package among those, 0 if there is
// none; ended tells that those further up do not matter.
func outsider(pcs []uintptr) (pc uintptr, ended bool) {
	frames := runtime.CallersFrames(pcs)
	for {
		f, more := frames.Next()
		switch {
		case f.Function == ownPackage+"(*Loop).spin":
			return 0, true
		case f.Function == "" || !more && strings.HasPrefix(f.Function, ownPackage):
			return 0, false
		case !strings.HasPrefix(f.Function, ownPackage):
			return f.PC, true
		}
	}
}

// ownPackage begins the names of this package's functions, and not those of its
// external tests.
const ownPackage = "github.com/nodetimers/nodetimers/eventloop."

// of gives the text for a timer or immediate, empty if there is none.
func (o *origins) of(item any) string {
	pc, ok := o.at[item]
	if !ok {
		return ""
	}
	f, _ := runtime.CallersFrames([]uintptr{pc + 1}).Next()
	return fmt.Sprintf("%s:%d (%s)", path.Base(f.File), f.Line, path.Base(f.Function))
}
