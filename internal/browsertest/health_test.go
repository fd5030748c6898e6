package browsertest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// This file tests the live page of package trace/health, /debug/timers, as a person meets
// it: a server on this machine, a loop that works, a browser that looks on. Times are
// real, so that only their direction is checked, and that things come at all.

func TestHealthShowsWhatIsPending(t *testing.T) {
	s := serve(t)
	p := visit(t, s.url, screens[0])
	v := settled(p)
	if n := v.number("pending", "timers, in 3 delays", 1); n != 1004 {
		t.Errorf("%d timers in %v, want 1004", n, v.Tables["pending"])
	}
	if n := v.number("pending", "timers", 2); n != 4 {
		t.Errorf("%d timers keep the loop alive, want 4", n)
	}
	if n := v.number("pending", "immediates", 1); n != 1 {
		t.Errorf("%d immediates, want 1", n)
	}
	if d := v.span(t, "pending", "next expiry", 1); d > 6*time.Millisecond {
		t.Errorf("the next timer expires in %v, want no more than the interval of 5ms and a tick", d)
	}
	for _, want := range [][]string{{"30m0s", "1000", "0"}, {"1h0m0s", "3", "3"}, {"5ms", "1", "1"}} {
		r := v.row("timers by delay", want[0])
		if len(r) != 5 || !slices.Equal(r[:3], want) {
			t.Errorf("the row is %v, want %v", r, want)
			continue
		}
		next, oldest := v.span(t, "timers by delay", want[0], 3), v.span(t, "timers by delay", want[0], 4)
		delay, _ := time.ParseDuration(want[0])
		if next > delay+time.Millisecond || oldest < 0 || (next+oldest-delay).Abs() > 20*time.Millisecond {
			t.Errorf("%s: next in %v, oldest of %v", want[0], next, oldest)
		}
	}
	if first := v.Tables["timers by delay"][1]; first[0] != "30m0s" {
		t.Errorf("the first row is %v, want the delay with the most timers", first)
	}
	made := map[string]bool{}
	for _, r := range v.Tables["where made"][1:] {
		if !strings.Contains(r[0], "health_page_test.go:") {
			t.Errorf("made at %q", r[0])
		}
		made[r[1]+" "+r[2]] = true
	}
	if !made["timer 1000"] || !made["timer 3"] || !made["immediate 1"] {
		t.Errorf("where things were made: %v", v.Tables["where made"])
	}
	longest := v.Tables["since watched"][len(v.Tables["since watched"])-1]
	if text := longest[0]; !strings.Contains(text, "browsertest.closeBooks health_page_test.go:") || !strings.Contains(text, "set at health_page_test.go:") {
		t.Errorf("the longest callback is %q", text)
	}
	if d := v.span(t, "since watched", "longest callback", 1); d < 480*time.Millisecond {
		t.Errorf("the longest callback took %v, want about 500ms", d)
	}
	p.asksOnly(s.url)
}

// Nobody touches the page, and no script runs in it: it renews itself.
func TestHealthIsLive(t *testing.T) {
	s := serve(t)
	p := visit(t, s.url, screens[0])
	before := settled(p)
	turns := func(v view) int { return v.number("since watched", "turns", 1) }
	after := p.until("another number of turns", func(v view) bool { return turns(v) > turns(before) && v.Status != before.Status })
	after = p.until("yet another number of turns", func(v view) bool { return turns(v) > turns(after) })
	for _, row := range []string{"timers run", "immediates run", "posted functions run"} {
		if a, b := before.number("since watched", row, 1), after.number("since watched", row, 1); a < 0 || b <= a {
			t.Errorf("%s: first %d, later %d", row, a, b)
		}
	}
	const table, row = "timers by delay", "1h0m0s"
	if a, b := before.span(t, table, row, 3), after.span(t, table, row, 3); b >= a {
		t.Errorf("the next of an hour expires in %v, later in %v", a, b)
	}
	if a, b := before.span(t, table, row, 4), after.span(t, table, row, 4); b <= a {
		t.Errorf("the oldest of an hour is there for %v, later for %v", a, b)
	}
	if a, b := bars(p, before), bars(p, after); b <= a {
		t.Errorf("how late timers ran: %d of them, later %d", a, b)
	}
	s.loop.Post(func() { s.loop.AfterFunc(7*time.Hour, beat) })
	p.until("a timer that is set meanwhile", func(v view) bool { return v.number(table, "7h0m0s", 1) == 1 })
	if n := steady[int](p, `document.scripts.length`); n != 0 {
		t.Errorf("%d scripts", n)
	}
	p.asksOnly(s.url)
}

