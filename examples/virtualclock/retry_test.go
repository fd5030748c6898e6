package main

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
)

// setUp starts retry.js with work that fails a number of times. It notes the virtual
// time of each try.
func setUp(t *testing.T, fails int) (js *gojaloop.Engine, tries func() []time.Duration, said *string) {
	said = new(string)
	var at []time.Duration
	js = newEngine(eventloop.NewVirtualClock(), func(a ...any) (int, error) {
		*said = fmt.Sprint(a...)
		return 0, nil
	})
	vm := js.Runtime()
	_ = vm.Set("noteTry", func() int {
		at = append(at, js.Loop().UpdateNow().Truncate(time.Millisecond))
		return len(at)
	})
	_ = vm.Set("fails", fails)
	js.PostMain(func() {
		if _, err := vm.RunScript("test.js", `
			require('./retry.js').retry(async () => { if (noteTry() <= fails) throw new Error('no answer'); return 'done' })
				.then(print, (err) => print(err.message))`); err != nil {
			t.Error(err)
		}
	})
	return js, func() []time.Duration { return at }, said
}

// The whole hour at once.
func TestBacksOffForAnHour(t *testing.T) {
	js, tries, said := setUp(t, 1000)
	if err := js.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	var want []time.Duration
	for at, delay := time.Duration(0), time.Second; at <= time.Hour; at, delay = at+delay, 2*delay {
		want = append(want, at)
	}
	if got := tries(); !slices.Equal(got, want) {
		t.Errorf("tries at %v, want %v", got, want)
	}
	if *said != "gave up: no answer" {
		t.Errorf("it said %q", *said)
	}
}

// Step by step.
func TestSucceedsAtTheThirdTry(t *testing.T) {
	js, tries, said := setUp(t, 2)
	ctx := context.Background()
	for _, step := range []struct {
		d     time.Duration
		tries int
		said  string
	}{
		{0, 1, ""},
		{999 * time.Millisecond, 1, ""},
		{time.Millisecond, 2, ""},
		{1999 * time.Millisecond, 2, ""},
		{time.Millisecond, 3, "done"},
	} {
		if err := js.RunFor(ctx, step.d); err != nil {
			t.Fatal(err)
		}
		if len(tries()) != step.tries || *said != step.said {
			t.Errorf("at %v: %d tries, said %q; want %d, %q",
				js.Loop().Now(), len(tries()), *said, step.tries, step.said)
		}
	}
	if c := js.Loop().Counts(); c.Timers != 0 {
		t.Errorf("%d timers are left", c.Timers)
	}
}
