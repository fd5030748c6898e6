package gojaloop

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is what the tests share: an engine on a virtual clock, and scripts
// that write down what they do. No test here sleeps.

const ms = time.Millisecond

var background = context.Background()

// script is an engine on a virtual clock. Its scripts have log(...), which keeps
// words, and busy(ms), which lets virtual time pass as work would.
type script struct {
	*Engine
	t     *testing.T
	clock *eventloop.VirtualClock
	words []string
}

func newScript(t *testing.T, options ...func(*Options)) *script {
	t.Helper()
	s := &script{t: t, clock: eventloop.NewVirtualClock()}
	o := Options{Clock: s.clock}
	for _, f := range options {
		f(&o)
	}
	s.Engine = New(goja.New(), o)
	s.set("log", func(c goja.FunctionCall) goja.Value {
		var b strings.Builder
		for i, v := range c.Arguments {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(v.String())
		}
		s.log("%s", b.String())
		return goja.Undefined()
	})
	s.set("busy", func(c goja.FunctionCall) goja.Value {
		s.clock.Advance(time.Duration(c.Argument(0).ToInteger()) * ms)
		return goja.Undefined()
	})
	return s
}

func (s *script) set(name string, f func(goja.FunctionCall) goja.Value) {
	if err := s.Runtime().Set(name, f); err != nil {
		s.t.Fatal(err)
	}
}

// log says a word now, say gives a callback that will.
func (s *script) log(format string, a ...any) { s.words = append(s.words, fmt.Sprintf(format, a...)) }
func (s *script) say(word string) func()      { return func() { s.log("%s", word) } }

// run runs a script to its end, which must be a natural one.
func (s *script) run(source string) {
	s.t.Helper()
	if err := s.try(source); err != nil {
		s.t.Fatalf("Run: %v", err)
	}
}

func (s *script) try(source string) error {
	s.t.Helper()
	return s.RunScript(background, "main.js", source)
}

// want compares what was said since the last call.
func (s *script) want(words ...string) {
	s.t.Helper()
	if diff := cmp.Diff(strings.Join(words, ", "), strings.Join(s.words, ", ")); diff != "" {
		s.t.Errorf("(-want +got):\n%s", diff)
	}
	s.words = nil
}

// inBothModes runs a test with goja's queue of promise jobs visible and, as in a
// later goja it may be, hidden.
func inBothModes(t *testing.T, f func(t *testing.T, mode func(*Options))) {
	t.Run("seen", func(t *testing.T) { f(t, func(*Options) {}) })
	t.Run("blind", func(t *testing.T) { f(t, func(o *Options) { o.blind = true }) })
}

// goOn makes an engine go on after exceptions and log them.
func goOn(words *[]string) func(*Options) {
	return func(o *Options) {
		o.Uncaught = func(u *eventloop.UncaughtError) eventloop.Verdict {
			what := "exception"
			if u.Rejection {
				what = "rejection"
			}
			*words = append(*words, what+" "+u.Value.(goja.Value).String())
			return eventloop.VerdictContinue
		}
	}
}
