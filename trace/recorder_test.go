package trace_test

import (
	"bytes"
	"fmt"
	rt "runtime/trace"
	"strings"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/trace"
)

// recorded is a loop on a virtual clock with a recorder that runs.
func recorded(o trace.Options) (*eventloop.Loop, *eventloop.VirtualClock, *trace.Recorder) {
	clock := eventloop.NewVirtualClock()
	l := eventloop.New(eventloop.Options{Clock: clock})
	r := trace.New(l, o)
	r.Start()
	return l, clock, r
}

func run(t testing.TB, l *eventloop.Loop) {
	t.Helper()
	if err := l.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

const ms = time.Millisecond

// late is the scene of most tests: heavy blocks for 51 ms, so that report, which asked
// for 10, is 49 ms late.
type late struct {
	l     *eventloop.Loop
	clock *eventloop.VirtualClock
}

func (s *late) start() {
	s.l.AfterFunc(8*ms, s.heavy)
	s.l.AfterFunc(10*ms, s.report)
	s.clock.Advance(ms)
}
func (s *late) heavy()  { s.clock.Advance(51 * ms) }
func (s *late) report() { s.l.NextTick(s.flush); s.l.SetImmediate(s.later) }
func (s *late) flush()  { s.l.QueueMicrotask(s.done) }
func (s *late) done()   {}
func (s *late) later()  {}

func scene(t testing.TB, o trace.Options) (*trace.Recorder, *trace.Timeline) {
	l, clock, r := recorded(o)
	s := &late{l, clock}
	l.Post(s.start)
	run(t, l)
	r.Stop()
	return r, r.Timeline()
}

func TestTimeline(t *testing.T) {
	_, tl := scene(t, trace.Options{Main: "main"})
	var got []string
	for _, c := range tl.Callbacks {
		_, name, _ := strings.Cut(c.Name, ").")
		if name == "" {
			name = c.Name
		}
		set := "-"
		if c.IsSet {
			set = c.Set.String()
		}
		got = append(got, fmt.Sprintf("%d %v %s: set %s in %d, ran %v to %v, asked %v, late %v",
			c.Seq, c.Kind, name, set, c.By, c.Start, c.End, c.Delay, c.Late()))
	}
	want := `1 posted main: set - in 0, ran 0s to 1ms, asked 0s, late 0s
2 timer heavy: set 0s in 1, ran 8ms to 59ms, asked 8ms, late 0s
3 timer report: set 0s in 1, ran 59ms to 59ms, asked 10ms, late 49ms
4 tick flush: set 59ms in 3, ran 59ms to 59ms, asked 0s, late 0s
5 microtask done: set 59ms in 4, ran 59ms to 59ms, asked 0s, late 0s
6 immediate later: set 59ms in 3, ran 59ms to 59ms, asked 0s, late 0s`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("callbacks\n%s\nwant\n%s", text, want)
	}
	if !tl.Virtual || tl.Start != 0 || tl.End != 59*ms || tl.Lost != 0 || tl.Turns == 0 {
		t.Errorf("%+v", tl)
	}
	if len(tl.Waits) != 1 || tl.Waits[0].Start != ms || tl.Waits[0].End != 8*ms {
		t.Errorf("waits %v", tl.Waits)
	}
	for _, c := range tl.Callbacks[1:3] {
		if !strings.HasPrefix(c.Origin, "recorder_test.go:") || !strings.Contains(c.Origin, "(*late).start") {
			t.Errorf("%s was set at %q", c.Name, c.Origin)
		}
	}
}

func TestSummary(t *testing.T) {
	_, tl := scene(t, trace.Options{Wall: func() time.Duration { return 0 }})
	var got []string
	for _, f := range tl.Summary() {
		got = append(got, f.Text)
	}
	text := strings.Join(got, "\n")
	const want = "asked for 10 ms and ran 49 ms late because trace_test.(*late).heavy (set at "
	if len(got) != 2 || !strings.HasPrefix(got[1], "The timer set at line ") || !strings.Contains(got[1], want) || !strings.HasSuffix(got[1], ") blocked for 51 ms.") {
		t.Errorf("the summary is\n%s", text)
	}
	if !strings.HasPrefix(got[0], "6 callbacks in ") {
		t.Errorf("the summary is\n%s", text)
	}
}

