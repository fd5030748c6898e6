package health_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dop251/goja"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/gojaloop"
	"github.com/nodetimers/nodetimers/trace/health"
)

const ms = time.Millisecond

// log is what a Monitor reports, without times.
type log struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *log) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == slog.LevelKey {
			return slog.Attr{}
		}
		return a
	}}))
}

// bubble runs f with a loop that a goroutine runs inside a bubble of synctest, where time
// is exact, and stops it at the end.
func bubble(t *testing.T, o health.Options, f func(t *testing.T, l *eventloop.Loop, m *health.Monitor)) {
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		m := health.New(l, o)
		m.Start()
		hold := l.Hold()
		ended := make(chan error)
		go func() { ended <- l.Run(context.Background()) }()
		f(t, l, m)
		l.Stop()
		hold.Release()
		if err := <-ended; err != nil && !errors.Is(err, eventloop.ErrStopped) {
			t.Error(err)
		}
		m.Stop()
	})
}

func snapshot(t *testing.T, m *health.Monitor) *health.Snapshot {
	t.Helper()
	s, err := m.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSnapshot(t *testing.T) {
	bubble(t, health.Options{Tick: ms}, func(t *testing.T, l *eventloop.Loop, m *health.Monitor) {
		l.Post(func() {
			l.TrackOrigins()
			l.AfterFunc(10*ms, func() { time.Sleep(30 * ms) })
			l.AfterFunc(20*ms, func() { l.NextTick(func() {}); l.QueueMicrotask(func() {}) })
			l.SetImmediate(func() {})
			for range 3 {
				l.AfterFunc(time.Hour, func() {})
			}
			l.AfterFunc(time.Minute, func() {}).Unref()
		})
		time.Sleep(100 * ms)
		s := snapshot(t, m)
		if s.Timers != 2 || s.Immediate != 1 || s.Ticks != 1 || s.Microtask != 1 || s.Posted != 2 {
			t.Errorf("%+v", s)
		}
		if s.Counts.Timers != 4 || s.Counts.RefTimers != 3 || s.Counts.Holds != 1 || s.Lists != 2 {
			t.Errorf("%+v", s.Counts)
		}
		if n := s.Late.Total(); n != 2 || s.Late.Max < 19*ms || s.Late.Max > 22*ms {
			t.Errorf("late %+v", s.Late)
		}
		if s.Longest.Took < 29*ms || s.Longest.Took > 31*ms || s.Longest.Kind != eventloop.KindTimer || !strings.HasPrefix(s.Longest.Source, "monitor_test.go:") || !strings.HasPrefix(s.Longest.Origin, "monitor_test.go:") {
			t.Errorf("the longest is %+v", s.Longest)
		}
		if s.Busy < 0.29 || s.Busy > 0.32 || s.Slow != 0 {
			t.Errorf("busy %v, slow %v", s.Busy, s.Slow)
		}
		if len(s.Delays) != 2 || s.Delays[0].Delay != time.Hour || s.Delays[0].Count != 3 || s.Delays[1].Ref != 0 || s.Delays[1].Oldest < 90*ms {
			t.Errorf("%+v", s.Delays)
		}
		if len(s.Origins) != 2 || s.Origins[0].Count != 3 {
			t.Errorf("%+v", s.Origins)
		}
	})
}

func TestSlowCallbackIsReportedWhileItRuns(t *testing.T) {
	var out log
	bubble(t, health.Options{Slow: 50 * ms, Tick: ms, Logger: out.logger()}, func(t *testing.T, l *eventloop.Loop, m *health.Monitor) {
		l.Post(func() { l.TrackOrigins(); l.AfterFunc(10*ms, slow) })
		time.Sleep(100 * ms) // 90 ms into slow
		text := out.String()
		if !strings.HasPrefix(text, `msg="callback is still running" kind=timer function=health_test.slow source=monitor_test.go:`) || strings.Count(text, "\n") != 1 {
			t.Errorf("while it runs the log is\n%s", text)
		}
		if s, ok := m.Running(); !ok || s.Name != "health_test.slow" || s.Took < 80*ms || s.Took > 95*ms {
			t.Errorf("what runs is %+v, %v", s, ok)
		}
		time.Sleep(200 * ms)
		text = out.String()
		if strings.Count(text, "\n") != 2 || !strings.Contains(text, `msg="callback was slow" kind=timer function=health_test.slow source=monitor_test.go:`) ||
			!strings.Contains(text, `"set at"=`) || !strings.Contains(text, " took=") {
			t.Errorf("when it has ended the log is\n%s", text)
		}
		if s, ok := m.Running(); ok {
			t.Errorf("the loop sleeps, and what runs is %+v", s)
		}
		if s := snapshot(t, m); s.Slow != 1 || s.Longest.Took < 198*ms || s.Longest.Took > 202*ms {
			t.Errorf("%d slow, the longest %+v", s.Slow, s.Longest)
		}
	})
}

func slow() { time.Sleep(200 * ms) }

func TestStarvationIsReported(t *testing.T) {
	var out log
	bubble(t, health.Options{Slow: 50 * ms, Tick: ms, Logger: out.logger()}, func(t *testing.T, l *eventloop.Loop, m *health.Monitor) {
		n := 0
		var tick func()
		tick = func() {
			time.Sleep(2 * ms)
			if n++; n < 60 {
				l.NextTick(tick)
			}
		}
		l.Post(func() { l.NextTick(tick) })
		time.Sleep(500 * ms)
		text := out.String()
		if strings.Count(text, "\n") != 1 || !strings.Contains(text, `msg="ticks and microtasks keep timers waiting" kind=tick`) || !strings.Contains(text, "tasks=") {
			t.Errorf("the log is\n%s", text)
		}
	})
}

// The goroutine beside the loop sleeps when the loop does, and does not take a loop that
// is not running for one whose callback runs.
func TestNothingIsReportedOfALoopThatRests(t *testing.T) {
	var out log
	synctest.Test(t, func(t *testing.T) {
		l := eventloop.New(eventloop.Options{})
		m := health.New(l, health.Options{Slow: 20 * ms, Tick: ms, Logger: out.logger()})
		m.Start()
		for range 3 {
			l.AfterFunc(500*ms, func() {})
			if err := l.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
		}
		m.Stop()
		m.Stop()
	})
	if out.String() != "" {
		t.Errorf("the log is\n%s", out.String())
	}
}

// A callback of the same code as the one before says nothing until a tick has passed; it
// is seen all the same when it lasts, also as the first one after the loop has rested or
// was run again.
func TestTheSameCodeAgainIsWatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		logged := &log{}
		l := eventloop.New(eventloop.Options{})
		m := health.New(l, health.Options{Logger: logged.logger()})
		m.Start()
		defer m.Stop()
		run := func() {
			t.Helper()
			if err := l.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		n := 0
		var step func()
		step = func() {
			switch n++; {
			case n%1000 != 0: // thousands in no time
				l.SetImmediate(step)
			case n < 3000: // after a rest on a loop that waits
				time.Sleep(150 * ms)
				l.AfterFunc(10*time.Second, step)
			case n < 5000:
				time.Sleep(150 * ms)
			}
		}
		for range 2 {
			l.SetImmediate(step)
			run()
			time.Sleep(10 * time.Second) // the loop does not run
		}
		text := logged.String()
		if still, was := strings.Count(text, "still running"), strings.Count(text, "was slow"); still != 4 || was != 4 {
			t.Errorf("%d and %d reports, want 4 and 4:\n%s", still, was, text)
		}
		if c := strings.Count(text, "TestTheSameCodeAgainIsWatched"); c != 8 {
			t.Errorf("%d reports have a name, want 8:\n%s", c, text)
		}
	})
}

