package eventloop

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// WritePending writes a list of Pending as a table for people: what keeps the
// program alive, then what does not. It says so when nothing does. Entries are put
// together by GroupPending.
func WritePending(w io.Writer, list []Pending) error {
	var b strings.Builder
	groups := GroupPending(list)
	alive := false
	for _, p := range groups {
		alive = alive || p.Ref
	}
	if !alive {
		b.WriteString("nothing keeps the program alive\n")
	}
	if len(groups) > 0 {
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "kind\tdelay\tleft\tref\tcount\tmade at")
		for _, ref := range []bool{true, false} {
			for _, p := range groups {
				if p.Ref == ref {
					writePending(t, p)
				}
			}
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writePending(w io.Writer, p Pending) {
	delay, left, ref, origin := "-", "-", "unref", p.Origin
	switch p.Kind {
	case KindTimer, KindInterval:
		delay = p.Delay.String()
		switch {
		case p.Left < 0:
			left = "overdue " + rough(-p.Left)
		default:
			left = rough(p.Left)
		}
	case KindTick, KindMicrotask: // they run before the loop could end
		ref = "-"
	}
	if p.Ref {
		ref = "ref"
	}
	if origin == "" {
		origin = "-"
	}
	fmt.Fprintf(w, "%v\t%s\t%s\t%s\t%d\t%s\n", p.Kind, delay, left, ref, p.Count, origin)
}

// rough is a duration without digits nobody reads.
func rough(d time.Duration) string {
	switch {
	case d >= time.Minute:
		d = d.Round(time.Second)
	case d >= time.Second:
		d = d.Round(100 * time.Millisecond)
	case d >= time.Millisecond:
		d = d.Round(time.Millisecond)
	default:
		d = d.Round(time.Microsecond)
	}
	return d.String()
}
