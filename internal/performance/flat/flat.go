package flat

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
	"github.com/nodetimers/nodetimers/internal/performance/target"
	"github.com/nodetimers/nodetimers/internal/stats"
)

// Operations are what is measured, in the order of a pass.
var Operations = []string{"insert", "refresh", "cancel"}

// Point is the cost of one operation.
type Point struct {
	Operation string
	Timers    int
	// Durations is how many different ones were asked for; there are never more than
	// timers.
	Durations int
	// Cost is the median of the passes, with its quartiles, in nanoseconds.
	Cost target.Quartiles
}

// Options are what Measure measures.
type Options struct {
	// Timers are the numbers of timers. Default: a thousand, a hundred thousand, a
	// million.
	Timers []int
	// Durations are the numbers of durations. Default: one, a hundred, a million.
	Durations []int
	// Passes is how many passes count. Default: 7.
	Passes int
	// Progress gets a line for each pass. Default: none.
	Progress io.Writer
}

// Measure measures each operation with each number of timers and durations. With the
// defaults it takes about a quarter of a minute and half a gigabyte.
func Measure(o Options) []Point {
	if o.Timers == nil {
		o.Timers = []int{1e3, 1e5, 1e6}
	}
	if o.Durations == nil {
		o.Durations = []int{1, 100, 1e6}
	}
	if o.Passes <= 0 {
		o.Passes = 7
	}
	if o.Progress == nil {
		o.Progress = io.Discard
	}
	var beds []*bed
	for _, durations := range o.Durations {
		for _, timers := range o.Timers {
			beds = append(beds, newBed(timers, durations))
		}
	}
	// One pass of all before the next pass, so that a slow moment of the machine is in
	// one pass of many numbers and not in all passes of one.
	for pass := range o.Passes + 1 {
		runtime.GC()
		for _, x := range beds {
			x.pass(pass > 0)
		}
		fmt.Fprintf(o.Progress, "flat: pass %d of %d\n", pass, o.Passes)
	}
	var points []Point
	for _, x := range beds {
		points = append(points, x.points()...)
	}
	return points
}

// conn owns a timer, as a connection does.
type conn struct {
	idle     eventloop.Timer
	duration time.Duration
	fired    int
}

func (c *conn) Expire(*eventloop.Timer) { c.fired++ }

const (
	between = 1000                  // operations between two steps of the clock
	enough  = 10 * time.Millisecond // of timed operations in a pass
	shifts  = 4                     // how many refreshes follow each insert
)

// bed is a loop with so many timers, and what was measured on it.
type bed struct {
	l                 *eventloop.Loop
	clock             *eventloop.VirtualClock
	conns             []conn
	timers, durations int
	costs             [3][]float64 // of the Operations
}

func newBed(timers, durations int) *bed {
	x := &bed{clock: eventloop.NewVirtualClock(), conns: make([]conn, timers), timers: timers, durations: durations}
	x.l = eventloop.New(eventloop.Options{Clock: x.clock})
	for i := range x.conns {
		x.conns[i].duration = time.Hour + time.Duration(i%durations)*time.Millisecond
		x.conns[i].idle.Init(x.l, &x.conns[i])
	}
	return x
}

// timed gives the time of f on all timers; the clock's steps are in it.
func (x *bed) timed(f func(part []conn)) time.Duration {
	from := time.Now()
	for at := 0; at < x.timers; at += between {
		f(x.conns[at:min(x.timers, at+between)])
		x.clock.Advance(time.Millisecond)
		x.l.UpdateNow()
	}
	return time.Since(from)
}

func insert(part []conn) {
	for i := range part {
		part[i].idle.StartCached(part[i].duration)
	}
}

func refresh(part []conn) {
	for i := range part {
		part[i].idle.RefreshCached()
	}
}

func cancel(part []conn) {
	for i := range part {
		part[i].idle.Clear()
	}
}

// pass measures each operation once; counts says whether that counts. A round before
// brings back what others have pushed out of the processor's caches, if it fits.
func (x *bed) pass(counts bool) {
	x.timed(insert)
	x.timed(cancel)
	var took [3]time.Duration
	var ops [3]int
	for took[0] < enough {
		took[0] += x.timed(insert)
		ops[0] += x.timers
		for range shifts {
			took[1] += x.timed(refresh)
			ops[1] += x.timers
		}
		took[2] += x.timed(cancel)
		ops[2] += x.timers
	}
	if counts {
		for i := range x.costs {
			x.costs[i] = append(x.costs[i], float64(took[i].Nanoseconds())/float64(ops[i]))
		}
	}
}

func (x *bed) points() []Point {
	var out []Point
	for i, name := range Operations {
		c := x.costs[i]
		out = append(out, Point{name, x.timers, x.durations, target.Quartiles{
			Low: stats.Quantile(c, 0.25), Median: stats.Quantile(c, 0.5), High: stats.Quantile(c, 0.75)}})
	}
	return out
}

// Markdown writes the points as a table: a row for each operation and number of
// durations, a column for each number of timers.
func Markdown(w io.Writer, points []Point) error {
	var b strings.Builder
	counts := timersOf(points)
	b.WriteString("| ns an operation | durations |")
	for _, n := range counts {
		fmt.Fprintf(&b, " %s timers |", grouped(n))
	}
	b.WriteString("\n|---|---:|" + strings.Repeat("---:|", len(counts)) + "\n")
	for _, op := range Operations {
		for _, d := range durationsOf(points) {
			fmt.Fprintf(&b, "| %s | %s |", op, durationsText(d, counts))
			for _, n := range counts {
				for _, p := range points {
					if p.Operation == op && p.Durations == d && p.Timers == n {
						fmt.Fprintf(&b, " %.1f |", p.Cost.Median)
					}
				}
			}
			b.WriteString("\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// durationsText names a number of durations; one that is never less than the number
// of timers means one each.
func durationsText(d int, timers []int) string {
	for _, n := range timers {
		if d < n {
			return grouped(d)
		}
	}
	return "one each"
}

func timersOf(points []Point) []int {
	return distinct(points, func(p Point) int { return p.Timers })
}

func durationsOf(points []Point) []int {
	return distinct(points, func(p Point) int { return p.Durations })
}

// distinct are the different values of f, in the order in which they come.
func distinct(points []Point, f func(Point) int) []int {
	var out []int
	seen := make(map[int]bool)
	for _, p := range points {
		if n := f(p); !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}

// grouped writes n with commas: 100,000.
func grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", grouped(n/1000), n%1000)
}
