package trace

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/nodetimers/nodetimers/eventloop"
)

// This file puts a timeline into words: how busy the loop was, which timers were
// late and because of what, which callbacks were slow, and which ticks and microtasks
// held up the rest.

// Finding is something worth telling of a Timeline.
type Finding struct {
	// Text is a sentence.
	Text string
	// Seq is the callback it is about, 0 if it is about the whole.
	Seq uint64
}

// What is worth a sentence: a timer this late, a callback this slow, a drain this
// long.
const (
	lateEnough = 5 * time.Millisecond
	slowEnough = 20 * time.Millisecond
	perKind    = 8 // sentences of one kind
)

// Summary is the timeline in sentences, the most important first: one on the whole,
// then late timers by lateness, slow callbacks by duration, long drains. Timers that
// one cause made late and that were set at one place are one sentence.
func (t *Timeline) Summary() []Finding {
	list := []Finding{{Text: t.overview()}}
	list = append(list, t.lateTimers()...)
	list = append(list, t.slowCallbacks()...)
	list = append(list, t.longDrains()...)
	if len(list) == 1 {
		list = append(list, Finding{Text: "No timer was " + ms(lateEnough) + " late and no callback ran for " + ms(slowEnough) + "."})
	}
	return list
}

// WriteSummary writes Summary, a line for each sentence. An error is that of w.
func (t *Timeline) WriteSummary(w io.Writer) error {
	for _, f := range t.Summary() {
		if _, err := fmt.Fprintln(w, f.Text); err != nil {
			return err
		}
	}
	return nil
}

func (t *Timeline) overview() string {
	whole := t.End - t.Start
	var waited time.Duration
	for _, w := range t.Waits {
		waited += w.End - w.Start
	}
	text := fmt.Sprintf("%s in %s of %s%s", count(len(t.Callbacks), "callback"), count(int(t.Turns), "turn"),
		map[bool]string{true: "virtual time, ", false: ""}[t.Virtual], ms(whole))
	if t.Virtual && t.busy > 0 {
		text += fmt.Sprintf("; in reality they took %s", ms(t.busy))
	} else if !t.Virtual && whole > 0 {
		text += fmt.Sprintf("; callbacks ran for %s of it, the loop slept for %s (%d %%)", ms(t.busy), ms(waited), int(100*waited/whole))
	}
	if t.Lost > 0 {
		text += fmt.Sprintf("; %s before that did not fit in", count(int(t.Lost), "event"))
	}
	return text + "."
}

// lateTimers tells of timers that were late, one sentence for each place and cause.
func (t *Timeline) lateTimers() []Finding {
	type group struct{ name, cause name }
	var late []*Callback
	for i := range t.Callbacks {
		if c := &t.Callbacks[i]; c.Late() >= lateEnough {
			late = append(late, c)
		}
	}
	slices.SortStableFunc(late, func(a, b *Callback) int { return cmp.Compare(b.Late(), a.Late()) })
	var out []Finding
	at := map[group]int{}
	more := map[int]int{}
	for _, c := range late {
		text, cause := t.why(c)
		g := group{name: c.name}
		if cause != nil {
			g.cause = cause.name
		}
		if i, ok := at[g]; ok {
			more[i]++
			continue
		}
		if len(out) == perKind {
			continue
		}
		at[g] = len(out)
		out = append(out, Finding{fmt.Sprintf("%s asked for %s and ran %s late%s", subject(c), ms(c.Delay), ms(c.Late()), text), c.Seq})
	}
	for i := range out {
		if n := more[i]; n > 0 {
			out[i].Text += fmt.Sprintf(" (and %d more like it)", n)
		}
		out[i].Text += "."
	}
	return out
}

// subject names a timer at the beginning of a sentence.
func subject(c *Callback) string {
	if n := line(c.Origin); n > 0 {
		return fmt.Sprintf("The timer set at line %d (%s)", n, place(c.Origin))
	}
	return "The timer " + c.Label()
}

// place is a short place with the function in words.
func place(p string) string {
	p = short(p)
	if head, f, ok := strings.Cut(p, " ("); ok {
		return strings.TrimSuffix(f, ")") + ", " + head
	}
	return p
}

