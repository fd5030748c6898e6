package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/trace/health"
)

// This file serves /debug/timers of a loop that works, and reads what the page shows. The
// page renews itself every two seconds, so that a reader may find nothing between two
// pages; each takes what belongs together at once, and tries again until it gets it.

// site is a server with the page, and the loop behind it.
type site struct {
	base string // the server
	url  string // the page
	loop *eventloop.Loop

	release sync.Once
	free    chan bool // closed: what blocks the loop ends
}

func (s *site) letGo() { s.release.Do(func() { close(s.free) }) }

// closeBooks is the slow callback. It is slower than any other will be on a machine that
// has much to do.
func closeBooks() { time.Sleep(500 * time.Millisecond) }

func beat() {}

// serve runs, until the test ends, a loop that has some of everything: many timers of one
// delay that do not keep it alive, few of others, an interval, immediates, a slow
// callback, which has run.
func serve(t *testing.T) *site {
	t.Helper()
	s := &site{loop: eventloop.New(eventloop.Options{}), free: make(chan bool)}
	l := s.loop
	l.TrackOrigins()
	m := health.New(l, health.Options{Slow: 50 * time.Millisecond})
	m.Start()
	for range 1000 {
		l.AfterFunc(30*time.Minute, beat).Unref()
	}
	for range 3 {
		l.AfterFunc(time.Hour, beat)
	}
	l.Every(5*time.Millisecond, func() { l.NextTick(beat); l.QueueMicrotask(beat) })
	l.AfterFunc(100*time.Millisecond, closeBooks)
	var again func()
	again = func() { time.Sleep(time.Millisecond); l.SetImmediate(again) }
	l.SetImmediate(again)
	slow := make(chan bool)
	l.AfterFunc(110*time.Millisecond, func() { close(slow) })
	ended := make(chan error)
	go func() { ended <- l.Run(context.Background()) }()

	mux := http.NewServeMux()
	mux.Handle("/a:b/", http.StripPrefix("/a:b", m.Handler()))
	mux.Handle("/debug/timers", m.Handler())
	mux.Handle("/debug/timers/", m.Handler())
	// Chromium asks for it when it shows what is not HTML.
	mux.HandleFunc("/favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	server := httptest.NewServer(mux)
	<-slow
	s.base, s.url = server.URL, server.URL+"/debug/timers"
	t.Cleanup(func() {
		s.letGo()
		server.CloseClientConnections()
		server.Close()
		l.Stop()
		<-ended
		m.Stop()
	})
	return s
}

// view is what the page shows at one moment: its lines and tables, by their headings.
type view struct {
	Status string // the line below the title
	Busy   string
	Tables map[string][][]string
	Links  map[string]string
}

const readView = `(() => {
	if (document.readyState !== 'complete' || !document.querySelector('h1')) return '';
	const text = (e) => e ? e.innerText : '';
	const tables = {};
	for (const s of document.querySelectorAll('section')) {
		tables[text(s.querySelector('h2'))] = [...s.querySelectorAll('tr')].map((r) => [...r.cells].map(text));
	}
	const links = {};
	for (const a of document.querySelectorAll('a')) links[text(a)] = a.href;
	return JSON.stringify({ Status: text(document.querySelector(".when")), Busy: text(document.querySelector('p.bad')), Tables: tables, Links: links });
})()`

// until waits for a view of the page that is as told; the page renews itself meanwhile.
func (p *page) until(what string, ok func(view) bool) view {
	p.t.Helper()
	var v view
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](readView))
		if err != nil || text == "" { // between two pages
			continue
		}
		v = view{}
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			p.t.Fatal(err)
		}
		if ok(v) {
			return v
		}
	}
	p.t.Fatalf("within a minute the page does not show %s, but %+v", what, v)
	return v
}

// row is the row of a table that begins with a text.
func (v view) row(table, first string) []string {
	for _, r := range v.Tables[table] {
		if len(r) > 0 && strings.HasPrefix(r[0], first) {
			return r
		}
	}
	return nil
}

