package bench

import (
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"time"
)

// This file is how far a run is: the counts, and the line that shows them on a
// terminal, in the form of Node's benchmark tools. No progress-bar library prints
// that form; it is one Fprintf.
//
// A "run" of the line is one runtime's turn at all combinations of a file. As
// runtimes alternate for each combination here, runs and configs are counted in
// processes: after s processes of a file with C combinations, s/C runs are done
// and s%C configs of the next.

// Progress is how far a run is.
type Progress struct {
	File, Files     int // done, of all
	Run, Runs       int // of this file
	Config, Configs int // of this run
	// Done is the share of all processes, each file's runs weighing the same, 0 to 1.
	Done float64
	// Name is the script that is measured, or "Done".
	Name string
}

// Line is the progress line. Seconds are rounded up, percents down.
func (p Progress) Line(elapsed time.Duration) string {
	s := int(math.Ceil(elapsed.Seconds()))
	pair := func(a, b int) string {
		of := fmt.Sprint(b)
		return fmt.Sprintf("%*d/%s", len(of), a, of)
	}
	return fmt.Sprintf("[%02d:%02d:%02d|%% %3d| %s files | %s runs | %s configs]: %s ",
		s/3600, s/60%60, s%60, int(math.Floor(p.Done*100+1e-9)),
		pair(p.File, p.Files), pair(p.Run, p.Runs), pair(p.Config, p.Configs), p.Name)
}

// tracker counts the processes of a plan.
type tracker struct {
	files   [][]int
	perRow  int // processes of a row, over all rounds
	current int // file
	done    int // processes of the current file
}

func newTracker(p *Plan, files [][]int) tracker {
	return tracker{files: files, perRow: p.runs()*len(p.Runtimes) + 2*p.AA}
}

func (t *tracker) file(n int) { t.current, t.done = n, 0 }

// skip counts n processes as done.
func (t *tracker) skip(n int) { t.done += n }

func (t *tracker) at(name string) Progress {
	configs := len(t.files[t.current])
	run := t.done / configs
	return Progress{
		File: t.current, Files: len(t.files), Run: run, Runs: t.perRow, Config: t.done % configs, Configs: configs,
		Done: (float64(t.current*t.perRow) + float64(t.done)/float64(configs)) / float64(len(t.files)*t.perRow), Name: name,
	}
}

// end is the last one: all files are done, also if the run was cut short.
func (t *tracker) end() Progress {
	n := len(t.files)
	configs := 0
	if n > 0 {
		configs = len(t.files[n-1])
	}
	return Progress{File: n, Files: n, Run: t.perRow, Runs: t.perRow, Config: configs, Configs: configs, Done: 1, Name: "Done"}
}

// ProgressLine draws a run's progress on a terminal, anew each second and on each
// event, in one place. Its methods may be called from any goroutine. Lines of
// other origin are printed with Println, so that they do not mix.
type ProgressLine struct {
	mu      sync.Mutex
	w       io.Writer
	start   time.Time
	now     Progress
	width   int
	started bool
	stop    chan struct{}
	columns func() int // of the terminal; 0: unknown
}

// NewProgressLine begins to draw on w as soon as Set is called.
func NewProgressLine(w io.Writer) *ProgressLine {
	return &ProgressLine{w: w, start: time.Now(), columns: func() int { return terminalColumns(w) }}
}

// Set shows p. The one named Done is the last: a newline follows it.
func (l *ProgressLine) Set(p Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now = p
	if !l.started {
		l.started = true
		l.stop = make(chan struct{})
		go l.tick(l.stop)
	}
	l.draw()
	if p.Name == "Done" {
		fmt.Fprintln(l.w)
		l.width, l.started = 0, false
		close(l.stop)
	}
}

func (l *ProgressLine) tick(stop <-chan struct{}) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-stop:
			return
		case <-t.C:
			l.mu.Lock()
			if l.started {
				l.draw()
			}
			l.mu.Unlock()
		}
	}
}

// draw writes over the line that is there. A line that the terminal would wrap is cut:
// the part on the next row could not be written over.
func (l *ProgressLine) draw() {
	text := l.now.Line(time.Since(l.start))
	if n := l.columns(); n > 1 && len(text) >= n {
		text = text[:n-1]
	}
	fmt.Fprintf(l.w, "\r%s%s", text, strings.Repeat(" ", max(0, l.width-len(text))))
	l.width = len(text)
}

// Println prints a line above the progress.
func (l *ProgressLine) Println(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.width > 0 {
		fmt.Fprintf(l.w, "\r%s\r", strings.Repeat(" ", l.width))
		l.width = 0
	}
	fmt.Fprintln(l.w, text)
	if l.started {
		l.draw()
	}
}
