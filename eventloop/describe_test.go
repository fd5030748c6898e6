package eventloop_test

import (
	"strings"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

type owner struct{ t eventloop.Timer }

func (o *owner) Expire(*eventloop.Timer) {}

func aFunction() {}

// What hooks are told of is named by its function, also behind the loop's own wrappers,
// or else by its type.
func TestDescribeCallback(t *testing.T) {
	l := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
	var got []string
	l.AddHooks(eventloop.Hooks{Set: func(k eventloop.Kind, item any) {
		c := eventloop.DescribeCallback(item)
		if h := eventloop.HoldCallback(item).Describe(); h.Name != c.Name {
			t.Errorf("held it is %+v, else %+v", h, c)
		}
		file, _, _ := strings.Cut(c.Source, ":")
		got = append(got, k.String()+" "+c.Name+" "+file)
	}})
	o := &owner{}
	o.t.Init(l, o)
	o.t.Start(time.Millisecond)
	l.AfterFunc(time.Millisecond, aFunction)
	l.AfterFuncContext(t.Context(), time.Millisecond, aFunction)
	l.EveryFixed(time.Millisecond, eventloop.MissedSkip, aFunction).Clear()
	l.SetImmediate(o.method)
	l.NextTick(aFunction)
	l.QueueMicrotask(aFunction)
	want := `timer eventloop_test.owner 
timer eventloop_test.aFunction describe_test.go
timer eventloop_test.aFunction describe_test.go
timer eventloop_test.aFunction describe_test.go
immediate eventloop_test.(*owner).method 
tick eventloop_test.aFunction describe_test.go
microtask eventloop_test.aFunction describe_test.go`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("described as\n%s\nwant\n%s", text, want)
	}
}

func (o *owner) method() {}

func TestDescribeCallbackTellsTheOrigin(t *testing.T) {
	l := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
	if l.TracksOrigins() {
		t.Error("places are recorded before anybody asked")
	}
	stop := l.TrackOrigins()
	var places []string
	keys := map[any]bool{}
	l.AddHooks(eventloop.Hooks{Set: func(_ eventloop.Kind, item any) {
		places = append(places, eventloop.DescribeCallback(item).Origin)
		_, origin := eventloop.CallbackKeys(item)
		keys[origin] = true
	}})
	for range 2 {
		l.AfterFunc(time.Millisecond, aFunction)
	}
	l.SetImmediate(aFunction)
	if len(places) != 3 || places[0] != places[1] || places[0] == places[2] || !strings.HasPrefix(places[0], "describe_test.go:") || len(keys) != 2 {
		t.Errorf("%q, %v", places, keys)
	}
	stop()
	if l.TracksOrigins() {
		t.Error("places are still recorded")
	}
}

// Microtasks of an engine are told to the hooks, also inside another callback.
func TestBeginTask(t *testing.T) {
	l := eventloop.New(eventloop.Options{Clock: eventloop.NewVirtualClock()})
	if o := l.BeginTask("nothing"); o != (eventloop.ObservedTask{}) {
		t.Error("without hooks there is something to end")
	}
	l.TellSet(eventloop.KindMicrotask, nil) // to nobody
	var got []string
	note := func(what string) func(eventloop.Kind, any) {
		return func(k eventloop.Kind, item any) {
			text, _ := item.(string)
			got = append(got, strings.TrimSpace(what+" "+k.String()+" "+text))
		}
	}
	l.AddHooks(eventloop.Hooks{Set: note("set"), Before: note("before"), After: note("after")})
	l.Post(func() {
		l.TellSet(eventloop.KindMicrotask, "job")
		l.BeginTask("job").End()
	})
	if err := l.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(got, "|"); text != "before posted|set microtask job|before microtask job|after microtask job|after posted" {
		t.Error(text)
	}
}

func TestStats(t *testing.T) {
	clock := eventloop.NewVirtualClock()
	l := eventloop.New(eventloop.Options{Clock: clock})
	if s := l.Stats(); s.HasNext || s.Utilisation() != 0 || s.Lists != 0 {
		t.Errorf("an empty loop: %+v", s)
	}
	l.AfterFunc(10*time.Millisecond, func() { clock.Advance(30 * time.Millisecond) })
	look := func() {
		s := l.Stats()
		if s.Phase != eventloop.PhaseImmediates || s.Counts.Timers != 2 || s.Turns != 3 || s.Lists != 1 || !s.HasNext || s.Next != 9*time.Millisecond {
			t.Errorf("%+v", s)
		}
		if u := s.Utilisation(); u < 0.59 || u > 0.61 { // 30 of 50
			t.Errorf("utilisation %v of %+v", u, s)
		}
		l.StopNoWait()
	}
	l.AfterFunc(50*time.Millisecond, func() { l.SetImmediate(look) })
	for range 2 {
		l.AfterFunc(59*time.Millisecond, aFunction)
	}
	if err := l.Run(t.Context()); err != eventloop.ErrStopped {
		t.Fatal(err)
	}
}

// What a posted timer calls belongs to who cancels it, on another goroutine; observers name
// it all the same, and do not look at it.
func TestHammerDescribePosted(t *testing.T) {
	l := eventloop.New(eventloop.Options{})
	l.AddHooks(eventloop.Hooks{Before: func(k eventloop.Kind, item any) {
		if k != eventloop.KindTimer {
			return
		}
		code, _ := eventloop.CallbackKeys(item)
		if h := eventloop.HoldCallback(item); code == nil || h.Describe().Name != "eventloop_test.aFunction" {
			t.Errorf("%v, %+v", code, h.Describe())
		}
	}})
	hold := l.Hold()
	go func() {
		defer hold.Release()
		for range 2000 {
			timers := make([]*eventloop.PostedTimer, 4)
			for i := range timers {
				timers[i] = l.PostAfterFunc(time.Duration(i)*time.Microsecond, aFunction)
			}
			for _, p := range timers {
				p.Cancel()
			}
		}
	}()
	if err := l.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}
