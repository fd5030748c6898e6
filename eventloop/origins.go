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
}

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
	o := &origins{at: map[any]uintptr{}, sweep: 64}
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
	if pc := caller(); pc != 0 {
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
func caller() uintptr {
	var pcs [16]uintptr
	n := runtime.Callers(3, pcs[:])
	frames := runtime.CallersFrames(pcs[:n])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, ownPackage) {
			return f.PC
		}
		if f.Function == ownPackage+"(*Loop).spin" || !more {
			return 0
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