func TestScriptIsNamed(t *testing.T) {
	var out log
	e := gojaloop.New(goja.New(), gojaloop.Options{TrackOrigins: true})
	m := health.New(e.Loop(), health.Options{Slow: 20 * ms, Tick: ms, Logger: out.logger()})
	m.Start()
	end := time.Now().Add(20 * time.Second)
	_ = e.Runtime().Set("over", func() bool {
		over := strings.Contains(out.String(), "still running") || time.Now().After(end)
		if s, ok := m.Running(); over && (!ok || s.Name != "heavy" || s.Source != "main.js:2:1") {
			t.Errorf("what runs is %+v", s)
		}
		return over
	})
	err := e.RunScript(t.Context(), "main.js", `
function heavy() { while (!over()); }
setImmediate(heavy)`)
	if err != nil {
		t.Fatal(err)
	}
	s := snapshot0(t, e.Loop(), m)
	if l := s.Longest; s.Slow < 1 || l.Name != "heavy" || l.Origin != "main.js:3:13" || l.Took < 18*ms {
		t.Errorf("%+v", s.Longest)
	}
	m.Stop()
	if !strings.Contains(out.String(), `msg="callback is still running" kind=immediate function=heavy source=main.js:2:1 "so far"=`) {
		t.Errorf("the log is\n%s", out.String())
	}
}

