package eventloop_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// What an error of a callback prints: one line, or with %+v all that is known.
func TestUncaughtErrorFormat(t *testing.T) {
	cause := errors.New("Error: broken")
	for _, c := range []struct {
		e          error
		line, long string
	}{
		{&eventloop.UncaughtError{Err: cause}, "eventloop: uncaught exception: Error: broken", "eventloop: uncaught exception: Error: broken"},
		{&eventloop.UncaughtError{Err: cause, Stack: "    at f (a.js:1:2)\n    at a.js:3:4", Origin: "a.js:5:6 (g)"},
			"eventloop: uncaught exception: Error: broken; set at a.js:5:6 (g)",
			"eventloop: uncaught exception: Error: broken\n    at f (a.js:1:2)\n    at a.js:3:4\nset at a.js:5:6 (g)"},
		{&eventloop.UncaughtError{Value: 7, Rejection: true, Origin: "a.js:5:6"},
			"eventloop: unhandled rejection: 7; set at a.js:5:6", "eventloop: unhandled rejection: 7\nset at a.js:5:6"},
		{&eventloop.PanicError{Value: "boom"}, "eventloop: panic in a callback: boom", "eventloop: panic in a callback: boom"},
		{&eventloop.PanicError{Value: 5, Stack: "goroutine 1", Origin: "a.go:1 (f)"},
			"eventloop: panic in a callback: 5; set at a.go:1 (f)", "eventloop: panic in a callback: 5\ngoroutine 1\nset at a.go:1 (f)"},
	} {
		for format, want := range map[string]string{
			"%v": c.line, "%s": c.line, "%+v": c.long, "%q": fmt.Sprintf("%q", c.line), "%90s": fmt.Sprintf("%90s", c.line),
		} {
			if got := fmt.Sprintf(format, c.e); got != want {
				t.Errorf("%s printed %q, want %q", format, got, want)
			}
		}
		if c.e.Error() != c.line {
			t.Errorf("Error() is %q", c.e.Error())
		}
	}
	for v, want := range map[eventloop.Verdict]string{
		eventloop.VerdictStop: "stop", eventloop.VerdictContinue: "continue", eventloop.VerdictCancel: "cancel", 9: "unknown",
	} {
		if v.String() != want {
			t.Errorf("%d is %q", v, v)
		}
	}
}

// Req 19, 20: with a handler for panics the loop stops, goes on, or goes on without
// the timer that panicked; each other callback runs once, in order.
func TestPanicVerdicts(t *testing.T) {
	fixed := func(s *script, f func()) { s.EveryFixed(2*ms, eventloop.MissedSkip, f) }
	for _, c := range []struct {
		name string
		set  func(s *script, boom func())
		want [3]string // by verdict
		rest string    // after VerdictStop
	}{
		{"timer", func(s *script, boom func()) {
			s.AfterFunc(ms, func() { s.NextTick(s.say("t")); s.QueueMicrotask(s.say("m")); boom() })
			s.AfterFunc(ms, s.say("b"))
		}, [3]string{"boom@1", "boom@1 t m b", "boom@1 t m b"}, "t m b"},
		{"interval", func(s *script, boom func()) { s.Every(2*ms, boom) },
			[3]string{"boom@2", "boom@2 boom@4 boom@6", "boom@2"}, "boom@4"},
		{"fixed interval", fixed, [3]string{"boom@2", "boom@2 boom@4 boom@6", "boom@2"}, "boom@4"},
		{"posted interval", func(s *script, boom func()) { s.PostEvery(2*ms, boom) },
			[3]string{"boom@2", "boom@2 boom@4 boom@6", "boom@2"}, "boom@4"},
		{"interval with a context", func(s *script, boom func()) { s.EveryContext(s.t.Context(), 2*ms, boom) },
			[3]string{"boom@2", "boom@2 boom@4 boom@6", "boom@2"}, "boom@4"},
		{"timer that started itself again", func(s *script, boom func()) {
			var a *eventloop.Timer
			a = s.AfterFunc(2*ms, func() { a.Refresh(); boom() })
		}, [3]string{"boom@2", "boom@2 boom@4 boom@6", "boom@2"}, "boom@4"},
		{"timer that cleared itself", func(s *script, boom func()) {
			var a *eventloop.Timer
			a = s.Every(2*ms, func() { a.Clear(); boom() })
			s.AfterFunc(3*ms, s.say("b"))
		}, [3]string{"boom@2", "boom@2 b", "boom@2 b"}, "b"},
		{"immediate", func(s *script, boom func()) {
			s.SetImmediate(func() { s.NextTick(s.say("t")); boom() })
			s.SetImmediate(s.say("j"))
		}, [3]string{"boom@0", "boom@0 t j", "boom@0 t j"}, "t j"},
		{"tick", func(s *script, boom func()) {
			s.NextTick(boom)
			s.NextTick(s.say("t"))
			s.AfterFunc(ms, s.say("a"))
		}, [3]string{"boom@0", "boom@0 t a", "boom@0 t a"}, "t a"},
		{"microtask", func(s *script, boom func()) {
			s.QueueMicrotask(func() { s.NextTick(s.say("t")); boom() })
			s.QueueMicrotask(s.say("m"))
		}, [3]string{"boom@0", "boom@0 m t", "boom@0 m t"}, "m t"},
		{"posted", func(s *script, boom func()) { s.Post(boom); s.Post(s.say("p")) },
			[3]string{"boom@0", "boom@0 p", "boom@0 p"}, "p"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for verdict := eventloop.VerdictStop; verdict <= eventloop.VerdictCancel; verdict++ {
				var told []*eventloop.PanicError
				n := 0
				s := newScript(t, func(o *eventloop.Options) {
					o.Panic = func(e *eventloop.PanicError) eventloop.Verdict {
						if told = append(told, e); len(told) == 3 {
							return eventloop.VerdictCancel // the program ends some time
						}
						return verdict
					}
				})
				boom := func() {
					s.at("boom")()
					n++
					panic(io.ErrUnexpectedEOF)
				}
				c.set(s, boom)
				err := s.Run(t.Context())
				s.want(c.want[verdict])
				if len(told) != n || !errors.Is(told[0], io.ErrUnexpectedEOF) || !strings.Contains(told[0].Stack, "TestPanicVerdicts") {
					t.Errorf("%v: told of %d of %d panics: %+v", verdict, len(told), n, told[0])
				}
				if verdict != eventloop.VerdictStop {
					if err != nil {
						t.Errorf("%v: Run gave %v", verdict, err)
					}
					s.empty()
					continue
				}
				var p *eventloop.PanicError
				if !errors.As(err, &p) || p != told[0] {
					t.Errorf("Run gave %v", err)
				}
				_ = s.Run(t.Context())
				s.want(c.rest)
			}
		})
	}
}

