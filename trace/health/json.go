package health

import (
	"encoding/json"
)

// This file is the JSON of a Snapshot: times in milliseconds, kinds by their names.

// MarshalJSON gives the object that the handler sends.
func (s *Snapshot) MarshalJSON() ([]byte, error) {
	type delay struct {
		Delay  float64 `json:"delay"`
		Count  int     `json:"count"`
		Ref    int     `json:"ref"`
		Next   float64 `json:"next"`
		Oldest float64 `json:"oldest"`
	}
	type origin struct {
		Place string `json:"place"`
		Kind  string `json:"kind"`
		Count int    `json:"count"`
	}
	type slow struct {
		Kind   string  `json:"kind"`
		Name   string  `json:"function"`
		Source string  `json:"source"`
		Origin string  `json:"setAt"`
		Took   float64 `json:"took"`
		At     float64 `json:"at"`
	}
	o := map[string]any{
		"unit":    "ms",
		"elapsed": millis(s.Elapsed), "waited": millis(s.Waited), "since": millis(s.Since), "utilisation": s.Busy,
		"turns": s.Turns, "phase": s.Phase.String(),
		"callbacks": map[string]uint64{"timer": s.Timers, "immediate": s.Immediate, "tick": s.Ticks, "microtask": s.Microtask, "posted": s.Posted},
		"pending": map[string]int{
			"timers": s.Counts.Timers, "refTimers": s.Counts.RefTimers, "immediates": s.Counts.Immediates, "refImmediates": s.Counts.RefImmediates,
			"ticks": s.Counts.Ticks, "microtasks": s.Counts.Microtasks, "posted": s.Counts.Posted, "holds": s.Counts.Holds,
		},
		"lists": s.Lists, "next": nil, "late": s.Late, "took": s.Took, "slow": s.Slow, "longest": nil, "scanned": s.Scanned,
	}
	if s.HasNext {
		o["next"] = millis(s.Next)
	}
	if l := s.Longest; l.Took > 0 {
		o["longest"] = slow{l.Kind.String(), l.Name, l.Source, l.Origin, millis(l.Took), millis(l.At)}
	}
	delays := []delay{}
	for _, d := range s.Delays {
		delays = append(delays, delay{millis(d.Delay), d.Count, d.Ref, millis(d.Next), millis(d.Oldest)})
	}
	origins := []origin{}
	for _, p := range s.Origins {
		origins = append(origins, origin{p.Place, p.Kind.String(), p.Count})
	}
	o["delays"], o["origins"] = delays, origins
	return json.Marshal(o)
}
