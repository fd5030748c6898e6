package browsertest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/trace"
)

// This file tests the page of package trace in a browser: that it loads without an
// error and without a network, what clicks, keys, wheel and search do, and how long a
// frame takes with 100,000 callbacks.

// tracePage is a timeline in a browser.
type tracePage struct {
	t   *testing.T
	ctx context.Context
}

// openTrace writes a timeline as a page and opens it in a window of that size.
func openTrace(t *testing.T, tl *trace.Timeline, width, height int) *tracePage {
	t.Helper()
	var b bytes.Buffer
	if err := tl.WriteHTML(&b, "test.js"); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "trace.html")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.Flag("disable-gpu", true), chromedp.WindowSize(width, height))...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithListener(func(ev any) {
		switch ev := ev.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("the page threw: %s", ev.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			t.Errorf("the page wrote to the console: %v", ev.Type)
		}
	}))
	t.Cleanup(cancel)
	p := &tracePage{t, ctx}
	if err := chromedp.Do(ctx); err != nil { // the first begins the browser, and its context ends it
		t.Fatal(err)
	}
	p.do(chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Navigate("file://"+file),
		chromedp.WaitReady(`body[data-ready]`), chromedp.WaitReady(`body[data-frames]`))
	if n := eval[int](p, `performance.getEntriesByType('resource').filter((r) => !r.name.startsWith('data:')).length`); n != 0 {
		t.Errorf("the page asked for %d other files", n)
	}
	return p
}

func (p *tracePage) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 30*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// eval is the value of an expression, or of what it promises.
func eval[T any](p *tracePage, js string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 30*time.Second)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	return v
}

// data is a number the page shows to tests: selected, matches, from, to.
func (p *tracePage) data(name string) float64 {
	p.t.Helper()
	text := eval[string](p, `document.body.dataset.`+name+` || '-1'`)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		p.t.Fatalf("%s is %q", name, text)
	}
	return v
}

// settle waits until what was changed is drawn.
func (p *tracePage) settle() {
	p.t.Helper()
	eval[int](p, `new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))`)
}

// click clicks the middle of an element, with the mouse.
func (p *tracePage) click(selector string) {
	p.t.Helper()
	v := eval[[]float64](p, `(() => { const e = document.querySelector('`+selector+`'); e.scrollIntoView({ block: 'center' }); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] })()`)
	p.mouse(pressed, v[0], v[1], left)
	p.mouse(released, v[0], v[1], left)
	p.settle()
}

func (p *tracePage) key(k string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(k))
	p.settle()
}

// at gives the place of a point in time on the canvas, in the window.
func (p *tracePage) at(ns time.Duration, lane int) (x, y float64) {
	p.t.Helper()
	v := eval[[]float64](p, fmt.Sprintf(`(() => { const r = canvas.getBoundingClientRect(); return [r.left + X(%d), r.top + middle(%d)] })()`, ns, lane))
	return v[0], v[1]
}

func (p *tracePage) mouse(kind input.DispatchMouseEventType, x, y float64, more ...chromedp.MouseOption) {
	p.t.Helper()
	p.do(chromedp.MouseEvent(kind, x, y, more...))
}

const (
	pressed  = input.DispatchMouseEventTypeMousePressed
	moved    = input.DispatchMouseEventTypeMouseMoved
	released = input.DispatchMouseEventTypeMouseReleased
	wheel    = input.DispatchMouseEventTypeMouseWheel
)

func left(e *input.DispatchMouseEventParams) {
	e.Button, e.Buttons, e.ClickCount = input.MouseButtonLeft, 1, 1
}

// scene is a small program on a virtual clock whose callbacks take virtual time: heavy
// blocks for 51 ms and makes report, which asked for 10 ms, late.
func scene(t *testing.T) *trace.Timeline {
	t.Helper()
	clock := eventloop.NewVirtualClock()
	l := eventloop.New(eventloop.Options{Clock: clock})
	r := trace.New(l, trace.Options{})
	r.Start()
	s := &sceneState{l: l, clock: clock}
	l.AfterFunc(8*time.Millisecond, s.heavy)
	l.AfterFunc(10*time.Millisecond, s.report)
	l.Post(s.start)
	if err := l.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.Stop()
	return r.Timeline()
}

type sceneState struct {
	l     *eventloop.Loop
	clock *eventloop.VirtualClock
}

