package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// This file starts the browser and opens a page in it.

// screen is what a page is looked at with.
type screen struct {
	name          string
	width, height int64
	phone, dark   bool
}

var screens = []screen{
	{"desktop-light", 1280, 900, false, false},
	{"desktop-dark", 1280, 900, false, true},
	{"phone-light", 390, 844, true, false},
	{"phone-dark", 390, 844, true, true},
}

// page is an open page. Everything that it asked for or complained about is kept.
type page struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	requests []string // guarded by mu
	problems []string // guarded by mu
	statuses []int64  // of documents; guarded by mu
}

// open loads a file. The page is closed with the test.
func open(t *testing.T, file string, s screen) *page {
	t.Helper()
	return visit(t, "file://"+file, s)
}

// visit opens an address. The page is closed with the test.
func visit(t *testing.T, url string, s screen) *page {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.Flag("disable-gpu", true),
		chromedp.Flag("hide-scrollbars", true))
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	p := &page{t: t}
	p.ctx, cancel = chromedp.NewContext(ctx, chromedp.WithListener(p.listen))
	t.Cleanup(cancel)
	scheme := "light"
	if s.dark {
		scheme = "dark"
	}
	view := []chromedp.EmulateViewportOption{chromedp.EmulateScale(1)}
	if s.phone {
		view = []chromedp.EmulateViewportOption{chromedp.EmulateScale(2), chromedp.EmulateMobile, chromedp.EmulateTouch}
	}
	p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if _, err := cdp.Call(ctx, target, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, target, log.Enable, cdp.Empty{}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	}), chromedp.EmulateViewport(s.width, s.height, view...), chromedp.Navigate(url))
	return p
}

// listen keeps what the page asks for and complains about. It runs on a goroutine of
// the browser's connection.
func (p *page) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	case *network.EventResponseReceived:
		if e.Type == network.ResourceTypeDocument {
			p.statuses = append(p.statuses, e.Response.Status)
		}
	case *runtime.EventExceptionThrown:
		p.problems = append(p.problems, e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		p.problems = append(p.problems, "a script wrote to the console: "+string(e.Type))
	case *log.EventEntryAdded:
		p.problems = append(p.problems, e.Entry.Text)
	}
}

func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// value is the value of an expression.
func value[T any](p *page, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatal(err)
	}
	return v
}

// quiet fails the test if the page asked for anything but itself, or complained.
func (p *page) quiet(file string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, url := range p.requests {
		if url != "file://"+file {
			p.t.Errorf("the page asked for %s", url)
		}
	}
	if len(p.requests) == 0 {
		p.t.Error("not even the page's own request was seen")
	}
	if len(p.problems) > 0 {
		p.t.Errorf("the browser says: %s", strings.Join(p.problems, "\n"))
	}
}

// shoot saves what is on the screen, if pictures are asked for.
func (p *page) shoot(name string) {
	p.t.Helper()
	folder := os.Getenv("SCREENSHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// contrast is the worst ratio of text and background over the elements that a
// selector finds, as WCAG defines it.
func (p *page) contrast(selector string) float64 {
	p.t.Helper()
	return value[float64](p, contrastOf(selector))
}

// contrastOf is the expression for it.
func contrastOf(selector string) string {
	return fmt.Sprintf(`(() => {
		const parse = (c) => c.match(/[\d.]+/g).map(Number);
		const light = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
			.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
		const background = (e) => {
			for (; e; e = e.parentElement) {
				const c = parse(getComputedStyle(e).backgroundColor);
				if (c.length < 4 || c[3] > 0) return c;
			}
			return [255, 255, 255];
		};
		let worst = 21;
		for (const e of document.querySelectorAll(%q)) {
			const [a, b] = [light(parse(getComputedStyle(e).color)), light(background(e))].sort((x, y) => y - x);
			worst = Math.min(worst, (a + 0.05) / (b + 0.05));
		}
		return worst;
	})()`, selector)
}