// number is a cell of it, -1 if there is none.
func (v view) number(table, first string, cell int) int {
	r := v.row(table, first)
	if cell >= len(r) {
		return -1
	}
	n, err := strconv.Atoi(r[cell])
	if err != nil {
		return -1
	}
	return n
}

// span is a cell that holds a time.
func (v view) span(t *testing.T, table, first string, cell int) time.Duration {
	t.Helper()
	r := v.row(table, first)
	if cell >= len(r) {
		t.Fatalf("%s has no row %s with %d cells: %v", table, first, cell+1, v.Tables[table])
	}
	d, err := time.ParseDuration(strings.ReplaceAll(r[cell], " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// settled is a view in which the slow callback has run.
func settled(p *page) view {
	p.t.Helper()
	return p.until("a slow callback", func(v view) bool { return v.number("since watched", "slow callbacks", 1) >= 1 })
}

// problemsBut are the browser's complaints without those that have a text.
func (p *page) problemsBut(text string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(p.problems), func(s string) bool { return text != "" && strings.Contains(s, text) })
}

// asksOnly fails the test if the page asked for anything but itself and what is below it,
// or the browser complained.
func (p *page) asksOnly(prefix string) {
	p.t.Helper()
	for _, s := range p.problemsBut("") {
		p.t.Errorf("the browser says: %s", s)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, url := range p.requests {
		if !strings.HasPrefix(url, prefix) && !strings.HasPrefix(url, "data:") && !strings.HasSuffix(url, "/favicon.ico") {
			p.t.Errorf("the page asked for %s", url)
		}
	}
}

// timeline follows a link to a timeline of some seconds and looks at what was recorded.
func (p *page) timeline(url string, seconds float64) {
	p.t.Helper()
	p.follow(url)
	p.do(chromedp.WaitReady(chromedp.CSS(`body[data-ready]`)))
	p.shoot("health-trace")
	type facts struct {
		Callbacks int
		Seconds   float64
		Names     string
	}
	f := value[facts](p, `({ Callbacks: D.kind.length, Seconds: D.end / 1e9, Names: D.names.join(' ') })`)
	if !strings.Contains(f.Names, "browsertest.serve.func") || !strings.Contains(f.Names, "health_page_test.go:") {
		p.t.Errorf("the timeline names %s", f.Names)
	}
	if f.Callbacks < 100 || f.Seconds < seconds*0.9 {
		p.t.Errorf("the timeline has %d callbacks in %.2f s, want %v s", f.Callbacks, f.Seconds, seconds)
	}
}

// follow clicks the link that leads to an address and waits until the browser is there.
// The click comes from inside the page: it may renew itself between any two steps.
func (p *page) follow(url string) {
	p.t.Helper()
	click := fmt.Sprintf(`(() => { const a = [...document.links].find((a) => a.href === %q); if (a) a.click(); return !!a })()`, url)
	clicked := false
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if !clicked {
			clicked, _ = chromedp.Run(p.ctx, chromedp.Evaluate[bool](click))
			continue
		}
		there, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](fmt.Sprintf(`location.href === %q && document.readyState === 'complete'`, url)))
		if err == nil && there {
			return
		}
	}
	p.t.Fatalf("the link to %s leads nowhere, clicked: %v", url, clicked)
}

// steady is the value of an expression in a page that renews itself.
func steady[T any](p *page, expression string) T {
	p.t.Helper()
	whole := `document.readyState === 'complete' && document.querySelector('h1') ? JSON.stringify(` + expression + `) : ''`
	var last error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](whole))
		if err != nil || text == "" {
			last = err
			continue
		}
		var v T
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			p.t.Fatalf("%v: %s", err, text)
		}
		return v
	}
	p.t.Fatalf("no value of %s within a minute: %v", expression, last)
	panic("unreachable")
}