// bars is how many timers the histogram of lateness has.
func bars(p *page, v view) (sum int) {
	p.t.Helper()
	for _, r := range v.Tables["how late timers ran"] {
		n, err := strconv.Atoi(r[1])
		if err != nil {
			p.t.Fatal(err)
		}
		sum += n
	}
	return sum
}

func TestHealthOfABusyLoop(t *testing.T) {
	s := serve(t)
	p := visit(t, s.url, screens[0])
	settled(p)
	s.loop.Post(func() { s.loop.AfterFunc(time.Millisecond, func() { <-s.free }) })
	v := p.until("that the loop does not answer", func(v view) bool { return v.Busy != "" })
	text := "The loop does not answer: a callback runs, for "
	if !strings.HasPrefix(v.Busy, text) || !strings.Contains(v.Busy, "so far: timer ") || !strings.Contains(v.Busy, "browsertest.TestHealthOfABusyLoop.") || !strings.Contains(v.Busy, "health_test.go:") {
		t.Errorf("the page says %q", v.Busy)
	}
	so := func(v view) time.Duration {
		far, _, _ := strings.Cut(strings.TrimPrefix(v.Busy, text), " ")
		d, err := time.ParseDuration(far)
		if err != nil {
			t.Fatalf("%v in %q", err, v.Busy)
		}
		return d
	}
	p.shoot("health-busy")
	p.until("that it is busy for longer", func(w view) bool { return w.Busy != "" && so(w) > so(v) })
	p.mu.Lock()
	if last := p.statuses[len(p.statuses)-1]; last != http.StatusServiceUnavailable {
		t.Errorf("the status is %d", last)
	}
	p.mu.Unlock()
	s.letGo()
	v = p.until("the numbers again", func(v view) bool { return v.Busy == "" && len(v.Tables) > 0 })
	if n := v.number("since watched", "slow callbacks", 1); n < 2 {
		t.Errorf("%d slow callbacks, want also the one that kept it busy", n)
	}
	p.mu.Lock()
	if last := p.statuses[len(p.statuses)-1]; last != http.StatusOK {
		t.Errorf("afterwards the status is %d", last)
	}
	p.mu.Unlock()
	// Chromium itself complains that a page came with status 503.
	for _, text := range p.problemsBut("503") {
		t.Errorf("the browser says: %s", text)
	}
}

// A loop that was terminated is told from one that is busy.
func TestHealthOfATerminatedLoop(t *testing.T) {
	s := serve(t)
	p := visit(t, s.url, screens[1])
	settled(p)
	s.loop.Terminate()
	v := p.until("that the loop is gone", func(v view) bool { return v.Busy != "" })
	if v.Busy != "The loop was terminated." {
		t.Errorf("the page says %q", v.Busy)
	}
	if c := steady[float64](p, contrastOf(`h1, p, a`)); c < 4.5 {
		t.Errorf("worst contrast of text is %.2f, want 4.5", c)
	}
}

// With more delays than the page lists it says so.
func TestHealthOfManyDelays(t *testing.T) {
	s := serve(t)
	s.loop.Post(func() {
		for i := range 147 {
			s.loop.AfterFunc(2*time.Hour+time.Duration(i)*time.Minute, beat)
		}
	})
	p := visit(t, s.url, screens[0])
	v := p.until("150 delays", func(v view) bool { return v.row("pending", "timers, in 150 delays") != nil })
	if n := len(v.Tables["timers by delay"]); n != 101 {
		t.Errorf("%d rows, want a heading and 100", n)
	}
	if text := steady[string](p, `document.querySelector('section p.none').innerText`); text != "100 of 150 delays, those with the most timers." {
		t.Errorf("the page says %q", text)
	}
	p.asksOnly(s.url)
}

