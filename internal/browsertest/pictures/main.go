// Command pictures makes the pictures of docs/trace.md: it traces examples/trace/slow.js,
// serves a loop's /debug/timers, and photographs both in headless Chromium.
//
//	cd internal/browsertest && go run ./pictures ../../docs/img
//
// The pictures differ a little each time: they are of a program that runs.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/trace/health"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: pictures FOLDER")
	}
	if err := makeAll(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// picture is one file: a page, what is done to it, the size of the window.
type picture struct {
	file, url, script string
	width, height     int64
}

func makeAll(dir string) error {
	tmp, err := os.MkdirTemp("", "pictures")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	file := filepath.Join(tmp, "slow.html")
	cmd := exec.Command("go", "run", "./cmd/nodetimers", "trace", "--quiet", "--html", file, "examples/trace/slow.js")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	server, stop := serve()
	defer stop()

	allocator, cancel := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.Flag("disable-gpu", true), chromedp.Flag("hide-scrollbars", true))...)
	defer cancel()
	ctx, cancel := chromedp.NewContext(allocator)
	defer cancel()
	const light, dark = `setTheme('light');`, `setTheme('dark');`
	// The timer that heartbeat's interval was late by, from the place where it was set.
	const late = `showList('late'); select(best(1, late)[0]); show(S(view.selected) - late(view.selected) - 2e7, E(view.selected) + 2.5e7);`
	for _, p := range []picture{
		{"timeline.png", "file://" + file, light, 1100, 640},
		{"timeline-late.png", "file://" + file, dark + late, 1100, 760},
		{"health.png", server, "", 1100, 620},
	} {
		if err := p.take(ctx, filepath.Join(dir, p.file)); err != nil {
			return fmt.Errorf("%s: %w", p.file, err)
		}
	}
	return nil
}

func (p picture) take(ctx context.Context, file string) error {
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(p.width, p.height), chromedp.Navigate(p.url)); err != nil {
		return err
	}
	wait := `new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))`
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[int](p.script+wait, chromedp.EvalAwaitPromise)); err != nil {
		return err
	}
	data, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return err
	}
	return write(file, data)
}

// write keeps a picture small: 256 colours are enough for these.
func write(file string, data []byte) error {
	full, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return err
	}
	b := full.Bounds()
	count := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA {
		r, g, b, _ := full.At(x, y).RGBA()
		return color.RGBA{uint8(r>>8) &^ 3, uint8(g>>8) &^ 3, uint8(b>>8) &^ 3, 255}
	}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	small := image.NewPaletted(b, commonest(count))
	index := map[color.RGBA]uint8{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := at(x, y)
			i, ok := index[c]
			if !ok {
				i = uint8(small.Palette.Index(c))
				index[c] = i
			}
			small.SetColorIndex(x, y, i)
		}
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(f, small)
	return errors.Join(err, f.Close())
}

// commonest is the colours that occur most, at most 256.
func commonest(count map[color.RGBA]int) (p color.Palette) {
	for len(p) < 256 && len(count) > 0 {
		var best color.RGBA
		most := 0
		for c, n := range count {
			if n > most {
				best, most = c, n
			}
		}
		p = append(p, best)
		delete(count, best)
	}
	return p
}

// serve runs a loop with a Monitor and gives the address of its page.
func serve() (url string, stop func()) {
	loop := eventloop.New(eventloop.Options{})
	loop.TrackOrigins()
	m := health.New(loop, health.Options{Slow: 50 * time.Millisecond, Tick: time.Millisecond})
	m.Start()
	beat := func() {}
	loop.Every(5*time.Millisecond, beat)
	loop.Every(20*time.Millisecond, func() { time.Sleep(3 * time.Millisecond) })
	loop.AfterFunc(300*time.Millisecond, closeBooks)
	for range 1000 {
		loop.AfterFunc(30*time.Second, beat).Unref()
	}
	loop.AfterFunc(time.Hour, beat)
	go func() { _ = loop.Run(context.Background()) }()
	server := httptest.NewServer(m.Handler())
	time.Sleep(time.Second)
	return server.URL + "/debug/timers", func() { server.Close(); loop.Stop(); m.Stop() }
}

func closeBooks() { time.Sleep(80 * time.Millisecond) }
