package eventloop_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nodetimers/nodetimers/eventloop"
)

func wantPending(t *testing.T, got, want []eventloop.Pending) {
	t.Helper()
	if d := cmp.Diff(want, got, cmpopts.IgnoreFields(eventloop.Pending{}, "Item"), cmpopts.EquateEmpty()); d != "" {
		t.Errorf("pending (-want +got):\n%s", d)
	}
}

func TestPendingKinds(t *testing.T) {
	s := newScript(t)
	wantPending(t, s.Pending(), nil)
	s.Post(func() {
		timer := s.AfterFunc(30*ms, func() {})
		s.Every(20*ms, func() {}).Unref()
		s.AfterFunc(-1, func() {})
		s.clock.Advance(25 * ms)
		s.PostAfterFunc(time.Hour, func() {}) // under way: a posted function
		im := s.SetImmediate(func() {})
		s.SetImmediate(func() {}).Unref()
		s.NextTick(func() {})
		s.QueueMicrotask(func() {})
		h := s.Hold()
		list := s.Pending()
		wantPending(t, list, []eventloop.Pending{
			{Kind: eventloop.KindTimer, Left: -25 * ms, Ref: true, Count: 1},
			{Kind: eventloop.KindInterval, Delay: 20 * ms, Left: -5 * ms, Count: 1},
			{Kind: eventloop.KindTimer, Delay: 30 * ms, Left: 5 * ms, Ref: true, Count: 1},
			{Kind: eventloop.KindImmediate, Ref: true, Count: 1},
			{Kind: eventloop.KindImmediate, Count: 1},
			{Kind: eventloop.KindTick, Count: 1},
			{Kind: eventloop.KindMicrotask, Count: 1},
			{Kind: eventloop.KindPosted, Ref: true, Count: 1},
			{Kind: eventloop.KindHold, Ref: true, Count: 1},
		})
		if list[2].Item != any(timer) || list[3].Item != any(im) || list[5].Item != nil {
			t.Error("items")
		}
		h.Release()
		s.StopNoWait()
	})
	wantErr(t, s.Run(background), eventloop.ErrStopped)
}

// A timer counts in its own callback; one that was cancelled elsewhere does not
// count, though it is still in its list.
func TestPendingInCallbacks(t *testing.T) {
	s := newScript(t)
	far := s.PostAfterFunc(time.Hour, func() {})
	var iv *eventloop.Timer
	iv = s.Every(5*ms, func() {
		if !far.Cancel() {
			t.Error("far")
		}
		wantPending(t, s.Pending(), []eventloop.Pending{
			{Kind: eventloop.KindInterval, Delay: 5 * ms, Ref: true, Count: 1},
			{Kind: eventloop.KindPosted, Ref: true, Count: 1}, // the cancel, on its way
		})
		iv.Clear()
		for _, p := range s.Pending() {
			if p.Kind == eventloop.KindInterval {
				t.Error("a cleared interval is pending")
			}
		}
	})
	s.run()
	wantPending(t, s.Pending(), nil)
}

func TestGroupPending(t *testing.T) {
	s := newScript(t)
	for range 3 {
		s.AfterFunc(30*ms, func() {})
		s.AfterFunc(40*ms, func() {}).Unref()
		s.clock.Advance(ms)
	}
	s.AfterFunc(40*ms, func() {})
	groups := eventloop.GroupPending(s.Pending())
	wantPending(t, groups, []eventloop.Pending{
		{Kind: eventloop.KindTimer, Delay: 30 * ms, Left: 27 * ms, Ref: true, Count: 3},
		{Kind: eventloop.KindTimer, Delay: 40 * ms, Left: 37 * ms, Count: 3},
		{Kind: eventloop.KindTimer, Delay: 40 * ms, Left: 40 * ms, Ref: true, Count: 1},
	})
	if groups[0].Item != nil || groups[2].Item == nil {
		t.Error("items")
	}
}

func TestAskPending(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		l.AfterFunc(time.Hour, func() {})
		end := start(l)
		synctest.Wait()
		list, err := l.AskPending(t.Context())
		wantErr(t, err, nil)
		wantPending(t, list, []eventloop.Pending{
			{Kind: eventloop.KindTimer, Delay: time.Hour, Left: time.Hour, Ref: true, Count: 1}})
		if list[0].Item != nil {
			t.Error("an item left the loop")
		}
		l.Post(func() { // on the loop it answers at once
			list, err := l.AskPending(t.Context())
			if len(list) == 0 || list[0].Item != nil || err != nil {
				t.Errorf("on the loop: %v, %v", list, err)
			}
		})
		// The loop is busy: the context ends the wait.
		l.Post(func() { time.Sleep(time.Minute) })
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := l.AskPending(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		l.Terminate()
		wantErr(t, <-end, eventloop.ErrStopped)
		_, err = l.AskPending(t.Context())
		wantErr(t, err, eventloop.ErrStopped)
	})
}