// An async function that never rests is seen from outside, if the Monitor knows the
// engine.
func TestPromisesThatStarveTimersAreReported(t *testing.T) {
	var out log
	e := gojaloop.New(goja.New(), gojaloop.Options{TrackOrigins: true})
	m := health.New(e.Loop(), health.Options{Engine: e, Slow: 20 * ms, Tick: ms, Logger: out.logger()})
	m.Start()
	end := time.Now().Add(20 * time.Second)
	_ = e.Runtime().Set("over", func() bool {
		return strings.Contains(out.String(), "keep timers waiting") || time.Now().After(end)
	})
	if err := e.RunScript(t.Context(), "main.js", `
async function busy() { while (!over()) await null }
setTimeout(busy, 1)`); err != nil {
		t.Fatal(err)
	}
	m.Stop()
	text := ""
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, "keep timers waiting") {
			text = line
		}
	}
	if !strings.HasPrefix(text, `msg="ticks and microtasks keep timers waiting" kind=microtask function="promise reaction in busy" source=main.js:2:1`) {
		t.Errorf("the log is\n%s", out.String())
	}
	if s := snapshot0(t, e.Loop(), m); s.Microtask < 10 {
		t.Errorf("%d microtasks", s.Microtask)
	}
}

// snapshot0 is a snapshot of a loop that has ended: it is run once more for it.
func snapshot0(t *testing.T, l *eventloop.Loop, m *health.Monitor) (s *health.Snapshot) {
	t.Helper()
	l.Post(func() { s = snapshot(t, m) })
	if err := l.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// get is what the handler answers.
func get(h http.Handler, url string) (int, string, http.Header) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, url, nil))
	return w.Code, w.Body.String(), w.Header()
}

func TestHandler(t *testing.T) {
	bubble(t, health.Options{Tick: ms}, func(t *testing.T, l *eventloop.Loop, m *health.Monitor) {
		l.Post(func() {
			l.TrackOrigins()
			l.AfterFunc(5*ms, func() {})
			l.Every(20*ms, func() {})
			l.AfterFunc(time.Hour, func() {})
		})
		time.Sleep(50 * ms)
		h := m.Handler()

		code, body, _ := get(h, "/debug/timers?format=json")
		var doc struct {
			Callbacks map[string]int
			Pending   map[string]int
			Late      struct{ Count int }
			Delays    []struct {
				Delay float64
				Count int
			}
			Next    *float64
			Origins []struct{ Place string }
		}
		if err := json.Unmarshal([]byte(body), &doc); err != nil || code != 200 {
			t.Fatalf("%d %v\n%s", code, err, body)
		}
		if doc.Callbacks["timer"] != 3 || doc.Pending["timers"] != 2 || doc.Late.Count != 3 || len(doc.Delays) != 2 || doc.Next == nil || len(doc.Origins) != 2 {
			t.Errorf("%s", body)
		}

		code, body, header := get(h, "/debug/timers")
		for _, part := range []string{"1h0m0s", "20ms", "monitor_test.go:", "how late timers ran", `class="bar"`} {
			if !strings.Contains(body, part) {
				t.Errorf("the page has no %q", part)
			}
		}
		if code != 200 || !strings.HasPrefix(header.Get("Content-Type"), "text/html") {
			t.Errorf("%d %v", code, header)
		}

		code, body, _ = get(h, "/debug/timers/metrics")
		checkPrometheus(t, body)
		for _, line := range []string{`nodetimers_callbacks_total{kind="timer"} 3`, `nodetimers_pending{kind="timer"} 2`, "nodetimers_timer_lateness_seconds_count 3", `nodetimers_timer_lateness_seconds_bucket{le="+Inf"} 3`} {
			if !strings.Contains(body, line+"\n") {
				t.Errorf("no line %s in\n%s", line, body)
			}
		}
		if code != 200 {
			t.Errorf("%d", code)
		}

		code, body, _ = get(h, "/debug/timers/trace?seconds=0.1&format=json")
		if code != 200 || !strings.Contains(body, `"traceEvents"`) || !strings.Contains(body, `"cat":"timer"`) {
			t.Errorf("%d %s", code, body)
		}
		if code, body, _ = get(h, "/debug/timers/trace?seconds=0.05"); code != 200 || !strings.Contains(body, "<canvas") {
			t.Errorf("%d", code)
		}
		for _, wrong := range []string{"0", "-1", "61", "NaN", "x"} {
			if code, _, _ := get(h, "/debug/timers/trace?seconds="+wrong); code != 400 {
				t.Errorf("seconds=%s: %d", wrong, code)
			}
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/debug/timers", nil))
		if w.Code != 405 {
			t.Errorf("POST: %d", w.Code)
		}
	})
}

// checkPrometheus reads the text format by its rules: names, one TYPE before the
// samples, buckets that do not fall.
func checkPrometheus(t *testing.T, text string) {
	t.Helper()
	typed := map[string]bool{}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if rest, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, kind, _ := strings.Cut(rest, " ")
			if typed[name] || kind != "counter" && kind != "gauge" && kind != "histogram" {
				t.Errorf("%s", line)
			}
			typed[name] = true
			continue
		}
		if strings.HasPrefix(line, "# HELP ") {
			continue
		}
		name, value, _ := strings.Cut(line, " ")
		name, labels, _ := strings.Cut(name, "{")
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			if base, ok := strings.CutSuffix(name, suffix); ok && typed[base] {
				name = base
			}
		}
		if !typed[name] || value == "" || labels != "" && !strings.HasSuffix(labels, `"}`) {
			t.Errorf("a sample without a type, or not a sample: %s", line)
		}
	}
	if len(typed) < 8 {
		t.Errorf("%d metrics", len(typed))
	}
}

