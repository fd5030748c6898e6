package browsertest

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/nodetimers/nodetimers/internal/compare"
	"github.com/nodetimers/nodetimers/internal/samples"
)

// reportPage writes the report of a data set into a file.
func reportPage(t *testing.T, names ...string) string {
	t.Helper()
	var paths []string
	for _, n := range names {
		paths = append(paths, filepath.Join("..", "compare", "testdata", n))
	}
	set, err := samples.Open(paths...)
	if err != nil {
		t.Fatal(err)
	}
	set.Machine = &samples.Machine{OS: "linux", Arch: "amd64", CPU: "A CPU", Cores: 1, Kernel: "6.1", Load: 0.1}
	set.Failures = []samples.Failure{{Binary: "new", Filename: "timers/immediate.js", Configuration: "type='depth' n=5000000", Round: 3, Reason: "killed by <signal>"}}
	gate := 5.0
	r, err := compare.New(set, compare.Options{MinEffect: 1, Gate: &gate})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := compare.WriteHTML(f, r); err != nil {
		t.Fatal(err)
	}
	return file
}

const visibleNames = `[...document.querySelectorAll('tbody tr')].filter(r => !r.hidden).map(r => r.dataset.name)`

func TestReportOnAllScreens(t *testing.T) {
	file := reportPage(t, "timers-seed.csv", "quoting.csv", "one-sample.csv", "constant-both.csv")
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			p := open(t, file, s)
			p.shoot("compare-" + s.name)
			if wide := value[bool](p, `document.documentElement.scrollWidth > innerWidth`); wide {
				t.Error("the page is wider than the screen")
			}
			if n := value[int](p, `document.querySelectorAll('svg.boxes').length`); n < 22 {
				t.Errorf("%d box plots, want one a row", n)
			}
			if n := value[int](p, `document.querySelector('svg.boxes').querySelectorAll('circle').length`); n != 7 {
				t.Errorf("%d points in the first box plot, want its 7 samples", n)
			}
			dark := value[int](p, `Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)[0])`) < 100
			if dark != s.dark {
				t.Errorf("dark background: %v, want %v", dark, s.dark)
			}
			if c := p.contrast(`h1, .tile, .badge, .change b, .conf, .range, .scale, .ps span, .ps i, .warning, .gate, .notes li, #count`); c < 4.5 {
				t.Errorf("worst contrast of text is %.2f, want 4.5", c)
			}
			if s.phone {
				if small := value[float64](p, `Math.min(...[...document.querySelectorAll('.tile, #filter, #sort')].map(e => e.getBoundingClientRect().height))`); small < 32 {
					t.Errorf("a control is only %.0f pixels high", small)
				}
			}
			p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.notes').scrollIntoView()`))
			p.shoot("compare-" + s.name + "-end")
			p.quiet(file)
		})
	}
}

func TestReportSortsAndFilters(t *testing.T) {
	file := reportPage(t, "timers-seed.csv")
	p := open(t, file, screens[0])
	all := value[[]string](p, visibleNames)
	if len(all) != 22 || !slices.IsSorted(all) {
		t.Fatalf("%d rows, sorted: %v", len(all), slices.IsSorted(all))
	}
	changes := func() []float64 {
		return value[[]float64](p, `[...document.querySelectorAll('tbody tr')].map(r => Number(r.dataset.change))`)
	}
	p.do(chromedp.Click(chromedp.CSS(`[data-sort=change]`)))
	if c := changes(); !slices.IsSorted(c) || c[0] > -18 {
		t.Errorf("by change: %v", c)
	}
	p.shoot("compare-sorted")
	p.do(chromedp.Click(chromedp.CSS(`[data-sort=change]`)))
	if c := changes(); c[0] < 26 || c[21] > -18 {
		t.Errorf("by change, downwards: %v", c)
	}
	if s := value[string](p, `document.querySelector('[data-sort=change]').closest('th').getAttribute('aria-sort')`); s != "descending" {
		t.Errorf("aria-sort is %q", s)
	}
	p.do(chromedp.Click(chromedp.CSS(`#filter`)), chromedp.KeyEvent("immediate DEPTH"))
	if names := value[[]string](p, visibleNames); len(names) != 3 {
		t.Errorf("filtered: %v", names)
	}
	if text := value[string](p, `document.getElementById('count').textContent`); text != "3 of 22 rows" {
		t.Errorf("count says %q", text)
	}
	for range "immediate DEPTH" {
		p.do(chromedp.KeyEvent(kb.Backspace))
	}
	p.do(chromedp.Click(chromedp.CSS(`.tile.worse`)))
	if names := value[[]string](p, visibleNames); !slices.Equal(names, []string{"timers/immediate.js type='breadth1' n=5000000"}) {
		t.Errorf("only worse rows: %v", names)
	}
	p.do(chromedp.Click(chromedp.CSS(`.tile.better`)))
	if names := value[[]string](p, visibleNames); len(names) != 6 {
		t.Errorf("worse and better rows: %v", names)
	}
	p.shoot("compare-filtered")
	p.quiet(file)
}

// Names with quotes, brackets and wide characters are shown as they are.
func TestReportShowsNamesAsTheyAre(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.html")
	set := &samples.Set{}
	const name = `</script><img src=x onerror=alert(1)>'"` + "`日本🚀"
	for i := range 5 {
		for _, binary := range []string{"old", "new"} {
			set.Samples = append(set.Samples, samples.Sample{Binary: binary, Filename: "a.js", Configuration: name, Rate: float64(10 + i)})
		}
	}
	r, err := compare.New(set, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := compare.WriteHTML(f, r); err != nil {
		t.Fatal(err)
	}
	p := open(t, file, screens[0])
	if got := value[string](p, `document.querySelector('.conf').textContent`); got != name {
		t.Errorf("the page shows %q", got)
	}
	p.quiet(file)
}