// owned is a program's own timer and immediate.
type owned struct {
	timer eventloop.Timer
	im    eventloop.Immediate
}

func (o *owned) Expire(*eventloop.Timer)           {}
func (o *owned) RunImmediate(*eventloop.Immediate) {}
func (o *owned) Describe(p *eventloop.Pending)     { p.Origin = "owned " + p.Origin }
func (o *owned) set(l *eventloop.Loop)             { o.timer.Init(l, o); o.im.Init(l, o); o.start() }
func (o *owned) start()                            { o.timer.Start(time.Second); o.im.Set() }

func TestTrackOrigins(t *testing.T) {
	s := newScript(t)
	before := s.AfterFunc(time.Second, func() {})
	stop := s.TrackOrigins()
	stop2 := s.TrackOrigins() // is the same
	s.AfterFunc(2*time.Second, func() {})
	iv := s.Every(3*time.Second, func() {})
	var o owned
	o.set(s.Loop)
	s.PostAfterFunc(4*time.Second, func() {})
	check := func(want ...string) {
		t.Helper()
		var got []string
		for _, p := range s.Pending() {
			file, _, _ := strings.Cut(p.Origin, ":")
			_, function, _ := strings.Cut(p.Origin, " (")
			got = append(got, file+" "+strings.TrimSuffix(function, ")"))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("origins (-want +got):\n%s", d)
		}
	}
	const here, start = "pending_test.go eventloop_test.TestTrackOrigins", "owned pending_test.go eventloop_test.(*owned).start"
	s.runFor(0)
	check(" ", start, here, here, " ")
	iv.Clear()
	iv.Clear()
	before.Refresh()
	s.runFor(1500 * ms)
	check(here, " ")
	iv.Start(time.Minute)
	for range 1000 { // those that are over are forgotten
		s.AfterFunc(ms, func() {})
		s.SetImmediate(func() {})
		s.runFor(2 * ms)
	}
	check(" ", here)
	stop()
	stop2()
	check(" ", " ")
	iv.Clear()
	s.run()
	s.empty()
}

func TestWritePending(t *testing.T) {
	s := newScript(t)
	text := func() string {
		var b strings.Builder
		if err := eventloop.WritePending(&b, s.Pending()); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got := text(); got != "nothing keeps the program alive\n" {
		t.Error(got)
	}
	s.Every(90*time.Second, func() {}).Unref()
	want := `nothing keeps the program alive
kind      delay  left   ref    count  made at
interval  1m30s  1m30s  unref  1      -
`
	if got := text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	s.AfterFunc(1234*ms, func() {})
	s.AfterFunc(30*ms, func() {})
	s.SetImmediate(func() {})
	s.NextTick(func() {})
	s.Hold()
	s.clock.Advance(50*ms + 400*time.Microsecond)
	want = `kind       delay   left          ref    count  made at
timer      30ms    overdue 20ms  ref    1      -
timer      1.234s  1.2s          ref    1      -
immediate  -       -             ref    1      -
hold       -       -             ref    1      -
interval   1m30s   1m30s         unref  1      -
tick       -       -             -      1      -
`
	if got := text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWritePendingFails(t *testing.T) {
	if err := eventloop.WritePending(brokenWriter{}, nil); err != errBroken {
		t.Errorf("error %v", err)
	}
}

var errBroken = errors.New("broken")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func ExampleWritePending() {
	loop := virtual()
	loop.TrackOrigins()
	for range 100 {
		loop.AfterFunc(30*time.Second, func() {}).Unref()
	}
	loop.Every(time.Second, func() {})
	list := loop.Pending()
	for i := range list {
		list[i].Origin, _, _ = strings.Cut(list[i].Origin, ":") // without line and function
	}
	_ = eventloop.WritePending(os.Stdout, list)
	// Output:
	// kind      delay  left  ref    count  made at
	// interval  1s     1s    ref    1      pending_test.go
	// timer     30s    30s   unref  100    pending_test.go
}
