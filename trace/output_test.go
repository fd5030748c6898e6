package trace_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nodetimers/nodetimers/trace"
)

// event is a trace event as viewers read it.
type event struct {
	Name string         `json:"name"`
	Ph   string         `json:"ph"`
	Ts   float64        `json:"ts"`
	Dur  float64        `json:"dur"`
	Pid  int            `json:"pid"`
	Tid  int            `json:"tid"`
	ID   uint64         `json:"id"`
	Args map[string]any `json:"args"`
}

func chrome(t *testing.T, tl *trace.Timeline) []event {
	t.Helper()
	var b bytes.Buffer
	if err := tl.WriteChrome(&b); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		TraceEvents []event `json:"traceEvents"`
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	return doc.TraceEvents
}

func TestChrome(t *testing.T) {
	_, tl := scene(t, trace.Options{})
	events := chrome(t, tl)
	i := slices.IndexFunc(events, func(e event) bool { return strings.HasSuffix(e.Name, "report") })
	if i < 0 {
		t.Fatalf("no report in %v", events)
	}
	e := events[i]
	if e.Ph != "X" || e.Ts < 59000 || e.Ts >= 60000 || e.Args["virtual ms"] != 59.0 || e.Args["late ms"] != 49.0 || e.Args["delay ms"] != 10.0 || e.Args["set in"] != 1.0 {
		t.Errorf("%+v", e)
	}
	lanes := map[string]bool{}
	for _, e := range events {
		if e.Name == "thread_name" {
			lanes[e.Args["name"].(string)] = true
		}
	}
	for _, lane := range []string{"phases", "timers", "poll", "immediates", "ticks", "microtasks"} {
		if !lanes[lane] {
			t.Errorf("no lane %s", lane)
		}
	}
}

// The rules of the format: the slices of a lane nest or follow each other, and an arrow
// begins and ends in a slice.
func TestChromeKeepsTheRules(t *testing.T) {
	_, tl := scene(t, trace.Options{})
	type slice struct{ from, to float64 }
	slices := map[int][]slice{}
	starts, ends := map[uint64]event{}, map[uint64]event{}
	for _, e := range chrome(t, tl) {
		switch e.Ph {
		case "X":
			for _, s := range slices[e.Tid] {
				from, to := e.Ts, e.Ts+e.Dur
				if from < s.to && to > s.from && !(from >= s.from && to <= s.to) && !(s.from >= from && s.to <= to) {
					t.Errorf("%v overlaps %v in lane %d", e, s, e.Tid)
				}
			}
			slices[e.Tid] = append(slices[e.Tid], slice{e.Ts, e.Ts + e.Dur})
		case "s":
			starts[e.ID] = e
		case "f":
			ends[e.ID] = e
		}
	}
	if len(starts) != 5 || len(ends) != 5 {
		t.Errorf("%d arrows begin, %d end", len(starts), len(ends))
	}
	for id, e := range starts {
		for _, e := range []event{e, ends[id]} {
			in := false
			for _, s := range slices[e.Tid] {
				in = in || e.Ts >= s.from && e.Ts <= s.to
			}
			if !in {
				t.Errorf("%v is in no slice", e)
			}
		}
	}
}

// A script cannot end the page's script element, whatever its functions are called.
func TestHTMLIsSafe(t *testing.T) {
	_, tl := scene(t, trace.Options{Main: `</script><script>alert("x")&`})
	var b bytes.Buffer
	if err := tl.WriteHTML(&b, `<b>&"`); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if strings.Contains(page, "alert(\"x\")") || strings.Contains(page, "<b>") {
		t.Error("names are not escaped")
	}
	if n := strings.Count(page, "</script>"); n != 2 {
		t.Errorf("%d ends of scripts", n)
	}
	for _, no := range []string{"http:", "https:", "{{"} {
		if strings.Contains(page, no) {
			t.Errorf("the page contains %s", no)
		}
	}
	_, data, _ := strings.Cut(page, `id="data">`)
	data, _, _ = strings.Cut(data, "</script>")
	var d struct {
		Kind, Start, By []int64
		Names           [][]string
		Findings        [][]any
	}
	if err := json.Unmarshal([]byte(data), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Kind) != 6 || len(d.By) != 6 || d.By[2] != 2 || d.Start[2] != int64(51*time.Millisecond) || len(d.Findings) < 2 {
		t.Errorf("%+v", d)
	}
}

var errFull = errors.New("full")

type full struct{ room int }

func (f *full) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestWritersTellErrors(t *testing.T) {
	_, tl := scene(t, trace.Options{})
	for name, err := range map[string]error{
		"WriteChrome":  tl.WriteChrome(&full{}),
		"WriteHTML":    tl.WriteHTML(&full{100}, "x"),
		"WriteSummary": tl.WriteSummary(&full{10}),
	} {
		if !errors.Is(err, errFull) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTrimFolders(t *testing.T) {
	tl := &trace.Timeline{Callbacks: []trace.Callback{{}}}
	tl.TrimFolders("/x") // names it does not have
	if tl.Callbacks[0].Label() != "(timer)" {
		t.Errorf("%q", tl.Callbacks[0].Label())
	}
}
