package trace

import (
	"bufio"
	"encoding/json"
	"io"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file writes a Timeline in the trace event format of Chrome, which Perfetto
// (ui.perfetto.dev), chrome://tracing and others open. Each lane is a thread; an arrow
// (a flow) leads from where a callback was set to where it ran.

// The lanes, in the order they are shown.
const (
	lanePhases = 1 + iota
	laneTimers
	lanePoll
	laneImmediates
	laneTicks
	laneMicrotasks
)

var laneNames = [...]string{lanePhases: "phases", laneTimers: "timers", lanePoll: "poll", laneImmediates: "immediates", laneTicks: "ticks", laneMicrotasks: "microtasks"}

func laneOf(k eventloop.Kind) int {
	switch k {
	case eventloop.KindTimer, eventloop.KindInterval:
		return laneTimers
	case eventloop.KindImmediate:
		return laneImmediates
	case eventloop.KindTick:
		return laneTicks
	case eventloop.KindMicrotask:
		return laneMicrotasks
	}
	return lanePoll
}

// chromeEvent is one event of the format; times are in microseconds.
type chromeEvent struct {
	Name string         `json:"name,omitempty"`
	Cat  string         `json:"cat,omitempty"`
	Ph   string         `json:"ph"`
	Ts   json.Number    `json:"ts,omitempty"`
	Dur  json.Number    `json:"dur,omitempty"`
	Pid  int            `json:"pid"`
	Tid  int            `json:"tid,omitempty"`
	ID   uint64         `json:"id,omitempty"`
	Bp   string         `json:"bp,omitempty"`
	Args map[string]any `json:"args,omitempty"`
}

// WriteChrome writes the timeline as trace event JSON. An error is that of w.
func (t *Timeline) WriteChrome(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<16)
	_, _ = b.WriteString(`{"displayTimeUnit":"ms","otherData":{"clock":"` + t.clock() + `"},"traceEvents":[` + "\n")
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	first := true
	put := func(e chromeEvent) {
		if !first {
			_ = b.WriteByte(',')
		}
		first = false
		e.Pid = 1
		_ = enc.Encode(&e) // what it can fail with is what Flush tells
	}
	put(chromeEvent{Name: "process_name", Ph: "M", Args: map[string]any{"name": "event loop"}})
	for tid := lanePhases; tid < len(laneNames); tid++ {
		put(chromeEvent{Name: "thread_name", Ph: "M", Tid: tid, Args: map[string]any{"name": laneNames[tid]}})
		put(chromeEvent{Name: "thread_sort_index", Ph: "M", Tid: tid, Args: map[string]any{"sort_index": tid}})
	}
	axis := newAxis(t)
	for _, s := range t.Phases {
		from, length := axis.span(s.Start, s.End, s.Wall, s.Took)
		put(chromeEvent{Name: s.Phase.String(), Cat: "phase", Ph: "X", Ts: micros(from), Dur: micros(length), Tid: lanePhases})
	}
	for _, s := range t.Waits {
		from, length := axis.span(s.Start, s.End, s.Wall, s.Took)
		put(chromeEvent{Name: "wait", Cat: "wait", Ph: "X", Ts: micros(from), Dur: micros(length), Tid: lanePhases})
	}
	for i := range t.Callbacks {
		c := &t.Callbacks[i]
		tid := laneOf(c.Kind)
		from, length := axis.span(c.Start, c.End, c.Wall, c.Took)
		put(chromeEvent{Name: c.Label(), Cat: c.Kind.String(), Ph: "X", Ts: micros(from), Dur: micros(length), Tid: tid, Args: t.args(c)})
		if by := t.Find(c.By); by != nil && c.IsSet && c.Set >= by.Start && c.Set <= by.End {
			set := c.Set
			if t.Virtual { // when that was by the real clock is not known
				set = axis.place(by.Start, by.Wall)
			}
			put(chromeEvent{Name: "set", Cat: "set", Ph: "s", Ts: micros(set), Tid: laneOf(by.Kind), ID: c.Seq})
			put(chromeEvent{Name: "set", Cat: "set", Ph: "f", Bp: "e", Ts: micros(from), Tid: tid, ID: c.Seq})
		}
	}
	_, _ = b.WriteString("]}\n")
	return b.Flush()
}

func (t *Timeline) clock() string {
	if t.Virtual {
		return "virtual"
	}
	return "system"
}

// args are what a viewer shows of a callback that is selected.
func (t *Timeline) args(c *Callback) map[string]any {
	a := map[string]any{"seq": c.Seq}
	if c.Name != "" {
		a["function"] = c.Name
	}
	if c.Source != "" {
		a["source"] = c.Source
	}
	if c.Origin != "" {
		a["set at"] = c.Origin
	}
	if c.By != 0 {
		a["set in"] = c.By
	}
	if c.IsSet {
		a["set ms"] = millis(c.Set)
	}
	if c.Kind == eventloop.KindTimer {
		a["delay ms"] = millis(c.Delay)
		a["late ms"] = millis(c.Late())
	}
	if t.Virtual {
		a["virtual ms"] = millis(c.Start)
		a["real ms"] = millis(c.Took)
	}
	return a
}

// micros is a time in microseconds, to the nanosecond.
func micros(d time.Duration) json.Number { return decimal(d, time.Microsecond, 3) }

// millis is a time in milliseconds, to the microsecond.
func millis(d time.Duration) json.Number {
	return decimal(d.Round(time.Microsecond), time.Millisecond, 3)
}