// The links lead to JSON, metrics and a timeline, also where the path is another.
func TestHealthLinks(t *testing.T) {
	s := serve(t)
	p := visit(t, s.url, screens[0])
	for _, from := range []string{s.url, s.url + "/", s.base + "/a:b/loop"} {
		home := func() view {
			p.do(chromedp.Navigate(from))
			return settled(p)
		}
		v := home()
		for _, name := range []string{"JSON", "metrics", "1 s", "5 s"} {
			if v.Links[name] == "" {
				t.Fatalf("no link %s in %v", name, v.Links)
			}
		}
		p.follow(v.Links["JSON"])
		var doc struct {
			Unit    string
			Pending map[string]int
			Delays  []struct {
				Delay float64
				Count int
			}
		}
		if err := json.Unmarshal([]byte(value[string](p, `document.body.innerText`)), &doc); err != nil {
			t.Fatal(err)
		}
		if doc.Unit != "ms" || doc.Pending["timers"] != 1004 || len(doc.Delays) != 3 || doc.Delays[0].Delay != 1800e3 || doc.Delays[0].Count != 1000 {
			t.Errorf("JSON: %+v", doc)
		}
		v = home()
		p.follow(v.Links["metrics"])
		text := value[string](p, `document.body.innerText`)
		for _, line := range []string{`nodetimers_pending{kind="timer"} 1004`, `nodetimers_pending{kind="timer_ref"} 4`, `nodetimers_delays 3`} {
			if !strings.Contains(text, line+"\n") {
				t.Errorf("no line %s in\n%s", line, text)
			}
		}
		v = home()
		p.timeline(v.Links["1 s"], 1)
	}
	// The page would renew itself twice while this is recorded; it must not.
	p.do(chromedp.Navigate(s.url))
	p.timeline(settled(p).Links["5 s"], 5)
	p.asksOnly(s.base)
}

// layout is how the page is laid out.
type layout struct {
	Wide       float64  // pixels it is wider than the screen
	Cut        []string // panels whose tables are wider than they are
	Broken     []string // words that are broken in two, of cells that are numbers or kinds
	Background float64  // red
	Bars, Zero int      // bars, and those beside a count of zero
	Link       float64  // height of the lowest link
}

const readLayout = `(() => {
	const all = (s) => [...document.querySelectorAll(s)];
	const lines = (e) => { const r = document.createRange(); r.selectNodeContents(e); return new Set([...r.getClientRects()].map((b) => Math.round(b.top))).size };
	const bars = all('.bar');
	return {
		Wide: document.documentElement.scrollWidth - innerWidth,
		Cut: all('section').filter((s) => s.scrollWidth > s.clientWidth).map((s) => s.querySelector('h2').innerText),
		Broken: all('th, td').filter((e) => /^\S+$/.test(e.innerText) && lines(e) > 1).map((e) => e.innerText),
		Background: Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)[0]),
		Bars: bars.length, Zero: bars.filter((b) => b.closest('tr').cells[1].innerText === '0').length,
		Link: Math.min(...all('.links a').map((a) => a.getBoundingClientRect().height)),
	};
})()`

func TestHealthOnAllScreens(t *testing.T) {
	s := serve(t)
	narrow := []screen{{"narrow-light", 400, 900, false, false}, {"narrow-dark", 400, 900, false, true}}
	for _, sc := range append(narrow, screens...) {
		t.Run(sc.name, func(t *testing.T) {
			p := visit(t, s.url, sc)
			settled(p)
			p.shoot("health-" + sc.name)
			l := steady[layout](p, readLayout)
			if l.Wide > 0 {
				t.Errorf("the page is %.0f pixels wider than the screen", l.Wide)
			}
			for _, e := range l.Cut {
				t.Errorf("%s is wider than its panel", e)
			}
			for _, w := range l.Broken {
				t.Errorf("the word %q is broken over two lines", w)
			}
			if dark := l.Background < 100; dark != sc.dark {
				t.Errorf("dark background: %v, want %v", dark, sc.dark)
			}
			if c := steady[float64](p, contrastOf(`h1, h2, p, a, th, td`)); c < 4.5 {
				t.Errorf("worst contrast of text is %.2f, want 4.5", c)
			}
			if l.Zero > 0 || l.Bars == 0 {
				t.Errorf("%d bars, %d of buckets that count nothing", l.Bars, l.Zero)
			}
			if sc.phone && l.Link < 24 {
				t.Errorf("a link is only %.0f pixels high", l.Link)
			}
			steady[int](p, `(scrollTo(0, 1e6), 1)`)
			p.shoot("health-" + sc.name + "-end")
			p.asksOnly(s.url)
		})
	}
}