func (s *sceneState) start()  { s.clock.Advance(time.Millisecond); s.l.SetImmediate(s.later) }
func (s *sceneState) heavy()  { s.clock.Advance(51 * time.Millisecond) }
func (s *sceneState) report() { s.clock.Advance(2 * time.Millisecond); s.l.NextTick(s.flush) }
func (s *sceneState) flush()  { s.l.QueueMicrotask(s.done) }
func (s *sceneState) later()  {}
func (s *sceneState) done()   { s.l.AfterFunc(20*time.Millisecond, s.later) }

func TestTracePage(t *testing.T) {
	p := openTrace(t, scene(t), 1200, 900)
	if n := p.data("ready"); n != 7 {
		t.Fatalf("%v callbacks", n)
	}
	text := eval[string](p, `document.getElementById('findings').innerText`)
	if !strings.Contains(text, "asked for 10 ms and ran 49 ms late because") || !strings.Contains(text, "blocked for 51 ms") {
		t.Errorf("the summary says\n%s", text)
	}

	// A sentence leads to its callback.
	p.click(`#findings li.late`)
	p.settle()
	if detail := eval[string](p, `document.getElementById('detail').innerText`); !strings.Contains(detail, "report") || !strings.Contains(detail, "49 ms late") {
		t.Errorf("the details are\n%s", detail)
	}
	if from, to := p.data("from"), p.data("to"); to-from > 200e6 || from > 59e6 || to < 61e6 {
		t.Errorf("the view is %v to %v", from, to)
	}

	// The wheel zooms at the pointer, dragging moves, 0 shows all.
	p.key("0")
	from, to := p.data("from"), p.data("to")
	whole := to - from
	x, y := p.at(30*time.Millisecond, 1)
	p.mouse(wheel, x, y, func(e *input.DispatchMouseEventParams) { e.DeltaX, e.DeltaY = 0.01, -400 })
	p.settle()
	from, to = p.data("from"), p.data("to")
	if to-from > whole*0.6 {
		t.Errorf("after the wheel %v of %v are shown", to-from, whole)
	}
	if x2, _ := p.at(30*time.Millisecond, 1); x2 < x-1.5 || x2 > x+1.5 {
		t.Errorf("the wheel moved the place below the pointer from %v to %v", x, x2)
	}
	p.mouse(pressed, x, y, left)
	p.mouse(moved, x-100, y, left)
	p.mouse(released, x-100, y, left)
	p.settle()
	if f, u := p.data("from"), p.data("to"); f <= from || u-f > (to-from)*1.01 || u-f < (to-from)*0.99 {
		t.Errorf("dragging went from %v..%v to %v..%v", from, to, f, u)
	}
	p.key("0")

	// A click selects a bar, and nothing where none is.
	x, y = p.at(30*time.Millisecond, 1)
	p.mouse(pressed, x, y, left)
	p.mouse(released, x, y, left)
	p.settle()
	if detail := eval[string](p, `document.getElementById('detail').innerText`); !strings.Contains(detail, "heavy") {
		t.Errorf("a click in heavy shows\n%s", detail)
	}
	_, y = p.at(0, 4)
	p.mouse(pressed, x, y, left)
	p.mouse(released, x, y, left)
	p.settle()
	if n := p.data("selected"); n != -1 {
		t.Errorf("a click beside the bars selects %v", n)
	}

	// Pointing at a bar shows a note.
	x, y = p.at(30*time.Millisecond, 1)
	p.mouse(moved, x, y)
	p.settle()
	if tip := eval[string](p, `document.getElementById('tip').hidden ? '' : document.getElementById('tip').innerText`); !strings.Contains(tip, "heavy") {
		t.Errorf("the note is %q", tip)
	}

	// Search, next and previous.
	p.key("/")
	eval[int](p, `document.activeElement.value = '', 1`) // the test's key is typed too
	p.key("flush")
	if n := p.data("matches"); n != 1 {
		t.Errorf("flush is found %v times", n)
	}
	p.key(kb.Enter)
	if detail := eval[string](p, `document.getElementById('detail').innerText`); !strings.Contains(detail, "flush") || !strings.Contains(detail, "tick") {
		t.Errorf("Enter in the search shows\n%s", detail)
	}
	p.key(kb.Escape)

	// Keys: where it was set, neighbours, nothing.
	p.key("b")
	if detail := eval[string](p, `document.getElementById('detail').innerText`); !strings.Contains(detail, "report") {
		t.Errorf("b shows\n%s", detail)
	}
	at := p.data("selected")
	p.key("j")
	if n := p.data("selected"); n != at+1 {
		t.Errorf("j goes from %v to %v", at, n)
	}
	p.key("k")
	p.key("k")
	if n := p.data("selected"); n != at-1 {
		t.Errorf("k k goes from %v to %v", at+1, n)
	}
	p.key(kb.Escape)
	if n := p.data("selected"); n != -1 {
		t.Errorf("Escape leaves %v selected", n)
	}
	size := p.data("to") - p.data("from")
	p.key("w")
	if n := p.data("to") - p.data("from"); n > size*0.7 {
		t.Errorf("w goes from %v to %v", size, n)
	}
	start := p.data("from")
	p.key("d")
	if n := p.data("from"); n <= start {
		t.Errorf("d goes from %v to %v", start, n)
	}

	// The other time, the other colours, the tables.
	p.key("r")
	if axis := eval[string](p, `document.body.dataset.axis`); axis != "real" {
		t.Errorf("r leads to %q", axis)
	}
	p.key("r")
	before := eval[string](p, `getComputedStyle(document.documentElement).backgroundColor`)
	p.key("t")
	if after := eval[string](p, `getComputedStyle(document.documentElement).backgroundColor`); after == before {
		t.Errorf("t leaves the background %s", after)
	}
	p.click(`[data-list=late]`)
	if row := eval[string](p, `document.querySelector('tbody tr').innerText`); !strings.Contains(row, "report") || !strings.Contains(row, "49 ms") {
		t.Errorf("the first of the latest timers is %q", row)
	}
	p.click(`tbody tr`)
	p.settle()
	if n := p.data("selected"); n < 0 {
		t.Error("a click on a row selects nothing")
	}
}

