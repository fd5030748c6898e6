package health

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/trace"
)

// This file shows a Monitor over HTTP, in the manner of net/http/pprof: a page, JSON,
// metrics, and a timeline recorded on demand. Nothing here runs on the loop but what
// Snapshot and the recorder post to it.

//go:embed page.html
var pageSource string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"d": func(d time.Duration) string {
		if d.Abs() >= time.Second {
			return d.Round(10 * time.Millisecond).String()
		}
		return d.Round(time.Microsecond).String()
	},
	"percent": func(f float64) string {
		return strconv.FormatFloat(100*f, 'f', 1, 64) + " %"
	},
	"bars": bars,
}).Parse(pageSource))

// bar is a row of a histogram on the page.
type bar struct {
	Label string
	Count uint64
	Width float64 // percent
}

func bars(h Histogram) (list []bar) {
	first, last, most := -1, 0, uint64(1)
	for i, c := range h.Counts {
		if c > 0 {
			if first < 0 {
				first = i
			}
			last, most = i, max(most, c)
		}
	}
	if first < 0 {
		return nil
	}
	for i := first; i <= last; i++ {
		label := "below " + Bound(i).Round(10*time.Microsecond).String()
		if i == buckets-1 {
			label = "more"
		}
		list = append(list, bar{label, h.Counts[i], 100 * float64(h.Counts[i]) / float64(most)})
	}
	return list
}

// answerIn is how long a request waits for the loop.
const answerIn = 2 * time.Second

// Handler serves
//
//	/debug/timers             a page that renews itself, with links to the others
//	/debug/timers?format=json a Snapshot
//	/debug/timers/metrics     the text format of Prometheus
//	/debug/timers/trace       a timeline of the next ?seconds=1, as a page; with
//	                          &format=json as Chrome's trace events
//
// whatever the path it is put at; the last part of the path decides. Put it at both
// "/debug/timers" and "/debug/timers/". When the loop does not answer within two
// seconds the status is 503 and the answer tells which callback runs. Like pprof, it
// should not be open to the world.
func (m *Monitor) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "only GET", http.StatusMethodNotAllowed)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		last := path.Base(r.URL.Path)
		if last == "trace" {
			m.serveTrace(w, r)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), answerIn)
		defer cancel()
		s, err := m.Snapshot(ctx)
		switch {
		case err != nil:
			m.serveBusy(w, r, err)
		case last == "metrics":
			w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
			_ = s.WritePrometheus(w)
		case r.FormValue("format") == "json":
			serveJSON(w, s)
		default:
			servePage(w, r, http.StatusOK, s, "")
		}
	})
}

// serveBusy answers for a loop that does not.
func (m *Monitor) serveBusy(w http.ResponseWriter, r *http.Request, err error) {
	text := "The loop is not running."
	if errors.Is(err, eventloop.ErrStopped) {
		text = "The loop was terminated."
	} else if s, ok := m.Running(); ok {
		text = fmt.Sprintf("The loop does not answer: a callback runs, for %v so far: %v %s %s", s.Took.Round(time.Millisecond), s.Kind, s.Name, s.Source)
	}
	if r.FormValue("format") == "json" || path.Base(r.URL.Path) == "metrics" {
		http.Error(w, text, http.StatusServiceUnavailable)
		return
	}
	servePage(w, r, http.StatusServiceUnavailable, nil, text)
}

// servePage sends the page of a snapshot, or, for a loop that does not answer, of why.
func servePage(w http.ResponseWriter, r *http.Request, status int, s *Snapshot, busy string) {
	var b bytes.Buffer
	if err := page.Execute(&b, struct {
		S                *Snapshot
		Now, Busy, Below string
	}{s, time.Now().Format(time.TimeOnly), busy, below(r)}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// below is what a link to a path below the page begins with. Links are relative, for a
// proxy may have put the page elsewhere, and so depend on whether the path ends in a
// slash. That is asked of the address as it was sent: http.StripPrefix and its like
// shorten the other one. The dot keeps a colon in it from being read as a scheme.
func below(r *http.Request) string {
	sent := r.URL.EscapedPath()
	if u, err := url.ParseRequestURI(r.RequestURI); err == nil {
		sent = u.EscapedPath()
	}
	if last := sent[strings.LastIndexByte(sent, '/')+1:]; last != "" {
		return "./" + last + "/"
	}
	return "./"
}

func serveJSON(w http.ResponseWriter, s *Snapshot) {
	w.Header().Set("Content-Type", "application/json")
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	_ = enc.Encode(s)
}

// maxSeconds is the longest timeline that can be asked for.
const maxSeconds = 60

// serveTrace records for some seconds and sends the timeline.
func (m *Monitor) serveTrace(w http.ResponseWriter, r *http.Request) {
	seconds := 1.0
	if v := r.FormValue("seconds"); v != "" {
		var err error
		if seconds, err = strconv.ParseFloat(v, 64); err != nil || !(seconds > 0 && seconds <= maxSeconds) {
			http.Error(w, fmt.Sprintf("seconds must be above 0 and at most %d", maxSeconds), http.StatusBadRequest)
			return
		}
	}
	t, err := trace.Capture(r.Context(), m.loop, trace.Options{Engine: m.opts.Engine}, time.Duration(seconds*float64(time.Second)))
	if err != nil {
		m.serveBusy(w, r, err)
		return
	}
	if r.FormValue("format") == "json" {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Disposition", `attachment; filename="trace.json"`)
		_ = t.WriteChrome(w)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = t.WriteHTML(w, "event loop")
}
