package trace

import (
	"bufio"
	"embed"
	"encoding/json"
	"html"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// This file writes a Timeline as one page. The page is the files of page/ put
// together, and the data as columns of numbers: about 25 bytes for each callback, times
// as differences.

//go:embed page
var pageFiles embed.FS

// scripts are the parts of the page's script, in this order.
var scripts = []string{"data.js", "view.js", "draw.js", "panels.js", "input.js"}

func pageFile(name string) string {
	b, err := pageFiles.ReadFile("page/" + name)
	if err != nil {
		panic("trace: " + err.Error()) // it is built in
	}
	return string(b)
}

// WriteHTML writes the timeline as one page that needs no other file and no network.
// The title is shown at the top. An error is that of w.
func (t *Timeline) WriteHTML(w io.Writer, title string) error {
	var js strings.Builder
	for _, name := range scripts {
		js.WriteString(pageFile(name))
	}
	b := bufio.NewWriterSize(w, 1<<16)
	before, after, _ := strings.Cut(pageFile("page.html"), "{{data}}")
	fill := strings.NewReplacer("{{title}}", html.EscapeString(title), "{{css}}", pageFile("page.css"), "{{js}}", js.String())
	_, _ = fill.WriteString(b, before)
	t.writeData(b)
	_, _ = fill.WriteString(b, after)
	return b.Flush() // what went wrong before is told here
}

// writeData writes the JSON that data.js reads.
func (t *Timeline) writeData(b *bufio.Writer) {
	text := func(v any) { // with < and & escaped: it is inside a script element
		data, err := json.Marshal(v)
		if err != nil {
			panic("trace: " + err.Error()) // strings and numbers only
		}
		_, _ = b.Write(data)
	}
	var buf []byte
	column := func(name string, value func(i int, c *Callback) int64) {
		_, _ = b.WriteString(",\n\"" + name + "\":[")
		for i := range t.Callbacks {
			buf = buf[:0]
			if i > 0 {
				buf = append(buf, ',')
			}
			_, _ = b.Write(strconv.AppendInt(buf, value(i, &t.Callbacks[i]), 10))
		}
		_ = b.WriteByte(']')
	}
	_, _ = b.WriteString(`{"virtual":` + strconv.FormatBool(t.Virtual) + `,"end":` + num(t.End-t.Start) +
		`,"turns":` + strconv.FormatUint(t.Turns, 10) + `,"cleared":` + strconv.FormatUint(t.Cleared, 10) + `,"lost":` + strconv.FormatUint(t.Lost, 10))

	column("kind", func(_ int, c *Callback) int64 { return int64(laneKinds[laneOf(c.Kind)]) })
	column("name", func(_ int, c *Callback) int64 { return int64(c.name) })
	last := t.Start
	column("start", func(_ int, c *Callback) int64 { d := c.Start - last; last = c.Start; return int64(d) })
	column("dur", func(_ int, c *Callback) int64 { return int64(c.Duration()) })
	if t.Virtual {
		last = 0
		column("wall", func(_ int, c *Callback) int64 { d := c.Wall - last; last = c.Wall; return int64(d) })
		column("took", func(_ int, c *Callback) int64 { return int64(c.Took) })
	}
	column("set", func(_ int, c *Callback) int64 {
		if !c.IsSet {
			return -1
		}
		return int64(max(0, c.Start-c.Set))
	})
	at := t.indexes()
	column("by", func(i int, c *Callback) int64 {
		if by, ok := at(c.By); ok {
			return int64(i - by)
		}
		return 0
	})
	column("late", func(_ int, c *Callback) int64 {
		if laneOf(c.Kind) != laneTimers {
			return 0
		}
		return int64(c.Start - c.Due)
	})
	column("delay", func(_ int, c *Callback) int64 { return int64(c.Delay) })

	_, _ = b.WriteString(",\n\"names\":[")
	for i, d := range t.names {
		if i > 0 {
			_ = b.WriteByte(',')
		}
		text([]string{d.Name, d.Source, d.Origin})
	}
	_, _ = b.WriteString("],\n\"phaseNames\":[\"poll\",\"immediates\",\"timers\"]")
	spans := func(name string, list []Span) {
		_, _ = b.WriteString(",\n\"" + name + "\":[")
		for i, s := range list {
			if i > 0 {
				_ = b.WriteByte(',')
			}
			_, _ = b.WriteString("[" + strconv.Itoa(int(s.Phase)) + "," + num(s.Start-t.Start) + "," + num(s.End-s.Start) + "," + num(s.Wall) + "," + num(s.Took) + "]")
		}
		_ = b.WriteByte(']')
	}
	spans("phases", t.Phases)
	spans("waits", t.Waits)
	_, _ = b.WriteString(",\n\"findings\":[")
	for i, f := range t.Summary() {
		if i > 0 {
			_ = b.WriteByte(',')
		}
		n := -1
		if j, ok := at(f.Seq); ok {
			n = j
		}
		text([]any{f.Text, n})
	}
	_, _ = b.WriteString("]}")
}

func num(d time.Duration) string { return strconv.FormatInt(int64(d), 10) }

// laneKinds are the page's numbers of the kinds, by lane.
var laneKinds = [...]int{laneTimers: 0, laneImmediates: 1, laneTicks: 2, laneMicrotasks: 3, lanePoll: 4}

// indexes gives the place of a callback by its number.
func (t *Timeline) indexes() func(seq uint64) (int, bool) {
	at := make(map[uint64]int, len(t.Callbacks))
	for i := range t.Callbacks {
		at[t.Callbacks[i].Seq] = i
	}
	return func(seq uint64) (int, bool) {
		i, ok := at[seq]
		return i, ok
	}
}

// TrimFolders shows places below a folder without it, as "main.js:3:1" for
// "/home/me/main.js:3:1".
func (t *Timeline) TrimFolders(dir string) {
	if dir == "" {
		return
	}
	prefix := strings.TrimSuffix(dir, string(filepath.Separator)) + string(filepath.Separator)
	trim := func(c *Link) {
		c.Source = strings.TrimPrefix(c.Source, prefix)
		c.Origin = strings.TrimPrefix(c.Origin, prefix)
	}
	for i := range t.names {
		l := Link(t.names[i])
		trim(&l)
		t.names[i] = described(l)
	}
	for i := range t.Callbacks {
		c := &t.Callbacks[i]
		if int(c.name) < len(t.names) {
			c.Callback = t.names[c.name].Callback
		}
	}
}