// An interval that its own callback has cancelled from another goroutine's handle is
// counted once.
func TestPanicAfterCancel(t *testing.T) {
	s := newScript(t, func(o *eventloop.Options) {
		o.Panic = func(*eventloop.PanicError) eventloop.Verdict { return eventloop.VerdictCancel }
	})
	var iv *eventloop.PostedTimer
	iv = s.PostEvery(ms, func() { iv.Cancel(); panic("boom") })
	s.AfterFunc(5*ms, s.say("end"))
	s.run()
	s.want("end")
	s.empty()
	if iv.Cancel() {
		t.Error("it could be cancelled once more")
	}
}

// What is not a panic of a callback is not the handler's: Goexit, a panic of a hook,
// one of the handler.
func TestPanicHandlerIsNotAsked(t *testing.T) {
	asked := 0
	s := newScript(t, func(o *eventloop.Options) {
		o.Panic = func(*eventloop.PanicError) eventloop.Verdict { asked++; panic("handler") }
	})
	try := func() (v any) {
		done := make(chan any, 1)
		go func() {
			defer func() { done <- recover() }()
			_ = s.Run(context.Background())
		}()
		return <-done
	}
	s.AfterFunc(ms, runtime.Goexit)
	if v := try(); v != nil || asked != 0 || s.Running() {
		t.Errorf("Goexit: %v, asked %d, running %v", v, asked, s.Running())
	}
	remove := s.AddHooks(eventloop.Hooks{Phase: func(eventloop.Phase) { panic("hook") }})
	s.AfterFunc(ms, func() {})
	if v := try(); v != "hook" || asked != 0 {
		t.Errorf("hook: %v, asked %d", v, asked)
	}
	remove()
	s.SetImmediate(func() { panic("callback") })
	if v := try(); v != "handler" || asked != 1 || s.Running() {
		t.Errorf("handler: %v, asked %d, running %v", v, asked, s.Running())
	}
	s.run()
	s.empty()
}

// A handler is told where the timer or immediate was set, if that is recorded.
func TestPanicOrigin(t *testing.T) {
	var told []string
	s := newScript(t, func(o *eventloop.Options) {
		o.Panic = func(e *eventloop.PanicError) eventloop.Verdict {
			told = append(told, e.Origin)
			return eventloop.VerdictContinue
		}
	})
	boom := func() { panic("boom") }
	s.AfterFunc(ms, boom) // before: no origin
	s.TrackOrigins()
	s.AfterFunc(2*ms, boom)
	s.SetImmediate(boom)
	s.NextTick(boom)
	s.run()
	want := []string{"", "verdict_test.go:", "", "verdict_test.go:"}
	if len(told) != 4 {
		t.Fatalf("told %q", told)
	}
	found := 0
	for _, origin := range told {
		if strings.HasPrefix(origin, want[1]) && strings.HasSuffix(origin, "TestPanicOrigin)") {
			found++
		} else if origin != "" {
			t.Errorf("origin %q", origin)
		}
	}
	if found != 2 {
		t.Errorf("told %q", told)
	}
}

// With an engine, panics of Go's callbacks are asked about; one inside the engine's
// frame passes through Run, as the engine's state is then the engine's affair.
func TestPanicWithAHost(t *testing.T) {
	s, e := newEngine(t)
	asked := 0
	s.Loop = eventloop.New(eventloop.Options{Clock: s.clock, Host: e, Panic: func(*eventloop.PanicError) eventloop.Verdict {
		asked++
		return eventloop.VerdictContinue
	}})
	e.setTimeout(1, s.say("js"))
	s.AfterFunc(2*ms, func() { e.then(s.say("job")); panic("boom") })
	e.setTimeout(3, s.say("js"))
	s.run()
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
	s.want("js job js")
	s.empty()
	e.setTimeout(1, func() { panic("inside") })
	func() {
		defer func() {
			if v := recover(); v != "inside" || asked != 1 {
				t.Errorf("recovered %v, asked %d times", v, asked)
			}
		}()
		_ = s.Run(t.Context())
	}()
}

func ExampleVerdict() {
	loop := eventloop.New(eventloop.Options{
		Clock: eventloop.NewVirtualClock(),
		Panic: func(e *eventloop.PanicError) eventloop.Verdict {
			fmt.Println(e)
			return eventloop.VerdictCancel
		},
	})
	loop.Every(time.Second, func() { panic("out of paper") })
	fmt.Println(loop.Run(context.Background()))
	// Output:
	// eventloop: panic in a callback: out of paper
	// <nil>
}
