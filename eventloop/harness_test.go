package eventloop_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file is what the tests share: a loop on a virtual clock that writes down
// what runs. No test here sleeps; real time is in realtime_test.go alone.

const ms = time.Millisecond

var background = context.Background()

// script is a loop on a virtual clock and the words its callbacks said.
type script struct {
	*eventloop.Loop
	t     *testing.T
	clock *eventloop.VirtualClock
	words []string
}

func newScript(t *testing.T, options ...func(*eventloop.Options)) *script {
	s := &script{t: t, clock: eventloop.NewVirtualClock()}
	o := eventloop.Options{Clock: s.clock}
	for _, f := range options {
		f(&o)
	}
	s.Loop = eventloop.New(o)
	return s
}

// log says a word now, say gives a callback that will.
func (s *script) log(format string, a ...any) { s.words = append(s.words, fmt.Sprintf(format, a...)) }
func (s *script) say(word string) func()      { return func() { s.log("%s", word) } }
func (s *script) at(word string) func()       { return func() { s.log("%s@%d", word, s.Now()/ms) } }
func (s *script) do(word string, f func()) func() {
	return func() {
		s.log("%s", word)
		f()
	}
}

// run runs the loop, which must run dry.
func (s *script) run() {
	s.t.Helper()
	if err := s.Run(context.Background()); err != nil {
		s.t.Fatalf("Run: %v", err)
	}
}

// want compares what was said since the last call with words.
func (s *script) want(words string) {
	s.t.Helper()
	if d := cmp.Diff(strings.Fields(words), s.words, cmp.Transformer("none", func(w []string) []string {
		if len(w) == 0 {
			return nil
		}
		return w
	})); d != "" {
		s.t.Errorf("order (-want +got):\n%s", d)
	}
	s.words = nil
}

// empty checks that nothing is pending.
func (s *script) empty() {
	s.t.Helper()
	wantCounts(s.t, s.Loop, eventloop.Counts{})
}

func wantCounts(t *testing.T, l *eventloop.Loop, want eventloop.Counts) {
	t.Helper()
	if d := cmp.Diff(want, l.Counts()); d != "" {
		t.Errorf("counts (-want +got):\n%s", d)
	}
}

// panics runs f and gives what it panicked with, nil if it did not.
func panics(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

func wantErr(t *testing.T, got, want error) {
	t.Helper()
	if got != want {
		t.Errorf("error %v, want %v", got, want)
	}
}

// start runs l on another goroutine; the channel gives what Run returned.
func start(l *eventloop.Loop) <-chan error {
	ch := make(chan error, 1)
	go func() { ch <- l.Run(context.Background()) }()
	return ch
}
