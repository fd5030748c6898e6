package health

import (
	"bufio"
	"fmt"
	"io"
	"time"
)

// This file writes a Snapshot in the text format of Prometheus, without its library.

// WritePrometheus writes s as metrics named nodetimers_..., times in seconds. An error
// is that of w.
func (s *Snapshot) WritePrometheus(w io.Writer) error {
	b := bufio.NewWriter(w)
	metric := func(name, kind, help string) {
		fmt.Fprintf(b, "# HELP nodetimers_%s %s\n# TYPE nodetimers_%s %s\n", name, help, name, kind)
	}
	one := func(name, kind, help string, v any) {
		metric(name, kind, help)
		fmt.Fprintf(b, "nodetimers_%s %v\n", name, v)
	}
	metric("callbacks_total", "counter", "Callbacks that have begun.")
	for _, c := range []struct {
		kind string
		n    uint64
	}{{"timer", s.Timers}, {"immediate", s.Immediate}, {"tick", s.Ticks}, {"microtask", s.Microtask}, {"posted", s.Posted}} {
		fmt.Fprintf(b, "nodetimers_callbacks_total{kind=%q} %d\n", c.kind, c.n)
	}
	one("turns_total", "counter", "Turns of the loop.", s.Turns)
	one("watched_seconds_total", "counter", "Time watched, by the loop's clock.", s.Since.Seconds())
	one("awake_seconds_total", "counter", "Time the loop did not sleep.", s.Busy*s.Since.Seconds())
	one("slow_callbacks_total", "counter", "Callbacks that ran for the time called slow and more.", s.Slow)
	one("longest_callback_seconds", "gauge", "The longest callback.", s.Longest.Took.Seconds())
	metric("pending", "gauge", "What is pending.")
	c := s.Counts
	for _, p := range []struct {
		kind string
		n    int
	}{{"timer", c.Timers}, {"timer_ref", c.RefTimers}, {"immediate", c.Immediates}, {"immediate_ref", c.RefImmediates},
		{"tick", c.Ticks}, {"microtask", c.Microtasks}, {"posted", c.Posted}, {"hold", c.Holds}} {
		fmt.Fprintf(b, "nodetimers_pending{kind=%q} %d\n", p.kind, p.n)
	}
	one("delays", "gauge", "Different delays among the timers.", s.Lists)
	metric("timer_lateness_seconds", "histogram", "How late timers ran.")
	s.Late.prometheus(b, "timer_lateness_seconds")
	metric("callback_seconds", "histogram", "Callbacks that lasted more than a tick of the monitor.")
	s.Took.prometheus(b, "callback_seconds")
	return b.Flush()
}

func (h *Histogram) prometheus(w io.Writer, name string) {
	n := uint64(0)
	for i, c := range h.Counts[:buckets-1] {
		n += c
		fmt.Fprintf(w, "nodetimers_%s_bucket{le=\"%v\"} %d\n", name, float64(Bound(i))/float64(time.Second), n)
	}
	fmt.Fprintf(w, "nodetimers_%s_bucket{le=\"+Inf\"} %d\n", name, h.Total())
	fmt.Fprintf(w, "nodetimers_%s_sum %v\nnodetimers_%s_count %d\n", name, h.Sum.Seconds(), name, h.Total())
}