func TestHandlerOfABusyLoop(t *testing.T) {
	bubble(t, health.Options{Tick: ms}, func(t *testing.T, l *eventloop.Loop, m *health.Monitor) {
		release := make(chan bool)
		l.Post(func() { l.AfterFunc(ms, func() { <-release }) })
		time.Sleep(10 * ms)
		code, body, _ := get(m.Handler(), "/debug/timers")
		if code != 503 || !strings.Contains(body, "The loop does not answer: a callback runs, for ") || !strings.Contains(body, "monitor_test.go:") {
			t.Errorf("%d\n%s", code, body)
		}
		if code, body, _ := get(m.Handler(), "/debug/timers/metrics"); code != 503 || !strings.Contains(body, "a callback runs") {
			t.Errorf("%d %s", code, body)
		}
		close(release)
		time.Sleep(ms)
		if code, _, _ := get(m.Handler(), "/debug/timers"); code != 200 {
			t.Errorf("afterwards %d", code)
		}
		l.Terminate()
		time.Sleep(ms)
		if code, body, _ := get(m.Handler(), "/debug/timers?format=json"); code != 503 || !strings.Contains(body, "terminated") {
			t.Errorf("after Terminate %d %s", code, body)
		}
	})
}

func TestHistogram(t *testing.T) {
	var h health.Histogram
	for _, d := range []time.Duration{-1, 0, 10 * time.Microsecond, 70 * time.Microsecond, ms, 10 * ms, time.Hour, 1<<63 - 1} {
		h.Add(min(d, 100*time.Hour))
	}
	if h.Total() != 8 || h.Max != 100*time.Hour || h.Quantile(0) != health.Bound(0) || h.Quantile(1) != h.Max {
		t.Errorf("%+v", h)
	}
	if q := h.Quantile(0.5); q < ms || q > 2100*time.Microsecond {
		t.Errorf("the median is %v", q)
	}
	var zero health.Histogram
	if zero.Quantile(0.5) != 0 || zero.Mean() != 0 {
		t.Error("an empty one")
	}
}

// TestHammerSnapshot asks a loop at full speed from several goroutines.
func TestHammerSnapshot(t *testing.T) {
	l := eventloop.New(eventloop.Options{})
	m := health.New(l, health.Options{Tick: 50 * time.Microsecond, Slow: time.Millisecond, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	m.Start()
	ctx, cancel := context.WithCancel(t.Context())
	var step func()
	step = func() { l.AfterFunc(0, func() {}); l.NextTick(func() {}); l.SetImmediate(step) }
	l.SetImmediate(step)
	ended := make(chan error)
	go func() { ended <- l.Run(ctx) }()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				if _, err := m.Snapshot(t.Context()); err != nil {
					t.Error(err)
				}
				m.Running()
			}
		})
	}
	wg.Wait()
	cancel()
	<-ended
	m.Stop()
}
