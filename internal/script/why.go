package script

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file tells what keeps a program alive: when its main module has ended, and
// whenever the command asks. It writes whole tables, one call of Write each.

// why is nil for a program that is not asked.
type why struct {
	s    *Script
	w    io.Writer
	cwd  string
	told bool
}

// explain lets the program remember where it makes its timers, and writes the table
// when the main module has ended: after the microtasks and ticks of its last turn,
// before the first timer after that.
func (s *Script) explain(w io.Writer, cwd string) {
	y := &why{s: s, w: w, cwd: cwd}
	s.why = y
	s.engine.TrackOrigins(true)
	s.engine.Loop().AddHooks(eventloop.Hooks{Phase: func(eventloop.Phase) {
		if !y.told && s.ended() {
			y.mainEnded()
		}
	}})
}

func (y *why) mainEnded() {
	y.told = true
	y.write("the main module has ended", y.s.engine.Pending())
}

func (y *why) write(when string, list []eventloop.Pending) {
	var b strings.Builder
	fmt.Fprintf(&b, "nodetimers: %s\n", when)
	for i := range list { // the user's files by the names the user knows
		if y.cwd != "" {
			list[i].Origin = strings.TrimPrefix(list[i].Origin, y.cwd+string(filepath.Separator))
		}
	}
	_ = eventloop.WritePending(&b, list)
	_, _ = io.WriteString(y.w, b.String())
}

// TellWhy writes what is pending now, while the program runs, and returns when it
// is written or ctx is done. When a callback runs for long the table follows when
// it has returned, and a line says so. It does nothing unless Options.Why is set.
// From any goroutine but the loop's.
func (s *Script) TellWhy(ctx context.Context, when string) {
	if s.why == nil {
		return
	}
	busy := time.AfterFunc(time.Second, func() {
		_, _ = io.WriteString(s.why.w, "nodetimers: "+when+": a callback is running; what is pending follows when it returns\n")
	})
	list, err := s.engine.Loop().AskPending(ctx)
	busy.Stop()
	if err == nil {
		s.why.write(when, list)
	}
}

// TellWhyAtEnd is TellWhy for a program whose Run has returned.
func (s *Script) TellWhyAtEnd(when string) {
	if s.why != nil {
		s.why.write(when, s.engine.Pending())
	}
}