// A phone: nothing is wider than the screen.
func TestTracePageOnAPhone(t *testing.T) {
	p := openTrace(t, scene(t), 390, 844)
	if w := eval[float64](p, `document.documentElement.scrollWidth`); w > 390 {
		t.Errorf("the page is %v wide", w)
	}
}

// ManyCallbacks makes a timeline of a hundred thousand callbacks and more.
func manyCallbacks(t *testing.T) *trace.Timeline {
	t.Helper()
	l := eventloop.New(eventloop.Options{})
	r := trace.New(l, trace.Options{NoOrigins: true})
	r.Start()
	n := 0
	var step func()
	step = func() {
		n++
		l.NextTick(func() {})
		l.QueueMicrotask(func() {})
		l.AfterFunc(time.Duration(n%7)*time.Millisecond, func() {})
		if n < 26000 {
			l.SetImmediate(step)
		}
	}
	l.SetImmediate(step)
	if err := l.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.Stop()
	return r.Timeline()
}

// With 100,000 callbacks a frame is drawn in a few milliseconds, whatever is shown. The
// bound is wide: the machine may be loaded, and there is no graphics card.
func TestTracePageWithManyCallbacks(t *testing.T) {
	tl := manyCallbacks(t)
	if n := len(tl.Callbacks); n < 100_000 {
		t.Fatalf("%d callbacks", n)
	}
	p := openTrace(t, tl, 1400, 900)
	times := eval[[]float64](p, `(async () => {
  const times = []
  const frame = () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => { times.push(view.frame); r() })))
  fit(); await frame(); times.length = 0
  for (let i = 0; i < 8; i++) { pan(0.01); await frame() }
  for (let i = 0; i < 16; i++) { zoom(0.6); await frame() }
  for (let i = 0; i < 8; i++) { pan(0.3); await frame() }
  search('func1'); await frame()
  fit(); await frame()
  return times
})()`)
	worst, sum := 0.0, 0.0
	for _, ms := range times {
		worst, sum = max(worst, ms), sum+ms
	}
	t.Logf("%d callbacks, %d frames: %.1f ms each, the slowest %.1f ms", len(tl.Callbacks), len(times), sum/float64(len(times)), worst)
	if sum/float64(len(times)) > 60 {
		t.Errorf("a frame takes %.1f ms", sum/float64(len(times)))
	}
}