// What nothing on the loop explains is not blamed on a callback.
func TestSummaryOfASystemThatWokeLate(t *testing.T) {
	clock := eventloop.NewManualClock()
	l := eventloop.New(eventloop.Options{Clock: clock})
	r := trace.New(l, trace.Options{})
	r.Start()
	l.AfterFunc(10*ms, func() {})
	clock.Advance(60 * ms)
	run(t, l)
	r.Stop()
	list := r.Timeline().Summary()
	if len(list) != 2 || !strings.Contains(list[1].Text, "asked for 10 ms and ran 50 ms late: no callback ran meanwhile") {
		t.Errorf("%v", list)
	}
}

func TestSummaryOfAStarvedLoop(t *testing.T) {
	wall := time.Duration(0)
	l, _, r := recorded(trace.Options{Wall: func() time.Duration { wall += ms; return wall }})
	n := 0
	var tick func()
	tick = func() {
		if n++; n < 200 {
			l.NextTick(tick)
		}
	}
	l.Post(tick)
	run(t, l)
	r.Stop()
	text := ""
	for _, f := range r.Timeline().Summary() {
		text += f.Text + "\n"
	}
	if !strings.Contains(text, "199 ticks and 0 microtasks in a row kept everything else waiting for ") {
		t.Errorf("%s", text)
	}
}

func TestChain(t *testing.T) {
	l, _, r := recorded(trace.Options{})
	var chain trace.Chain
	l.AfterFunc(ms, func() {
		l.SetImmediate(func() {
			l.NextTick(func() { chain = r.Chain() })
		})
	})
	run(t, l)
	kinds := ""
	for _, c := range chain {
		kinds += c.Kind.String() + " "
	}
	if kinds != "tick immediate timer " {
		t.Fatalf("the chain is %v", chain)
	}
	if !strings.Contains(chain.String(), "    in timer ") || !strings.Contains(chain.String(), ", set at recorder_test.go:") {
		t.Errorf("the chain is\n%v", chain)
	}
}

// What sets itself again and again is in the chain once, and what it sets has that.
func TestChainOfAnInterval(t *testing.T) {
	l, _, r := recorded(trace.Options{})
	var chain trace.Chain
	n := 0
	var iv *eventloop.Timer
	iv = l.Every(ms, func() {
		if n++; n == 50 {
			iv.Clear()
			l.SetImmediate(func() { chain = r.Chain() })
		}
	})
	var again func()
	k := 0
	again = func() {
		if k++; k < 50 {
			l.AfterFunc(ms, again)
		}
	}
	again()
	run(t, l)
	if len(chain) != 2 {
		t.Errorf("the chain is\n%v", chain)
	}
	if c := r.Timeline().Callbacks; c[60].By == 0 {
		t.Errorf("a later turn was set in nothing: %+v", c[60])
	}
}

func TestRingKeepsTheLast(t *testing.T) {
	l, _, r := recorded(trace.Options{Events: 5000})
	n := 0
	var step func()
	step = func() {
		if n++; n < 20000 {
			l.SetImmediate(step)
		}
	}
	l.SetImmediate(step)
	run(t, l)
	r.Stop()
	tl := r.Timeline()
	if total := len(tl.Callbacks) + len(tl.Phases) + len(tl.Waits); total != 5000 {
		t.Errorf("%d records", total)
	}
	last := tl.Callbacks[len(tl.Callbacks)-1]
	if last.Seq != 20000 || tl.Lost == 0 {
		t.Errorf("the last is %d, lost %d", last.Seq, tl.Lost)
	}
	for i, c := range tl.Callbacks {
		if c.Seq != tl.Callbacks[0].Seq+uint64(i) {
			t.Fatalf("%d follows %d", c.Seq, tl.Callbacks[i-1].Seq)
		}
	}
	if tl.Find(1) != nil || tl.Find(last.Seq) == nil {
		t.Error("Find")
	}
}

