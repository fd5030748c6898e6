package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/nodetimers/nodetimers/internal/script"
)

// This file is run --why while the program runs: signals ask for the list.

// answerWhy writes the list on each signal that asks for it. It returns what ends
// that.
func answerWhy(ctx context.Context, sc *script.Script) (stop func()) {
	if len(whySignals) == 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, whySignals...)
	go func() {
		for sig := range ch {
			sc.TellWhy(ctx, "signal "+sig.String())
		}
	}()
	return func() {
		cancel()
		signal.Stop(ch)
		close(ch)
	}
}