// why tells what held a timer up: the callbacks between when it was due and when it
// ran.
func (t *Timeline) why(c *Callback) (text string, cause *Callback) {
	from, to := c.Due, c.Start
	i, _ := slices.BinarySearchFunc(t.Callbacks, c.Seq, func(c Callback, seq uint64) int { return cmp.Compare(c.Seq, seq) })
	var longest *Callback
	var held, most time.Duration
	n := 0
	var small [8]int // by lane, those that are short
	for i--; i >= 0; i-- {
		b := &t.Callbacks[i]
		if b.depth > 0 {
			continue
		}
		if b.End <= from {
			break
		}
		over := min(b.End, to) - max(b.Start, from)
		if over <= 0 {
			continue
		}
		n++
		small[laneOf(b.Kind)]++
		held += over
		if over > most {
			longest, most = b, over
		}
	}
	switch late := c.Late(); {
	case n == 0:
		return ": no callback ran meanwhile, the system woke the loop late or something else held it", nil
	case held < late/4:
		return ": callbacks ran for no more than " + ms(held) + " of that, the system or the garbage collector held the loop", nil
	case most >= late/2:
		return " because " + doing(longest) + " blocked for " + ms(longest.Duration()), longest
	default:
		kind := laneTimers
		for lane, n := range small {
			if n > small[kind] {
				kind = lane
			}
		}
		return fmt.Sprintf(" because %d callbacks, most of them %s, ran for %s; the longest was %s with %s",
			n, laneNames[kind], ms(held), doing(longest), ms(longest.Duration())), longest
	}
}

// doing names a callback as the cause of something.
func doing(c *Callback) string {
	name := c.Name
	if n := line(c.Source); n > 0 {
		if name == "" {
			return fmt.Sprintf("the %s at line %d (%s)", c.Kind, n, short(c.Source))
		}
		return fmt.Sprintf("%s at line %d (%s)", name, n, short(c.Source))
	}
	if name != "" {
		if n := line(c.Origin); n > 0 {
			return fmt.Sprintf("%s (set at %s)", name, place(c.Origin))
		}
		return name
	}
	return "a " + c.Kind.String() + map[bool]string{true: " function"}[c.Kind == eventloop.KindPosted]
}

func (t *Timeline) slowCallbacks() []Finding {
	var slow []*Callback
	for i := range t.Callbacks {
		if c := &t.Callbacks[i]; c.Took >= slowEnough && c.depth == 0 {
			slow = append(slow, c)
		}
	}
	slices.SortStableFunc(slow, func(a, b *Callback) int { return cmp.Compare(b.Took, a.Took) })
	var out []Finding
	at := map[name]int{}
	runs := map[int]int{}
	for _, c := range slow {
		if i, ok := at[c.name]; ok && c.name != 0 {
			runs[i]++
			continue
		}
		if len(out) == perKind {
			continue
		}
		at[c.name] = len(out)
		out = append(out, Finding{fmt.Sprintf("%s ran for %s", upper(doing(c)), ms(c.Took)), c.Seq})
	}
	for i := range out {
		if n := runs[i]; n > 0 {
			out[i].Text += fmt.Sprintf(", and for more than %s another %s", ms(slowEnough), count(n, "time"))
		}
		out[i].Text += "."
	}
	return out
}

// longDrains tells of ticks and microtasks that kept everything else waiting.
func (t *Timeline) longDrains() (out []Finding) {
	var first *Callback
	var n [2]int
	var took time.Duration
	var last time.Duration
	end := func() {
		if total := n[0] + n[1]; total >= 100 && took >= slowEnough && len(out) < perKind {
			out = append(out, Finding{fmt.Sprintf("%s and %s in a row kept everything else waiting for %s, from %s on.",
				count(n[0], "tick"), count(n[1], "microtask"), ms(took), doing(first)), first.Seq})
		}
		first, n, took = nil, [2]int{}, 0
	}
	for i := range t.Callbacks {
		c := &t.Callbacks[i]
		switch {
		case c.depth > 0:
		case c.Kind == eventloop.KindTick || c.Kind == eventloop.KindMicrotask:
			if first == nil {
				first, last = c, c.Wall
			}
			n[map[bool]int{true: 1}[c.Kind == eventloop.KindMicrotask]]++
			took += c.Wall + c.Took - last
			last = c.Wall + c.Took
		default:
			end()
		}
	}
	end()
	return out
}

// ms is a duration for a sentence.
func ms(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d >= 10*time.Millisecond, d == 0:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond)/time.Millisecond)
	case d >= 10*time.Microsecond:
		return string(decimal(d, time.Millisecond, 2)) + " ms"
	}
	return string(decimal(d, time.Microsecond, 1)) + " µs"
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func upper(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' || !strings.HasPrefix(s, "the ") && !strings.HasPrefix(s, "a ") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