// Recording begins and ends in the middle of things; what was set before is seen to
// run, without when it was set.
func TestStartAndStopWhileRunning(t *testing.T) {
	clock := eventloop.NewVirtualClock()
	l := eventloop.New(eventloop.Options{Clock: clock})
	r := trace.New(l, trace.Options{})
	l.AfterFunc(5*ms, func() {})
	l.AfterFunc(2*ms, func() {
		l.NextTick(func() {})
		r.Start()
		r.Start()
		l.NextTick(func() {})
	})
	l.AfterFunc(9*ms, r.Stop)
	l.AfterFunc(12*ms, func() {})
	run(t, l)
	var got []string
	for _, c := range r.Timeline().Callbacks {
		got = append(got, fmt.Sprint(c.Kind, c.Start, c.IsSet))
	}
	if text := fmt.Sprint(got); text != "[tick 2ms false tick 2ms true timer 5ms false timer 9ms false]" {
		t.Errorf("%s", text)
	}
	if r.Recording() {
		t.Error("it still records")
	}
	r.Reset()
	if tl := r.Timeline(); len(tl.Callbacks) != 0 {
		t.Errorf("after Reset %v", tl.Callbacks)
	}
}

// A snapshot may be taken at any time; the callback that takes it is in it.
func TestTimelineFromACallback(t *testing.T) {
	l, clock, r := recorded(trace.Options{})
	var tl *trace.Timeline
	l.AfterFunc(ms, func() {
		clock.Advance(3 * ms)
		tl = r.Timeline()
	})
	run(t, l)
	if len(tl.Callbacks) != 1 || tl.Callbacks[0].Duration() != 3*ms {
		t.Errorf("%+v", tl.Callbacks)
	}
}

// Nothing is kept of what was cleared, or dropped by Terminate.
func TestWhatNeverRuns(t *testing.T) {
	l, _, r := recorded(trace.Options{})
	for range 5000 {
		l.AfterFunc(time.Hour, func() {}).Clear()
	}
	l.SetImmediate(func() {}).Clear()
	l.AfterFunc(ms, func() { l.NextTick(func() {}); l.StopNoWait() })
	if err := l.Run(t.Context()); err != eventloop.ErrStopped {
		t.Fatal(err)
	}
	l.Terminate()
	l.NextTick(func() {}) // not the one that was dropped
	l.AfterFunc(ms, func() {})
	run(t, l)
	r.Stop()
	tl := r.Timeline()
	if tl.Cleared != 5001 {
		t.Errorf("%d cleared", tl.Cleared)
	}
	if n := len(tl.Callbacks); n != 3 || !tl.Callbacks[1].IsSet || tl.Callbacks[1].Kind != eventloop.KindTick {
		t.Errorf("%d callbacks: %+v", n, tl.Callbacks)
	}
}

func TestPanicIsTheEndOfACallback(t *testing.T) {
	clock := eventloop.NewVirtualClock()
	l := eventloop.New(eventloop.Options{Clock: clock, Panic: func(*eventloop.PanicError) eventloop.Verdict { return eventloop.VerdictContinue }})
	r := trace.New(l, trace.Options{})
	r.Start()
	l.AfterFunc(ms, func() { clock.Advance(2 * ms); panic("no") })
	l.AfterFunc(9*ms, func() {})
	run(t, l)
	r.Stop()
	c := r.Timeline().Callbacks
	if len(c) != 2 || c[0].Duration() != 2*ms || c[1].Duration() != 0 {
		t.Errorf("%+v", c)
	}
}

func TestRuntimeTrace(t *testing.T) {
	var b bytes.Buffer
	if err := rt.Start(&b); err != nil {
		t.Fatal(err)
	}
	_, tl := scene(t, trace.Options{Runtime: true})
	rt.Stop()
	if len(tl.Callbacks) != 6 {
		t.Errorf("%d callbacks", len(tl.Callbacks))
	}
	for _, name := range []string{"timer trace_test.(*late).report", "tick trace_test.(*late).flush", "wait"} {
		if !bytes.Contains(b.Bytes(), []byte(name)) {
			t.Errorf("the runtime's trace has no %q", name)
		}
	}
}

func TestNewWithANilLoop(t *testing.T) {
	defer func() {
		if e := recover(); e != "trace: New with a nil loop" {
			t.Errorf("%v", e)
		}
	}()
	trace.New(nil, trace.Options{})
}
